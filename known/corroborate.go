package known

import (
	"fmt"
	"slices"
	"strings"

	"verde/catalog"
	"verde/record"
)

// EnoughSites is the number of other sites from which on what a site says alone is evidence against it. Of fewer
// the estimate of missing sites is not made, either: what the sites of a kind have in common is not known yet.
const EnoughSites = 4

// Sure reports whether a site that has nothing but names in common with the others is hardly one of their kind: if each of n sites
// has more, the next one lacks it with a probability of 1/(n+2) (Laplace's rule of succession), here less than statedError. Where none of its
// judged pages is data for sure, the probability that a source has none, by the same rule, is multiplied with it: the classifier looks at
// how pages are built, and not at what others say.
func (e *Entities) Sure(src catalog.Source) bool {
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

// InCommon gives the labels of a site's columns that say what other sites' say, beside the name: those that agree with them about the very
// entities, and those that are filled like theirs and not contradicted by them (see contradicted). Of columns of which one follows from
// another one counts (see independent). words is true if one of them agrees about the entities, or is no column of measures. Cost: linear
// in the values, for each known column.
func (e *Entities) InCommon(src catalog.Source, records []record.Record) (labels []string, words bool) {
	agree, columns, of := e.agreesIn(src, records), columnsOf(records), e.identified(src, records)
	labels = slices.Clone(agree)
	for _, label := range e.fills(src, records) {
		if !slices.Contains(labels, label) && !e.contradicted(src.Site, columns[label], records, of) {
			labels = append(labels, label)
		}
	}
	slices.Sort(labels)
	labels = independent(labels, firsts(records))
	words = slices.ContainsFunc(labels, func(l string) bool { return slices.Contains(agree, l) || !columns[l].measures() })
	return labels, words
}

// Uncorroborated tells what speaks against a site of which nothing but the names is said by others, "" if that is not so. Sites
// of one kind show the same of its entities, if not of the same ones: of 120 on fourteen webs each has two columns or more that agree with other
// sites', or are filled like theirs. Hills, walks and horses that are called as what was asked for have one at most, the place that both
// belong to, however much they look like data. They come in while one site alone is known, with which sources may have as little in common.
//
// Numbers that are called alike say less than words that are the same. Where others have much in common, usual columns, a site that shows no
// more than some prices and purities, as a handbook does, too, has hardly anything in common with them (see hardly). What parts of sentences
// state counts, too (see stated), unless the site is among those that are known: it would be held against itself. askedFor is that of
// [Entities.NameColumns]; usual is 0 where it is not known. Enough is false where fewer than
// EnoughSites others are known: then there is too little to compare with. Cost: that of InCommon and of stated.
func (e *Entities) Uncorroborated(src catalog.Source, records []record.Record, askedFor map[string]string, usual float64) (why string, enough bool) {
	others, itself := len(e.sites), e.Explored(src.Site)
	if itself {
		others--
	}
	said, words := e.InCommon(src, records)
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

// States reports whether parts of a site's sentences state several attributes of the entities that its pages name; see stated.
func (e *Entities) States(src catalog.Source, records []record.Record, askedFor map[string]string) bool {
	return e.stated(src, records, askedFor) >= minFilled
}
