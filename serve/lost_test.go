package serve

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"verde/catalog"
	"verde/outcome"
	"verde/query"
	"verde/search"
)

// Each URL that is lost is listed with its reason, in pages, for people and programs.
func TestLost(t *testing.T) {
	t.Parallel()
	s := server(t, Options{})
	c := s.all()[0].catalog
	const hostile = "<script>alert(1)</script>"
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	at := func(site string) string { return "http://" + site + ".example/1" }
	var results []search.Result
	for i, site := range []string{"none", "cluster", "gone", "other", "prose", "data"} {
		results = append(results, search.Result{URL: at(site), Rank: i + 1})
	}
	check(c.AddQueries(t.Context(), 2, "", []query.Query{{ID: "q9", Required: []query.Value{{Text: "x"}}}}))
	check(c.PutAnswer(t.Context(), "q9", "engine", results, true))
	check(c.PutVerdict(t.Context(), catalog.Verdict{URL: at("gone"), QueryID: "q9", Reason: "status 500"}, catalog.Verdict{URL: at("other"), QueryID: "q9"},
		catalog.Verdict{URL: at("prose"), QueryID: "q9", Matched: true, Probability: .25}, catalog.Verdict{URL: at("data"), QueryID: "q9", Matched: true, SemiStructured: true}))
	check(c.OpenRound(t.Context(), catalog.Round{Round: 2, Report: json.RawMessage(`{"round":2}`)}, []catalog.Candidate{
		{Round: 2, Site: "cluster.example", Body: fmt.Appendf(nil, `{"leads":[{"url":%q}]}`, at("cluster"))}, {Round: 2, Site: "data.example", Body: []byte("{}")}, {Round: 2, Site: "wide.example", Body: []byte("{}")}}))
	check(c.PutSettled(t.Context(), 2, catalog.Settled{Source: catalog.Source{Site: "data.example", Role: catalog.Discovered, State: catalog.Refused, Reason: hostile}}))
	wide := catalog.Settled{Source: catalog.Source{Site: "wide.example", Role: catalog.Discovered, State: catalog.Expanded}, Pages: []catalog.Page{{URL: at("wide"), Status: "fetched"}, {URL: at("wide") + "2", Status: "timeout"}}}
	for i := range 230 {
		wide.LeftOut = append(wide.LeftOut, catalog.LeftOut{URL: fmt.Sprintf("http://wide.example/%03d", i), Reason: "below threshold"})
	}
	check(c.PutSettled(t.Context(), 2, wide))

	lost := func(query string) (list apiLossList) {
		t.Helper()
		w := get(s, "/api/v1/runs/books%20&%20more/lost?"+query)
		if err := json.Unmarshal(w.Body.Bytes(), &list); err != nil || w.Code != http.StatusOK {
			t.Fatalf("%s: %d, %v", query, w.Code, err)
		}
		return list
	}
	got := make(map[string]string)
	for _, x := range lost("at=results").URLs {
		got[x.URL] = x.Reason + "; " + x.Detail
	}
	for site, want := range map[string]string{"none": outcome.Unclustered + "; ", "cluster": outcome.Unjudged + "; ", "gone": outcome.Undownloaded + "; status 500",
		"other": outcome.Unmatched + "; ", "prose": outcome.Prose + "; probability of data 0.25", "data": outcome.SiteRefused + "; " + hostile} {
		if got[at(site)] != want {
			t.Errorf("%s: %q, want %q", site, got[at(site)], want)
		}
	}
	if l := lost("at=expansion&site=wide.example&offset=225"); l.All != 230 || len(l.URLs) != 5 || l.URLs[0].URL != "http://wide.example/225" || l.Counts["below threshold"] != 230 {
		t.Errorf("left out: %+v", l)
	}
	if l := lost("at=pages&reason=timeout"); l.All != 1 || len(l.URLs) != 1 || l.URLs[0].URL != at("wide")+"2" {
		t.Errorf("not read: %+v", l)
	}
	if l := lost("at=results&reason=" + url.QueryEscape(outcome.Prose)); l.All != 1 || l.Counts[outcome.Undownloaded] != 1 {
		t.Errorf("of one reason: %+v", l)
	}

	// A person comes from the funnel to all of them, page by page.
	address, n := "", 0
	for _, link := range links(t, get(s, "/runs/books%20&%20more/").Body.String()) {
		if strings.Contains(link, "in+no+cluster") || strings.Contains(link, "at=results") && strings.Contains(link, "cluster") {
			address = link
		}
	}
	if address == "" {
		t.Error("the funnel does not lead to the results that were lost")
	}
	for address = "/runs/books%20&%20more/lost?at=expansion&reason=below+threshold"; address != ""; n++ {
		w := get(s, address)
		safe(t, w.Body.String())
		if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), fmt.Sprintf("/%03d<", 100*n)) {
			t.Fatalf("%s: %d: %s", address, w.Code, w.Body)
		}
		address = ""
		if _, rest, more := strings.Cut(w.Body.String(), `rel="next" href="`); more {
			address, _, _ = strings.Cut(rest, `"`)
			address = html.UnescapeString(address)
		}
	}
	if n != 3 {
		t.Errorf("230 URLs on %d pages", n)
	}
	if w := get(s, "/runs/books%20&%20more/lost?at=results"); !strings.Contains(w.Body.String(), "&lt;script&gt;") && !strings.Contains(w.Body.String(), "alert(1)") {
		t.Error("the reason of a refusal is not told")
	} else {
		safe(t, w.Body.String())
	}
	if w := get(s, "/runs/books%20&%20more/lost?at=x"); w.Code != http.StatusBadRequest {
		t.Errorf("a step that there is not: %d", w.Code)
	}
}
