package integrate

import (
	"slices"

	"verde/integrate/clean"
	"verde/integrate/compare"
)

// title notes which column of a site its pages are titled by, given the label that the titles are under.
func (c *Corpus) title(s int32, label string) {
	at := int32(noColumn)
	for _, i := range c.of[s] {
		col := &c.columns[i]
		if col.Reason == "" && (col.Part == clean.Whole || col.Part == clean.Main) && label != "" && (col.Label == label || slices.Contains(col.Twins, label)) {
			at = i
		}
	}
	c.titled = append(c.titled, at)
}

// naming gives the column of each site that names its entities: what the pages are titled by, or what that says
// again with other words, where most values of it are of one record.
func (c *Corpus) naming() []int32 {
	out := slices.Clone(c.titled)
	for s, col := range out {
		if name, ok := c.restates[col]; ok {
			out[s] = name
		}
		if out[s] != noColumn && !c.names(out[s]) {
			out[s] = noColumn
		}
	}
	return out
}

// namesakes joins the columns that name the entities of their sites with the one of them that most others agree
// with already: they say the same also where two sites have no entity in common, or none whose name
// they write alike. Cost: linear in the values, the matches and the sites.
func (c *Corpus) namesakes(matches []ColumnMatch) (out []ColumnMatch) {
	naming := c.naming()
	is := make(map[int]bool)
	for _, col := range naming {
		if col != noColumn {
			is[int(col)] = true
		}
	}
	agree := make(map[int]int)
	known := make(map[[2]int]bool)
	for _, m := range matches {
		if is[m.A] && is[m.B] && m.Basis == byEntities {
			known[[2]int{m.A, m.B}] = true
			if m.Counts && !m.Begins {
				agree[m.A]++
				agree[m.B]++
			}
		}
	}
	hub := -1
	for _, col := range naming {
		if i := int(col); i != noColumn && (hub < 0 || agree[i] > agree[hub] || agree[i] == agree[hub] && c.columns[i].Records > c.columns[hub].Records) {
			hub = i
		}
	}
	for _, col := range naming {
		a, b := min(int(col), hub), max(int(col), hub)
		if col != noColumn && a != b && !known[[2]int{a, b}] {
			out = append(out, ColumnMatch{A: a, B: b, Kappa: leastKappa, Share: 1, Counts: true, Basis: byNames})
		}
	}
	return out
}

// names reports whether a column's values are texts or keys, most of them of one record. Cost: sorting
// them.
func (c *Corpus) names(p int32) bool {
	col := &c.columns[p]
	if col.Reason != "" || col.form.Kind == compare.Number || col.form.Kind == compare.Date {
		return false
	}
	all := make([]int32, 0, col.Records)
	for r := c.first[col.site]; r < c.first[col.site+1]; r++ {
		for _, v := range c.cell(r, p) {
			all = append(all, v.Whole)
		}
	}
	slices.Sort(all)
	single := 0
	for i, v := range all {
		if (i == 0 || all[i-1] != v) && (i+1 == len(all) || all[i+1] != v) {
			single++
		}
	}
	return len(all) > 0 && float64(single) >= strangerShare*float64(len(all))
}
