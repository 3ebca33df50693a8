package focused

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"verde/page"
	"verde/siteexpand/site"
	"verde/siteexpand/urlparts"
)

// While its class has to be decided, a group's URLs are taken from all over it,
// each once, and none that is done.
func TestTake(t *testing.T) {
	t.Parallel()
	const n = 64
	f := &frontier{}
	g := &group{pathAnswers: &answers{}, class: &classStats{members: n}}
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
	g = &group{pathAnswers: &answers{}, class: &classStats{answers: answers{abandoned: true}}, waiting: []*urlRecord{{id: 0}, {id: 1}}}
	if f.takeURL(g).id != 0 || f.takeURL(g).id != 1 {
		t.Error("of a class that is decided, not in order")
	}
}

// Whatever scores change and join, the best group is the first met of those with the
// greatest.
func TestBestGroup(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	f := &frontier{}
	if _, ok := f.nextGroup(false); ok {
		t.Error("a best group of none")
	}
	f.resetFrontier()
	var groups []*group
	for i := range 2000 {
		var g *group
		if i == 0 || r.IntN(4) == 0 {
			form := strconv.Itoa(i)
			u := &urlRecord{classKey: form}
			f.classify(u, urlparts.Form{Ext: form})
			g = u.group
			groups = append(groups, g)
		} else {
			g = groups[r.IntN(len(groups))]
		}
		g.tried, g.yield = 1, float64(r.IntN(20)) // many are equal
		f.touch(g)
		want := slices.MaxFunc(groups, func(a, b *group) int { return cmp.Compare(a.yield, b.yield) }) // of equals the first
		if got, ok := f.nextGroup(false); !ok || got != want {
			t.Fatalf("of %d groups the best is %v with %v, want %v with %v", len(groups), got.key, got.yield, want.key, want.yield)
		}
	}
}

// A class may have a group on each page. A further URL changes no other group's score, so that it costs the same however many
// there are.
func TestManyGroups(t *testing.T) {
	t.Parallel()
	f := &frontier{}
	f.resetFrontier()
	for i := range site.ID(100) {
		f.classify(&urlRecord{id: i, classKey: "a", path: page.LinkPath(i)}, urlparts.Form{})
	}
	f.nextGroup(false)
	f.classify(&urlRecord{id: 100, classKey: "a", path: 3}, urlparts.Form{})
	if len(f.touched) != 1 {
		t.Errorf("a URL of one group has %d scored again", len(f.touched))
	}
	f.nextGroup(false)
	v := f.stats["a"]
	v.tried++
	if f.updateClass(v); len(f.touched) != 100 {
		t.Errorf("a page of a class has %d of its 100 groups scored again", len(f.touched))
	}
}
