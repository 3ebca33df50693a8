package integrate

// mostly is the share of what agrees that has to be equal for two columns to say the same and no more: a part of a value
// agrees with the whole, too, but is hardly ever equal to it.
const mostly = .5

// takeApart notes which columns are composite: another site has two columns, and two parts of this one's values are equal
// to these, while the values as wholes are equal to neither, as "Town, Region" beside Town and Region. Joined with the one
// or the other, the attribute would have towns, and towns with their regions. So the parts go where they belong, and
// the whole is joined with what others write as a whole, if they do. Cost: linear in the matches, and the square of those
// of a part.
func (c *Corpus) takeApart(matches []ColumnMatch) {
	for i := range c.columns {
		c.columns[i].composite = false
	}
	type end struct{ whole, site int32 }
	type said struct{ part, as int32 }
	wholes := make(map[[2]int32]bool)
	parts := make(map[end][]said)
	for _, m := range matches {
		if !m.Counts || m.Basis != byEntities || m.Begins || m.Corresponds || m.Equal < mostly || m.Kappa < relatedKappa {
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
		if c.titled[c.columns[k.whole].site] == k.whole {
			continue // names are compared as wholes
		}
		for _, p := range list {
			for _, q := range list {
				if p.part != q.part && p.as != q.as && !wholes[[2]int32{k.whole, p.as}] && !wholes[[2]int32{k.whole, q.as}] {
					c.columns[k.whole].composite = true
				}
			}
		}
	}
}

// partsFirst reports whether the parts of a column's values are what there is to compare.
func (c *Corpus) partsFirst(col int32) bool { return c.columns[col].prose || c.columns[col].composite }

// composed reports whether an attribute has nothing but composite columns: what two records have in common there they
// have in common under the attributes of its parts.
func (c *Corpus) composed(a Attribute) bool {
	for _, col := range a.Columns {
		if !c.columns[col].composite {
			return false
		}
	}
	return true
}
