package dump

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"verde/search"
)

// parser detects the shape of each line. JSON objects speak for themselves; any
// other line belongs to a CSV file whose header came first.
type parser struct {
	header    []string
	delimiter rune
	ranks     map[string]int // results seen of a query, where the dump has no ranks
}

// response is every documented shape of a page of results in one: each engine
// has its own member, and a line has one of them.
type response struct {
	// VerDE's own: a result a line.
	search.Result
	RawQuery json.RawMessage `json:"query"`
	RawURL   *string         `json:"url"`

	// SearXNG.
	Results []hit `json:"results"`
	PageNo  int   `json:"pageno"`

	// Bing.
	WebPages *struct {
		Value []hit `json:"value"`
	} `json:"webPages"`
	QueryContext struct {
		OriginalQuery string `json:"originalQuery"`
	} `json:"queryContext"`

	// Brave; its query is an object.
	Web *struct {
		Results []hit `json:"results"`
	} `json:"web"`

	// Google Programmable Search.
	Items   []hit `json:"items"`
	Queries struct {
		Request []struct {
			SearchTerms string `json:"searchTerms"`
			StartIndex  int    `json:"startIndex"`
		} `json:"request"`
	} `json:"queries"`

	// SerpAPI and Serper.
	OrganicResults   []hit `json:"organic_results"`
	Organic          []hit `json:"organic"`
	SearchParameters struct {
		Q string `json:"q"`
	} `json:"search_parameters"`
	SerperParameters struct {
		Q string `json:"q"`
	} `json:"searchParameters"`
}

// hit is a result under the names that the engines have for its parts.
type hit struct {
	URL         string `json:"url"`
	Link        string `json:"link"`
	Title       string `json:"title"`
	Name        string `json:"name"`
	Content     string `json:"content"`
	Snippet     string `json:"snippet"`
	Description string `json:"description"`
	Position    int    `json:"position"`
}

func (h hit) url() string     { return firstOf(h.URL, h.Link) }
func (h hit) title() string   { return firstOf(h.Title, h.Name) }
func (h hit) snippet() string { return firstOf(h.Content, h.Snippet, h.Description) }

func firstOf(list ...string) string {
	for _, s := range list {
		if s != "" {
			return s
		}
	}
	return ""
}

var errNoURL = errors.New("a result without URL")

// line reads the results of one line.
func (p *parser) line(line []byte) ([]search.Result, error) {
	line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
	text := bytes.TrimSpace(line)
	if len(text) == 0 {
		return nil, nil
	}
	if text[0] != '{' {
		return p.csv(string(line))
	}
	var r response
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, fmt.Errorf("torn or no JSON: %w", err)
	}
	engine, hits, known := r.hits()
	if !known {
		if r.RawURL == nil || *r.RawURL == "" {
			return nil, errNoURL
		}
		res := r.Result
		res.URL, res.Query = *r.RawURL, r.query()
		return p.finish([]search.Result{res})
	}
	first := 0
	if len(r.Queries.Request) > 0 {
		first = max(0, r.Queries.Request[0].StartIndex-1)
	}
	out := make([]search.Result, 0, len(hits))
	for i, h := range hits {
		rank := h.Position
		if rank == 0 && engine == "google" {
			rank = first + i + 1
		}
		out = append(out, search.Result{Query: r.query(), QueryID: r.QueryID, Engine: engine, Rank: rank, URL: h.url(), Title: h.title(),
			Snippet: h.snippet(), Page: r.PageNo, FetchedAt: r.FetchedAt})
	}
	return p.finish(out)
}

// hits finds which engine's shape a response has.
func (r *response) hits() (engine string, hits []hit, known bool) {
	switch {
	case r.WebPages != nil:
		return "bing", r.WebPages.Value, true
	case r.Web != nil:
		return "brave", r.Web.Results, true
	case r.OrganicResults != nil:
		return "serpapi", r.OrganicResults, true
	case r.Organic != nil:
		return "serper", r.Organic, true
	case r.Items != nil || len(r.Queries.Request) > 0:
		return "google", r.Items, true
	case r.Results != nil:
		return "searxng", r.Results, true
	}
	// An answer without results lacks its member.
	return "", nil, r.QueryContext.OriginalQuery != "" || r.SearchParameters.Q != "" || r.SerperParameters.Q != ""
}

// query finds the query's text, which is a string or, with Brave, an object.
func (r *response) query() string {
	var text string
	if len(r.RawQuery) > 0 && json.Unmarshal(r.RawQuery, &text) != nil {
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

// finish applies the bounds, and counts ranks where the dump has none.
func (p *parser) finish(results []search.Result) ([]search.Result, error) {
	out := results[:0]
	var err error
	for _, r := range results {
		r.URL = strings.TrimSpace(r.URL)
		if r.URL == "" || len(r.URL) > search.MaxURL || !utf8.ValidString(r.URL) {
			err = errNoURL
			continue
		}
		r.Title, r.Snippet = search.Clip(strings.ToValidUTF8(r.Title, "\uFFFD")), search.Clip(strings.ToValidUTF8(r.Snippet, "\uFFFD"))
		key := r.Query + "\x00" + r.QueryID
		p.ranks[key]++
		if r.Rank <= 0 {
			r.Rank = p.ranks[key]
		}
		out = append(out, r)
	}
	return out, err
}

// The header names under which CSV files have a result's parts.
var (
	urlNames     = []string{"url", "link", "href"}
	queryNames   = []string{"query", "q", "searchterms", "keyword", "search_query"}
	idNames      = []string{"query_id", "queryid", "qid"}
	rankNames    = []string{"rank", "position", "pos"}
	titleNames   = []string{"title", "name"}
	snippetNames = []string{"snippet", "content", "description", "body", "extract"}
	engineNames  = []string{"engine", "source"}
	timeNames    = []string{"fetched_at", "date", "querytime"}
)

var errNoHeader = errors.New("neither JSON nor a CSV header with a column url, link or href")

// csv reads a line of a file with comma, tab or semicolon between fields. The
// first one has to be the header. A quoted field may not span lines.
func (p *parser) csv(line string) ([]search.Result, error) {
	if p.header == nil {
		for _, d := range []rune{'\t', ',', ';'} {
			fields, err := fieldsOf(line, d)
			for i, f := range fields {
				fields[i] = strings.ToLower(strings.TrimSpace(f))
			}
			if err == nil && slices.ContainsFunc(fields, func(f string) bool { return slices.Contains(urlNames, f) }) {
				p.header, p.delimiter = fields, d
				return nil, nil
			}
		}
		return nil, errNoHeader
	}
	fields, err := fieldsOf(line, p.delimiter)
	if err != nil {
		return nil, err
	}
	field := func(names []string) string {
		for i, h := range p.header {
			if i < len(fields) && slices.Contains(names, h) {
				return fields[i]
			}
		}
		return ""
	}
	r := search.Result{Query: field(queryNames), QueryID: field(idNames), URL: field(urlNames), Title: field(titleNames),
		Snippet: field(snippetNames), Engine: field(engineNames)}
	r.Rank, _ = strconv.Atoi(field(rankNames))
	r.FetchedAt, _ = time.Parse(time.RFC3339, field(timeNames))
	if r.URL == "" {
		return nil, errNoURL
	}
	return p.finish([]search.Result{r})
}

// fieldsOf splits a line. Tab-separated files mostly have bare quotation marks
// in their fields; only a field that is quoted as CSV would be is unquoted.
func fieldsOf(line string, delimiter rune) ([]string, error) {
	if delimiter == '\t' {
		fields := strings.Split(line, "\t")
		for i, f := range fields {
			if len(f) < 2 || f[0] != '"' || f[len(f)-1] != '"' {
				continue
			}
			inner := strings.ReplaceAll(f[1:len(f)-1], `""`, "\x00")
			if !strings.Contains(inner, `"`) {
				fields[i] = strings.ReplaceAll(inner, "\x00", `"`)
			}
		}
		return fields, nil
	}
	c := csv.NewReader(strings.NewReader(line))
	c.Comma, c.LazyQuotes, c.FieldsPerRecord = delimiter, true, -1
	fields, err := c.Read()
	if errors.Is(err, io.EOF) {
		return nil, nil
	}
	return fields, err
}
