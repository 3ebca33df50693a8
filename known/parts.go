package known

import (
	"verde/query"
	"verde/values"
)

// inParts finds the known entity of a page whose site and another one divide names otherwise: the page
// calls it by a part of its name and shows the rest as a value beside, or calls it by the whole
// where the known site shows a part of that beside. Of several entities of the part the one counts that
// shows the rest. As that of [Entities.only] the answer is enough to compare columns. Cost: a
// look-up for each value of the page.
func (e *Entities) inParts(as *query.Names, names []string, page map[string][]string) (at int, ok bool) {
	if len(names) != 1 || len(names[0]) > maxValueBytes {
		return 0, false
	}
	name := as.Core(names[0])
	for _, texts := range page {
		for _, text := range texts {
			if len(text) > maxShown || !query.Usable(text) {
				continue
			}
			if found := e.byName[query.Key(name+" "+text)]; len(found) > 0 && values.Fold(text) != values.Fold(name) {
				at, ok = least(at, found[0], ok), true
			}
			rest := query.Without(name, text)
			if rest == "" {
				continue
			}
			e.have(e.byName[query.Key(rest)])
			for _, i := range e.byName[query.Key(rest)] {
				if showsText(e.valuesAt(i), text) {
					at, ok = least(at, i, ok), true
					break
				}
			}
		}
	}
	return at, ok
}

// least is the lesser of a place, if there is one, and another: columns come in no order.
func least(old, place int, ok bool) int {
	if ok {
		return min(old, place)
	}
	return place
}

// showsText reports whether a record has a value with the same words.
func showsText(shown map[string][]string, text string) bool {
	key := query.Key(text)
	for _, texts := range shown {
		for _, t := range texts {
			if len(t) <= maxShown && query.Key(t) == key {
				return true
			}
		}
	}
	return false
}
