package integration

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"verde/integrate"
)

// Web is the true content of a generated web.
type Web struct {
	sites   map[string]bool
	records map[string]truePage // by URL
}

// truePage is the true content of a page.
type truePage struct {
	site, key string
	values    map[string][]string // by true attribute
}

// ReadWeb reads what the program webbox serves; see [Served].
func ReadWeb(in io.Reader) (*Web, error) {
	hosts, err := readHosts(in)
	if err != nil {
		return nil, err
	}
	w := &Web{sites: make(map[string]bool), records: make(map[string]truePage)}
	for host, list := range hosts {
		w.sites[host] = true
		keys := make([]string, len(list))
		for i := range list {
			keys[i] = list[i].Key
		}
		keys = withoutTemplateWords(keys)
		for i, r := range list {
			w.records[r.URL] = truePage{host, keys[i], r.Values}
		}
	}
	return w, nil
}

// templateShare is the share of a site's names that a word has to begin or end to be the template's ("2010 Acura
// RL Overview"), as for columns in package clean.
const templateShare = .8

// withoutTemplateWords removes from the names of a site's entities the words that nearly all begin or end with: by
// these, the names of one entity differ from site to site, and the web counts them as several entities. Cost:
// linear.
func withoutTemplateWords(names []string) []string {
	out := slices.Clone(names)
	cut := func(cut func(string) (word, rest string)) bool {
		counts := make(map[string]int)
		for _, n := range out {
			if word, rest := cut(n); rest != "" {
				counts[word]++
			}
		}
		for word, n := range counts { // one at most has so many
			if n > 1 && float64(n) >= templateShare*float64(len(out)) {
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

// attributeShare is the share of pages on which a label's value and an attribute's true value have to agree, of
// those with both, for the label to have the attribute. Categorical attributes agree by chance, but on fewer
// pages.
const attributeShare = .8

// Run makes a case of the records that a run has read of a web. The values under a label show its true attribute;
// an attribute of a site that no label has was not read. Pages that the run has not read count as missing. Pages
// that the web does not have are ignored but in [Web.Table].
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
			if float64(same[k]) >= attributeShare*float64(n) && same[k] > 1 {
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

// Table grades the catalog as a table, with a row for each entity and a column for each true attribute, as answers
// of people are graded (WideSearch, Wong et al. 2025). An item is the value of an entity under an attribute. It is
// right if most of the web's pages with a value show it, or no fewer than show any other; a row is right if all
// its items are. A list may be one text, a date or duration may be more precise than on the pages, and what a site
// writes as one text may be two attributes. Of several rows for one entity the one of most records counts, and the
// others are wrong.
type Table struct {
	Rows  Score `json:"rows"`
	Items Score `json:"items"`
	// Lost counts wrong items by cause; see [Causes].
	Lost map[string]*Lost `json:"lost,omitempty"`
	// Beside are surplus rows: further rows of an entity that has one already, and foreign ones of pages that the
	// web does not have. Joined are pages that the web does not have in rows of entities; they make no row wrong.
	Beside struct {
		Further int `json:"further"`
		Foreign int `json:"foreign"`
		Joined  int `json:"joined"`
	} `json:"beside"`
	// Single and Lists are the calibration of probabilities, for attributes of one value and of several.
	Single Reliability `json:"single"`
	Lists  Reliability `json:"lists"`
}

// cell is an entity and an attribute.
type cell struct{ entity, attribute string }

// Table grades the result of integrating a run's records. c is [Web.Run] of them.
func (w *Web) Table(c *Case, r *integrate.Result) Table {
	truth := w.trueItems()
	rowOf := make(map[string]*integrate.Entity) // key -> its row
	for i := range r.Entities {
		e := &r.Entities[i]
		if k := w.keyOf(e.URLs); k != "" && (rowOf[k] == nil || len(rowOf[k].URLs) < len(e.URLs)) {
			rowOf[k] = e
		}
	}
	held := chosenTexts(r)
	attributes := trueAttributes(c, r, func(name, attribute string) (n int) {
		for k, e := range rowOf {
			if texts := held[cell{e.ID, name}]; slices.ContainsFunc(truth[k][attribute], func(list []string) bool { return agrees(texts, list) }) {
				n++
			}
		}
		return n
	})
	found := byTrueAttribute(r, held, attributes)
	var rightItems, wantItems, rightRows float64
	trace, why := newTracer(w, c, r, attributes), make(lossCounts)
	for _, k := range sortedKeys(truth) {
		row := ""
		if e := rowOf[k]; e != nil {
			row = e.ID
		}
		faults := make(map[string]string)
		for a, lists := range truth[k] {
			wantItems++
			if slices.ContainsFunc(lists, func(list []string) bool { return agrees(found[cell{row, a}], list) }) {
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

// chosenTexts returns the values that hold by entity and the result's attribute, also as their sites write them,
// with the words of their templates.
func chosenTexts(r *integrate.Result) map[cell][]string {
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

// byTrueAttribute returns the chosen texts by true attribute. Where a site writes two attributes as one text, both
// together are a form of the value.
func byTrueAttribute(r *integrate.Result, held map[cell][]string, attributes map[string]string) map[cell][]string {
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

// otherParts returns for each attribute those that have the other part of one of its columns.
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

// keyOf is the entity that most of the pages are about, "" if the web has none of them.
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

// trueItems are what most pages show of each entity and attribute, as lists of texts; several if equally many show
// others.
func (w *Web) trueItems() map[string]map[string][][]string {
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

// trueAttributes maps the result's attributes to true ones, one to one: those first that agree for most entities
// (agree). A true attribute qualifies if more than half of the columns with any true attribute have it. Columns
// without one, such as the heights of a site that writes sizes as one text, have no vote; their values are graded
// in their cells.
func trueAttributes(c *Case, r *integrate.Result, agree func(name, attribute string) int) map[string]string {
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
