package integrate

import (
	"slices"

	"verde/integrate/clean"
	"verde/integrate/compare"
)

// setTitleColumn notes which column of a site its pages are titled by, given the label of the titles.
func (c *Corpus) setTitleColumn(s int32, label string) {
	at := int32(noColumn)
	for _, i := range c.columnsOf[s] {
		col := &c.columns[i]
		if col.Reason == "" && (col.Part == clean.Whole || col.Part == clean.Main) && label != "" && (col.Label == label || slices.Contains(col.Twins, label)) {
			at = i
		}
	}
	c.titleColumn = append(c.titleColumn, at)
}

// nameColumns returns for each site the column that names its entities, or noColumn: the title column, or the
// column whose names the titles repeat, if most of its values occur in one record only.
func (c *Corpus) nameColumns() []int32 {
	out := slices.Clone(c.titleColumn)
	for s, col := range out {
		if name, ok := c.nameCopyOf[col]; ok {
			out[s] = name
		}
		if out[s] != noColumn && !c.isNameLike(out[s]) {
			out[s] = noColumn
		}
	}
	return out
}

// matchNameColumns joins the name columns of all sites, also of two sites that have no entity in common, or none
// whose name they write alike. Each is joined with the name column that most others agree with already. Cost:
// linear in the values, the matches and the sites.
func (c *Corpus) matchNameColumns(matches []ColumnMatch) (out []ColumnMatch) {
	naming := c.nameColumns()
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
			if m.Accepted && !m.ByPrefix {
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
			out = append(out, ColumnMatch{A: a, B: b, Kappa: minKappa, Share: 1, Accepted: true, Basis: byNames})
		}
	}
	return out
}

// isNameLike reports whether a column's values are texts or keys, most of them of one record only. Cost: sorting
// them.
func (c *Corpus) isNameLike(p int32) bool {
	col := &c.columns[p]
	if col.Reason != "" || col.form.Kind == compare.Number || col.form.Kind == compare.Date {
		return false
	}
	all := make([]int32, 0, col.Records)
	for _, v := range c.eachValue(p) {
		all = append(all, v.Whole)
	}
	slices.Sort(all)
	single := 0
	for i, v := range all {
		if (i == 0 || all[i-1] != v) && (i+1 == len(all) || all[i+1] != v) {
			single++
		}
	}
	return len(all) > 0 && float64(single) >= nameShare*float64(len(all))
}
