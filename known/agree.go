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

// named is a page with the place of the entity that it names, and those of other entities of its source.
type named struct {
	record *record.Record
	at     int
	others []int
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
		times = min(times, len(p.others))
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
		for k := range counts {
			at := p.at
			if k > 0 {
				at = p.others[k*len(p.others)/(times+1)] // the next one's page may be by the same author
			}
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
		at, ok := e.find(as, shown[identifier], shown, askedFor[records[i].URL])
		if !ok {
			at, ok = e.only(as, shown[identifier])
		}
		if !ok {
			continue
		}
		if others := e.besideIt(at); len(others) >= leastReassigned && len(out) < testedPages {
			out = append(out, named{&records[i], at, others})
		}
	}
	return out
}

// besideIt gives the places of the other entities of the source of one, which were added one after
// the other, those after it first.
func (e *Entities) besideIt(at int) (places []int) {
	same := func(i int) bool { return i >= 0 && i < len(e.all) && e.all[i].site == e.all[at].site }
	first := at
	for same(first - 1) {
		first--
	}
	for i := at + 1; same(i); i++ {
		places = append(places, i)
	}
	for i := first; i < at; i++ {
		places = append(places, i)
	}
	return places
}

// inCommon counts the attributes of an entity, beside the name, of which a page shows a value that is
// no name of a known entity.
func (e *Entities) inCommon(at int, shown map[string]bool, name string) (n int) {
	for attribute, texts := range e.valuesAt(at) {
		if attribute != e.profile.Identifier && slices.ContainsFunc(texts, func(text string) bool {
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
