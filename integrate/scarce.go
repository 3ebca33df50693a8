package integrate

import (
	"cmp"
	"slices"
)

const (
	scarceLeast  = 5  // distinct values that two columns must share
	scarceShare  = .1 // and share of the smaller column's
	scarceUnique = .9 // share of a column's records whose value no other of the site has
)

// scarce finds pairs of records for two sites that have none: sites that share one
// column alone share one value a record, which is not too rare for chance. But that
// many values, each of one record on both sites, should be common to two columns is.
// So of the columns whose values identify a site's records those two are taken that
// share most. Cost: linear in the values of few records.
func (c *Corpus) scarce(x *index, have []Pair) []Pair {
	linked := make(map[[2]int32]bool)
	for _, p := range have {
		linked[[2]int32{c.siteOf[p.a], c.siteOf[p.b]}] = true
	}
	owner := c.identifying()
	type columns struct{ a, b int32 }
	shared := make(map[columns][]Pair)
	for t := range c.lex.Size() {
		list := x.records(int32(t))
		if len(list) < 2 || len(list) > len(c.sites) {
			continue
		}
		for i, a := range list {
			for _, b := range list[i+1:] {
				k := [2]int32{c.siteOf[a], c.siteOf[b]}
				if k[0] == k[1] || linked[k] {
					continue
				}
				for _, p := range owner.of(c, a, int32(t)) {
					for _, q := range owner.of(c, b, int32(t)) {
						shared[columns{p, q}] = append(shared[columns{p, q}], Pair{a, b, c.lex.Weight(int32(t))})
					}
				}
			}
		}
	}
	best := make(map[[2]int32]columns)
	for k, pairs := range shared {
		least := min(c.columns[k.a].Records, c.columns[k.b].Records)
		if len(pairs) < scarceLeast || float64(len(pairs)) < scarceShare*float64(least) {
			continue
		}
		s := [2]int32{c.columns[k.a].site, c.columns[k.b].site}
		old, ok := best[s]
		if !ok || cmp.Or(cmp.Compare(len(pairs), len(shared[old])), cmp.Compare(old.a, k.a), cmp.Compare(old.b, k.b)) > 0 {
			best[s] = k
		}
	}
	var out []Pair
	for _, k := range best {
		out = append(out, shared[k]...)
	}
	slices.SortFunc(out, func(a, b Pair) int { return cmp.Or(cmp.Compare(a.a, b.a), cmp.Compare(a.b, b.b)) })
	return slices.CompactFunc(out, func(a, b Pair) bool { return a.a == b.a && a.b == b.b })
}

// identifying tells of each column whether nearly all of its values are of one record.
type identifying []bool

func (c *Corpus) identifying() identifying {
	out := make(identifying, len(c.columns))
	counts := make(map[[2]int32]int)
	for r := range c.cells {
		for _, cell := range c.cells[r] {
			for _, v := range cell.values {
				counts[[2]int32{cell.column, v.Whole}]++
			}
		}
	}
	unique, all := make([]int, len(c.columns)), make([]int, len(c.columns))
	for k, n := range counts {
		all[k[0]] += n
		if n == 1 {
			unique[k[0]]++
		}
	}
	for i := range out {
		out[i] = all[i] > 0 && float64(unique[i]) >= scarceUnique*float64(all[i])
	}
	return out
}

// of gives the identifying columns in which a record has a value.
func (i identifying) of(c *Corpus, r, token int32) (out []int32) {
	for _, cell := range c.cells[r] {
		if !i[cell.column] {
			continue
		}
		for _, v := range cell.values {
			if v.Whole == token {
				out = append(out, cell.column)
				break
			}
		}
	}
	return out
}
