package known

import (
	"fmt"
	"strings"
	"testing"

	"verde/catalog"
	"verde/query"
	"verde/record"
)

// Of entities of one name a page is about the one whose other values it shows; one that
// shows none of them is about none, and neither is a page that has the name alone.
func TestApart(t *testing.T) {
	t.Parallel()
	e := New(query.Profile{Identifier: "title", With: []string{"company", "place"}, Attributes: []query.Attribute{{Name: "company"}, {Name: "place"}}})
	company := func(i int) string { return fmt.Sprint("Firm ", string(rune('A'+i))) }
	place := func(i int) string { return []string{"Austin", "Boston", "Chicago"}[i%3] }
	if err := e.AddSite(catalog.Source{Site: "known.example", Role: catalog.Training}, func(yield func(record.Record, error) bool) {
		for _, r := range pages(12, func(i int) map[string]string {
			return map[string]string{"title": []string{"Analyst", "Developer"}[i%2], "company": company(i), "place": place(i)}
		}) {
			if !yield(r, nil) {
				return
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		page map[string][]string
		want int // -1 for none
	}{
		{map[string][]string{"h1": {"Analyst"}, "firm": {company(4)}, "city": {place(4)}}, 4},
		{map[string][]string{"h1": {"Analyst"}, "firm": {company(4)}}, 4},
		{map[string][]string{"h1": {"Analyst"}, "firm": {company(3)}}, -1}, // a developer's
		{map[string][]string{"h1": {"Analyst"}}, -1},
		{nil, -1},
	} {
		at, ok := e.find(new(query.Names), []string{"Analyst"}, test.page, "analyst")
		if ok != (test.want >= 0) || ok && at != test.want {
			t.Errorf("%v: %d, %v", test.page, at, ok)
		}
	}
	site := pages(12, func(i int) map[string]string {
		return map[string]string{"h1": []string{"Analyst", "Developer"}[i%2], "firm": company(i), "city": place(i)}
	})
	src := catalog.Source{Attributes: e.NameColumns(site, nil), Parts: &catalog.ScoreParts{Probability: 1}}
	if src.Attributes["h1"] != "title" || src.Attributes["firm"] != "company" {
		t.Fatalf("columns %v", src.Attributes)
	}
	if why := e.RejectReason(src, site, nil); why != "" {
		t.Errorf("a site of jobs with two titles: %s", why)
	}
}

// What tells entities of one name apart is the same in any form that sites write it in:
// works of one name by several composers, on a site that turns names round.
func TestApartForms(t *testing.T) {
	t.Parallel()
	composers := []string{"Niccolò Piccinni", "Leonardo Vinci", "Johann Adolph Hasse", "Baldassare Galuppi", "Nicola Porpora", "Tommaso Traetta"}
	turned := []string{"Piccinni, Niccolò", "Vinci, L.", "Hasse, Johann Adolph", "B. Galuppi", "Porpora", "Traetta, Tommaso"}
	works := []string{"Artaserse", "Olimpiade"}
	e := New(query.Profile{Identifier: "work", With: []string{"composer"}, Attributes: []query.Attribute{{Name: "composer"}}})
	if err := e.AddSite(catalog.Source{Site: "known.example", Role: catalog.Training}, func(yield func(record.Record, error) bool) {
		for _, r := range pages(12, func(i int) map[string]string {
			return map[string]string{"work": works[i%2], "composer": composers[i/2]}
		}) {
			if !yield(r, nil) {
				return
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
	for i := range 12 {
		shown := map[string][]string{"h1": {works[i%2]}, "by": {turned[i/2]}}
		if at, ok := e.find(new(query.Names), shown["h1"], shown, ""); !ok || at != i {
			t.Errorf("%v: %d, %v", shown, at, ok)
		}
	}
}

// A book with two authors is recognised by the second, too, and not by a text that is too
// long for a name.
func TestApartOfSeveral(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a text of many words ", 10)
	e := New(query.Profile{Identifier: "title", With: []string{"author"}, Attributes: []query.Attribute{{Name: "author"}}})
	if err := e.AddSite(catalog.Source{Site: "known.example", Role: catalog.Training}, func(yield func(record.Record, error) bool) {
		for i, authors := range [][]string{{"Anna Berg", "Carl Dorn"}, {"Emil Frank"}, {long, "Greta Hahn"}} {
			if !yield(record.FromTexts(fmt.Sprint("http://known.example/", i), map[string][]string{"title": {"Legacy"}, "author": authors}), nil) {
				return
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
	for author, want := range map[string]int{"Anna Berg": 0, "Carl Dorn": 0, "Emil Frank": 1, "Greta Hahn": 2, long: -1, "Ida Jung": -1} {
		for range 2 { // the second time by what was made before
			at, ok := e.find(new(query.Names), []string{"Legacy"}, map[string][]string{"h1": {"Legacy"}, "by": {author}}, "")
			if ok != (want >= 0) || ok && at != want {
				t.Errorf("by %s: %d, %v", author, at, ok)
			}
		}
	}
}
