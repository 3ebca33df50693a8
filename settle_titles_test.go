package verde

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"verde/catalog"
	"verde/evidence"
	"verde/known"
	"verde/page"
	"verde/pageeval"
	"verde/query"
	"verde/record"
	"verde/search"
)

// almanac is a site with a page for each of many towns, which tells of it in sentences
// and names its county otherwise than others do, or, if it is a diary, of the weather there.
type almanac struct{ diary bool }

// town is the i-th of the towns.
func town(i int) string {
	return []string{"Ash", "Bel", "Cor", "Dun", "Elm", "Fen"}[i%6] + []string{"ford", "wick", "ton", "by", "mouth", "ham"}[i/6]
}

const towns = 36

// factsOf are a town's county, river and mayor.
func factsOf(i int) (county, river, mayor string) {
	return []string{"Westmark", "Eastmark", "Midmark"}[i%3], []string{"Lorn", "Tavy", "Wend", "Yarro"}[i%4], []string{"Ada Holt", "Ben Kerr", "Cleo Moss", "Dan Noor", "Eve Oram"}[i%5]
}

func (a almanac) Fetch(_ context.Context, url string) (*page.Page, error) {
	at, body := strings.TrimPrefix(url, "http://almanac.example/"), ""
	if at == "" {
		for i := range towns {
			body += fmt.Sprintf("<li><a href=/town/%s>%s</a></li>", town(i), town(i))
		}
		return &page.Page{URL: url, Requested: url, Status: 200, ContentType: "text/html", Body: []byte("<title>Almanac</title><ul>" + body + "</ul>")}, nil
	}
	for i := range towns {
		if at != "town/"+town(i) {
			continue
		}
		county, river, mayor := factsOf(i)
		body = fmt.Sprintf("<p>The town lies in the %s, on the banks of the river %s.</p><p>Since the last election its mayor is %s, who lives there.</p>", map[string]string{"Westmark": "west", "Eastmark": "east", "Midmark": "middle of the land"}[county], river, mayor)
		if a.diary {
			body = fmt.Sprintf("<p>We came to %s in the rain, and it rained for %d days until we left again with wet shoes.</p>", town(i), i)
		}
		body = fmt.Sprintf("<title>%[1]s - Almanac</title><h1>%[1]s</h1><article>%[2]s</article><a href=/>Almanac</a>", town(i), body)
		return &page.Page{URL: url, Requested: url, Status: 200, ContentType: "text/html", Body: []byte(body)}, nil
	}
	return nil, &page.Error{URL: url, Reason: page.Status, Status: 404}
}

// A site to which many queries lead, each to a page named so, is read on trial though its pages look like prose,
// and doubtful where that tells nothing.
func TestSettleByTitles(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long under the race detector")
	}
	t.Parallel()
	classifier, err := pageeval.Default()
	if err != nil {
		t.Fatal(err)
	}
	entities := known.New(query.Profile{Identifier: "name", Attributes: []query.Attribute{{Name: "county"}, {Name: "river"}, {Name: "mayor"}}})
	var records []record.Record
	results := new(evidence.Results)
	for i := range towns {
		county, river, mayor := factsOf(i)
		records = append(records, record.FromTexts("http://a.example/"+town(i), map[string][]string{"name": {town(i)}, "county": {county}, "river": {river}, "mayor": {mayor}}))
		results.Add(query.Query{ID: town(i), Required: []query.Value{{Attribute: "name", Text: town(i)}, {Attribute: "county", Text: county}}},
			search.Result{URL: "http://almanac.example/town/" + town(i), Title: town(i) + " - Almanac"})
	}
	addTraining(t, entities, "a.example", records)
	for _, test := range []struct {
		diary bool
		state string
	}{{false, catalog.Expanded}, {true, catalog.Doubtful}} {
		cat, err := catalog.Open(t.Context(), filepath.Join(t.TempDir(), "c.sqlite"))
		if err != nil {
			t.Fatal(err)
		}
		defer cat.Close()
		x := &Explorer{Pages: almanac{test.diary}, Catalog: cat, Classifier: classifier}
		s := &settling{x: x, round: 1, candidate: evidence.Candidate{Site: "almanac.example", Support: towns, URLs: results.URLs()}, results: results,
			entities: entities, told: &judging{tell: x.tell}}
		out, err := s.settle(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if out.Source.State != test.state {
			t.Errorf("diary %t: %s (%s), %d records", test.diary, out.Source.State, out.Source.Reason, len(out.Records))
		}
	}
}
