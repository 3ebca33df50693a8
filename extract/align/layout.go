package align

import "verde/extract/improvement"

// layout puts every leaf into a column: phases 1 and 2 of DCA §5. A template
// is a column; the leaves between it and the next template of the page, in
// the page's own order (Equation 5, end positions), are its values and are
// clustered with those that follow the same template on the other pages.
func (a *Alignment) layout() []*Column {
	groups := a.groups()
	if a.On(improvement.Loose) {
		styles := a.UnorderedStyles()
		for _, d := range a.Docs {
			a.TakeStyles(d, func(field int32) bool { return styles[field] })
		}
	}
	var out []*Column
	for k := -1; k < len(a.Templates); k++ {
		if k >= 0 {
			t := &a.Templates[k]
			c := a.NewColumn(k)
			c.Class = t.class
			for i, p := range t.first {
				if p >= 0 {
					c.Put(i, a.Docs[i], p)
				}
			}
			c.Mandatory = t.mandatory
			out = append(out, c)
		}
		out = append(out, a.cluster(k, groups[k+1])...)
	}
	return out
}

// cluster makes the columns of one group.
func (a *Alignment) cluster(after int, runs []run) []*Column {
	if len(runs) == 0 {
		return nil
	}
	if a.On(improvement.Monotone) {
		return a.clusterMonotone(after, runs)
	}
	var cols []*Column
	for _, r := range runs {
		d := a.Docs[r.page]
		from := 0
		for k := r.lo; k < r.hi; k++ {
			at := from
			for at < len(cols) && !a.similar(&d.Leaves[k], &cols[at].Profile) {
				at++
			}
			if at == len(cols) {
				cols = append(cols, a.NewColumn(after)) // the paper's clusters have no order: the new one comes last
			}
			cols[at].Put(r.page, d, k)
			from = at + 1
		}
	}
	return cols
}
