package verde

import (
	"strings"
	"testing"

	"verde/catalog"
	"verde/evidence"
	"verde/known"
	"verde/query"
	"verde/report"
	"verde/search"
	"verde/vertical"
)

// A round asks by names alone once no site was found, or most queries led nowhere.
func TestAsksSimply(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		rounds []report.Round
		want   bool
	}{
		"the first round":                  {nil, false},
		"sites found, queries led there":   {[]report.Round{{Round: 1, Led: 30, Elsewhere: 20, Accepted: 3}}, false},
		"nothing found":                    {[]report.Round{{Round: 1, Led: 30, Elsewhere: 20}}, true},
		"found, but half led nowhere":      {[]report.Round{{Round: 1, Led: 30, Elsewhere: 15, Accepted: 1}}, true},
		"found before, and nothing more":   {[]report.Round{{Round: 1, Led: 30, Elsewhere: 3, Accepted: 1}, {Round: 2, Led: 30, Elsewhere: 20}}, true},
		"found again, and they lead":       {[]report.Round{{Round: 1, Led: 30, Elsewhere: 3, Accepted: 1}, {Round: 2, Led: 30, Elsewhere: 20, Accepted: 1}}, false},
		"the engine answers nothing":       {[]report.Round{{Round: 1, Failed: 30}}, false},
		"all that was asked had no result": {[]report.Round{{Round: 1, Empty: 30}}, false},
	} {
		if got := asksSimply(c.rounds, len(c.rounds)+1); got != c.want {
			t.Errorf("%s: %v", what, got)
		}
	}
}

// A list of entities is taken from the site that most of its queries lead to, while no other is known.
func TestNotNew(t *testing.T) {
	t.Parallel()
	results := new(evidence.Results)
	for id, urls := range map[string]string{"a": "http://home.example/1 http://new.example/1", "b": "http://home.example/2"} {
		q := query.Query{ID: id, Required: []query.Value{{Attribute: "name", Text: id}}}
		results.AddQuery(q)
		for url := range strings.FieldsSeq(urls) {
			results.Add(q, search.Result{URL: url, Title: id})
		}
	}
	for _, c := range []struct {
		site  string
		round int
		home  bool
	}{{catalog.ListSite, 1, true}, {catalog.ListSite, 2, false}, {"start.example", 1, false}} {
		from := notNew(&vertical.Vertical{Site: c.site}, c.round, results, known.New(query.Profile{}))
		if from("home.example") != c.home || from("new.example") {
			t.Errorf("%+v: home %v, new %v", c, from("home.example"), from("new.example"))
		}
	}
}

// An attribute loses its turn once enough queries with it led nowhere.
func TestNeverBack(t *testing.T) {
	t.Parallel()
	got := neverBack([]report.Round{
		{Attributes: map[string]report.Tried{"reviewer": {Asked: 6}, "author": {Asked: 10, Elsewhere: 1}, "price": {Asked: 9}}},
		{Attributes: map[string]report.Tried{"reviewer": {Asked: 4}, "author": {Asked: 10}}},
	}, func(r report.Round) map[string]report.Tried { return r.Attributes })
	if len(got) != 1 || !got["reviewer"] {
		t.Errorf("%v", got)
	}
}
