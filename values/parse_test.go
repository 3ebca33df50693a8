package values

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		want []Value
	}{
		{"", nil},
		{"a hobbit", nil},
		{"42", []Value{Number(42)}},
		{"-1,250.5", []Value{Number(-1250.5)}},
		{"40%", []Value{Percent(40)}},
		{"€ 12,50", []Value{Money{12.5, "EUR"}}},
		{"$1.5 million", []Value{Money{1.5e6, "USD"}}},
		{"203 cm", []Value{Quantity{2.03, Metre, .005}}},
		{"90 kg", []Value{Quantity{90, Kilogram, .5}}},
		{"PT2H6M", []Value{Duration(126 * time.Minute)}},
		{"3933 kJ / 940 kcal", []Value{Quantity{3933e3, "J", 500}}},
		{"940 kJ / 3933 kcal", nil}, // one is not the other
		{"90 kg / 91 kg", nil},      // a range
		{"10 m (33 ft, 11 yd)", []Value{Quantity{10, Metre, .5}}},
		{"10 m (33 ft, 2 things)", []Value{Quantity{10, Metre, .5}}},
		{"10 m (33 ft, 5 m)", nil},
		{"2003-03-04", []Value{Date{2003, time.March, 4}}},
		{"P0DT2H6M", []Value{Duration(126 * time.Minute)}},
		{"P1DT1,5H", []Value{Duration(25*time.Hour + 30*time.Minute)}},
		{"P1MT2H", nil}, // how long a month is depends on the month
		{"P2D", nil},
		{"PT109", nil}, // a boat
		{"PT9999999999999H", nil},
		{"March 2003", []Value{Date{2003, time.March, 0}}},
		{"13/04/2003", []Value{Date{2003, time.April, 13}}},
		{"(617) 555-1234", []Value{Phone("6175551234")}},
		{"+49 30 1234567", []Value{Phone("+49301234567")}},
		{"0049 30 1234567", []Value{Phone("+49301234567")}},
		{"0002823397-01", nil}, // 00 and a country that begins with 0
		{"0-7611-0484-4", []Value{ISBN("9780761104841")}},
		{"0-7611-0484-5", nil}, // a wrong check digit
	} {
		// by type and String: 203 x .01 and 2.03 are two floats
		if got, want := typed(Parse(c.text)), typed(c.want); !slices.Equal(got, want) {
			t.Errorf("Parse(%q) = %v, want %v", c.text, got, want)
		}
	}
}

func typed(list []Value) []string {
	var out []string
	for _, v := range list {
		out = append(out, fmt.Sprintf("%T %v", v, v))
	}
	return out
}

// Texts that mean the same have a value in common, by its String: so programs
// may join records by it. Units of the other system are joined by [Same] alone,
// which knows of rounding.
func TestParseAgreesWithSame(t *testing.T) {
	t.Parallel()
	compared := 0
	for _, c := range sameCases {
		a, b := typed(Parse(c.a)), typed(Parse(c.b))
		if len(a) == 0 || len(b) == 0 {
			continue
		}
		common := slices.ContainsFunc(a, func(v string) bool { return slices.Contains(b, v) })
		ambiguous := len(a) > 1 && len(b) > 1
		if common && !c.want && !ambiguous {
			t.Errorf("%q and %q are not the same, but %v and %v", c.a, c.b, a, b)
		}
		compared++
	}
	if compared < 60 {
		t.Errorf("only %d pairs compared", compared)
	}
}

func TestAgain(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text string
		want []Value
	}{
		{"13,300 ft (4,050 m)", []Value{Quantity{4050, Metre, .5}}},
		{"10 m (33 ft, 11 yd)", []Value{Quantity{33 * foot, Metre, inch / 2}, Quantity{33 * foot, Metre, 1.5 * foot}}},
		{"4,050 m", nil},
		{"Dune", nil},
	} {
		if got := Again(c.text); !slices.Equal(got, c.want) {
			t.Errorf("Again(%q) = %v, want %v", c.text, got, c.want)
		}
	}
	if !Same("13,300 ft (4,050 m)", "4050 m") {
		t.Error("what is said again is not the same as what says it alone")
	}
}
