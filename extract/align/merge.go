package align

import "verde/extract/improvement"

// merge joins columns between mandatory templates (DCA §5.2): disjunctive
// ones, then similar ones, then runs of sparse ones, each from left to right.
//
// Cost: linear in the cells for each of the three.
func (a *Alignment) merge(cols []*Column) []*Column {
	cols = a.joinPairs(cols, a.disjunctive)
	if !a.On(improvement.NoSparse) {
		cols = a.joinPairs(cols, a.similarColumns)
		cols = a.joinSparse(cols)
	}
	if a.On(improvement.FreeText) {
		cols = a.joinPairs(cols, a.series)
		cols = a.joinFree(cols)
	}
	return cols
}

// joinPairs merges a column into its left neighbour where rule holds.
func (a *Alignment) joinPairs(cols []*Column, rule func(l, r *Column) bool) []*Column {
	out := cols[:0]
	for _, c := range cols {
		if n := len(out); n > 0 && !c.Mandatory && !out[n-1].Mandatory && rule(out[n-1], c) {
			a.join(out[n-1], c)
			continue
		}
		out = append(out, c)
	}
	return out
}

// join adds the cells of r to l.
func (a *Alignment) join(l, r *Column) {
	for i, cell := range r.Cells {
		l.Put(i, a.Docs[i], cell...)
	}
	if l.Class != r.Class {
		l.Class = -1
	}
}

// disjunctive columns share no page.
func (a *Alignment) disjunctive(l, r *Column) bool {
	if l.Pages+r.Pages > len(a.Docs) {
		return false
	}
	if a.On(improvement.Alike) && !a.mayJoin(l, r) {
		return false
	}
	for i := range l.Cells {
		if l.Cells[i] != nil && r.Cells[i] != nil {
			return false
		}
	}
	return true
}

// mayJoin is the condition that the improvement adds to joining neighbours: neither is a template, so that both follow the same one,
// and both end in the same style.
func (a *Alignment) mayJoin(l, r *Column) bool {
	return l.Class < 0 && r.Class < 0 && SameEnd(a.Set.Corpus, l.Profile.Sigs[0], r.Profile.Sigs[0])
}

func (a *Alignment) density(c *Column) float64 { return float64(c.Pages) / float64(len(a.Docs)) }

// similarColumns are both sparse and similar. The paper's text merges them when
// the similarity is lower than the threshold; it can only mean at least.
func (a *Alignment) similarColumns(l, r *Column) bool {
	return a.density(l) < sparseDensity && a.density(r) < sparseDensity && columnSimilarity(a.Set.Corpus, &l.Profile, &r.Profile) >= nodeSimilarity
}

// series are columns of values side by side that follow the same template, have the same style, and are
// sparse among the pages with that template: the further lines of a description, the items of a list that
// have no element of their own. They are one column of any number of values.
func (a *Alignment) series(l, r *Column) bool {
	sparse := func(c *Column) bool { return float64(c.Pages) < sparseDensity*float64(a.behind(c.After)) }
	if !a.mayJoin(l, r) || !sparse(l) || !sparse(r) {
		return false
	}
	l.FreeText, l.Multi = true, true
	return true
}

// minSparse is the least number of columns that merge for sparseness: two
// would always pass, as the mean density of two sparse columns is low.
const minSparse = 3

// joinSparse merges runs of sparse optional columns (DCA §5.2, Equation 8).
func (a *Alignment) joinSparse(cols []*Column) []*Column {
	out := cols[:0]
	for k := 0; k < len(cols); {
		end, leaves := k, 0
		for end < len(cols) && !cols[end].Mandatory && a.density(cols[end]) < sparseDensity {
			leaves += cols[end].Pages
			end++
		}
		if n := end - k; n >= minSparse && float64(leaves)/float64(n*len(a.Docs)) < sparseDensity {
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
func (a *Alignment) behind(template int) int {
	if template < 0 {
		return len(a.Docs)
	}
	return int(a.Templates[template].pages)
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
func (a *Alignment) joinFree(cols []*Column) []*Column {
	called := func(c *Column) int32 { return a.Sigs[c.Profile.Sigs[0]].Prop } // what markup tells apart is apart
	sparse := func(c *Column) bool {
		return c.Class < 0 && float64(c.Pages) < freeDensity*float64(a.behind(c.After))
	}
	out := cols[:0]
	for k := 0; k < len(cols); {
		end := k
		for end < len(cols) && sparse(cols[end]) && cols[end].After == cols[k].After && called(cols[end]) == called(cols[k]) {
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
		cols[k].FreeText, cols[k].Multi = true, true
		out = append(out, cols[k])
		k = end
	}
	return out
}
