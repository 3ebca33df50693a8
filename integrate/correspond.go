package integrate

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"verde/integrate/compare"
)

// Two sites may say one thing in two languages: countries, grades, kinds. No word tells, but
// the entities that both have do: where a column has few values, and each of them goes with
// one value of a column of the other site and that one with it, the values stand for each
// other, whatever language they are in. What one-to-one tables come about by chance is
// measured by learning them of the same records in another order.

const (
	// oneToOne is how well, beyond chance, the values of two columns have to go with each other
	// one to one: what depends on each other, as brands and countries do, goes together too.
	oneToOne = .8
	// valuesRows is the number of records for one value from which on a column has few values.
	valuesRows = 2
	// maxKinds is the number of values from which on a record is none of those that a column of
	// few values is learned of: most of a long list goes with anything, and tables cost its square.
	// Kinds are fewer: the longest list of genres in SWDE's truth has 8, at imdb.
	maxKinds = 8
	// maxFew bounds the columns of a site that are looked at, those of most records first.
	maxFew = 60
	// entropyBand is by how much, in nats, the entropies of two such columns may differ: one
	// to one they are the same, but for what a sample and single errors make of them.
	entropyBand = .35
	// leastTogether is how many records show that two values stand for each other: one may be an
	// error.
	leastTogether = 2
)

// few is a column of few values by what it has on the seeds.
type few struct {
	column  int32
	cells   [][]int32 // wholes, each once, by seed; none of more than maxKinds
	n       int       // seeds with a value
	entropy float64
}

// fewValued gives the columns of one side of the seeds that have few values. Cost: linear in
// the values of the side's cells.
func (c *Corpus) fewValued(site int32, records func(i int) int32, seeds int) (out []few) {
	for _, col := range c.of[site] {
		if c.columns[col].Reason != "" || c.columns[col].form.Kind != compare.Text {
			continue
		}
		f := few{column: col, cells: make([][]int32, seeds)}
		counts, total := make(map[int32]int), 0
		for i := range seeds {
			var wholes []int32
			for _, v := range c.cell(records(i), col) {
				wholes = append(wholes, v.Whole)
			}
			if wholes = unique(wholes); len(wholes) == 0 || len(wholes) > maxKinds {
				continue
			}
			f.cells[i] = wholes
			for _, whole := range wholes {
				counts[whole]++
			}
			total += len(wholes)
			f.n++
		}
		if len(counts) < 2 || f.n < negativeAt || valuesRows*len(counts) > f.n {
			continue
		}
		for _, whole := range slices.Sorted(maps.Keys(counts)) {
			p := float64(counts[whole]) / float64(total)
			f.entropy -= p * math.Log(p)
		}
		out = append(out, f)
	}
	slices.SortStableFunc(out, func(a, b few) int { return cmp.Compare(b.n, a.n) })
	return out[:min(len(out), maxFew)]
}

// correspondences finds columns of two sites whose values stand for each other, among those
// that do not say the same in the same words as often. Cost: for each two columns of few
// values and like entropy, at most maxFew² of them, 1 + shuffles tables of their values on the
// seeds, of which a table takes maxKinds² pairs of values for each seed at most.
func (c *Corpus) correspondences(s, t int32, seeds []Pair, equal []ColumnMatch, least float64) (out []ColumnMatch) {
	same := make(map[int]bool)
	for _, m := range equal {
		if m.Counts && m.Agreement >= oneToOne {
			same[m.A], same[m.B] = true, true
		}
	}
	left := c.fewValued(s, func(i int) int32 { return seeds[i].a }, len(seeds))
	right := c.fewValued(t, func(i int) int32 { return seeds[i].b }, len(seeds))
	for _, a := range left {
		for _, b := range right {
			if same[int(a.column)] || same[int(b.column)] || math.Abs(a.entropy-b.entropy) > entropyBand {
				continue
			}
			m, table := correspond(a, b, least)
			if table != nil {
				c.pairedUp[[2]int32{a.column, b.column}] = table
			}
			m.Share = float64(m.Pairs) / float64(len(seeds))
			out = append(out, m)
		}
	}
	return out
}

// correspond measures how well the values of two columns go with each other one to one, and
// gives the table of them, nil if they go together less than an attribute's have to: what holds
// on most records because most have one value says nothing of the others.
func correspond(a, b few, least float64) (m ColumnMatch, table []standsFor) {
	m = ColumnMatch{A: int(a.column), B: int(b.column), Basis: byEntities, Corresponds: true}
	table, agree, n := pairUp(a.cells, b.cells, 0)
	if n < negativeAt {
		return m, nil
	}
	m.Pairs, m.Agreement = n, float64(agree)/float64(n)
	if m.Agreement < oneToOne {
		return m, nil
	}
	hits, tries := 0, 0
	for k := 1; k <= shuffles; k++ {
		_, hit, of := pairUp(a.cells, b.cells, k*len(a.cells)/(shuffles+1))
		hits, tries = hits+hit, tries+of
	}
	m.Chance = (float64(hits) + .5) / (float64(tries) + 1)
	m.Kappa = max(0, (wilsonLow(m.Agreement, float64(n))-m.Chance)/(1-m.Chance))
	if m.Agreement > m.Chance {
		m.LogOdds = float64(n) * divergence(m.Agreement, m.Chance)
	}
	m.Counts = m.LogOdds >= least && m.Kappa >= oneToOne
	if m.Kappa < shortKappa {
		return m, nil
	}
	return m, table
}

// standsFor is a value of one column that stands for one of another, on so many records.
type standsFor struct {
	a, b int32 // wholes
	n    int
}

// pairUp makes the one-to-one table of the values of two columns, the second of them turned by
// so many seeds: the values that go together most, as a share of what each of them has, first.
// agree are the seeds, of n with values of both, on which the table holds.
func pairUp(a, b [][]int32, turn int) (table []standsFor, agree, n int) {
	both := make(map[[2]int32]int)
	inA, inB := make(map[int32]int), make(map[int32]int)
	for i, x := range a {
		y := b[(i+turn)%len(b)]
		if len(x) == 0 || len(y) == 0 {
			continue
		}
		n++
		for _, v := range x {
			inA[v]++
		}
		for _, w := range y {
			inB[w]++
		}
		for _, v := range x {
			for _, w := range y {
				both[[2]int32{v, w}]++
			}
		}
	}
	for k, together := range both {
		if together >= leastTogether {
			table = append(table, standsFor{k[0], k[1], together})
		}
	}
	dice := func(s standsFor) float64 { return 2 * float64(s.n) / float64(inA[s.a]+inB[s.b]) }
	slices.SortFunc(table, func(x, y standsFor) int {
		return cmp.Or(cmp.Compare(dice(y), dice(x)), cmp.Compare(y.n, x.n), cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b))
	})
	to, taken := make(map[int32]int32), make(map[int32]bool)
	kept := table[:0]
	for _, s := range table {
		if _, had := to[s.a]; !had && !taken[s.b] {
			to[s.a], taken[s.b] = s.b, true
			kept = append(kept, s)
		}
	}
	for i, x := range a {
		y := b[(i+turn)%len(b)]
		if slices.ContainsFunc(x, func(v int32) bool { w, ok := to[v]; return ok && slices.Contains(y, w) }) {
			agree++
		}
	}
	return kept, agree, n
}

// node is a value of a column; that of no column is what values of others are known to stand for.
type node struct{ column, whole int32 }

const noColumn = -1

// classes are values that stand for each other. No class has two values of one column.
type classes struct {
	of      map[node]node // parent
	columns map[node]map[int32]int32
}

func (x *classes) find(n node) node {
	for x.of[n] != n {
		p, ok := x.of[n]
		if !ok {
			x.of[n], x.columns[n] = n, map[int32]int32{n.column: n.whole}
			return n
		}
		n = p
	}
	return n
}

// join makes one class of two, unless they have different values of one column.
func (x *classes) join(a, b node) {
	a, b = x.find(a), x.find(b)
	if a == b {
		return
	}
	for col, whole := range x.columns[b] {
		if w, ok := x.columns[a][col]; ok && w != whole {
			return
		}
	}
	maps.Copy(x.columns[a], x.columns[b])
	x.of[b] = a
}

// translate has columns of groups say what their values stand for: in each class of values that
// stand for each other the one that most records have. That the columns are of one group is
// enough evidence for a table of theirs, which of columns of many may be by chance: groups are
// joined by what all pairs of their columns come to, of which none has to count alone.
func (x *left) translate() {
	byGroup := make(map[int][]ColumnMatch)
	for _, m := range x.matches {
		if m.Corresponds && x.of[m.A] == x.of[m.B] && x.pairedUp[[2]int32{int32(m.A), int32(m.B)}] != nil {
			byGroup[x.of[m.A]] = append(byGroup[x.of[m.A]], m)
		}
	}
	for _, g := range slices.Sorted(maps.Keys(byGroup)) {
		x.translateGroup(x.groups[g], byGroup[g])
	}
}

func (x *left) translateGroup(members []int32, matches []ColumnMatch) {
	known := &classes{of: make(map[node]node), columns: make(map[node]map[int32]int32)}
	values, rows := make(map[node]*compare.Value), make(map[node]int)
	byWhole := make(map[int32][]node)
	for _, col := range members {
		says := x.columns[col].says
		for _, whole := range slices.Sorted(maps.Keys(says)) { // the first of two that stand for one value is joined with it
			v := says[whole]
			known.join(node{noColumn, v.Whole}, node{col, whole})
			values[node{noColumn, v.Whole}] = v
		}
		s := x.columns[col].site
		for r := x.first[s]; r < x.first[s+1]; r++ {
			for _, v := range x.cell(r, col) {
				n := node{col, v.Whole}
				if values[n] == nil {
					values[n] = v
					byWhole[v.Whole] = append(byWhole[v.Whole], n)
				}
				rows[n]++
			}
		}
	}
	type edge struct {
		a, b node
		n    int
	}
	var edges []edge
	for _, nodes := range byWhole { // the same words in several columns, most of them of one language
		for i, n := range nodes[1:] {
			for _, before := range slices.Backward(nodes[:i+1]) { // one edge is enough
				if !x.apart(n.column, before.column, matches) {
					edges = append(edges, edge{before, n, min(rows[n], rows[before])})
					break
				}
			}
		}
	}
	for _, m := range matches {
		for _, s := range x.pairedUp[[2]int32{int32(m.A), int32(m.B)}] {
			edges = append(edges, edge{node{int32(m.A), s.a}, node{int32(m.B), s.b}, s.n})
		}
	}
	slices.SortFunc(edges, func(p, q edge) int {
		return cmp.Or(cmp.Compare(q.n, p.n), cmp.Compare(p.a.column, q.a.column), cmp.Compare(p.a.whole, q.a.whole), cmp.Compare(p.b.column, q.b.column), cmp.Compare(p.b.whole, q.b.whole))
	})
	for _, e := range edges {
		known.join(e.a, e.b)
	}
	type class struct{ root, value node }
	weight := make(map[class]int) // records that have a value, in a class
	at := func(n node) class { return class{known.find(n), node{noColumn, n.whole}} }
	for n, k := range rows {
		weight[at(n)] += k
	}
	best := make(map[node]node) // class -> the value that it is
	for _, n := range slices.SortedFunc(maps.Keys(values), func(a, b node) int {
		return cmp.Or(cmp.Compare(min(a.column, 0), min(b.column, 0)), cmp.Compare(weight[at(b)], weight[at(a)]), cmp.Compare(values[a].Text, values[b].Text), cmp.Compare(a.column, b.column))
	}) {
		if root := known.find(n); best[root] == (node{}) {
			best[root] = n
		}
	}
	for n, v := range values {
		if b := best[known.find(n)]; n.column != noColumn && b.whole != n.whole {
			x.columns[n.column].stand(v, values[b])
		}
	}
}

// apart reports whether two columns are known to say the same in different words: a table of
// their values is among the matches.
func (x *left) apart(a, b int32, matches []ColumnMatch) bool {
	return slices.ContainsFunc(matches, func(m ColumnMatch) bool {
		return int32(m.A) == a && int32(m.B) == b || int32(m.A) == b && int32(m.B) == a
	})
}

// stand has a value of a column stand for one of others.
func (c *column) stand(v, other *compare.Value) {
	if c.says == nil {
		c.says, c.Says = make(map[int32]*compare.Value), make(map[string]string)
	}
	c.says[v.Whole], c.Says[v.Text] = other, other.Text
}

// meaning gives the values of a column by what they stand for.
func (c *column) meaning(vs []*compare.Value) []*compare.Value {
	if len(c.says) == 0 {
		return vs
	}
	out := slices.Clone(vs)
	for i, v := range out {
		out[i] = cmp.Or(c.says[v.Whole], v)
	}
	return out
}
