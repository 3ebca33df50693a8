package verde

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"verde/catalog"
	"verde/harvest"
	"verde/known"
	"verde/page"
	"verde/progress"
)

// exploreTraining explores the training site unless that is done.
func (x *Explorer) exploreTraining(ctx context.Context, v *Vertical) (catalog.Source, error) {
	src := catalog.Source{Site: page.Site(v.Samples[0]), Role: catalog.Training, SampleURL: v.Samples[0], Samples: v.Samples}
	x.tell(progress.Event{Phase: progress.Learning, Total: 1})
	src, err := x.ExploreSite(ctx, src, nil, nil)
	if err != nil {
		return src, err
	}
	x.tell(progress.Event{Phase: progress.Learning, Done: 1})
	if src.State != catalog.Expanded {
		return src, fmt.Errorf("training site %s: %s", src.Site, src.Reason)
	}
	return src, nil
}

// ExploreSite is the unit of work: it finds all pages of one site that are like
// the source's samples, reads them into records, and puts both into the
// catalog in one transaction. A site that is in the catalog already is
// returned as it stands there, unless it got other samples (the training site)
// or has pages that this run may be able to read and the one before was not:
// those over a lower Options.MaxPages, and those that failed for a reason that
// passes, be it while the site was searched for entity pages. What the archive
// holds of it costs no request then.
//
// With known instances, the site has to agree with them: columns are named by
// the attribute whose known values they repeat, and a site whose identifying
// column can't be found this way, or whose pages turn out to be about something
// else than what was asked for, is [catalog.Doubtful], whatever its pages look like.
//
// The error is for what ends the run; a site that can't be explored comes back
// with its state and reason.
func (x *Explorer) ExploreSite(ctx context.Context, src catalog.Source, entities *known.Entities, entityOf func(queryID string) string) (catalog.Source, error) {
	old, ok, err := x.Catalog.Source(ctx, src.Site)
	if err != nil {
		return src, err
	}
	explored := ok && old.State == catalog.Expanded && (src.Role != catalog.Training || slices.Equal(old.Samples, src.Samples))
	if explored {
		statuses, err := x.Catalog.PageStatuses(ctx, src.Site)
		if err != nil {
			return src, err
		}
		if more, err := x.reader().MayReadMore(ctx, src.Site, statuses, old.Reason != ""); err != nil || !more {
			return old, err
		}
	}
	log := x.log().With("site", src.Site)
	log.Info("exploring", "samples", len(src.Samples))
	defer x.tell(progress.Event{Phase: progress.Ended, Site: src.Site})
	src, pages, records, err := x.explore(ctx, src, entities, entityOf)
	switch {
	case err != nil:
		return src, err
	case src.State == catalog.Expanded:
		log.Info("explored", "pages", len(pages), "records", len(records))
		return src, errors.Join(x.noteSource(src), x.Catalog.PutSite(ctx, src, pages, records))
	case explored:
		log.Warn("could not be explored again, stays as it is", "why", src.Reason)
		return old, nil
	}
	return src, errors.Join(x.noteSource(src), x.Catalog.PutSource(ctx, src))
}

// explore expands and reads a site; its error is for what ends the run.
func (x *Explorer) explore(ctx context.Context, src catalog.Source, entities *known.Entities, entityOf func(queryID string) string) (catalog.Source, []catalog.Page, []catalog.Record, error) {
	read, err := x.reader().Site(ctx, src.Site, src.Samples, src.Role == catalog.Discovered)
	if err != nil {
		return src, nil, nil, err
	}
	x.dropped.add(read.Dropped)
	if read.Failed != nil {
		src.State, src.Reason = catalog.Failed, read.Failed.Error()
		return src, nil, nil, nil
	}
	src.State, src.Reason = catalog.Expanded, ""
	if read.Missing != "" {
		src.Reason = "searched without " + read.Missing
	}
	if entities != nil {
		asked := askedFor(src, read.Pages, entityOf)
		src.Attributes = entities.NameColumns(read.Records, asked)
		if why := entities.RejectReason(src, read.Records, asked); why != "" {
			src.State, src.Reason = catalog.Doubtful, why
		}
	}
	return src, read.Pages, read.Records, nil
}

// reader reads sites as the options say.
func (x *Explorer) reader() harvest.Reader {
	opt := x.Options.withDefaults()
	return harvest.Reader{Pages: x.Pages, Method: opt.Method, Expand: opt.Expand, LearnPages: opt.LearnPages, MaxPages: opt.MaxPages, PerHost: opt.PerHost, Log: x.log(), Progress: x.tell}
}

// askedFor gives for the pages of a site that queries led to, by whatever of their
// addresses, the folded name of what they asked for.
func askedFor(src catalog.Source, pages []catalog.Page, entityOf func(queryID string) string) map[string]string {
	address := make(map[string]string)
	for _, p := range pages {
		for _, alias := range p.Aliases {
			address[alias] = p.URL
		}
	}
	out := make(map[string]string, len(src.Evidence))
	for _, ev := range src.Evidence {
		out[cmp.Or(address[ev.URL], ev.URL)] = entityOf(ev.QueryID)
	}
	return out
}

// Incomplete counts what was not read and what a later run may read, by reason:
// entity pages as "page limit" (over Options.MaxPages), "page timeout" and the
// like, and as "site in part" sites of which pages that lead to entity pages
// were not to be had; and as "site doubtful" sites that were read in vain.
func (x *Explorer) Incomplete(ctx context.Context) (map[string]int, error) {
	statuses, err := x.Catalog.PageStatuses(ctx, "")
	if err != nil {
		return nil, err
	}
	out := make(map[string]int)
	for status, n := range statuses {
		if status == harvest.OverLimit || harvest.IsTransient(status) {
			out["page "+status] = n
		}
	}
	sources, err := x.Catalog.Sources(ctx)
	if err != nil {
		return nil, err
	}
	for _, s := range sources {
		switch {
		case s.State == catalog.Expanded && s.Reason != "":
			out["site in part"]++
		case s.State == catalog.Doubtful:
			out["site doubtful"]++
		}
	}
	return out, nil
}

// Refresh visits the entity pages of all sites in the catalog again that were last
// known to hold before since; see [harvest.Reader.Refresh].
func (x *Explorer) Refresh(ctx context.Context, from harvest.Revisiting, since time.Time) (*harvest.RefreshReport, error) {
	return x.reader().Refresh(ctx, x.Catalog, from, since, x.Options.withDefaults().Sites)
}
