package service

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/query"
	"verde/search"
	"verde/search/answer"
)

// answers are small answers of the services that ship, written after their
// documentation: with two results, without any, and a failure.
var answers = map[string]struct {
	query        string // that the answer repeats
	some         string
	none         string
	failure, why string // the service's own words
	last         bool   // the answer says that no page follows
	partly       string // an answer in part, and what it lacks
	lacks        []string
}{
	"searxng": {"q", `{"query":"q","number_of_results":0,"results":[{"url":"http://a.org/1","title":"A","content":"s","engine":"bing","score":1.5},{"url":"http://a.org/2"}],"answers":[],"infoboxes":[],"unresponsive_engines":[]}`,
		`{"query":"q","results":[],"infoboxes":[],"unresponsive_engines":[]}`, `{"error":"no query"}`, "no query", false,
		`{"query":"q","results":[{"url":"http://a.org/1"}],"unresponsive_engines":[["google","CAPTCHA"],["bing","timeout"]]}`, []string{"google: CAPTCHA", "bing: timeout"}},
	"brave": {"q", `{"type":"search","query":{"original":"q","more_results_available":false},"web":{"type":"search","results":[{"type":"search_result","url":"http://a.org/1","title":"A","description":"s"},{"url":"http://a.org/2"}]}}`,
		`{"type":"search","query":{"original":"q","more_results_available":false}}`, `{"type":"ErrorResponse","error":{"status":429,"code":"RATE_LIMITED","detail":"too many"}}`, "too many", true, "", nil},
	"google": {"q", `{"kind":"customsearch#search","queries":{"request":[{"searchTerms":"q","startIndex":1}]},"items":[{"link":"http://a.org/1","title":"A","snippet":"s"},{"link":"http://a.org/2"}]}`,
		`{"kind":"customsearch#search","queries":{"request":[{"searchTerms":"q"}]}}`, `{"error":{"code":429,"message":"Quota exceeded","errors":[]}}`, "Quota exceeded", true, "", nil},
	"serpapi": {"q", `{"search_metadata":{"status":"Success"},"search_parameters":{"q":"q"},"organic_results":[{"position":1,"link":"http://a.org/1","title":"A","snippet":"s"},{"link":"http://a.org/2"}],"serpapi_pagination":{"current":1}}`,
		`{"search_parameters":{"q":"q"},"error":"Google hasn't returned any results for this query."}`, `{"error":"Invalid API key."}`, "Invalid API key.", true, "", nil},
	"serper": {"q", `{"searchParameters":{"q":"q","page":1},"organic":[{"position":1,"link":"http://a.org/1","title":"A","snippet":"s"},{"link":"http://a.org/2"}],"credits":1}`,
		`{"searchParameters":{"q":"q"},"organic":[]}`, `{"message":"Not enough credits","statusCode":400}`, "Not enough credits", false, "", nil},
	"elasticsearch": {"", `{"took":1,"timed_out":false,"_shards":{"total":2,"failed":0},"hits":{"total":{"value":2},"hits":[{"_id":"1","_source":{"url":"http://a.org/1","title":"A","text":"s"}},{"_source":{"link":"http://a.org/2"}}]}}`,
		`{"took":1,"timed_out":false,"hits":{"hits":[]}}`, `{"error":{"type":"x","reason":"no such index"},"status":404}`, "no such index", false,
		`{"timed_out":true,"_shards":{"total":2,"failed":1},"hits":{"hits":[{"_source":{"url":"http://a.org/1"}}]}}`, []string{"timed_out", "_shards.failed: 1"}},
	"opensearch": {"", `{"took":1,"timed_out":false,"_shards":{"total":2,"failed":0},"hits":{"hits":[{"_source":{"url":"http://a.org/1","name":"A","body":"s"}},{"_source":{"href":"http://a.org/2"}}]}}`,
		`{"hits":{"hits":[]}}`, `{"error":{"reason":"no such index"},"status":404}`, "no such index", false, "", nil},
	"bing": {"q", `{"_type":"SearchResponse","queryContext":{"originalQuery":"q"},"webPages":{"value":[{"url":"http://a.org/1","name":"A","snippet":"s"},{"url":"http://a.org/2"}]}}`,
		`{"queryContext":{"originalQuery":"q"}}`, `{"error":{"code":"401","message":"Access denied"}}`, "Access denied", false, "", nil},
	"tavily": {"q", `{"query":"q","follow_up_questions":null,"answer":null,"images":[],"results":[{"url":"http://a.org/1","title":"A","content":"s","score":0.9,"raw_content":null},{"url":"http://a.org/2"}],"response_time":1.67,"request_id":"1"}`,
		`{"query":"q","results":[],"response_time":1.2}`, `{"detail":{"error":"Unauthorized: missing or invalid API key."}}`, "Unauthorized: missing or invalid API key.", false, "", nil},
	"exa": {"", `{"requestId":"b5947044","resolvedSearchType":"neural","results":[{"id":"http://a.org/1","url":"http://a.org/1","title":"A","publishedDate":"2023-11-16","author":null,"highlights":["s","t"],"highlightScores":[0.4]},{"url":"http://a.org/2","title":null}],"costDollars":{"total":0.005}}`,
		`{"requestId":"b5947044","results":[]}`, `{"requestId":"1","error":"Invalid API key","tag":"INVALID_API_KEY"}`, "Invalid API key", false, "", nil},
	"kagi": {"", `{"meta":{"id":"1","node":"us","ms":213},"data":{"search":[{"url":"http://a.org/1","title":"A","snippet":"s","time":"2024-01-01"},{"url":"http://a.org/2"}],"image":[{"url":"http://a.org/x.png"}],"related_search":[{"url":"http://kagi.com/search?q=x","title":"x"}]}}`,
		`{"meta":{"id":"1"},"data":{}}`, `{"meta":{"id":"1"},"error":[{"code":"auth.invalid","url":"x","message":"Invalid token"}]}`, "Invalid token", false, "", nil},
	"mojeek": {"q", `{"response":{"status":"OK","head":{"query":"q","nword":1,"timer":0.61,"start":1,"return":2,"results":2},"results":[{"url":"http://a.org/1","title":"A","desc":"s","date":"2024"},{"url":"http://a.org/2"}]}}`,
		`{"response":{"status":"OK","head":{"query":"q","return":0,"results":0}}}`, `{"response":{"status":"ERROR: Daily Limit Reached"}}`, "ERROR: Daily Limit Reached", false, "", nil},
	"marginalia": {"q", `{"license":"CC-BY-NC-SA 4.0","query":"q","results":[{"url":"http://a.org/1","title":"A","description":"s","quality":4.5,"format":"html5","details":[[]]},{"url":"http://a.org/2"}]}`,
		`{"license":"CC-BY-NC-SA 4.0","query":"q","results":[]}`, `{"message":"Slow down"}`, "Slow down", false, "", nil},
	"solr": {"q", `{"responseHeader":{"status":0,"QTime":5,"params":{"q":"q","rows":"50"}},"response":{"numFound":2,"start":0,"numFoundExact":true,"docs":[{"url":["http://a.org/1"],"title":["A"],"content":["s"]},{"url":"http://a.org/2"}]}}`,
		`{"responseHeader":{"status":0,"params":{"q":"q"}},"response":{"numFound":0,"start":0,"docs":[]}}`, `{"responseHeader":{"status":400},"error":{"msg":"undefined field text","code":400}}`, "undefined field text", false,
		`{"responseHeader":{"status":0,"partialResults":true,"params":{"q":"q"}},"response":{"numFound":1,"docs":[{"url":"http://a.org/1"}]}}`, []string{"responseHeader.partialResults"}},
	"meilisearch": {"q", `{"hits":[{"id":1,"url":"http://a.org/1","title":"A","text":"s"},{"id":2,"url":"http://a.org/2"}],"query":"q","processingTimeMs":1,"limit":50,"offset":0,"estimatedTotalHits":2}`,
		`{"hits":[],"query":"q","processingTimeMs":0,"limit":50,"offset":0,"estimatedTotalHits":0}`, `{"message":"Index pages not found.","code":"index_not_found","type":"invalid_request","link":"https://docs.meilisearch.com/errors#index_not_found"}`, "Index pages not found.", false, "", nil},
	"typesense": {"q", `{"facet_counts":[],"found":2,"hits":[{"document":{"id":"1","url":"http://a.org/1","title":"A","content":"s"},"highlight":{},"highlights":[{"field":"title","snippet":"<mark>A</mark>"}],"text_match":1},{"document":{"url":"http://a.org/2"}}],"out_of":10,"page":1,"request_params":{"collection_name":"pages","per_page":50,"q":"q"},"search_cutoff":false,"search_time_ms":1}`,
		`{"found":0,"hits":[],"out_of":10,"page":1,"request_params":{"q":"q"},"search_cutoff":false}`, `{"message":"Could not find a field named ` + "`content`" + ` in the schema."}`, "Could not find a field named `content` in the schema.", false,
		`{"found":1,"grouped_hits":[{"group_key":["a"],"hits":[{"document":{"url":"http://a.org/1"}}]}],"request_params":{"q":"q"},"search_cutoff":true}`, []string{"search_cutoff"}},
	"yacy": {"q", `{"channels":[{"title":"YaCy P2P-Search for q","description":"Search for q","link":"http://localhost:8090/yacysearch.html?query=q","image":{"url":"x"},"totalResults":"2","startIndex":"0","itemsPerPage":"50","searchTerms":"q","items":[{"title":"A","link":"http://a.org/1","description":"s","pubDate":"x","size":"1"},{"link":"http://a.org/2"}],"navigation":[]}]}`,
		`{"channels":[{"title":"YaCy P2P-Search for q","totalResults":"0","searchTerms":"q","items":[]}]}`, `{"error":"no"}`, "no", false, "", nil},
	"jina": {"", `{"code":200,"status":20000,"data":[{"title":"A","url":"http://a.org/1","description":"s","content":"","usage":{"tokens":100}},{"url":"http://a.org/2"}],"meta":{"usage":{"tokens":200}}}`,
		`{"code":200,"status":20000,"data":[]}`, `{"data":null,"code":402,"name":"InsufficientBalanceError","status":40203,"message":"Account balance not enough","readableMessage":"InsufficientBalanceError: Account balance not enough"}`, "InsufficientBalanceError: Account balance not enough", false, "", nil},
	"you": {"q", `{"results":{"web":[{"url":"http://a.org/1","title":"A","description":"","snippets":["s","t"]},{"url":"http://a.org/2"}],"news":[{"url":"http://a.org/n"}]},"metadata":{"search_uuid":"1","query":"q","latency":0.1}}`,
		`{"results":{},"metadata":{"query":"q","latency":0.1}}`, `{"message":"Forbidden"}`, "Forbidden", false, "", nil},
	"firecrawl": {"", `{"success":true,"data":{"web":[{"url":"http://a.org/1","title":"A","description":"s","position":1},{"url":"http://a.org/2"}],"images":[{"imageUrl":"x","url":"http://a.org/i"}]},"creditsUsed":2}`,
		`{"success":true,"data":{"web":[],"images":[]}}`, `{"success":false,"error":"Unauthorized: Invalid token"}`, "Unauthorized: Invalid token", false,
		`{"success":true,"warning":"some pages were not read","data":[{"url":"http://a.org/1"}]}`, []string{"some pages were not read"}},
	"dataforseo": {"q", `{"version":"0.1","status_code":20000,"status_message":"Ok.","tasks_count":1,"tasks_error":0,"tasks":[{"id":"1","status_code":20000,"status_message":"Ok.","data":{"api":"serp","keyword":"q"},"result":[{"keyword":"q","items_count":3,"items":[{"type":"paid","url":"http://ads.org/"},{"type":"organic","rank_group":1,"domain":"a.org","title":"A","description":"s","url":"http://a.org/1"},{"type":"organic","title":null,"url":"http://a.org/2"}]}]}]}`,
		`{"status_code":20000,"status_message":"Ok.","tasks":[{"status_code":40102,"status_message":"No Search Results.","data":{"keyword":"q"},"result":null}]}`,
		`{"status_code":20000,"status_message":"Ok.","tasks":[{"status_code":40501,"status_message":"Invalid Field: 'location_code'.","data":{"keyword":"q"},"result":null}]}`, "Invalid Field: 'location_code'.", false, "", nil},
}

// Every shipped service reads its own answers, and what it recognises in a dump is what
// it reads of a live answer; those that package answer knows are read alike by it.
func TestAnswers(t *testing.T) {
	t.Parallel()
	known := []string{answer.SearXNG, answer.Bing, answer.Brave, answer.Google, answer.SerpAPI, answer.Serper, answer.Elasticsearch}
	for _, s := range shipped() {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			test, ok := answers[s.Name]
			if !ok {
				t.Fatal("no answers of it")
			}
			detected := s.Name
			if s.Name == "opensearch" {
				detected = "elasticsearch" // whose answers are the same
			}
			results := []search.Result{{URL: "http://a.org/1", Title: "A", Snippet: "s"}, {URL: "http://a.org/2"}}
			type kind struct {
				data string
				want answer.Page
			}
			for name, k := range map[string]kind{
				"some":    {test.some, answer.Page{Query: test.query, Results: results, Last: test.last}},
				"none":    {test.none, answer.Page{Query: test.query, Results: []search.Result{}, Last: test.last}},
				"in part": {test.partly, answer.Page{Query: test.query, Results: []search.Result{{URL: "http://a.org/1"}}, Missing: test.lacks}},
			} {
				if k.data == "" {
					continue
				}
				whole := k.want
				whole.Service, whole.Results = s.Name, of(k.want, s.Name)
				got, err := s.Read([]byte(k.data))
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				if d := cmp.Diff(whole, got.Page); d != "" {
					t.Errorf("%s (-want +got):\n%s", name, d)
				}
				p, err := Detect([]byte(k.data))
				if err != nil {
					t.Fatalf("%s, as a dump: %v", name, err)
				}
				whole.Service, whole.Results = detected, of(k.want, detected)
				if slices.Contains(known, detected) { // which knows ranks and pages too, and words the parts otherwise
					p.Number, p.First, p.Missing, whole.Missing = 0, 0, nil, nil
					for i := range p.Results {
						p.Results[i].Rank, p.Results[i].Page = 0, 0
					}
					whole.Last = p.Last
				}
				if d := cmp.Diff(&whole, p); d != "" {
					t.Errorf("%s, as a dump (-want +got):\n%s", name, d)
				}
			}
			for _, read := range []func([]byte) (string, error){
				func(data []byte) (string, error) {
					p, err := s.Read(data)
					return p.Failure, err
				},
				func(data []byte) (string, error) {
					p, err := Detect(data)
					if errors.Is(err, answer.ErrUnknown) { // whose words they are is not told: a line of an unknown kind
						return test.why, nil
					}
					return p.Failure, err
				},
				func(data []byte) (string, error) { return s.Failure(data), nil },
			} {
				if got, err := read([]byte(test.failure)); got != test.why || err != nil {
					t.Errorf("failure %q, %v, want %q", got, err, test.why)
				}
			}
		})
	}
	if len(answers) != len(shipped()) {
		t.Errorf("answers of %d services, %d ship", len(answers), len(shipped()))
	}
}

// of are the page's results as those of a service.
func of(p answer.Page, name string) []search.Result {
	out := make([]search.Result, 0, len(p.Results))
	for _, r := range p.Results {
		r.Engine, r.Query = name, p.Query
		out = append(out, r)
	}
	return out
}

// Other versions of the services' answers, as dumps have them, and JSON that only looks
// like one of those known.
func TestDetect(t *testing.T) {
	t.Parallel()
	one := []string{"http://a.org/1"}
	for name, test := range map[string]struct {
		data    string
		service string
		urls    []string
		err     error
	}{
		"a bare list":              {`{"query":"q","results":[{"url":"http://a.org/1"}]}`, "searxng", one, nil},
		"Kagi's version 0":         {`{"meta":{"id":"1","ms":3},"data":[{"t":0,"url":"http://a.org/1","title":"A"},{"t":1,"list":["b"]}]}`, "kagi", one, nil},
		"Firecrawl's version 1":    {`{"success":true,"data":[{"url":"http://a.org/1","title":"A","markdown":"x"}]}`, "firecrawl", one, nil},
		"You.com's former":         {`{"hits":[{"url":"http://a.org/1","title":"A","snippets":["s"]}],"latency":1}`, "you", one, nil},
		"You.com without web":      {`{"results":{"news":[{"url":"http://a.org/n"}]},"metadata":{"query":"q"}}`, "you", nil, nil},
		"a list of hits":           {`{"hits":[{"url":"http://a.org/1"}],"nbHits":1}`, "", nil, answer.ErrUnknown},
		"an object of results":     {`{"results":{"web":[{"url":"http://a.org/1"}]}}`, "", nil, answer.ErrUnknown},
		"two queries":              {`{"status_code":20000,"tasks":[{"status_code":20000,"data":{"keyword":"a"}},{"status_code":20000,"data":{"keyword":"b"}}]}`, "", nil, ErrSeveral},
		"a result":                 {`{"url":"http://a.org/1","title":"A"}`, "", one, nil},
		"a record of a catalog":    {`{"url":"http://a.org/1","values":{"a":["b"]},"site":"a.org"}`, "", nil, answer.ErrUnknown},
		"a number":                 {`{"code":200,"status":20000,"data":7}`, "jina", nil, nil},
		"results of another type":  {`{"success":true,"data":{"web":[7,"x",null,{"url":7},{"url":{"a":1}},{"url":["http://a.org/1"]}]}}`, "firecrawl", one, nil},
		"a list that is an object": {`{"hits":{"a":{"url":"http://a.org/1"}},"processingTimeMs":1}`, "meilisearch", one, nil},
	} {
		p, err := Detect([]byte(test.data))
		if test.err != nil {
			if !errors.Is(err, test.err) {
				t.Errorf("%s: error %v, want %v", name, err, test.err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var urls []string
		for _, r := range p.Results {
			urls = append(urls, r.URL)
		}
		if p.Service != test.service || !slices.Equal(urls, test.urls) {
			t.Errorf("%s: of %q, %v, %d dropped", name, p.Service, urls, p.Dropped)
		}
	}
}

// A shape of one's own goes before what is known; what it does not recognise is read as
// without it.
func TestShape(t *testing.T) {
	t.Parallel()
	s, err := ParseShape("mine.yaml", []byte("name: mine\nanswer:\n  recognise: $.found\n  results: $.results[*]\n  url: $.where\n  query: $.asked\n"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := Detect([]byte(`{"found":1,"asked":"q","results":[{"where":"http://a.org/1","url":"http://wrong.org/"}]}`), s)
	if err != nil || p.Service != "mine" || p.Query != "q" || len(p.Results) != 1 || p.Results[0].URL != "http://a.org/1" {
		t.Errorf("%+v, %v", p, err)
	}
	if p, err = Detect([]byte(answers["exa"].some), s); err != nil || p.Service != "exa" {
		t.Errorf("%+v, %v", p, err)
	}
	if _, err = Detect([]byte(`{"results":`), s); err == nil || errors.Is(err, answer.ErrUnknown) {
		t.Errorf("torn: %v", err)
	}
}

var update = flag.Bool("update", false, "write the golden requests")

// What each service is asked for the second page stands in a golden file, to be held
// against what its documentation says.
func TestRequests(t *testing.T) {
	t.Parallel()
	var all strings.Builder
	for _, name := range Names() {
		s, err := Shipped(name)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(query.Dialects(), s.Dialect) || s.Documented == "" {
			t.Errorf("%s: dialect %q, documented at %q", name, s.Dialect, s.Documented)
		}
		endpoint := s.Endpoint
		if endpoint == "" {
			endpoint = s.Example
		}
		u, err := url.Parse(endpoint)
		if err != nil {
			t.Fatal(err)
		}
		keys := map[string]string{}
		for _, v := range s.Keys {
			keys[v] = "secret of " + v
		}
		r, err := s.Request.New(u, Ask{Query: `"a&b" {page}`, Page: 2, Keys: keys})
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Del("Content-Length")
		text := fmt.Sprintf("%s %s\n", r.Method, r.URL)
		for _, k := range slices.Sorted(maps.Keys(r.Header)) {
			text += fmt.Sprintf("%s: %s\n", k, r.Header.Get(k))
		}
		if r.Body != nil {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				t.Fatal(err)
			}
			text += string(body) + "\n"
		}
		fmt.Fprintf(&all, "%s\n%s\n", name, text)
		if r.URL.Host != u.Host {
			t.Errorf("%s: %s", name, text)
		}
		if slices.ContainsFunc(s.Optional, func(v string) bool { return strings.Contains(text, v) }) || r.Header.Get("Authorization") == "Bearer " {
			t.Errorf("%s: an empty key is sent: %s", name, text)
		}
	}
	const golden = "testdata/requests.txt"
	if *update {
		if err := os.WriteFile(golden, []byte(all.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), all.String()); d != "" {
		t.Errorf("-want +got, go test -update writes it:\n%s", d)
	}
}
