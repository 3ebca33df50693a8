package integrate

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"verde/integrate/compare"
)

const (
	profileLeast = .4  // overlap of two columns' values from which on they may say the same
	profileLead  = .15 // by which the next column of either site has to be worse
	profileWords = 6   // in the mean value: longer ones are prose, whose words are everybody's
	profileRows  = 20  // records that a column needs
	// labelled is the overlap that a label counts for which both have, as much as half of all values: by
	// itself enough, where no other column of the same kind comes near.
	labelled = .5
)

// profiles matches columns of two sites by what they are made of and called: the overlap of how often
// each word comes in both, where shared records do not tell, and the same label. It holds
// where values are few (brands, places) or of one kind (days, amounts), and only for
// a column that is the other's best by far, and the other way round. Cost: linear in the values, and in the pairs of
// columns times their words.
func (c *Corpus) profiles(matches []ColumnMatch) []ColumnMatch {
	known, agreeing := make(map[[2]int]bool), make(map[[2]int]bool)
	correlated, counted := make(map[[2]int]bool), c.counted(matches)
	for _, m := range matches {
		k := [2]int{m.A, m.B}
		known[k] = known[k] || m.Counts || m.Pairs >= negativeAt
		correlated[k] = correlated[k] || m.Correlated
		agreeing[k] = agreeing[k] || m.Counts && m.Kappa >= leastKappa
	}
	words := sync.OnceValue(c.profileWords)
	var out []ColumnMatch
	for s := range c.sites {
		for t := s + 1; t < len(c.sites); t++ {
			tell := counted[[2]int32{int32(s), int32(t)}] >= telling
			for _, p := range c.bestProfiles(int32(s), int32(t), words()) {
				k := [2]int{p.A, p.B}
				if own := correlated[k] || c.sameLabel(int32(p.A), int32(p.B)); own && !agreeing[k] || !tell && !known[k] {
					out = append(out, p)
				}
			}
		}
	}
	return out
}

// byKind adds the matches by kind to those by records. That two columns of one kind and one label don't
// agree on records, as prices, ratings and stocks don't, is not that they say something else.
func (c *Corpus) byKind(matches []ColumnMatch) []ColumnMatch {
	more := c.profiles(matches)
	has := make(map[[2]int]bool)
	for _, m := range more {
		has[[2]int{m.A, m.B}] = true
	}
	return append(slices.DeleteFunc(matches, func(m ColumnMatch) bool { return has[[2]int{m.A, m.B}] && m.Kappa < leastKappa }), more...)
}

// telling is the number of columns that have to agree on the records that two sites share before
// these tell that others don't. Records that agree in one column alone may be of different
// entities with one name, as jobs called "Analyst" are.
const telling = 2

// silence leaves out that columns of two sites don't agree where the records that these share
// do not tell.
func (c *Corpus) silence(matches []ColumnMatch) []ColumnMatch {
	counted := c.counted(matches)
	return slices.DeleteFunc(matches, func(m ColumnMatch) bool { return m.Kappa < leastKappa && counted[c.sitesOf(&m)] < telling })
}

// counted is how many columns of two sites agree on the records that these share: of the site of which
// fewer do, as a name may be under several labels.
func (c *Corpus) counted(matches []ColumnMatch) map[[2]int32]int {
	type side struct {
		sites  [2]int32
		column int
	}
	seen := make(map[side]bool)
	out, second := make(map[[2]int32]int), make(map[[2]int32]int)
	for i := range matches {
		m := &matches[i]
		if !m.Counts || m.Kappa < shortKappa {
			continue
		}
		s := c.sitesOf(m)
		if k := (side{s, m.A}); !seen[k] {
			seen[k] = true
			out[s]++
		}
		if k := (side{s, m.B}); !seen[k] {
			seen[k] = true
			second[s]++
		}
	}
	for s, n := range second {
		out[s] = min(out[s], n)
	}
	return out
}

func (c *Corpus) sitesOf(m *ColumnMatch) [2]int32 {
	return [2]int32{c.columns[m.A].site, c.columns[m.B].site}
}

// profile is how often each word comes in a column, as a share of all, in the order of the words; of days
// how often each month does.
type profile []share

type share struct {
	word int32
	of   float64
}

// months is more than a year has: a number for each month, and one for a year.
const months = 16

// profileWords gives the profiles of the columns that have short values in enough
// records.
func (c *Corpus) profileWords() []profile {
	total, rows := make([]int, len(c.columns)), make([]int, len(c.columns))
	for _, cells := range c.cells {
		for i := range cells {
			p := cells[i].column
			rows[p]++
			for _, v := range cells[i].values {
				total[p] += len(c.profiled(p, v))
			}
		}
	}
	out := make([]profile, len(c.columns))
	for i := range out {
		_, again := c.restates[int32(i)]
		if !again && !c.columns[i].relates && !c.isPart(int32(i)) && rows[i] >= profileRows && total[i] <= profileWords*rows[i] {
			out[i] = c.profileOf(int32(i), float64(total[i]))
		}
	}
	return out
}

// profileOf gives the profile of a column that has so many words, none if one value is nearly all.
func (c *Corpus) profileOf(p int32, total float64) profile {
	words, values := make(map[int32]float64), make(map[int32]int)
	top, all := 0, 0
	s := c.columns[p].site
	for r := c.first[s]; r < c.first[s+1]; r++ {
		for _, v := range c.cell(r, p) {
			values[v.Whole]++
			top, all = max(top, values[v.Whole]), all+1
			for _, w := range c.profiled(p, v) {
				words[w]++
			}
		}
	}
	if repeats(top, all) {
		return nil
	}
	for w := range words {
		words[w] /= total
	}
	return inOrder(words)
}

// inOrder makes a profile of the shares of words.
func inOrder(words map[int32]float64) profile {
	out := make(profile, 0, len(words))
	for _, w := range slices.Sorted(maps.Keys(words)) {
		out = append(out, share{w, words[w]})
	}
	return out
}

// profiled are the words of a column's value that its profile counts: of a day its month, whatever the words of
// dates are, and of an amount of money its magnitude, to a factor of two.
func (c *Corpus) profiled(p int32, v *compare.Value) []int32 {
	if d, ok := v.Date(); ok && c.columns[p].form.Kind == compare.Date {
		return []int32{-int32(d.Year*months + int(d.Month))}
	}
	if x, ok := v.Money(); ok && x > 0 {
		return []int32{math.MinInt32/2 + int32(math.Round(math.Log2(x)))}
	}
	return v.Words
}

// sameLabel reports whether two sites call a column the same, by a label that is shown to people.
func (c *Corpus) sameLabel(p, q int32) bool {
	a, b := &c.columns[p], &c.columns[q]
	return a.Part == b.Part && slices.ContainsFunc(a.labels(), func(l string) bool {
		return c.wording(a.site, l) == worded && slices.ContainsFunc(b.labels(), func(m string) bool {
			return strings.EqualFold(l, m) && c.wording(b.site, m) == worded
		})
	})
}

// overlapOf is the mass that two profiles have in common, added up in the order of the
// words, so that it is the same each time. Cost: linear in the words of both.
func overlapOf(a, b profile) (sum float64) {
	for len(a) > 0 && len(b) > 0 {
		switch x, y := a[0], b[0]; {
		case x.word < y.word:
			a = a[1:]
		case x.word > y.word:
			b = b[1:]
		default:
			sum += min(x.of, y.of)
			a, b = a[1:], b[1:]
		}
	}
	return sum
}

// bestProfiles gives the pairs of columns of two sites that are each other's best by far.
func (c *Corpus) bestProfiles(s, t int32, profiles []profile) []ColumnMatch {
	type rank struct {
		column        int32
		first, second float64
	}
	best := make(map[int32]*rank)
	offer := func(col, other int32, score float64) {
		b := best[col]
		if b == nil {
			b = &rank{column: -1}
			best[col] = b
		}
		switch {
		case score > b.first:
			*b = rank{other, score, b.first}
		case score > b.second:
			b.second = score
		}
	}
	for _, p := range c.of[s] {
		for _, q := range c.of[t] {
			if profiles[p] == nil || profiles[q] == nil || c.columns[p].form.Kind != c.columns[q].form.Kind {
				continue
			}
			score := overlapOf(profiles[p], profiles[q])
			if c.sameLabel(p, q) {
				score += labelled
			}
			offer(p, q, score)
			offer(q, p, score)
		}
	}
	var out []ColumnMatch
	for _, p := range c.of[s] {
		b := best[p]
		if b == nil || b.column < 0 || b.first < profileLeast || b.first < b.second+profileLead {
			continue
		}
		if back := best[b.column]; back.column == p && back.first >= back.second+profileLead {
			out = append(out, ColumnMatch{A: int(p), B: int(b.column), Agreement: overlapOf(profiles[p], profiles[b.column]), Kappa: leastKappa, Share: 1, Counts: true, Basis: ByValues})
		}
	}
	slices.SortFunc(out, func(a, b ColumnMatch) int { return cmp.Compare(a.A, b.A) })
	return out
}
