package answer

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"verde/search"
)

// response is every documented format in one: each service has its own member,
// and an object has one of them.
type response struct {
	// A single result.
	search.Result
	RawQuery jsontext.Value `json:"query"` // a string or, of Brave, an object
	Link     string         `json:"link"`
	Href     string         `json:"href"` // ddgs
	Body     string         `json:"body"` // ddgs

	// What no result has, but lines of VerDE's records and pages.
	Values     jsontext.Value `json:"values"`
	Similarity jsontext.Value `json:"url_similarity"`

	// SearXNG.
	Results      *[]hit         `json:"results"`
	PageNo       int            `json:"pageno"`
	Unresponsive [][]string     `json:"unresponsive_engines"`
	Infoboxes    jsontext.Value `json:"infoboxes"`

	// Bing.
	WebPages *struct {
		Value []hit `json:"value"`
	} `json:"webPages"`
	QueryContext struct {
		OriginalQuery string `json:"originalQuery"`
	} `json:"queryContext"`

	// Brave.
	Type string `json:"type"`
	Web  *struct {
		Results []hit `json:"results"`
	} `json:"web"`

	// Google Programmable Search.
	Kind    string `json:"kind"`
	Items   *[]hit `json:"items"`
	Queries struct {
		Request []struct {
			SearchTerms string `json:"searchTerms"`
			StartIndex  int    `json:"startIndex"`
		} `json:"request"`
		NextPage []jsontext.Value `json:"nextPage"`
	} `json:"queries"`

	// SerpAPI.
	OrganicResults   *[]hit `json:"organic_results"`
	SearchParameters struct {
		Q     string         `json:"q"`
		Start jsontext.Value `json:"start"` // a number, or one in quotes
	} `json:"search_parameters"`
	SerpPagination struct {
		Next string `json:"next"`
	} `json:"serpapi_pagination"`

	// Serper.
	Organic          *[]hit `json:"organic"`
	SerperParameters struct {
		Q    string `json:"q"`
		Page int    `json:"page"`
	} `json:"searchParameters"`

	// Elasticsearch and OpenSearch.
	Hits *struct {
		Hits []struct {
			Source hit `json:"_source"`
		} `json:"hits"`
	} `json:"hits"`
	TimedOut bool `json:"timed_out"`
	Shards   struct {
		Failed int `json:"failed"`
	} `json:"_shards"`

	// What services say when they give no results.
	Error   jsontext.Value `json:"error"`
	Message string         `json:"message"`
}

// hit is a result under the names that the services have for its parts.
type hit struct {
	URL         string `json:"url"`
	Link        string `json:"link"`
	Href        string `json:"href"`
	Title       string `json:"title"`
	Name        string `json:"name"`
	Content     string `json:"content"`
	Snippet     string `json:"snippet"`
	Description string `json:"description"`
	Body        string `json:"body"`
	Text        string `json:"text"`
}

func (h hit) result() search.Result {
	return search.Result{
		URL:     firstOf(h.URL, h.Link, h.Href),
		Title:   firstOf(h.Title, h.Name),
		Snippet: firstOf(h.Content, h.Snippet, h.Description, h.Body, h.Text),
	}
}

func firstOf(list ...string) string {
	for _, s := range list {
		if s != "" {
			return s
		}
	}
	return ""
}

// The services whose answers are known, by the names of their engines.
const (
	SearXNG       = "searxng"
	Bing          = "bing"
	Brave         = "brave"
	Google        = "google"
	SerpAPI       = "serpapi"
	Serper        = "serper"
	Elasticsearch = "elasticsearch" // and OpenSearch, whose answers are the same
)

// Knows reports whether Parse reads the answers of a service, by its engine's name.
func Knows(name string) bool {
	switch name {
	case SearXNG, Bing, Brave, Google, SerpAPI, Serper, Elasticsearch, "opensearch":
		return true
	}
	return false
}

// hits finds whose the response is and completes p with what only that service
// says. An answer without results often lacks its list.
func (r *response) hits(p *Page) (list []hit, ok bool) {
	switch {
	case r.Hits != nil && r.Hits.Hits != nil:
		p.Service = Elasticsearch
		for _, h := range r.Hits.Hits {
			list = append(list, h.Source)
		}
		if r.TimedOut {
			p.Missing = append(p.Missing, "timed out")
		}
		if r.Shards.Failed > 0 {
			p.Missing = append(p.Missing, fmt.Sprintf("%d shards failed", r.Shards.Failed))
		}
	case r.WebPages != nil && r.WebPages.Value != nil:
		p.Service, list = Bing, r.WebPages.Value
	case r.QueryContext.OriginalQuery != "":
		p.Service = Bing
	case r.Web != nil && r.Web.Results != nil:
		p.Service, list, p.Last = Brave, r.Web.Results, r.noMore()
	case r.Type == "search" && len(r.RawQuery) > 0:
		p.Service, p.Last = Brave, true
	case isList(r.OrganicResults) || r.SearchParameters.Q != "":
		p.Service, list, p.Last = SerpAPI, deref(r.OrganicResults), r.SerpPagination.Next == ""
		if start, err := strconv.Atoi(strings.Trim(string(r.SearchParameters.Start), `"`)); err == nil && start >= 0 {
			p.First = start + 1
		}
		if r.OrganicResults != nil || strings.Contains(p.Failure, "returned any results") {
			p.Failure = "" // an empty answer is one
		}
	case isList(r.Organic) || r.SerperParameters.Q != "":
		p.Service, list, p.Number = Serper, deref(r.Organic), r.SerperParameters.Page
	case isList(r.Items) || len(r.Queries.Request) > 0:
		p.Service, list, p.Last = Google, deref(r.Items), len(r.Queries.NextPage) == 0
		if len(r.Queries.Request) > 0 {
			p.First = max(0, r.Queries.Request[0].StartIndex)
		}
	case isList(r.Results):
		p.Service, list, p.Number = SearXNG, *r.Results, r.PageNo
		p.Guessed = r.Unresponsive == nil && len(r.Infoboxes) == 0 // which each answer of SearXNG has
		for _, u := range r.Unresponsive {
			p.Missing = append(p.Missing, search.Clip(strings.Join(u, ": ")))
		}
	default:
		return nil, false
	}
	return list, true
}

func deref(list *[]hit) []hit {
	if list == nil {
		return nil
	}
	return *list
}

// isList reports whether a member is there and a list. The decoder makes an empty
// pointer of a member that is there and is something else, and an empty list of "[]".
func isList(list *[]hit) bool { return list != nil && *list != nil }

// noMore reports whether Brave says that no page follows.
func (r *response) noMore() bool {
	var query struct {
		More *bool `json:"more_results_available"`
	}
	return json.Unmarshal(r.RawQuery, &query) == nil && query.More != nil && !*query.More
}

// query finds the query's text.
func (r *response) query() string {
	text, isText := unquote(r.RawQuery)
	if !isText && len(r.RawQuery) > 0 {
		var object struct {
			Original string `json:"original"`
		}
		if json.Unmarshal(r.RawQuery, &object) == nil {
			text = object.Original
		}
	}
	request := ""
	if len(r.Queries.Request) > 0 {
		request = r.Queries.Request[0].SearchTerms
	}
	return firstOf(text, r.QueryContext.OriginalQuery, request, r.SearchParameters.Q, r.SerperParameters.Q)
}

// unquote reads a member that is a JSON string.
func unquote(v jsontext.Value) (text string, ok bool) {
	if len(v) == 0 || v[0] != '"' {
		return "", false
	}
	out, _ := jsontext.AppendUnquote(nil, v) // broken UTF-8 is replaced
	return string(out), true
}

// failure finds the service's words for what went wrong: a text, or an object
// that holds one.
func (r *response) failure() string {
	if len(r.Error) == 0 || string(r.Error) == "null" {
		return search.Clip(r.Message)
	}
	var text string
	if json.Unmarshal(r.Error, &text) == nil {
		return search.Clip(text)
	}
	type words struct {
		Message string `json:"message"`
		Detail  string `json:"detail"`
		Reason  string `json:"reason"`
		Msg     string `json:"msg"`
		Code    string `json:"code"`
	}
	var object words
	if _ = json.Unmarshal(r.Error, &object); object == (words{}) { // what does not fit stays empty
		var list []words
		if _ = json.Unmarshal(r.Error, &list); len(list) > 0 {
			object = list[0]
		}
	}
	return search.Clip(firstOf(object.Message, object.Detail, object.Reason, object.Msg, object.Code, "error without words"))
}
