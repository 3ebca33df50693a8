package known

import (
	"fmt"

	"verde/catalog"
	"verde/record"
)

// EnoughSites is the number of other sites from which on what a site says alone is evidence against it. Of fewer
// the estimate of missing sites is not made, either: what the sites of a kind have in common is not known yet.
const EnoughSites = 4

// Uncorroborated tells what speaks against a site of which nothing but the names is said by others, "" if that is not so. Sites
// of one kind show the same of its entities, if not of the same ones: of 120 on fourteen webs each has two columns or more that agree with other
// sites', or are filled like theirs. Hills, walks and horses that are called as what was asked for have one at most, the place that both
// belong to, however much they look like data; they come in while one site alone is known, with which sources may have as little in common. What
// parts of sentences state counts, too (see stated), unless the site is among those that are known, so that it would be held against itself;
// of its columns none speaks for it then. askedFor is that of
// [Entities.NameColumns]. Enough is false where fewer than
// EnoughSites others are known: then there is too little to compare with. Cost: linear in the values, for each known column.
func (e *Entities) Uncorroborated(src catalog.Source, records []record.Record, askedFor map[string]string) (why string, enough bool) {
	others, itself := len(e.sites), e.Explored(src.Site)
	if itself {
		others--
	}
	said := map[string]bool{}
	for _, labels := range [][]string{e.agreesIn(src, records), e.fills(src, records)} {
		for _, label := range labels {
			said[label] = true
		}
	}
	if len(said) >= minFilled || !itself && e.stated(src, records, askedFor) >= minFilled {
		return "", others >= EnoughSites
	}
	in := "nothing"
	for label := range said {
		in = fmt.Sprintf("no more than %q", label)
	}
	return fmt.Sprintf("beside the names its pages have %s in common with those of %d other sites", in, others), others >= EnoughSites
}
