package verde

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"verde/catalog"
	"verde/estimate"
	"verde/known"
	"verde/page"
	"verde/query"
	"verde/record"
	"verde/values"
	"verde/vertical"
)

// A site is read again from what results lead to, if that is not one page alone, and from all that its search names; what it was read from is not taken again.
func TestFurtherSamples(t *testing.T) {
	t.Parallel()
	missing := map[string]string{}
	for i := range 20 {
		missing[fmt.Sprintf("mill %02d", i)] = fmt.Sprintf("http://mills.example/%02d", i)
	}
	for what, c := range map[string]struct {
		first firstReading
		want  string
	}{
		"nothing":               {firstReading{missed: &estimate.Recapture{}}, ""},
		"one page":              {firstReading{missed: &estimate.Recapture{Missing: map[string]string{"a": "/a"}}}, ""},
		"two":                   {firstReading{missed: &estimate.Recapture{Missing: map[string]string{"a": "/a", "b": "/b"}}}, "/a /b"},
		"two, of which one was": {firstReading{source: catalog.Source{Samples: []string{"/a"}}, missed: &estimate.Recapture{Missing: map[string]string{"a": "/a", "b": "/b"}}}, ""},
		"the search names one":  {firstReading{missed: &estimate.Recapture{}, further: []string{"/c"}}, "/c"},
		"both name some":        {firstReading{missed: &estimate.Recapture{Missing: map[string]string{"a": "/a", "b": "/b"}}, further: []string{"/b", "/c"}}, "/a /b /c"},
		"some of many, evenly":  {firstReading{missed: &estimate.Recapture{Missing: missing}}, "http://mills.example/00 http://mills.example/03 http://mills.example/06 http://mills.example/10 http://mills.example/13 http://mills.example/16"},
		"the samples are named": {firstReading{source: catalog.Source{Samples: []string{"/c"}}, missed: &estimate.Recapture{}, further: []string{"/c"}}, ""},
	} {
		if got := strings.Join(c.first.samples(), " "); got != c.want {
			t.Errorf("%s: %s, want %s", what, got, c.want)
		}
	}
}

// halves is a site in two parts that no link joins; the second may be about something else than towns.
type halves struct {
	other   bool
	fetched int
}

func (h *halves) Fetch(_ context.Context, url string) (*page.Page, error) {
	h.fetched++
	at := strings.TrimPrefix(url, "http://halves.example/")
	if folder := strings.TrimSuffix(at, "/"); folder == "north" || folder == "south" {
		list := ""
		for i := range towns {
			if partOf(i) == folder {
				list += fmt.Sprintf("<li><a href=/%s/%s>%s</a></li>", folder, town(i), town(i))
			}
		}
		return &page.Page{URL: url, Requested: url, Status: 200, ContentType: "text/html", Body: []byte("<title>Halves</title><ul>" + list + "</ul>")}, nil
	}
	for i := range towns {
		if at != partOf(i)+"/"+town(i) {
			continue
		}
		county, river, mayor := factsOf(i)
		body := fmt.Sprintf("<title>%[1]s - Halves</title><h1>%[1]s</h1><table><tr><th>County<td>%[2]s<tr><th>River<td>%[3]s<tr><th>Mayor<td>%[4]s</table><a href=/%[5]s/>All</a>", town(i), county, river, mayor, partOf(i))
		if h.other && partOf(i) == "south" {
			body = fmt.Sprintf("<title>%[1]s - Halves</title><h2>Weather of %[1]s</h2><p>It rained for %[2]d days.</p><a href=/%[3]s/>All</a>", town(i), i, partOf(i))
		}
		return &page.Page{URL: url, Requested: url, Status: 200, ContentType: "text/html", Body: []byte(body)}, nil
	}
	return nil, &page.Error{URL: url, Reason: page.Status, Status: 404}
}

// partOf is the part of the site that has a town.
func partOf(i int) string { return []string{"north", "south"}[i%2] }

// When a round ends, a site of whose other part results name pages is read again from some of these; where the run is stopped before the round is closed, nothing is
// read once more. If those are of another kind, what was read stays, with the doubt, and the site is not searched again for the same results.
func TestReadAgainOnce(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		other          bool
		records, doubt int
	}{{false, towns, 0}, {true, towns / 2, 1}} {
		web := &halves{other: c.other}
		cat, err := catalog.Open(t.Context(), filepath.Join(t.TempDir(), "c.sqlite"))
		if err != nil {
			t.Fatal(err)
		}
		defer cat.Close()
		v := new(vertical.Vertical)
		x := &Explorer{Pages: web, Catalog: cat}
		entities := known.New(query.Profile{Identifier: "name", Attributes: []query.Attribute{{Name: "county"}, {Name: "river"}, {Name: "mayor"}}})
		var list []record.Record
		missing := map[string]string{}
		for i := range towns {
			county, river, mayor := factsOf(i)
			list = append(list, record.FromTexts("http://a.example/"+town(i), map[string][]string{"name": {town(i)}, "county": {county}, "river": {river}, "mayor": {mayor}}))
			if partOf(i) == "south" {
				missing[values.Fold(town(i))] = "http://halves.example/south/" + town(i)
			}
		}
		addTraining(t, entities, "a.example", list)
		x.common = &shared{round: 2, vertical: v, entities: entities, queries: map[string]query.Query{}, told: &judging{tell: x.tell}}
		src := catalog.Source{Site: "halves.example", Role: catalog.Discovered, Round: 1, State: catalog.Expanded, Samples: []string{"http://halves.example/north/" + town(0), "http://halves.example/north/" + town(2)}}
		h, err := x.reader().Site(t.Context(), src.Site, src.Samples, true)
		if err != nil || len(h.Records) != towns/2 {
			t.Fatalf("%d records: %v", len(h.Records), err)
		}
		src.Attributes = entities.NameColumns(h.Records, nil)
		if err := cat.OpenRound(t.Context(), catalog.Round{Round: 1}, []catalog.Candidate{{Round: 1, Site: src.Site, Body: []byte("{}")}}); err != nil {
			t.Fatal(err)
		}
		if err := cat.PutSettled(t.Context(), 1, catalog.Settled{Source: src, Pages: h.Pages, Records: h.Records, Report: []byte(`{"accepted":true}`)}); err != nil {
			t.Fatal(err)
		}
		var print string
		for again := range 2 { // the second time is that of a process that goes on after the first was killed
			web.fetched = 0
			if err := x.readAgain(t.Context(), v, 2, map[string]estimate.Recapture{src.Site: {Named: towns, Missing: maps.Clone(missing)}}); err != nil {
				t.Fatal(err)
			}
			now, err := cat.Fingerprint(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if again > 0 && (now != print || web.fetched > 0) {
				t.Errorf("other %t: gone on with, %d pages were fetched, the same catalog %t", c.other, web.fetched, now == print)
			}
			if print = now; again == 0 && web.fetched == 0 {
				t.Errorf("other %t: not read again", c.other)
			}
		}
		got, _, err := cat.Source(t.Context(), src.Site)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, err := range cat.Records(t.Context(), src.Site) {
			if n++; err != nil {
				t.Fatal(err)
			}
		}
		if n != c.records || len(got.Doubts) != c.doubt {
			t.Errorf("other %t: %d records, doubts %v", c.other, n, got.Doubts)
		}
	}
}
