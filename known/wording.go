package known

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"verde/query"
)

// wording is the words of a name that known entities have; see [query.Names.Wording].
type wording struct {
	words  []string
	site   string // the first that has it
	places []int  // in all
}

// addWording has an entity found by the words of its name, in whatever order.
func (e *Entities) addWording(as *query.Names, name string, at int) {
	words := as.Wording(name)
	slices.Sort(words)
	key := strings.Join(words, " ")
	i, ok := e.byWording[key]
	if !ok {
		i = len(e.wordings)
		e.byWording[key] = i
		e.wordings = append(e.wordings, &wording{words: words, site: e.all[at].site})
		for _, word := range slices.Compact(slices.Clone(words)) {
			e.byWord[word] = append(e.byWord[word], i)
		}
	}
	e.wordings[i].places = append(e.wordings[i].places, at)
}

// namesOf is how a site names entities.
func (e *Entities) namesOf(site string) *query.Names {
	if names := e.names[site]; names != nil {
		return names
	}
	return new(query.Names)
}

// maxCompared is the number of known names that a name is compared with, those that have its rarest word first. A word that
// as many have tells little.
const maxCompared = 200

// like gives the known names that may be of the entity of a name in other words; as tells how its site names entities. Cost:
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
				if w := e.wordings[i]; !tried[i] && as.Like(words, e.namesOf(w.site), w.words) && !yield(w) {
					return
				}
				tried[i] = true
			}
		}
	}
}

// alike finds the known entity that a name may be of in other words. Where two are like it, or it and another one like the
// one, that are not like each other ("Anna Lee" and "Anton Lee" beside "A. Lee"), nobody knows. Cost: that of like, twice.
func (e *Entities) alike(as *query.Names, name string) (at int, ok bool) {
	words := as.Wording(name)
	var first *wording
	for w := range e.like(as, words) {
		if first == nil {
			first = w
		} else if !e.namesOf(first.site).Like(first.words, e.namesOf(w.site), w.words) {
			return 0, false
		}
	}
	if first == nil {
		return 0, false
	}
	for w := range e.like(e.namesOf(first.site), first.words) {
		if !as.Like(words, e.namesOf(w.site), w.words) {
			return 0, false
		}
	}
	return first.places[0], true
}
