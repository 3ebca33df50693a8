package verde

import (
	"maps"
	"slices"

	"verde/catalog"
	"verde/evidence"
	"verde/known"
	"verde/page"
	"verde/report"
	"verde/vertical"
)

// asksSimply reports whether a round asks by names alone, in their shortest form. It does if
// the last round found no site, or if half or more of its queries with results led to no
// page elsewhere that may be the entity's own (see countElsewhere). Both are signs that other
// sites write names in another way, or do not show the values that queries required beside
// them. That known sites show these values is no sign of the contrary, since they were found
// by them. Queries without any result are no sign either: the entity is on the page that it
// was taken from, so the engine did not look. Names alone also lead to sites of other things;
// these are refused when they are judged or read.
func asksSimply(before []report.Round, round int) bool {
	if len(before) == 0 {
		return false
	}
	last := before[len(before)-1]
	return last.Round == round-1 && last.Led > 0 && (last.Accepted == 0 || 2*last.Elsewhere <= last.Led)
}

// enoughTried is the number of queries after which an attribute that led nowhere is no longer
// asked with. If other sites repeated a quarter of its values, five queries in a row would
// fail with probability 1/4, and ten with probability 1/18.
const enoughTried = 10

// neverBack gives the attributes whose values no other site has repeated in earlier rounds, by what was tried in each.
func neverBack(before []report.Round, tried func(report.Round) map[string]report.Tried) map[string]bool {
	sums := map[string]report.Tried{}
	for _, r := range before {
		for name, tried := range tried(r) {
			s := sums[name]
			sums[name] = report.Tried{Asked: s.Asked + tried.Asked, Elsewhere: s.Elsewhere + tried.Elsewhere}
		}
	}
	out := map[string]bool{}
	for name, s := range sums {
		if s.Asked >= enoughTried && s.Elsewhere == 0 {
			out[name] = true
		}
	}
	return out
}

// notNew gives a function that reports whether a round's entities come from a site. For a list of entities the site
// is unknown: in the first round it is taken to be the one that most of its queries lead to.
func notNew(v *vertical.Vertical, round int, results *evidence.Results, entities *known.Entities) func(site string) bool {
	if v.Site != catalog.ListSite || round > 1 {
		return entities.Explored
	}
	leads := map[string]int{}
	for _, url := range results.URLs() {
		leads[page.Site(url)] += len(results.QueriesTo(url))
	}
	from, most := "", 0
	for _, site := range slices.Sorted(maps.Keys(leads)) {
		if leads[site] > most {
			from, most = site, leads[site]
		}
	}
	return func(site string) bool { return site == from || entities.Explored(site) }
}
