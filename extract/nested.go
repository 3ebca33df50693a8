package extract

import (
	"cmp"
	"slices"
)

// Row tells which occurrence of what repeats on a page a value is of: the
// third offer, the first review. Values of different columns with the same Row
// belong together, a small record within the page's.
type Row struct {
	Group  int // from 1, in order of the page; 0 is none
	Number int // within the group, from 1
}

// rows gives the rows of the leaves of a cell that have a text, nil unless all
// are in rows, of which none has two of them.
func (d *doc) rows(cell []int32) []Row {
	out := make([]Row, 0, len(cell))
	for _, at := range cell {
		l := &d.leaves[at]
		if l.text == "" {
			continue
		}
		if l.row.Group == 0 {
			return nil
		}
		out = append(out, l.row)
	}
	seen := make(map[Row]bool, len(out))
	for _, r := range out {
		if seen[r] {
			return nil
		}
		seen[r] = true
	}
	return out
}

// maxPadding bounds the empty strings of a column, for each value that it has.
const maxPadding = 64

// Paired returns the values of r with those of one group in lists of the same
// length, the n-th of each of the same row: where a row has nothing in a
// column, its list has an empty string. Other values are as in r, and so are
// those of a column that hardly any row has, one in maxPadding.
//
// Cost: linear in the values, padding included, after a sort.
func (r *Record) Paired() map[string][]string {
	all := make(map[Row]bool)
	for _, rows := range r.Rows {
		for _, row := range rows {
			all[row] = true
		}
	}
	order := sortedRows(all)
	out := make(map[string][]string, len(r.Values))
	for label, values := range r.Values {
		out[label] = values
		rows := r.Rows[label]
		if rows == nil {
			continue
		}
		own, groups := make(map[Row]string, len(rows)), make(map[int]bool)
		for i, row := range rows {
			own[row], groups[row.Group] = values[i], true
		}
		padded := make([]string, 0, len(values))
		for _, row := range order {
			if groups[row.Group] {
				padded = append(padded, own[row])
			}
		}
		if len(padded) <= maxPadding*len(values) {
			out[label] = padded
		}
	}
	return out
}

func sortedRows[V any](rows map[Row]V) []Row {
	out := make([]Row, 0, len(rows))
	for row := range rows {
		out = append(out, row)
	}
	slices.SortFunc(out, func(x, y Row) int {
		return cmp.Or(cmp.Compare(x.Group, y.Group), cmp.Compare(x.Number, y.Number))
	})
	return out
}
