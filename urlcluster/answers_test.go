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
