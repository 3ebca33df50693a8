package integrate

import (
	"cmp"
	"fmt"
	"slices"

	"verde/integrate/compare"
)

// restatedShare is the share of a column's values that hold the name of their record from which on the
// column restates it: as much as makes words a template's.
const restatedShare = .8

// restated finds columns that say again what names the records of their site, as
// captions ("Lake Como, 3"), comparisons ("Lake Como vs. Lake Garda"), or as a heading that
// some pages have. It gives for each such
// column the one it says again, that of most words if there are several. Cost: for each site its
// naming columns times its columns of texts, and at most restatedRows of their values.
func (c *Corpus) restated() map[int32]int32 {
	out := make(map[int32]int32)
	for s := range c.sites {
		best := make(map[int32]int)
		for _, x := range c.of[s] {
			if c.columns[x].relates || c.isPart(x) || !c.names(x) {
				continue
			}
			for _, y := range c.of[s] {
				if words := c.holds(int32(s), x, y); words > best[y] {
					out[y], best[y] = x, words
				}
			}
		}
	}
	return out
}

// restatedRows is how many records are looked at: a share of so many is known to six percent.
const restatedRows = 200

// holds gives how many words of a column x another column y of its site holds where it says more than that, or
// says as much of fewer records, 0 if it does not restate it. What either has beside the other on nearly all
// records are words of a template.
func (c *Corpus) holds(s, x, y int32) (words int) {
	p, q := &c.columns[x], &c.columns[y]
	if x == y || q.Reason != "" || q.form.Kind != compare.Text || min(p.Records, q.Records) < leastPairs {
		return 0
	}
	rows := 0
	beside := make(map[string]int) // what either says beside the other -> records
	longer, shorter := 0, 0        // records of which y says more than x and nothing less, and the other way round
	for r := c.first[s]; r < c.first[s+1] && rows < restatedRows; r++ {
		a, b := wordsOf(c.cell(r, x)), wordsOf(c.cell(r, y))
		if len(a) == 0 || len(b) == 0 {
			continue
		}
		rows++
		words += len(a)
		more, less := without(b, a), without(a, b)
		beside[fmt.Sprint(more, less)]++
		switch {
		case len(more) > 0 && len(less) == 0:
			longer++
		case len(less) > 0 && len(more) == 0:
			shorter++
		}
	}
	most := 0
	for _, n := range beside {
		most = max(most, n)
	}
	same := repeats(most, rows) // but for words of a template
	switch {
	case rows < leastPairs:
	case float64(longer) >= restatedShare*float64(rows) && (!same || 2*p.Records > q.Records):
		return words // of a name and a name with words, the name is it, unless most records lack it
	case same && (float64(shorter) < restatedShare*float64(rows) || 2*q.Records <= p.Records) && cmp.Or(cmp.Compare(p.Records, q.Records), cmp.Compare(y, x)) > 0:
		return words
	}
	return 0
}

// without gives the words of an ascending list that are not in another.
func without(words, others []int32) []int32 {
	return slices.DeleteFunc(slices.Clone(words), func(w int32) bool { _, ok := slices.BinarySearch(others, w); return ok })
}

// wordsOf are the words of values, ascending.
func wordsOf(vs []*compare.Value) []int32 {
	if len(vs) == 1 {
		return vs[0].Words
	}
	var out []int32
	for _, v := range vs {
		out = append(out, v.Words...)
	}
	return unique(out)
}

// restate reports whether one of two columns restates its site's name.
func (c *Corpus) restate(m *ColumnMatch) bool {
	_, a := c.restates[int32(m.A)]
	_, b := c.restates[int32(m.B)]
	return a || b
}

// again tells of a match of two columns of which one restates its site's name whether they agree
// by that alone: without the name, what is left of them agrees no more than by chance. Then the names
// say the same, and these columns nothing that they do not.
func (c *Corpus) again(m *ColumnMatch, seeds []Pair, least float64) bool {
	p := [2]int32{int32(m.A), int32(m.B)}
	rest := func(r, col int32) []*compare.Value {
		name, ok := c.restates[col]
		if !ok {
			return c.cell(r, col)
		}
		names := wordsOf(c.cell(r, name))
		if len(names) == 0 {
			return nil // nothing tells what is beside the name
		}
		v := &compare.Value{Words: without(wordsOf(c.cell(r, col)), names)}
		if len(v.Words) == 0 {
			return nil
		}
		return []*compare.Value{v}
	}
	left := c.matchPair(p, seeds, least, rest, c.sharing)
	return !left.Counts || left.Kappa < leastKappa
}

// sharing compares values by the weight of their words: they are contained as values are in package compare.
func (c *Corpus) sharing(a, b []*compare.Value) (compare.Level, bool) {
	p, q := wordsOf(a), wordsOf(b)
	if len(p) == 0 || len(q) == 0 {
		return 0, false
	}
	if c.shared(p, q) >= compare.Coverage*min(c.shared(p, p), c.shared(q, q)) {
		return compare.Contained, true
	}
	return compare.Different, true
}
