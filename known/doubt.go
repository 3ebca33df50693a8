package known

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"verde/catalog"
	"verde/query"
	"verde/record"
	"verde/values"
)

// Probabilities that a site is a source: from source on it is one, below prose it is none; between nobody knows, and it is kept
// apart. A site that is read by mistake costs more than one that waits: the next round holds it against more that is known, and a
// person may decide. Four posting sites had .57 to .65 on generated webs and in the demonstration.
const (
	source = 0.8
	prose  = 0.25
)

// A Verdict is what a site that was read is held for.
type Verdict struct {
	State       string  // [catalog.Expanded], [catalog.Doubtful] or [catalog.Refused]
	Reason      string  // why it is no source
	Probability float64 // that it is one, by what it says
}

// Likely reports whether a site of which a part was read is worth reading: it is likelier a source than not.
func (v Verdict) Likely() bool { return v.Reason == "" || v.Probability >= 0.5 }

// Decide tells whether a site that was read is a source. It is doubtful if
//
//   - no column repeats known names, or
//   - most of its pages have no name there, or the same as others, or
//   - its pages are named after several known entities each, as comparisons are, or
//   - the pages that queries led to are not named after what was asked for: they
//     show it, but are about something else, as lists are, or
//   - there are too few such pages to tell, and most of all pages show several known entities
//     in one column;
//
// and else by how likely it is by what its pages say of the entities and with what words (see weight). That the
// classifier is sure of pages counts nothing: it is as sure of what stands around
// the posts of some forums as of data. Nor does the site's score: it is less for
// each page about another entity that a query led to by mistake, which is a fault of
// the query and not of the site.
//
// askedFor is that of [Entities.NameColumns]. Cost: linear in the values.
func (e *Entities) Decide(src catalog.Source, records []record.Record, askedFor map[string]string) Verdict {
	if why := e.notNamed(src, records, askedFor); why != "" {
		return Verdict{State: catalog.Doubtful, Reason: why}
	}
	w := e.weigh(src, records, askedFor)
	v := Verdict{State: catalog.Expanded, Probability: w.probability()}
	switch told := fmt.Sprintf("it is a source with a probability of %.2f: %v", v.Probability, w); {
	case v.Probability < prose:
		v.State, v.Reason = catalog.Refused, told
	case v.Probability < source:
		v.State, v.Reason = catalog.Doubtful, told
	}
	return v
}

// notNamed tells why a site's pages are not named after one entity each, those that queries led to after what was asked
// for, "" if they are.
func (e *Entities) notNamed(src catalog.Source, records []record.Record, askedFor map[string]string) string {
	switch {
	case src.Attributes == nil:
		return "no column of its pages repeats the names of known instances"
	case !e.oneEach(src, records):
		return "its pages are not about one entity each: most have no name of their own"
	case e.compares(src, records):
		return "its pages are not about one entity each: they are named after several, as comparisons are"
	}
	read, named, lists := 0, 0, 0
	for _, r := range records {
		shown := r.Whole().ByLabel()
		name := e.nameOf(src, shown)
		if e.severalIn(shown, name) {
			lists++
		}
		if asked := askedFor[r.URL]; asked != "" {
			read++
			if sameName(name, asked) {
				named++
			}
		}
	}
	switch {
	case read >= minAgreeing && 2*named < read:
		return fmt.Sprintf("of %d of its pages that show what was asked for %d are named after it; the others may be lists", read, named)
	case read < minAgreeing && 2*lists > len(records):
		return fmt.Sprintf("%d of its %d pages show several known entities each, as lists do", lists, len(records))
	}
	return ""
}

// oneEach reports whether at least half of a site's pages have one name, and at least
// half of these another than the pages before: pages about one entity each.
func (e *Entities) oneEach(src catalog.Source, records []record.Record) bool {
	named, different := 0, map[string]bool{}
	for _, r := range records {
		shown := r.Whole().ByLabel()
		if name := e.nameOf(src, shown); name != "" {
			named++
			different[name+e.beside(src, shown)] = true
		}
	}
	return 2*named >= len(records) && 2*len(different) >= named
}

// comparing is the share of the pages named after a known entity that are named after another one beside, from which
// on they are comparisons: where half of all entities are known, a third of the pages "A against B" that
// name one name both.
const comparing = 1. / 3

// compares reports whether a site's pages are named after several known entities each, in the column of names or in
// those that say what they are called: a comparison may have a table with each of their names. Cost: a look-up for
// each word of a name and those that follow it, longestName at most.
func (e *Entities) compares(src catalog.Source, records []record.Record) bool {
	one, several := 0, 0
	called := callings(records, columnsOf(records))
	for _, r := range records {
		shown := r.Whole().ByLabel()
		n := e.namesWithin(e.nameOf(src, shown))
		for label := range called {
			if texts := shown[label]; len(texts) == 1 && len(texts[0]) <= maxValueBytes {
				n = max(n, e.namesWithin(values.Fold(texts[0])))
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
	return several >= minAgreeing && float64(several) >= comparing*float64(one)
}

// longestName is the number of words of the known names that are looked for within a name.
const longestName = 8

// namesWithin counts the different known names that a folded text has, the longest first, each with a word between it
// and the one before: "Olive Garden" need not be Olive and Garden.
func (e *Entities) namesWithin(folded string) int {
	words, names := strings.Fields(folded), map[string]bool{}
	for i := 0; i < len(words); i++ {
		for to := min(len(words), i+longestName); to > i; to-- {
			if key := query.Key(strings.Join(words[i:to], " ")); len(e.byName[key]) > 0 {
				names[key] = true
				i = to // and over the word behind it
				break
			}
		}
	}
	return len(names)
}

// beside is what a page shows of the attributes that tell entities of one name apart.
func (e *Entities) beside(src catalog.Source, shown map[string][]string) string {
	var out strings.Builder
	for _, label := range slices.Sorted(maps.Keys(src.Attributes)) {
		if texts := shown[label]; len(texts) > 0 && slices.Contains(e.profile.With, src.Attributes[label]) {
			out.WriteString("\x00" + values.Fold(texts[0]))
		}
	}
	return out.String()
}

// severalIn reports whether one column of a page shows at least maxOthers known
// entities beside the named one.
func (e *Entities) severalIn(shown map[string][]string, name string) bool {
	for _, texts := range shown {
		if len(texts) < maxOthers {
			continue
		}
		others := map[string]bool{}
		for _, text := range texts {
			if f := values.Fold(text); len(text) <= maxValueBytes && f != name && len(e.byName[query.Key(text)]) > 0 {
				others[f] = true
			}
		}
		if len(others) >= maxOthers {
			return true
		}
	}
	return false
}
