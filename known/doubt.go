package known

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"verde/catalog"
	"verde/record"
	"verde/values"
)

// formColumns is the number of informative columns (see informativeColumns) from which on pages are
// data by their form. Sites of entities that were read had 4 to 20 of them, and three pages of such a site 5 at
// least; 22 forums, blogs and news sites had 0 to 2, one on average. If their number has a Poisson distribution
// with that mean, a site of prose has five or more in .4 % of the cases.
const formColumns = 5

// NamesAlone is the reason against a site of prose.
const NamesAlone = "it shows names of known instances, but not as data, and nothing else of them"

// RejectReason is the reason why a site that was read is no source, "" if it is one:
//
//   - no column repeats known names, or
//   - most of its pages have no name there, or the same as others, or
//   - its pages are named after several known entities each, as comparisons are, or
//   - its pages do not agree with the known values of a second attribute (see agreesIn), have no
//     columns like known ones (see similarColumns), fewer than formColumns informative columns, and
//     do not state several attributes of the entities that they name in their sentences (see
//     stated): prose may be titled with the name of an entity, but has no columns of its values, or
//   - the pages that queries led to are not named after what was asked for: none is, or
//     fewer than half by a binomial test at statedError. They show it, but are about something
//     else, such as lists. Some pages of a source may be found through another entity that they mention.
//
// The classifier's probabilities do not count: it is as sure of the frames around
// the posts of some forums as of data. Nor does the site's score: it is less for
// each page about another entity that a query led to by mistake, which is a fault of
// the query and not of the site.
//
// askedFor is that of [Entities.NameColumns]. Cost: linear in the values.
func (e *Entities) RejectReason(src catalog.Source, records []record.Record, askedFor map[string]string) string {
	switch {
	case src.Attributes == nil:
		return "no column of its pages repeats the names of known instances"
	case !e.oneEach(src, records):
		return "its pages are not about one entity each: most have no name of their own"
	case e.compares(src, records):
		return "its pages are not about one entity each: they are named after several, as comparisons are"
	case len(e.agreesIn(src, records)) == 0 && len(e.similarColumns(src, records)) < minFilled && len(informativeColumns(records)) < formColumns && e.stated(src, records, askedFor) < minFilled:
		return NamesAlone
	}
	as := namesIn(records, e.nameColumn(src, func(string) bool { return true }))
	read, named := 0, 0
	for _, r := range records {
		if asked := askedFor[r.URL]; asked != "" {
			name := e.nameOf(src, r.Whole().ByLabel())
			read++
			if values.SameName(name, asked) || e.extends(name, asked) || as.Like(as.Wording(name), e.namesOf(e.all[0]), values.Wording(asked)) {
				named++
			}
		}
	}
	if read >= MinAgreeing && (named == 0 || distuv.Binomial{N: float64(read), P: .5}.CDF(float64(named)) < statedError) {
		return fmt.Sprintf("of %d of its pages that show what was asked for %d are named after it; the others may be lists", read, named)
	}
	return ""
}

// agreesIn gives the labels of a site's columns that were mapped to an attribute beside the name, without columns that
// repeat the name: the title of a page agrees with known values wherever the heading does, also on a blog.
func (e *Entities) agreesIn(src catalog.Source, records []record.Record) (labels []string) {
	again := e.nameRepeats(src, records)
	for label, attribute := range src.Attributes {
		if attribute == e.profile.Identifier || again[label].mostly() {
			continue
		}
		if ours := e.repeated(attribute); !ours.mostly() { // the attribute may be the name once more on the sites known
			labels = append(labels, label)
		}
	}
	return labels
}

// repeated counts how often an attribute of the known entities repeats their names.
func (e *Entities) repeated(attribute string) (c repeats) {
	if e.shelf != nil {
		return e.shelf.Repeats[attribute]
	}
	for _, in := range e.all[:e.named] {
		c.count(values.Fold(in.name(e)), in.record.Values[attribute])
	}
	return c
}

// oneEach reports whether a site's pages are about one entity each: at least half have exactly one name, and at
// least half of these names are distinct.
func (e *Entities) oneEach(src catalog.Source, records []record.Record) bool {
	named, different := 0, map[string]bool{}
	for _, r := range records {
		shown := r.Whole().ByLabel()
		if name := e.nameOf(src, shown); name != "" {
			named++
			different[name+e.qualifierTexts(src, shown)] = true
		}
	}
	return 2*named >= len(records) && 2*len(different) >= named
}

// qualifierTexts joins the values of the qualifying attributes on a page.
func (e *Entities) qualifierTexts(src catalog.Source, shown map[string][]string) string {
	var out strings.Builder
	for _, label := range slices.Sorted(maps.Keys(src.Attributes)) {
		if texts := shown[label]; len(texts) > 0 && slices.Contains(e.profile.With, src.Attributes[label]) {
			out.WriteString("\x00" + values.Fold(texts[0]))
		}
	}
	return out.String()
}
