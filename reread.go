package verde

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"

	"golang.org/x/sync/errgroup"

	"verde/catalog"
	"verde/estimate"
	"verde/evidence"
	"verde/harvest"
	"verde/known"
	"verde/page"
	"verde/record"
	"verde/report"
	"verde/siteexpand"
	"verde/steering"
	"verde/vertical"
)

// recaptures gives the recapture of each explored site on which results name entities (see
// [estimate.Recapture]). Cost: linear in the results and in the pages of these sites.
func (x *Explorer) recaptures(ctx context.Context, results *evidence.Results, entities *known.Entities, sources []catalog.Source) (map[string]estimate.Recapture, error) {
	urls := map[string][]string{} // by site
	for _, url := range results.URLs() {
		if site := page.Site(url); entities.Explored(site) {
			urls[site] = append(urls[site], url)
		}
	}
	out := map[string]estimate.Recapture{}
	for _, src := range sources {
		if len(urls[src.Site]) == 0 {
			continue
		}
		read, _, err := x.pagesRead(ctx, src.Site)
		if err != nil {
			return nil, err
		}
		r := estimate.NewRecapture(results, urls[src.Site], src.Samples, func(url, name string) bool { return read[url] || entities.ShownBy(name, src.Site) })
		if r.Named > 0 {
			out[src.Site] = r
		}
	}
	return out, nil
}

// pagesRead gives the URLs and aliases of the pages that were read of a site, and the number of
// pages.
func (x *Explorer) pagesRead(ctx context.Context, site string) (urls map[string]bool, pages int, err error) {
	urls = map[string]bool{}
	for p, err := range x.Catalog.Pages(ctx, site) {
		if err != nil {
			return nil, 0, err
		}
		pages++
		addURLs(urls, p)
	}
	return urls, pages, nil
}

// addURLs adds the URLs and aliases of pages to a set.
func addURLs(urls map[string]bool, pages ...catalog.Page) {
	for _, p := range pages {
		urls[p.URL] = true
		for _, alias := range p.Aliases {
			urls[alias] = true
		}
	}
}

// furtherSamples is how many missed pages a site is read again from at most, beside its samples:
// as many pages as are tried before a site is read.
const furtherSamples = trialPages

// firstReading is what was read of a site, and the evidence that it has further entity pages.
type firstReading struct {
	source  catalog.Source
	pages   int
	records []record.Record
	missed  *estimate.Recapture // entities on pages that were missed; the second reading removes those that it finds
	further []string            // likely entity pages that the search left out
	asked   map[string]string   // URL of a result -> name that its query asked for; reread adds the missed pages
}

// samples gives the missed pages that the site is read again from: of those that results lead
// to an even sample of at most furtherSamples, if there are at least evidence.MinEntities of
// them, and all likely entity pages that the search of the site left out.
func (f *firstReading) samples() (out []string) {
	known := func(url string) bool { return slices.Contains(f.source.Samples, url) }
	missed := slices.DeleteFunc(slices.Compact(slices.Sorted(maps.Values(f.missed.Missing))), known)
	if len(missed) >= evidence.MinEntities {
		n := min(furtherSamples, len(missed))
		for i := range n {
			out = append(out, missed[i*len(missed)/n])
		}
	}
	for _, url := range f.further {
		if !known(url) && !slices.Contains(out, url) {
			out = append(out, url)
		}
	}
	return out
}

// readAgain reads sites explored before round n again, if results name entities on them that
// none of the pages read is about, or if likely entity pages were left out when fewer entities
// were known. The samples of a site are the first pages that results led to, and may all have
// one directory, form or layout; the missed pages have the others. found has the recapture of
// each site; entities that are found now are removed from it.
func (x *Explorer) readAgain(ctx context.Context, v *vertical.Vertical, n int, found map[string]estimate.Recapture) error {
	decided, err := x.decisions()
	if err != nil {
		return err
	}
	sources, err := x.exploredBefore(ctx, n)
	if err != nil {
		return err
	}
	group, gctx := errgroup.WithContext(ctx)
	group.SetLimit(x.Options.withDefaults().Sites)
	after := make([]estimate.Recapture, len(sources))
	for i, src := range sources {
		after[i] = found[src.Site]
		if src.Role == catalog.Discovered && decided.Sites[src.Site] == (steering.Site{}) {
			group.Go(func() error { return x.readSiteAgain(gctx, v, n, src, &after[i]) })
		}
	}
	err = group.Wait()
	for i, src := range sources {
		if _, ok := found[src.Site]; ok {
			found[src.Site] = after[i]
		}
	}
	return err
}

// readSiteAgain is readAgain for one site, whose recapture is of.
func (x *Explorer) readSiteAgain(ctx context.Context, v *vertical.Vertical, n int, src catalog.Source, of *estimate.Recapture) error {
	c, _, err := x.Catalog.Candidate(ctx, src.Round, src.Site)
	if err != nil {
		return err
	}
	counted, err := report.SiteOf(c)
	if err != nil || len(of.Missing) < evidence.MinEntities && len(counted.Further) == 0 {
		return err
	}
	read, pages, err := x.pagesRead(ctx, src.Site)
	if err != nil {
		return err
	}
	common, err := x.shared(ctx, v, n)
	if err != nil {
		return err
	}
	var records []record.Record
	for r, err := range x.Catalog.Records(ctx, src.Site) {
		if err != nil {
			return err
		}
		records = append(records, r)
	}
	own, err := common.entities.Alone(src, records)
	if err != nil {
		return err
	}
	of.RemoveShown(src.Samples, func(url, name string) bool { return read[url] || own.ShownBy(name, src.Site) }) // a round that was closed before has found some already
	if counted.Again.Exhausted(len(of.Missing), common.entities.Len()) {
		return x.Catalog.PutSource(ctx, of.Doubting(src, pages))
	}
	asked := map[string]string{}
	for _, ev := range src.Evidence {
		asked[ev.URL] = common.name(ev.QueryID)
	}
	again, tried, err := x.reread(ctx, common.entities, &firstReading{source: src, pages: pages, records: records, missed: of, further: counted.Further, asked: asked})
	if err != nil {
		return err
	}
	if tried == nil {
		return x.Catalog.PutSource(ctx, of.Doubting(src, pages))
	}
	out := catalog.Settled{Source: of.Doubting(src, pages)}
	if counted.Again = tried; again != nil {
		counted.Accepted, counted.Transient, counted.Dropped, counted.Further = true, false, again.dropped, again.further
		out = catalog.Settled{Source: again.source, Pages: again.pages, Records: again.records, LeftOut: again.leftOut}
	}
	if out.Report, err = json.Marshal(counted); err != nil {
		return err
	}
	if again == nil {
		return x.Catalog.PutSettled(ctx, src.Round, out)
	}
	return x.store(ctx, src.Round, out)
}

// reread reads a site from its samples and from missed pages. tried is nil if there are too few
// missed pages (see firstReading.samples) or the site could not be read; again is nil then, too,
// and if the second reading does not replace the first (see refuses).
func (x *Explorer) reread(ctx context.Context, entities *known.Entities, first *firstReading) (again *siteRead, tried *report.Rereading, err error) {
	src, asked, missing := first.source, first.asked, first.missed.Missing
	further := first.samples()
	if len(further) == 0 {
		return nil, nil, nil
	}
	for _, name := range slices.Sorted(maps.Keys(missing)) { // a page may be titled with two spellings of a name
		asked[missing[name]] = name
	}
	src.Samples = slices.Concat(src.Samples, further)
	h, err := x.reader().Site(ctx, src.Site, src.Samples, true)
	if err != nil {
		return nil, nil, err
	}
	if h.Failed != nil || h.Missing != "" {
		x.log().Warn("could not be read again: the records read before stay, and a later round tries again", "site", src.Site, "missing", h.Missing, "error", h.Failed)
		return nil, nil, nil
	}
	h.LeaveOut(entities.OtherKinds(h.Records, asked))
	src.Attributes, src.Scopes, src.Doubts, src.Reason = entities.NameColumns(h.Records, asked), h.Scopes, h.Doubts, ""
	tried = &report.Rereading{From: len(further), Before: first.pages, Found: len(h.Pages), Missing: len(missing), Known: entities.Len(), Refused: first.refuses(entities, src, &h)}
	x.log().Info("read again", "site", src.Site, "pages", tried.Found, "before", tried.Before, "refused", tried.Refused)
	if tried.Refused != "" {
		return nil, tried, entities.Err()
	}
	found := map[string]bool{}
	addURLs(found, h.Pages...)
	own, err := entities.Alone(src, h.Records)
	if err != nil {
		return nil, nil, err
	}
	first.missed.RemoveShown(src.Samples, func(url, name string) bool { return found[url] || own.ShownBy(name, src.Site) })
	tried.Missing = len(missing)
	return &siteRead{source: first.missed.Doubting(src, len(h.Pages)), pages: h.Pages, records: h.Records, dropped: h.Dropped, leftOut: h.LeftOut, further: h.Further}, tried, entities.Err()
}

// refuses gives the reason why a second reading, h of src, does not replace the first, "" if it
// does. It has to be good enough for a source by itself, and one of these has to hold:
//
//   - It has at least evidence.MinEntities more entities that other sites have, and their share
//     of its records is at least half of that in the first reading.
//   - The search left out no likely entity pages this time, and the added pages are good enough
//     for a source by themselves.
//
// The search alone is not reliable: on real sites with types of pages as similar as functions
// and constants, 7 of 11 such searches included another type, four of them without a doubt.
func (f *firstReading) refuses(entities *known.Entities, src catalog.Source, h *harvest.Harvest) string {
	if why := cmp.Or(indexPages(h.Doubts), entities.RejectReason(src, h.Records, f.asked)); why != "" {
		return why
	}
	knew, knows := entities.KnownOf(f.source, f.records), entities.KnownOf(src, h.Records)
	if knows >= knew+evidence.MinEntities && 2*knows*len(f.records) >= knew*len(h.Records) {
		return ""
	}
	before := map[string]bool{}
	for _, r := range f.records {
		before[r.URL] = true
	}
	added := slices.DeleteFunc(slices.Clone(h.Records), func(r record.Record) bool { return before[r.URL] })
	alone := src
	alone.Attributes = entities.NameColumns(added, f.asked)
	why := entities.RejectReason(alone, added, f.asked)
	if why == "" {
		why, _ = entities.Uncorroborated(alone, added, f.asked, 0)
	}
	switch {
	case len(added) == 0:
		return "it has no further pages"
	case why != "":
		return "of the pages added: " + why
	case knows < knew:
		return "fewer of its entities are known"
	case len(f.further) == 0 || len(h.Further) > 0:
		return "hardly more of its entities are known"
	}
	return ""
}

// indexPages gives the reason to refuse a site whose pages are index pages by the search: they
// link to more pages of another template than there are of theirs. It is "" for other sites.
// An index page, as of a team or a maker, is titled with a name like an entity page, but the
// pages that it links to are likely the entity pages.
func indexPages(doubts []catalog.Doubt) string {
	for _, d := range doubts {
		if d.Case == siteexpand.IndexPage {
			return "its pages are lists: " + d.Detail
		}
	}
	return ""
}
