package known

import (
	"fmt"
	"testing"

	"verde/catalog"
	"verde/query"
	"verde/record"
)

// Pages that are named as what others show, alone or among other words, say of it what these do in one column at least; if most surely do not, they
// are of something else.
func TestContradicts(t *testing.T) {
	t.Parallel()
	maker := func(i int) string { return []string{"Ada Holt", "Ben Kerr", "Cleo Moss", "Dan Noor"}[i%4] }
	town := func(i int) string { return []string{"Lyon", "Oslo", "Rome"}[i%3] }
	height := func(i int) string { return fmt.Sprint(40+30*i, " m") }
	of := func(n, maker2, town2, height2 int, name string) []record.Record {
		return pages(n, func(i int) map[string]string {
			return map[string]string{"h1": fmt.Sprintf(name, book(i)), "maker": maker(i + maker2), "town": town(i + town2), "height": height(i + height2)}
		})
	}
	for what, c := range map[string]struct {
		records    []record.Record
		comparable bool
		want       string
	}{
		"the same":              {of(12, 0, 0, 0, "%s"), true, ""},
		"one column the same":   {of(12, 1, 1, 0, "%s"), true, ""},
		"nothing the same":      {of(12, 1, 1, 1, "%s"), true, "12 of its pages name entities that other sites have, and 0 of these agree with them in any column"},
		"five pages":            {of(5, 1, 1, 1, "%s"), true, "5 of its pages name entities that other sites have, and 0 of these agree with them in any column"},
		"four pages, by chance": {of(4, 1, 1, 1, "%s"), false, ""},
		"wider, the same":       {of(12, 1, 0, 1, "%s, once more"), true, ""},
		"wider, nothing":        {of(12, 1, 1, 1, "%s, once more"), true, "12 of its pages name entities that other sites have, and 0 of these agree with them in any column"},
		"other names":           {of(12, 1, 1, 1, "What nobody wrote %.0s"), false, ""},
	} {
		e := New(query.Profile{Identifier: "name"})
		add := func(s catalog.Source, records []record.Record) {
			if err := e.AddSite(s, func(yield func(record.Record, error) bool) {
				for _, r := range records {
					if !yield(r, nil) {
						return
					}
				}
			}); err != nil {
				t.Fatal(err)
			}
		}
		for i := range EnoughSites {
			add(catalog.Source{Site: fmt.Sprintf("known%d.example", i), Role: catalog.Discovered, Round: 1, Attributes: map[string]string{"h1": "name", "maker": "by"}}, of(20, 0, 0, 0, "%s"))
		}
		src := catalog.Source{Site: "s.example", Attributes: map[string]string{"h1": "name"}}
		add(src, c.records)
		if got, comparable := e.Contradicts(src, c.records); got != c.want || comparable != c.comparable {
			t.Errorf("%s: %q, %t, want %q", what, got, comparable, c.want)
		}
	}
}

// Hours of opening below each page of a site say nothing of what its pages are about.
func TestColumnOfTheSite(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		texts []string
		want  bool
	}{
		"one value everywhere": {[]string{"10–18", "10–18", "10–18"}, false},
		"others":               {[]string{"10–18", "10–18", "10–17"}, true},
		"one page":             {[]string{"12 m"}, false},
		"mostly words":         {[]string{"none", "some", "12 m", "13 m"}, false},
	} {
		column := newColumn("Sat")
		for _, text := range c.texts {
			column.add([]string{text})
		}
		if got := column.isQuantity(); got != c.want {
			t.Errorf("%s: %t", what, got)
		}
	}
}
