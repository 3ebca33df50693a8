package integrate

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"verde/integrate/clean"
)

// Matching is which columns have the same meaning.
type Matching struct {
	Columns    []Column // of all sites, by site and label
	Attributes []Attribute
	Matches    []ColumnMatch // the evidence, by columns
	Shared     []Overlap     // how many entities any two sites share
	Alone      []string      // sites that share no entity with another
}

// Overlap is how many pairs of records of two sites were taken for one entity when their columns were compared.
type Overlap struct {
	A, B  string
	Pairs int
}

// Match joins columns into attributes by their agreement on pairs of records of one entity: [Corpus.Seeds], or
// links of a resolution. Cost: for each two sites that share records, 300 comparisons of each pair of columns that
// share a word; see [ColumnMatch].
func (c *Corpus) Match(pairs []Pair, opt Options) *Matching {
	if c.nameCopyOf == nil { // it depends on the records alone, so the first round's holds
		c.nameCopyOf = c.findNameCopies()
	}
	m := &Matching{Matches: c.dropUnsupported(c.matchColumns(pairs))}
	m.Matches = c.addProfileMatches(m.Matches)
	m.Matches = append(m.Matches, c.matchNameColumns(m.Matches)...)
	m.overlap(c, pairs)
	m.Attributes = c.groupColumns(m, pairs, opt.Names)
	m.Attributes = c.applyColumnDecisions(m.Attributes, opt.Decisions)
	for i := range c.columns {
		m.Columns = append(m.Columns, c.columns[i].Column)
	}
	m.setReasons(c)
	return m
}

// overlap counts the pairs of each two sites.
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

// setReasons notes for each column that no other matches why that is so.
func (m *Matching) setReasons(c *Corpus) {
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
	places := make(map[ColumnName]bool) // whose latitude column shows the longitude, too
	for i := range m.Columns {
		if col := &m.Columns[i]; joined[i] && col.Part == clean.Latitude {
			places[ColumnName{col.Site, col.Label}] = true
		}
	}
	for i := range m.Columns {
		col := &m.Columns[i]
		_, again := c.nameCopyOf[int32(i)]
		switch {
		case joined[i] || col.Reason != "":
		case col.Part == clean.Longitude && places[ColumnName{col.Site, col.Label}]:
			col.Reason = "the place as a whole is under the attribute of the latitude"
		case slices.Contains(m.Alone, col.Site):
			col.Reason = "the site shares no records with another"
		case c.columns[i].isRelation:
			col.Reason = "the names of other entities of its site"
		case again:
			col.Reason = "says the name again"
		case c.columns[i].isComposite:
			col.Reason = "what it says is under the attributes of its parts"
		case compared[i]:
			col.Reason = "agrees with no column more than by chance"
		default:
			col.Reason = "has no word in common with a column of a shared record"
		}
	}
}

// matchColumns compares the columns of each two sites on their seeds (DUMAS; chance-corrected as Cohen's kappa
// is). Cost: for each two sites their candidate pairs of columns times seedsPerPair.
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
	slices.SortFunc(keys, func(a, b [2]int32) int { return slices.Compare(a[:], b[:]) })
	results := make([][]ColumnMatch, len(keys))
	for i, k := range keys {
		results[i] = c.matchSites(k[0], k[1], bySites[k])
	}
	return slices.Concat(results...)
}

// matchSites compares the columns of two sites on their seeds.
func (c *Corpus) matchSites(s, t int32, seeds []Pair) []ColumnMatch {
	slices.SortFunc(seeds, func(a, b Pair) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.a, b.a), cmp.Compare(a.b, b.b))
	})
	seeds = seeds[:min(len(seeds), seedsPerPair)]
	if len(seeds) < minPairs {
		return nil
	}
	random := rand.New(rand.NewPCG(shuffleSeed, uint64(len(seeds))))
	random.Shuffle(len(seeds), func(i, j int) { seeds[i], seeds[j] = seeds[j], seeds[i] })
	possible := max(1, c.comparableColumns(s)*c.comparableColumns(t))
	least := math.Log(float64(possible)) + strongEvidence
	equal, begin := c.candidateColumns(seeds, equalityHints), c.candidateColumns(seeds, prefixHints)
	out := make([]ColumnMatch, len(equal)+len(begin))
	parallel(len(out), func() func(int) {
		return func(i int) {
			if i < len(equal) {
				out[i] = c.comparePair(equal[i], seeds, least, comparator{c.valuesOf, c.lex.Sets})
				out[i].Correlated = c.correlated(equal[i], seeds, least)
			} else {
				out[i] = c.comparePair(begin[i-len(equal)], seeds, least, comparator{c.valuesOf, c.lex.Forms})
				out[i].ByPrefix = true
			}
			if m := &out[i]; m.Kappa > 0 && c.involvesNameCopy(m) && c.agreesByNameOnly(m, seeds, least) {
				m.Kappa, m.LogOdds, m.Accepted = 0, 0, false
			}
		}
	})
	return slices.DeleteFunc(out, func(m ColumnMatch) bool { return m.Pairs == 0 })
}

// comparableColumns is how many of a site's columns are compared.
func (c *Corpus) comparableColumns(s int32) (n int) {
	for _, col := range c.columnsOf[s] {
		if c.columns[col].Reason == "" {
			n++
		}
	}
	return n
}
