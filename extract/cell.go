package extract

import (
	"strings"

	"verde/extract/align"
	"verde/extract/leaves"
	"verde/extract/rules"
	"verde/page"
	"verde/record"
)

// cellOf makes a cell of leaves, and says how similar they are to those that the
// column was learned from. Texts of the template are without their places.
func cellOf(c *rules.Corpus, d *rules.Doc, leaves []int32, p *align.Profile, data bool) Cell {
	var out Cell
	for _, at := range leaves {
		l, v := &d.Leaves[at], record.Value{Text: d.Leaves[at].Text}
		if l.Text == "" || data && nothing(l.Text) { // br elements are leaves of dca
			continue
		}
		if data { // of the template a dash too, as in "<b>Company</b> - <a>X</a>"
			v = c.Value(d.Doc, l)
		}
		out.put(v, l.Row)
		out.likeness += likeness(c, l, p)
	}
	out.likeness /= float64(max(1, len(out.Values)))
	return out
}

// partly tells of a page of which only the beginning is there, "" for a whole one.
func partly(p *page.Page) string {
	if !p.Cut {
		return ""
	}
	return "only its beginning was read: it has more parts than a page may have"
}

// Cell is what one page has in a column. No values: it has nothing there.
type Cell struct {
	Values []record.Value
	Rows   []leaves.Row // of each value, nil where nothing repeats

	likeness float64 // to what the column was learned from, from 0 to 1
}

// put puts a value of a row into the cell, of none for the zero row.
func (c *Cell) put(v record.Value, row leaves.Row) {
	if row.Group > 0 && c.Rows == nil {
		c.Rows = make([]leaves.Row, len(c.Values), len(c.Values)+1)
	}
	c.Values = append(c.Values, v)
	if c.Rows != nil {
		c.Rows = append(c.Rows, row)
	}
}

// nothing tells whether a text stands for a value that is missing, nothing but dashes or n/a, or leads to one, as a colon.
func nothing(text string) bool {
	return strings.EqualFold(text, "n/a") || text != "" && strings.Trim(text, "-‐‑‒–—―−:：") == ""
}

// likeness is DCA's node similarity (Equation 4) to the member of a column
// that is most alike, of types only those that no member has counting against
// it.
func likeness(c *rules.Corpus, l *leaves.Leaf, p *align.Profile) float64 {
	best := float32(0)
	for k, s := range p.Sigs {
		types := l.Types.Similarity(l.Types & p.Types[k])
		best = max(best, align.Structure(c, l.Sig, s)+align.WeightTypes*types)
	}
	return float64(best)
}
