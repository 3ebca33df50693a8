package integration

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"verde/integrate"
	"verde/values"
)

// Web is what a small web shows, by the one who made it.
type Web struct {
	sites   map[string]bool
	records map[string]shown // by URL
}

// shown is what a page shows.
type shown struct {
	site, key string
	values    map[string][]string // by true attribute
}

// ReadWeb reads what the program webbox says of its pages; see [Served].
func ReadWeb(in io.Reader) (*Web, error) {
	hosts, err := readHosts(in)
	if err != nil {
		return nil, err
	}
	w := &Web{sites: make(map[string]bool), records: make(map[string]shown)}
	for host, list := range hosts {
		w.sites[host] = true
		for _, r := range list {
			w.records[r.URL] = shown{host, r.Key, r.Values}
		}
	}
	return w, nil
}

// host is what webbox says of the pages of a site.
type host []struct {
	URL    string              `json:"url"`
	Key    string              `json:"key"`
	Values map[string][]string `json:"record"`
}

func readHosts(in io.Reader) (hosts map[string]host, err error) {
	if err := json.NewDecoder(in).Decode(&hosts); err != nil {
		return nil, fmt.Errorf("reading the records that webbox shows: %w", err)
	}
	return hosts, nil
}

// isAttribute is the share of the pages with both a value under a label and a true value
// of an attribute on which they are the same, from which on the label is of the
// attribute: what else agrees, as few-valued attributes do by chance, agrees on fewer.
const isAttribute = .8

// Run makes a case of the records that a run has read of a web. Which true attribute is
// under a label, its values say; an attribute that a site shows and no label has is one
// that was not read. Pages that the run has not read are entities' too, and lack. What
// the web does not have, as pages about something else, counts neither way but in
// [Web.Table].
func (w *Web) Run(tables []integrate.Table) *Case {
	c := &Case{Name: "run", Tables: tables, Columns: make(map[Column][]string), Entities: make(map[string]string)}
	for url, s := range w.records {
		c.name(url, s.key)
	}
	type pair struct{ label, attribute string }
	for _, t := range tables {
		both, same := make(map[pair]int), make(map[pair]int)
		for _, r := range t.Records {
			for label, texts := range r.Values {
				for attribute, truth := range w.records[r.URL].values {
					k := pair{label, attribute}
					if both[k]++; anyAgree(texts, truth) {
						same[k]++
					}
				}
			}
		}
		for k, n := range both {
			if float64(same[k]) >= isAttribute*float64(n) && same[k] > 1 {
				col := Column{t.Site, k.label}
				c.Columns[col] = append(c.Columns[col], k.attribute)
			}
		}
	}
	read := make(map[pair]bool) // site and attribute
	for col, list := range c.Columns {
		slices.Sort(list)
		for _, a := range list {
			read[pair{col.Site, a}] = true
		}
	}
	for _, s := range w.records {
		for a := range s.values {
			if k := (pair{s.site, a}); !read[k] {
				read[k] = true
				c.Columns[Column{s.site, "\x00" + a}] = []string{a} // a label that no site has
			}
		}
	}
	return c
}

// Table grades the catalog as a table, a row an entity and a column a true attribute, as
// answers of people are graded (WideSearch, Wong et al. 2025): an item is the value of an
// entity under an attribute, and is right if most of the web's pages that have one, or
// no fewer than have another, show it; a row is right if all its items are. Of several rows
// for one entity that of most records counts, and the others are wrong.
type Table struct {
	Rows  Score `json:"rows"`
	Items Score `json:"items"`
}

// Table grades what was made of a run's records. c is [Web.Run] of them.
func (w *Web) Table(c *Case, r *integrate.Result) Table {
	truth := w.items()
	attributes := attributesOf(c, r)
	type cell struct{ entity, attribute string }
	found := make(map[cell][]string)
	for i := range r.Fused {
		f := &r.Fused[i]
		a, ok := attributes[f.Attribute]
		if !ok {
			continue
		}
		for _, g := range f.Groups {
			if g.Chosen {
				found[cell{f.Entity, a}] = append(found[cell{f.Entity, a}], g.Value)
			}
		}
	}
	rowOf := make(map[string]*integrate.Entity) // key -> its row
	for i := range r.Entities {
		e := &r.Entities[i]
		if k := w.keyOf(e.URLs); k != "" && (rowOf[k] == nil || len(rowOf[k].URLs) < len(e.URLs)) {
			rowOf[k] = e
		}
	}
	var items, rightItems, wantItems, rightRows float64
	for k, items := range truth {
		wantItems += float64(len(items))
		e := rowOf[k]
		if e == nil {
			continue
		}
		whole := true
		for a, right := range items {
			if anyAgree(found[cell{e.ID, a}], right) {
				rightItems++
			} else {
				whole = false
			}
		}
		if whole {
			rightRows++
		}
	}
	items = float64(len(found))
	return Table{Rows: NewScore(rightRows, float64(len(r.Entities)), float64(len(truth))), Items: NewScore(rightItems, items, wantItems)}
}

// keyOf is the entity that most of the pages are about, "" if none is of the web.
func (w *Web) keyOf(urls []string) string {
	counts := make(map[string]int)
	for _, u := range urls {
		if s, ok := w.records[u]; ok {
			counts[s.key]++
		}
	}
	best := ""
	for _, k := range sortedKeys(counts) {
		if best == "" || counts[k] > counts[best] {
			best = k
		}
	}
	return best
}

// items are the values that most pages show of each entity and attribute, several if as
// many show others.
func (w *Web) items() map[string]map[string][]string {
	type group struct {
		texts []string
		pages int
	}
	groups := make(map[string]map[string][]group)
	for _, url := range sortedKeys(w.records) {
		s := w.records[url]
		if groups[s.key] == nil {
			groups[s.key] = make(map[string][]group)
		}
		for a, texts := range s.values {
			list := groups[s.key][a]
			i := slices.IndexFunc(list, func(g group) bool { return anyAgree(g.texts, texts) })
			if i < 0 {
				i = len(list)
				list = append(list, group{})
			}
			list[i].pages++
			list[i].texts = append(list[i].texts, texts...)
			groups[s.key][a] = list
		}
	}
	out := make(map[string]map[string][]string)
	for key, attributes := range groups {
		out[key] = make(map[string][]string)
		for a, list := range attributes {
			most := slices.MaxFunc(list, func(g, h group) int { return cmp.Compare(g.pages, h.pages) }).pages
			for _, g := range list {
				if g.pages == most {
					out[key][a] = append(out[key][a], g.texts...)
				}
			}
		}
	}
	return out
}

// attributesOf tells which true attribute each of a result is: that of most of its
// columns. Of several that are one true attribute the one of most sites counts.
func attributesOf(c *Case, r *integrate.Result) map[string]string {
	out := make(map[string]string)
	taken := make(map[string]bool)
	order := slices.SortedStableFunc(slices.Values(r.Attributes), func(a, b integrate.Attribute) int { return cmp.Compare(b.Sites, a.Sites) })
	for _, a := range order {
		votes := make(map[string]int)
		for _, i := range a.Columns {
			col := &r.Columns[i]
			for _, label := range append([]string{col.Label}, col.Twins...) {
				for _, t := range c.Columns[Column{col.Site, label}] {
					votes[t]++
				}
			}
		}
		best := ""
		for _, t := range slices.Sorted(maps.Keys(votes)) {
			if !taken[t] && (best == "" || votes[t] > votes[best]) {
				best = t
			}
		}
		if best != "" && 2*votes[best] > len(a.Columns) {
			out[a.Name], taken[best] = best, true
		}
	}
	return out
}

// anyAgree reports whether a text of one list says the same as one of the other: the same
// value (see [values.Same]), or the same words in another order; a list may be one text.
func anyAgree(a, b []string) bool {
	for _, s := range a {
		for _, t := range b {
			if values.Same(s, t) {
				return true
			}
		}
	}
	x, y := words(a), words(b)
	for w := range x {
		if w != "" && y[w] {
			return true
		}
	}
	return false
}

// words gives the words of each text, and of all of them, in order of the alphabet.
func words(texts []string) map[string]bool {
	out := make(map[string]bool, len(texts)+1)
	for _, t := range append(slices.Clip(texts), strings.Join(texts, " ")) {
		list := values.Words(t)
		slices.Sort(list)
		out[strings.Join(list, " ")] = true
	}
	return out
}
