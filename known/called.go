package known

import (
	"slices"
	"strings"

	"verde/catalog"
	"verde/query"
	"verde/record"
	"verde/values"
)

// comparing is the least share, among pages named after a known entity, of pages named after another one, too, on a site of
// comparisons. If half of all entities are known, a third of the pages "A against B" with a known name have two.
const comparing = 1. / 3

// title is the label of the page title.
const title = "title"

// compares reports whether a site's pages are named after several known entities each. If page titles differ, only titles
// count: an entity's page may have a link to a comparison, which is named after two. Else the column of names counts, and
// other columns of page names (see callings): a comparison may have a table with both names. Cost: a look-up for
// each run of up to longestName words of a name.
func (e *Entities) compares(src catalog.Source, records []record.Record) bool {
	one, several := 0, 0
	called := callings(records, columnsOf(records))
	titled := called[title]
	if titled {
		called = map[string]bool{title: true}
	}
	for _, r := range records {
		shown, n := r.Whole().ByLabel(), 0
		if !titled {
			n = len(e.namesWithin(e.nameOf(src, shown), src.Site))
		}
		for label := range called {
			if texts := shown[label]; len(texts) == 1 && len(texts[0]) <= maxValueBytes {
				n = max(n, len(e.namesWithin(values.Fold(texts[0]), src.Site)))
			}
		}
		switch {
		case n > 1:
			several++
			one++
		case n > 0:
			one++
		}
	}
	return several >= MinAgreeing && float64(several) >= comparing*float64(one)
}

// longestName is the greatest number of words of known names that are looked for within a name.
const longestName = 8

// namesWithin gives the keys of the distinct names in a folded text of entities on sites other than a given one. At each place the longest
// name is taken, and a word has to separate it from the one before: "Olive Garden" need not be Olive and Garden.
func (e *Entities) namesWithin(folded, but string) (keys []string) {
	words := strings.Fields(folded)
	for i := 0; i < len(words); i++ {
		for to := min(len(words), i+longestName); to > i; to-- {
			if key := query.Key(strings.Join(words[i:to], " ")); e.elsewhere(key, but) {
				if !slices.ContainsFunc(keys, func(other string) bool { return e.sameEntity(key, other) }) {
					keys = append(keys, key)
				}
				i = to // also skips the word after it
				break
			}
		}
	}
	return keys
}

// elsewhere reports whether a site other than a given one has an entity with the key of a name.
func (e *Entities) elsewhere(key, but string) bool {
	return slices.ContainsFunc(e.byName[key], func(at int) bool { return e.all[at].site != but })
}

// callings gives the columns of page names: nearly all records have them, most of their values
// differ, and most values repeat those of another such column. Cost: a comparison for each record and pair of such columns.
func callings(records []record.Record, columns map[string]*column) map[string]bool {
	folded := map[string][]string{} // by label, "" where a record has no or several values
	for label, c := range columns {
		if float64(c.texts) >= query.MinIdentifying*float64(len(records)) && 2*len(c.words) > c.texts {
			folded[label] = make([]string, len(records))
		}
	}
	for i, r := range records {
		for label, texts := range r.Whole().ByLabel() {
			if list := folded[label]; list != nil && len(texts) == 1 && len(texts[0]) <= maxValueBytes {
				list[i] = values.Fold(texts[0])
			}
		}
	}
	out := map[string]bool{}
	for a, these := range folded {
		for b, those := range folded {
			var c repeats
			for i := range records {
				if a < b && these[i] != "" && those[i] != "" {
					c.Both++
					if values.SameName(these[i], those[i]) {
						c.Same++
					}
				}
			}
			if c.mostly() {
				out[a], out[b] = true, true
			}
		}
	}
	return out
}
