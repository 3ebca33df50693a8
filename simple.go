package verde

import (
	"maps"
	"slices"

	"verde/catalog"
	"verde/evidence"
	"verde/known"
	"verde/page"
	"verde/query"
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
func asksSimply(before []RoundReport, round int) bool {
	if len(before) == 0 {
		return false
	}
	last := before[len(before)-1]
	return last.Round == round-1 && last.Led > 0 && (last.Accepted == 0 || 2*last.Elsewhere <= last.Led)
}

// Tried counts the queries with an attribute, and their success.
type Tried struct {
	Asked     int `json:"asked"`     // queries that required a value of it, or one of several
	Elsewhere int `json:"elsewhere"` // of these led to a page elsewhere that may be the entity's own
}

// enoughTried is the number of queries after which an attribute that led nowhere is no longer
// asked with. If other sites repeated a quarter of its values, five queries in a row would
// fail with probability 1/4, and ten with probability 1/18.
const enoughTried = 10

// neverBack gives the attributes whose values no other site has repeated in earlier rounds.
func neverBack(before []RoundReport) map[string]bool {
	sums := map[string]Tried{}
	for _, r := range before {
		for name, tried := range r.Attributes {
			s := sums[name]
			sums[name] = Tried{s.Asked + tried.Asked, s.Elsewhere + tried.Elsewhere}
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

// countElsewhere counts the queries, those to a single site left out, that led to a page
// that may be the entity's own on a site that is not known, or on several sites: then one
// of them is not where the query comes from. A page may be the entity's own if it is titled
// with what was asked for, or if nothing is known of its title. Other pages may not: news
// and blogs mention what was asked for, whatever it is.
func (r *RoundReport) countElsewhere(queries []query.Query, results *evidence.Results, known func(site string) bool) {
	sites := map[string]map[string]bool{} // by query
	for _, url := range results.URLs() {
		for _, id := range results.QueriesTo(url) {
			if !results.Untitled(url) && !results.Titled(url, id) {
				continue
			}
			if sites[id] == nil {
				sites[id] = map[string]bool{}
			}
			sites[id][page.Site(url)] = true
		}
	}
	for _, q := range queries {
		if q.Site != "" || len(q.Required) == 0 {
			continue
		}
		other := len(sites[q.ID]) > 1
		for site := range sites[q.ID] {
			other = other || !known(site)
		}
		if other {
			r.Elsewhere++
		}
		if results.Led(q.ID) {
			r.countTried(q, other)
		}
	}
}

// countTried counts a query for the attributes that it asks with beside the name.
func (r *RoundReport) countTried(q query.Query, elsewhere bool) {
	seen := map[string]bool{}
	for _, v := range slices.Concat(q.Required[min(max(1, q.Named), len(q.Required)):], q.OneOf) {
		if v.Attribute == "" || seen[v.Attribute] {
			continue
		}
		seen[v.Attribute] = true
		if r.Attributes == nil {
			r.Attributes = map[string]Tried{}
		}
		tried := r.Attributes[v.Attribute]
		if tried.Asked++; elsewhere {
			tried.Elsewhere++
		}
		r.Attributes[v.Attribute] = tried
	}
}
