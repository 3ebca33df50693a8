package integrate

import (
	"cmp"
	"slices"
)

// use is how often a token is a value of a column, or of an attribute.
type use struct {
	token, of int32
	n         int32
}

// uses are in order of their tokens, each token and column once. They take a twentieth of the
// memory of a map, and there are as many as there are values.
type uses []use

func compareUses(a, b use) int {
	return cmp.Or(cmp.Compare(a.token, b.token), cmp.Compare(a.of, b.of))
}

// countUses sums up uses. Cost: sorting them.
func countUses(list []use) uses {
	slices.SortFunc(list, compareUses)
	n := 0
	for _, u := range list {
		if n > 0 && compareUses(list[n-1], u) == 0 {
			list[n-1].n += u.n
			continue
		}
		list[n] = u
		n++
	}
	return list[:n]
}

// count gives how often a token is a value of a column.
func (u uses) count(token, of int32) int {
	i, ok := slices.BinarySearchFunc(u, use{token: token, of: of}, compareUses)
	if !ok {
		return 0
	}
	return int(u[i].n)
}

// counts counts the values of each column.
func (c *Corpus) counts() uses {
	n := 0
	for _, cells := range c.cells {
		for i := range cells {
			n += len(cells[i].values)
		}
	}
	list := make([]use, 0, n)
	for _, cells := range c.cells {
		for i := range cells {
			for _, v := range cells[i].values {
				list = append(list, use{v.Whole, cells[i].column, 1})
			}
		}
	}
	return countUses(list)
}

// counts counts the values of each attribute.
func (a *attributed) counts() uses {
	list := make([]use, 0, len(a.under))
	for i := range a.under {
		for _, v := range a.under[i].values {
			list = append(list, use{v.Whole, a.under[i].attribute, 1})
		}
	}
	return countUses(list)
}
