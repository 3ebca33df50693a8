package demoweb

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// searchHost answers searches as SearXNG does.
const searchHost = "search.demo.test"

const (
	perHost     = 10 // results of one host for a query
	perAnswer   = 10 // results on a page
	titleWeight = 3  // of a word in the title, against one in the text
)

// SearchEndpoint is the URL of the search engine, for a SearXNG client.
func (w *Web) SearchEndpoint() string { return "http://" + searchHost + "/search" }

// engine is a boolean full-text search over all pages that robots allow.
type engine struct{ docs []document }

type document struct {
	url, host, title, snippet string
	titleWords, words         string // folded, with a space at both ends
}

func newEngine(hosts map[string]*host) *engine {
	e := &engine{}
	for _, name := range slices.Sorted(maps.Keys(hosts)) {
		h := hosts[name]
		for _, path := range h.paths() {
			if h.forbidden(path) {
				continue
			}
			title, text := textOf(h.pages[path])
			e.docs = append(e.docs, document{url: "http://" + name + path, host: name, title: title, snippet: text[:min(160, len(text))],
				titleWords: fold(title), words: fold(text)})
		}
	}
	return e
}

// textOf gives the title and the text of a page.
func textOf(body []byte) (title, text string) {
	doc, err := html.Parse(bytes.NewReader(body))
	if err != nil {
		return "", ""
	}
	var parts []string
	for n := range doc.Descendants() {
		if n.Type != html.TextNode {
			continue
		}
		switch n.Parent.DataAtom {
		case atom.Title:
			title = strings.TrimSpace(n.Data)
		case atom.Script, atom.Style:
		default:
			parts = append(parts, strings.Fields(n.Data)...)
		}
	}
	return title, strings.Join(parts, " ")
}

// fold makes words comparable, each with a space before and behind.
func fold(s string) string {
	words := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return " " + strings.Join(words, " ") + " "
}

// terms reads a query: phrases joined by AND or standing alone are required,
// other words raise the rank.
func terms(q string) (required, any []string) {
	for i, part := range strings.Split(q, `"`) {
		if i%2 == 1 {
			if f := fold(part); f != "  " && f != " " {
				required = append(required, f)
			}
			continue
		}
		for _, w := range strings.Fields(part) {
			if w != "AND" && w != "OR" {
				any = append(any, fold(w))
			}
		}
	}
	return required, any
}

// search ranks the pages that hold all required phrases, or any word where
// nothing is required. Equal ranks are in the order of hosts and paths.
func (e *engine) search(q string) []*document {
	required, any := terms(q)
	type hit struct {
		doc   *document
		score float64
	}
	var hits []hit
	for i := range e.docs {
		d := &e.docs[i]
		score := 0.
		all := true
		for _, t := range required {
			inTitle, inText := strings.Contains(d.titleWords, t), strings.Count(d.words, t)
			all = all && (inTitle || inText > 0)
			if inTitle {
				score += titleWeight
			}
			score += float64(min(inText, 3)) / (1 + float64(len(d.words))/4000)
		}
		for _, t := range any {
			if strings.Contains(d.words, t) {
				score += 0.5
			}
		}
		if all && score > 0 {
			hits = append(hits, hit{d, score})
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(b.score, a.score) })
	var out []*document
	perSite := map[string]int{}
	for _, h := range hits {
		if perSite[h.doc.host]++; perSite[h.doc.host] <= perHost {
			out = append(out, h.doc)
		}
	}
	return out
}

// serve answers /search?q=...&format=json&pageno=N.
func (e *engine) serve(rw http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/robots.txt" {
		http.NotFound(rw, r)
		return
	}
	q := r.URL.Query()
	if r.URL.Path != "/search" || q.Get("format") != "json" {
		http.Error(rw, "ask /search?q=...&format=json", http.StatusForbidden)
		return
	}
	page, err := strconv.Atoi(q.Get("pageno"))
	if err != nil || page < 1 {
		page = 1
	}
	type result struct {
		URL     string `json:"url"`
		Title   string `json:"title"`
		Content string `json:"content"`
		Engine  string `json:"engine"`
	}
	results := []result{}
	found := e.search(q.Get("q"))
	for _, d := range found[min(len(found), (page-1)*perAnswer):min(len(found), page*perAnswer)] {
		results = append(results, result{d.url, d.title, strings.ToValidUTF8(d.snippet, ""), "demoweb"})
	}
	rw.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(rw).Encode(map[string]any{"query": q.Get("q"), "results": results, "unresponsive_engines": []any{}}); err != nil {
		return // the client is gone
	}
}
