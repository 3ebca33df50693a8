package focused

import (
	"testing"

	"verde/siteexpand/site"
)

// At the end a page of each large group is looked at, and of one that brought
// enough all.
func TestLastLook(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		name           string
		waiting, tried int
		worthwhile     bool
		want           float64
	}{
		{"small", largeGroup - 1, 0, false, -1},
		{"large", largeGroup, 0, false, leastYield},
		{"large and looked at", largeGroup, 1, false, -1},
		{"worthwhile", 1, 9, true, leastYield},
	} {
		g := &group{waiting: make([]*urlRecord, x.waiting), tried: x.tried}
		if got := exploreUntried(g, 0, x.worthwhile); got != x.want {
			t.Errorf("%s: %v, want %v", x.name, got, x.want)
		}
	}
}

// While its class has to be decided, a group's URLs are taken from all over it,
// each once, and none that is done.
func TestTake(t *testing.T) {
	t.Parallel()
	const n = 64
	f := &frontier{}
	g := &group{pathAnswers: &pathStats{}, class: &classStats{}}
	for i := range site.ID(n) {
		g.waiting = append(g.waiting, &urlRecord{id: i, urlMatch: urlMatch{urlAdmitted: true}, done: i%8 == 5})
	}
	seen := map[site.ID]bool{}
	quarters := map[site.ID]bool{}
	for f.score(g) >= 0 {
		u := f.takeURL(g)
		if u.done {
			t.Fatalf("%d was taken twice or done before", u.id)
		}
		u.done, seen[u.id] = true, true
		if len(seen) <= 4 {
			quarters[u.id/(n/4)] = true
		}
	}
	if len(seen) != n-n/8 || len(quarters) != 4 {
		t.Errorf("%d taken, want %d; the first four of %d quarters, want 4", len(seen), n-n/8, len(quarters))
	}
	g = &group{pathAnswers: &pathStats{}, class: &classStats{summary: classSummary{decided: true}}, waiting: []*urlRecord{{id: 0}, {id: 1}}}
	if f.takeURL(g).id != 0 || f.takeURL(g).id != 1 {
		t.Error("of a class that is decided, not in order")
	}
}
