package rules

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"golang.org/x/net/html/atom"

	"verde/extract/token"
)

// cellOf is a cell of rows by its number, with the text that the row begins with.
type cellOf struct{ number, first int32 }

// otherKind is the share of values of a label that are of another kind than most, as "unknown" for a number: an assumption, of
// which no table tells whether another share were better.
const otherKind = .05

// kindsByLabel tells whether the rows have a cell whose values are words or numbers as the label tells, as those of many
// attributes in one column, rather than as the column does, in which things of one kind are compared, by the logarithm of the likelihood ratio.
func (t *groupStats) kindsByLabel(labels map[int32]int) bool {
	type tally struct {
		all   [2]int
		label float64
	}
	cells := make(map[int32]*tally)
	likelihood := func(n [2]int, words float64) float64 {
		return float64(n[0])*math.Log(words) + float64(n[1])*math.Log(1-words)
	}
	byCell := func(x, y cellOf) int {
		return cmp.Or(cmp.Compare(x.number, y.number), cmp.Compare(x.first, y.first))
	}
	for _, at := range slices.SortedFunc(maps.Keys(t.kinds), byCell) { // in order: sums of floats depend on it
		if n := t.kinds[at]; labels[at.first] > 0 {
			x := tallyOf(cells, at.number)
			x.all[0], x.all[1] = x.all[0]+n[0], x.all[1]+n[1]
			x.label += max(likelihood(*n, otherKind), likelihood(*n, 1-otherKind)) - math.Ln2 // either is as likely
		}
	}
	for _, x := range cells {
		if n := x.all; n[0] > 0 && n[1] > 0 && x.label > likelihood(n, float64(n[0])/float64(n[0]+n[1])) {
			return true
		}
	}
	return false
}

// noteKinds notes of what kinds the values of a row are.
func (t *groupStats) noteKinds(c *Corpus, d *Doc, r row) {
	if t.kinds == nil {
		t.kinds = make(map[cellOf]*[2]int)
	}
	cell := func(k int32) int32 { return d.Enclosing(d.Leaves[k].Elem, atom.Td, atom.Th) }
	for k, own := r.lo+1, cell(r.lo); k < r.hi; {
		kind, e := 0, cell(k)
		for ; k < r.hi && cell(k) == e; k++ {
			if d.Leaves[k].Types&(token.Numeric&^token.Punctuation) != 0 {
				kind = 1
			}
		}
		if e >= 0 && e != own {
			tallyOf(t.kinds, cellOf{c.cellNumbers(d)[e], d.Leaves[r.lo].Content})[kind]++
		}
	}
}
