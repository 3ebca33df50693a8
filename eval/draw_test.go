package eval

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// shelf is n pages in each of some directories.
func shelf(n int, dirs ...string) (urls []string) {
	for _, dir := range dirs {
		for i := range n {
			urls = append(urls, fmt.Sprintf("http://s.example/%s/%d.html", dir, i))
		}
	}
	return urls
}

func sets(t *testing.T, p Plan, name string, pages []string) [][]string {
	t.Helper()
	got, err := p.Sets(name, pages, nil)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestSetsAreFixed(t *testing.T) {
	t.Parallel()
	pages := shelf(10, "a", "b", "c")
	p := Plan{Choice: Random, Samples: 3, Draws: 5, Seed: 1}
	first := sets(t, p, "books", pages)
	if d := cmp.Diff(first, sets(t, p, "books", pages)); d != "" {
		t.Errorf("not the same again (-want +got):\n%s", d)
	}
	for _, set := range first {
		if len(set) != 3 || len(slices.Compact(slices.Sorted(slices.Values(set)))) != 3 {
			t.Errorf("draw %q: want three different pages", set)
		}
	}
	if slices.Equal(first[0], first[1]) {
		t.Errorf("two draws of the same pages: %q", first[0])
	}
	more := p
	more.Draws = 9
	if d := cmp.Diff(first, sets(t, more, "books", pages)[:5]); d != "" {
		t.Errorf("more draws change the first (-want +got):\n%s", d)
	}
	fewer := p
	fewer.Samples = 1
	for i, set := range sets(t, fewer, "books", pages) {
		if set[0] != first[i][0] {
			t.Errorf("draw of 1 is %q, want the first of the draw of 3, %q", set, first[i])
		}
	}
	other := p
	other.Seed = 2
	if cmp.Equal(first, sets(t, other, "books", pages)) {
		t.Error("another seed, the same draws")
	}
	if cmp.Equal(first, sets(t, p, "films", pages)) {
		t.Error("another type, the same draws")
	}
}

// What was drawn once must be drawn for ever, or old results mean nothing.
func TestSetsGolden(t *testing.T) {
	t.Parallel()
	got := sets(t, Plan{Choice: Random, Samples: 2, Draws: 2, Seed: 1}, "books", shelf(10, "a"))
	want := [][]string{{"http://s.example/a/5.html", "http://s.example/a/7.html"}, {"http://s.example/a/9.html", "http://s.example/a/2.html"}}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// Every page is drawn as often as the others: 4,000 draws of one of 10 pages
// give each 400, and none departs by more than five standard deviations (19).
func TestSetsAreFair(t *testing.T) {
	t.Parallel()
	counts := make(map[string]int)
	for _, set := range sets(t, Plan{Choice: Random, Samples: 1, Draws: 4000, Seed: 1}, "books", shelf(10, "a")) {
		counts[set[0]]++
	}
	for _, u := range shelf(10, "a") {
		if n := counts[u]; n < 305 || n > 495 {
			t.Errorf("%s was drawn %d times of 4000, want about 400", u, n)
		}
	}
}

func TestSetsOfOneDirectory(t *testing.T) {
	t.Parallel()
	pages := append(shelf(5, "a", "b"), shelf(1, "c", "d", "e")...)
	for _, set := range sets(t, Plan{Choice: Directory, Samples: 3, Draws: 40, Seed: 1}, "books", pages) {
		for _, u := range set {
			if dir := directory(u); dir != directory(set[0]) || !strings.ContainsAny(dir[len(dir)-2:], "ab") {
				t.Errorf("draw %q: want pages of one directory that holds three", set)
			}
		}
	}
	// Pages that are directories themselves stand in the one above.
	got := sets(t, Plan{Choice: Directory, Samples: 2, Draws: 1, Seed: 1}, "books", []string{"http://s.example/b/one/", "http://s.example/b/two/", "http://s.example/x"})
	if len(got[0]) != 2 || directory(got[0][0]) != "http://s.example/b/" || directory(got[0][1]) != "http://s.example/b/" {
		t.Errorf("draw %q, want the two of /b/", got[0])
	}
}

func TestSetsOfGiven(t *testing.T) {
	t.Parallel()
	got, err := Plan{Choice: Given, Samples: 2, Draws: 9}.Sets("books", nil, []string{"a", "b", "c", "d", "e"})
	if d := cmp.Diff([][]string{{"a", "b"}, {"c", "d"}}, got); d != "" || err != nil {
		t.Errorf("error %v (-want +got):\n%s", err, d)
	}
}

func TestSetsTooFew(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		plan  Plan
		pages []string
		want  string
	}{
		{Plan{Choice: Random, Samples: 0, Draws: 1}, shelf(3, "a"), "at least one"},
		{Plan{Choice: Random, Samples: 4, Draws: 1}, shelf(3, "a"), "3 entity pages, fewer than 4"},
		{Plan{Choice: Directory, Samples: 4, Draws: 1}, shelf(3, "a", "b"), "no directory holds 4"},
		{Plan{Choice: Given, Samples: 1}, shelf(3, "a"), "0 sample pages named"},
	} {
		if got, err := test.plan.Sets("books", test.pages, nil); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: %q, %v; want an error with %q", test.plan, got, err, test.want)
		}
	}
}
