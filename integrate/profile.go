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
	minProfileOverlap = .4  // overlap of two columns' profiles from which on they may have one meaning
	profileMargin     = .15 // how much less the second best column of either site has to overlap
	maxProfileWords   = 6   // in the mean value: longer values are prose, whose words are everybody's
	minProfileRows    = 20  // records that a column needs
	// labelBonus is the overlap that a common label is worth, as much as half of all values: enough by itself
	// where no other column of the same kind comes near.
	labelBonus = .5
)

// matchProfiles matches columns of two sites by their labels and the distribution of their words where the records
// that the sites share do not decide. This works where there are few different values (brands, places) or values
// of a kind (days, amounts), and only for two columns that are each other's best match by a margin. Cost: linear
// in the values, and in the pairs of columns times their words.
func (c *Corpus) matchProfiles(matches []ColumnMatch) []ColumnMatch {
	known, agreeing := make(map[[2]int]bool), make(map[[2]int]bool)
	correlated, counted := make(map[[2]int]bool), c.agreeingColumns(matches)
	for _, m := range matches {
		k := [2]int{m.A, m.B}
		known[k] = known[k] || m.Accepted || m.Pairs >= minPairsNegative
		correlated[k] = correlated[k] || m.Correlated
		agreeing[k] = agreeing[k] || m.Accepted && m.Kappa >= minKappa
	}
	words := sync.OnceValue(c.columnProfiles)
	var out []ColumnMatch
	for s := range c.sites {
		for t := s + 1; t < len(c.sites); t++ {
			tell := counted[[2]int32{int32(s), int32(t)}] >= minAgreeingColumns
			for _, p := range c.mutualBestProfiles(int32(s), int32(t), words()) {
				k := [2]int{p.A, p.B}
				if own := correlated[k] || c.sameLabel(int32(p.A), int32(p.B)); own && !agreeing[k] || !tell && !known[k] {
					out = append(out, p)
				}
			}
		}
	}
	return out
}

// addProfileMatches adds the matches by profile to those by records. Columns of one kind and label that disagree
// on records, as prices, ratings and stocks of two shops do, may still have one meaning, so their disagreement is
// dropped.
func (c *Corpus) addProfileMatches(matches []ColumnMatch) []ColumnMatch {
	more := c.matchProfiles(matches)
	has := make(map[[2]int]bool)
	for _, m := range more {
		has[[2]int{m.A, m.B}] = true
	}
	return append(slices.DeleteFunc(matches, func(m ColumnMatch) bool { return has[[2]int{m.A, m.B}] && m.Kappa < minKappa }), more...)
}

// minAgreeingColumns is how many columns of two sites have to agree on shared records before these records are
// evidence that other columns disagree. Records that agree in one column may be of different entities with one
// name, as jobs called "Analyst" are.
const minAgreeingColumns = 2

// dropUnsupported removes the matches of disagreeing columns of two sites on whose shared records too few columns
// agree.
func (c *Corpus) dropUnsupported(matches []ColumnMatch) []ColumnMatch {
	counted := c.agreeingColumns(matches)
	return slices.DeleteFunc(matches, func(m ColumnMatch) bool {
		return m.Kappa < minKappa && counted[c.sitesOfMatch(&m)] < minAgreeingColumns
	})
}

// agreeingColumns counts the columns of two sites that agree on shared records: on the site where there are fewer,
// since a name may be under several labels.
func (c *Corpus) agreeingColumns(matches []ColumnMatch) map[[2]int32]int {
	type side struct {
		sites  [2]int32
		column int
	}
	seen := make(map[side]bool)
	out, second := make(map[[2]int32]int), make(map[[2]int32]int)
	for i := range matches {
		m := &matches[i]
		if !m.Accepted || m.Kappa < strictKappa {
			continue
		}
		s := c.sitesOfMatch(m)
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

func (c *Corpus) sitesOfMatch(m *ColumnMatch) [2]int32 {
	return [2]int32{c.columns[m.A].site, c.columns[m.B].site}
}

// profile is the frequency of each word in a column, by word; of dates, of each month.
type profile []wordShare

type wordShare struct {
	word  int32
	share float64 // of all words of the column
}

// months is larger than the months of a year and 0 for a bare year, so that year*months + month is a number of its
// own.
const months = 16

// columnProfiles returns the profile of each column of short values in enough records, nil for the others.
func (c *Corpus) columnProfiles() []profile {
	total, rows := make([]int, len(c.columns)), make([]int, len(c.columns))
	for _, cells := range c.cells {
		for i := range cells {
			p := cells[i].column
			rows[p]++
			for _, v := range cells[i].values {
				total[p] += len(c.profileTerms(p, v))
			}
		}
	}
	out := make([]profile, len(c.columns))
	for i := range out {
		_, again := c.nameCopyOf[int32(i)]
		if !again && !c.columns[i].isRelation && !c.isPart(int32(i)) && rows[i] >= minProfileRows && total[i] <= maxProfileWords*rows[i] {
			out[i] = c.profileOf(int32(i), float64(total[i]))
		}
	}
	return out
}

// profileOf returns the profile of a column that has total words, nil if nearly all of its values are the same.
func (c *Corpus) profileOf(p int32, total float64) profile {
	if nearlyConstant(c.mostFrequent(p)) {
		return nil
	}
	words := make(map[int32]float64)
	for _, v := range c.eachValue(p) {
		for _, w := range c.profileTerms(p, v) {
			words[w]++
		}
	}
	for w := range words {
		words[w] /= total
	}
	return sortedProfile(words)
}

// sortedProfile makes a profile of the shares of words.
func sortedProfile(words map[int32]float64) profile {
	out := make(profile, 0, len(words))
	for _, w := range slices.Sorted(maps.Keys(words)) {
		out = append(out, wordShare{w, words[w]})
	}
	return out
}

// profileTerms are what a value adds to its column's profile: its words, but of a date its month, however dates
// are written, and of an amount of money its magnitude, to a factor of two.
func (c *Corpus) profileTerms(p int32, v *compare.Value) []int32 {
	if d, ok := v.Date(); ok && c.columns[p].form.Kind == compare.Date {
		return []int32{-int32(d.Year*months + int(d.Month))}
	}
	if x, ok := v.Money(); ok && x > 0 {
		return []int32{math.MinInt32/2 + int32(math.Round(math.Log2(x)))}
	}
	return v.Words
}

// sameLabel reports whether two columns have the same label, one that the sites show to people.
func (c *Corpus) sameLabel(p, q int32) bool {
	a, b := &c.columns[p], &c.columns[q]
	return a.Part == b.Part && slices.ContainsFunc(a.labels(), func(l string) bool {
		return c.labelQuality(a.site, l) == labelWorded && slices.ContainsFunc(b.labels(), func(m string) bool {
			return strings.EqualFold(l, m) && c.labelQuality(b.site, m) == labelWorded
		})
	})
}

// profileOverlap is the sum over all words of the smaller share of both profiles, from 0 to 1. It adds in the
// order of the words, so that rounding is the same each time. Cost: linear in the words of both.
func profileOverlap(a, b profile) (sum float64) {
	for len(a) > 0 && len(b) > 0 {
		switch x, y := a[0], b[0]; {
		case x.word < y.word:
			a = a[1:]
		case x.word > y.word:
			b = b[1:]
		default:
			sum += min(x.share, y.share)
			a, b = a[1:], b[1:]
		}
	}
	return sum
}

// mutualBestProfiles returns the pairs of columns of two sites that are each other's best match by profileMargin.
func (c *Corpus) mutualBestProfiles(s, t int32, profiles []profile) []ColumnMatch {
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
	for _, p := range c.columnsOf[s] {
		for _, q := range c.columnsOf[t] {
			if profiles[p] == nil || profiles[q] == nil || c.columns[p].form.Kind != c.columns[q].form.Kind {
				continue
			}
			score := profileOverlap(profiles[p], profiles[q])
			if c.sameLabel(p, q) {
				score += labelBonus
			}
			offer(p, q, score)
			offer(q, p, score)
		}
	}
	var out []ColumnMatch
	for _, p := range c.columnsOf[s] {
		b := best[p]
		if b == nil || b.column < 0 || b.first < minProfileOverlap || b.first < b.second+profileMargin {
			continue
		}
		if back := best[b.column]; back.column == p && back.first >= back.second+profileMargin {
			out = append(out, ColumnMatch{A: int(p), B: int(b.column), Agreement: profileOverlap(profiles[p], profiles[b.column]), Kappa: minKappa, Share: 1, Accepted: true, Basis: ByValues})
		}
	}
	slices.SortFunc(out, func(a, b ColumnMatch) int { return cmp.Compare(a.A, b.A) })
	return out
}
