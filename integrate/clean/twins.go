package clean

import (
	"cmp"
	"slices"
	"strings"

	"verde/integrate/compare"
	"verde/values"
)

// maxTwins bounds the columns of one record with the same value that are compared
// with each other: flags and counts have equal values by chance.
const maxTwins = 20

// merge makes one column of those with the same values. The one that says most gives the
// label, and of those that say as much the one that says it plainly, without words of its template around it,
// then the one with most cells: a heading before "NAME: all you need to know".
func merge(columns []Column, rows int, parts map[string]string) []Column {
	order := make([]int, 0, len(columns))
	for i := range columns {
		if columns[i].Dropped == "" {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := &columns[a], &columns[b]
		return cmp.Or(cmp.Compare(min(len(parts[x.Label]), 1), min(len(parts[y.Label]), 1)), // what is whole before parts
			cmp.Compare(len(y.Cells), len(x.Cells)), cmp.Compare(x.stripped, y.stripped))
	})
	gone := make(map[int]bool)
	for _, p := range candidates(columns, order, rows) {
		a, b := p[0], p[1]
		if gone[a] || gone[b] {
			continue
		}
		switch compareColumns(&columns[a], &columns[b]) {
		case same, contains:
			columns[a].absorb(&columns[b])
			gone[b] = true
		case within:
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

// key is the same for cells that say the same: of a column of keys the keys, however they
// are written. An ISBN has two forms, and many sites show both.
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

// candidates gives pairs of columns that agree in one of a few rows, larger column
// first.
func candidates(columns []Column, order []int, rows int) [][2]int {
	const most = 32
	step := max(1, rows/most)
	seen := make(map[[2]int]bool)
	var out [][2]int
	for row := 0; row < rows; row += step {
		same := make(map[string][]int)
		var keys []string // in the columns' order, not the map's
		for _, i := range order {
			k := columns[i].at(row)
			if k == "" || len(same[k]) == maxTwins {
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

// at gives the key of the column's cell in a row, "" if there is none.
func (c *Column) at(row int) string {
	i, ok := slices.BinarySearchFunc(c.Cells, row, func(cell Cell, row int) int { return cell.Row - row })
	if !ok {
		return ""
	}
	return c.key(c.Cells[i])
}

// sameness is how two columns go together.
type sameness int

const (
	apart    sameness = iota
	same              // equal wherever both have values, but for a few
	contains          // the first one says all that the second one does, and mostly no more
	within            // the second one says all that the first one does
)

// compareColumns tells whether two columns say the same where both have values, which has
// to be often enough. A site that says an attribute twice often says it in full in one place
// and in short in the other: all authors, and a link to the pages of the first. That most
// values are equal tells such columns from those of which one is a part of the other's
// values as a rule: makes and models.
func compareColumns(a, b *Column) sameness {
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
			case hasWords(x, y):
				inA++
			case hasWords(y, x):
				inB++
			}
			i, j = i+1, j+1
		}
	}
	least := twinShare * float64(both)
	switch larger := max(len(a.Cells), len(b.Cells)); {
	case both < constantAt || float64(both) < twinRows*float64(larger):
		return apart
	case float64(equal) >= least:
		return same
	case 2*equal <= both || a.Form.Kind != compare.Text || b.Form.Kind != compare.Text:
		return apart
	case float64(equal+inA) >= least:
		return contains
	case float64(equal+inB) >= least:
		return within
	}
	return apart
}

// hasWords reports whether a cell has all words of another one.
func hasWords(all, part Cell) bool {
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

// absorb takes over the label of a twin, and the cells that c lacks.
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
