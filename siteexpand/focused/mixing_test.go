package focused

import (
	"math"
	"slices"
	"testing"
)

// Kinds of page are listed apart where hardly any pair in a list, or on its pages, is of both, and half of the other kind are listed.
func TestMixing(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		lists  [][]list // with the pages of each
		listed float64
		apart  bool
	}{
		"each in a list of its own":  {[][]list{{{ours: 40}}, {{others: 40}}}, 40, true},
		"one list for both":          {[][]list{{{ours: 40, others: 40}}}, 40, false},
		"a page of it for each":      {[][]list{{{ours: 40}, {others: 40}}}, 40, true},
		"a group for each page":      {[][]list{append(slices.Repeat([]list{{others: 8}}, 5), list{8, 0, true})}, 40, false},
		"letters that show them all": {[][]list{slices.Repeat([]list{{4, 4, true}}, 10)}, 40, false},
		"and news of some":           {[][]list{{{ours: 40}}, {{others: 40}}, {{10, 10, false}}}, 40, false},
		"and news of a few":          {[][]list{{{ours: 40}}, {{others: 40}}, {{3, 3, false}}}, 40, true},
		"fewer than half are listed": {[][]list{{{ours: 40}}, {{others: 19}}}, 19, false},
		"none is listed":             {[][]list{{{ours: 40}}}, 0, false},
	} {
		m := mixing{ours: 40, others: 40, listed: x.listed}
		for _, pages := range x.lists {
			var x listPages
			for _, p := range pages {
				x.add(p)
			}
			m.pairs.add(x.told())
		}
		if got := m.apart(); got != x.apart {
			t.Errorf("%s: apart %t, want %t", name, got, x.apart)
		}
	}
}

// How far lists tell two kinds apart, of 40 pages each.
func TestApartBy(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		ours, others list // the shortest of each page
		want         float64
	}{
		"categories of each":                 {list{ours: 8}, list{others: 8}, 1 - 3./43},
		"categories of both":                 {list{ours: 4, others: 4}, list{ours: 4, others: 4}, 0},
		"news of both, half as mixed":        {list{ours: 9, others: 3}, list{ours: 3, others: 9}, 1 - (3+40*(3./11)/(40./79))/43},
		"the others are sections of ours":    {list{ours: 40}, list{}, 1 - 3./43},
		"none is listed, as by sitemap":      {list{}, list{}, 0},
		"ours in no list, the others in one": {list{}, list{others: 40}, 1 - 3./43},
	} {
		var shortest []list
		var other []bool
		for range 40 {
			shortest, other = append(shortest, x.ours, x.others), append(other, false, true)
		}
		if got := apartBy(shortest, other); math.Abs(got-x.want) > 1e-9 {
			t.Errorf("%s: %v apart, want %v", name, got, x.want)
		}
	}
}
