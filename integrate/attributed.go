package integrate

import (
	"cmp"
	"slices"

	"verde/integrate/compare"
)

// attributed is what each record has under the attributes that records are compared by. Most
// sites know few of the attributes that there are in all, so what a record has none of takes
// no place.
type attributed struct {
	width int     // number of attributes
	first []int32 // record -> its first place in under; one more for the end
	under []under
}

// under is what a record has under an attribute.
type under struct {
	attribute int32
	values    []*compare.Value
}

// all gives what a record has, by attribute.
func (a *attributed) all(r int32) []under { return a.under[a.first[r]:a.first[r+1]] }

func (a *attributed) of(r int32, k int) []*compare.Value {
	all := a.all(r)
	i, ok := slices.BinarySearchFunc(all, int32(k), func(x under, k int32) int { return cmp.Compare(x.attribute, k) })
	if !ok {
		return nil
	}
	return all[i].values
}

// attribute collects the values of attributes that records are compared by.
func (c *Corpus) attribute(attributes []Attribute) *attributed {
	a := &attributed{width: len(attributes), first: make([]int32, 1, len(c.urls)+1)}
	to := make([]int32, len(c.columns))
	for i := range to {
		to[i] = -1
	}
	for k := range attributes {
		for _, col := range attributes[k].Columns {
			if !slices.Contains(attributes[k].OfKind, col) {
				to[col] = int32(k)
			}
		}
	}
	for _, cells := range c.cells {
		begin := len(a.under)
		for _, cell := range cells {
			if k := to[cell.column]; k >= 0 {
				a.under = append(a.under, under{k, c.columns[cell.column].meaning(cell.values)})
			}
		}
		of := a.under[begin:]
		slices.SortStableFunc(of, func(x, y under) int { return cmp.Compare(x.attribute, y.attribute) })
		for i := len(of) - 1; i > 0; i-- { // a person may give several columns of a site to an attribute
			if of[i-1].attribute == of[i].attribute {
				of[i-1].values = slices.Concat(of[i-1].values, of[i].values)
				of = slices.Delete(of, i, i+1)
			}
		}
		a.under = a.under[:begin+len(of)]
		a.first = append(a.first, int32(len(a.under)))
	}
	a.under = slices.Clip(a.under)
	return a
}
