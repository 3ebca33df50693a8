package judge

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"verde/catalog"
	"verde/evidence"
	"verde/page"
	"verde/siteexpand/urlclass"
	"verde/siteexpand/urlparts"
	"verde/urlcluster"
)

// How many pages of a site are looked at. That so few titled pages tell of the
// others of their shape is since the classifier misses 3 in 1000 data pages
// (models/MODELS.md).
const (
	maxShapes   = 6 // URL shapes of a site that are looked at
	firstPages  = 2 // pages of each at first
	maxDeepened = 2 // shapes looked at closer
	titledProse = 2 // entities whose pages, titled with them, are no data, before the shape is taken for prose
)

// inspection is one round's look at the pages of a site.
type inspection struct {
	Judge
	results    *evidence.Results
	rejected   []page.HashedSchema      // templates that are passed over
	judged     map[string]PageJudgement // by URL, those of earlier rounds included
	verdicts   []catalog.Verdict        // of this round, in their order
	downloaded int                      // in this round
}

// groupInspection is a group of URLs of one shape that is looked at.
type groupInspection struct {
	evidence.Group
	notJudged          []string // URLs that were not judged yet
	judged, data       int      // pages judged, and of these promising ones, by now
	before, dataBefore int      // the same in earlier rounds
	offTopic           int      // pages of earlier rounds about something else: queries led to them by mistake
	titledData         int      // promising pages that are titled with what they show

	shown         map[string]bool // entities that promising pages show
	titledNonData map[string]bool // entities that pages titled with them show, but not as data
	names         bool            // titles are names of entities: a page of a longer title is another's
}

// prose reports whether enough pages are titled with what was asked for and show
// it, but none of them as data: then the others do not either.
func (g *groupInspection) prose() bool {
	return len(g.shown) == 0 && len(g.titledNonData) >= titledProse
}

// enough reports whether n pages are promising, of different entities.
func (g *groupInspection) enough(n int) bool {
	return g.data >= n && len(g.shown) >= min(n, minEntities)
}

// inspect judges pages of a site (VerDE §VI): a few of each of the most promising
// URL shapes, then more of those that looked best, until there are samples enough.
//
// What earlier rounds judged counts towards these numbers. So a site of prose
// costs nothing any more once its shapes were looked at, while new shapes, and
// more pages of a shape that showed data but not for entities enough, may
// still make it a source. Pages that name what was asked for beside something
// else do not count against those titled with it, of which they tell nothing.
// Once a few of the titled ones turned out to be prose, the shape is done with.
// Pages of a template that was read in vain count as met, but show nothing.
//
// The pages are counted by the shape of their URLs and not by cluster: the
// verdicts of a site's lists, reviews and print versions, whose URLs are near
// those of its entity pages, say nothing about these.
func (in *inspection) inspect(ctx context.Context, urls []string, history History) error {
	groups := in.results.Groups(urls)
	list := make([]*groupInspection, min(maxShapes, len(groups)))
	for i := range list {
		list[i] = &groupInspection{Group: groups[i], shown: map[string]bool{}, titledNonData: map[string]bool{}, names: groups[i].Named >= minEntities}
		if err := in.recall(ctx, list[i], history); err != nil {
			return err
		}
	}
	for _, g := range list {
		if g.Titled == 0 && slices.ContainsFunc(list, func(o *groupInspection) bool { return o.titledData >= firstPages }) {
			continue // lists and the like of a site whose entity pages are found
		}
		if err := in.follow(ctx, g, firstPages, 0, firstPages); err != nil {
			return err
		}
	}
	slices.SortStableFunc(list, func(p, q *groupInspection) int { return cmp.Compare(q.data, p.data) })
	for i, g := range list[:min(maxDeepened, len(list))] {
		if i > 0 && g.data == 0 && list[0].enough(in.Samples) {
			break // the best has shown what there is to see
		}
		more := 0
		if g.dataBefore > 0 {
			more = firstPages
		}
		if err := in.follow(ctx, g, in.Evaluate, more, in.Samples); err != nil {
			return err
		}
	}
	if len(list) > 0 {
		if err := in.spread(ctx, list[0]); err != nil {
			return err
		}
	}
	in.tellViews(list)
	return in.inspectOwners(ctx, history)
}

// spread judges up to firstPages more of a group, named ones whose addresses lack most of what those of all promising
// pages have in common, be it a directory, a word or the form of the file name (see [urlclass.Profile]): as samples these
// would have it taken for a mark of all pages of their kind, while it comes of the values that were asked for.
func (in *inspection) spread(ctx context.Context, g *groupInspection) error {
	for range firstPages {
		var promising []string
		for url, p := range in.judged {
			if p.Shape == g.Shape && p.promising() {
				promising = append(promising, url)
			}
		}
		if !g.enough(in.Samples) {
			return nil
		}
		common, next, most := urlclass.NewProfile(promising, true), -1, 0
		for i, url := range g.notJudged {
			if n := lacking(common, url); n > most && in.results.TitledByAny(url) {
				next, most = i, n
			}
		}
		if next < 0 {
			return nil
		}
		url := g.notJudged[next]
		g.notJudged = slices.Delete(g.notJudged, next, next+1)
		if err := in.look(ctx, g, url); err != nil {
			return err
		}
	}
	return nil
}

// lacking counts what an address lacks of what others have in common.
func lacking(common *urlclass.Profile, url string) int {
	parts := urlparts.Split(url)
	_, n := common.Missing(common.SharedFeatures(&parts))
	return n
}

// inspectOwners looks at pages that those judged link to by the name asked for, if too few
// of these are data for sure: results may lead to an entity's photos, its history or news of
// it, while the page that shows it as data is but linked from there. A page whose owner is
// data is a view of it and shows nothing that counts.
func (in *inspection) inspectOwners(ctx context.Context, history History) error {
	sure := map[string]bool{}
	for _, p := range in.judged {
		if p.SemiStructured && !p.rejected {
			sure[p.Entity] = true
		}
	}
	if len(sure) >= minEntities {
		return nil
	}
	var views []PageJudgement // with an owner, one for each
	var owners []string
	for _, url := range slices.Sorted(maps.Keys(in.judged)) {
		p := in.judged[url]
		if _, judged := in.judged[p.Owner]; p.Owner != "" && !judged && !slices.Contains(owners, p.Owner) {
			views, owners = append(views, p), append(owners, p.Owner)
		}
	}
	if len(owners) < minEntities {
		return nil
	}
	g := &groupInspection{Group: evidence.Group{Shape: urlcluster.Shapes(owners)[0]}, shown: map[string]bool{}, titledNonData: map[string]bool{}}
	for i, v := range views {
		if i >= in.Evaluate || i >= firstPages && g.data == 0 || g.enough(in.Samples) {
			break
		}
		p, err := in.evaluateBy(ctx, PageJudgement{Verdict: catalog.Verdict{URL: v.Owner, QueryID: v.QueryID}}, []string{v.QueryID})
		if err != nil {
			return err
		}
		if _, before := history.Pages[v.Owner]; !before {
			in.downloaded++
		}
		in.add(g, p)
	}
	for _, o := range owners {
		if p := in.judged[o]; p.SemiStructured && !p.rejected {
			sure[p.Entity] = true
		}
	}
	for url, p := range in.judged {
		if p.Owner != "" && len(sure) >= minEntities {
			p.View = true
			in.judged[url] = p
		}
	}
	return nil
}

// tellViews makes pages views whose addresses are those of other results and more: the
// comments, the versions or a tab of an entity's page. Both are titled with the entity, and
// either may show it as data. This is so where the other pages are of a group that shows
// data of minEntities entities, and as many have views; a group with views of as many is one
// of views. Cost: that of above for each result, for each such group.
func (in *inspection) tellViews(list []*groupInspection) {
	for _, o := range list {
		if !o.enough(minEntities) {
			continue
		}
		results := map[string]bool{}
		for _, url := range o.URLs {
			results[url] = true
		}
		views, entities := map[string]bool{}, map[string]bool{}
		for _, g := range list {
			own := map[string]bool{} // entities of the group's views
			for _, url := range g.URLs {
				if entity, ok := in.viewOf(url, results); ok {
					views[url], own[entity] = true, true
				}
			}
			if len(own) >= minEntities {
				for _, url := range g.URLs {
					views[url] = true
				}
			}
			maps.Copy(entities, own)
		}
		for url, p := range in.judged {
			if len(entities) >= minEntities && views[url] && !results[url] {
				p.View = true
				in.judged[url] = p
			}
		}
	}
}

// viewOf gives the entity that a result is titled with, if its address extends that of
// one of some results that is named after it.
func (in *inspection) viewOf(url string, results map[string]bool) (entity string, ok bool) {
	for at := range above(url) {
		if !results[at] {
			continue
		}
		for _, id := range in.results.QueriesTo(url) {
			if in.results.Titled(url, id) && in.results.Named(at, id) {
				return in.results.Entity(id), true
			}
		}
	}
	return "", false
}

// recall takes over what was judged of a group before. A page that showed
// nothing then is judged again, from the archive, by queries that have led to it
// since.
func (in *inspection) recall(ctx context.Context, g *groupInspection, history History) error {
	shown := map[string]bool{} // queries that some other page was judged by
	for _, url := range g.URLs {
		p, old := history.Pages[url]
		if !old {
			g.notJudged = append(g.notJudged, url)
			continue
		}
		p.rejected = likeAny(p.Schema, in.rejected)
		if !p.promising() && !p.rejected && p.Reason == "" {
			var err error
			if p, err = in.evaluate(ctx, p); err != nil {
				return err
			}
		}
		in.add(g, p)
		if p.promising() || in.results.TitledByAny(url) {
			shown[p.QueryID] = true
		} else {
			g.offTopic++
		}
	}
	g.before, g.dataBefore = g.judged, g.data
	isShown := func(url string) bool {
		return !slices.ContainsFunc(in.results.QueriesTo(url), func(id string) bool { return !shown[id] })
	}
	slices.SortStableFunc(g.notJudged, func(u, w string) int { return falseFirst(isShown(u), isShown(w)) })
	return nil
}

// follow judges pages of a group until most are judged, and so many more than in
// earlier rounds, or enough of them are promising and of different entities, or
// they are prose. Pages that queries led to by mistake do not count against those
// titled with what was asked for.
func (in *inspection) follow(ctx context.Context, g *groupInspection, most, more, enough int) error {
	urls := g.notJudged
	g.notJudged = nil
	for i, url := range urls {
		if g.enough(enough) || g.prose() {
			g.notJudged = append(g.notJudged, urls[i:]...)
			break
		}
		spent := g.judged
		if in.results.TitledByAny(url) {
			spent -= g.offTopic
		}
		if spent >= most && g.judged-g.before >= more {
			g.notJudged = append(g.notJudged, url)
			continue
		}
		if err := in.look(ctx, g, url); err != nil {
			return err
		}
	}
	return nil
}

// look judges a page of a group that was not judged yet.
func (in *inspection) look(ctx context.Context, g *groupInspection, url string) error {
	p, err := in.evaluate(ctx, PageJudgement{Verdict: catalog.Verdict{URL: url, QueryID: in.results.QueriesTo(url)[0]}})
	if err != nil {
		return err
	}
	in.downloaded++
	in.add(g, p)
	return nil
}

// add counts a page for its group. An earlier round's page may have been judged
// by a query made of what was recognised then; this round may have made another
// for the same entity, so that only the history tells what that one asked for.
func (in *inspection) add(g *groupInspection, p PageJudgement) {
	p.Shape, p.rejected = g.Shape, likeAny(p.Schema, in.rejected)
	if _, ok := in.results.Query(p.QueryID); ok || p.Entity == "" {
		p.Entity, p.Titled = in.results.Entity(p.QueryID), in.results.Titled(p.URL, p.QueryID)
		p.Named = in.results.Named(p.URL, p.QueryID)
	}
	in.judged[p.URL] = p
	g.judged++
	if !p.promising() {
		if p.Matched && p.Titled && !p.Listing && !p.rejected && (p.Named || !g.names) { // a list says nothing of pages of one entity
			g.titledNonData[p.Entity] = true
		}
		return
	}
	g.data++
	g.shown[p.Entity] = true
	if p.Titled {
		g.titledData++
	}
}
