package demoweb

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/PuerkitoBio/goquery"

	"verde/page"
)

// searchHost answers searches as SearXNG does.
const searchHost = "search.demo.test"

const (
	perHost     = 10       // results of one host for a query
	perAnswer   = 10       // results on a page
	titleWeight = 3        // of a term in the title, against one in the text
	saturation  = 1200 * 5 // bytes of text at which an occurrence counts half: several pages of prose
	snippetSize = 24       // words
)

// SearchEndpoint is the URL of the search engine, for a SearXNG client.
func (w *Web) SearchEndpoint() string { return "http://" + searchHost + "/search" }

// engine is a boolean full-text search over all pages that robots allow.
type engine struct{ docs []document }

type document struct {
	url, host, title  string
	text              []string // words as they stand
	titleWords, words string   // folded, with a space at both ends
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
			e.docs = append(e.docs, document{url: "http://" + name + path, host: name, title: title, text: text,
				titleWords: fold(title), words: fold(strings.Join(text, " "))})
		}
	}
	return e
}

// textOf gives the title and the words of a page.
func textOf(body []byte) (title string, words []string) {
	doc, err := page.Parse(bytes.TrimSpace(body))
	if err != nil {
		return "", nil
	}
	content := goquery.NewDocumentFromNode(doc)
	for text := range page.Texts(content.Selection) {
		words = append(words, strings.Fields(text)...)
	}
	return strings.TrimSpace(content.Find("title").Text()), words
}

// search gives the pages that match, the best ones first; equal ones in the
// order of hosts and paths. Cost: a pass over all text for each term.
func (e *engine) search(q string) []*document {
	tree := parseQuery(q)
	score := make([]float64, len(e.docs))
	for _, t := range tree.terms(nil) {
		counts := make([]float64, len(e.docs))
		with := 0
		for i := range e.docs {
			d := &e.docs[i]
			n := float64(min(strings.Count(d.words, t), 3)) / (1 + float64(len(d.words))/saturation)
			if strings.Contains(d.titleWords, t) {
				n += titleWeight
			}
			if counts[i] = n; n > 0 {
				with++
			}
		}
		rarity := math.Log(1 + float64(len(e.docs))/float64(with+1))
		for i, n := range counts {
			score[i] += n * rarity
		}
	}
	var hits []int
	for i := range e.docs {
		if score[i] > 0 && tree.matches(&e.docs[i]) {
			hits = append(hits, i)
		}
	}
	slices.SortStableFunc(hits, func(a, b int) int { return cmp.Compare(score[b], score[a]) })
	var out []*document
	ofHost := make(map[string]int)
	for _, i := range hits {
		d := &e.docs[i]
		if ofHost[d.host]++; ofHost[d.host] <= perHost {
			out = append(out, d)
		}
	}
	return out
}

// snippet gives the words around the first place where one of the terms stands.
func (d *document) snippet(terms []string) string {
	for i := range d.text {
		window := fold(strings.Join(d.text[i:min(len(d.text), i+snippetSize/2)], " "))
		for _, t := range terms {
			if strings.HasPrefix(window, t) {
				from := max(0, i-snippetSize/3)
				return strings.Join(d.text[from:min(len(d.text), from+snippetSize)], " ")
			}
		}
	}
	return strings.Join(d.text[:min(len(d.text), snippetSize)], " ")
}

// result is an element of an answer, named as SearXNG names them.
type result struct {
	URL       string   `json:"url"`
	Title     string   `json:"title"`
	Content   string   `json:"content"`
	Engine    string   `json:"engine"`
	Engines   []string `json:"engines"`
	Positions []int    `json:"positions"`
	Category  string   `json:"category"`
}

// serve answers /search?q=...&format=json&pageno=N.
func (e *engine) serve(rw http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/search" {
		http.NotFound(rw, r)
		return
	}
	q := r.URL.Query()
	number := 1
	if s := q.Get("pageno"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 {
			http.Error(rw, "pageno has to be 1 or more", http.StatusBadRequest)
			return
		}
		number = n
	}
	switch {
	case q.Get("format") != "json":
		http.Error(rw, "ask /search?q=...&format=json", http.StatusForbidden)
		return
	case q.Get("q") == "":
		http.Error(rw, "no query: give q", http.StatusBadRequest)
		return
	}
	terms := parseQuery(q.Get("q")).terms(nil)
	results := []result{}
	found := e.search(q.Get("q"))
	pages := slices.Collect(slices.Chunk(found, perAnswer))
	if number <= len(pages) {
		for i, d := range pages[number-1] {
			results = append(results, result{URL: d.url, Title: d.title, Content: d.snippet(terms), Engine: "demo", Engines: []string{"demo"},
				Positions: []int{(number-1)*perAnswer + i + 1}, Category: "general"})
		}
	}
	none := []string{}
	rw.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(rw).Encode(map[string]any{"query": q.Get("q"), "number_of_results": len(found), "results": results,
		"answers": none, "corrections": none, "infoboxes": none, "suggestions": none, "unresponsive_engines": none}); err != nil {
		return // the client is gone
	}
}
