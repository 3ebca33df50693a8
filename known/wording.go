package known

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"verde/query"
)

// wording is the sorted words of a name, with the entities that have it; see [query.Names.Wording].
type wording struct {
	words  []string
	places []int // in all
}

// addWording indexes an entity by the words of its name, in any order.
func (e *Entities) addWording(as *query.Names, name string, at int) {
	words := as.Wording(name)
	slices.Sort(words)
	key := strings.Join(words, " ")
	i, ok := e.byWording[key]
	if !ok {
		i = len(e.wordings)
		e.byWording[key] = i
		e.wordings = append(e.wordings, &wording{words: words})
		for _, word := range slices.Compact(slices.Clone(words)) {
			e.byWord[word] = append(e.byWord[word], i)
		}
	}
	e.wordings[i].places = append(e.wordings[i].places, at)
}

// namesOf is the model of the names that an entity's site gives by the same attribute.
func (e *Entities) namesOf(in entity) *query.Names {
	if names := e.names[naming(in.site, in.alias)]; names != nil {
		return names
	}
	return new(query.Names)
}

// maxCompared is the greatest number of known names that a name is compared with, names with its rarest words first. More names
// with a word make it little evidence.
const maxCompared = 200

// like gives the known names that may be the same entity's in other words (see [query.Names.Like]); as is the model of the name's site. Cost:
// maxCompared comparisons.
func (e *Entities) like(as *query.Names, words []string) iter.Seq[*wording] {
	return func(yield func(*wording) bool) {
		byRarity := slices.Clone(words)
		slices.SortFunc(byRarity, func(a, b string) int {
			return cmp.Or(cmp.Compare(len(e.byWord[a]), len(e.byWord[b])), cmp.Compare(a, b))
		})
		tried := map[int]bool{}
		for _, word := range slices.Compact(byRarity) {
			found := e.byWord[word]
			if len(tried)+len(found) > maxCompared {
				return
			}
			for _, i := range found {
				if w := e.wordings[i]; !tried[i] && as.Like(words, e.namesOf(e.all[w.places[0]]), w.words) && !yield(w) {
					return
				}
				tried[i] = true
			}
		}
	}
}

// inOtherWords finds the known entity with a name in other words. ok is false if it is ambiguous: two known names are like it but not
// like each other ("Anna Lee" and "Anton Lee" beside "A. Lee"), or a known name that is like the found one is not like it. Cost: that of like,
// twice.
func (e *Entities) inOtherWords(as *query.Names, name string) (at int, ok bool) {
	words := as.Wording(name)
	var first *wording
	for w := range e.like(as, words) {
		if first == nil {
			first = w
		} else if !e.namesOf(e.all[first.places[0]]).Like(first.words, e.namesOf(e.all[w.places[0]]), w.words) {
			return 0, false
		}
	}
	if first == nil {
		return 0, false
	}
	for w := range e.like(e.namesOf(e.all[first.places[0]]), first.words) {
		if !as.Like(words, e.namesOf(e.all[w.places[0]]), w.words) {
			return 0, false
		}
	}
	return first.places[0], true
}
