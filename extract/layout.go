package extract

import "verde/extract/improvement"

// layout puts every leaf into a column: phases 1 and 2 of DCA §5. A template
// is a column; the leaves between it and the next template of the page, in
// the page's own order (Equation 5, end positions), are its values and are
// clustered with those that follow the same template on the other pages.
func (a *alignment) layout() []*column {
	groups := a.groups()
	if a.on(improvement.Loose) {
		styles := a.unorderedStyles()
		for _, d := range a.docs {
			a.takeStyles(d, func(field int32) bool { return styles[field] })
		}
	}
	var out []*column
	for k := -1; k < len(a.templates); k++ {
		if k >= 0 {
			t := &a.templates[k]
			c := a.newColumn(k)
			c.class = t.class
			for i, p := range t.first {
				if p >= 0 {
					c.put(i, a.docs[i], p)
				}
			}
			c.mandatory = t.mandatory
			out = append(out, c)
		}
		out = append(out, a.cluster(k, groups[k+1])...)
	}
	return out
}

// cluster makes the columns of one group.
func (a *alignment) cluster(after int, runs []run) []*column {
	if len(runs) == 0 {
		return nil
	}
	if a.on(improvement.Monotone) {
		return a.clusterMonotone(after, runs)
	}
	var cols []*column
	for _, r := range runs {
		d := a.docs[r.page]
		from := 0
		for k := r.lo; k < r.hi; k++ {
			at := from
			for at < len(cols) && !a.similar(&d.leaves[k], &cols[at].profile) {
				at++
			}
			if at == len(cols) {
				cols = append(cols, a.newColumn(after)) // the paper's clusters have no order: the new one comes last
			}
			cols[at].put(r.page, d, k)
			from = at + 1
		}
	}
	return cols
}
