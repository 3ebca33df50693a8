package extract

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"verde/extract/embedded"
	"verde/extract/meaning"
	"verde/record"
	"verde/values"
)

// What a page embeds and what it shows are one where they agree: a column that shows
// what a key of the embedded data holds is called after it, if it has no better name,
// and where it shows no less the key is no column of its own. A page that does not
// show the value has it from there.

const (
	// sameShare is the share of the pages that have both on which a column has to
	// show what an embedded key holds to be called after it.
	sameShare = .8
	// agreePages is how many pages, evenly spread, agreement is told from.
	agreePages = 32
	// imageShare is the share of the pages that images have to be on at the same place
	// to be a column: those of an entity are part of its template.
	imageShare = .5
)

// agreement is what was found of the keys of embedded data.
type agreement struct {
	names []string // by column: the key that it shows best, "" for none
	into  []string // by column: the key that it holds all values of, "" for none
	own   []string // keys that become columns, in order
}

// forms are the ways in which a text may be written that mean the same: its words, and
// what it is as a value. A plain number is an amount, or a share, whose unit is left
// out.
func forms(text string) []string {
	out := []string{"=" + values.Fold(text)}
	if out[0] == "=" {
		out[0] = "=" + text
	}
	for _, v := range values.Parse(text) {
		out = append(out, string(meaning.TypeOf(v))+" "+v.String())
		switch v := v.(type) {
		case values.Percent:
			out = append(out, "number "+values.Number(v).String())
		case values.Money:
			out = append(out, "number "+values.Number(v.Amount).String())
		}
	}
	return out
}

// tally counts the pages on which a column and a key agree.
type tally struct {
	same, equal int // the first value is one of the key's; all are, and the key has no more
	distinct    map[string]bool
}

// agree compares the columns with the keys of the embedded data.
//
// Cost: linear in the values of agreePages pages, plus the columns times the keys that
// agree with them anywhere.
func (a *alignment) agree(cols []*column) {
	a.embeds = agreement{names: make([]string, len(cols)), into: make([]string, len(cols))}
	for _, d := range a.docs {
		d.embedded.SingleAttributes()
	}
	pairs := make([]map[string]*tally, len(cols))
	for k := range pairs {
		pairs[k] = make(map[string]*tally)
	}
	var sample []int
	for i := range min(len(a.docs), agreePages) {
		sample = append(sample, i*len(a.docs)/min(len(a.docs), agreePages))
	}
	for _, i := range sample {
		a.comparePage(i, cols, pairs)
	}
	both := func(k int, key string) int {
		n := 0
		for _, i := range sample {
			if len(cols[k].cells[i]) > 0 && len(a.docs[i].embedded[key]) > 0 {
				n++
			}
		}
		return n
	}
	best := make(map[string]int) // the column that a key is one with
	for k := range cols {
		keys := slices.SortedFunc(maps.Keys(pairs[k]), embedded.Compare)
		most := 0
		for _, key := range keys {
			p := pairs[k][key]
			n := both(k, key)
			if len(p.distinct) < 2 || float64(p.same) < sameShare*float64(n) {
				continue
			}
			if p.same > most {
				a.embeds.names[k], most = key, p.same
			}
			if at, ok := best[key]; float64(p.equal) >= sameShare*float64(n) && (!ok || p.equal > pairs[at][key].equal) {
				best[key] = k
			}
		}
	}
	for _, key := range slices.SortedFunc(maps.Keys(best), embedded.Compare) {
		if k := best[key]; a.embeds.into[k] == "" {
			a.embeds.into[k] = key
		}
	}
	a.embeds.own = a.ownKeys(best, sample)
}

// comparePage counts one page.
func (a *alignment) comparePage(i int, cols []*column, pairs []map[string]*tally) {
	d := a.docs[i]
	holds := make(map[string][]string) // keys by the forms of their values
	size := make(map[string]int)
	for key, list := range d.embedded {
		seen := make(map[string]bool)
		for n := range list {
			if text := list[n].Text; text != "" && !seen[text] {
				seen[text] = true
				size[key]++
				for _, form := range forms(text) {
					holds[form] = append(holds[form], key)
				}
			}
		}
	}
	if len(holds) == 0 {
		return
	}
	for k, c := range cols {
		if c.class >= 0 && !c.constant {
			continue
		}
		hits, first := make(map[string]int), make(map[string]bool)
		texts := make(map[string]bool)
		for n, at := range c.cells[i] {
			text := d.leaves[at].text
			if texts[text] {
				continue
			}
			texts[text] = true
			of := make(map[string]bool)
			for _, form := range forms(text) {
				for _, key := range holds[form] {
					of[key] = true
				}
			}
			for key := range of {
				hits[key]++
				first[key] = first[key] || n == 0
			}
		}
		for key, n := range hits {
			p := pairs[k][key]
			if p == nil {
				p = &tally{distinct: make(map[string]bool)}
				pairs[k][key] = p
			}
			if first[key] {
				p.same++
				p.distinct[d.leaves[c.cells[i][0]].text] = true
			}
			if n == len(texts) && size[key] <= n {
				p.equal++
			}
		}
	}
}

// ownKeys are the keys that become columns: on two pages at least, images on half of
// them, and not with the same values on all; not those that a column shows, nor those
// that say what another one does.
func (a *alignment) ownKeys(shown map[string]int, sample []int) []string {
	on, differs, first := make(map[string]int), make(map[string]bool), make(map[string][]embedded.Found)
	for _, d := range a.docs {
		for key, list := range d.embedded {
			if on[key]++; on[key] == 1 {
				first[key] = list
			} else if !slices.EqualFunc(first[key], list, func(x, y embedded.Found) bool { return x.Text == y.Text && x.Src == y.Src }) {
				differs[key] = true
			}
		}
	}
	var out []string
	said := make(map[string]bool)
	for _, key := range slices.SortedFunc(maps.Keys(differs), embedded.Compare) {
		if _, ok := shown[key]; ok || strings.HasPrefix(key, embedded.FromImage) && float64(on[key]) < imageShare*float64(len(a.docs)) {
			continue
		}
		var b strings.Builder
		for _, i := range sample {
			for _, f := range a.docs[i].embedded[key] {
				text := f.Text
				if f.Src != "" {
					text = cmp.Or(a.docs[i].absolute(f.Src), text)
				}
				b.WriteString(text + "\x00")
			}
			b.WriteByte(1)
		}
		if !said[b.String()] {
			said[b.String()] = true
			out = append(out, key)
		}
	}
	return out
}

// embeddedColumns appends the columns of what is embedded and not shown.
func (a *alignment) embeddedColumns(t *Table) {
	taken := make(map[string]int)
	for k := range t.Columns {
		taken[strings.ToLower(t.Columns[k].Label)] = 1
	}
	for _, key := range a.embeds.own {
		c := Column{Label: unique(cmp.Or(clip(embedded.Name(key), maxLabel), "embedded"), taken), Kind: MandatoryData, Cells: make([]Cell, len(a.docs))}
		for i, d := range a.docs {
			if c.Cells[i].embed(a.corpus, d, key); len(c.Cells[i].Values) == 0 {
				c.Kind = OptionalData
			}
		}
		if c.Type = string(record.Image); !strings.HasPrefix(key, embedded.FromImage) {
			c.Type, c.Unit = c.meaning()
		}
		t.Columns = append(t.Columns, c)
	}
}

// embeddedName is what embedded data call the values of the k-th column, "" if they do
// not hold them.
func (a *alignment) embeddedName(k int) string {
	if k >= len(a.embeds.names) || a.embeds.names[k] == "" {
		return ""
	}
	return clip(embedded.Name(a.embeds.names[k]), maxLabel)
}
