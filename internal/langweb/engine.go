package langweb

import (
	"bytes"
	"cmp"
	"context"
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/text/unicode/norm"

	"verde/page"
	"verde/query"
	"verde/search"
)

// document is a page as the search engine knows it. Its texts are folded.
type document struct {
	url, host, title   string
	foldedTitle, words string
}

// documents reads pages for the search engine.
func documents(pages map[string][]byte) []document {
	var out []document
	for _, u := range slices.Sorted(maps.Keys(pages)) {
		doc, err := page.Parse(bytes.TrimSpace(pages[u]))
		if err != nil {
			continue // its own pages are well-formed
		}
		content := goquery.NewDocumentFromNode(doc)
		title := strings.TrimSpace(content.Find("title").Text())
		text := strings.Join(slices.Collect(page.Texts(content.Selection)), " . ")
		out = append(out, document{u, page.Host(u), title, fold(title), fold(text)})
	}
	return out
}

// fold makes texts comparable: words of letters and digits in lower case with a blank
// between them, and a blank around each character of scripts that write none, and of
// Korean, which hangs particles on names ("이광수가").
func fold(s string) string {
	var b strings.Builder
	b.WriteByte(' ')
	for _, r := range strings.ToLower(norm.NFKC.String(s)) {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
			b.WriteString(" " + string(r) + " ")
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			b.WriteRune(r)
		default:
			b.WriteByte(' ')
		}
	}
	return " " + strings.Join(strings.Fields(b.String()), " ") + " "
}

// The bounds of an answer: results in all, and of one host.
const (
	maxResults = 40
	maxOfHost  = 8
)

// Name implements [search.Engine].
func (w *Web) Name() string { return "langweb" }

// Search implements [search.Engine]: the pages that have every required value as a phrase
// and one of the alternatives, those with the name in their title first, then those with
// most words of the domain.
func (w *Web) Search(_ context.Context, q query.Query) iter.Seq2[search.Result, error] {
	return func(yield func(search.Result, error) bool) {
		type hit struct {
			*document
			score int
		}
		var hits []hit
		for i := range w.docs {
			d := &w.docs[i]
			has := func(text string) bool { return strings.Contains(d.words+d.foldedTitle, fold(text)) }
			lacks := func(any []string) bool { return !slices.ContainsFunc(any, has) }
			if len(q.Required) == 0 || !q.Admits(d.host) || slices.ContainsFunc(q.Clauses(), lacks) {
				continue
			}
			h := hit{document: d}
			if strings.Contains(d.foldedTitle, fold(q.Required[0].Text)) {
				h.score += 10
			}
			for _, word := range q.Any {
				if strings.Contains(d.words, fold(word)) {
					h.score++
				}
			}
			hits = append(hits, h)
		}
		slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(b.score, a.score) })
		of, rank := map[string]int{}, 0
		for _, h := range hits {
			if of[h.host]++; of[h.host] > maxOfHost || rank == maxResults {
				continue
			}
			rank++
			if !yield(search.Result{QueryID: q.ID, Engine: w.Name(), Rank: rank, URL: h.url, Title: h.title}, nil) {
				return
			}
		}
	}
}
