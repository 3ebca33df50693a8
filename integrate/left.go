package integrate

import (
	"cmp"
	"math"
	"slices"

	"verde/integrate/clean"
)

// shortKappa is how well a short and a long form of an attribute have to go together: that
// one value begins with another is less than that they are equal, so it has to be so of more
// than half of what chance does not explain.
const shortKappa = .5

// left is groups of columns of which some may say the same although no two of their columns
// show it alone.
type left struct {
	*Corpus
	groups  [][]int32
	short   []bool // group -> see [Attribute.Short]
	of      []int  // column -> its group
	matches []ColumnMatch
	linked  map[int32]int // site -> its records that the matches are of

	alternatives func(a, b int32) bool // see [Corpus.alternatives]
	least        float64               // sum of log odds that joins groups: by how many pairs may seem to go together
}

func (c *Corpus) newLeft(groups [][]int32, matches []ColumnMatch, seeds []Pair) *left {
	x := &left{Corpus: c, groups: groups, short: make([]bool, len(groups)), of: make([]int, len(c.columns)), matches: matches, linked: make(map[int32]int), alternatives: c.alternatives(matches)}
	large := 0
	for g, members := range groups {
		if len(members) > 1 {
			large++
		}
		for _, m := range members {
			x.of[m] = g
		}
	}
	x.least = math.Log(float64(max(1, large*len(c.columns)/max(1, len(c.sites))))) + columnsOdds
	seen := make(map[int32]bool)
	for _, p := range seeds {
		for _, r := range []int32{p.a, p.b} {
			if !seen[r] {
				seen[r] = true
				x.linked[c.siteOf[r]]++
			}
		}
	}
	return x
}

// joint is what is known of the pairs of columns of two groups.
type joint struct {
	a, b        int
	pairs, n    int     // pairs of records, of columns
	kappa, odds float64 // sums
}

func (j *joint) mean() float64 { return j.kappa / float64(j.n) }

// joints sums up those of the matches that are wanted between groups, best first. What two
// columns alone are to be joined by, they have been.
func (x *left) joints(wanted func(m *ColumnMatch) bool) []joint {
	sums := make(map[[2]int]*joint)
	for i := range x.matches {
		m := &x.matches[i]
		a, b := x.of[m.A], x.of[m.B]
		if !wanted(m) || m.Basis == ByValues || a == b || len(x.groups[a])+len(x.groups[b]) < 3 {
			continue
		}
		k := [2]int{min(a, b), max(a, b)}
		if sums[k] == nil {
			sums[k] = &joint{a: k[0], b: k[1]}
		}
		s := sums[k]
		s.pairs, s.n, s.kappa, s.odds = s.pairs+m.Pairs, s.n+1, s.kappa+m.Kappa, s.odds+m.LogOdds
	}
	var out []joint
	for _, s := range sums {
		// A record that has partners on several sites is one observation, not several.
		records := min(x.records(s.a), x.records(s.b))
		s.odds *= min(1, float64(records)/float64(max(1, s.pairs)))
		out = append(out, *s)
	}
	slices.SortFunc(out, func(p, q joint) int {
		return cmp.Or(cmp.Compare(q.odds, p.odds), cmp.Compare(p.a, q.a), cmp.Compare(p.b, q.b))
	})
	return out
}

// records is the number of linked records of a group's sites.
func (x *left) records(g int) (n int) {
	for _, col := range x.groups[g] {
		n += x.linked[x.columns[col].site]
	}
	return n
}

// adopt puts columns into attributes with whose columns they agree beyond chance in sum,
// where no two alone are enough: few records with few values on many sites.
func (x *left) adopt() {
	for _, j := range x.joints(func(m *ColumnMatch) bool {
		return !m.Begins && !m.Corresponds && !x.relate([2]int32{int32(m.A), int32(m.B)})
	}) {
		one, into := j.a, j.b
		if len(x.groups[one]) > 1 {
			one, into = into, one
		}
		if len(x.groups[one]) != 1 || len(x.groups[into]) < 2 || j.mean() < leastKappa || j.odds < x.least || x.conflict(one, into) {
			continue
		}
		x.join(one, into)
	}
}

// shorten joins attributes of which the one has short forms of what the other says.
func (x *left) shorten() {
	for _, j := range x.joints(func(m *ColumnMatch) bool { return m.Begins }) {
		if len(x.groups[j.a]) == 0 || len(x.groups[j.b]) == 0 || j.mean() < shortKappa || j.odds < x.least {
			continue
		}
		if !x.unsplit(j.a, j.b) {
			continue
		}
		into := j.a
		if len(x.groups[j.b]) > len(x.groups[j.a]) {
			into = j.b
		}
		x.join(j.a+j.b-into, into)
		x.short[into] = true
	}
}

// conflict reports whether two groups have columns of one site that are no alternatives.
func (x *left) conflict(a, b int) bool {
	for _, p := range x.groups[a] {
		for _, q := range x.groups[b] {
			if x.columns[p].site == x.columns[q].site && !x.alternatives(min(p, q), max(p, q)) {
				return true
			}
		}
	}
	return false
}

// unsplit makes way for joining two groups: where one has the main part of a column and the
// other the note behind it, the column is whole again. It reports whether they can be joined.
func (x *left) unsplit(a, b int) bool {
	main, note, ok := x.halves(a, b)
	if !ok {
		return false
	}
	for i := range main {
		x.columns[main[i]].unsplit = true
		g := x.of[note[i]]
		x.groups[g] = slices.DeleteFunc(x.groups[g], func(col int32) bool { return col == note[i] })
		x.groups, x.short, x.of[note[i]] = append(x.groups, []int32{note[i]}), append(x.short, false), len(x.groups)
	}
	return true
}

// halves gives the columns of two groups of which one has the main part and the other the note behind it; ok is false if
// they have other columns of one site.
func (x *left) halves(a, b int) (main, note []int32, ok bool) {
	for _, p := range x.groups[a] {
		for _, q := range x.groups[b] {
			s, t := &x.columns[p], &x.columns[q]
			switch {
			case s.site != t.site:
			case s.Label != t.Label:
				return nil, nil, false
			case s.Part == clean.Main && t.Part == clean.Note:
				main, note = append(main, p), append(note, q)
			case s.Part == clean.Note && t.Part == clean.Main:
				main, note = append(main, q), append(note, p)
			default:
				return nil, nil, false
			}
		}
	}
	return main, note, true
}

// places makes places whole again that no site has in two columns: the attribute of their
// latitudes shows what is written, which has the longitudes, too.
func (x *left) places() {
	for _, members := range x.groups {
		h, whole := -1, len(members) > 1
		for _, col := range members {
			second := x.second(col)
			whole = whole && second >= 0 && (h < 0 || x.of[second] == h || len(x.groups[x.of[second]]) == 1)
			if whole && len(x.groups[x.of[second]]) > 1 {
				h = x.of[second]
			}
		}
		if !whole || h >= 0 && slices.ContainsFunc(x.groups[h], func(col int32) bool { return x.columns[col].Part != clean.Longitude }) {
			continue
		}
		for _, col := range members {
			x.columns[col].unsplit = true
		}
		if h < 0 {
			continue
		}
		for _, col := range x.groups[h][1:] {
			x.of[col] = len(x.groups)
			x.groups, x.short = append(x.groups, []int32{col}), append(x.short, false)
		}
		x.groups[h] = x.groups[h][:1]
	}
}

// second gives the column of longitudes that goes with one of latitudes, -1 for another column.
func (x *left) second(col int32) int32 {
	a := &x.columns[col]
	if a.Part != clean.Latitude {
		return -1
	}
	for _, o := range x.Corpus.of[a.site] {
		if b := &x.columns[o]; b.Part == clean.Longitude && b.Label == a.Label {
			return o
		}
	}
	return -1
}

// join puts the columns of one group into another.
func (x *left) join(from, into int) {
	for _, col := range x.groups[from] {
		x.of[col] = into
	}
	x.groups[into] = append(x.groups[into], x.groups[from]...)
	x.groups[from] = nil
}
