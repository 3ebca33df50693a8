package extract

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"
	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"

	"verde/record"
	"verde/values"
)

// Data that a page embeds for machines (JSON-LD, the content attributes of
// microdata, RDFa and OpenGraph) names what the page shows. It becomes columns
// of its own, and lends its names to columns that hold the same values; it never
// replaces what is shown, since it is often stale or of another entity.

// Bounds on the embedded data of one page. What is beyond them is not read.
const (
	maxEmbedded      = 1 << 20 // bytes of one JSON-LD script
	maxEmbeddedDepth = 8       // objects within objects
	maxEmbeddedKeys  = 200
	maxEmbeddedText  = 2000 // bytes of one value
	maxEmbeddedList  = 100  // values of one key
)

// The prefixes tell where a key is from.
const (
	fromJSON = "json-ld:"
	fromMeta = "meta:"
)

// embedded are the values that a page embeds, by their path: json-ld:author.name,
// meta:og:title.
type embedded map[string][]record.Value

// machineRead are the elements that may hold embedded data.
var machineRead = cascadia.MustCompile("script, [content]")

// readEmbedded collects the embedded data below root. JSON-LD that does not
// parse is left out.
//
// Cost: one walk over the tree, and linear in the scripts.
func readEmbedded(root *html.Node) embedded {
	out := make(embedded)
	for _, e := range goquery.NewDocumentFromNode(root).FindMatcher(machineRead).EachIter() {
		attribute := func(key string) string { return values.FoldOnly(e.AttrOr(key, ""), values.Space) }
		if e.Is("script") {
			if strings.EqualFold(attribute("type"), "application/ld+json") {
				out.script(e.Text())
			}
			continue
		}
		name := cmp.Or(attribute("itemprop"), attribute("property"))
		if name == "" && e.Is("meta") {
			name = attribute("name")
		}
		if name != "" {
			out.add(fromMeta+name, attribute("content"))
		}
	}
	return out
}

// script reads one JSON-LD script, of which some pages have several values in
// a row.
func (m embedded) script(text string) {
	if len(text) > maxEmbedded {
		return
	}
	in := json.NewDecoder(bytes.NewBufferString(text))
	in.UseNumber()
	for {
		var v any
		if err := in.Decode(&v); err != nil {
			return // io.EOF, or no JSON from here on
		}
		m.value("", v, 0)
	}
}

// value adds what v holds under a path. Lists add to the path that they are at,
// @graph to the path above, and keywords of JSON-LD say nothing of the entity.
func (m embedded) value(path string, v any, depth int) {
	if depth > maxEmbeddedDepth {
		return
	}
	switch v := v.(type) {
	case map[string]any:
		keys := make([]string, 0, len(v))
		for key := range v {
			keys = append(keys, key)
		}
		slices.Sort(keys)
		for _, key := range keys {
			switch {
			case key == "@graph":
				m.value(path, v[key], depth+1)
			case strings.HasPrefix(key, "@"):
			case path == "":
				m.value(key, v[key], depth+1)
			default:
				m.value(path+"."+key, v[key], depth+1)
			}
		}
	case []any:
		for _, x := range v {
			m.value(path, x, depth+1)
		}
	case string:
		m.add(fromJSON+path, values.FoldOnly(v, values.Space))
	case json.Number:
		m.add(fromJSON+path, v.String())
	}
}

func (m embedded) add(key, value string) {
	if value == "" || len(value) > maxEmbeddedText || len(key) > maxEmbeddedText || len(m[key]) >= maxEmbeddedList || m[key] == nil && len(m) >= maxEmbeddedKeys {
		return
	}
	m[key] = append(m[key], record.Value{Text: value, Key: key})
}

// embeddedColumns appends a column for every key that tells pages apart: on two
// of them at least, and not with the same values on all.
func (a *alignment) embeddedColumns(t *Table) {
	on := make(map[string]int)
	differs := make(map[string]bool)
	first := make(map[string][]record.Value)
	for _, d := range a.docs {
		for key, values := range d.embedded {
			on[key]++
			if first[key] == nil {
				first[key] = values
			} else if !slices.Equal(first[key], values) {
				differs[key] = true
			}
		}
	}
	for key := range differs {
		a.embedded = append(a.embedded, key)
	}
	slices.Sort(a.embedded)
	taken := make(map[string]int)
	for k := range t.Columns {
		taken[strings.ToLower(t.Columns[k].Label)] = 1
	}
	for _, key := range a.embedded {
		c := Column{Label: unique(clip(key, 2*maxLabel), taken), Kind: OptionalData, Cells: make([]Cell, len(a.docs))}
		if on[key] == len(a.docs) {
			c.Kind = MandatoryData
		}
		for i, d := range a.docs {
			c.Cells[i].Values = d.embedded[key]
		}
		t.Columns = append(t.Columns, c)
	}
}

// sameShare is the share of the pages that have both on which a column has to
// show what an embedded key holds to be called after it.
const sameShare = .8

// embeddedName is the name of the embedded key that holds the values of a
// column, "" if there is none: the last word of its path.
func (a *alignment) embeddedName(c *column) string {
	both, same := make(map[string]int), make(map[string]int)
	distinct := make(map[string]map[string]bool)
	for i, cell := range c.cells {
		if len(cell) == 0 {
			continue
		}
		text := a.docs[i].leaves[cell[0]].text
		for key, values := range a.docs[i].embedded {
			both[key]++
			if slices.ContainsFunc(values, func(v record.Value) bool { return v.Text == text }) {
				same[key]++
				if distinct[key] == nil {
					distinct[key] = make(map[string]bool)
				}
				distinct[key][text] = true
			}
		}
	}
	best := ""
	for key, n := range same {
		if len(distinct[key]) < 2 || float64(n) < sameShare*float64(both[key]) {
			continue
		}
		if best == "" || n > same[best] || n == same[best] && key < best {
			best = key
		}
	}
	return clip(best[strings.LastIndexAny(best, ".:")+1:], maxLabel)
}
