package integrate

import (
	"cmp"
	"slices"
)

// valueCount is how often a value occurs in a column or an attribute, its owner.
type valueCount struct {
	token, owner int32
	n            int32
}

// valueCounts are ordered by token and owner. They take a twentieth of the memory of a map, and there may be as
// many as values.
type valueCounts []valueCount

func compareCounts(a, b valueCount) int {
	return cmp.Or(cmp.Compare(a.token, b.token), cmp.Compare(a.owner, b.owner))
}

// sumCounts adds up counts of the same value and owner. Cost: sorting them.
func sumCounts(list []valueCount) valueCounts {
	slices.SortFunc(list, compareCounts)
	n := 0
	for _, u := range list {
		if n > 0 && compareCounts(list[n-1], u) == 0 {
			list[n-1].n += u.n
			continue
		}
		list[n] = u
		n++
	}
	return list[:n]
}

// count returns how often a value occurs in its owner.
func (u valueCounts) count(token, of int32) int {
	i, ok := slices.BinarySearchFunc(u, valueCount{token: token, owner: of}, compareCounts)
	if !ok {
		return 0
	}
	return int(u[i].n)
}

// countValues counts the values of each column.
func (c *Corpus) countValues() valueCounts {
	n := 0
	for _, cells := range c.cells {
		for i := range cells {
			n += len(cells[i].values)
		}
	}
	list := make([]valueCount, 0, n)
	for _, cells := range c.cells {
		for i := range cells {
			for _, v := range cells[i].values {
				list = append(list, valueCount{v.Whole, cells[i].column, 1})
			}
		}
	}
	return sumCounts(list)
}

// countValues counts the values of each attribute.
func (a *alignedRecords) countValues() valueCounts {
	list := make([]valueCount, 0, len(a.cells))
	for i := range a.cells {
		for _, v := range a.cells[i].values {
			list = append(list, valueCount{v.Whole, a.cells[i].attribute, 1})
		}
	}
	return sumCounts(list)
}
