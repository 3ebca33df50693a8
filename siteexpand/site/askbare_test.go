package site

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"verde/internal/sitetest"
	"verde/siteexpand"
)

// A sample's URL may have what search engines add to it, or an identifier that all its links carry: it is asked for without each of its
// parameters. What a page needs selects, whatever its links say.
func TestAskBare(t *testing.T) {
	t.Parallel()
	pages := map[string]string{"/item": "<title>Items</title><p>All"}
	for i := range 5 {
		page := fmt.Sprintf("<title>Item %d</title><h1>Item %d</h1>", i, i)
		for _, of := range []string{"stock", "parts", "price", "maker"} {
			page += fmt.Sprintf("<a href='/%s?id=%d'>%s</a>", of, i, of)
			pages[fmt.Sprintf("/%s?id=%d", of, i)] = fmt.Sprintf("<title>%s %d</title><p>%s %d", of, i, of, i)
		}
		for _, from := range []string{"", "&utm_source=x"} {
			pages[fmt.Sprintf("/item?id=%d%s", i, from)] = page
		}
	}
	s, starts, err := Open(t.Context(), "test", sitetest.NewMemory(pages), []string{"http://e.org/item?id=0&utm_source=x"}, siteexpand.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := s.Report.Samples, []string{"http://e.org/item?id=0"}; !slices.Equal(got, want) {
		t.Errorf("the sample goes by %q, want %q", got, want)
	}
	for i := range 5 {
		if n, err := s.Fetch(t.Context(), s.Intern(fmt.Sprintf("http://e.org/item?id=%d", i))); err != nil || n == nil || i > 0 && n.ID == starts[0] {
			t.Fatalf("item %d: page %v, error %v", i, n, err)
		}
	}
	if s.Needless() != 0 {
		t.Errorf("needless are %q, want none", s.params.needless)
	}
}

// Of how many pages are asked for without a parameter there is a bound, and who reads the report is told that it was reached.
func TestMostAsked(t *testing.T) {
	t.Parallel()
	for _, names := range []int{mostAsked - 1, mostAsked, mostAsked + 1} {
		url := "/item?"
		for i := range names {
			url += fmt.Sprintf("p%02d=1&", i)
		}
		url = strings.TrimSuffix(url, "&")
		s, _, err := Open(t.Context(), "test", sitetest.NewMemory(map[string]string{url: "<title>Item</title><p>Item"}), []string{"http://e.org" + url}, siteexpand.Options{})
		if err != nil {
			t.Fatal(err)
		}
		told := slices.ContainsFunc(s.Finish(nil).Report.Diagnoses, func(d siteexpand.Diagnosis) bool { return d.Case == siteexpand.Unasked && !d.Doubt })
		if want := names > mostAsked; told != want {
			t.Errorf("of %d parameters, told that not all were tried: %v, want %v", names, told, want)
		}
	}
}
