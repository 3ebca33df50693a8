package integrate

import (
	"math"
	"slices"

	"verde/integrate/compare"
)

// ColumnMatch is the evidence that two columns of two sites have the same meaning.
type ColumnMatch struct {
	A, B      int     // columns
	Pairs     int     // pairs of records of which both have a value
	Share     float64 // of the pairs of records on which the two sites' columns were compared
	Agreement float64 // share of Pairs that agree, at level compare.Initials or better
	Equal     float64 // share of these that agree at level compare.Detail or better
	Chance    float64 // Agreement of records paired at random; 0 if Agreement is too low to matter
	Kappa     float64 // agreement beyond chance (Cohen's kappa), its lower bound
	LogOdds   float64 // log-likelihood ratio of agreement against chance, in nats
	Accepted  bool    // LogOdds is significant, given how many pairs of columns were compared
	Basis     string  // "shared entities", "values" or "names", see [Attribute]
	ByPrefix  bool    // that one value begins with the other counts as agreement
	// Correlated reports whether both are amounts of money that rise and fall together more than by chance. Each
	// source has its own prices, so that they differ does not mean that the columns do.
	Correlated bool
	// OneToOne reports whether values agree not by being the same but by a one-to-one mapping, as the words of two
	// languages do.
	OneToOne bool
}

// weigh sets Kappa and LogOdds from Agreement and Chance, given n observations.
func (m *ColumnMatch) weigh(n float64) {
	m.Kappa = max(0, (wilsonLow(m.Agreement, n)-m.Chance)/(1-m.Chance))
	if m.Agreement > m.Chance {
		m.LogOdds = n * divergence(m.Agreement, m.Chance)
	}
}

// pair returns the two columns.
func (m *ColumnMatch) pair() [2]int32 { return [2]int32{int32(m.A), int32(m.B)} }

const (
	seedsPerPair   = 300 // seeds of two sites on which their columns are compared
	candidateSeeds = 60  // seeds in which candidate pairs of columns are looked for
	shuffles       = 4   // reorderings of the seeds by which chance agreement is measured
	shuffleSeed    = 1

	// minKappa is the agreement beyond chance from which on columns are joined.
	minKappa = .15
	// strictKappa is the agreement beyond chance that weaker evidence has to reach: more than half of what chance
	// does not explain. It is asked of values of which one only begins with the other, of one-to-one mappings, and
	// of relations: boxes that sites fill from the same author or shelf agree more than by chance, but what both
	// sites say of an entity, such as the range that a mountain belongs to, is mostly the same.
	strictKappa = .5

	checkEvery        = 20 // pairs after which a comparison ends if no more can change its result
	minPairs          = 3  // pairs of records that two columns need
	minPairsNegative  = 20 // pairs from which on disagreement counts as evidence
	maxColumnsPerHint = 50 // columns of a record that share a hint; beyond it, the hint distinguishes none
)

// candidateColumns returns the pairs of columns of two sites that share a hint on a seed.
func (c *Corpus) candidateColumns(seeds []Pair, hints func([]*compare.Value, bool) []uint64) [][2]int32 {
	seen := make(map[[2]int32]bool)
	for _, s := range seeds[:min(len(seeds), candidateSeeds)] {
		at := make(map[uint64][]int32)
		for _, cell := range c.cells[s.b] {
			for _, h := range hints(cell.values, false) {
				if l := at[h]; len(l) < maxColumnsPerHint {
					at[h] = append(l, cell.column)
				}
			}
		}
		for _, cell := range c.cells[s.a] {
			for _, h := range hints(cell.values, true) {
				if l := at[h]; len(l) < maxColumnsPerHint {
					for _, col := range l {
						seen[[2]int32{cell.column, col}] = true
					}
				}
			}
		}
	}
	out := make([][2]int32, 0, len(seen))
	for p := range seen {
		out = append(out, p)
	}
	slices.SortFunc(out, func(a, b [2]int32) int { return slices.Compare(a[:], b[:]) })
	return out
}

// correlated reports whether two columns have amounts of money that rise and fall together on the seeds: the
// log-likelihood ratio of correlated against independent log-normal amounts reaches least.
func (c *Corpus) correlated(p [2]int32, seeds []Pair, least float64) bool {
	money := func(r, col int32) float64 {
		if vs := c.valuesOf(r, col); len(vs) == 1 {
			if x, ok := vs[0].Money(); ok {
				return x
			}
		}
		return 0
	}
	var n, x, y, xx, yy, xy float64 // sums
	for _, s := range seeds {
		if a, b := money(s.a, p[0]), money(s.b, p[1]); a > 0 && b > 0 {
			a, b = math.Log(a), math.Log(b)
			n, x, y, xx, yy, xy = n+1, x+a, y+b, xx+a*a, yy+b*b, xy+a*b
		}
	}
	if n < minPairs {
		return false
	}
	r := (n*xy - x*y) / math.Sqrt((n*xx-x*x)*(n*yy-y*y))
	return r > 0 && -n/2*math.Log1p(-min(r*r, 1)) >= least
}

// equalityHints are features that values which agree have in common: a word, the whole, a year, an amount, or
// being a price.
func equalityHints(vs []*compare.Value, _ bool) (out []uint64) {
	const year, amount, money = 1 << 32, 1 << 33, 1 << 34
	for _, v := range vs {
		for _, w := range v.Words {
			out = append(out, uint64(w))
		}
		out = append(out, uint64(v.Whole))
		if d, ok := v.Date(); ok {
			out = append(out, year+uint64(d.Year))
		}
		if _, ok := v.Money(); ok {
			out = append(out, money)
		}
		for _, n := range v.Amounts() { // to a thousandth or so
			out = append(out, amount+uint64(math.Float32bits(float32(n))>>13))
		}
	}
	return unique(out)
}

// prefixHints are features that a value and its short form have in common. The short form may be on either side;
// swapped is true for the second.
func prefixHints(vs []*compare.Value, swapped bool) (out []uint64) {
	const long = 1 // flips which side is the short one
	for _, v := range vs {
		if h, ok := v.Short(); ok {
			out = append(out, h&^long|bit(swapped))
		}
		for _, h := range v.Heads() {
			out = append(out, h&^long|bit(!swapped))
		}
	}
	return unique(out)
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// comparator is how two columns are compared.
type comparator struct {
	values func(r, col int32) []*compare.Value                    // a record's values in a column
	level  func(a, b []*compare.Value) (l compare.Level, ok bool) // how well the values of two records agree; ok is false if either has none
}

// levelOfMost is level for lists of other entities: these agree if more than half of the shorter one is in the other. Two boxes with the
// works of one author share some.
//
// Cost: the product of the two lengths.
func (by comparator) levelOfMost(a, b []*compare.Value) (l compare.Level, ok bool) {
	if len(a) > len(b) {
		a, b = b, a
	}
	l, ok = by.level(a, b)
	if !ok || len(a) == 1 {
		return l, ok
	}
	shared := 0
	for k := range a {
		if x, known := by.level(a[k:k+1], b); known && x >= compare.Initials {
			shared++
		}
	}
	if 2*shared <= len(a) {
		return compare.Different, true
	}
	return l, true
}

// comparePair measures how often two columns agree on the seeds, and how often on the same records paired in
// another order. It ends early once they cannot agree often enough, whatever chance is: most columns have nothing
// to do with each other.
func (c *Corpus) comparePair(p [2]int32, seeds []Pair, least float64, by comparator) ColumnMatch {
	m := ColumnMatch{A: int(p[0]), B: int(p[1]), Basis: byEntities}
	if c.involvesRelation(p) {
		by.level = by.levelOfMost
	}
	agree, equal := 0, 0
	for _, s := range seeds {
		a, b := by.values(s.a, p[0]), by.values(s.b, p[1])
		if l, ok := by.level(a, b); ok {
			m.Pairs++
			if l >= compare.Initials {
				agree++
			}
			if l >= compare.Detail && !compare.Part(a, b) {
				equal++
			}
			if m.Pairs%checkEvery == 0 && wilsonHigh(float64(agree)/float64(m.Pairs), float64(m.Pairs)) < minKappa {
				break
			}
		}
	}
	if m.Pairs == 0 {
		return m
	}
	n := float64(m.Pairs)
	m.Share = n / float64(len(seeds))
	m.Agreement = float64(agree) / n
	m.Equal = float64(equal) / float64(max(1, agree))
	if wilsonHigh(m.Agreement, n) < minKappa {
		return m
	}
	m.Chance = by.chance(p, seeds)
	m.weigh(n)
	m.Accepted = m.Pairs >= minPairs && m.LogOdds >= least && (m.Kappa >= strictKappa || !c.involvesRelation(p))
	return m
}

// involvesRelation reports whether one of two columns is a relation.
func (c *Corpus) involvesRelation(p [2]int32) bool {
	return c.columns[p[0]].isRelation || c.columns[p[1]].isRelation
}

// chance is how often two columns agree on the records of the seeds in other orders.
func (by comparator) chance(p [2]int32, seeds []Pair) float64 {
	agree, tries := 0, 0
	for i, s := range seeds {
		a := by.values(s.a, p[0])
		if len(a) == 0 {
			continue
		}
		for k := 1; k <= shuffles; k++ {
			o := seeds[(i+k*len(seeds)/(shuffles+1))%len(seeds)]
			if o.b == s.b {
				continue
			}
			if l, ok := by.level(a, by.values(o.b, p[1])); ok {
				tries++
				if l >= compare.Initials {
					agree++
				}
			}
		}
	}
	return (float64(agree) + .5) / (float64(tries) + 1)
}
