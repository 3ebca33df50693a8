package known

import (
	"fmt"
	"slices"
	"strings"

	"verde/catalog"
	"verde/record"
)

// EnoughSites is the least number of other sites for which having nothing in common with them is evidence against a site. With
// fewer it is not known yet what the sites of a domain have in common.
const EnoughSites = 4

// SurelyOther reports whether a site with only names in common with n other sites is of another kind, with an error of statedError: if each of n
// sites has more in common, the next site of the kind has only names with probability 1/(n+2) (Laplace's rule of succession). If none of its
// judged pages is data for sure, this is multiplied by the probability, by the same rule, that a source has no such page: the two are
// independent, since the classifier looks at how pages are built and not at the values of other sites.
func (e *Entities) SurelyOther(src catalog.Source) bool {
	others, unsure := len(e.sites), len(e.unsure)
	if e.Explored(src.Site) {
		others--
	}
	if e.unsure[src.Site] {
		unsure--
	}
	p := 1 / float64(others+2)
	if src.SemiStructured == 0 {
		p *= float64(unsure+1) / float64(others+2)
	}
	return p < statedError
}

// SharedColumns gives the labels of a site's columns that other sites have, too, beside the name: columns that agree with them on the same
// entities, and columns that are like theirs and not contradicted by them (see contradicted). Of columns that determine one
// another only one counts (see independent). words is true if one of them agrees on the same entities, or is no column of quantities. Cost: linear
// in the values, for each known column.
func (e *Entities) SharedColumns(src catalog.Source, records []record.Record) (labels []string, words bool) {
	agree, columns, of := e.agreesIn(src, records), columnsOf(records), e.identified(src, records)
	labels = slices.Clone(agree)
	for _, label := range e.similarColumns(src, records) {
		if !slices.Contains(labels, label) && !e.contradicted(src.Site, columns[label], records, of) {
			labels = append(labels, label)
		}
	}
	slices.Sort(labels)
	labels = independent(labels, firsts(records))
	words = slices.ContainsFunc(labels, func(l string) bool { return slices.Contains(agree, l) || !columns[l].isQuantity() })
	return labels, words
}

// Uncorroborated gives a sentence against a site that has only names in common with the other sites, else "". Sites of one kind show the same
// attributes, if not the same entities: of 120 sites on fourteen webs each has two columns or more that agree with other sites' or are like
// theirs. Sites about hills, walks and horses with the names that were asked for have one at most, such as the place, however
// much they look like data. They are accepted while only one site is known, with which sources may have as little in common.
//
// Quantities with equal labels are less evidence than equal words. If the others have many columns in common, usual of them, a
// site with only a few quantities, such as the prices and purities of a handbook, has hardly anything in common with them (see
// hardly). Attributes stated in sentences count, too (see stated), unless the site is among the known ones, where it would be compared with
// itself. askedFor is that of [Entities.NameColumns]; usual is 0 if it is not known. enough is false if fewer than EnoughSites other sites are known, which
// are too few to compare with. Cost: that of SharedColumns and of stated.
func (e *Entities) Uncorroborated(src catalog.Source, records []record.Record, askedFor map[string]string, usual float64) (why string, enough bool) {
	others, itself := len(e.sites), e.Explored(src.Site)
	if itself {
		others--
	}
	said, words := e.SharedColumns(src, records)
	least := float64(minFilled)
	if !words {
		least = max(least, hardly*usual)
	}
	if float64(len(said)) >= least || !itself && e.States(src, records, askedFor) {
		return "", others >= EnoughSites
	}
	in, of := "nothing", ""
	if len(said) > 0 {
		in = fmt.Sprintf("no more than %q", strings.Join(said, ", "))
	}
	if len(said) >= minFilled {
		of = fmt.Sprintf(", which have %.0f columns in common", usual)
	}
	return fmt.Sprintf("beside the names its pages have %s in common with those of %d other sites%s", in, others, of), others >= EnoughSites
}

// States reports whether the sentences of a site state several attributes of the entities that its pages name; see stated.
func (e *Entities) States(src catalog.Source, records []record.Record, askedFor map[string]string) bool {
	return e.stated(src, records, askedFor) >= minFilled
}
