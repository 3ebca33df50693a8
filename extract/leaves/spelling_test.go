package leaves

import (
	"strings"
	"testing"
)

// TestNextNumber checks which numbers follow one another in an outline.
func TestNextNumber(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		before, number string
		want           bool
	}{
		{"", "1", true}, {"", "1.1", true}, {"", "2", false}, {"1", "2", true}, {"1", "1.1", true}, {"1", "1.2", false}, {"1.1", "1.2", true},
		{"1.4", "2", true}, {"1.4", "2.1", true}, {"1.4", "2.2", false}, {"1.4", "1.4", false}, {"2.9", "2.10", true}, {"2.1.3", "2.2", true}, {"1", "3", false},
	} {
		split := func(s string) []string { return strings.FieldsFunc(s, func(r rune) bool { return r == '.' }) }
		if got := nextNumber(split(x.before), split(x.number)); got != x.want {
			t.Errorf("%q after %q: %v, want %v", x.number, x.before, got, x.want)
		}
	}
}
