package meaning

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/record"
)

// A column has the type that most of its values have, and its values say what they
// mean by it.
func TestOf(t *testing.T) {
	t.Parallel()
	n := func(x float64) *float64 { return &x }
	for _, tt := range []struct {
		texts []string
		want  record.Value // of the first one
	}{
		{[]string{"3 kg", "12 kg", "500 g"}, record.Value{Type: record.Mass, Number: n(3), Unit: "kg"}},
		{[]string{"203 cm", "6'8\""}, record.Value{Type: record.Length, Number: n(2.03), Unit: "m"}},
		{[]string{"240 pages", "1,012 pages"}, record.Value{Type: record.Number, Number: n(240), Unit: "pages"}},
		{[]string{"7", "12", "1,000"}, record.Value{Type: record.Number, Number: n(7)}},
		{[]string{"1234567890", "2345678901"}, record.Value{Type: record.Number, Number: n(1234567890)}},
		{[]string{"$19.50", "$7"}, record.Value{Type: record.Money, Number: n(19.5), Currency: "USD"}},
		{[]string{"40%", "3 %"}, record.Value{Type: record.Percent, Number: n(40)}},
		{[]string{"PT1H30M", "PT5M"}, record.Value{Type: record.Duration, Number: n(5400), Unit: "s"}},
		{[]string{"14 July 2011", "May 2009"}, record.Value{Type: record.Date, Date: "2011-07-14"}},
		{[]string{"03/04/2003", "04/05/2003"}, record.Value{Type: record.Date}},
		{[]string{"03/04/2003", "25/12/2003"}, record.Value{Type: record.Date, Date: "2003-04-03"}},
		{[]string{"03/04/2003", "12/25/2003"}, record.Value{Type: record.Date, Date: "2003-03-04"}},
		{[]string{"03/04/2003", "12/25/2003", "25/12/2003"}, record.Value{Type: record.Date}},
		{[]string{"0-7611-0484-4", "9780761104841"}, record.Value{Type: record.ISBN, Code: "9780761104841"}},
		{[]string{"+49 30 1234567", "+49 30 7654321"}, record.Value{Type: record.Phone, Code: "+49301234567"}},
		{[]string{"http://x.example/", "www.y.example"}, record.Value{Type: record.URL}},
		{[]string{"ada@x.example"}, record.Value{Type: record.Email}},
		{[]string{"3 blind mice", "4 candles of wax"}, record.Value{}},
		{[]string{"Ada", "7"}, record.Value{}},
		{[]string{"unknown", "7", "8", "9", "10", "11"}, record.Value{}},
	} {
		got := record.Value{Text: tt.texts[0]}
		Of(tt.texts).Describe(&got)
		tt.want.Text = tt.texts[0]
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q (-want +got)\n%s", tt.texts, diff)
		}
	}
}

// A column's numbers are in one unit, or it names none.
func TestUnits(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		texts []string
		want  Meaning
	}{
		{[]string{"2 years", "6 months", "18 months"}, Meaning{string(record.Duration), "month"}},
		{[]string{"2 h", "90 min"}, Meaning{string(record.Duration), "s"}},
		{[]string{"3 weeks", "2 months"}, Meaning{Type: string(record.Duration)}},
		{[]string{"3700 mAh", "4000 mAh"}, Meaning{string(record.Quantity), "C"}},
		{[]string{"25 m²", "3 m²"}, Meaning{string(record.Quantity), "m²"}},
		{[]string{"3 pm", "11 am"}, Meaning{}}, // a time of day has no type
	} {
		if got := Of(tt.texts); got != tt.want {
			t.Errorf("%q mean %+v, want %+v", tt.texts, got, tt.want)
		}
	}
}
