package integration

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"verde/integrate"
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
		keys := make([]string, len(list))
		for i := range list {
			keys[i] = list[i].Key
		}
		keys = withoutManner(keys)
		for i, r := range list {
			w.records[r.URL] = shown{host, keys[i], r.Values}
		}
	}
	return w, nil
}

// manner is the share of a site's names from which on a word that they begin or end with is the site's
// way to write them ("2010 Acura RL Overview"), as for columns in package clean.
const manner = .8

// withoutManner leaves out of the names of a site's entities the words that nearly all begin or end with: names of
// one entity differ by them from site to site, and the web takes them for names of several. Cost: linear.
func withoutManner(names []string) []string {
	out := slices.Clone(names)
	cut := func(cut func(string) (word, rest string)) bool {
		counts := make(map[string]int)
		for _, n := range out {
			if word, rest := cut(n); rest != "" {
				counts[word]++
			}
		}
		for word, n := range counts { // one at most has so many
			if n > 1 && float64(n) >= manner*float64(len(out)) {
				for i, name := range out {
					if w, rest := cut(name); w == word && rest != "" {
						out[i] = rest
					}
				}
				return true
			}
		}
		return false
	}
	first := func(s string) (string, string) { w, rest, _ := strings.Cut(s, " "); return w, rest }
	last := func(s string) (string, string) {
		i := strings.LastIndexByte(s, ' ')
		return s[i+1:], s[:max(i, 0)]
	}
	for cut(first) || cut(last) {
	}
	return out
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
// no fewer than have another, show it; a row is right if all its items are. A list may be one
// text, a date may say the day where pages show the month or the year, a length of time the seconds where they show minutes,
// and what a site writes as one text may be two attributes. Of several rows for one entity that of most records counts, and the
// others are wrong.
type Table struct {
	Rows  Score `json:"rows"`
	Items Score `json:"items"`
	// Lost tells why items are not right, by cause; see [Causes].
	Lost map[string]*Lost `json:"lost,omitempty"`
	// Beside are the rows that are no entity's: further ones of an entity that has one already, and those of
	// pages that the web does not know as an entity's. Joined are such pages that stand in an entity's row, which
	// grades no row as wrong.
	Beside struct {
		Further int `json:"further"`
		Foreign int `json:"foreign"`
		Joined  int `json:"joined"`
	} `json:"beside"`
	// Single and Lists are how well the probabilities of what is shown hold, of attributes of one value and of several.
	Single Reliability `json:"single"`
	Lists  Reliability `json:"lists"`
}

// cell is a place of the table.
type cell struct{ entity, attribute string }

// Table grades what was made of a run's records. c is [Web.Run] of them.
func (w *Web) Table(c *Case, r *integrate.Result) Table {
	truth := w.items()
	rowOf := make(map[string]*integrate.Entity) // key -> its row
	for i := range r.Entities {
		e := &r.Entities[i]
		if k := w.keyOf(e.URLs); k != "" && (rowOf[k] == nil || len(rowOf[k].URLs) < len(e.URLs)) {
			rowOf[k] = e
		}
	}
	held := heldBy(r)
	attributes := attributesOf(c, r, func(name, attribute string) (n int) {
		for k, e := range rowOf {
			if texts := held[cell{e.ID, name}]; slices.ContainsFunc(truth[k][attribute], func(list []string) bool { return holds(texts, list) }) {
				n++
			}
		}
		return n
	})
	found := cells(r, held, attributes)
	var rightItems, wantItems, rightRows float64
	trace, why := newTracer(w, c, r, attributes), make(lost)
	for _, k := range sortedKeys(truth) {
		row := ""
		if e := rowOf[k]; e != nil {
			row = e.ID
		}
		faults := make(map[string]string)
		for a, lists := range truth[k] {
			wantItems++
			if slices.ContainsFunc(lists, func(list []string) bool { return holds(found[cell{row, a}], list) }) {
				rightItems++
			} else {
				faults[a] = trace.cause(k, row, a, lists)
			}
		}
		if why.row(faults); row != "" && len(faults) == 0 {
			rightRows++
		}
	}
	out := Table{Rows: NewScore(rightRows, float64(len(r.Entities)), float64(len(truth))), Items: NewScore(rightItems, float64(len(found)), wantItems), Lost: why}
	keys := make(map[string]string) // entity -> key
	for k, e := range rowOf {
		keys[e.ID] = k
	}
	out.Single, out.Lists = w.reliability(r, truth, keys, attributes)
	for i := range r.Entities {
		e := &r.Entities[i]
		switch k := w.keyOf(e.URLs); {
		case k == "":
			out.Beside.Foreign++
		case rowOf[k] != e:
			out.Beside.Further++
			fallthrough
		default:
			for _, u := range e.URLs {
				if w.keyOf([]string{u}) == "" {
					out.Beside.Joined++
				}
			}
		}
	}
	return out
}

// heldBy gives the values that hold by entity and the result's own attribute, also as the site that they
// are from writes them, with the words that are its template's.
func heldBy(r *integrate.Result) map[cell][]string {
	held := make(map[cell][]string)
	for i := range r.Fused {
		f := &r.Fused[i]
		for _, g := range f.Groups {
			if !g.Chosen {
				continue
			}
			k := cell{f.Entity, f.Attribute}
			held[k] = append(held[k], g.Value)
			for _, c := range g.Claims {
				if c.Text == g.Value && c.Written != c.Text {
					held[k] = append(held[k], c.Written)
				}
			}
		}
	}
	return held
}

// cells gives what is held by true attribute. Where a site writes as one text
// what has become two attributes, the two together are a form of the value.
func cells(r *integrate.Result, held map[cell][]string, attributes map[string]string) map[cell][]string {
	others := otherParts(r)
	out := make(map[cell][]string)
	for k, texts := range held {
		a, ok := attributes[k.attribute]
		if !ok {
			continue
		}
		at := cell{k.entity, a}
		out[at] = append(out[at], texts...)
		for _, o := range others[k.attribute] {
			for _, more := range held[cell{k.entity, o}] {
				for _, t := range texts {
					out[at] = append(out[at], t+" "+more)
				}
			}
		}
	}
	return out
}

// otherParts gives for each attribute those that have the other part of a column that is
// in parts.
func otherParts(r *integrate.Result) map[string][]string {
	of := make(map[Column][]string)
	for i := range r.Attributes {
		for _, n := range r.Attributes[i].Columns {
			if col := &r.Columns[n]; col.Part != "" {
				k := Column{col.Site, col.Label}
				of[k] = append(of[k], r.Attributes[i].Name)
			}
		}
	}
	out := make(map[string][]string)
	for _, names := range of {
		for _, a := range names {
			for _, b := range names {
				if a != b && !slices.Contains(out[a], b) {
					out[a] = append(out[a], b)
				}
			}
		}
	}
	return out
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

// items are what most pages show of each entity and attribute, a list of texts each;
// several if as many show others.
func (w *Web) items() map[string]map[string][][]string {
	type group struct {
		lists [][]string
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
			i := slices.IndexFunc(list, func(g group) bool {
				return slices.ContainsFunc(g.lists, func(o []string) bool { return anyAgree(o, texts) })
			})
			if i < 0 {
				i = len(list)
				list = append(list, group{})
			}
			list[i].pages++
			list[i].lists = append(list[i].lists, texts)
			groups[s.key][a] = list
		}
	}
	out := make(map[string]map[string][][]string)
	for key, attributes := range groups {
		out[key] = make(map[string][][]string)
		for a, list := range attributes {
			most := slices.MaxFunc(list, func(g, h group) int { return cmp.Compare(g.pages, h.pages) }).pages
			for _, g := range list {
				if g.pages == most {
					out[key][a] = append(out[key][a], g.lists...)
				}
			}
		}
	}
	return out
}

// attributesOf tells which true attribute each of a result is: one of most of its columns that mean any. A column that
// means none, as the height of a site that writes sizes as one text, says nothing: its values are graded in their cells.
// They are given one to one, those first that agree for most entities, which agree counts.
func attributesOf(c *Case, r *integrate.Result, agree func(name, attribute string) int) map[string]string {
	type meaning struct {
		name, attribute string
		agree           int
	}
	var list []meaning
	for _, a := range r.Attributes {
		votes, voters := make(map[string]int), 0
		for _, i := range a.Columns {
			col := &r.Columns[i]
			of := make(map[string]bool)
			for _, label := range append([]string{col.Label}, col.Twins...) {
				for _, t := range c.Columns[Column{col.Site, label}] {
					of[t] = true
				}
			}
			for t := range of {
				votes[t]++
			}
			if len(of) > 0 {
				voters++
			}
		}
		for _, t := range sortedKeys(votes) {
			if 2*votes[t] > voters {
				list = append(list, meaning{a.Name, t, agree(a.Name, t)})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b meaning) int { return cmp.Compare(b.agree, a.agree) })
	out, taken := make(map[string]string), make(map[string]bool)
	for _, m := range list {
		if out[m.name] == "" && !taken[m.attribute] {
			out[m.name], taken[m.attribute] = m.attribute, true
		}
	}
	return out
}
