package urlcluster

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What is added again changes nothing, and every site has its own cut.
func TestAnswers(t *testing.T) {
	t.Parallel()
	var a Answers
	var items []Item
	for n := range 4 {
		for _, site := range []string{"http://near.example/book/%d", "http://far.example/%[1]d/%[1]d/x"} {
			for q := range 2 {
				items = append(items, Item{fmt.Sprintf(site, n), fmt.Sprint("q", (n+q)%4)})
			}
		}
	}
	added := 0
	for range 3 {
		for _, it := range items {
			if a.Add(it) {
				added++
			}
		}
	}
	if added != len(items) || a.URLs() != 8 || !a.Has("http://near.example/book/0") || a.Has("http://near.example/book/9") {
		t.Errorf("%d of %d items were new, %d URLs", added, len(items), a.URLs())
	}
	clusters := func(cut int) []string {
		var out []string
		for _, c := range a.Group(func(site string, urls []string) int {
			if len(urls) != 4 {
				t.Errorf("%s has %d URLs", site, len(urls))
			}
			if site == "far.example" {
				return cut
			}
			return 1
		}) {
			out = append(out, fmt.Sprintf("%s %d %s cut %d", c.Pattern, len(c.URLs), strings.Join(c.Queries, ""), c.Cut))
		}
		return out
	}
	if d := cmp.Diff([]string{"far.example/*/*/x 4 q0q1q2q3 cut 2", "near.example/book/* 4 q0q1q2q3 cut 1"}, clusters(2)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if got := clusters(1); len(got) != 5 || got[0] != "near.example/book/* 4 q0q1q2q3 cut 1" {
		t.Errorf("at cut 1: %q", got)
	}
	if d := cmp.Diff(Group(slices.Concat(items, items), 1), Group(items, 1)); d != "" {
		t.Errorf("items that come again:\n%s", d)
	}
}

// A URL's queries may come in any order, and again: from the last to the first
// each costs as little as from the first.
func TestAnswersInAnyOrder(t *testing.T) {
	t.Parallel()
	const queries = 100_000
	var a Answers
	ids := make([]string, queries)
	for n := range ids {
		ids[n] = fmt.Sprint(n)
		a.Add(Item{"http://e.org/numbered", ids[n]})
	}
	slices.Reverse(ids)
	for i, want := range []int{queries, 0} {
		added := 0
		for _, id := range ids {
			if a.Add(Item{"http://e.org/backwards", id}) {
				added++
			}
		}
		if added != want {
			t.Errorf("time %d: %d queries were new, want %d", i, added, want)
		}
	}
	if got := a.queries[a.index["http://e.org/backwards"]]; len(got) != queries || !slices.IsSorted(got[:1<<16]) || slices.IsSorted(got) {
		t.Errorf("%d queries kept, not in runs", len(got))
	}
}
