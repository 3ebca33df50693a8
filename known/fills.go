package known

import (
	"maps"
	"slices"

	"verde/catalog"
	"verde/record"
)

// tellingColumns are the columns of records that tell something of what they are of, by
// label. What stands around is left out, and names, those of the page's own entity and of
// others ("see also"): pages of all kinds show them.
func tellingColumns(records []record.Record) map[string]*column {
	columns := columnsOf(records)
	names := namesAmong(columns)
	maps.DeleteFunc(columns, func(_ string, c *column) bool { return !c.tells() || c.identifies() || c.mostly(names) })
	return columns
}

// namesAmong are the values of columns that may identify what the records are of.
func namesAmong(columns map[string]*column) map[string]bool {
	names := map[string]bool{}
	for _, c := range columns {
		if c.identifies() {
			maps.Copy(names, c.words)
		}
	}
	return names
}

// columnsOf are the columns of records by label, but what stands around, and what is seldom (see [column.seldom]).
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
	maps.DeleteFunc(columns, func(label string, c *column) bool { return beside[label] || c.seldom(len(records)) })
	return columns
}

// fills gives the labels of a new site's columns that fill known columns of other sites, beside the name,
// each one of its own. What stands around the entity fills none: two forums show the same
// dates of joining; nor does what repeats the name, as a sentence may that all sites have. Cost: linear in the values, for each known column.
func (e *Entities) fills(src catalog.Source, records []record.Record) (labels []string) {
	shown, again := columnsOf(records), e.again(src, records)
	taken := make([]bool, len(e.columns))
	var counted []*column
	for _, label := range slices.Sorted(maps.Keys(shown)) {
		c := shown[label]
		if src.Attributes[label] == e.profile.Identifier || again[label].mostly() || !c.tells() || e.areNames(c) || slices.ContainsFunc(counted, func(o *column) bool { return c.like(o) || o.like(c) }) {
			continue // the same again, as in a breadcrumb
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

// again counts how a site's columns repeat the name, by label.
func (e *Entities) again(src catalog.Source, records []record.Record) map[string]repeats {
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
