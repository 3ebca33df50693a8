package integrate

import (
	"cmp"
	"math"
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
// share most, if they share more than chance has them share (see [identifying.beyondChance]). Cost: linear in the values of few records.
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
		if len(pairs) < scarceLeast || float64(len(pairs)) < scarceShare*float64(least) || !owner.beyondChance(&c.columns[k.a], &c.columns[k.b], k.a, k.b, len(pairs)) {
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

const strangerShare = .8 // share of a column's records whose value no other of the site has

// strangers finds pairs of records for sites none of whose columns goes with another's, as
// they say no more of their entities than names, and share with each other site too few of
// these. All sites that have an attribute together may know enough of them. A column that
// identifies a site's records tells which records are one entity's if it shares at least
// scarceLeast of its values, and a share scarceShare of them, with an attribute that
// identifies those of the other sites. Numbers and days recur by chance, and tell
// nothing. Cost: for each column of such a site that may name entities and each attribute, the
// column's records.
func (c *Corpus) strangers(m *Matching) []Pair {
	known := make(map[int32]bool) // sites
	for _, x := range m.Matches {
		if x.Counts && x.Basis == byEntities {
			known[c.columns[x.A].site], known[c.columns[x.B].site] = true, true
		}
	}
	if len(known) == 0 || len(known) == len(c.sites) {
		return nil
	}
	count := c.counts()
	var out []Pair
	records := make([]map[int32][]int32, len(m.Attributes)) // attribute -> value -> its records, one a site at most
	for s := range int32(len(c.sites)) {
		if known[s] {
			continue
		}
		var best []Pair
		most := 0
		for _, p := range c.of[s] {
			if c.isPart(p) || c.titled[s] != p && !c.names(p) {
				continue
			}
			for k := range m.Attributes {
				if records[k] == nil {
					records[k] = c.singles(&m.Attributes[k], known, count)
				}
				pairs, n := c.met(s, p, records[k], count)
				if n > most && n >= scarceLeast && float64(n) >= scarceShare*float64(c.columns[p].Records) {
					best, most = pairs, n
				}
			}
		}
		out = append(out, best...)
	}
	slices.SortFunc(out, func(a, b Pair) int { return cmp.Or(cmp.Compare(a.a, b.a), cmp.Compare(a.b, b.b)) })
	return slices.Compact(out)
}

// singles gives the records that have a value of an attribute that no other of their site
// has, of the sites that are known and whose values are names.
func (c *Corpus) singles(a *Attribute, known map[int32]bool, count uses) map[int32][]int32 {
	out := make(map[int32][]int32)
	for _, p := range a.Columns {
		s := c.columns[p].site
		if !a.Shared() || !known[s] || c.titled[s] != int32(p) && !c.names(int32(p)) {
			continue
		}
		for r := c.first[s]; r < c.first[s+1]; r++ {
			for _, v := range c.cell(r, int32(p)) {
				if count.count(v.Whole, int32(p)) == 1 {
					out[v.Whole] = append(out[v.Whole], r)
				}
			}
		}
	}
	return out
}

// met gives the pairs of records that a column of a site has with others, and by how many
// values.
func (c *Corpus) met(s, p int32, records map[int32][]int32, count uses) (out []Pair, n int) {
	for r := c.first[s]; r < c.first[s+1]; r++ {
		for _, v := range c.cell(r, p) {
			others := records[v.Whole]
			if len(others) == 0 || count.count(v.Whole, p) > 1 {
				continue
			}
			n++
			for _, o := range others {
				out = append(out, Pair{min(r, o), max(r, o), c.lex.Weight(v.Whole)})
			}
		}
	}
	return out, n
}

// identifying tells of each column whether nearly all of its values are of one record, and how many pairs of its site's
// records have a value in common.
type identifying struct {
	is    []bool
	pairs []float64
}

func (c *Corpus) identifying() identifying {
	out := identifying{make([]bool, len(c.columns)), make([]float64, len(c.columns))}
	unique, all := make([]int, len(c.columns)), make([]int, len(c.columns))
	for _, u := range c.counts() {
		all[u.of] += int(u.n)
		if u.n == 1 {
			unique[u.of]++
		}
		out.pairs[u.of] += float64(u.n) * float64(u.n-1) / 2
	}
	for i := range out.is {
		out.is[i] = all[i] > 0 && float64(unique[i]) >= scarceUnique*float64(all[i])
	}
	return out
}

// beyondChance reports whether the records of two columns share a value more often than entities that are not the same
// do, by a likelihood ratio of 20:1. How often these do, each site's own tell: of the pairs of its records so many share a
// value, and one more might (Laplace's rule). Names of few words recur, on one site as on two.
func (i *identifying) beyondChance(a, b *column, at, bt int32, shared int) bool {
	pairs := func(n int) float64 { return float64(n) * float64(n-1) / 2 }
	expected := (i.pairs[at] + i.pairs[bt] + 1) / (pairs(a.Records) + pairs(b.Records) + 1) * float64(a.Records) * float64(b.Records)
	n := float64(shared)
	return n > expected && n*math.Log(n/expected)-(n-expected) >= certainty
}

// of gives the identifying columns in which a record has a value.
func (i *identifying) of(c *Corpus, r, token int32) (out []int32) {
	for _, cell := range c.cells[r] {
		if !i.is[cell.column] {
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
