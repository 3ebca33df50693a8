package integrate

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"verde/integrate/compare"
)

// Two sites may give one number on two scales: 8.4 of 10, 84 %, 4.2 of 5; euros, and thousands
// of them. What units tell is converted where values are read; of the rest the entities that both
// have tell: the numbers of the one site are those of the other times a constant, as exactly as
// both are rounded. Numbers that merely go together, as pages and prices do, are not.

// scaleRounding is the most that rounding may make of a number, as a share of it: as
// far apart as amounts are that are about the same. Of small whole numbers it makes more, and they
// would be multiples of whatever goes together with them.
const scaleRounding = .03

// measure is a number with half a unit of its last digit; a half of 0 is none.
type measure struct{ amount, half float64 }

// measures is a column of numbers by what it has on the seeds.
type measures struct {
	column int32
	cells  []measure
	n      int
}

// measured gives the columns of one side of the seeds that have single numbers, those of most
// seeds first. Cost: linear in the cells of the side.
func (c *Corpus) measured(site int32, records func(i int) int32, seeds int) (out []measures) {
	for _, col := range c.of[site] {
		if c.columns[col].Reason != "" || c.columns[col].relates || c.columns[col].form.Kind != compare.Number {
			continue
		}
		f := measures{column: col, cells: make([]measure, seeds)}
		for i := range seeds {
			if vs := c.cell(records(i), col); len(vs) == 1 {
				if amount, half, ok := vs[0].Measure(); ok {
					f.cells[i] = measure{amount, half}
					f.n++
				}
			}
		}
		if f.n >= negativeAt {
			out = append(out, f)
		}
	}
	slices.SortStableFunc(out, func(a, b measures) int { return cmp.Compare(b.n, a.n) })
	return out[:min(len(out), maxFew)]
}

// scales finds columns of two sites whose numbers are on different scales, among those that do not
// say the same as often, and notes the scale of those that do. Cost: for each two columns of numbers,
// at most maxFew² of them, 1 + shuffles comparisons of each seed.
func (c *Corpus) scales(s, t int32, seeds []Pair, equal []ColumnMatch, least float64) (out []ColumnMatch) {
	left := c.measured(s, func(i int) int32 { return seeds[i].a }, len(seeds))
	right := c.measured(t, func(i int) int32 { return seeds[i].b }, len(seeds))
	same, pairs := make(map[int]bool), make(map[[2]int]*ColumnMatch)
	for i := range equal {
		if m := &equal[i]; m.Counts && m.Agreement >= oneToOne {
			same[m.A], same[m.B] = true, true
			pairs[[2]int{m.A, m.B}] = m
		}
	}
	for _, a := range left {
		for _, b := range right {
			if m := pairs[[2]int{int(a.column), int(b.column)}]; m != nil {
				m.Scale = ratio(a.cells, b.cells)
			}
			if same[int(a.column)] || same[int(b.column)] {
				continue
			}
			if m := rescaled(a, b, least); m.Pairs >= negativeAt {
				m.Share = float64(m.Pairs) / float64(len(seeds))
				out = append(out, m)
			}
		}
	}
	return out
}

// ratio is the median of the quotients of two columns to what they vary by and rounding leaves of it, 0 if there is none.
func ratio(a, b []measure) float64 {
	var quotients, roundings []float64
	for i, x := range a {
		if y := b[i]; x.half > 0 && y.half > 0 && x.amount > 0 && y.amount > 0 {
			quotients = append(quotients, x.amount/y.amount)
			roundings = append(roundings, x.half/x.amount+y.half/y.amount)
		}
	}
	n := len(quotients)
	if n == 0 {
		return 0
	}
	slices.Sort(quotients)
	slices.Sort(roundings)
	scale := quotients[n/2]
	spread := min(roundings[n/2], (quotients[3*n/4]-quotients[n/4])/scale)
	return simplest(scale, spread/math.Sqrt(float64(n)))
}

// simplest gives the number of fewest digits, or one over such a number, that is as near to another as the
// error of this, as a share: scales are 10, 1/60 and .3048, and what is a little off is so on large numbers.
func simplest(x, err float64) float64 {
	const most = 6 // digits
	for digits := range most {
		for _, inverse := range []bool{false, true} {
			y := x
			if inverse {
				y = 1 / x
			}
			unit := math.Pow10(int(math.Floor(math.Log10(y))) - digits)
			y = math.Round(y/unit) * unit
			if inverse {
				y = 1 / y
			}
			if math.Abs(y-x) <= err*x {
				return y
			}
		}
	}
	return x
}

// agree reports whether two numbers may be one, as both are rounded. Neighbours on one scale are two.
func (x measure) agree(y measure) bool {
	return math.Abs(x.amount-y.amount) < (x.half+y.half)*(1-1e-6)
}

// times is a number on another scale.
func (x measure) times(scale float64) measure { return measure{x.amount * scale, x.half * scale} }

// rescaled measures how often the numbers of one column are those of another times a constant, against
// how often they are on the same records in another order.
func rescaled(a, b measures, least float64) ColumnMatch {
	m := ColumnMatch{A: int(a.column), B: int(b.column), Basis: byEntities, Corresponds: true}
	scale := ratio(a.cells, b.cells)
	count := func(turn int) (agree, n int) {
		for i, x := range a.cells {
			if y := b.cells[(i+turn)%len(b.cells)]; x.half > 0 && y.half > 0 {
				n++
				if z := y.times(scale); x.agree(z) && math.Abs(x.amount-z.amount) <= scaleRounding*math.Abs(x.amount) {
					agree++
				}
			}
		}
		return agree, n
	}
	agree, n := count(0)
	if m.Pairs = n; n < negativeAt {
		return m
	}
	m.Agreement = float64(agree) / float64(n)
	if scale == 0 || m.Agreement < oneToOne {
		return m
	}
	hits, tries := 0, 0
	for k := 1; k <= shuffles; k++ {
		hit, of := count(k * len(a.cells) / (shuffles + 1))
		hits, tries = hits+hit, tries+of
	}
	m.Chance = (float64(hits) + .5) / (float64(tries) + 1)
	m.Kappa = max(0, (wilsonLow(m.Agreement, float64(n))-m.Chance)/(1-m.Chance))
	if m.Agreement > m.Chance {
		m.LogOdds = float64(n) * divergence(m.Agreement, m.Chance)
	}
	if m.Counts = m.LogOdds >= least && m.Kappa >= shortKappa; m.Counts {
		m.Scale = scale
	}
	return m
}

// rescale has numbers of groups that have several scales say what they are in the coarsest of
// them: what is rounded most can't be told apart in any other.
func (x *left) rescale() {
	edges := make(map[int][]ColumnMatch)
	several := make(map[int]bool)
	for _, m := range x.matches {
		if g := x.of[m.A]; m.Counts && m.Scale > 0 && g == x.of[m.B] {
			edges[g] = append(edges[g], m)
			several[g] = several[g] || m.Corresponds
		}
	}
	for g, members := range x.groups {
		if several[g] {
			x.spread(edges[g])
			x.round(members)
		}
	}
}

// spread gives columns of a group their scales, by the surest matches first. That of most records is the one by which
// the others are scaled.
func (x *left) spread(edges []ColumnMatch) {
	slices.SortFunc(edges, func(p, q ColumnMatch) int {
		return cmp.Or(cmp.Compare(q.LogOdds, p.LogOdds), cmp.Compare(p.A, q.A), cmp.Compare(p.B, q.B))
	})
	most := edges[0].A
	for _, m := range edges {
		for _, col := range []int{m.A, m.B} {
			if cmp.Or(cmp.Compare(x.columns[col].Records, x.columns[most].Records), cmp.Compare(most, col)) > 0 {
				most = col
			}
		}
	}
	x.columns[most].Scale = 1
	for {
		i := slices.IndexFunc(edges, func(m ColumnMatch) bool { return (x.columns[m.A].Scale > 0) != (x.columns[m.B].Scale > 0) })
		if i < 0 {
			return
		}
		if a, b := &x.columns[edges[i].A], &x.columns[edges[i].B]; a.Scale > 0 {
			b.Scale = a.Scale * edges[i].Scale
		} else {
			a.Scale = b.Scale / edges[i].Scale
		}
	}
}

// scaledValue is a value of a column on the scale of its attribute.
type scaledValue struct {
	measure
	value *compare.Value
}

// round has each number of columns on several scales stand for the nearest of a coarser column that
// it may be, as both are rounded.
func (x *left) round(members []int32) {
	type scaled struct {
		column int32
		values []scaledValue
		half   float64 // mean
	}
	var columns []scaled
	var known []scaledValue // what others stand for
	for _, col := range members {
		p := &x.columns[col]
		if p.Scale == 0 {
			continue
		}
		f := scaled{column: col}
		seen := make(map[int32]*compare.Value)
		for r := x.first[p.site]; r < x.first[p.site+1]; r++ {
			for _, v := range x.cell(r, col) {
				seen[v.Whole] = cmp.Or(seen[v.Whole], v)
			}
		}
		for _, whole := range slices.Sorted(maps.Keys(seen)) {
			v := seen[whole]
			amount, half, ok := v.Measure()
			if !ok {
				continue
			}
			at := scaledValue{measure{amount, half}.times(p.Scale), v}
			f.half += at.half
			if other := p.says[whole]; other != nil { // learned before
				at.value = other
				known = append(known, at)
				continue
			}
			f.values = append(f.values, at)
		}
		f.half /= float64(max(1, len(seen)))
		columns = append(columns, f)
	}
	slices.SortStableFunc(columns, func(a, b scaled) int {
		return cmp.Or(cmp.Compare(float32(b.half), float32(a.half)), cmp.Compare(x.columns[b.column].Records, x.columns[a.column].Records), cmp.Compare(a.column, b.column))
	})
	for _, f := range columns {
		slices.SortStableFunc(known, func(a, b scaledValue) int { return cmp.Compare(a.amount, b.amount) })
		before := known
		for _, v := range f.values {
			if other := nearest(before, v); other == nil {
				known = append(known, v)
			} else if other.Whole != v.value.Whole {
				x.columns[f.column].stand(v.value, other)
			}
		}
	}
}

// nearest gives the nearest value of an ascending list that another may be, nil if there is none.
func nearest(list []scaledValue, v scaledValue) (best *compare.Value) {
	i, _ := slices.BinarySearchFunc(list, v.amount, func(o scaledValue, amount float64) int { return cmp.Compare(o.amount, amount) })
	least := math.Inf(1)
	for _, o := range list[max(0, i-1):min(len(list), i+1)] {
		if d := math.Abs(o.amount - v.amount); d < least && o.agree(v.measure) {
			best, least = o.value, d
		}
	}
	return best
}
