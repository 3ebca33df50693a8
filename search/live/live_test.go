package live

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"verde/internal/agent"
	"verde/query"
	"verde/search"
	"verde/search/searchtest"
	"verde/search/service"
)

var asked = query.Query{ID: "q1", Required: []query.Value{{Text: "Emma"}, {Text: "Jane Austen"}}, Any: []string{"book"}}

// standIn is a service with a number of results, as it is documented. It is
// reached without a network.
type standIn struct {
	endpoint string
	dialect  query.Dialect
	perPage  int
	header   [2]string                                               // a header that has to be sent
	page     func(r *http.Request) (number int, q string, err error) // what is asked for
	answer   func(number, total int, q string, hits []hit) any
}

type hit struct{ url, title, text string }

const results = 45

var standIns = map[string]standIn{
	"searxng": {"http://localhost:8888/search", query.SearXNG, 10, [2]string{}, func(r *http.Request) (int, string, error) {
		v := r.URL.Query()
		if v.Get("format") != "json" {
			return 0, "", errors.New("the HTML interface")
		}
		return number(v, "pageno", 1, 1), v.Get("q"), nil
	}, func(_, _ int, q string, hits []hit) any {
		list := make([]any, 0)
		for _, h := range hits {
			list = append(list, map[string]any{"url": h.url, "title": h.title, "content": h.text, "engine": "bing", "engines": []string{"bing"}, "score": 1.5})
		}
		return map[string]any{"query": q, "number_of_results": 0, "results": list, "answers": []any{}, "unresponsive_engines": []any{}}
	}},
	"brave": {"", query.Brave, 20, [2]string{"X-Subscription-Token", "key of BRAVE_API_KEY"}, func(r *http.Request) (int, string, error) {
		v := r.URL.Query()
		n := number(v, "offset", 0, 1)
		if n > 10 || v.Get("count") != "20" {
			return 0, "", errors.New("offset is 0 to 9, count 20 at most")
		}
		return n, v.Get("q"), nil
	}, func(n, total int, q string, hits []hit) any {
		list := make([]any, 0)
		for _, h := range hits {
			list = append(list, map[string]any{"type": "search_result", "url": h.url, "title": h.title, "description": h.text})
		}
		return map[string]any{"type": "search", "query": map[string]any{"original": q, "more_results_available": n*20 < total}, "web": map[string]any{"type": "search", "results": list}}
	}},
	"google": {"", query.Google, 10, [2]string{}, func(r *http.Request) (int, string, error) {
		v := r.URL.Query()
		if v.Get("key") != "key of GOOGLE_API_KEY" || v.Get("cx") != "key of GOOGLE_CX" {
			return 0, "", errors.New("no key")
		}
		return number(v, "start", 1, 10), v.Get("q"), nil
	}, func(n, total int, q string, hits []hit) any {
		out := map[string]any{"kind": "customsearch#search"}
		queries := map[string]any{"request": []any{map[string]any{"searchTerms": q, "count": len(hits), "startIndex": (n-1)*10 + 1}}}
		if n*10 < total {
			queries["nextPage"] = []any{map[string]any{"startIndex": n*10 + 1}}
		}
		out["queries"] = queries
		var list []any
		for _, h := range hits {
			list = append(list, map[string]any{"kind": "customsearch#result", "link": h.url, "title": h.title, "snippet": h.text})
		}
		if len(list) > 0 {
			out["items"] = list
		}
		return out
	}},
	"serpapi": {"", query.Google, 10, [2]string{}, func(r *http.Request) (int, string, error) {
		v := r.URL.Query()
		if v.Get("api_key") != "key of SERPAPI_API_KEY" || v.Get("engine") != "google" {
			return 0, "", errors.New("Invalid API key. Your API key should be here: https://serpapi.com/manage-api-key")
		}
		return number(v, "start", 0, 10), v.Get("q"), nil
	}, func(n, total int, q string, hits []hit) any {
		out := map[string]any{"search_metadata": map[string]any{"status": "Success"}, "search_parameters": map[string]any{"engine": "google", "q": q, "start": (n - 1) * 10}}
		var list []any
		for i, h := range hits {
			list = append(list, map[string]any{"position": i + 1, "link": h.url, "title": h.title, "snippet": h.text})
		}
		if len(list) == 0 {
			out["error"] = "Google hasn't returned any results for this query."
			return out
		}
		out["organic_results"] = list
		if n*10 < total {
			out["serpapi_pagination"] = map[string]any{"current": n, "next": "https://serpapi.com/search.json?start=" + strconv.Itoa(n*10)}
		}
		return out
	}},
	"serper": {"", query.Google, 10, [2]string{"X-Api-Key", "key of SERPER_API_KEY"}, func(r *http.Request) (int, string, error) {
		var body struct {
			Q    string
			Page int
		}
		err := json.NewDecoder(r.Body).Decode(&body)
		if r.Method != http.MethodPost || r.Header.Get("Content-Type") != "application/json" {
			err = errors.New("POST JSON")
		}
		return body.Page, body.Q, err
	}, func(n, _ int, q string, hits []hit) any {
		list := make([]any, 0)
		for i, h := range hits {
			list = append(list, map[string]any{"position": i + 1, "link": h.url, "title": h.title, "snippet": h.text})
		}
		return map[string]any{"searchParameters": map[string]any{"q": q, "type": "search", "page": n}, "organic": list, "credits": 1}
	}},
	"tavily": posted("query", "max_results", 20, [2]string{"Authorization", "Bearer key of TAVILY_API_KEY"}, func(_, _ int, q string, hits []hit) any {
		return map[string]any{"query": q, "results": members(hits, "url", "title", "content"), "response_time": 1.67}
	}),
	"exa": posted("query", "numResults", 10, [2]string{"X-Api-Key", "key of EXA_API_KEY"}, func(_, _ int, _ string, hits []hit) any {
		list := members(hits, "url", "title", "highlights")
		for _, h := range list {
			h["highlights"] = []any{h["highlights"], "another"}
		}
		return map[string]any{"requestId": "1", "resolvedSearchType": "neural", "results": list}
	}),
	"kagi": posted("query", "", 10, [2]string{"Authorization", "Bearer key of KAGI_API_KEY"}, func(_, _ int, _ string, hits []hit) any {
		return map[string]any{"meta": map[string]any{"id": "1", "ms": 5}, "data": map[string]any{"search": members(hits, "url", "title", "snippet"), "image": members(hits, "url", "title", "snippet")}}
	}).in(query.Google),
	"mojeek": got("/search", "q", map[string]string{"api_key": "key of MOJEEK_API_KEY", "fmt": "json", "t": "10"}, "s", 1, 10, [2]string{}, func(_, _ int, q string, hits []hit) any {
		return map[string]any{"response": map[string]any{"status": "OK", "head": map[string]any{"query": q, "return": len(hits)}, "results": members(hits, "url", "title", "desc")}}
	}),
	"marginalia": got("/search", "query", map[string]string{"count": "100"}, "page", 1, 1, [2]string{"Api-Key", "key of MARGINALIA_API_KEY"}, func(_, _ int, q string, hits []hit) any {
		return map[string]any{"license": "CC-BY-NC-SA 4.0", "query": q, "results": members(hits, "url", "title", "description")}
	}).of(100),
	"solr": got("/solr/pages/select", "q", map[string]string{"wt": "json", "rows": "50", "defType": "edismax"}, "start", 0, 50, [2]string{"Authorization", "key of SOLR_AUTHORIZATION"}, func(_, total int, q string, hits []hit) any {
		list := members(hits, "url", "title", "text")
		for _, h := range list {
			h["title"] = []any{h["title"]} // multi-valued, as in the shipped schema
		}
		return map[string]any{"responseHeader": map[string]any{"status": 0, "params": map[string]any{"q": q}}, "response": map[string]any{"numFound": total, "start": 0, "docs": list}}
	}).at("http://localhost:8983/solr/pages").in(query.QueryString),
	"meilisearch": standIn{endpoint: "http://localhost:7700/indexes/pages", dialect: query.Ranked, perPage: 50, header: [2]string{"Authorization", "Bearer key of MEILISEARCH_API_KEY"}, page: func(r *http.Request) (int, string, error) {
		var body struct {
			Q             string
			Offset, Limit int
		}
		err := json.NewDecoder(r.Body).Decode(&body)
		if r.URL.Path != "/indexes/pages/search" || body.Limit != 50 {
			err = errors.New("no index")
		}
		return body.Offset/50 + 1, body.Q, err
	}, answer: func(n, total int, q string, hits []hit) any {
		return map[string]any{"hits": members(hits, "url", "title", "text"), "query": q, "processingTimeMs": 1, "limit": 50, "offset": (n - 1) * 50, "estimatedTotalHits": total}
	}},
	"typesense": got("/collections/pages/documents/search", "q", map[string]string{"query_by": "title,content", "per_page": "50"}, "page", 1, 1, [2]string{"X-Typesense-Api-Key", "key of TYPESENSE_API_KEY"}, func(n, total int, q string, hits []hit) any {
		var list []any
		for _, h := range members(hits, "url", "title", "content") {
			list = append(list, map[string]any{"document": h, "highlights": []any{}, "text_match": 1})
		}
		return map[string]any{"found": total, "hits": list, "out_of": total, "page": n, "request_params": map[string]any{"q": q}, "search_cutoff": false, "search_time_ms": 1}
	}).at("http://localhost:8108/collections/pages").of(50).in(query.Ranked),
	"yacy": got("/yacysearch.json", "query", map[string]string{"resource": "global", "maximumRecords": "50"}, "startRecord", 0, 50, [2]string{}, func(_, total int, q string, hits []hit) any {
		return map[string]any{"channels": []any{map[string]any{"title": "YaCy P2P-Search for " + q, "totalResults": strconv.Itoa(total), "searchTerms": q, "items": members(hits, "link", "title", "description")}}}
	}).at("http://localhost:8090"),
	"jina": got("/", "q", nil, "page", 1, 1, [2]string{"Authorization", "Bearer key of JINA_API_KEY"}, func(_, _ int, _ string, hits []hit) any {
		return map[string]any{"code": 200, "status": 20000, "data": members(hits, "url", "title", "description"), "meta": map[string]any{"usage": map[string]any{"tokens": 1000}}}
	}).of(10).in(query.Google),
	"you": got("/v1/search", "query", map[string]string{"count": "100"}, "offset", 0, 1, [2]string{"X-Api-Key", "key of YDC_API_KEY"}, func(_, _ int, q string, hits []hit) any {
		return map[string]any{"results": map[string]any{"web": members(hits, "url", "title", "description"), "news": []any{}}, "metadata": map[string]any{"query": q, "latency": .1}}
	}).of(100).in(query.Bing),
	"firecrawl": posted("query", "limit", 10, [2]string{"Authorization", "Bearer key of FIRECRAWL_API_KEY"}, func(_, _ int, _ string, hits []hit) any {
		return map[string]any{"success": true, "data": map[string]any{"web": members(hits, "url", "title", "description")}}
	}).in(query.Google),
	"dataforseo": standIn{dialect: query.Google, perPage: 10, header: [2]string{"Authorization", "Basic a2V5IG9mIERBVEFGT1JTRU9fTE9HSU46a2V5IG9mIERBVEFGT1JTRU9fUEFTU1dPUkQ="}, page: func(r *http.Request) (int, string, error) {
		var tasks []struct {
			Keyword, Language_code string //nolint:revive // as it is called there
			Depth                  int
		}
		err := json.NewDecoder(r.Body).Decode(&tasks)
		if len(tasks) != 1 || tasks[0].Language_code != "en" || tasks[0].Depth != 10 {
			return 0, "", errors.New("one task")
		}
		return 1, tasks[0].Keyword, err
	}, answer: func(_, _ int, q string, hits []hit) any {
		items := []any{map[string]any{"type": "paid", "url": "http://ads.example/"}}
		for _, h := range members(hits, "url", "title", "description") {
			h["type"] = "organic"
			items = append(items, h)
		}
		return map[string]any{"status_code": 20000, "status_message": "Ok.", "tasks": []any{map[string]any{"status_code": 20000, "status_message": "Ok.",
			"data": map[string]any{"keyword": q}, "result": []any{map[string]any{"keyword": q, "items": items}}}}}
	}},
	"elasticsearch": fullTextStandIn("ELASTICSEARCH_AUTHORIZATION"),
	"opensearch":    fullTextStandIn("OPENSEARCH_AUTHORIZATION"),
}

func (s standIn) at(endpoint string) standIn       { s.endpoint = endpoint; return s }
func (s standIn) of(perPage int) standIn           { s.perPage = perPage; return s }
func (s standIn) in(dialect query.Dialect) standIn { s.dialect = dialect; return s }

// members are results with the names that a service has for their parts.
func members(hits []hit, url, title, text string) []map[string]any {
	list := []map[string]any{}
	for _, h := range hits {
		list = append(list, map[string]any{url: h.url, title: h.title, text: h.text})
	}
	return list
}

// posted is a service that is sent JSON, with the count of results and page if it knows it.
func posted(text, count string, perPage int, header [2]string, answer func(int, int, string, []hit) any) standIn {
	return standIn{"", query.Ranked, perPage, header, func(r *http.Request) (int, string, error) {
		var body map[string]any
		err := json.NewDecoder(r.Body).Decode(&body)
		if r.Method != http.MethodPost || r.Header.Get("Content-Type") != "application/json" || count != "" && body[count] != float64(perPage) {
			err = fmt.Errorf("unexpected %s %v", r.Method, body)
		}
		q, _ := body[text].(string)
		if page, ok := body["page"].(float64); ok {
			return int(page), q, err
		}
		return 1, q, err
	}, answer}
}

// got is a service that is asked by parameters of the URL.
func got(path, text string, fixed map[string]string, page string, first, step int, header [2]string, answer func(int, int, string, []hit) any) standIn {
	return standIn{"", query.Conjunctive, step, header, func(r *http.Request) (int, string, error) {
		v := r.URL.Query()
		var err error
		for name, want := range fixed {
			if v.Get(name) != want {
				err = fmt.Errorf("%s is %q", name, v.Get(name))
			}
		}
		if r.URL.Path != path || r.Method != http.MethodGet {
			err = errors.New("unexpected " + r.Method + r.URL.Path)
		}
		return number(v, page, first, step), v.Get(text), err
	}, answer}
}

func fullTextStandIn(variable string) standIn {
	return standIn{"http://localhost:9200/pages", query.QueryString, 50, [2]string{"Authorization", "key of " + variable}, func(r *http.Request) (int, string, error) {
		var body struct {
			From, Size int
			Query      struct {
				Text struct{ Query string } `json:"query_string"`
			}
		}
		err := json.NewDecoder(r.Body).Decode(&body)
		if r.URL.Path != "/pages/_search" || r.Method != http.MethodPost {
			err = errors.New("POST to /pages/_search")
		}
		return body.From/50 + 1, body.Query.Text.Query, err
	}, func(_, _ int, _ string, hits []hit) any {
		list := make([]any, 0)
		for _, h := range hits {
			list = append(list, map[string]any{"_index": "pages", "_id": h.url, "_score": 1, "_source": map[string]any{"url": h.url, "title": h.title, "text": h.text}})
		}
		return map[string]any{"took": 1, "timed_out": false, "_shards": map[string]any{"total": 1, "successful": 1, "failed": 0}, "hits": map[string]any{"hits": list}}
	}}
}

// number reads a page from a parameter that counts from first in steps.
func number(v url.Values, name string, first, step int) int {
	n, err := strconv.Atoi(v.Get(name))
	if err != nil {
		return -1
	}
	return (n-first)/step + 1
}

// ServeHTTP answers as the service does: results with one that repeats, one
// without URL, and texts beyond the bounds.
func (s standIn) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	n, q, err := s.page(r)
	switch {
	case s.header[0] != "" && r.Header.Get(s.header[0]) != s.header[1]:
		w.WriteHeader(http.StatusUnauthorized)
		return
	case err != nil || q != asked.Render(s.dialect):
		w.WriteHeader(http.StatusBadRequest)
		json.NewEncoder(w).Encode(map[string]any{"error": fmt.Sprint("unexpected ", q, err)})
		return
	}
	var hits []hit
	for i := max(0, (n-1)*s.perPage); i < min(n*s.perPage, results); i++ {
		h := hit{fmt.Sprintf("http://e.org/%d", i), "T", strings.Repeat("é", 5000)}
		switch i % 10 {
		case 8:
			h.url = "http://e.org/0"
		case 9:
			h.url = ""
		}
		hits = append(hits, h)
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(s.answer(n, results, q, hits))
}

// transport hands requests to a handler.
type transport struct{ http.Handler }

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	if r.Body == nil {
		r.Body = http.NoBody
	}
	w := httptest.NewRecorder()
	t.ServeHTTP(w, r)
	resp := w.Result()
	resp.Request = r
	return resp, nil
}

// engine is the named engine with its stand-in, before which change may answer.
func engine(t *testing.T, name string, change func(w http.ResponseWriter, r *http.Request) bool) *Engine {
	t.Helper()
	s := standIns[name]
	e, err := New(name, s.endpoint, Options{
		MaxPages: defaultPages,
		Getenv:   func(variable string) string { return "key of " + variable },
		Client: &http.Client{Transport: transport{http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if change == nil || !change(w, r) {
				s.ServeHTTP(w, r)
			}
		})}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func collect(ctx context.Context, e *Engine) (results []search.Result, err error) {
	for r, rerr := range e.Search(ctx, asked) {
		if rerr != nil {
			err = rerr
			continue
		}
		results = append(results, r)
	}
	return results, err
}

// Every service has a stand-in, through which its engine keeps the contract and
// finds all there is: 45 results without those that repeat or lack a URL.
func TestServices(t *testing.T) {
	t.Parallel()
	for _, name := range service.Names() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				e := engine(t, name, nil)
				// Of ten results one repeats and one has no URL.
				of := min(results, standIns[name].perPage*e.MaxPages())
				want, last := of/10*8+of%10, of-1
				for ; last%10 >= 8; last-- {
				}
				if err := searchtest.TestEngine(t.Context(), e, asked); err != nil {
					t.Error(err)
				}
				got, err := collect(t.Context(), e)
				if err != nil || len(got) != want {
					t.Fatalf("%d results, %v; want %d", len(got), err, want)
				}
				r := got[want-1]
				if d := cmp.Diff(search.Result{Query: asked.Render(standIns[name].dialect), QueryID: "q1", Engine: name, Rank: want, URL: fmt.Sprintf("http://e.org/%d", last), Title: "T",
					Snippet: search.Clip(strings.Repeat("é", 5000)), Page: last/standIns[name].perPage + 1, FetchedAt: r.FetchedAt}, r); d != "" || r.FetchedAt.IsZero() {
					t.Errorf("last result (-want +got):\n%s", d)
				}
			})
		})
	}
}

// Every service is asked by the program's name, or by the one that is given,
// and not by that of Go's library, which instances of SearXNG refuse.
func TestUserAgent(t *testing.T) {
	t.Parallel()
	for _, name := range service.Names() {
		for given, want := range map[string]string{"": agent.Default, "Bot/1.0 (+mailto:me@example.org)": "Bot/1.0 (+mailto:me@example.org)"} {
			var got []string
			e := engine(t, name, func(_ http.ResponseWriter, r *http.Request) bool {
				got = append(got, r.Header.Get("User-Agent"))
				return false
			})
			e.opt.UserAgent, e.opt.Interval = given, -1
			e.defaults()
			if _, err := collect(t.Context(), e); err != nil {
				t.Fatal(err)
			}
			if got = slices.Compact(got); !slices.Equal(got, []string{want}) {
				t.Errorf("%s is asked by %q, want %q", name, got, want)
			}
		}
	}
}

// What services answer when something is wrong, by request.
func TestFailures(t *testing.T) {
	t.Parallel()
	type reply struct {
		status       int
		header, body string
	}
	for name, test := range map[string]struct {
		engine  string
		replies []reply // to the first requests; the others are answered
		found   int
		is      error
		want    string        // in the error
		reason  string        // of the error
		took    time.Duration // beyond the pace
	}{
		"a quota that is renewed":  {"searxng", []reply{{429, "Retry-After: 7", ""}}, 37, nil, "", "", 7 * time.Second},
		"a date to come again":     {"searxng", []reply{{503, "Retry-After: Sat, 01 Jan 2000 00:00:30 GMT", ""}}, 37, nil, "", "", 30 * time.Second},
		"Brave's own header":       {"brave", []reply{{429, "X-RateLimit-Reset: 3, 2419200", `{"type":"ErrorResponse","error":{"code":"RATE_LIMITED","detail":"slow down"}}`}}, 37, nil, "", "", 3 * time.Second},
		"a quota for the day":      {"google", []reply{{429, "Retry-After: 3600", `{"error":{"code":429,"message":"Quota exceeded"}}`}}, 0, nil, "Quota exceeded; it asks to come again in 1h0m0s", "status 429", 0},
		"a quota between pages":    {"google", []reply{{}, {429, "Retry-After: 3600", `{"error":{"code":429,"message":"Quota exceeded"}}`}}, 8, search.ErrIncomplete, "page 2: google", "status 429", 0},
		"down for good":            {"serper", []reply{{500, "", ""}, {500, "", ""}, {500, "", ""}, {502, "", ""}}, 0, nil, "502", "status 502", 3500 * time.Millisecond},
		"no more credits":          {"serper", []reply{{400, "", `{"message":"Not enough credits","statusCode":400}`}}, 0, nil, "Not enough credits", "status 400", 0},
		"a wrong key":              {"serpapi", []reply{{401, "", `{"error":"Invalid API key: key of SERPAPI_API_KEY."}`}}, 0, nil, "Invalid API key: KEY.; is SERPAPI_API_KEY right?", "status 401", 0},
		"a search that went wrong": {"serpapi", []reply{{200, "", `{"search_metadata":{"status":"Error"},"error":"try again later"}`}}, 37, nil, "", "", 500 * time.Millisecond},
		"nothing found":            {"serpapi", []reply{{200, "", `{"search_parameters":{"q":"x"},"error":"Google hasn't returned any results for this query."}`}}, 0, nil, "", "", 0},
		"engines did not respond":  {"searxng", []reply{{200, "", `{"results":[{"url":"http://e.org/x"}],"unresponsive_engines":[["google","timeout"],["bing","CAPTCHA"]]}`}}, 31, search.ErrIncomplete, "not all of it answered: bing: CAPTCHA, google: timeout", "parts of it did not respond", 0},
		"shards failed":            {"opensearch", []reply{{200, "", `{"timed_out":true,"_shards":{"failed":2},"hits":{"hits":[{"_source":{"url":"http://e.org/x"}}]}}`}}, 1, search.ErrIncomplete, "not all of it answered: _shards.failed: 2, timed_out", "parts of it did not respond", 0},
		"no such index":            {"elasticsearch", []reply{{404, "", `{"error":{"type":"index_not_found_exception","reason":"no such index [pages]"},"status":404}`}}, 0, nil, "no such index [pages]; give the URL of an index", "status 404", 0},
		"JSON is off":              {"searxng", []reply{{403, "", "<html>"}}, 0, nil, "enable format json", "status 403", 0},
		"another page":             {"searxng", []reply{{200, "", "<!doctype html><title>Are you\n a robot?</title>"}}, 0, nil, `it answers a page of HTML titled "Are you a robot?" and no JSON`, "HTML", 0},
		"a page without title":     {"searxng", []reply{{200, "", "<html>"}}, 0, nil, "it answers a page of HTML and no JSON", "HTML", 0},
		"torn":                     {"searxng", []reply{{200, "", `{"results":[{"url":"http://e.`}}, 0, nil, "it answers no JSON", "no JSON", 0},
		"another service":          {"brave", []reply{{200, "", `{"organic":[]}`}}, 0, nil, "of another kind", "another kind of JSON", 0},
		"another host":             {"brave", []reply{{302, "Location: http://evil.example/", ""}}, 0, nil, "redirects elsewhere, or too often, to http://evil.example", "redirect", 0},
		"too much":                 {"brave", []reply{{200, "", `{"x":"` + strings.Repeat("x", maxBody) + `"}`}}, 0, nil, "over 8 MiB", "too large", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var n atomic.Int64
				e := engine(t, test.engine, func(w http.ResponseWriter, r *http.Request) bool {
					if r.URL.Host == "evil.example" {
						t.Error("another host is asked")
					}
					i := int(n.Add(1)) - 1
					if name == "another host" {
						i = 0
					}
					if i >= len(test.replies) || test.replies[i].status == 0 {
						return false
					}
					if key, value, ok := strings.Cut(test.replies[i].header, ": "); ok {
						w.Header().Set(key, value)
					}
					w.WriteHeader(test.replies[i].status)
					w.Write([]byte(test.replies[i].body))
					return true
				})
				e.opt.Interval = -1
				e.defaults()
				start := time.Now()
				got, err := collect(t.Context(), e)
				if len(got) != test.found {
					t.Errorf("%d results, want %d", len(got), test.found)
				}
				switch {
				case (err != nil) != (test.want != "") || err != nil && !strings.Contains(err.Error(), test.want):
					t.Errorf("error %v, want one with %q", err, test.want)
				case err != nil && search.ReasonOf(err) != test.reason:
					t.Errorf("reason %q, want %q", search.ReasonOf(err), test.reason)
				case test.is != nil && !errors.Is(err, test.is) || test.is == nil && errors.Is(err, search.ErrIncomplete):
					t.Errorf("error %v, want %v", err, test.is)
				case err != nil && strings.Contains(err.Error(), "key of"):
					t.Errorf("the key is in %q", err)
				}
				if took := time.Since(start); took != test.took {
					t.Errorf("took %v, want %v", took, test.took)
				}
			})
		})
	}
}

// failing answers no request.
type failing struct{ err error }

func (f failing) RoundTrip(r *http.Request) (*http.Response, error) {
	if f.err == nil {
		<-r.Context().Done()
		return nil, r.Context().Err()
	}
	return nil, f.err
}

// Why there was no answer is told by the connection.
func TestConnections(t *testing.T) {
	t.Parallel()
	for want, err := range map[string]error{
		"no connection":     &net.OpError{Op: "dial", Net: "tcp", Err: errors.New("connection refused")},
		"broken connection": io.ErrUnexpectedEOF,
		"timeout":           nil,
	} {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				e, nerr := New("searxng", "http://localhost:8888/search", Options{Client: &http.Client{Transport: failing{err}}})
				if nerr != nil {
					t.Fatal(nerr)
				}
				if _, err := collect(t.Context(), e); search.ReasonOf(err) != want || errors.Is(err, search.ErrIncomplete) {
					t.Errorf("%v has the reason %q", err, search.ReasonOf(err))
				}
			})
		})
	}
}

// A service that asks to be left alone for longer than anybody waits is not
// asked again before, whatever the query; then it is.
func TestLeftAlone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		requests := 0
		e := engine(t, "searxng", func(w http.ResponseWriter, _ *http.Request) bool {
			if requests++; requests > 1 {
				return false
			}
			w.Header().Set("Retry-After", "3600")
			w.WriteHeader(http.StatusTooManyRequests)
			return true
		})
		for range 3 {
			if _, err := collect(t.Context(), e); search.ReasonOf(err) != "status 429" || requests != 1 {
				t.Errorf("error %v, %d requests", err, requests)
			}
			time.Sleep(time.Hour/2 - time.Second)
		}
		if got, err := collect(t.Context(), e); err != nil || len(got) != 37 {
			t.Errorf("after an hour: %d results, %v", len(got), err)
		}
	})
}

// Requests keep the pace, whoever asks, and end with the context.
func TestPace(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := engine(t, "brave", nil)
		start := time.Now()
		if _, err := collect(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(start); took != 2*time.Second { // three pages
			t.Errorf("took %v", took)
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		n := 0
		var last error
		for _, err := range e.Search(ctx, asked) {
			if last = err; err == nil {
				n++
			}
			if n == 3 {
				cancel()
			}
		}
		if n == 0 || n > 20 || !errors.Is(last, context.Canceled) {
			t.Errorf("%d results, then %v", n, last)
		}
	})
}

func TestNew(t *testing.T) {
	t.Parallel()
	none := Options{Getenv: func(string) string { return "" }}
	for _, endpoint := range []string{"", "localhost:8888", "ftp://e.org/", "http://"} {
		if _, err := New("searxng", endpoint, none); err == nil || !strings.Contains(err.Error(), "http://localhost:8888/search") {
			t.Errorf("New(%q): %v", endpoint, err)
		}
	}
	if _, err := New("google", "", none); err == nil || !strings.Contains(err.Error(), "GOOGLE_API_KEY and GOOGLE_CX") {
		t.Errorf("without keys: %v", err)
	}
	if _, err := New("altavista", "", none); err == nil || !strings.Contains(err.Error(), "brave, dataforseo, elasticsearch") {
		t.Errorf("unknown: %v", err)
	}
	if want := slices.Sorted(maps.Keys(standIns)); !slices.Equal(service.Names(), want) {
		t.Errorf("services %v, stand-ins of %v", service.Names(), want)
	}
}
