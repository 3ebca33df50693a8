// Package answer reads what search services answer with.
//
// The one idea: every service has its own member for the list of results, so
// an answer says itself whose it is, and a reader of dumps and a client of the
// service can share one description of it. The formats are those that the
// services document: SearXNG, Bing, Brave, Google Programmable Search, SerpAPI,
// Serper, Elasticsearch and OpenSearch; and single results as VerDE, the
// ddgs tools and Common Crawl's index write them.
//
// The package is pure.
package answer

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	strict "github.com/go-json-experiment/json"
	lenient "github.com/go-json-experiment/json/v1"

	"verde/search"
)

// Page is one page of results.
type Page struct {
	Service string // whose format it has; "" for a single result
	Query   string // as the service understood it, "" if it does not say
	QueryID string // only VerDE's own lines have one
	Number  int    // from 1, 0 if it does not say
	First   int    // rank of the first result, 0 if it does not say
	Results []search.Result
	Dropped int      // results without a URL, or with one beyond [search.MaxURL], or too many
	Last    bool     // the service says that no page follows
	Missing []string // what the service had no answer from, so that results may be missing
	Failure string   // the service's own words for why it gives no results
	// Guessed tells that Service follows from nothing but the name of the list of
	// results, which other services give theirs too.
	Guessed bool
}

// ErrUnknown is an object that has no known format.
var ErrUnknown = errors.New("neither a result nor an answer of a known service")

// errCatalog is what VerDE writes beside results, and has URLs too.
var errCatalog = fmt.Errorf("a record or an entity page of a catalog: %w", ErrUnknown)

// Parse reads one JSON object. Members of unexpected types are left out, but what
// a service has its results in must be a list, else the object is not of that
// service; an object that is no JSON or has no known format is an error.
// Cost: linear.
func Parse(data []byte) (*Page, error) {
	r, err := decode(data)
	if err != nil {
		return nil, fmt.Errorf("torn or no JSON: %w", err)
	}
	p := &Page{Query: r.query(), QueryID: r.QueryID, Failure: r.failure()}
	hits, ok := r.hits(p)
	if !ok {
		if p.Failure != "" {
			return p, nil
		}
		return p.single(r)
	}
	p.Results = make([]search.Result, 0, len(hits))
	for i, h := range hits {
		res := h.result()
		res.FetchedAt = r.FetchedAt // which VerDE writes to what it saves
		if p.First > 0 {
			res.Rank = p.First + i
		}
		p.Add(res)
	}
	return p, nil
}

// decode reads an object into the members that it has. The strict decoder, three
// times as fast, has the first try; what it refuses (members of unexpected
// types or twice there, broken UTF-8) the lenient one reads if it is JSON. What
// both read they read alike.
func decode(data []byte) (response, error) {
	var r response
	if strict.Unmarshal(data, &r, likeLenient) == nil {
		return r, nil
	}
	r = response{}
	err := json.Unmarshal(data, &r)
	if mismatch := new(json.UnmarshalTypeError); errors.As(err, &mismatch) {
		err = nil
	}
	return r, err
}

// likeLenient has names matched as encoding/json does: in any case.
var likeLenient = strict.JoinOptions(strict.MatchCaseInsensitiveNames(true), lenient.MatchCaseSensitiveDelimiter(true))

// single reads an object that is itself a result.
func (p *Page) single(r response) (*Page, error) {
	res := r.Result
	h := hit{URL: r.Result.URL, Link: r.Link, Href: r.Href, Title: r.Result.Title, Snippet: r.Result.Snippet, Body: r.Body}.result()
	if h.URL == "" {
		return nil, ErrUnknown
	}
	if p.Query == "" && (len(r.Values) > 0 || len(r.Similarity) > 0) {
		return nil, errCatalog
	}
	res.URL, res.Title, res.Snippet, res.Query = h.URL, h.Title, h.Snippet, p.Query
	p.Number = res.Page
	p.Add(res)
	return p, nil
}

// text is a text from outside within the bounds.
func text(s string) string {
	if !utf8.ValidString(s) { // much faster than the other, and mostly enough
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	return search.Clip(s)
}

// Add appends a result within the bounds, as one of the page's query and service; one
// that has no URL, or none within the bounds, is counted in Dropped.
func (p *Page) Add(r search.Result) {
	r.URL = strings.TrimSpace(r.URL)
	if r.URL == "" || len(r.URL) > search.MaxURL || !utf8.ValidString(r.URL) {
		p.Dropped++
		return
	}
	r.Title, r.Snippet = text(r.Title), text(r.Snippet)
	if p.Service != "" {
		r.Query, r.QueryID, r.Engine, r.Page = p.Query, p.QueryID, p.Service, p.Number
	}
	p.Results = append(p.Results, r)
}
