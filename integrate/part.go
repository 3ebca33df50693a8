package integrate

import (
	"slices"

	"verde/integrate/compare"
)

// Values made of several parts (sentences, places with their countries) come whole in one column, and each part in
// a column of its own. No information counts twice: the column of wholes is joined with other columns first, and
// the parts with what remains, such as the country columns of other sites. For prose, and for values that other
// sites have in several columns, it is the other way round: the parts come first. A long name is no prose.

// assignParts finds for each column from first on whether it holds parts of the values of another column, and of
// which. A column that has a label of whole values, too, is no column of parts.
func (c *Corpus) assignParts(first int, parts map[string]string, titles string) {
	own := c.columns[first:]
	for i := range own {
		col := &own[i]
		isPart := func(l string) bool { _, ok := parts[l]; return ok }
		if slices.ContainsFunc(col.labels(), func(l string) bool { return !isPart(l) }) {
			col.partLabels = make(map[string]bool)
			for _, l := range col.labels() {
				col.partLabels[l] = isPart(l)
			}
			continue
		}
		whole := parts[col.Label]
		for k := range own {
			if k != i && slices.Contains(own[k].labels(), whole) {
				col.partOf = int32(first + k)
				own[k].isProse = own[k].isLong && own[k].form.Kind == compare.Text && (titles == "" || !slices.Contains(own[k].labels(), titles))
				break
			}
		}
	}
}

// isRedundantPart reports whether a column holds parts of values that are compared as wholes: two records that
// share the whole value share its parts, which is no further evidence.
func (c *Corpus) isRedundantPart(col int32) bool {
	return c.isPart(col) && !c.comparedByParts(c.columns[col].partOf)
}

// isDeferred reports whether a column is joined after all others: of a column and its parts, one is compared
// first, and the other is joined with the columns that remain.
func (c *Corpus) isDeferred(col int32) bool { return c.comparedByParts(col) || c.isRedundantPart(col) }
