package known

import (
	"maps"
	"slices"

	"verde/catalog"
	"verde/record"
)

// informativeColumns gives the informative columns of records (see column.isInformative), by label, without
// columns around the entity, and without names of the page's own entity and of others ("see also"), which
// pages of all kinds have.
func informativeColumns(records []record.Record) map[string]*column {
	columns := columnsOf(records)
	names := namesAmong(columns)
	maps.DeleteFunc(columns, func(_ string, c *column) bool { return !c.isInformative() || c.identifies() || c.mostly(names) })
	return columns
}

// namesAmong gives the values of columns that may identify the entities of the records.
func namesAmong(columns map[string]*column) map[string]bool {
	names := map[string]bool{}
	for _, c := range columns {
		if c.identifies() {
			maps.Copy(names, c.words)
		}
	}
	return names
}

// columnsOf gives the columns of records by label, without columns around the entity and rare ones (see [column.isRare]).
func columnsOf(records []record.Record) map[string]*column {
	var around Around
	columns := map[string]*column{}
	for _, r := range records {
		around.Add(&r)
		for label, texts := range r.Whole().ByLabel() {
			if columns[label] == nil {
				columns[label] = newColumn(label)
			}
			columns[label].add(texts)
		}
	}
	beside := around.Labels()
	maps.DeleteFunc(columns, func(label string, c *column) bool { return beside[label] || c.isRare(len(records)) })
	return columns
}

// similarColumns gives the labels of a new site's columns that are like known columns of other sites (see column.like), beside the name, in
// a one-to-one mapping. Columns around the entity do not count, since two forums show the same dates of joining, nor do columns that
// repeat the name, as a sentence on all sites may. Cost: linear in the values, for each known column.
func (e *Entities) similarColumns(src catalog.Source, records []record.Record) (labels []string) {
	shown, again := columnsOf(records), e.nameRepeats(src, records)
	taken := make([]bool, len(e.columns))
	var counted []*column
	for _, label := range slices.Sorted(maps.Keys(shown)) {
		c := shown[label]
		if src.Attributes[label] == e.profile.Identifier || again[label].mostly() || !c.isInformative() || e.areNames(c) || slices.ContainsFunc(counted, func(o *column) bool { return c.like(o) || o.like(c) }) {
			continue // like another column of the site, such as a breadcrumb
		}
		for i, known := range e.columns {
			if !taken[i] && known.site != src.Site && c.like(known) {
				taken[i] = true
				counted, labels = append(counted, c), append(labels, label)
				break
			}
		}
	}
	return labels
}

// nameRepeats counts, by label, how often a site's columns repeat the name.
func (e *Entities) nameRepeats(src catalog.Source, records []record.Record) map[string]repeats {
	out := map[string]repeats{}
	for _, r := range records {
		shown := r.Whole().ByLabel()
		name := e.nameOf(src, shown)
		for label, texts := range shown {
			c := out[label]
			c.count(name, texts)
			out[label] = c
		}
	}
	return out
}
