package clean

import (
	"cmp"
	"slices"
	"strings"

	"verde/integrate/compare"
	"verde/values"
)

// maxEqual bounds the columns of a record with the same value that are compared: flags and counts coincide by
// chance.
const maxEqual = 20

// mergeDuplicates makes one column of those with the same values. The label of the column with most information is
// kept; among equals that of the one with fewest template words around its values, then with most cells: a heading
// before "NAME: all you need to know".
func mergeDuplicates(columns []Column, rows int, parts map[string]string) []Column {
	order := make([]int, 0, len(columns))
	for i := range columns {
		if columns[i].Dropped == "" {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := &columns[a], &columns[b]
		return cmp.Or(cmp.Compare(min(len(parts[x.Label]), 1), min(len(parts[y.Label]), 1)), // what is whole before parts
			cmp.Compare(len(y.Cells), len(x.Cells)), cmp.Compare(x.templateWords, y.templateWords))
	})
	gone := make(map[int]bool)
	for _, p := range candidatePairs(columns, order, rows) {
		a, b := p[0], p[1]
		if gone[a] || gone[b] {
			continue
		}
		switch compareColumns(&columns[a], &columns[b]) {
		case same, contains:
			columns[a].absorb(&columns[b])
			gone[b] = true
		case containedIn:
			columns[b].absorb(&columns[a])
			gone[a] = true
		}
	}
	var out []Column
	for i := range columns {
		if !gone[i] {
			out = append(out, columns[i])
		}
	}
	return out
}

// key is the same for cells that say the same. In a column of keys, ISBNs are equal in both of their forms, since
// many sites show both.
func (c *Column) key(cell Cell) string {
	parts := make([]string, len(cell.Texts))
	for i, t := range cell.Texts {
		parts[i] = values.Fold(t.Clean[:min(len(t.Clean), 256)])
		if c.Form.Kind != compare.Key {
			continue
		}
		for _, v := range values.Parse(t.Clean) {
			if k, ok := v.(values.ISBN); ok {
				parts[i] = string(k)
			}
		}
	}
	slices.Sort(parts)
	return strings.Join(parts, "\x00")
}

// candidatePairs returns pairs of columns that agree in one of some sampled rows, the larger column first.
func candidatePairs(columns []Column, order []int, rows int) [][2]int {
	const most = 32
	step := max(1, rows/most)
	seen := make(map[[2]int]bool)
	var out [][2]int
	for row := 0; row < rows; row += step {
		same := make(map[string][]int)
		var keys []string // in the columns' order, not the map's
		for _, i := range order {
			k := columns[i].keyAt(row)
			if k == "" || len(same[k]) == maxEqual {
				continue
			}
			if same[k] == nil {
				keys = append(keys, k)
			}
			same[k] = append(same[k], i)
		}
		for _, k := range keys {
			group := same[k]
			for x, a := range group {
				for _, b := range group[x+1:] {
					if p := [2]int{a, b}; !seen[p] {
						seen[p] = true
						out = append(out, p)
					}
				}
			}
		}
	}
	return out
}

// keyAt returns the key of the column's cell in a row, "" if there is none.
func (c *Column) keyAt(row int) string {
	i, ok := slices.BinarySearchFunc(c.Cells, row, func(cell Cell, row int) int { return cell.Row - row })
	if !ok {
		return ""
	}
	return c.key(c.Cells[i])
}

// relation is how the values of two columns are related.
type relation int

const (
	unrelated   relation = iota
	same                 // equal wherever both have values, with few exceptions
	contains             // the first has all that the second has, and mostly no more
	containedIn          // the second has all that the first has
)

// compareColumns compares two columns where both have values, which has to be often enough. Sites often have an
// attribute twice, in full and in short: all authors, and a link to the first. Such columns are mostly equal;
// columns of which one is a part of the other by nature, as makes of models, are not.
func compareColumns(a, b *Column) relation {
	both, equal, inA, inB := 0, 0, 0, 0
	for i, j := 0, 0; i < len(a.Cells) && j < len(b.Cells); {
		switch x, y := a.Cells[i], b.Cells[j]; {
		case x.Row < y.Row:
			i++
		case y.Row < x.Row:
			j++
		default:
			both++
			switch {
			case a.key(x) == b.key(y):
				equal++
			case containsWords(x, y):
				inA++
			case containsWords(y, x):
				inB++
			}
			i, j = i+1, j+1
		}
	}
	least := duplicateShare * float64(both)
	switch larger := max(len(a.Cells), len(b.Cells)); {
	case both < minRows || float64(both) < duplicateRows*float64(larger):
		return unrelated
	case float64(equal) >= least:
		return same
	case 2*equal <= both || a.Form.Kind != compare.Text || b.Form.Kind != compare.Text:
		return unrelated
	case float64(equal+inA) >= least:
		return contains
	case float64(equal+inB) >= least:
		return containedIn
	}
	return unrelated
}

// containsWords reports whether a cell has all words of another one.
func containsWords(all, part Cell) bool {
	have := make(map[string]bool)
	for _, t := range all.Texts {
		for _, w := range values.Words(t.Clean) {
			have[w] = true
		}
	}
	n := 0
	for _, t := range part.Texts {
		for _, w := range values.Words(t.Clean) {
			if n++; !have[w] {
				return false
			}
		}
	}
	return n > 0
}

// absorb adds the label of a duplicate column, and the cells that c lacks.
func (c *Column) absorb(twin *Column) {
	label := twin.Label
	if label != c.Label && !slices.Contains(c.Twins, label) {
		c.Twins = append(c.Twins, label)
		slices.Sort(c.Twins)
	}
	has := make(map[int]bool, len(c.Cells))
	for _, cell := range c.Cells {
		has[cell.Row] = true
	}
	for _, cell := range twin.Cells {
		if !has[cell.Row] {
			c.Cells = append(c.Cells, cell)
		}
	}
	slices.SortFunc(c.Cells, func(a, b Cell) int { return a.Row - b.Row })
}
