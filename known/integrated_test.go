package known

import (
	"fmt"
	"slices"
	"testing"

	"verde/catalog"
	"verde/integrate"
	"verde/query"
	"verde/record"
)

// What two sites found agree on becomes an attribute, and of a book that both have
// each record says what either says; the name stays as its site writes it. What the
// training site shows and the vertical leaves out does not come back.
func TestIntegrate(t *testing.T) {
	t.Parallel()
	words := []string{"amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heath", "inlet", "jetty", "knoll", "larch"}
	n := len(words)
	name := func(i int) string { return words[i] + " " + words[(i+5)%n] + "s" }
	author := func(i int) string { return words[n-1-i] + " writer" + words[i] }
	house := func(i int) string { return words[i%4] + " and " + words[i%4+4] }
	site := func(host string, columns func(i int) map[string]string) []record.Record {
		records := pages(n, columns)
		for i := range records {
			records[i].URL, records[i].Site = fmt.Sprint("http://", host, "/", i), host
		}
		return records
	}
	e := New(query.Profile{Identifier: "name", Attributes: []query.Attribute{{Name: "author"}}})
	names := map[integrate.ColumnName]string{}
	var tables catalog.Tabulation
	add := func(s catalog.Source, records []record.Record) {
		t.Helper()
		s.State = catalog.Expanded
		for label, attribute := range s.Attributes {
			names[integrate.ColumnName{Site: s.Site, Label: label}] = attribute
		}
		if err := e.AddSite(s, func(yield func(record.Record, error) bool) {
			for _, r := range records {
				tables.Add(&r, nil)
				if !yield(r, nil) {
					return
				}
			}
		}); err != nil {
			t.Fatal(err)
		}
	}
	mark := func(i int) string { return fmt.Sprint(words[(i*5)%n], i) }
	add(catalog.Source{Site: "own.example", Role: catalog.Training}, site("own.example", func(i int) map[string]string {
		return map[string]string{"name": name(i), "author": author(i), "mark": mark(i)}
	}))
	for _, label := range []string{"name", "author", "mark"} {
		names[integrate.ColumnName{Site: "own.example", Label: label}] = label
	}
	add(catalog.Source{Site: "b.example", Role: catalog.Discovered, Round: 1, Attributes: map[string]string{"h1": "name"}}, site("b.example", func(i int) map[string]string {
		return map[string]string{"h1": name(i), "by": author(i), "Publisher": house(i), "mark": mark(i)}
	}))
	add(catalog.Source{Site: "c.example", Role: catalog.Discovered, Round: 1, Attributes: map[string]string{"title": "name", "w": "author"}}, site("c.example", func(i int) map[string]string {
		c := map[string]string{"title": name(i), "w": author(i), "Publisher": house(i), "id": mark(i)}
		if i == 3 {
			c["w"] = "somebody else"
		}
		return c
	}))
	r, err := integrate.Integrate(tables.Tables(), integrate.Options{Names: names, Unfused: true})
	if err != nil || len(r.Entities) != n {
		t.Fatalf("%d entities of %d, %v", len(r.Entities), n, err)
	}
	if err := e.AddIntegration(r.Report(), HeldOf(r)); err != nil {
		t.Fatal(err)
	}
	var attributes []string
	for _, a := range e.profile.Attributes {
		attributes = append(attributes, a.Name)
	}
	if !slices.Equal(attributes, []string{"author", "Publisher"}) {
		t.Errorf("attributes %q", attributes)
	}
	for _, in := range e.all {
		v := in.record.Values
		i := slices.IndexFunc(e.all, func(o entity) bool { return o.record.Source == in.record.Source }) % n
		if len(v["author"]) == 0 || v["author"][0] != author(i) || len(v["Publisher"]) != 1 || v["Publisher"][0] != house(i) || v["name"][0] != name(i) {
			t.Errorf("%s: %q", in.record.Source, v)
		}
		if len(in.siteColumns) > 0 {
			t.Errorf("%s: columns of its own %q", in.record.Source, in.siteColumns)
		}
	}
	// And a further site's columns are named by it.
	got := e.NameColumns(site("d.example", func(i int) map[string]string {
		return map[string]string{"heading": name(i), "imprint": house(i), "written by": author(i)}
	}), nil)
	if got["heading"] != "name" || got["imprint"] != "Publisher" || got["written by"] != "author" {
		t.Errorf("columns %v", got)
	}
}
