package integrate

import (
	"cmp"
	"slices"

	"verde/integrate/compare"
)

// alignedRecords are the records' values under the attributes by which records are compared. Most sites know few
// of all attributes, so empty cells take no memory.
type alignedRecords struct {
	width int     // number of attributes
	start []int32 // record -> its first cell; one more for the end
	cells []alignedCell
}

// alignedCell is a record's values under an attribute.
type alignedCell struct {
	attribute int32
	values    []*compare.Value
}

// row returns the cells of a record, by attribute.
func (a *alignedRecords) row(r int32) []alignedCell { return a.cells[a.start[r]:a.start[r+1]] }

// values returns the values of a record under attribute k.
func (a *alignedRecords) values(r int32, k int) []*compare.Value {
	all := a.row(r)
	i, ok := slices.BinarySearchFunc(all, int32(k), func(x alignedCell, k int32) int { return cmp.Compare(x.attribute, k) })
	if !ok {
		return nil
	}
	return all[i].values
}

// align collects the records' values under attributes. Columns joined by the distribution of their values alone
// (Attribute.OfKind) are left out: records are not compared by them.
func (c *Corpus) align(attributes []Attribute) *alignedRecords {
	a := &alignedRecords{width: len(attributes), start: make([]int32, 1, len(c.urls)+1)}
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
		begin := len(a.cells)
		for _, cell := range cells {
			if k := to[cell.column]; k >= 0 {
				a.cells = append(a.cells, alignedCell{k, c.columns[cell.column].canonicalValues(cell.values)})
			}
		}
		of := a.cells[begin:]
		slices.SortStableFunc(of, func(x, y alignedCell) int { return cmp.Compare(x.attribute, y.attribute) })
		for i := len(of) - 1; i > 0; i-- { // a person may give several columns of a site to an attribute
			if of[i-1].attribute == of[i].attribute {
				of[i-1].values = slices.Concat(of[i-1].values, of[i].values)
				of = slices.Delete(of, i, i+1)
			}
		}
		a.cells = a.cells[:begin+len(of)]
		a.start = append(a.start, int32(len(a.cells)))
	}
	a.cells = slices.Clip(a.cells)
	return a
}
