package answer

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	strict "github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"verde/search"
)

func TestParse(t *testing.T) {
	t.Parallel()
	results := func(engine, query string, page, first int) []search.Result {
		r := []search.Result{
			{URL: "http://a.org/1", Title: "A", Snippet: "s", Engine: engine, Query: query, Page: page},
			{URL: "http://a.org/2", Engine: engine, Query: query, Page: page},
		}
		if first > 0 {
			r[0].Rank, r[1].Rank = first, first+1
		}
		return r
	}
	for name, test := range map[string]struct {
		data string
		want Page
	}{
		"searxng": {`{"query":"q","number_of_results":0,"results":[{"url":"http://a.org/1","title":"A","content":"s","engine":"bing"},{"url":"http://a.org/2"}],"unresponsive_engines":[["brave","timeout"]]}`,
			Page{Service: SearXNG, Query: "q", Results: results("searxng", "q", 0, 0), Missing: []string{"brave: timeout"}}},
		"searxng, nothing": {`{"query":"q","results":[]}`, Page{Service: SearXNG, Query: "q", Results: []search.Result{}, Guessed: true}},
		"bing": {`{"_type":"SearchResponse","queryContext":{"originalQuery":"q"},"webPages":{"totalEstimatedMatches":2,"value":[{"url":"http://a.org/1","name":"A","snippet":"s"},{"url":"http://a.org/2"}]}}`,
			Page{Service: Bing, Query: "q", Results: results("bing", "q", 0, 0)}},
		"bing, nothing": {`{"queryContext":{"originalQuery":"q"}}`, Page{Service: Bing, Query: "q", Results: []search.Result{}}},
		"brave": {`{"type":"search","query":{"original":"q","more_results_available":false},"web":{"type":"search","results":[{"url":"http://a.org/1","title":"A","description":"s"},{"url":"http://a.org/2"}]}}`,
			Page{Service: Brave, Query: "q", Results: results("brave", "q", 0, 0), Last: true}},
		"brave, nothing": {`{"type":"search","query":{"original":"q"}}`, Page{Service: Brave, Query: "q", Results: []search.Result{}, Last: true}},
		"google": {`{"kind":"customsearch#search","queries":{"request":[{"searchTerms":"q","startIndex":11}],"nextPage":[{}]},"items":[{"link":"http://a.org/1","title":"A","snippet":"s"},{"link":"http://a.org/2"}]}`,
			Page{Service: Google, Query: "q", First: 11, Results: results("google", "q", 0, 11)}},
		"google, nothing": {`{"queries":{"request":[{"searchTerms":"q"}]}}`, Page{Service: Google, Query: "q", Results: []search.Result{}, Last: true}},
		"serpapi": {`{"search_metadata":{"status":"Success"},"search_parameters":{"q":"q","start":10},"organic_results":[{"position":1,"link":"http://a.org/1","title":"A","snippet":"s"},{"position":2,"link":"http://a.org/2"}],"serpapi_pagination":{"next":"http://s"}}`,
			Page{Service: SerpAPI, Query: "q", First: 11, Results: results("serpapi", "q", 0, 11)}},
		"serpapi, nothing": {`{"search_parameters":{"q":"q"},"error":"Google hasn't returned any results for this query."}`,
			Page{Service: SerpAPI, Query: "q", Results: []search.Result{}, Last: true}},
		"serper": {`{"searchParameters":{"q":"q","page":2},"organic":[{"position":1,"link":"http://a.org/1","title":"A","snippet":"s"},{"link":"http://a.org/2"}],"credits":1}`,
			Page{Service: Serper, Query: "q", Number: 2, Results: results("serper", "q", 2, 0)}},
		"elasticsearch": {`{"took":1,"timed_out":true,"_shards":{"total":2,"failed":1},"hits":{"total":{"value":2},"hits":[{"_id":"1","_source":{"url":"http://a.org/1","title":"A","text":"s"}},{"_source":{"url":"http://a.org/2"}}]}}`,
			Page{Service: Elasticsearch, Results: results("elasticsearch", "", 0, 0), Missing: []string{"timed out", "1 shards failed"}}},
		"verde": {`{"query":"q","query_id":"i","engine":"searxng","rank":3,"url":"http://a.org/1","title":"A","page":1}`,
			Page{Query: "q", QueryID: "i", Number: 1, Results: []search.Result{{Query: "q", QueryID: "i", Engine: "searxng", Rank: 3, URL: "http://a.org/1", Title: "A", Page: 1}}}},
		"ddgs":               {`{"title":"A","href":"http://a.org/1","body":"s"}`, Page{Results: []search.Result{{URL: "http://a.org/1", Title: "A", Snippet: "s"}}}},
		"members of no type": {`{"rank":"3","title":["A"],"url":"http://a.org/1"}`, Page{Results: []search.Result{{URL: "http://a.org/1"}}}},
		"without URLs":       {`{"results":[{"title":"A"},{"url":" "},{"url":"` + strings.Repeat("x", search.MaxURL+1) + `"}]}`, Page{Service: SearXNG, Results: []search.Result{}, Dropped: 3, Guessed: true}},
		"google's error":     {`{"error":{"code":429,"message":"Quota exceeded","errors":[]}}`, Page{Failure: "Quota exceeded"}},
		"serpapi's error":    {`{"error":"Invalid API key."}`, Page{Failure: "Invalid API key."}},
		"serper's error":     {`{"message":"Not enough credits","statusCode":400}`, Page{Failure: "Not enough credits"}},
		"brave's error":      {`{"type":"ErrorResponse","error":{"status":429,"code":"RATE_LIMITED","detail":"too many"}}`, Page{Failure: "too many"}},
		"opensearch's error": {`{"error":{"root_cause":[],"type":"x","reason":"no such index"},"status":404}`, Page{Failure: "no such index"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := Parse([]byte(test.data))
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(&test.want, got); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
	for _, data := range []string{
		`{"query":"q"}`, `{}`, `{"url":5}`,
		// Lists of others under the names that those known have: not an empty answer.
		`{"hits":[{"url":"http://a.org/1"}]}`, `{"hits":{"total":1}}`, `{"results":{"web":[{"url":"http://a.org/1"}]}}`, `{"web":[{"url":"http://a.org/1"}]}`,
		`{"webPages":[{"url":"http://a.org/1"}]}`, `{"items":{"a":1}}`, `{"organic":"none"}`, `{"organic_results":{}}`,
	} {
		if _, err := Parse([]byte(data)); !errors.Is(err, ErrUnknown) {
			t.Errorf("%s: error %v, want ErrUnknown", data, err)
		}
	}
	if _, err := Parse([]byte(`{"results":[`)); err == nil || errors.Is(err, ErrUnknown) {
		t.Errorf("torn: error %v", err)
	}
}

// What the strict decoder takes, the lenient one reads alike.
func FuzzDecode(f *testing.F) {
	for _, data := range []string{
		`{"Query":"q","QUERY_ID":"i","queryid":"j","rank":3,"URL":"http://a.org/1","fetched_at":"2026-01-02T03:04:05.5+01:00","page":null}`,
		`{"query":{"original":"\u00e9\ud83d\ude00"},"web":{"results":[{"url":"u","Description":"d"}]},"type":"search"}`,
		`{"search_parameters":{"q":"a","start":"10"},"searchParameters":{"q":"b","page":2},"organic":null,"organic_results":[]}`,
		`{"hits":{"hits":[{"_source":{"url":"u"}}]},"_shards":{"failed":1},"timed_out":true,"error":null,"unresponsive_engines":[["a",null]]}`,
		`{"url":"a","url":"b"}`, "{\"title\":\"\xff\"}", `{"rank":1e2}`, `{"rank":01}`, `{"queries":{"request":[{"startIndex":1}],"nextPage":[1,"x",{}]}}`, `{"fetched_at":"today"}`,
	} {
		f.Add([]byte(data))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var fast, slow response
		if strict.Unmarshal(data, &fast, likeLenient) != nil {
			return
		}
		if err := json.Unmarshal(data, &slow); err != nil {
			t.Fatalf("%q: refused by the lenient decoder alone: %v", data, err)
		}
		if d := cmp.Diff(slow, fast, cmpopts.EquateEmpty()); d != "" {
			t.Fatalf("%q (-lenient +strict):\n%s", data, d)
		}
	})
}

// Whatever a service sends, results are within the bounds.
func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"results":[{"url":"http://a.org/1"}],"unresponsive_engines":[["a"]]}`))
	f.Add([]byte(`{"hits":{"hits":[{"_source":{"url":"http://a.org/1"}}]}}`))
	f.Add([]byte(`{"search_parameters":{"q":"q","start":"10"},"error":{"code":1}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := Parse(data)
		if err != nil {
			return
		}
		for _, r := range p.Results {
			if r.URL == "" || len(r.URL) > search.MaxURL || len(r.Title) > search.MaxText || len(r.Snippet) > search.MaxText {
				t.Fatalf("%+v", r)
			}
			if _, err := json.Marshal(r); err != nil && r.FetchedAt.IsZero() {
				t.Fatal(err)
			}
		}
	})
}
