package values

import (
	"slices"
	"testing"
)

func TestHedges(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"approx. 250 g":    "0.25 kg",
		"from € 25":        "EUR 25",
		"up to 45 %":       "45 %",
		"~5 km":            "5000 m",
		"min. 30 days":     "2592000 s",
		"à partir de 25 €": "EUR 25",
		"at least 200":     "200",
		"ab 6 Monaten":     "6 month",
		"2 years":          "24 month",
		"3ヶ月":              "3 month",
		"from 3 pm":        "15:00",
		"3:30 p.m.":        "15:30",
		"12 am":            "00:00",
		"12:05 pm":         "12:05",
		"bis 11 Uhr":       "11:00",
		"13 pm":            "",
		"3 pmx":            "",
		"up to four":       "",
		"Boeing 747":       "", // a name, not a bound
		"up 2 date 4":      "",
		"to":               "",
	} {
		got := ""
		if all := Parse(text); len(all) > 0 {
			got = all[0].String()
		}
		if got != want {
			t.Errorf("Parse(%q) = %q, want %q", text, got, want)
		}
	}
	if !Same("2 years", "24 months") || !Same("approx. 250 g", "250 g") || Same("2 years", "2 months") || !Same("3 pm", "15:00") || Same("3 pm", "3:00") {
		t.Error("months, years, hours and hedged amounts are not compared by what they mean")
	}
}

func TestSpanned(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"10–20 cm":             "0.1 m",
		"55-59 cm (22-23 in)":  "0.55 m",
		"55-59 cm (22-83 in)":  "",
		"21–26 kg / 46–57 lb":  "21 kg",
		"55-59 cm (12-13 in)":  "", // something else
		"55-59 cm (":           "",
		"10 x 20 cm":           "0.1 m",
		"1337 x 224 x 125 mm":  "1.337 m",
		"10 x 20 x":            "",
		"16 to 20 weeks":       "9676800 s",
		"3-4 months":           "3 month",
		"between 3 and 5 kg":   "3 kg",
		"ca. 1.5 bis 2 kg":     "1.5 kg",
		"10–20 %":              "10 %",
		"10–20":                "", // no unit
		"150 hp (112 kW)":      "", // the second says the first again
		"10 cm x 20 cm":        "", // each has its own
		"8 cores 16 GB":        "",
		"6 to 2:06":            "", // several numbers
		"10 to 20 cm and more": "",
	} {
		got := ""
		if v := Spanned(text); v != nil {
			got = v.String()
		}
		if got != want {
			t.Errorf("Spanned(%q) = %q, want %q", text, got, want)
		}
	}
}

// What a range's unit is does not depend on where it begins.
func TestSpanUnit(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"0–2 km":              "1000 m",
		"10–20 cm":            "0.01 m",
		"0-59 cm (0-23.2 in)": "0.01 m",
		"0 to 20 weeks":       "604800 s",
		"0–20 %":              "1 %",
		"0–2 millennia":       "", // more than a duration can be
		"0–20":                "",
		"20 cm":               "",
	} {
		got := ""
		if v := SpanUnit(text); v != nil {
			got = v.String()
		}
		if got != want {
			t.Errorf("SpanUnit(%q) = %q, want %q", text, got, want)
		}
	}
}

// In running text a word may be of another language: the number before it is no time of day, and no years.
func TestRunningText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"haus nr. 3 am see":      "3",
		"um 3 pm im park":        "15:00",
		"offen von 3:30 am an":   "03:30",
		"zimmer 5 an der treppe": "5",
		"nach 5 years im dienst": "60 month",
	} {
		var got []string
		Scan(text, func(r Reading, _ bool, _, _ int) {
			for _, v := range r.values() {
				got = append(got, v.String())
			}
		})
		if !slices.Contains(got, want) {
			t.Errorf("in %q stand %q, want %q", text, got, want)
		}
	}
}
