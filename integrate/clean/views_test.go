package clean

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Pages 0 to 19 are of books, of which 2 and 3 are two editions. Pages 20 to 39 are print
// versions, which lack the number. What is printed of 2 and 3 can't be told apart. 40 says all
// that 5 does, on a page of the same template, and 41 has no more than a name in common with 6.
func TestViews(t *testing.T) {
	t.Parallel()
	var pages []Page
	want := make([]int, 42)
	for i := range 20 {
		e := i
		if i == 3 {
			e = 2
		}
		pages = append(pages, Page{Values: map[string][]string{
			"title": {fmt.Sprintf("The book %d at Shop", e)}, "author": {fmt.Sprintf("Jane %d", 50+e/2)}, "day": {fmt.Sprintf("%d May 1999", 1+e)}, "number": {fmt.Sprint(1000 + i)}, "site": {"Shop"},
		}})
		want[i] = i
	}
	for i := range 20 {
		v := map[string][]string{"site": {"Print"}}
		for _, label := range []string{"title", "author", "day"} {
			v[label] = pages[i].Values[label]
		}
		v["title"] = []string{v["title"][0][:len(v["title"][0])-len("at Shop")] + "(print)"}
		pages = append(pages, Page{1, v})
		want[20+i] = i
	}
	want[22], want[23] = 22, 23
	pages = append(pages, pages[5], Page{1, map[string][]string{"author": {"Jane 53"}}})
	want[25], want[40], want[41] = 25, 40, 41 // what is printed of 5 may be of 40
	if d := cmp.Diff(want, Views(pages)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	pages[7].Values["day"] = []string{"8 June 1999"} // it contradicts what is printed
	want[27] = 27
	if d := cmp.Diff(want, Views(pages)); d != "" {
		t.Errorf("contradicted (-want +got):\n%s", d)
	}
}

// Pages that say all the same are too many to be views, and cost no more than others.
func TestViewsOfOne(t *testing.T) {
	t.Parallel()
	pages := make([]Page, 3000)
	for i := range pages {
		pages[i] = Page{i % 2, map[string][]string{"a": {"x"}, "b": {fmt.Sprint(i / 100)}}}
	}
	if got := len(newViewing(pages).near(0)); got > 0 {
		t.Errorf("a page is compared with %d others", got)
	}
	for i, main := range Views(pages) {
		if main != i {
			t.Fatalf("%d is a view of %d", i, main)
		}
	}
}
