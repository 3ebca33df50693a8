package integrate

import (
	"testing"

	"verde/integrate/compare"
)

// TestLevelOfMost checks that lists of other entities agree if most of the shorter one is in the other, and single ones as any values.
func TestLevelOfMost(t *testing.T) {
	t.Parallel()
	emma, dracula, villette, ivanhoe := new(compare.Value), new(compare.Value), new(compare.Value), new(compare.Value) // compared by their addresses
	by := comparator{level: func(a, b []*compare.Value) (l compare.Level, ok bool) {                                   // the best of any two, as of all lists
		for _, x := range a {
			for _, y := range b {
				if x == y {
					l = compare.Equal
				}
			}
		}
		return l, len(a) > 0 && len(b) > 0
	}}
	type list = []*compare.Value
	for name, c := range map[string]struct {
		a, b list
		want bool
	}{
		"one, which both have":   {list{emma}, list{emma}, true},
		"one of several":         {list{emma}, list{dracula, emma, ivanhoe}, true},
		"most of three":          {list{emma, dracula, villette}, list{villette, ivanhoe, emma}, true},
		"one work of the author": {list{emma, dracula, villette}, list{ivanhoe, emma}, false},
		"none":                   {list{emma}, list{dracula}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l, ok := by.levelOfMost(c.a, c.b)
			if !ok || l >= compare.Initials != c.want {
				t.Errorf("level %v, %v, want agreement: %v", l, ok, c.want)
			}
		})
	}
	if _, ok := by.levelOfMost(nil, list{emma}); ok {
		t.Error("nothing is compared with something")
	}
}
