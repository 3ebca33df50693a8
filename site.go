package verde

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"verde/catalog"
	"verde/harvest"
	"verde/known"
	"verde/page"
	"verde/progress"
	"verde/record"
	"verde/report"
	"verde/vertical"
)

// siteRead is what reading a site came to.
type siteRead struct {
	source    catalog.Source
	pages     []catalog.Page // nil unless the source is [catalog.Expanded], and read now
	records   []record.Record
	kept      bool // it stays as the catalog has it
	transient bool // a later run may come to something else
	dropped   map[string]int
	leftOut   []catalog.LeftOut
	further   []string // see [harvest.Harvest]
}

// readSite reads the site of a source from its samples, unless the catalog has it
// read already and nothing speaks for more (see [Explorer.SettleSite]). examine holds
// what was read against what is known, and may change the source and the harvest.
func (x *Explorer) readSite(ctx context.Context, src catalog.Source, examine func(*catalog.Source, *harvest.Harvest)) (siteRead, error) {
	old, ok, err := x.Catalog.Source(ctx, src.Site)
	if err != nil {
		return siteRead{}, err
	}
	explored := ok && old.State == catalog.Expanded && (src.Role != catalog.Training || slices.Equal(old.Samples, src.Samples))
	decided, err := x.decisions()
	if err != nil {
		return siteRead{}, err
	}
	scope := decided.Sites[src.Site].Scope
	if explored && !rescopes(old, scope) {
		statuses, err := x.Catalog.PageStatuses(ctx, src.Site)
		if err != nil {
			return siteRead{}, err
		}
		if more, err := x.reader().MayReadMore(ctx, src.Site, statuses, old.Reason != ""); err != nil || !more {
			return siteRead{source: old, kept: true}, err
		}
	}
	log := x.log().With("site", src.Site)
	log.Info("exploring", "samples", len(src.Samples))
	reader := x.reader()
	reader.Expand.Scope = cmp.Or(scope, reader.Expand.Scope)
	h, err := reader.Site(ctx, src.Site, src.Samples, src.Role == catalog.Discovered)
	if err != nil {
		return siteRead{}, err
	}
	out := siteRead{source: src, transient: h.Failed != nil || h.Missing != ""}
	if h.Failed != nil {
		out.source.State, out.source.Reason = catalog.Failed, h.Failed.Error()
	} else {
		out.source.State, out.source.Reason, out.source.Scopes, out.source.Doubts = catalog.Expanded, "", h.Scopes, h.Doubts
		if h.Missing != "" {
			out.source.Reason = "searched without " + h.Missing
		}
		examine(&out.source, &h)
		out.source.Doubts = h.Doubts
	}
	out.dropped, out.leftOut, out.further = h.Dropped, h.LeftOut, h.Further
	switch {
	case out.source.State == catalog.Expanded:
		log.Info("explored", "pages", len(h.Pages), "records", len(h.Records))
		out.pages, out.records = h.Pages, h.Records
	case explored:
		log.Warn("could not be explored again, stays as it is", "why", out.source.Reason)
		return siteRead{source: old, kept: true, transient: out.transient}, nil
	}
	return out, nil
}

// readTraining reads the training site, once in a run, unless the catalog has it. In
// the catalog it is the one candidate of round 0.
func (x *Explorer) readTraining(ctx context.Context, v *vertical.Vertical) (catalog.Source, error) {
	if v.Site == catalog.ListSite {
		return x.entitySource(ctx)
	}
	if slices.Equal(x.training.Samples, v.Samples) {
		return x.training, nil
	}
	src := catalog.Source{Site: page.Site(v.Samples[0]), Role: catalog.Training, SampleURL: v.Samples[0], Samples: v.Samples}
	x.tell(progress.Event{Phase: progress.Learning, Total: 1})
	defer x.tell(progress.Event{Phase: progress.Ended, Site: src.Site})
	body, err := json.Marshal(v.Samples)
	if err != nil {
		return src, err
	}
	before, _, err := x.Catalog.Candidate(ctx, 0, src.Site)
	if err != nil {
		return src, err
	}
	read, err := x.readSite(ctx, src, func(src *catalog.Source, h *harvest.Harvest) {
		h.LeaveOut(known.OtherKinds(h.Records, src.Samples))
	})
	if err != nil {
		return src, err
	}
	src = read.source
	report, err := json.Marshal(report.Site{Accepted: src.State == catalog.Expanded, Transient: read.transient, Dropped: read.dropped})
	if err != nil {
		return src, err
	}
	if read.kept && before.Report != nil {
		report = before.Report
	}
	if err := x.Catalog.OpenRound(ctx, catalog.Round{Closed: true}, []catalog.Candidate{{Site: src.Site, Body: body}}); err != nil {
		return src, err
	}
	if err := x.store(ctx, 0, catalog.Settled{Source: src, Pages: read.pages, Records: read.records, LeftOut: read.leftOut, Report: report}); err != nil {
		return src, err
	}
	x.tell(progress.Event{Phase: progress.Learning, Done: 1})
	if src.State != catalog.Expanded {
		return src, fmt.Errorf("training site %s: %s", src.Site, src.Reason)
	}
	x.training = src
	return src, nil
}

// entitySource is the source of a list of entities, as the catalog has it.
func (x *Explorer) entitySource(ctx context.Context) (catalog.Source, error) {
	src, ok, err := x.Catalog.Source(ctx, catalog.ListSite)
	if err == nil && !ok {
		err = vertical.Errorf("it was learned from a list of entities, which this run's folder does not have: give --entities again")
	}
	return src, err
}

// rescopeTraining reads the training site anew if a person has chosen another of its
// scopes.
func (x *Explorer) rescopeTraining(ctx context.Context, v *vertical.Vertical) error {
	decided, err := x.decisions()
	if err != nil {
		return err
	}
	src, ok, err := x.Catalog.Source(ctx, v.Site)
	if err != nil || !ok || !rescopes(src, decided.Sites[v.Site].Scope) {
		return err
	}
	x.training = catalog.Source{}
	_, err = x.readTraining(ctx, v)
	return err
}

// store notes with the pages what was found out about them, and puts what a site of
// a round came to into the catalog.
func (x *Explorer) store(ctx context.Context, round int, s catalog.Settled) error {
	if err := x.Note(s); err != nil {
		return err
	}
	return x.Catalog.PutSettled(ctx, round, s)
}

// Note notes with the pages of a site what was found out about them.
func (x *Explorer) Note(s catalog.Settled) error {
	for _, v := range s.Verdicts {
		if err := noteVerdict(x.Pages, v); err != nil {
			return err
		}
	}
	return noteSource(x.Pages, s.Source)
}

// Refresh visits the entity pages of all sites in the catalog again, as a visit says;
// see [harvest.Reader.Refresh]. Where it says nothing, Options do.
func (x *Explorer) Refresh(ctx context.Context, from harvest.Revisiting, visit harvest.Visit) (*harvest.RefreshReport, error) {
	if visit.Sites == 0 {
		visit.Sites = x.Options.withDefaults().Sites
	}
	return x.reader().Refresh(ctx, x.Catalog, from, visit)
}
