package integrate

import (
	"cmp"
	"maps"
	"math/rand/v2"
	"slices"

	"verde/integrate/compare"
	"verde/internal/unionfind"
)

// Sites may say one thing in two languages, in codes or in numbers: countries, grades, kinds. No word
// tells, but the entities that they share do: where attributes have few values, and each of them goes with
// one value of the other and that one with it, the values stand for each other, whatever language they are
// in (matching of opaque columns: Kang and Naughton 2003; by duplicates: Bilke and Naumann 2005). What
// one-to-one tables come about by chance is measured by learning them of the same records in another order.
// A table is learned of all columns of two groups at once, as two sites alone share few records.

const (
	// oneToOne is how well the values of two columns have to go with each other one to one: what depends
	// on each other, as brands and countries do, goes together too.
	oneToOne = .8
	// valuesRows is the number of records for one value from which on a column has few values.
	valuesRows = 2
	// maxKinds is the number of values from which on a record is none of those that a column of
	// few values is learned of: most of a long list goes with anything, and tables cost its square.
	// Kinds are fewer: the longest list of genres in SWDE's truth has 8, at imdb.
	maxKinds = 8
	// maxFew bounds the columns of a site that are looked at, those of most records first.
	maxFew = 60
	// leastTogether is how many records show that two values stand for each other: one may be an
	// error.
	leastTogether = 2
)

// few are the columns of few values of all groups, by what they have on the seeds.
type few struct {
	*left
	cells  map[int32]map[int32][]int32 // column -> record -> what its values stand for, as wholes, each once
	says   map[int32]map[int32]int32   // column -> value -> what it stands for
	words  map[int32]bool              // column -> it is one of texts
	seeds  map[[2]int32][]Pair         // of two sites
	entity unionfind.Keyed[int32]      // records that seeds join, by the first of them
}

// newFew collects the columns. Cost: linear in the seeds and the values of their records.
func (x *left) newFew(seeds []Pair) *few {
	f := &few{left: x, cells: make(map[int32]map[int32][]int32), says: make(map[int32]map[int32]int32), words: make(map[int32]bool), seeds: make(map[[2]int32][]Pair), entity: make(unionfind.Keyed[int32])}
	records := make(map[int32]map[int32]bool) // site -> records
	for _, p := range seeds {
		k := [2]int32{x.siteOf[p.a], x.siteOf[p.b]}
		if len(f.seeds[k]) == seedsPerPair {
			continue
		}
		f.seeds[k] = append(f.seeds[k], p)
		a, b := f.entity.Find(p.a), f.entity.Find(p.b)
		f.entity.Union(min(a, b), max(a, b))
		for _, r := range []int32{p.a, p.b} {
			if s := x.siteOf[r]; records[s] == nil {
				records[s] = make(map[int32]bool)
			}
			records[x.siteOf[r]][r] = true
		}
	}
	for s := range x.sites {
		f.collect(int32(s), slices.Sorted(maps.Keys(records[int32(s)])))
	}
	return f
}

// collect notes what the columns of few values of a site have on some records.
func (f *few) collect(site int32, records []int32) {
	var columns []int32
	for _, col := range f.Corpus.of[site] {
		p := &f.columns[col]
		if p.Reason != "" || f.isPart(col) { // a part goes with all that the whole goes with: an area code with the town
			continue
		}
		cells, counts, says := make(map[int32][]int32), make(map[int32]int), make(map[int32]int32)
		for _, r := range records {
			var wholes []int32
			for _, v := range f.cell(r, col) {
				if v.IsHours() { // those of a day go with those of the week, and are not them
					continue
				}
				says[v.Whole] = v.Whole
				wholes = append(wholes, v.Whole)
			}
			if wholes = unique(wholes); len(wholes) == 0 || len(wholes) > maxKinds {
				continue
			}
			cells[r] = wholes
			for _, whole := range wholes {
				counts[whole]++
			}
		}
		if len(counts) < 2 || valuesRows*len(counts) > len(cells) {
			continue
		}
		f.cells[col], f.says[col], f.words[col] = cells, says, p.form.Kind == compare.Text
		columns = append(columns, col)
	}
	slices.SortStableFunc(columns, func(a, b int32) int { return cmp.Compare(len(f.cells[b]), len(f.cells[a])) })
	for _, col := range columns[min(len(columns), maxFew):] {
		delete(f.cells, col)
	}
}

// observed are what two groups have on records of one entity, side by side, and the number of different entities.
type observed struct {
	a, b     [][]int32
	of       [][2]int32 // the columns
	entities int
}

// observe collects what two groups have on the seeds, in an order by chance that is the same each time.
func (f *few) observe(g, h int) *observed {
	o := new(observed)
	entities := make(map[int32]bool)
	add := func(p, a, q, b int32) {
		if x, y := f.cells[p][a], f.cells[q][b]; len(x) > 0 && len(y) > 0 {
			o.a, o.b, o.of = append(o.a, x), append(o.b, y), append(o.of, [2]int32{p, q})
			entities[f.entity.Find(a)] = true
		}
	}
	for _, p := range f.groups[g] {
		for _, q := range f.groups[h] {
			if f.cells[p] == nil || f.cells[q] == nil {
				continue
			}
			s, t := f.columns[p].site, f.columns[q].site
			for _, seed := range f.seeds[[2]int32{s, t}] {
				add(p, seed.a, q, seed.b)
			}
			for _, seed := range f.seeds[[2]int32{t, s}] {
				add(p, seed.b, q, seed.a)
			}
		}
	}
	o.entities = len(entities)
	random := rand.New(rand.NewPCG(shuffleSeed, uint64(len(o.a))))
	random.Shuffle(len(o.a), func(i, j int) {
		o.a[i], o.a[j], o.b[i], o.b[j], o.of[i], o.of[j] = o.a[j], o.a[i], o.b[j], o.b[i], o.of[j], o.of[i]
	})
	return o
}

// tableOf is the evidence that the values of two groups stand for each other one to one.
type tableOf struct {
	g, h  int
	match ColumnMatch // without columns
	table []standsFor
}

// match measures how well the values of two groups go with each other one to one, against how well they do so by chance, and gives
// the table of them. What is observed several times of one entity counts once. Counts is false where they go together less
// than those of an attribute have to, or by chance alone, by log-odds below the least.
func (o *observed) match(least float64) (m ColumnMatch, table []standsFor) {
	m = ColumnMatch{Pairs: o.entities, Share: 1, Basis: byEntities, Corresponds: true}
	table, agree := o.pairUp()
	if m.Agreement = agree / float64(max(1, len(o.a))); m.Agreement < oneToOne {
		return m, nil
	}
	hits, tries := 0., 0
	for k := 1; k <= shuffles; k++ {
		turned := o.turned(float64(k) / (shuffles + 1))
		_, hit := turned.pairUp()
		hits, tries = hits+hit, tries+len(turned.a)
	}
	n := float64(o.entities)
	m.Chance = (hits + .5) / (float64(tries) + 1)
	m.Kappa = max(0, (wilsonLow(m.Agreement, n)-m.Chance)/(1-m.Chance))
	if m.Agreement > m.Chance {
		m.LogOdds = n * divergence(m.Agreement, m.Chance)
	}
	m.Counts = m.LogOdds >= least && m.Kappa >= shortKappa
	return m, table
}

// correspondences joins groups whose values stand for each other, the surest first, and what is joined is compared with
// others as one.
//
// Cost: for each two groups of columns of few values 1 + shuffles tables of their values on the seeds. A table takes maxKinds²
// pairs of values for each seed at most. The same again for what is joined with each other group, at most as often as there
// are groups.
func (x *left) correspondences(seeds []Pair) {
	f := x.newFew(seeds)
	var groups []int
	for g, members := range x.groups {
		if slices.ContainsFunc(members, func(col int32) bool { return f.cells[col] != nil }) {
			groups = append(groups, g)
		}
	}
	texts := func(g int) bool {
		return slices.ContainsFunc(x.groups[g], func(col int32) bool { return f.words[col] })
	}
	var found []tableOf
	look := func(g, h int) {
		if _, _, ok := x.halves(g, h); !texts(g) && !texts(h) || !ok && x.conflict(g, h) {
			return
		}
		o := f.observe(g, h)
		if len(o.a) < leastTogether {
			return
		}
		if m, table := o.match(x.least); m.Counts {
			found = append(found, tableOf{g, h, m, table})
		}
	}
	for i, g := range groups {
		for _, h := range groups[:i] {
			look(h, g)
		}
	}
	for len(found) > 0 {
		best := slices.MinFunc(found, func(a, b tableOf) int {
			return cmp.Or(cmp.Compare(b.match.LogOdds, a.match.LogOdds), cmp.Compare(a.g, b.g), cmp.Compare(a.h, b.h))
		})
		if x.conflict(best.g, best.h) && !x.unsplit(best.g, best.h) {
			found = slices.DeleteFunc(found, func(t tableOf) bool { return t.g == best.g && t.h == best.h })
			continue
		}
		from, into := best.h, best.g
		if len(x.groups[from]) > len(x.groups[into]) {
			from, into = into, from
		}
		f.note(best)
		f.translate(best)
		x.join(from, into)
		groups = slices.DeleteFunc(groups, func(g int) bool { return g == from })
		found = slices.DeleteFunc(found, func(t tableOf) bool { return t.g == from || t.h == from || t.g == into || t.h == into })
		for _, g := range groups {
			if g != into {
				look(min(g, into), max(g, into))
			}
		}
	}
}

// note enters a table of two groups as evidence of each two of their columns, with the values that these have. What is said of the
// evidence (pairs, agreement, log-odds) is that of the groups: two columns alone may share a part of it.
func (f *few) note(t tableOf) {
	for _, p := range f.groups[t.g] {
		for _, q := range f.groups[t.h] {
			if f.columns[p].site == f.columns[q].site || f.cells[p] == nil || f.cells[q] == nil {
				continue
			}
			m := t.match
			m.A, m.B = int(min(p, q)), int(max(p, q))
			f.matches = append(f.matches, m)
			own, other := f.standing(p), f.standing(q)
			var table []standsFor
			for _, s := range t.table {
				for _, a := range own[s.a] {
					for _, b := range other[s.b] {
						if p < q {
							table = append(table, standsFor{a, b, s.n})
						} else {
							table = append(table, standsFor{b, a, s.n})
						}
					}
				}
			}
			f.pairedUp[[2]int32{min(p, q), max(p, q)}] = table
		}
	}
}

// standing gives the values of a column by what they stand for.
func (f *few) standing(col int32) map[int32][]int32 {
	out := make(map[int32][]int32)
	for _, whole := range slices.Sorted(maps.Keys(f.says[col])) {
		meaning := f.says[col][whole]
		out[meaning] = append(out[meaning], whole)
	}
	return out
}

// translate has values of two groups that stand for each other be one.
func (f *few) translate(t tableOf) {
	one := make(unionfind.Keyed[int32])
	for _, s := range t.table {
		a, b := one.Find(s.a), one.Find(s.b)
		one.Union(min(a, b), max(a, b))
	}
	for _, g := range []int{t.g, t.h} {
		for _, col := range f.groups[g] {
			for whole, meaning := range f.says[col] {
				f.says[col][whole] = one.Find(meaning)
			}
			for r, wholes := range f.cells[col] {
				for i := range wholes {
					wholes[i] = one.Find(wholes[i])
				}
				f.cells[col][r] = unique(wholes)
			}
		}
	}
}

// turned gives what is observed of each two columns with the one side turned by a share of it, as it goes together by chance.
func (o *observed) turned(share float64) *observed {
	at := make(map[[2]int32][]int)
	for i, of := range o.of {
		at[of] = append(at[of], i)
	}
	out := new(observed)
	for i, of := range o.of {
		if list := at[of]; len(list) > 1 {
			k, _ := slices.BinarySearch(list, i)
			turn := max(1, int(share*float64(len(list))))
			out.a, out.b, out.of = append(out.a, o.a[i]), append(out.b, o.b[list[(k+turn)%len(list)]]), append(out.of, of)
		}
	}
	return out
}

// counts are how often values of two groups are observed, alone and together.
type counts struct {
	together map[[2]int32]int         // value and value -> observations
	alone    map[[3]int32]int         // the column, that of the other group, and the value -> observations
	ofA, ofB map[int32]map[int32]bool // value -> columns
	columns  map[[2]int32]bool        // those observed side by side
}

// count counts the values. Cost: linear in the observations, by the product of the lengths of two lists.
func (o *observed) count() *counts {
	c := &counts{together: make(map[[2]int32]int), alone: make(map[[3]int32]int), ofA: make(map[int32]map[int32]bool), ofB: make(map[int32]map[int32]bool), columns: make(map[[2]int32]bool)}
	note := func(of map[int32]map[int32]bool, wholes []int32, own, other int32) {
		for _, v := range wholes {
			c.alone[[3]int32{own, other, v}]++
			if of[v] == nil {
				of[v] = make(map[int32]bool)
			}
			of[v][own] = true
		}
	}
	for i, x := range o.a {
		y, of := o.b[i], o.of[i]
		c.columns[of] = true
		note(c.ofA, x, of[0], of[1])
		note(c.ofB, y, of[1], of[0])
		for _, v := range x {
			for _, w := range y {
				c.together[[2]int32{v, w}]++
			}
		}
	}
	return c
}

// dice is how well two values go together: Dice's coefficient over the columns that have both sides.
func (c *counts) dice(v, w int32) float64 {
	all := 0
	for p := range c.ofA[v] {
		for q := range c.ofB[w] {
			if c.columns[[2]int32{p, q}] {
				all += c.alone[[3]int32{p, q, v}] + c.alone[[3]int32{q, p, w}]
			}
		}
	}
	return 2 * float64(c.together[[2]int32{v, w}]) / float64(all)
}

// likeliest gives the values that go together, the best first.
func (c *counts) likeliest() (table []standsFor) {
	dice := make(map[standsFor]float64)
	for k, n := range c.together {
		if n >= leastTogether {
			s := standsFor{k[0], k[1], n}
			dice[s] = c.dice(s.a, s.b)
			table = append(table, s)
		}
	}
	slices.SortFunc(table, func(x, y standsFor) int {
		return cmp.Or(cmp.Compare(dice[y], dice[x]), cmp.Compare(y.n, x.n), cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b))
	})
	return table
}

// taken are the columns in which a value has one already that stands for it.
type taken map[[2]int32]bool

func (t taken) any(columns map[int32]bool, v int32) bool {
	for col := range columns {
		if t[[2]int32{col, v}] {
			return true
		}
	}
	return false
}

func (t taken) take(columns map[int32]bool, v int32) {
	for col := range columns {
		t[[2]int32{col, v}] = true
	}
}

// pairUp makes the table of the values of two groups that stand for each other, those that go together most first. One stands
// for several of the other group only in different columns. agree is on how many observations the table holds, of lists the
// share of the shorter one.
func (o *observed) pairUp() (table []standsFor, agree float64) {
	c := o.count()
	ofA, ofB, stands := make(taken), make(taken), make(map[[2]int32]bool)
	for _, s := range c.likeliest() {
		if ofA.any(c.ofA[s.a], s.b) || ofB.any(c.ofB[s.b], s.a) {
			continue
		}
		ofA.take(c.ofA[s.a], s.b)
		ofB.take(c.ofB[s.b], s.a)
		stands[[2]int32{s.a, s.b}] = true
		table = append(table, s)
	}
	for i, x := range o.a {
		for _, v := range x {
			if slices.ContainsFunc(o.b[i], func(w int32) bool { return stands[[2]int32{v, w}] }) {
				agree += 1 / float64(min(len(x), len(o.b[i])))
			}
		}
	}
	return table, agree
}

// standsFor is a value of one column that stands for one of another, on so many records.
type standsFor struct {
	a, b int32 // wholes
	n    int
}

// node is a value of a column.
type node struct{ column, whole int32 }

// classes are values that stand for each other. No class has two values of one column.
type classes struct {
	unionfind.Keyed[node]
	columns map[node]map[int32]int32 // of a class of several values, by its root
}

// join makes one class of two, unless they have different values of one column.
func (x *classes) join(a, b node) {
	a, b = x.Find(a), x.Find(b)
	if a == b {
		return
	}
	for _, n := range []node{a, b} {
		if x.columns[n] == nil {
			x.columns[n] = map[int32]int32{n.column: n.whole}
		}
	}
	for col, whole := range x.columns[b] {
		if w, ok := x.columns[a][col]; ok && w != whole {
			return
		}
	}
	maps.Copy(x.columns[a], x.columns[b])
	x.Union(a, b)
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
	known := &classes{Keyed: unionfind.Keyed[node]{}, columns: make(map[node]map[int32]int32)}
	values, rows := make(map[node]*compare.Value), make(map[node]int)
	byWhole := make(map[int32][]node)
	for _, col := range members {
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
	type class struct {
		root  node
		whole int32
	}
	weight := make(map[class]int) // records that have a value, in a class
	at := func(n node) class { return class{known.Find(n), n.whole} }
	for n, k := range rows {
		weight[at(n)] += k
	}
	best := make(map[node]node) // class -> the value that it is
	for _, n := range slices.SortedFunc(maps.Keys(values), func(a, b node) int {
		return cmp.Or(cmp.Compare(weight[at(b)], weight[at(a)]), cmp.Compare(values[a].Text, values[b].Text), cmp.Compare(a.column, b.column))
	}) {
		if root := known.Find(n); best[root] == (node{}) {
			best[root] = n
		}
	}
	for n, v := range values {
		if b := best[known.Find(n)]; b.whole != n.whole {
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
