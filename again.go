package verde

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"golang.org/x/sync/errgroup"

	"verde/catalog"
	"verde/evidence"
	"verde/known"
	"verde/page"
	"verde/record"
	"verde/siteexpand"
	"verde/steering"
)

// ReadInPart is the case of a [catalog.Doubt] about a site of which pages are missing that search results lead to.
const ReadInPart = "read in part"

// Recapture tells what results say of a site that was read before. They are a sample of its pages that was not drawn by following its
// links: the share of the entities they name whose pages were found estimates the share of all that was (Petersen 1896).
type Recapture struct {
	Named   int               `json:"named"`   // entities that results name on pages of the site
	Missing map[string]string `json:"missing"` // of these, those that no page read is about -> a URL that a result names after it
}

// doubt is what there is to say of a site of which so many pages were read, nil if nothing is.
func (r Recapture) doubt(pages int) *catalog.Doubt {
	missing := len(r.Missing)
	if missing < evidence.MinEntities || float64(missing) < muchMissing*float64(r.Named) {
		return nil
	}
	return &catalog.Doubt{Case: ReadInPart, Detail: fmt.Sprintf("%d of %d entities that search results name are on none of the %d pages found, as %s", missing, r.Named, pages, r.Missing[slices.Min(slices.Collect(maps.Keys(r.Missing)))]),
		Missing: float64(missing) / float64(r.Named),
		Remedy:  "expand the site from further pages (verde expand), those that results lead to"}
}

// recapture holds results on pages of a site against what was read of it. A title that is a name and nothing more counts: news and reviews have it
// among other words. shown tells whether a page read is about the entity of a name, or is the one with an address.
func recapture(results *evidence.Results, urls []string, shown func(url, name string) bool) Recapture {
	found := map[string]bool{} // entity -> a page of it was read
	first := map[string]string{}
	for _, url := range urls {
		for _, id := range results.QueriesTo(url) {
			if name := results.Entity(id); results.Named(url, id) {
				found[name] = found[name] || shown(url, name)
				first[name] = cmp.Or(first[name], url)
			}
		}
	}
	maps.DeleteFunc(first, func(name, _ string) bool { return found[name] })
	return Recapture{Named: len(found), Missing: first}
}

// recaptured gives by site what results say of those that were explored, where they name evidence.MinEntities entities or more
// that none of its pages is about. Cost: linear in the results and in the pages of these sites.
func (x *Explorer) recaptured(ctx context.Context, results *evidence.Results, entities *known.Entities) (map[string]Recapture, error) {
	urls := map[string][]string{} // by site
	for _, url := range results.URLs() {
		if site := page.Site(url); entities.Explored(site) {
			urls[site] = append(urls[site], url)
		}
	}
	out := map[string]Recapture{}
	for site, of := range urls {
		read, _, err := x.read(ctx, site)
		if err != nil {
			return nil, err
		}
		r := recapture(results, of, func(url, name string) bool { return read[url] || entities.ShownBy(name, site) })
		if len(r.Missing) >= evidence.MinEntities {
			out[site] = r
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

// readAgain reads the sites again of which results of round n name entities that no page read is about, and tells where that did not help.
// The samples of a site are the first pages that results led to, and may be of one directory, form or layout; those that were missed are of the others.
func (x *Explorer) readAgain(ctx context.Context, v *Vertical, n int, found map[string]Recapture) error {
	decided, err := x.decided()
	if err != nil {
		return err
	}
	group, gctx := errgroup.WithContext(ctx)
	group.SetLimit(x.Options.withDefaults().Sites)
	for _, site := range slices.Sorted(maps.Keys(found)) {
		if decided.Sites[site] == (steering.Site{}) {
			group.Go(func() error { return x.readFrom(gctx, v, n, site, found[site]) })
		}
	}
	return group.Wait()
}

// readFrom is readAgain of one site.
func (x *Explorer) readFrom(ctx context.Context, v *Vertical, n int, site string, of Recapture) error {
	src, ok, err := x.Catalog.Source(ctx, site)
	if err != nil || !ok || src.State != catalog.Expanded || src.Role != catalog.Discovered {
		return err
	}
	read, pages, err := x.read(ctx, site)
	if err != nil {
		return err
	}
	maps.DeleteFunc(of.Missing, func(_, url string) bool { return read[url] }) // where the round was closed before
	common, err := x.shared(ctx, v, n)
	if err != nil {
		return err
	}
	var records []record.Record
	for r, err := range x.Catalog.Records(ctx, site) {
		if err != nil {
			return err
		}
		records = append(records, r)
	}
	asked := map[string]string{}
	for _, ev := range src.Evidence {
		asked[ev.URL] = common.name(ev.QueryID)
	}
	again, err := x.reread(ctx, common.entities, src, records, of, asked)
	if err != nil {
		return err
	}
	if again == nil {
		return x.Catalog.PutSource(ctx, of.doubting(src, pages))
	}
	c, _, err := x.Catalog.Candidate(ctx, src.Round, site)
	if err != nil {
		return err
	}
	counted, err := settledOf(c)
	if err != nil {
		return err
	}
	counted.Accepted, counted.Transient, counted.Dropped = true, false, again.dropped
	report, err := json.Marshal(counted)
	if err != nil {
		return err
	}
	return x.store(ctx, src.Round, catalog.Settled{Source: again.source, Pages: again.pages, Records: again.records, LeftOut: again.leftOut, Report: report})
}

// doubting gives a source of which so many pages were read with the doubt that a recapture gives, in place of an older one.
func (r Recapture) doubting(src catalog.Source, pages int) catalog.Source {
	src.Doubts = slices.DeleteFunc(slices.Clone(src.Doubts), func(d catalog.Doubt) bool { return d.Case == ReadInPart })
	if d := r.doubt(pages); d != nil {
		src.Doubts = append(src.Doubts, *d)
	}
	return src
}

// reread reads a site from its samples and from pages that were missed; nil where there are too few of these, or where that finds no more entities
// that others know, or more of what they do not know than the site has been read with. asked are the names that queries to its
// evidence ask for, to which those of the pages missed are added. of loses what is no longer missing.
func (x *Explorer) reread(ctx context.Context, entities *known.Entities, src catalog.Source, before []record.Record, of Recapture, asked map[string]string) (*siteRead, error) {
	missed := slices.Compact(slices.Sorted(maps.Values(of.Missing)))
	missed = slices.DeleteFunc(missed, func(url string) bool { return slices.Contains(src.Samples, url) })
	if len(missed) < evidence.MinEntities {
		return nil, nil
	}
	for _, name := range slices.Sorted(maps.Keys(of.Missing)) { // a page may be titled with two names that are spelled alike
		asked[of.Missing[name]] = name
	}
	again := src
	again.Samples = slices.Clone(src.Samples)
	for i := range min(furtherSamples, len(missed)) {
		again.Samples = append(again.Samples, missed[i*len(missed)/min(furtherSamples, len(missed))])
	}
	h, err := x.reader().Site(ctx, src.Site, again.Samples, true)
	if err != nil {
		return nil, err
	}
	if h.Failed != nil || h.Missing != "" {
		x.log().Warn("could not be read again: what was read before stays, and a later round tries anew", "site", src.Site, "missing", h.Missing, "error", h.Failed)
		return nil, nil
	}
	h.LeaveOut(entities.OtherKinds(h.Records, asked))
	again.Attributes, again.Scopes, again.Doubts, again.Reason = entities.NameColumns(h.Records, asked), h.Scopes, h.Doubts, ""
	if cmp.Or(lists(h.Doubts), entities.RejectReason(again, h.Records, asked)) != "" {
		return nil, entities.Err()
	}
	knew, knows := entities.KnownOf(src, before), entities.KnownOf(again, h.Records)
	if knows < knew+evidence.MinEntities || 2*knows*len(before) < knew*len(h.Records) {
		return nil, entities.Err()
	}
	x.log().Info("read again", "site", src.Site, "pages", len(h.Pages), "before", len(before))
	found := map[string]bool{}
	addAddresses(found, h.Pages...)
	maps.DeleteFunc(of.Missing, func(_, url string) bool { return found[url] })
	return &siteRead{source: of.doubting(again, len(h.Pages)), pages: h.Pages, records: h.Records, dropped: h.Dropped, leftOut: h.LeftOut}, entities.Err()
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
