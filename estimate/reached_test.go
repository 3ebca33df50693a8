package estimate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/catalog"
	"verde/evidence"
	"verde/known"
	"verde/query"
	"verde/record"
	"verde/search"
)

// What counts is that a page is titled with an entity that another site shows, too.
func TestReached(t *testing.T) {
	t.Parallel()
	entities := known.New(query.Profile{Identifier: "name"})
	const long = "Grand illustrated atlas of the northern rivers and lakes for all who travel by boat or on foot" // asked for in part
	short := query.NewNames([]string{"Amber", "Brook", "Cliff", long}).Asked(long)
	if short == long || short == "" {
		t.Fatalf("asked for as %q", short)
	}
	for site, names := range map[string]string{"a.example": "Amber,Brook,Cliff," + long, "b.example": "Brook,Dune," + long} {
		var records []record.Record
		for name := range strings.SplitSeq(names, ",") {
			records = append(records, record.FromTexts("http://"+site+"/"+name, map[string][]string{"name": {name}}))
		}
		each := func(yield func(record.Record, error) bool) {
			for _, r := range records {
				if !yield(r, nil) {
					return
				}
			}
		}
		if err := entities.AddSite(catalog.Source{Site: site, Role: catalog.Training}, each); err != nil {
			t.Fatal(err)
		}
	}
	results := new(evidence.Results)
	for i, found := range []struct{ asked, site, title, ofSite string }{
		{"Amber", "b.example", "Amber at B", ""},
		{"Amber", "c.example", "Amber at C", ""}, // not explored
		{"Amber", "a.example", "Amber at A", ""}, // which alone has it
		{"Brook", "b.example", "Brook", ""},
		{"Brook", "a.example", "Brook", ""},
		{"Brook", "a.example", "Of Brook again", ""}, // counts once
		{"Dune", "b.example", "Dune", ""},            // which alone has it
		{"Dune", "a.example", "Dune", ""},
		{"Cliff", "b.example", "Index of C", ""}, // not titled with it
		{"Cliff", "b.example", "Cliff", "b.example"},
		{short, "a.example", long, ""},
	} {
		q := query.Query{ID: fmt.Sprint(i), Site: found.ofSite, Required: []query.Value{{Attribute: "name", Text: found.asked}}}
		results.AddQuery(q)
		results.Add(q, search.Result{URL: "http://" + found.site + "/" + found.title, Title: found.title})
	}
	if d := cmp.Diff(map[string]int{"a.example": 3, "b.example": 2}, Reached(results, entities)); d != "" {
		t.Error(d)
	}
	sources := []catalog.Source{{Site: "a.example", Support: 5}, {Site: "b.example", Support: 1}, {Site: "c.example", Support: 3}}
	for i, s := range WithReached(sources, map[string]int{"a.example": 2, "b.example": 2}) {
		if want := []int{5, 2, 3}[i]; s.Support != want {
			t.Errorf("support of %s %d, want %d", s.Site, s.Support, want)
		}
	}
}
