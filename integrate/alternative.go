package integrate

import "verde/integrate/compare"

// alternatives returns a function that reports whether two columns of one site are alternatives: pages have the
// one or the other, never both, although both would be expected on more than 3 records if they were independent
// (none by chance: one case in 20, by Poisson). Sites write some values as a link and others as text, or have
// those of some pages in embedded data, so that one field is under two labels. The function only says that being
// columns of one site is no evidence against one attribute; both columns have to agree with other sites' on
// entities, as any columns do. Cost: for each two columns that are asked for, the records of their site, once.
func (c *Corpus) alternatives(matches []ColumnMatch) func(a, b int32) bool {
	agrees := make(map[int32]bool) // on entities
	for i := range matches {
		if m := &matches[i]; m.Accepted && m.Basis == byEntities && m.Kappa >= minKappa {
			agrees[int32(m.A)], agrees[int32(m.B)] = true, true
		}
	}
	known := make(map[[2]int32]bool)
	return func(a, b int32) bool {
		k := [2]int32{a, b}
		is, ok := known[k]
		if !ok {
			is = agrees[a] && agrees[b] && c.alternative(&c.columns[a], &c.columns[b], a, b)
			known[k] = is
		}
		return is
	}
}

func (c *Corpus) alternative(p, q *column, a, b int32) bool {
	if p.site != q.site || p.form.Kind != q.form.Kind || p.form.Kind == compare.Key {
		return false
	}
	first, end := c.firstRecord[p.site], c.firstRecord[p.site+1]
	inA, inB := 0, 0
	for r := first; r < end; r++ {
		hasA, hasB := len(c.valuesOf(r, a)) > 0, len(c.valuesOf(r, b)) > 0
		if hasA && hasB {
			return false
		}
		if hasA {
			inA++
		}
		if hasB {
			inB++
		}
	}
	return float64(inA)*float64(inB) > strongEvidence*float64(end-first)
}
