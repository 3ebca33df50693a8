package integrate

import (
	"cmp"
	"math"
	"slices"

	"verde/integrate/compare"
)

// ColumnMatch is the evidence that two columns of two sites say the same.
type ColumnMatch struct {
	A, B      int     // columns
	Pairs     int     // pairs of records that both columns have values of
	Share     float64 // of the pairs of records that either site's columns were compared on
	Agreement float64 // share of them that agree, to level compare.Initials
	Equal     float64 // share of these that agree to level compare.Detail
	Chance    float64 // the same of pairs of records drawn at random; 0 if too few agree for any chance
	Kappa     float64 // agreement beyond chance, its lower bound
	LogOdds   float64 // log-likelihood ratio of agreement against chance, in nats
	Counts    bool    // the ratio is above what the number of column pairs asks for
	Basis     string  // "shared entities", "values" or "names"
	Begins    bool    // that one value begins with the other is agreement, too
	// Correlated tells that both have amounts of money, which go up and down together more than by chance: each source has its own
	// prices, and that they differ is not that they say something else.
	Correlated bool
	// Corresponds tells that agreement is not of values that are the same, but of those that may stand
	// for each other one to one: the words of one language for those of another.
	Corresponds bool
}

const (
	seedsPerPair   = 300 // pairs of records that each two sites' columns are compared on
	shuffles       = 4
	wilson         = 1.2816 // quantile of the normal distribution: 80 % between both bounds
	leastKappa     = .15
	lookEvery      = 20 // pairs after which it is seen whether more can change anything
	negativeAt     = 20 // pairs from which on it counts that columns don't agree
	leastPairs     = 3
	crowd          = 50 // columns of a record that share a word, which then tells none of them
	shuffleSeed    = 1
	columnsOdds    = certainty
	candidateSeeds = 60
)

// candidates gives the pairs of columns that have a hint in common on a seed.
func (c *Corpus) candidates(seeds []Pair, hints func([]*compare.Value, bool) []uint64) [][2]int32 {
	seen := make(map[[2]int32]bool)
	for _, s := range seeds[:min(len(seeds), candidateSeeds)] {
		at := make(map[uint64][]int32)
		for _, cell := range c.cells[s.b] {
			for _, h := range hints(cell.values, false) {
				if l := at[h]; len(l) < crowd {
					at[h] = append(l, cell.column)
				}
			}
		}
		for _, cell := range c.cells[s.a] {
			for _, h := range hints(cell.values, true) {
				if l := at[h]; len(l) < crowd {
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
	slices.SortFunc(out, func(a, b [2]int32) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	return out
}

// correlated reports whether two columns have amounts of money that go up and down together on the seeds, by as much as
// columns have to agree: the log-likelihood ratio of normal amounts, on a logarithmic scale, with their correlation
// against independent ones.
func (c *Corpus) correlated(p [2]int32, seeds []Pair, least float64) bool {
	money := func(r, col int32) float64 {
		if vs := c.cell(r, col); len(vs) == 1 {
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
	if n < leastPairs {
		return false
	}
	r := (n*xy - x*y) / math.Sqrt((n*xx-x*x)*(n*yy-y*y))
	return r > 0 && -n/2*math.Log1p(-min(r*r, 1)) >= least
}

// hints are what values that agree have in common: a word, the whole, a year or an amount; or that they are prices.
func hints(vs []*compare.Value, _ bool) (out []uint64) {
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

// beginnings are what a short form of a value and the value have in common, the short one
// on either side.
func beginnings(vs []*compare.Value, turned bool) (out []uint64) {
	const long = 1 // flips which side is the short one
	for _, v := range vs {
		if h, ok := v.Short(); ok {
			out = append(out, h&^long|side(turned))
		}
		for _, h := range v.Heads() {
			out = append(out, h&^long|side(!turned))
		}
	}
	return unique(out)
}

func side(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// matchPair measures one pair of columns: how often they agree on seeds, and how
// often on the same records in another order. It ends at the pairs that show that they
// can't agree often enough, whatever chance is: most columns have nothing to do with
// each other. cell gives what a record has in a column, and level compares what two have.
func (c *Corpus) matchPair(p [2]int32, seeds []Pair, least float64, cell func(r, col int32) []*compare.Value, level func(a, b []*compare.Value) (compare.Level, bool)) ColumnMatch {
	m := ColumnMatch{A: int(p[0]), B: int(p[1]), Basis: byEntities}
	agree, equal := 0, 0
	for _, s := range seeds {
		a, b := cell(s.a, p[0]), cell(s.b, p[1])
		if l, ok := level(a, b); ok {
			m.Pairs++
			if l >= compare.Initials {
				agree++
			}
			if l >= compare.Detail && !compare.Part(a, b) {
				equal++
			}
			if m.Pairs%lookEvery == 0 && wilsonHigh(float64(agree)/float64(m.Pairs), float64(m.Pairs)) < leastKappa {
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
	if wilsonHigh(m.Agreement, n) < leastKappa {
		return m
	}
	m.Chance = c.chance(p, seeds, cell, level)
	m.Kappa = max(0, (wilsonLow(m.Agreement, n)-m.Chance)/(1-m.Chance))
	if m.Agreement > m.Chance {
		m.LogOdds = n * divergence(m.Agreement, m.Chance)
	}
	m.Counts = m.Pairs >= leastPairs && m.LogOdds >= least && (m.Kappa >= relatedKappa || !c.relate(p))
	return m
}

// relatedKappa is how well two columns have to go together where one of them relates its
// site's entities to each other. Boxes that sites fill from the same author or shelf agree more
// than by chance. But what both say of an entity, as the peak that a mountain belongs to, is
// the same for more than half of what chance does not explain.
const relatedKappa = .5

// relate reports whether one of two columns is of its site's relations.
func (c *Corpus) relate(p [2]int32) bool { return c.columns[p[0]].relates || c.columns[p[1]].relates }

// chance is how often two columns agree on the records of seeds in another order.
func (c *Corpus) chance(p [2]int32, seeds []Pair, cell func(r, col int32) []*compare.Value, level func(a, b []*compare.Value) (compare.Level, bool)) float64 {
	agree, tries := 0, 0
	for i, s := range seeds {
		a := cell(s.a, p[0])
		if len(a) == 0 {
			continue
		}
		for k := 1; k <= shuffles; k++ {
			o := seeds[(i+k*len(seeds)/(shuffles+1))%len(seeds)]
			if o.b == s.b {
				continue
			}
			if l, ok := level(a, cell(o.b, p[1])); ok {
				tries++
				if l >= compare.Initials {
					agree++
				}
			}
		}
	}
	return (float64(agree) + .5) / (float64(tries) + 1)
}

// wilsonLow is the lower bound of Wilson's interval of a share p of n.
func wilsonLow(p, n float64) float64 { return wilsonBound(p, n, -wilson) }

// wilsonHigh is the upper bound of Wilson's interval of a share p of n, which it
// exceeds in one case of 200.
func wilsonHigh(p, n float64) float64 { return wilsonBound(p, n, 2.576) }

// wilsonBound is a bound of the interval, the lower one for a quantile below 0.
func wilsonBound(p, n, z float64) float64 {
	return (p + z*z/(2*n) + z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))) / (1 + z*z/n)
}

// divergence is what one observation of rate p says against rate q, in nats
// (Kullback and Leibler).
func divergence(p, q float64) (d float64) {
	if p > 0 {
		d += p * math.Log(p/q)
	}
	if p < 1 {
		d += (1 - p) * math.Log((1-p)/(1-q))
	}
	return d
}
