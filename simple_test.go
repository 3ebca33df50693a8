package verde

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"verde/catalog"
	"verde/evidence"
	"verde/query"
	"verde/search"
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
		"found before, and they lead":      {[]RoundReport{{Round: 1, Led: 30, Elsewhere: 3, Accepted: 1}, {Round: 2, Led: 30, Elsewhere: 20}}, false},
		"the engine answers nothing":       {[]RoundReport{{Round: 1, Failed: 30}}, false},
		"all that was asked had no result": {[]RoundReport{{Round: 1, Empty: 30}}, false},
	} {
		cat, err := catalog.Open(t.Context(), filepath.Join(t.TempDir(), "c.sqlite"))
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range c.rounds {
			text, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			if err := cat.OpenRound(t.Context(), catalog.Round{Round: r.Round, Report: text, Closed: true}, nil); err != nil {
				t.Fatal(err)
			}
		}
		got, err := (&Explorer{Catalog: cat}).asksSimply(t.Context(), len(c.rounds)+1)
		if err != nil || got != c.want {
			t.Errorf("%s: %v, error %v", what, got, err)
		}
		if err := cat.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestElsewhere(t *testing.T) {
	t.Parallel()
	results := new(evidence.Results)
	var queries []query.Query
	for _, line := range []string{"home: http://known.example/1", "other: http://new.example/1", "both: http://known.example/1 http://also.example/2",
		"found again: http://known.example/1 http://known.example/2", "nothing:", "of one site: http://new.example/3"} {
		id, urls, _ := strings.Cut(line, ":")
		q := query.Query{ID: id, Required: []query.Value{{Attribute: "name", Text: id}}}
		if id == "of one site" {
			q.Site = "new.example"
		}
		queries = append(queries, q)
		results.AddQuery(q)
		for url := range strings.FieldsSeq(urls) {
			results.Add(q, search.Result{URL: url})
		}
	}
	known := func(site string) bool { return site != "new.example" }
	if got := elsewhere(queries, results, known); got != 2 {
		t.Errorf("%d queries led elsewhere, want 2", got)
	}
}
