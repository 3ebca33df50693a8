package extract

import (
	"cmp"
	"maps"
	"slices"

	"verde/extract/leaves"
	"verde/extract/meaning"
	"verde/record"
)

// builder makes a record of the cells of a page.
type builder struct {
	read record.Record
	rows map[leaves.Row]*record.Row
}

func newBuilder(url string, match float64) *builder {
	return &builder{read: record.Record{URL: url, Match: match}, rows: make(map[leaves.Row]*record.Row)}
}

// add adds what the page has in a column: a field, and a field of each of the rows
// that some of its values are of. The confidence in it is that in the column, times how
// similar it is to the leaves that the column was learned from, times the share of the
// mandatory landmarks that the page shows.
func (b *builder) add(label string, m meaning.Meaning, confidence, about float64, c *Cell) {
	if len(c.Values) == 0 {
		return
	}
	if confidence > 0 {
		confidence = sure(confidence * b.read.Match * c.likeness)
	}
	for i, v := range c.Values {
		m.Describe(&v)
		to := &b.read.Fields
		if c.Rows != nil && c.Rows[i].Group > 0 {
			to = b.row(c.Rows[i])
		}
		if n := len(*to); n == 0 || (*to)[n-1].Label != label {
			*to = append(*to, record.Field{Label: label, Confidence: confidence, About: about})
		}
		f := &(*to)[len(*to)-1]
		f.Values = append(f.Values, v)
	}
}

// row gives the fields of a row.
func (b *builder) row(at leaves.Row) *[]record.Field {
	if b.rows[at] == nil {
		b.rows[at] = new(record.Row)
	}
	return (*[]record.Field)(b.rows[at])
}

// record is what was added, the rows of each group in their order.
func (b *builder) record() Record {
	last := 0
	for _, at := range slices.SortedFunc(maps.Keys(b.rows), func(x, y leaves.Row) int {
		return cmp.Or(cmp.Compare(x.Group, y.Group), cmp.Compare(x.Number, y.Number))
	}) {
		if at.Group != last {
			last = at.Group
			b.read.Groups = append(b.read.Groups, record.Group{Label: at.Label})
		}
		g := &b.read.Groups[len(b.read.Groups)-1]
		g.Rows = append(g.Rows, *b.rows[at])
	}
	b.rows = nil
	return b.read
}
