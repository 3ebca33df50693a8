package judge

import (
	"testing"

	"verde/catalog"
	"verde/evidence"
	"verde/pageeval"
	"verde/query"
	"verde/search"
)

// A page that a name alone led to is worth reading if it is named so, and no proof
// however it looks, unless it shows what else is known; a query that requires more decides where there is one.
func TestJudgeByName(t *testing.T) {
	t.Parallel()
	c, err := pageeval.Default()
	if err != nil {
		t.Fatal(err)
	}
	name := query.Query{ID: "name", Required: []query.Value{{Attribute: "name", Text: "Emma"}}}
	known := query.Query{ID: "known", Required: name.Required, Optional: []query.Value{{Attribute: "year", Text: "1999"}}}
	both := query.Query{ID: "both", Required: []query.Value{{Attribute: "name", Text: "Emma"}, {Attribute: "author", Text: "x"}}}
	prose := query.Query{ID: "prose", Required: []query.Value{{Attribute: "name", Text: "Dracula"}}}
	for what, test := range map[string]struct {
		url         string
		queries     []query.Query
		probability func(p float64) bool
		data        bool
	}{
		"named so":                     {"http://s.example/data/Emma", []query.Query{name}, func(p float64) bool { return p >= pageeval.Threshold }, false},
		"prose under the name":         {"http://s.example/review/Emma", []query.Query{name}, func(p float64) bool { return p == openQuestion }, false},
		"named so, with what is known": {"http://s.example/data/Emma", []query.Query{known}, func(p float64) bool { return p >= pageeval.Threshold }, true},
		"named otherwise":              {"http://s.example/blog/Emma", []query.Query{name}, func(p float64) bool { return p == 0 }, false},
		"named otherwise, stating it":  {"http://s.example/foreign/Emma", []query.Query{name}, func(p float64) bool { return p == openQuestion }, false},
		"another's in prose, first":    {"http://s.example/foreign/Emma", []query.Query{prose, name}, func(p float64) bool { return p == openQuestion }, false},
		"named so, with an author":     {"http://s.example/data/Emma", []query.Query{name, both}, func(p float64) bool { return p >= pageeval.Threshold }, true},
		"prose beside what is asked":   {"http://s.example/blog/Emma", []query.Query{both, name}, func(p float64) bool { return p < openQuestion }, false},
		"the author first, then that":  {"http://s.example/data/Emma", []query.Query{both, name}, func(p float64) bool { return p >= pageeval.Threshold }, true},
	} {
		results := new(evidence.Results)
		for _, q := range test.queries {
			results.Add(q, search.Result{URL: test.url})
		}
		in := &inspection{Judge: Judge{Pages: shelves{}, Classifier: c}.withDefaults(), results: results, judged: map[string]PageJudgement{}}
		got, err := in.evaluate(t.Context(), PageJudgement{Verdict: catalog.Verdict{URL: test.url}})
		if err != nil {
			t.Fatal(err)
		}
		if !got.Matched || got.SemiStructured != test.data || !test.probability(got.Probability) {
			t.Errorf("%s: %+v", what, got.Verdict)
		}
	}
}

// Once pages titled with what was asked for may be data, pages of other shapes under other
// titles, which are lists and the like, are not looked at.
func TestListsBesideNames(t *testing.T) {
	t.Parallel()
	c, err := pageeval.Default()
	if err != nil {
		t.Fatal(err)
	}
	results := new(evidence.Results)
	for _, name := range []string{"Emma", "Dracula", "Kim"} {
		q := query.Query{ID: name, Required: []query.Value{{Attribute: "name", Text: name}}}
		results.Add(q, search.Result{URL: "http://s.example/review/" + name, Title: name})
		results.Add(q, search.Result{URL: "http://s.example/list/of/" + name, Title: "Books"})
	}
	pages := shelves{}
	got, err := Judge{Pages: pages, Classifier: c}.Site(t.Context(), evidence.Candidate{Site: "s.example", Support: 3, URLs: results.URLs()}, results, History{})
	if err != nil {
		t.Fatal(err)
	}
	if got.Source.State != catalog.Accepted || got.Downloaded != 3 || len(pages) != 3 {
		t.Errorf("%s (%s), %d pages looked at: %v", got.Source.State, got.Source.Reason, got.Downloaded, pages)
	}
}

// A page is judged by the form of the query that its titles show.
func TestQuestion(t *testing.T) {
	t.Parallel()
	value := func(s string) query.Value { return query.Value{Attribute: "a", Text: s} }
	full := query.Query{ID: "full", Required: []query.Value{value("Nokia 3310")}, Parts: []query.Value{value("3310"), value("Nokia")}, OneOf: []query.Value{value("blue")}}
	part := query.Query{ID: "part", Required: []query.Value{value("3310")}, OneOf: []query.Value{value("Nokia"), value("blue")}}
	results := new(evidence.Results)
	results.AddQuery(full)
	results.AddQuery(part)
	in := &inspection{results: results}
	for _, c := range []struct {
		id, titles             string
		required, oneOf, other int
	}{
		{"full", " nokia 3310 ", 1, 1, 0},
		{"full", " 3310 shop ", 2, 0, 1},
		{"full", " phones ", 1, 1, 0},
		{"part", " 3310 ", 1, 2, 0},
		{"part", " nokia 3310 ", 1, 0, 1}, // the maker in the heading is no second value
		{"none", " nokia 3310 ", 0, 0, 0},
	} {
		if q := in.adaptQuery(c.id, c.titles); len(q.Required) != c.required || len(q.OneOf) != c.oneOf || len(q.Optional) != c.other {
			t.Errorf("%s on%q: %+v", c.id, c.titles, q)
		}
	}
}
