package focused

import (
	"slices"
	"testing"
)

// Lists of which each page shows a group, as the methods of one class, tell no types apart; an
// index with a page for each letter does, and so do two lists in which no page shows both.
func TestListPages(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		pages []listPage
		apart bool
	}{
		"a group for each page":      {append(slices.Repeat([]listPage{{others: 8}}, 20), listPage{ours: 8, sampled: true}), false},
		"one list for each type":     {[]listPage{{ours: 40, sampled: true}, {others: 40}}, true},
		"a page for each letter":     {append(slices.Repeat([]listPage{{others: 4}}, 20), append(slices.Repeat([]listPage{{ours: 4}}, 10), listPage{ours: 4, sampled: true})...), true},
		"one list for both":          {[]listPage{{ours: 40, others: 40, sampled: true}}, false},
		"letters that show them all": {slices.Repeat([]listPage{{ours: 4, others: 4, sampled: true}}, 10), false},
	} {
		var list listPages
		for _, p := range x.pages {
			list.add(p)
		}
		ours := list.all.ours / (list.all.ours + list.all.others - 1)
		if got := list.told(); (got.mixed <= refuseShare*got.all*ours) != x.apart {
			t.Errorf("%s: %+v of %+v, want apart: %v", name, got, list, x.apart)
		}
	}
}
