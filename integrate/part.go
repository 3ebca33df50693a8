package integrate

import (
	"slices"

	"verde/integrate/compare"
)

// Values that are made of several are given whole, and each part in a column of its own: sentences, and places with
// their countries. What a column and its parts say is said once: the whole column is joined with others first, and its
// parts with what it is not joined with, as the countries of other sites. Of prose, and of
// what other sites have in several columns, the parts are what there is to compare, and they come first; a long name
// is no prose.

// within notes of which other column each column from the first one on of a site holds parts. A column that has the
// values of one that is no part of another is none either.
func (c *Corpus) within(first int, parts map[string]string, titles string) {
	own := c.columns[first:]
	for i := range own {
		col := &own[i]
		isPart := func(l string) bool { _, ok := parts[l]; return ok }
		if slices.ContainsFunc(col.labels(), func(l string) bool { return !isPart(l) }) {
			col.ofParts = make(map[string]bool)
			for _, l := range col.labels() {
				col.ofParts[l] = isPart(l)
			}
			continue
		}
		whole := parts[col.Label]
		for k := range own {
			if k != i && slices.Contains(own[k].labels(), whole) {
				col.partOf = int32(first + k)
				own[k].prose = own[k].long && own[k].form.Kind == compare.Text && (titles == "" || !slices.Contains(own[k].labels(), titles))
				break
			}
		}
	}
}

// short reports whether a column holds parts of values that can be compared as wholes: two records that have such a value
// in common have its parts in common, which say nothing more.
func (c *Corpus) short(col int32) bool {
	return c.isPart(col) && !c.partsFirst(c.columns[col].partOf)
}

// late reports whether a column is joined with what its parts, or the column that it is of, is not joined with.
func (c *Corpus) late(col int32) bool { return c.partsFirst(col) || c.short(col) }
