package verde

import (
	"strings"
	"testing"

	"verde/catalog"
	"verde/evidence"
	"verde/known"
	"verde/query"
	"verde/search"
	"verde/vertical"
)

// A round asks by names alone once no site was found, or most queries led nowhere.
func TestAsksSimply(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		rounds []RoundReport
		want   bool
	}{
		"the first round":                  {nil, false},
		"sites found, queries led there":   {[]RoundReport{{Round: 1, Led: 30, Elsewhere: 20, Accepted: 3}}, false},
		"nothing found":                    {[]RoundReport{{Round: 1, Led: 30, Elsewhere: 20}}, true},
		"found, but half led nowhere":      {[]RoundReport{{Round: 1, Led: 30, Elsewhere: 15, Accepted: 1}}, true},
		"found before, and nothing more":   {[]RoundReport{{Round: 1, Led: 30, Elsewhere: 3, Accepted: 1}, {Round: 2, Led: 30, Elsewhere: 20}}, true},
		"found again, and they lead":       {[]RoundReport{{Round: 1, Led: 30, Elsewhere: 3, Accepted: 1}, {Round: 2, Led: 30, Elsewhere: 20, Accepted: 1}}, false},
		"the engine answers nothing":       {[]RoundReport{{Round: 1, Failed: 30}}, false},
		"all that was asked had no result": {[]RoundReport{{Round: 1, Empty: 30}}, false},
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
	got := neverBack([]RoundReport{
		{Attributes: map[string]Tried{"reviewer": {6, 0}, "author": {10, 1}, "price": {9, 0}}},
		{Attributes: map[string]Tried{"reviewer": {4, 0}, "author": {10, 0}}},
	})
	if len(got) != 1 || !got["reviewer"] {
		t.Errorf("%v", got)
	}
}

func TestElsewhere(t *testing.T) {
	t.Parallel()
	results := new(evidence.Results)
	var queries []query.Query
	for _, line := range []string{"home: http://known.example/1", "other: http://new.example/1", "both: http://known.example/1 http://also.example/2",
		"found again: http://known.example/1 http://known.example/2", "nothing:", "of one site: http://new.example/3",
		"news: http://new.example/4 http://news.example/5", "prose: http://new.example/6"} {
		id, urls, _ := strings.Cut(line, ":")
		q := query.Query{ID: id, Required: []query.Value{{Attribute: "name", Text: id}, {Attribute: "author", Text: "x"}}}
		if id == "other" {
			q.OneOf = []query.Value{{Attribute: "price", Text: "y"}, {Attribute: "price", Text: "z"}}
		}
		if id == "of one site" {
			q.Site = "new.example"
		}
		queries = append(queries, q)
		results.AddQuery(q)
		for url := range strings.FieldsSeq(urls) {
			title := "" // nobody knows
			switch id {
			case "news":
				title = "What happened today"
			case "prose": // longer than a title that is kept
				title = strings.Repeat("What happened today. ", 20)
			case "both":
				title = "Both | A Site"
			}
			results.Add(q, search.Result{URL: url, Title: title})
		}
	}
	known := func(site string) bool { return site != "new.example" }
	var r RoundReport
	r.countElsewhere(queries, results, known)
	if r.Elsewhere != 2 || len(r.Attributes) != 2 || r.Attributes["author"] != (Tried{6, 2}) || r.Attributes["price"] != (Tried{1, 1}) {
		t.Errorf("%d queries led elsewhere, with attributes %v", r.Elsewhere, r.Attributes)
	}
}
