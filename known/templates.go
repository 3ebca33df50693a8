package known

import (
	"maps"
	"slices"

	"verde/catalog"
	"verde/query"
	"verde/record"
)

// minAlike is the share of what the records of one template show that those of another
// have to show, too, to be of the same kind: at least half, as of a site as a whole.
const minAlike = 0.5

// OtherKinds gives the templates of a site (see [record.Record].Template) of which the pages
// show another kind of thing than the entity's: reviews, news and lists are named after
// entities as well, but show nothing else of what their pages show. The entity's template
// is the one whose records agree with what is known in most columns and fill most of the
// known ones (see [Entities.NameColumns]); of equals the one with most records. askedFor
// is that of NameColumns. Cost: that of NameColumns.
func (e *Entities) OtherKinds(records []record.Record, askedFor map[string]string) map[int]bool {
	byTemplate := templates(records)
	if len(byTemplate) < 2 {
		return nil
	}
	best, most := 0, -1
	for _, n := range slices.Sorted(maps.Keys(byTemplate)) {
		list := byTemplate[n]
		names := e.NameColumns(list, askedFor)
		agree := 0
		if names != nil {
			agree = len(names) + e.fills(catalog.Source{Attributes: names}, list)
		}
		if agree > most || agree == most && len(list) > len(byTemplate[best]) {
			best, most = n, agree
		}
	}
	return otherKinds(byTemplate, best)
}

// OtherKinds is [Entities.OtherKinds] where a page of the entity is known, by its URL.
func OtherKinds(records []record.Record, sample string) map[int]bool {
	for _, r := range records {
		if r.URL == sample {
			return otherKinds(templates(records), r.Template)
		}
	}
	return nil
}

// templates are the records of each template.
func templates(records []record.Record) map[int][]record.Record {
	out := map[int][]record.Record{}
	for _, r := range records {
		out[r.Template] = append(out[r.Template], r)
	}
	return out
}

// otherKinds gives the templates that show too little of what one shows, by columns that
// say the same kind of thing (see [column.like]). Of one that shows nothing by which it
// can be told, none is another kind.
func otherKinds(byTemplate map[int][]record.Record, entity int) map[int]bool {
	shown := tellingColumns(byTemplate[entity])
	if len(shown) == 0 {
		return nil
	}
	var out map[int]bool
	for n, list := range byTemplate {
		theirs, alike := tellingColumns(list), 0
		for _, c := range shown {
			if slices.ContainsFunc(theirs, func(o *column) bool { return c.like(o) || o.like(c) }) {
				alike++
			}
		}
		if float64(alike) < minAlike*float64(len(shown)) {
			if out == nil {
				out = map[int]bool{}
			}
			out[n] = true
		}
	}
	return out
}

// tellingColumns are the columns of records that tell something of what they are of. What
// stands around is left out, and names: pages of all kinds show them.
func tellingColumns(records []record.Record) []*column {
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
	var out []*column
	for _, label := range slices.Sorted(maps.Keys(columns)) {
		if c := columns[label]; c.tells() && !around.Has(label) && float64(len(c.words)) < query.MinIdentifying*float64(c.texts) {
			out = append(out, c)
		}
	}
	return out
}
