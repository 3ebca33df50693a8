package integrate

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"verde/integrate/clean"
)

// Matching is which columns say the same.
type Matching struct {
	Columns    []Column // of all sites, by site and label
	Attributes []Attribute
	Matches    []ColumnMatch // the evidence, by columns
	Shared     []Overlap     // records that sites have in common
	Alone      []string      // sites that have no records in common with any other
}

// Overlap is how many pairs of records of two sites were taken for one entity's when
// their columns were compared.
type Overlap struct {
	A, B  string
	Pairs int
}

// Match joins columns into attributes by how they agree on pairs of records that are
// one entity's: [Corpus.Seeds], or what a resolution found. Cost: see [ColumnMatch];
// for each two sites that share records 300 comparisons of each pair of columns that
// share a word.
func (c *Corpus) Match(pairs []Pair, opt Options) *Matching {
	if c.restates == nil { // of the records alone, whatever the pairs
		c.restates = c.restated()
	}
	m := &Matching{Matches: c.silence(c.matchColumns(pairs))}
	m.Matches = c.byKind(m.Matches)
	m.Matches = append(m.Matches, c.namesakes(m.Matches)...)
	m.overlap(c, pairs)
	m.Attributes = c.group(m, pairs, opt.Names)
	m.Attributes = c.assign(m.Attributes, opt.Decisions)
	for i := range c.columns {
		m.Columns = append(m.Columns, c.columns[i].Column)
	}
	m.reasons(c)
	return m
}

func (m *Matching) overlap(c *Corpus, pairs []Pair) {
	counts := make(map[[2]int32]int)
	linked := make(map[int32]bool)
	for _, p := range pairs {
		s, t := c.siteOf[p.a], c.siteOf[p.b]
		counts[[2]int32{s, t}]++
		linked[s], linked[t] = true, true
	}
	for s := range c.sites {
		if !linked[int32(s)] {
			m.Alone = append(m.Alone, c.sites[s])
		}
		for t := s + 1; t < len(c.sites); t++ {
			if n := counts[[2]int32{int32(s), int32(t)}]; n > 0 {
				m.Shared = append(m.Shared, Overlap{c.sites[s], c.sites[t], n})
			}
		}
	}
}

// reasons says of each column without a partner why it has none.
func (m *Matching) reasons(c *Corpus) {
	joined := make(map[int]bool)
	for _, a := range m.Attributes {
		for _, col := range a.Columns {
			joined[col] = a.Basis != OneSource
		}
	}
	compared := make(map[int]bool)
	for _, x := range m.Matches {
		compared[x.A], compared[x.B] = true, true
	}
	places := make(map[ColumnName]bool) // with a latitude that stands for the longitude, too
	for i := range m.Columns {
		if col := &m.Columns[i]; joined[i] && col.Part == clean.Latitude {
			places[ColumnName{col.Site, col.Label}] = true
		}
	}
	for i := range m.Columns {
		col := &m.Columns[i]
		_, again := c.restates[int32(i)]
		switch {
		case joined[i] || col.Reason != "":
		case col.Part == clean.Longitude && places[ColumnName{col.Site, col.Label}]:
			col.Reason = "the place as a whole is under the attribute of the latitude"
		case slices.Contains(m.Alone, col.Site):
			col.Reason = "the site shares no records with another"
		case c.columns[i].relates:
			col.Reason = "the names of other entities of its site"
		case again:
			col.Reason = "says the name again"
		case c.columns[i].composite:
			col.Reason = "what it says is under the attributes of its parts"
		case compared[i]:
			col.Reason = "agrees with no column more than by chance"
		default:
			col.Reason = "has no word in common with a column of a shared record"
		}
	}
}

// matchColumns compares the columns of each two sites on the pairs of records that
// are one entity's (DUMAS; the correction for chance is Cohen's). Cost: for each two
// sites their candidate column pairs times seedsPerPair; a candidate shares a word
// on a pair of records.
func (c *Corpus) matchColumns(seeds []Pair) []ColumnMatch {
	bySites := make(map[[2]int32][]Pair)
	for _, s := range seeds {
		k := [2]int32{c.siteOf[s.a], c.siteOf[s.b]}
		bySites[k] = append(bySites[k], s)
	}
	keys := make([][2]int32, 0, len(bySites))
	for k := range bySites {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b [2]int32) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	results := make([][]ColumnMatch, len(keys))
	for i, k := range keys {
		results[i] = c.matchSites(k[0], k[1], bySites[k])
	}
	return slices.Concat(results...)
}

// matchSites compares the columns of two sites on their seeds.
func (c *Corpus) matchSites(s, t int32, seeds []Pair) []ColumnMatch {
	slices.SortFunc(seeds, func(a, b Pair) int {
		return cmp.Or(cmp.Compare(b.surprise, a.surprise), cmp.Compare(a.a, b.a), cmp.Compare(a.b, b.b))
	})
	seeds = seeds[:min(len(seeds), seedsPerPair)]
	if len(seeds) < leastPairs {
		return nil
	}
	random := rand.New(rand.NewPCG(shuffleSeed, uint64(len(seeds))))
	random.Shuffle(len(seeds), func(i, j int) { seeds[i], seeds[j] = seeds[j], seeds[i] })
	possible := max(1, c.useful(s)*c.useful(t))
	least := math.Log(float64(possible)) + columnsOdds
	equal, begin := c.candidates(seeds, hints), c.candidates(seeds, beginnings)
	out := make([]ColumnMatch, len(equal)+len(begin))
	parallel(len(out), func() func(int) {
		return func(i int) {
			if i < len(equal) {
				out[i] = c.matchPair(equal[i], seeds, least, c.cell, c.lex.Sets)
				out[i].Correlated = c.correlated(equal[i], seeds, least)
			} else {
				out[i] = c.matchPair(begin[i-len(equal)], seeds, least, c.cell, c.lex.Forms)
				out[i].Begins = true
			}
			if m := &out[i]; m.Kappa > 0 && c.restate(m) && c.again(m, seeds, least) {
				m.Kappa, m.LogOdds, m.Counts = 0, 0, false
			}
		}
	})
	return slices.DeleteFunc(out, func(m ColumnMatch) bool { return m.Pairs == 0 })
}

// useful is the number of a site's columns that are compared.
func (c *Corpus) useful(s int32) (n int) {
	for _, col := range c.of[s] {
		if c.columns[col].Reason == "" {
			n++
		}
	}
	return n
}
