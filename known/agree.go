package known

import (
	"fmt"
	"slices"
	"strings"

	"verde/catalog"
	"verde/query"
	"verde/record"
	"verde/values"
)

// A page of an entity shows more of that entity's values than of another's. Whether a site's pages do
// so beyond chance is told by a Monte Carlo test (Barnard 1963): what they have in common with the
// entities that they name is compared with what they have in common if each is taken for another one of
// the same source, reassigned times over. If the pages tell nothing of their entities, the first number is the
// greatest of all twenty once in twenty times: an error of 5 %. Of a source that has fewer entities all
// others are taken, and none of one that has fewer than leastReassigned: an error of 10 %.
const (
	reassigned      = 19
	leastReassigned = 9
	testedPages     = 50 // at most, for the cost
)

// named is a page that names a known entity.
type named struct {
	record      *record.Record
	at          int // the entity's place
	first, size int // the place of the first entity of its source, and their number
}

// other gives the place of the k-th of so many other entities of the source, from 1. The next one is left
// out where it can be: its page may be by the same author.
func (p named) other(k, times int) int {
	return p.first + (p.at-p.first+1+k*(p.size-1)/(times+1))%p.size
}

// showsTheirs reports whether the pages of a site show values, beside the name, of the very entities that
// they name, by the test. What was found within sentences counts: a page in prose may tell
// what others show in a table. Cost: that of parsing the values of testedPages pages, and of twenty entities
// for each.
func (e *Entities) showsTheirs(src catalog.Source, records []record.Record, askedFor map[string]string) bool {
	identifier := e.nameColumn(src)
	pages := e.namedBy(identifier, records, askedFor)
	if len(pages) == 0 {
		return false
	}
	times := reassigned
	for _, p := range pages {
		times = min(times, p.size-1)
	}
	counts := make([]int, 1+times) // of values in common, the first with the entities named
	for _, p := range pages {
		name := e.nameOf(src, p.record.Whole().ByLabel())
		shown := map[string]bool{}
		for f := range p.record.All {
			for _, v := range f.Values {
				for _, m := range meanings(v.Text, name) {
					shown[m] = true
				}
			}
		}
		places := []int{p.at}
		for k := range times {
			places = append(places, p.other(k+1, times))
		}
		e.have(places)
		for k, at := range places {
			counts[k] += e.inCommon(at, shown, name)
		}
	}
	return counts[0] > slices.Max(counts[1:])
}

// nameColumn is the label of a site's identifying column.
func (e *Entities) nameColumn(src catalog.Source) string {
	for label, attribute := range src.Attributes {
		if attribute == e.profile.Identifier {
			return label
		}
	}
	return ""
}

// namedBy gives the pages that name a known entity of a source that has leastReassigned others,
// testedPages at most.
func (e *Entities) namedBy(identifier string, records []record.Record, askedFor map[string]string) (out []named) {
	as := namesIn(records, identifier)
	for i := range records {
		shown := records[i].Whole().ByLabel()
		at, ok := e.about(as, shown[identifier], shown, askedFor[records[i].URL])
		if !ok {
			continue
		}
		if first, n := e.sourceOf(at); n > leastReassigned && len(out) < testedPages {
			out = append(out, named{&records[i], at, first, n})
		}
	}
	return out
}

// sourceOf gives the place of the first entity of the source of one, and their number: they were added
// one after the other.
func (e *Entities) sourceOf(at int) (first, n int) {
	same := func(i int) bool { return i >= 0 && i < len(e.all) && e.all[i].site == e.all[at].site }
	last := at
	for first = at; same(first - 1); first-- {
	}
	for ; same(last + 1); last++ {
	}
	return first, last - first + 1
}

// inCommon counts the attributes of an entity of which a page shows a value that is no name of a known
// entity. By the name, and by what tells entities of one name apart, it was found: they are no news.
func (e *Entities) inCommon(at int, shown map[string]bool, name string) (n int) {
	for attribute, texts := range e.valuesAt(at) {
		if attribute != e.profile.Identifier && !slices.Contains(e.profile.With, attribute) && slices.ContainsFunc(texts, func(text string) bool {
			return len(e.byName[query.Key(text)]) == 0 && slices.ContainsFunc(meanings(text, name), func(m string) bool { return shown[m] })
		}) {
			n++
		}
	}
	return n
}

// meanings are what a value says, in forms that are equal if it says the same: none of a long text, nor of one
// that has the name in it.
func meanings(text, name string) []string {
	folded := values.Fold(text)
	if len(text) > maxShown || folded == "" || name != "" && strings.Contains(" "+folded+" ", " "+name+" ") {
		return nil
	}
	out := []string{folded}
	for _, v := range values.Parse(text) {
		out = append(out, fmt.Sprintf("%T %v", v, v))
	}
	return out
}
