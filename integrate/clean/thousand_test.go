package clean

import (
	"strings"
	"testing"
)

func TestThousands(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ texts, want string }{
		{"987 m|1.234 m|2.050 m|3.003 m|45 m|7 m", "987 m|1,234 m|2,050 m|3,003 m|45 m|7 m"},
		{"1.234,50 m|2.345,00 m|3.456,75 m|987,50 m|12,00 m|7,25 m", "1.234,50 m|2.345,00 m|3.456,75 m|987,50 m|12,00 m|7,25 m"}, // with fractions
		{"1.234 m|2.345 m|3.456 m|12 x 3.5 m|4 m|5 m", "1.234 m|2.345 m|3.456 m|12 x 3.5 m|4 m|5 m"},                             // several numbers
		{"1.234|12.345.678|999.999|1|2|3", "1,234|12,345,678|999,999|1|2|3"},
		{"€ 1.250|€ 990|€ 2.100|€ 3.400|€ 80|€ 75", "€ 1,250|€ 990|€ 2,100|€ 3,400|€ 80|€ 75"},
		{"1.234 kg|2.500 kg|0.454 kg|3 kg|4 kg|5 kg", "1.234 kg|2.500 kg|0.454 kg|3 kg|4 kg|5 kg"}, // less than one
		{"1.234 m|1.5 m|2.345 m|3.456 m|4 m|5 m|6 m", "1.234 m|1.5 m|2.345 m|3.456 m|4 m|5 m|6 m"}, // one digit
		{"1.234 m|2.345 m|3.456 m|4500 m|5 m|6 m", "1.234 m|2.345 m|3.456 m|4500 m|5 m|6 m"},       // thousands without a mark
		{"1.234 m|2.345 m|3.456 m|4.567 m", "1.234 m|2.345 m|3.456 m|4.567 m"},                     // may be either
	} {
		var rows []map[string][]string
		for _, s := range strings.Split(test.texts, "|") {
			rows = append(rows, map[string][]string{"n": {s}})
		}
		var got []string
		for _, cell := range Columns(rows, nil)[0].Cells {
			got = append(got, cell.Texts[0].Clean)
		}
		if s := strings.Join(got, "|"); s != test.want && s != strings.NewReplacer(" m", "", " kg", "", "€ ", "").Replace(test.want) {
			t.Errorf("%q, want %q", s, test.want)
		}
	}
}
