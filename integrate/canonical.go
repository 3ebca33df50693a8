package integrate

import (
	"cmp"
	"maps"
	"slices"

	"verde/integrate/compare"
	"verde/internal/unionfind"
)

// columnValue is a value of a column.
type columnValue struct{ column, whole int32 }

// valueClasses are sets of values that mean the same. No class has two values of one column.
type valueClasses struct {
	unionfind.Keyed[columnValue]
	columns map[columnValue]map[int32]int32 // root of a class of several values -> column -> value
}

// join merges two classes, unless they have different values of one column.
func (x *valueClasses) join(a, b columnValue) {
	a, b = x.Find(a), x.Find(b)
	if a == b {
		return
	}
	for _, n := range []columnValue{a, b} {
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

// setCanonicalValues sets for each value the word of its attribute: the value of its class that most records have.
// The mappings of all columns of a group are used, also of two columns whose own evidence is weak: the groups were
// joined by the evidence of all pairs together.
func (x *columnGroups) setCanonicalValues() {
	byGroup := make(map[int][]ColumnMatch)
	for _, m := range x.matches {
		if m.OneToOne && x.groupOf[m.A] == x.groupOf[m.B] && x.mappings[m.pair()] != nil {
			byGroup[x.groupOf[m.A]] = append(byGroup[x.groupOf[m.A]], m)
		}
	}
	for _, g := range slices.Sorted(maps.Keys(byGroup)) {
		x.canonicaliseGroup(x.groups[g], byGroup[g])
	}
}

func (x *columnGroups) canonicaliseGroup(members []int32, matches []ColumnMatch) {
	known := &valueClasses{Keyed: unionfind.Keyed[columnValue]{}, columns: make(map[columnValue]map[int32]int32)}
	values, rows := make(map[columnValue]*compare.Value), make(map[columnValue]int)
	byWhole := make(map[int32][]columnValue)
	for _, col := range members {
		for _, v := range x.eachValue(col) {
			n := columnValue{col, v.Whole}
			if values[n] == nil {
				values[n] = v
				byWhole[v.Whole] = append(byWhole[v.Whole], n)
			}
			rows[n]++
		}
	}
	type edge struct {
		a, b columnValue
		n    int
	}
	var edges []edge
	for _, nodes := range byWhole { // the same words in several columns, most of them of one language
		for i, n := range nodes[1:] {
			for _, before := range slices.Backward(nodes[:i+1]) { // one edge is enough
				if !x.haveMapping(n.column, before.column, matches) {
					edges = append(edges, edge{before, n, min(rows[n], rows[before])})
					break
				}
			}
		}
	}
	for _, m := range matches {
		for _, s := range x.mappings[m.pair()] {
			edges = append(edges, edge{columnValue{int32(m.A), s.a}, columnValue{int32(m.B), s.b}, s.n})
		}
	}
	slices.SortFunc(edges, func(p, q edge) int {
		return cmp.Or(cmp.Compare(q.n, p.n), cmp.Compare(p.a.column, q.a.column), cmp.Compare(p.a.whole, q.a.whole), cmp.Compare(p.b.column, q.b.column), cmp.Compare(p.b.whole, q.b.whole))
	})
	for _, e := range edges {
		known.join(e.a, e.b)
	}
	type class struct {
		root  columnValue
		whole int32
	}
	weight := make(map[class]int) // records that have a value, in a class
	at := func(n columnValue) class { return class{known.Find(n), n.whole} }
	for n, k := range rows {
		weight[at(n)] += k
	}
	best := make(map[columnValue]columnValue) // class -> the value that it is
	for _, n := range slices.SortedFunc(maps.Keys(values), func(a, b columnValue) int {
		return cmp.Or(cmp.Compare(weight[at(b)], weight[at(a)]), cmp.Compare(values[a].Text, values[b].Text), cmp.Compare(a.column, b.column))
	}) {
		if root := known.Find(n); best[root] == (columnValue{}) {
			best[root] = n
		}
	}
	for n, v := range values {
		if b := best[known.Find(n)]; b.whole != n.whole {
			x.columns[n.column].setCanonical(v, values[b])
		}
	}
}

// haveMapping reports whether two columns have a mapping among the matches: they use different words.
func (x *columnGroups) haveMapping(a, b int32, matches []ColumnMatch) bool {
	return slices.ContainsFunc(matches, func(m ColumnMatch) bool {
		return int32(m.A) == a && int32(m.B) == b || int32(m.A) == b && int32(m.B) == a
	})
}
