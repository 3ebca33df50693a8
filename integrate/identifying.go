package integrate

import (
	"cmp"
	"math"
	"slices"
)

const (
	minSharedValues  = 5  // distinct values that two identifying columns must share
	minSharedShare   = .1 // and the share of the smaller column's values
	identifyingShare = .9 // share of a column's values that occur in one record only
	nameShare        = .8 // the same of a column of names
)

// identifierSeeds finds seeds for two sites that have none. Sites that have one column in common share one value
// for each entity, which may be a coincidence; but that many values, each of one record on either site, are common
// to two columns is none. Of the pairs of identifying columns the one with most shared values is taken, if it
// shares more than chance explains (see [identifyingColumns.beyondChance]). Cost: linear in the values that few
// records have.
func (c *Corpus) identifierSeeds(x *tokenIndex, have []Pair) []Pair {
	linked := make(map[[2]int32]bool)
	for _, p := range have {
		linked[[2]int32{c.siteOf[p.a], c.siteOf[p.b]}] = true
	}
	owner := c.findIdentifying()
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
				for _, p := range owner.columnsWith(c, a, int32(t)) {
					for _, q := range owner.columnsWith(c, b, int32(t)) {
						shared[columns{p, q}] = append(shared[columns{p, q}], Pair{a, b, c.lex.Weight(int32(t))})
					}
				}
			}
		}
	}
	best := make(map[[2]int32]columns)
	for k, pairs := range shared {
		least := min(c.columns[k.a].Records, c.columns[k.b].Records)
		if len(pairs) < minSharedValues || float64(len(pairs)) < minSharedShare*float64(least) || !owner.beyondChance(&c.columns[k.a], &c.columns[k.b], k.a, k.b, len(pairs)) {
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

// unmatchedSiteSeeds finds seeds for sites none of whose columns matched another site's: such a site may say
// little more than names, and share too few of them with any single site. All sites of an attribute together may
// know enough of them. A column of such a site gives seeds if it shares at least minSharedValues of its values,
// and minSharedShare of them, with an attribute of names of the matched sites. Numbers and dates recur by chance
// and give none. Cost: for each column of such a site that may hold names and each attribute, the column's values.
func (c *Corpus) unmatchedSiteSeeds(m *Matching) []Pair {
	known := make(map[int32]bool) // sites
	for _, x := range m.Matches {
		if x.Accepted && x.Basis == byEntities {
			known[c.columns[x.A].site], known[c.columns[x.B].site] = true, true
		}
	}
	if len(known) == 0 || len(known) == len(c.sites) {
		return nil
	}
	count := c.countValues()
	var out []Pair
	records := make([]map[int32][]int32, len(m.Attributes)) // attribute -> value -> its records, one a site at most
	for s := range int32(len(c.sites)) {
		if known[s] {
			continue
		}
		var best []Pair
		most := 0
		for _, p := range c.columnsOf[s] {
			if c.isPart(p) || c.titleColumn[s] != p && !c.isNameLike(p) {
				continue
			}
			for k := range m.Attributes {
				if records[k] == nil {
					records[k] = c.uniqueValues(&m.Attributes[k], known, count)
				}
				pairs, n := c.pairsByValue(p, records[k], count)
				if n > most && n >= minSharedValues && float64(n) >= minSharedShare*float64(c.columns[p].Records) {
					best, most = pairs, n
				}
			}
		}
		out = append(out, best...)
	}
	slices.SortFunc(out, func(a, b Pair) int { return cmp.Or(cmp.Compare(a.a, b.a), cmp.Compare(a.b, b.b)) })
	return slices.Compact(out)
}

// uniqueValues returns the records of each value of an attribute that occurs once on its site, of the matched
// sites whose values are names.
func (c *Corpus) uniqueValues(a *Attribute, known map[int32]bool, count valueCounts) map[int32][]int32 {
	out := make(map[int32][]int32)
	for _, p := range a.Columns {
		s := c.columns[p].site
		if !a.Shared() || !known[s] || c.titleColumn[s] != int32(p) && !c.isNameLike(int32(p)) {
			continue
		}
		for r, v := range c.eachValue(int32(p)) {
			if count.count(v.Whole, int32(p)) == 1 {
				out[v.Whole] = append(out[v.Whole], r)
			}
		}
	}
	return out
}

// pairsByValue pairs the records of a column with the records of others that have the same value, and counts the values.
func (c *Corpus) pairsByValue(p int32, records map[int32][]int32, count valueCounts) (out []Pair, n int) {
	for r, v := range c.eachValue(p) {
		others := records[v.Whole]
		if len(others) == 0 || count.count(v.Whole, p) > 1 {
			continue
		}
		n++
		for _, o := range others {
			out = append(out, Pair{min(r, o), max(r, o), c.lex.Weight(v.Whole)})
		}
	}
	return out, n
}

// identifyingColumns tells which columns identify a record: nearly all of their values occur in one record only.
type identifyingColumns struct {
	is           []bool    // column -> it identifies
	sharingPairs []float64 // column -> pairs of its site's records that share a value
}

func (c *Corpus) findIdentifying() identifyingColumns {
	out := identifyingColumns{make([]bool, len(c.columns)), make([]float64, len(c.columns))}
	unique, all := make([]int, len(c.columns)), make([]int, len(c.columns))
	for _, u := range c.countValues() {
		all[u.owner] += int(u.n)
		if u.n == 1 {
			unique[u.owner]++
		}
		out.sharingPairs[u.owner] += float64(u.n) * float64(u.n-1) / 2
	}
	for i := range out.is {
		out.is[i] = all[i] > 0 && float64(unique[i]) >= identifyingShare*float64(all[i])
	}
	return out
}

// beyondChance reports whether two columns share more values than different entities do by chance, by a likelihood
// ratio of 20:1 (Poisson). How often different entities share a value is estimated within each site, where records
// are different entities (with Laplace's rule): names of few words recur, on one site as on two.
func (i *identifyingColumns) beyondChance(a, b *column, at, bt int32, shared int) bool {
	pairs := func(n int) float64 { return float64(n) * float64(n-1) / 2 }
	expected := (i.sharingPairs[at] + i.sharingPairs[bt] + 1) / (pairs(a.Records) + pairs(b.Records) + 1) * float64(a.Records) * float64(b.Records)
	n := float64(shared)
	return n > expected && n*math.Log(n/expected)-(n-expected) >= strongEvidence
}

// columnsWith returns the identifying columns in which a record has a value.
func (i *identifyingColumns) columnsWith(c *Corpus, r, token int32) (out []int32) {
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
