package judge

import "verde/evidence"

// groupInspection is what was found out of the result pages whose URLs have one shape.
type groupInspection struct {
	evidence.Group
	notJudged          []string // URLs
	judged, data       int      // pages judged, and of these promising ones
	before, dataBefore int      // the same counts of earlier rounds
	offTopic           int      // pages of earlier rounds about something else
	titledData         int      // promising pages that are titled with what they show

	shown          map[string]bool // entities that promising pages show
	titledNonData  map[string]bool // entities that pages titled with them show, but not as data
	titlesAreNames bool            // titles of the group are names of entities: a longer title is another entity's
}

func newGroup(g evidence.Group) *groupInspection {
	return &groupInspection{Group: g, shown: map[string]bool{}, titledNonData: map[string]bool{}, titlesAreNames: g.Named >= minEntities}
}

// titledProse is how many entities have to be shown by pages titled with them, but not
// as data, for the group to be prose. So few are enough since the classifier misses 3 in
// 1000 data pages (models/MODELS.md).
const titledProse = 2

// isProse reports whether enough pages are titled with what was asked for and show it,
// but no page of the group shows data: then the others do not either.
func (g *groupInspection) isProse() bool {
	return len(g.shown) == 0 && len(g.titledNonData) >= titledProse
}

// hasEnough reports whether n pages are promising, and they show several entities.
func (g *groupInspection) hasEnough(n int) bool {
	return g.data >= n && len(g.shown) >= min(n, minEntities)
}

// add counts a judged page for its group.
//
// A page of an earlier round may have been judged by a query that the results no longer
// have, since a round makes its queries from all that is known by then. The entity and
// title that the history has for the page are kept in that case.
func (in *inspection) add(g *groupInspection, p PageJudgement) {
	p.Shape, p.rejected = g.Shape, isOfAny(p.Schema, in.rejectedTemplates)
	if _, ok := in.results.Query(p.QueryID); ok || p.Entity == "" {
		p.Entity = in.results.Entity(p.QueryID)
		p.Titled, p.Named = in.results.Titled(p.URL, p.QueryID), in.results.Named(p.URL, p.QueryID)
	}
	in.judged[p.URL] = p
	g.judged++
	switch {
	case p.isPromising():
		g.data++
		g.shown[p.Entity] = true
		if p.Titled {
			g.titledData++
		}
	case p.Listing, p.rejected: // a list tells nothing of the pages of one entity
	case p.Matched && p.Titled && (p.Named || !g.titlesAreNames):
		g.titledNonData[p.Entity] = true
	}
}
