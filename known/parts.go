package known

import (
	"iter"

	"verde/query"
	"verde/values"
)

// inParts finds the known entity of a page if the two sites divide names in different ways: the page's name is
// a part of the entity's name, and the rest is another value of the page, or the page has the whole
// name, a part of which is another value of the entity. Of several entities with the name the one with
// that value counts. As with [Entities.uniquelyNamed] the result is certain enough to compare columns. Cost: that of divided.
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

// divided gives known entities that a page may be about if the name is divided in another way: entities named with the page's name and one
// of its values, and entities named with the page's name without one of its values, which have to have that value, rest. Names
// of more than widespread entities are left out. The order is random. Cost: linear in the words of the page's values.
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

// widespread is the greatest number of entities with a name that is still evidence.
const widespread = 20

// least is the lesser of two places, where old counts only if ok is set, so that the order of columns does not matter.
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
