package integrate

import (
	"cmp"
	"math"
	"slices"

	"verde/integrate/clean"
)

// columnGroups are groups of columns, of which some may have the same meaning although no two of their columns
// show it alone. Its methods join groups by what all their columns together show.
type columnGroups struct {
	*Corpus
	groups      [][]int32
	shortForms  []bool // group -> see Attribute.Short
	groupOf     []int  // column -> its group
	matches     []ColumnMatch
	seedRecords map[int32]int // site -> its records in the seeds

	alternatives func(a, b int32) bool // see [Corpus.alternatives]
	minOdds      float64               // log-odds that join groups, given how many pairs of groups there are
}

func (c *Corpus) newColumnGroups(groups [][]int32, matches []ColumnMatch, seeds []Pair) *columnGroups {
	x := &columnGroups{Corpus: c, groups: groups, shortForms: make([]bool, len(groups)), groupOf: make([]int, len(c.columns)), matches: matches, seedRecords: make(map[int32]int), alternatives: c.alternatives(matches)}
	large := 0
	for g, members := range groups {
		if len(members) > 1 {
			large++
		}
		for _, m := range members {
			x.groupOf[m] = g
		}
	}
	x.minOdds = math.Log(float64(max(1, large*len(c.columns)/max(1, len(c.sites))))) + strongEvidence
	seen := make(map[int32]bool)
	for _, p := range seeds {
		for _, r := range []int32{p.a, p.b} {
			if !seen[r] {
				seen[r] = true
				x.seedRecords[c.siteOf[r]]++
			}
		}
	}
	return x
}

// groupEvidence sums up the matches of the columns of two groups.
type groupEvidence struct {
	a, b           int
	pairs, columns int     // pairs of records, of columns
	kappa, odds    float64 // sums
}

func (j *groupEvidence) mean() float64 { return j.kappa / float64(j.columns) }

// groupPairs sums up the wanted matches between groups, best first. Groups of a single column each are left out:
// linkage has decided about them.
func (x *columnGroups) groupPairs(wanted func(m *ColumnMatch) bool) []groupEvidence {
	sums := make(map[[2]int]*groupEvidence)
	for i := range x.matches {
		m := &x.matches[i]
		a, b := x.groupOf[m.A], x.groupOf[m.B]
		if !wanted(m) || m.Basis == ByValues || a == b || len(x.groups[a])+len(x.groups[b]) < 3 {
			continue
		}
		k := [2]int{min(a, b), max(a, b)}
		if sums[k] == nil {
			sums[k] = &groupEvidence{a: k[0], b: k[1]}
		}
		s := sums[k]
		s.pairs, s.columns, s.kappa, s.odds = s.pairs+m.Pairs, s.columns+1, s.kappa+m.Kappa, s.odds+m.LogOdds
	}
	var out []groupEvidence
	for _, s := range sums {
		// A record that is paired with several sites' is one observation, not several.
		records := min(x.seedRecordsOf(s.a), x.seedRecordsOf(s.b))
		s.odds *= min(1, float64(records)/float64(max(1, s.pairs)))
		out = append(out, *s)
	}
	slices.SortFunc(out, func(p, q groupEvidence) int {
		return cmp.Or(cmp.Compare(q.odds, p.odds), cmp.Compare(p.a, q.a), cmp.Compare(p.b, q.b))
	})
	return out
}

// seedRecordsOf is how many records of a group's sites are in the seeds.
func (x *columnGroups) seedRecordsOf(g int) (n int) {
	for _, col := range x.groups[g] {
		n += x.seedRecords[x.columns[col].site]
	}
	return n
}

// joinSingles joins columns with groups with which they agree beyond chance on all pairs of columns together,
// where no pair alone suffices: few records with few values on many sites.
func (x *columnGroups) joinSingles() {
	for _, j := range x.groupPairs(func(m *ColumnMatch) bool {
		return !m.ByPrefix && !m.OneToOne && !x.involvesRelation(m.pair())
	}) {
		one, into := j.a, j.b
		if len(x.groups[one]) > 1 {
			one, into = into, one
		}
		if len(x.groups[one]) != 1 || len(x.groups[into]) < 2 || j.mean() < minKappa || j.odds < x.minOdds || x.conflict(one, into) {
			continue
		}
		x.join(one, into)
	}
}

// joinShortForms joins two groups of which one has short forms of the other's values.
func (x *columnGroups) joinShortForms() {
	for _, j := range x.groupPairs(func(m *ColumnMatch) bool { return m.ByPrefix }) {
		if len(x.groups[j.a]) == 0 || len(x.groups[j.b]) == 0 || j.mean() < strictKappa || j.odds < x.minOdds {
			continue
		}
		if !x.rejoinNotes(j.a, j.b) {
			continue
		}
		into := j.a
		if len(x.groups[j.b]) > len(x.groups[j.a]) {
			into = j.b
		}
		x.join(j.a+j.b-into, into)
		x.shortForms[into] = true
	}
}

// conflict reports whether two groups have columns of one site that are no alternatives.
func (x *columnGroups) conflict(a, b int) bool {
	for _, p := range x.groups[a] {
		for _, q := range x.groups[b] {
			if x.columns[p].site == x.columns[q].site && !x.alternatives(min(p, q), max(p, q)) {
				return true
			}
		}
	}
	return false
}

// rejoinNotes prepares two groups to be joined: where one has the main part of a column and the other the note
// behind it, the main part's column shows the whole text again, and the note's column leaves its group. It returns
// false if the groups have other columns of one site.
func (x *columnGroups) rejoinNotes(a, b int) bool {
	main, note, ok := x.mainsAndNotes(a, b)
	if !ok {
		return false
	}
	for i := range main {
		x.columns[main[i]].showWritten = true
		g := x.groupOf[note[i]]
		x.groups[g] = slices.DeleteFunc(x.groups[g], func(col int32) bool { return col == note[i] })
		x.groups, x.shortForms, x.groupOf[note[i]] = append(x.groups, []int32{note[i]}), append(x.shortForms, false), len(x.groups)
	}
	return true
}

// mainsAndNotes returns, for each site in both groups, its column of main parts and its column of the notes behind
// them; ok is false if the groups have other columns of one site.
func (x *columnGroups) mainsAndNotes(a, b int) (main, note []int32, ok bool) {
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

// rejoinCoordinates makes places whole again that no site has in two columns: the attribute of their latitudes
// shows the text as written, with both coordinates.
func (x *columnGroups) rejoinCoordinates() {
	for _, members := range x.groups {
		h, whole := -1, len(members) > 1
		for _, col := range members {
			second := x.longitudeOf(col)
			whole = whole && second >= 0 && (h < 0 || x.groupOf[second] == h || len(x.groups[x.groupOf[second]]) == 1)
			if whole && len(x.groups[x.groupOf[second]]) > 1 {
				h = x.groupOf[second]
			}
		}
		if !whole || h >= 0 && slices.ContainsFunc(x.groups[h], func(col int32) bool { return x.columns[col].Part != clean.Longitude }) {
			continue
		}
		for _, col := range members {
			x.columns[col].showWritten = true
		}
		if h < 0 {
			continue
		}
		for _, col := range x.groups[h][1:] {
			x.groupOf[col] = len(x.groups)
			x.groups, x.shortForms = append(x.groups, []int32{col}), append(x.shortForms, false)
		}
		x.groups[h] = x.groups[h][:1]
	}
}

// longitudeOf returns the column of longitudes that belongs to a column of latitudes, -1 for another column.
func (x *columnGroups) longitudeOf(col int32) int32 {
	a := &x.columns[col]
	if a.Part != clean.Latitude {
		return -1
	}
	for _, o := range x.Corpus.columnsOf[a.site] {
		if b := &x.columns[o]; b.Part == clean.Longitude && b.Label == a.Label {
			return o
		}
	}
	return -1
}

// join moves the columns of one group into another.
func (x *columnGroups) join(from, into int) {
	for _, col := range x.groups[from] {
		x.groupOf[col] = into
	}
	x.groups[into] = append(x.groups[into], x.groups[from]...)
	x.groups[from] = nil
}
