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

// formColumns is the number of columns that tell something of an entity (see tellingColumns)
// from which on pages are data by their form. Sites of entities that were read had 4 to 20 of them,
// three pages of one 5 at least; 22 forums, blogs and sites of news 0 to 2, one on average. If these
// come as by a Poisson distribution of that mean, a site of prose has five in .4 % of the cases.
const formColumns = 5

// NamesAlone is the reason against a site of prose.
const NamesAlone = "it shows names of known instances, but not as data, and nothing else of them"

// RejectReason tells why a site that was read is no source, "" if it is one:
//
//   - no column repeats known names, or
//   - most of its pages have no name there, or the same as others, or
//   - its pages are named after several known entities each, as comparisons are, or
//   - its pages do not agree with what is known in a second attribute (see agreesIn), do
//     not show what known entities show, either (see fills), have fewer than formColumns
//     columns, and do not state several attributes of the entities that they name in their sentences
//     (see stated): prose may be titled with the name of an entity, but it does not line up
//     its values, or
//   - the pages that queries led to are not named after what was asked for: none is, or
//     so few that fewer than half are at statedError. They show it, but are about something
//     else, as lists are; of an entity's pages some are met through one that they point to.
//
// What the classifier says of the pages does not count: it is as sure of what stands around
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
	case len(e.agreesIn(src, records)) == 0 && len(e.fills(src, records)) < minFilled && len(tellingColumns(records)) < formColumns && e.stated(src, records, askedFor) < minFilled:
		return NamesAlone
	}
	as := namesIn(records, e.nameColumn(src, func(string) bool { return true }))
	read, named := 0, 0
	for _, r := range records {
		if asked := askedFor[r.URL]; asked != "" {
			name := e.nameOf(src, r.Whole().ByLabel())
			read++
			if values.SameName(name, asked) || e.extends(name, asked) || as.Like(as.Wording(name), e.namesOf(e.all[0].site), values.Wording(asked)) {
				named++
			}
		}
	}
	if read >= MinAgreeing && (named == 0 || distuv.Binomial{N: float64(read), P: .5}.CDF(float64(named)) < statedError) {
		return fmt.Sprintf("of %d of its pages that show what was asked for %d are named after it; the others may be lists", read, named)
	}
	return ""
}

// agreesIn gives the labels of a site's columns that show an attribute beside the name, and are not the
// name once more: the title of a page agrees in it wherever the heading does, also on a blog.
func (e *Entities) agreesIn(src catalog.Source, records []record.Record) (labels []string) {
	again := e.again(src, records)
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

// repeated counts how an attribute of the known entities repeats their names.
func (e *Entities) repeated(attribute string) (c repeats) {
	if e.shelf != nil {
		return e.shelf.Repeats[attribute]
	}
	for _, in := range e.all {
		c.count(values.Fold(in.name(e)), in.record.Values[attribute])
	}
	return c
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
