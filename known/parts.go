package known

import (
	"iter"

	"verde/query"
	"verde/values"
)

// inParts finds the known entity of a page whose site and another one divide names otherwise: the page
// calls it by a part of its name and shows the rest as a value beside, or calls it by the whole
// where the known site shows a part of that beside. Of several entities of the part the one counts that
// shows the rest. As that of [Entities.only] the answer is enough to compare columns. Cost: that of divided.
func (e *Entities) inParts(as *query.Names, names []string, page map[string][]string) (at int, ok bool) {
	for found, rest := range e.divided(as, names, page) {
		for _, i := range found {
			if rest == "" || showsText(e.valuesAt(i), rest) {
				at, ok = least(at, i, ok), true
				break
			}
		}
	}
	return at, ok
}

// divided gives the known entities that a page may be of if its name is divided otherwise: those of the name with one
// of its values, and those of the name without one, which have to show that value. A name without it that is
// widespread tells little. Columns come in no order. Cost: the words of the page's values.
func (e *Entities) divided(as *query.Names, names []string, page map[string][]string) iter.Seq2[[]int, string] {
	return func(yield func(found []int, rest string) bool) {
		if len(names) != 1 || len(names[0]) > maxValueBytes {
			return
		}
		name := as.Core(names[0])
		for _, texts := range page {
			for _, text := range texts {
				if len(text) > maxShown || !query.Usable(text) {
					continue
				}
				if found := e.byName[query.Key(name+" "+text)]; len(found) > 0 && values.Fold(text) != values.Fold(name) && !yield(found[:1], "") {
					return
				}
				part := query.Without(name, text)
				if found := e.byName[query.Key(part)]; part != "" && len(found) > 0 && len(found) <= widespread && !yield(found, text) {
					return
				}
			}
		}
	}
}

// widespread is the number of entities of a name from which on it tells little.
const widespread = 20

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
