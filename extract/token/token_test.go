package token

import "testing"

// The types of DCA, Equation 1: what a word or number is, without the punctuation
// around it.
func TestOf(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Types{
		"Dune": Capitalised, "O’Neal-Smith,": Mixed, "(St.": Capitalised,
		"412": Integer, "1,412": Integer, "6.95": Decimal, "$6.95": Currency, "12%": Percent,
		"2003-03-04": Date, "10:30": Date, "a@b.example": Address, "http://b.example/": Address,
		"—": Punctuation, "4x4": Other, "a=b": Other, "1,41": Other,
	} {
		if got := Parse(want.String()); got != want {
			t.Errorf("%s is parsed as %s", want, got)
		}
		if got := Of(text); got != want {
			t.Errorf("%q: %016b, want %016b", text, got, want)
		}
	}
}
