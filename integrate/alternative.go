package integrate

import "verde/integrate/compare"

// alternatives gives a function that reports whether a site has one of two of its columns in place of the other.
// No record has both, although of as many records drawn at random some would: more than certainty in the mean, so
// that none has both by chance is one case in 20 or fewer. And their values are of one kind. A site writes some values as a link
// and others as text, or those of some pages into embedded data: what is one field of its pages is under two labels. That they
// are of one attribute is told by what others say of the entities that they share, as of any columns; only, that they
// are of one site is no evidence against it. Where values tell their kind alone, it stays one. Cost: for each two columns that are asked for the records of their site, once.
func (c *Corpus) alternatives(matches []ColumnMatch) func(a, b int32) bool {
	agrees := make(map[int32]bool) // on entities
	for i := range matches {
		if m := &matches[i]; m.Counts && m.Basis == byEntities && m.Kappa >= leastKappa {
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
	first, end := c.first[p.site], c.first[p.site+1]
	inA, inB := 0, 0
	for r := first; r < end; r++ {
		hasA, hasB := len(c.cell(r, a)) > 0, len(c.cell(r, b)) > 0
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
	return float64(inA)*float64(inB) > certainty*float64(end-first)
}
