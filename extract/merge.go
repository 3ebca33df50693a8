package extract

import "verde/extract/improvement"

// merge joins columns between mandatory templates (DCA §5.2): disjunctive
// ones, then similar ones, then runs of sparse ones, each from left to right.
//
// Cost: linear in the cells for each of the three.
func (a *alignment) merge(cols []*column) []*column {
	cols = a.joinPairs(cols, a.disjunctive)
	if !a.on(improvement.NoSparse) {
		cols = a.joinPairs(cols, a.similarColumns)
		cols = a.joinSparse(cols)
	}
	if a.on(improvement.FreeText) {
		cols = a.joinPairs(cols, a.series)
		cols = a.joinFree(cols)
	}
	return cols
}

// joinPairs merges a column into its left neighbour where rule holds.
func (a *alignment) joinPairs(cols []*column, rule func(l, r *column) bool) []*column {
	out := cols[:0]
	for _, c := range cols {
		if n := len(out); n > 0 && !c.mandatory && !out[n-1].mandatory && rule(out[n-1], c) {
			a.join(out[n-1], c)
			continue
		}
		out = append(out, c)
	}
	return out
}

// join adds the cells of r to l.
func (a *alignment) join(l, r *column) {
	for i, cell := range r.cells {
		l.put(i, a.docs[i], cell...)
	}
	if l.class != r.class {
		l.class = -1
	}
}

// disjunctive columns share no page.
func (a *alignment) disjunctive(l, r *column) bool {
	if l.pages+r.pages > len(a.docs) {
		return false
	}
	if a.on(improvement.Alike) && !a.mayJoin(l, r) {
		return false
	}
	for i := range l.cells {
		if l.cells[i] != nil && r.cells[i] != nil {
			return false
		}
	}
	return true
}

// mayJoin is the condition that the improvement adds: neither is a template,
// both follow the same template and have the same style.
func (a *alignment) mayJoin(l, r *column) bool {
	return l.class < 0 && r.class < 0 && l.after == r.after && a.sameEnd(l.profile.sigs[0], r.profile.sigs[0]) &&
		a.columnSimilarity(&l.profile, &r.profile) >= nodeSimilarity
}

func (a *alignment) density(c *column) float64 { return float64(c.pages) / float64(len(a.docs)) }

// similarColumns are both sparse and similar. The paper's text merges them when
// the similarity is lower than the threshold; it can only mean at least.
func (a *alignment) similarColumns(l, r *column) bool {
	return a.density(l) < sparseDensity && a.density(r) < sparseDensity && a.columnSimilarity(&l.profile, &r.profile) >= nodeSimilarity
}

// series are columns of values side by side that follow the same template, have the same style, and are
// sparse among the pages with that template: the further lines of a description, the items of a list that
// have no element of their own. They are one column of any number of values.
func (a *alignment) series(l, r *column) bool {
	sparse := func(c *column) bool { return float64(c.pages) < sparseDensity*float64(a.behind(c.after)) }
	if !a.mayJoin(l, r) || !sparse(l) || !sparse(r) {
		return false
	}
	l.freeText, l.multi = true, true
	return true
}

// minSparse is the least number of columns that merge for sparseness: two
// would always pass, as the mean density of two sparse columns is low.
const minSparse = 3

// joinSparse merges runs of sparse optional columns (DCA §5.2, Equation 8).
func (a *alignment) joinSparse(cols []*column) []*column {
	out := cols[:0]
	for k := 0; k < len(cols); {
		end, leaves := k, 0
		for end < len(cols) && !cols[end].mandatory && a.density(cols[end]) < sparseDensity {
			leaves += cols[end].pages
			end++
		}
		if n := end - k; n >= minSparse && float64(leaves)/float64(n*len(a.docs)) < sparseDensity {
			for _, c := range cols[k+1 : end] {
				a.join(cols[k], c)
			}
			out = append(out, cols[k])
			k = end
			continue
		}
		out = append(out, cols[k])
		k++
	}
	return out
}

// behind is the number of pages that have a template, -1 standing for the
// beginning of the page.
func (a *alignment) behind(template int) int {
	if template < 0 {
		return len(a.docs)
	}
	return int(a.templates[template].pages)
}

// freeDensity is the share of a template's pages below which a column behind
// it may be a piece of free text, and minFree the number of such columns side
// by side that are. Tuned on the SWDE sites of bench/extract.
const (
	freeDensity = .3
	minFree     = 3
)

// joinFree makes one column of the many that paragraphs, reviews and other
// text of any length leave behind one template.
func (a *alignment) joinFree(cols []*column) []*column {
	called := func(c *column) int32 { return a.sigs[c.profile.sigs[0]].prop } // what markup tells apart is apart
	sparse := func(c *column) bool {
		return c.class < 0 && float64(c.pages) < freeDensity*float64(a.behind(c.after))
	}
	out := cols[:0]
	for k := 0; k < len(cols); {
		end := k
		for end < len(cols) && sparse(cols[end]) && cols[end].after == cols[k].after && called(cols[end]) == called(cols[k]) {
			end++
		}
		if end-k < minFree {
			out = append(out, cols[k])
			k++
			continue
		}
		for _, c := range cols[k+1 : end] {
			a.join(cols[k], c)
		}
		cols[k].freeText, cols[k].multi = true, true
		out = append(out, cols[k])
		k = end
	}
	return out
}
