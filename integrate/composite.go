package integrate

// mostlyEqual is the share of agreeing values that have to be equal for two columns to have the same meaning and
// no more: a part of a value agrees with the whole, too, but is hardly ever equal to it.
const mostlyEqual = .5

// markComposites finds composite columns: another site has two columns that are equal to two parts of this one's
// values, while neither is equal to the whole, as "Town, Region" beside Town and Region. If the whole were joined
// with either, the attribute would mix towns with towns and regions. So the parts are matched first, and the whole
// is joined only with what other sites write as a whole. Cost: linear in the matches, and quadratic in those of a
// column's parts.
func (c *Corpus) markComposites(matches []ColumnMatch) {
	for i := range c.columns {
		c.columns[i].isComposite = false
	}
	type end struct{ whole, site int32 }
	type said struct{ part, as int32 }
	wholes := make(map[[2]int32]bool)
	parts := make(map[end][]said)
	for _, m := range matches {
		if !m.Accepted || m.Basis != byEntities || m.ByPrefix || m.OneToOne || m.Equal < mostlyEqual || m.Kappa < strictKappa {
			continue
		}
		a, b := int32(m.A), int32(m.B)
		wholes[[2]int32{a, b}], wholes[[2]int32{b, a}] = true, true
		for _, p := range [][2]int32{{a, b}, {b, a}} {
			if c.isPart(p[0]) && !c.isPart(p[1]) {
				k := end{c.columns[p[0]].partOf, c.columns[p[1]].site}
				parts[k] = append(parts[k], said{p[0], p[1]})
			}
		}
	}
	for k, list := range parts {
		if c.titleColumn[c.columns[k.whole].site] == k.whole {
			continue // names are compared as wholes
		}
		for _, p := range list {
			for _, q := range list {
				if p.part != q.part && p.as != q.as && !wholes[[2]int32{k.whole, p.as}] && !wholes[[2]int32{k.whole, q.as}] {
					c.columns[k.whole].isComposite = true
				}
			}
		}
	}
}

// comparedByParts reports whether the parts of a column's values are compared before the whole.
func (c *Corpus) comparedByParts(col int32) bool {
	return c.columns[col].isProse || c.columns[col].isComposite
}

// allComposite reports whether an attribute has composite columns only: records that agree in it agree in the
// attributes of its parts.
func (c *Corpus) allComposite(a Attribute) bool {
	for _, col := range a.Columns {
		if !c.columns[col].isComposite {
			return false
		}
	}
	return true
}
