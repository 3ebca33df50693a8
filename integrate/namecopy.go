package integrate

import (
	"cmp"
	"fmt"
	"slices"

	"verde/integrate/compare"
)

// nameCopyShare is the share of a column's values that have to contain the name of their record for the column to
// be a copy of the names: as much as makes words a template's.
const nameCopyShare = .8

// findNameCopies finds columns that repeat the names of their site's records with other words around them:
// captions ("Lake Como, 3"), comparisons ("Lake Como vs. Lake Garda"), a heading that some pages have. It maps
// each to the column of names, to the one of most words if there are several. Cost: for each site its name-like
// columns times its columns of texts, and nameCopySample records of each pair.
func (c *Corpus) findNameCopies() map[int32]int32 {
	out := make(map[int32]int32)
	for s := range c.sites {
		best := make(map[int32]int)
		for _, x := range c.columnsOf[s] {
			if c.columns[x].isRelation || c.isPart(x) || !c.isNameLike(x) {
				continue
			}
			for _, y := range c.columnsOf[s] {
				if words := c.nameWordsIn(int32(s), x, y); words > best[y] {
					out[y], best[y] = x, words
				}
			}
		}
	}
	return out
}

// nameCopySample is how many records are looked at: it estimates a share to within six percent.
const nameCopySample = 200

// nameWordsIn returns how many words of the names in column x column y repeats, 0 if it is no copy of x. A copy
// has the name's words and further ones, or just the name but on fewer records. What the columns differ by on
// nearly all records are words of a template.
func (c *Corpus) nameWordsIn(s, x, y int32) (words int) {
	p, q := &c.columns[x], &c.columns[y]
	if x == y || q.Reason != "" || q.form.Kind != compare.Text || min(p.Records, q.Records) < minPairs {
		return 0
	}
	rows := 0
	differences := make(map[string]int) // words of either without those of the other -> records
	longer, shorter := 0, 0             // records on which y has all words of x and more, and the other way round
	for r := c.firstRecord[s]; r < c.firstRecord[s+1] && rows < nameCopySample; r++ {
		a, b := wordsOf(c.valuesOf(r, x)), wordsOf(c.valuesOf(r, y))
		if len(a) == 0 || len(b) == 0 {
			continue
		}
		rows++
		words += len(a)
		more, less := withoutWords(b, a), withoutWords(a, b)
		differences[fmt.Sprint(more, less)]++
		switch {
		case len(more) > 0 && len(less) == 0:
			longer++
		case len(less) > 0 && len(more) == 0:
			shorter++
		}
	}
	most := 0
	for _, n := range differences {
		most = max(most, n)
	}
	same := nearlyConstant(most, rows) // x and y differ by words of a template at most
	switch {
	case rows < minPairs:
	case float64(longer) >= nameCopyShare*float64(rows) && (!same || 2*p.Records > q.Records):
		return words // the shorter column is the names, unless most records lack it
	case same && (float64(shorter) < nameCopyShare*float64(rows) || 2*q.Records <= p.Records) && cmp.Or(cmp.Compare(p.Records, q.Records), cmp.Compare(y, x)) > 0:
		return words
	}
	return 0
}

// withoutWords returns the words of an ascending list that are not in another.
func withoutWords(words, others []int32) []int32 {
	return slices.DeleteFunc(slices.Clone(words), func(w int32) bool { _, ok := slices.BinarySearch(others, w); return ok })
}

// wordsOf returns the distinct words of values, ascending.
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

// involvesNameCopy reports whether one of two columns is a copy of its site's names.
func (c *Corpus) involvesNameCopy(m *ColumnMatch) bool {
	_, a := c.nameCopyOf[int32(m.A)]
	_, b := c.nameCopyOf[int32(m.B)]
	return a || b
}

// agreesByNameOnly reports whether two columns, one or both of them copies of names, agree by the names only:
// without them, their remaining words agree no more than by chance. Then the columns add nothing to what the names
// say.
func (c *Corpus) agreesByNameOnly(m *ColumnMatch, seeds []Pair, least float64) bool {
	withoutName := func(r, col int32) []*compare.Value {
		name, ok := c.nameCopyOf[col]
		if !ok {
			return c.valuesOf(r, col)
		}
		names := wordsOf(c.valuesOf(r, name))
		if len(names) == 0 {
			return nil // the name is unknown, and so what remains without it
		}
		v := &compare.Value{Words: withoutWords(wordsOf(c.valuesOf(r, col)), names)}
		if len(v.Words) == 0 {
			return nil
		}
		return []*compare.Value{v}
	}
	rest := c.comparePair(m.pair(), seeds, least, comparator{withoutName, c.wordOverlap})
	return !rest.Accepted || rest.Kappa < minKappa
}

// wordOverlap compares values by the weight of the words that they share: contained, as in package compare, or
// different.
func (c *Corpus) wordOverlap(a, b []*compare.Value) (compare.Level, bool) {
	p, q := wordsOf(a), wordsOf(b)
	if len(p) == 0 || len(q) == 0 {
		return 0, false
	}
	if c.sharedWeight(p, q) >= compare.Coverage*min(c.sharedWeight(p, p), c.sharedWeight(q, q)) {
		return compare.Contained, true
	}
	return compare.Different, true
}
