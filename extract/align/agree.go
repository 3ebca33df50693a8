package align

import (
	"maps"
	"slices"
	"strings"

	"verde/extract/embedded"
	"verde/extract/meaning"
	"verde/extract/rules"
	"verde/values"
)

// What a page embeds and what it shows are one where they agree. A column that shows
// what a key of the embedded data holds is called after it, if it has no better name.
// Where it shows no less, the key is no column of its own. A page that does not
// show the value has it from there.

const (
	// agreePages is how many pages, evenly spread, agreement is told from.
	agreePages = 32
	// imageShare is the share of the pages that images have to be on at the same place
	// to be a column: those of an entity are part of its template.
	imageShare = .5
)

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

// EmbeddedKeys are the keys that become columns: on two pages at least, images on half of
// them, and not with the same values on all.
func (a *Alignment) EmbeddedKeys() map[string]bool {
	on, first, out := make(map[string]int), make(map[string][]embedded.Found), make(map[string]bool)
	for _, d := range a.Docs {
		d.Embedded.SingleAttributes()
		for key, list := range d.Embedded {
			if on[key]++; on[key] == 1 {
				first[key] = list
			} else if !slices.EqualFunc(first[key], list, func(x, y embedded.Found) bool { return x.Text == y.Text && x.Src == y.Src }) {
				out[key] = true
			}
		}
	}
	maps.DeleteFunc(out, func(key string, _ bool) bool {
		return strings.HasPrefix(key, embedded.FromImage) && float64(on[key]) < imageShare*float64(len(a.Docs))
	})
	return out
}

// Agree compares the columns of what is shown with those of embedded data, which are called
// the same where they are: other places of what a column shows, and of what another key
// holds. The columns of embedded data are the last ones.
//
// Cost: linear in the values of agreePages pages, plus the columns times the keys that
// agree with them anywhere.
func (a *Alignment) Agree(cols []*Column) {
	shown := slices.IndexFunc(cols, func(c *Column) bool { return embedded.IsKey(a.Syms.Names[c.Field]) })
	if shown < 0 {
		return
	}
	tallies := make(map[[2]int]*tally)
	sample := make([]int, min(len(a.Docs), agreePages))
	said := make([]strings.Builder, len(cols)) // what each key says on all of these
	for i := range sample {
		sample[i] = i * len(a.Docs) / len(sample)
		a.comparePage(sample[i], cols, shown, tallies, said)
	}
	both := func(x, y *Column) float64 {
		n := 0.
		for _, i := range sample {
			if len(x.Cells[i]) > 0 && len(y.Cells[i]) > 0 {
				n++
			}
		}
		return n
	}
	of, most := make(map[string]int), make([]int, shown)
	for key := shown; key < len(cols); key++ {
		best := -1
		for k := range shown {
			t := tallies[[2]int{k, key}]
			if t == nil || len(t.distinct) < 2 {
				continue
			}
			least := rules.NearlyAll * both(cols[k], cols[key])
			if float64(t.same) >= least && t.same > most[k] {
				cols[k].Key, most[k] = a.Syms.Names[cols[key].Field], t.same
			}
			if float64(min(t.same, t.equal)) >= least && (best < 0 || t.equal > tallies[[2]int{best, key}].equal) {
				best = k
			}
		}
		if k, ok := of[said[key].String()]; ok && best < 0 {
			best = k
		}
		if best >= 0 {
			cols[key].Same = best
		} else {
			of[said[key].String()] = key
		}
	}
}

// comparePage counts one page.
func (a *Alignment) comparePage(i int, cols []*Column, shown int, tallies map[[2]int]*tally, said []strings.Builder) {
	d := a.Docs[i]
	texts := make([]map[string]bool, len(cols))
	holds := make(map[string][]int) // columns of keys by the forms of their values
	for k, c := range cols {
		texts[k] = make(map[string]bool)
		for _, at := range c.Cells[i] {
			text := d.Leaves[at].Text
			if k >= shown {
				said[k].WriteString(text + "\x00")
			}
			if texts[k][text] || k < shown || text == "" {
				texts[k][text] = true
				continue
			}
			texts[k][text] = true
			for _, form := range forms(text) {
				holds[form] = append(holds[form], k)
			}
		}
		if k >= shown {
			said[k].WriteByte(1)
		}
	}
	for k, c := range cols[:shown] {
		if len(c.Cells[i]) == 0 || c.Class >= 0 && !c.Constant {
			continue
		}
		hits := make(map[int]int)
		first := d.Leaves[c.Cells[i][0]].Text
		for text := range texts[k] {
			of := make(map[int]bool)
			for _, form := range forms(text) {
				for _, key := range holds[form] {
					of[key] = true
				}
			}
			for key := range of {
				hits[key]++
				t := tallies[[2]int{k, key}]
				if t == nil {
					t = &tally{distinct: make(map[string]bool)}
					tallies[[2]int{k, key}] = t
				}
				if text == first {
					t.same++
					t.distinct[text] = true
				}
			}
		}
		for key, n := range hits {
			if n == len(texts[k]) && len(texts[key]) <= n {
				tallies[[2]int{k, key}].equal++
			}
		}
	}
}
