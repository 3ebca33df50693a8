package verde

import (
	"fmt"
	"math"
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

func TestUnseen(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name    string
		support []int   // queries that led to each site found
		want    float64 // NaN for no estimate
	}{
		{"no site", nil, math.NaN()},
		{"all found many times", []int{7, 10, 16, 24}, 0},
		{"too few", []int{7, 10, 16}, math.NaN()},
		{"none twice", []int{3, 3, 9, 9}, 0},
		{"one twice, one thrice", []int{2, 3, 8, 9}, 2./3 + 2./9},
		{"one twice, none thrice", []int{2, 8, 9, 9}, 2./3 + 2./9},
		{"two twice, four thrice", []int{2, 2, 3, 3, 3, 3}, 2./3 + 1./9},
		{"three twice", []int{2, 2, 2, 9}, 6 + 6},
	} {
		sources := []catalog.Source{
			{Site: "training.example", Role: catalog.Training, State: catalog.Expanded, Support: 2},
			{Site: "refused.example", Role: catalog.Discovered, State: catalog.Refused, Support: 2},
			{Site: "later.example", Role: catalog.Discovered, State: catalog.Expanded, Support: 2, Round: 3},
		}
		for _, n := range test.support {
			sources = append(sources, catalog.Source{Role: catalog.Discovered, State: catalog.Expanded, Support: n, Round: 2})
		}
		got := unseen(foundBy(sources, 2))
		if (got == nil) != math.IsNaN(test.want) {
			t.Errorf("%s: an estimate: %v", test.name, got != nil)
		} else if got != nil && math.Abs(*got-test.want) > 1e-12 {
			t.Errorf("%s: %v, want %v", test.name, *got, test.want)
		}
	}
}

// A doubtful site may well be a source if as many queries led to it as to the median source, or its pages are data.
func TestKeptApart(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		what                    string
		state                   string
		support, data, of, want int
	}{
		{"as many queries", catalog.Doubtful, 9, 0, 6, 1},
		{"fewer queries", catalog.Doubtful, 8, 1, 6, 0},
		{"fewer queries, data", catalog.Doubtful, 8, 2, 4, 1},
		{"one page of data", catalog.Doubtful, 8, 1, 1, 0},
		{"refused", catalog.Refused, 30, 3, 3, 0},
	} {
		sources := append(found(3, 7, 9, 20), catalog.Source{Role: catalog.Discovered, State: c.state, Support: c.support, SemiStructured: c.data, Evaluated: c.of})
		if got := keptApart(sources); got != c.want {
			t.Errorf("%s: %d, want %d", c.what, got, c.want)
		}
		if _, missing, _ := estimate(sources); math.Abs(*missing-(apartAreSources*float64(c.want)+4*refusedOfFound)) > 1e-9 {
			t.Errorf("%s: %v are missing", c.what, *missing)
		}
	}
}

// What is read in vain is named where it may be a source all the same.
func TestReadInVain(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		data, of int
		why      string
		tried    bool
		want     string
	}{
		{3, 3, known.NamesAlone, false, catalog.Doubtful}, // in another language
		{2, 12, known.NamesAlone, false, catalog.Refused}, // a forum
		{1, 1, known.NamesAlone, false, catalog.Refused},
		{0, 6, "lists", false, catalog.Doubtful},
		{0, 6, "lists", true, catalog.Refused},
	} {
		if got := readInVain(catalog.Source{SemiStructured: c.data, Evaluated: c.of}, c.why, c.tried); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

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
		addTraining(t, entities, site, records)
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
	if d := cmp.Diff(map[string]int{"a.example": 3, "b.example": 2}, reached(results, entities)); d != "" {
		t.Error(d)
	}
	sources := []catalog.Source{{Site: "a.example", Support: 5}, {Site: "b.example", Support: 1}, {Site: "c.example", Support: 3}}
	for i, s := range reachedBy(sources, map[string]int{"a.example": 2, "b.example": 2}) {
		if want := []int{5, 2, 3}[i]; s.Support != want {
			t.Errorf("support of %s %d, want %d", s.Site, s.Support, want)
		}
	}
}

// The quantiles are those of tables of the Poisson distribution.
func TestPoissonQuantile(t *testing.T) {
	t.Parallel()
	for mean, want := range map[float64]float64{0: 0, 0.05: 0, 0.5: 2, 1: 3, 3: 6} {
		if got := poissonQuantile(mean, 0.95); got != want {
			t.Errorf("mean %v: %v, want %v", mean, got, want)
		}
	}
}
