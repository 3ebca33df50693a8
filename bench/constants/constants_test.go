package constants

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Shares change by their odds and numbers of things by one at least; what is computed, is
// text or has another base is no quantity of its own.
func TestInText(t *testing.T) {
	t.Parallel()
	const text = `package x

const (
	share  = .9
	half   = 0.5 // of all
	power  = 2.
	few    = 2
	one    = 1
	none   = 0
	bytes  = 1_000
	mask   = 0xff
	name   = "3"
	double = 2 * few
)

var notConstant = 7
`
	found, err := inText(text)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][]string{}
	for _, c := range found {
		if text[c.from:c.to] != c.literal {
			t.Errorf("%s: %q stands where %s should", c.name, text[c.from:c.to], c.literal)
		}
		got[c.name] = []string{c.literal, c.lower, c.larger}
	}
	want := map[string][]string{
		"share": {".9", "0.818", "0.947"}, "half": {"0.5", "0.333", "0.667"}, "power": {"2.", "1.", "4."},
		"few": {"2", "1", "4"}, "one": {"1", "1", "2"}, "none": {"0", "0", "1"}, "bytes": {"1_000", "500", "2000"},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}
