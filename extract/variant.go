package extract

import "strings"

// joinVariants makes one template of optional ones between the same mandatory
// templates that say the same, never on one page: a label in a header row on
// some pages and before its value on others, or "Director:" and "Directors:".
// What follows them first is one column, whatever it looks like.
//
// Cost: linear in the templates, times pages.
func (a *alignment) joinVariants() {
	first := make(map[string]int)
	kept := a.templates[:0]
	for _, t := range a.templates {
		if t.mandatory {
			clear(first)
			kept = append(kept, t)
			continue
		}
		key := stem(a.lecs[t.class].sample.text)
		k, ok := first[key]
		if !ok || !disjoint(kept[k].first, t.first) {
			if key != "" {
				first[key] = len(kept)
			}
			kept = append(kept, t)
			continue
		}
		u := &kept[k]
		merged := make([]int32, len(u.first))
		for i := range merged {
			merged[i] = max(u.first[i], t.first[i])
		}
		u.first, u.pages, u.moved, u.variant = merged, u.pages+t.pages, true, true
	}
	a.templates = kept
}

// stem takes the colon and the plural off a label, and its case.
func stem(label string) string {
	s := strings.ToLower(strings.TrimRight(label, ": "))
	s = strings.TrimSuffix(s, "(s)")
	return strings.TrimSuffix(s, "s")
}

// firstItems makes a column of the first item of each run, and takes it out
// of the runs.
func (a *alignment) firstItems(after int, runs []run) *column {
	c := a.newColumn(after)
	for k := range runs {
		r := &runs[k]
		d := a.docs[r.page]
		row := items(d.leaves, r.lo, r.hi)
		if len(row) == 0 {
			continue
		}
		c.put(r.page, d, row[0]...)
		c.multi = c.multi || len(row[0]) > 1
		r.lo = row[0][len(row[0])-1] + 1
	}
	return c
}
