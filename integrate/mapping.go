package integrate

import (
	"cmp"
	"slices"
)

// observations are the values of two groups on records of one entity, side by side.
type observations struct {
	a, b     [][]int32  // observation -> values
	columns  [][2]int32 // observation -> the two columns
	entities int        // different entities observed
}

// measure learns a one-to-one mapping between the values of two groups and measures how much better it explains
// the observations than mappings learned from shuffled ones. Several observations of one entity count once. The
// match is not accepted if the mapping explains less than minOneToOne, or if its log-odds are below least.
func (o *observations) measure(least float64) (m ColumnMatch, table []correspondence) {
	m = ColumnMatch{Pairs: o.entities, Share: 1, Basis: byEntities, OneToOne: true}
	table, agree := o.greedyMapping()
	if m.Agreement = agree / float64(max(1, len(o.a))); m.Agreement < minOneToOne {
		return m, nil
	}
	hits, tries := 0., 0
	for k := 1; k <= shuffles; k++ {
		other := o.rotated(float64(k) / (shuffles + 1))
		_, hit := other.greedyMapping()
		hits, tries = hits+hit, tries+len(other.a)
	}
	m.Chance = (hits + .5) / (float64(tries) + 1)
	m.weigh(float64(o.entities))
	m.Accepted = m.LogOdds >= least && m.Kappa >= strictKappa
	return m, table
}

// rotated pairs the observations of each two columns in another order, shifted by a share of their number, as they
// would coincide by chance.
func (o *observations) rotated(share float64) *observations {
	at := make(map[[2]int32][]int)
	for i, of := range o.columns {
		at[of] = append(at[of], i)
	}
	out := new(observations)
	for i, of := range o.columns {
		if list := at[of]; len(list) > 1 {
			k, _ := slices.BinarySearch(list, i)
			turn := max(1, int(share*float64(len(list))))
			out.a, out.b, out.columns = append(out.a, o.a[i]), append(out.b, o.b[list[(k+turn)%len(list)]]), append(out.columns, of)
		}
	}
	return out
}

// cooccurrences count how often values of two groups are observed, singly and together.
type cooccurrences struct {
	together           map[[2]int32]int         // value and value -> observations
	single             map[[3]int32]int         // column, the other group's column, value -> observations
	columnsA, columnsB map[int32]map[int32]bool // value -> columns that have it
	columns            map[[2]int32]bool        // columns observed side by side
}

// count counts the values. Cost: for each observation the product of its two lists' lengths.
func (o *observations) count() *cooccurrences {
	c := &cooccurrences{together: make(map[[2]int32]int), single: make(map[[3]int32]int), columnsA: make(map[int32]map[int32]bool), columnsB: make(map[int32]map[int32]bool), columns: make(map[[2]int32]bool)}
	note := func(of map[int32]map[int32]bool, wholes []int32, own, other int32) {
		for _, v := range wholes {
			c.single[[3]int32{own, other, v}]++
			if of[v] == nil {
				of[v] = make(map[int32]bool)
			}
			of[v][own] = true
		}
	}
	for i, x := range o.a {
		y, of := o.b[i], o.columns[i]
		c.columns[of] = true
		note(c.columnsA, x, of[0], of[1])
		note(c.columnsB, y, of[1], of[0])
		for _, v := range x {
			for _, w := range y {
				c.together[[2]int32{v, w}]++
			}
		}
	}
	return c
}

// dice is how well two values correspond: Dice's coefficient over the pairs of columns of which one has either
// value.
func (c *cooccurrences) dice(v, w int32) float64 {
	all := 0
	for p := range c.columnsA[v] {
		for q := range c.columnsB[w] {
			if c.columns[[2]int32{p, q}] {
				all += c.single[[3]int32{p, q, v}] + c.single[[3]int32{q, p, w}]
			}
		}
	}
	return 2 * float64(c.together[[2]int32{v, w}]) / float64(all)
}

// ranked returns the pairs of values that were observed together often enough, best first.
func (c *cooccurrences) ranked() (table []correspondence) {
	dice := make(map[correspondence]float64)
	for k, n := range c.together {
		if n >= minCooccurrences {
			s := correspondence{k[0], k[1], n}
			dice[s] = c.dice(s.a, s.b)
			table = append(table, s)
		}
	}
	slices.SortFunc(table, func(x, y correspondence) int {
		return cmp.Or(cmp.Compare(dice[y], dice[x]), cmp.Compare(y.n, x.n), cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b))
	})
	return table
}

// assigned tells in which columns a value has a corresponding value already.
type assigned map[[2]int32]bool

func (t assigned) any(columns map[int32]bool, v int32) bool {
	for col := range columns {
		if t[[2]int32{col, v}] {
			return true
		}
	}
	return false
}

func (t assigned) take(columns map[int32]bool, v int32) {
	for col := range columns {
		t[[2]int32{col, v}] = true
	}
}

// greedyMapping maps values of two groups to each other one to one, best first. A value may correspond to several
// of the other group only in different columns. agree is how many observations the mapping explains; of lists, the
// explained share of the shorter one.
func (o *observations) greedyMapping() (table []correspondence, agree float64) {
	c := o.count()
	ofA, ofB, stands := make(assigned), make(assigned), make(map[[2]int32]bool)
	for _, s := range c.ranked() {
		if ofA.any(c.columnsA[s.a], s.b) || ofB.any(c.columnsB[s.b], s.a) {
			continue
		}
		ofA.take(c.columnsA[s.a], s.b)
		ofB.take(c.columnsB[s.b], s.a)
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

// correspondence is a value of one column that corresponds to a value of another, on n records.
type correspondence struct {
	a, b int32 // wholes
	n    int
}
