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

// recaptured gives by site what results say of those that were explored, where they name any entities. Cost: linear in the results and
// in the pages of these sites.
func (x *Explorer) recaptured(ctx context.Context, results *evidence.Results, entities *known.Entities, sources []catalog.Source) (map[string]estimate.Recapture, error) {
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
		read, _, err := x.read(ctx, src.Site)
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

// read gives the addresses of the pages that were read of a site, and how many pages these are.
func (x *Explorer) read(ctx context.Context, site string) (urls map[string]bool, pages int, err error) {
	urls = map[string]bool{}
	for p, err := range x.Catalog.Pages(ctx, site) {
		if err != nil {
			return nil, 0, err
		}
		pages++
		addAddresses(urls, p)
	}
	return urls, pages, nil
}

// addAddresses adds all addresses of some pages.
func addAddresses(urls map[string]bool, pages ...catalog.Page) {
	for _, p := range pages {
		urls[p.URL] = true
		for _, alias := range p.Aliases {
			urls[alias] = true
		}
	}
}

// furtherSamples is how many pages that were missed a site is read again from, beside its samples: as many as tell whether a site is worth reading.
const furtherSamples = trialPages

// firstReading is what a site was read with, and what speaks for more.
type firstReading struct {
	source  catalog.Source
	pages   int
	records []record.Record
	missed  *estimate.Recapture // loses what is no longer missing
	further []string            // pages that the search left out and names as likely entity pages
	asked   map[string]string   // the names that queries to its evidence ask for; those of the pages missed are added
}

// samples are the missed pages that the site is read again from: furtherSamples at most that results lead to, if there are two, and those that the
// search names.
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

// readAgain reads the sites again, of those explored before round n, of which its results name entities that no page read is about, or of which pages
// that the search named were refused when less was known. The samples of a site are the first pages that results led to, and may be of one directory,
// form or layout; those that were missed are of the others. found loses what is no longer missing.
func (x *Explorer) readAgain(ctx context.Context, v *vertical.Vertical, n int, found map[string]estimate.Recapture) error {
	decided, err := x.decided()
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
			group.Go(func() error { return x.readFrom(gctx, v, n, src, &after[i]) })
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

// readFrom is readAgain of one site.
func (x *Explorer) readFrom(ctx context.Context, v *vertical.Vertical, n int, src catalog.Source, of *estimate.Recapture) error {
	c, _, err := x.Catalog.Candidate(ctx, src.Round, src.Site)
	if err != nil {
		return err
	}
	counted, err := report.SiteOf(c)
	if err != nil || len(of.Missing) < evidence.MinEntities && len(counted.Further) == 0 {
		return err
	}
	read, pages, err := x.read(ctx, src.Site)
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
	of.RemoveShown(src.Samples, func(url, name string) bool { return read[url] || own.ShownBy(name, src.Site) }) // where the round was closed before
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

// reread reads a site from its samples and from pages that were missed. again is nil where there are none, or too few of those that results lead to, or
// where what it finds is not taken; tried is nil where nothing was tried, or the site could not be read.
func (x *Explorer) reread(ctx context.Context, entities *known.Entities, first *firstReading) (again *siteRead, tried *report.Rereading, err error) {
	src, asked, missing := first.source, first.asked, first.missed.Missing
	further := first.samples()
	if len(further) == 0 {
		return nil, nil, nil
	}
	for _, name := range slices.Sorted(maps.Keys(missing)) { // a page may be titled with two names that are spelled alike
		asked[missing[name]] = name
	}
	src.Samples = slices.Concat(src.Samples, further)
	h, err := x.reader().Site(ctx, src.Site, src.Samples, true)
	if err != nil {
		return nil, nil, err
	}
	if h.Failed != nil || h.Missing != "" {
		x.log().Warn("could not be read again: what was read before stays, and a later round tries anew", "site", src.Site, "missing", h.Missing, "error", h.Failed)
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
	addAddresses(found, h.Pages...)
	own, err := entities.Alone(src, h.Records)
	if err != nil {
		return nil, nil, err
	}
	first.missed.RemoveShown(src.Samples, func(url, name string) bool { return found[url] || own.ShownBy(name, src.Site) })
	tried.Missing = len(missing)
	return &siteRead{source: first.missed.Doubting(src, len(h.Pages)), pages: h.Pages, records: h.Records, dropped: h.Dropped, leftOut: h.LeftOut, further: h.Further}, tried, entities.Err()
}

// refuses tells why a second reading, h of src, is not taken in place of the first, "" if it is. It finds more entities that others know, and not more of what
// they don't know than the first; or the search has no doubt any more that pages are missing, and the pages added would be a source by themselves.
// By the search alone nobody can tell: on real sites with types of pages as like each other as functions and constants, 7 of 11 such searches took in
// another type, four of them without a doubt.
func (f *firstReading) refuses(entities *known.Entities, src catalog.Source, h *harvest.Harvest) string {
	if why := cmp.Or(lists(h.Doubts), entities.RejectReason(src, h.Records, f.asked)); why != "" {
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

// lists tells that a site was read from pages that list more pages of another kind than there are of
// theirs, as the search for these found. "" if it was not. A team's or a maker's page is titled with what it
// lists, and may be of few; those that it lists are the entities' likely.
func lists(doubts []catalog.Doubt) string {
	for _, d := range doubts {
		if d.Case == siteexpand.IndexPage {
			return "its pages are lists: " + d.Detail
		}
	}
	return ""
}
