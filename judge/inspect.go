package judge

import (
	"cmp"
	"context"
	"slices"

	"verde/catalog"
	"verde/evidence"
	"verde/page"
	"verde/siteexpand/urlclass"
)

// How many pages of a site are judged.
const (
	maxShapes   = 6 // URL shapes
	firstPages  = 2 // pages of each shape at first
	maxDeepened = 2 // shapes of which more pages are judged
)

// inspection is one round's look at the pages of a site.
type inspection struct {
	Judge
	results           *evidence.Results
	rejectedTemplates []page.HashedSchema      // their pages are not promising
	judged            map[string]PageJudgement // by URL, those of earlier rounds included
	verdicts          []catalog.Verdict        // of this round, in the order in which they were made
	downloaded        int                      // pages judged for the first time in this round
}

// inspect judges pages of a site (VerDE §VI): a few of each of the most promising
// URL shapes, then more of the shapes that looked best, until there are samples enough.
//
// What earlier rounds judged counts towards these numbers. So a site of prose
// costs nothing any more once its shapes were judged, while new shapes, and
// more pages of a shape that showed data but of too few entities, may
// still make it a source. Pages that only mention what was asked for do not count
// against those titled with it, of which they tell nothing; once a few of the titled
// ones turned out to be prose, the shape is done with. Pages of a template that was read
// in vain count as met, but show nothing.
//
// Pages are grouped by the shape of their URLs and not by cluster: a site's lists,
// reviews and print versions have URLs near those of its entity pages, and what they
// show says nothing about these.
func (in *inspection) inspect(ctx context.Context, urls []string, history History) error {
	byShape := in.results.Groups(urls)
	groups := make([]*groupInspection, min(maxShapes, len(byShape)))
	for i := range groups {
		groups[i] = newGroup(byShape[i])
		if err := in.countEarlier(ctx, groups[i], history); err != nil {
			return err
		}
	}
	for _, g := range groups {
		if g.Titled == 0 && slices.ContainsFunc(groups, func(o *groupInspection) bool { return o.titledData >= firstPages }) {
			continue // lists and the like of a site whose entity pages are found
		}
		if err := in.judgeMore(ctx, g, firstPages, 0, firstPages); err != nil {
			return err
		}
	}
	slices.SortStableFunc(groups, func(p, q *groupInspection) int { return cmp.Compare(q.data, p.data) })
	for i, g := range groups[:min(maxDeepened, len(groups))] {
		if i > 0 && g.data == 0 && groups[0].hasEnough(in.Samples) {
			break
		}
		more := 0
		if g.dataBefore > 0 {
			more = firstPages
		}
		if err := in.judgeMore(ctx, g, in.Evaluate, more, in.Samples); err != nil {
			return err
		}
	}
	if len(groups) > 0 {
		if err := in.judgeUnusual(ctx, groups[0]); err != nil {
			return err
		}
	}
	in.markViews(groups)
	return in.inspectOwners(ctx, history)
}

// countEarlier counts what earlier rounds judged of a group. A page that showed nothing
// then is judged again, from the archive, by queries that have led to it since. Pages
// all of whose queries are answered by other pages will be judged last.
func (in *inspection) countEarlier(ctx context.Context, g *groupInspection, history History) error {
	answered := map[string]bool{} // queries
	for _, url := range g.URLs {
		p, old := history.Pages[url]
		if !old {
			g.notJudged = append(g.notJudged, url)
			continue
		}
		p.rejected = isOfAny(p.Schema, in.rejectedTemplates)
		if !p.isPromising() && !p.rejected && p.Reason == "" {
			var err error
			if p, err = in.evaluate(ctx, p); err != nil {
				return err
			}
		}
		in.add(g, p)
		if p.isPromising() || in.results.TitledByAny(url) {
			answered[p.QueryID] = true
		} else {
			g.offTopic++
		}
	}
	g.before, g.dataBefore = g.judged, g.data
	allAnswered := func(url string) bool {
		return !slices.ContainsFunc(in.results.QueriesTo(url), func(id string) bool { return !answered[id] })
	}
	slices.SortStableFunc(g.notJudged, func(u, w string) int { return falseFirst(allAnswered(u), allAnswered(w)) })
	return nil
}

// judgeMore judges pages of a group until most pages are judged, more of them in this
// round, or enough are promising and show several entities, or the group is prose.
// Pages about something else do not count against those titled with what was asked for.
func (in *inspection) judgeMore(ctx context.Context, g *groupInspection, most, more, enough int) error {
	urls := g.notJudged
	g.notJudged = nil
	for i, url := range urls {
		if g.hasEnough(enough) || g.isProse() {
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
		if err := in.judgePage(ctx, g, url); err != nil {
			return err
		}
	}
	return nil
}

// judgeUnusual judges up to firstPages more pages of a group that has promising pages
// enough: titled ones whose URLs lack most of what the URLs of all promising pages have
// in common, be it a directory, a word or the form of the file name (see
// [urlclass.Profile]). What all samples have in common is taken for a mark of the site's
// entity pages, while it may come from the values that were asked for; unusual samples
// prevent that.
func (in *inspection) judgeUnusual(ctx context.Context, g *groupInspection) error {
	for range firstPages {
		if !g.hasEnough(in.Samples) {
			return nil
		}
		var promising []string
		for url, p := range in.judged {
			if p.Shape == g.Shape && p.isPromising() {
				promising = append(promising, url)
			}
		}
		common, next, most := urlclass.NewProfile(promising, true), -1, 0
		for i, url := range g.notJudged {
			if n := missingFeatures(common, url); n > most && in.results.TitledByAny(url) {
				next, most = i, n
			}
		}
		if next < 0 {
			return nil
		}
		url := g.notJudged[next]
		g.notJudged = slices.Delete(g.notJudged, next, next+1)
		if err := in.judgePage(ctx, g, url); err != nil {
			return err
		}
	}
	return nil
}

// judgePage judges a page of a group that was not judged yet.
func (in *inspection) judgePage(ctx context.Context, g *groupInspection, url string) error {
	p, err := in.evaluate(ctx, PageJudgement{Verdict: catalog.Verdict{URL: url, QueryID: in.results.QueriesTo(url)[0]}})
	if err != nil {
		return err
	}
	in.downloaded++
	in.add(g, p)
	return nil
}
