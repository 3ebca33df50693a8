// Package selector writes what a wrapper has learned as CSS selectors and XPath
// expressions, for the columns for which one of them is enough, so that other
// programs can read the pages.
//
// A selector is tried, not trusted: it has to give, on every page of a sample,
// the values that the wrapper reads there, and nothing where the wrapper reads
// nothing. What fails that needs the alignment.
package selector

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/PuerkitoBio/goquery"
	"github.com/andybalholm/cascadia"
	"github.com/antchfx/htmlquery"
	"github.com/antchfx/xpath"
	"golang.org/x/net/html"

	"verde/extract"
	"verde/extract/embedded"
	"verde/page"
)

// Selector finds the values of a column: in CSS the texts of whole elements, in
// XPath text nodes or elements; white space folded, empty texts left out.
type Selector struct {
	CSS   string `json:"css,omitempty"`
	XPath string `json:"xpath,omitempty"` // only where no CSS is enough
}

// Set is what suffices for the pages of one template.
type Set struct {
	Pages   int                 `json:"pages"`   // of the sample, on which the selectors were tried
	Columns map[string]Selector `json:"columns"` // by label
	More    map[string]string   `json:"more"`    // by label: why no selector is enough
}

// sampled is a page of the sample with what the wrapper reads there.
type sampled struct {
	doc    *goquery.Document
	values map[string][]string
	most   int                 // values of a column
	found  map[string][]string // by selector: the first texts that it gives, one more than any column has
	nodes  int                 // of the page
}

func newSampled(root *html.Node, values map[string][]string) sampled {
	s := sampled{doc: goquery.NewDocumentFromNode(root), values: values, found: make(map[string][]string)}
	for range root.Descendants() {
		s.nodes++
	}
	for _, list := range values {
		s.most = max(s.most, len(list))
	}
	return s
}

// texts gives the first texts of what a selector finds, white space folded,
// without empty ones. Columns of one table have most of their selectors in
// common.
func (s *sampled) texts(selector string, find func(*goquery.Document) *goquery.Selection) []string {
	out, ok := s.found[selector]
	if ok {
		return out
	}
	for _, x := range find(s.doc).EachIter() {
		if text := strings.Join(strings.Fields(x.Text()), " "); text != "" {
			out = append(out, text)
		}
		if len(out) > s.most {
			break
		}
	}
	s.found[selector] = out
	return out
}

// Export tries selectors for the columns of data on a sample of pages, and
// returns a set for each of the wrapper's templates, the main one first. Pages
// that the wrapper can't read are left out; it is an error if none is left.
//
// Cost: the different selectors that are tried, some twenty a column at most,
// each a walk over one or two pages, and over all for those that hold. When these
// walks have come by maxVisited nodes, no further column is tried.
func Export(w *extract.Wrapper, pages []*page.Page) ([]Set, error) {
	wrappers := append([]*extract.Wrapper{w}, w.Others...)
	samples := make([][]sampled, len(wrappers))
	read := 0
	for _, p := range pages {
		r, err := w.Extract(p)
		if err != nil {
			continue
		}
		root, err := p.Parse()
		if err != nil {
			continue
		}
		read++
		samples[r.Template] = append(samples[r.Template], newSampled(root, r.ByLabel()))
	}
	if read == 0 {
		return nil, fmt.Errorf("selectors: none of %d pages can be read", len(pages))
	}
	out := make([]Set, len(wrappers))
	for k, x := range wrappers {
		out[k] = export(x, samples[k], maxVisited)
	}
	return out, nil
}

// maxVisited bounds the nodes that selectors are tried on, for one template: half
// a minute. Ten pages of an encyclopedia with 2,400 columns need a fifth of it.
const maxVisited = 1 << 28

// visited counts the nodes that selectors were tried on.
func visited(sample []sampled) int {
	n := 0
	for k := range sample {
		n += len(sample[k].found) * sample[k].nodes
	}
	return n
}

func export(w *extract.Wrapper, sample []sampled, most int) Set {
	set := Set{Pages: len(sample), Columns: make(map[string]Selector), More: make(map[string]string)}
	landmarks := make(map[string]string)
	for i := range w.Columns {
		if c := &w.Columns[i]; !c.Kind.Data() {
			landmarks[c.Label] = c.Text
		}
	}
	for i := range w.Columns {
		c := &w.Columns[i]
		switch {
		case !c.Kind.Data():
		case c.SameAs != "":
			set.More[c.Label] = "it is another place of " + c.SameAs
		case embedded.IsKey(c.Field):
			set.More[c.Label] = "embedded data: " + c.Field
		case !slices.ContainsFunc(sample, func(s sampled) bool { return len(s.values[c.Label]) > 0 }):
			set.More[c.Label] = "no page of the sample has it"
		case visited(sample) > most:
			set.More[c.Label] = "not tried: there are too many columns"
		default:
			if s, ok := find(c, landmarks[c.After], sample); ok {
				set.Columns[c.Label] = s
			} else if c.Name != "" {
				set.More[c.Label] = "it is what stands in the rows that say " + strconv.Quote(c.Name)
			} else {
				set.More[c.Label] = "no selector that was tried gives its values, and only these, on all pages"
			}
		}
	}
	return set
}

// find returns the first selector that holds on the sample.
func find(c *extract.ColumnRule, landmark string, sample []sampled) (Selector, bool) {
	for _, css := range styles(c) {
		sel, err := cascadia.Compile(css)
		if err == nil && holds(c.Label, sample, css, func(doc *goquery.Document) *goquery.Selection { return doc.FindMatcher(sel) }) {
			return Selector{CSS: css}, true
		}
	}
	for _, path := range paths(landmark) {
		expr, err := xpath.Compile(path)
		if err == nil && holds(c.Label, sample, path, func(doc *goquery.Document) *goquery.Selection {
			return doc.FindNodes(htmlquery.QuerySelectorAll(doc.Get(0), expr)...)
		}) {
			return Selector{XPath: path}, true
		}
	}
	return Selector{}, false
}

// holds tells whether a selector gives the values of a column on all pages.
func holds(label string, sample []sampled, selector string, find func(*goquery.Document) *goquery.Selection) bool {
	for k := range sample {
		s := &sample[k]
		if !slices.Equal(s.texts(selector, find), s.values[label]) {
			return false
		}
	}
	return true
}
