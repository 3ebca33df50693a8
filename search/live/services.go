package live

import (
	"net/http"
	"strconv"
	"time"

	"verde/query"
	"verde/search/answer"
)

// service says how a page of results is asked for.
type service struct {
	name     string // as New was asked for it
	format   string // of its answers
	dialect  query.Dialect
	endpoint string
	example  string         // of an endpoint, if everyone has their own
	keys     []string       // variables of the environment that it needs
	optional []string       // variables that it takes
	pages    int            // as many as it has; 0 for no limit
	interval time.Duration  // between requests
	paid     bool           // calls are counted and, above some number, paid for
	notice   string         // what is known of its end
	hints    map[int]string // what a status tells the user to do
	ask      func(f *form, keys map[string]string, text string, page int)
}

// Results of a page, as many as the services give at a time.
const (
	braveCount  = 20
	googleCount = 10
	indexCount  = 50
)

// services is how those who run them document their interfaces, as of 2026.
var services = map[string]service{
	"searxng": { // docs.searxng.org, Search API
		format: answer.SearXNG, dialect: query.SearXNG, example: "http://localhost:8888/search",
		hints: map[int]string{http.StatusForbidden: "enable format json in its settings", http.StatusNotFound: "is this the URL of its search page?"},
		ask: func(f *form, _ map[string]string, text string, page int) {
			f.values.Set("q", text)
			f.values.Set("format", "json")
			f.values.Set("pageno", strconv.Itoa(page))
		},
	},
	"brave": { // api.search.brave.com, Web Search
		format: answer.Brave, dialect: query.Brave, endpoint: "https://api.search.brave.com/res/v1/web/search",
		keys: []string{"BRAVE_API_KEY"}, pages: 10, interval: time.Second, paid: true,
		ask: func(f *form, keys map[string]string, text string, page int) {
			f.values.Set("q", text)
			f.values.Set("count", strconv.Itoa(braveCount))
			f.values.Set("offset", strconv.Itoa(page-1)) // in pages
			f.header.Set("X-Subscription-Token", keys["BRAVE_API_KEY"])
		},
	},
	"google": { // Custom Search JSON API: at most 100 results
		format: answer.Google, dialect: query.Google, endpoint: "https://www.googleapis.com/customsearch/v1",
		keys: []string{"GOOGLE_API_KEY", "GOOGLE_CX"}, pages: 10, interval: 600 * time.Millisecond, paid: true,
		// developers.google.com/custom-search/v1/overview
		notice: "Google's Custom Search JSON API is closed to new customers and ends for all on January 1, 2027",
		hints:  map[int]string{http.StatusForbidden: "is it the key of a project that had the Custom Search JSON API before it was closed to new customers?"},
		ask: func(f *form, keys map[string]string, text string, page int) {
			f.values.Set("q", text)
			f.values.Set("key", keys["GOOGLE_API_KEY"])
			f.values.Set("cx", keys["GOOGLE_CX"])
			f.values.Set("num", strconv.Itoa(googleCount))
			f.values.Set("start", strconv.Itoa((page-1)*googleCount+1))
		},
	},
	"serpapi": { // serpapi.com, Google Search API
		format: answer.SerpAPI, dialect: query.Google, endpoint: "https://serpapi.com/search.json",
		keys: []string{"SERPAPI_API_KEY"}, paid: true,
		ask: func(f *form, keys map[string]string, text string, page int) {
			f.values.Set("engine", "google")
			f.values.Set("q", text)
			f.values.Set("start", strconv.Itoa((page-1)*googleCount))
			f.values.Set("api_key", keys["SERPAPI_API_KEY"])
		},
	},
	"serper": { // serper.dev
		format: answer.Serper, dialect: query.Google, endpoint: "https://google.serper.dev/search",
		keys: []string{"SERPER_API_KEY"}, paid: true,
		ask: func(f *form, keys map[string]string, text string, page int) {
			f.header.Set("X-API-KEY", keys["SERPER_API_KEY"])
			f.body = map[string]any{"q": text, "page": page}
		},
	},
	"elasticsearch": fullText("ELASTICSEARCH_AUTHORIZATION"),
	"opensearch":    fullText("OPENSEARCH_AUTHORIZATION"),
}

// retired are services that are no more, by the names that they would have.
var retired = map[string]string{
	// learn.microsoft.com/lifecycle/announcements/bing-search-api-retirement
	"bing": "Microsoft retired the Bing Search APIs on August 11, 2025; answers of theirs that are kept in files are still read as dumps",
}

// fullText is an index of one's own whose documents have a field url. The
// variable holds an Authorization header, as "ApiKey ..." or "Basic ...".
func fullText(variable string) service {
	const window = 10_000 // index.max_result_window, as it is set from the start
	return service{
		format: answer.Elasticsearch, dialect: query.QueryString, example: "http://localhost:9200/pages",
		optional: []string{variable}, pages: window / indexCount,
		hints: map[int]string{http.StatusNotFound: "give the URL of an index, as in http://localhost:9200/pages", http.StatusUnauthorized: "set " + variable + " in the environment"},
		ask: func(f *form, keys map[string]string, text string, page int) {
			f.path = "/_search"
			if key := keys[variable]; key != "" {
				f.header.Set("Authorization", key)
			}
			f.body = map[string]any{
				"query": map[string]any{"query_string": map[string]any{"query": text, "default_operator": "or"}},
				"from":  (page - 1) * indexCount,
				"size":  indexCount,
				// Without an order of their own, results of equal score change places between pages.
				"sort":             []any{"_score", map[string]string{"_doc": "asc"}},
				"_source":          []string{"url", "link", "href", "title", "name", "content", "snippet", "description", "body", "text"},
				"track_total_hits": false,
			}
		},
	}
}
