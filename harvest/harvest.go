package harvest

import (
	"fmt"
	"maps"
	"slices"

	"verde/catalog"
	"verde/record"
	"verde/siteexpand"
)

// Harvest is what was read of a site.
type Harvest struct {
	Pages   []catalog.Page // entity pages; one that could not be had has the reason as its status
	Records []record.Record
	Missing string            // pages that the expansion could not have but a later run may, "" for none; see [TransientRecorder.Missing]
	Dropped map[string]int    // number of URLs that were not followed, not had or not taken, by reason
	LeftOut []catalog.LeftOut // of these, the URLs that were kept
	Scopes  []catalog.Scope   // parts of the site that the samples may stand for, if there are several
	Doubts  []catalog.Doubt   // why the pages found may be wrong or not all
	Lacking []string          // URLs of Pages that, as one of Doubts says, may be of another kind since they lack labels
	Further []string          // URLs that are left out and likely entity pages, where one of Doubts says that such are missing
	Failed  error             // why the site could not be read, nil if it was
}

// OtherKind is the reason for which [Harvest.LeaveOut] leaves out pages: they show another
// kind of thing than the entity pages.
const OtherKind = "another kind of page"

// doubtfulShare is the share of the pages read from which on pages left out are a reason
// for doubt: if as many are left out as stay, the wrong ones may stay. Fewer are mostly
// reviews and news, which an expansion takes along.
const doubtfulShare = 0.5

// LeaveOut removes the pages with these URLs that were read, and counts them in Dropped
// by [OtherKind]. If they are a doubtfulShare of all, it adds a doubt. If no page of
// Lacking is left, it removes the doubt about these.
func (h *Harvest) LeaveOut(urls map[string]bool) {
	before := len(h.Records)
	var out []catalog.LeftOut
	h.Records = slices.DeleteFunc(h.Records, func(r record.Record) bool {
		if urls[r.URL] {
			out = append(out, catalog.LeftOut{URL: r.URL, Reason: OtherKind})
		}
		return urls[r.URL]
	})
	if len(h.Records) == before {
		return
	}
	h.Pages = slices.DeleteFunc(h.Pages, func(p catalog.Page) bool { return urls[p.URL] })
	h.Dropped = maps.Clone(h.Dropped)
	if h.Dropped == nil {
		h.Dropped = map[string]int{}
	}
	removed := before - len(h.Records)
	h.Dropped[OtherKind] += removed
	if float64(removed) >= doubtfulShare*float64(before) {
		h.Doubts = append(slices.Clone(h.Doubts), catalog.Doubt{Case: OtherKind, Detail: fmt.Sprintf("%d of %d pages show too little of what the others show, and are left out", removed, before),
			Remedy: "look at some of them (verde serve, lost URLs); if they are right, give one of them as a sample"})
	}
	h.LeftOut = append(h.LeftOut, out[:min(len(out), siteexpand.MostLeftOut)]...)
	if len(h.Lacking) > 0 && !slices.ContainsFunc(h.Pages, func(p catalog.Page) bool { return slices.Contains(h.Lacking, p.URL) }) {
		h.Doubts = slices.DeleteFunc(slices.Clone(h.Doubts), func(d catalog.Doubt) bool { return d.Case == siteexpand.OtherForm })
	}
}

// DoubtfulValues is the case of the doubt about a site of which most fields are likelier
// wrong than right.
const DoubtfulValues = "doubtful values"

// doubtValues adds that doubt if there is reason for it.
func (h *Harvest) doubtValues() {
	var d record.Doubt
	for i := range h.Records {
		d.Add(&h.Records[i])
	}
	if d.Most() {
		h.Doubts = append(h.Doubts, catalog.Doubt{Case: DoubtfulValues, Detail: fmt.Sprintf("%d of %d fields are likelier wrong than right", d.Doubtful, d.Fields),
			Remedy: "compare some records with their pages (verde serve); if they are wrong, leave the site out"})
	}
}

// scopes are the scopes that an expansion had to choose from, none if it had no choice.
func scopes(offered []siteexpand.Scope) (out []catalog.Scope) {
	if len(offered) < 2 {
		return nil
	}
	for _, s := range offered {
		out = append(out, catalog.Scope{Name: s.Name, Samples: s.Samples, Pages: s.Pages, AtLeast: s.AtLeast, Chosen: s.Chosen})
	}
	return out
}

// doubts are the diagnoses that are reasons for doubt.
func doubts(diagnoses []siteexpand.Diagnosis) (out []catalog.Doubt) {
	for _, d := range diagnoses {
		if d.Doubt {
			out = append(out, catalog.Doubt{Case: d.Case, Detail: d.Detail, Remedy: d.Remedy})
		}
	}
	return out
}

// further are the pages left out that an expansion names as likely of the type, if it doubts its result because such
// pages are missing.
func further(r *siteexpand.Report) []string {
	missing := func(d siteexpand.Diagnosis) bool {
		return d.Doubt && (d.Case == siteexpand.Missed || d.Case == siteexpand.Elsewhere)
	}
	if r.Estimate == nil || !slices.ContainsFunc(r.Diagnoses, missing) {
		return nil
	}
	return slices.Concat(r.Estimate.Left, r.Estimate.Outside)
}

// catalogPage is an entity page that an expansion found, for the catalog.
func catalogPage(e siteexpand.EntityPage) catalog.Page {
	return catalog.Page{URL: e.URL, Site: e.Site, Level: e.Level, From: e.From, LinkPath: e.LinkPath,
		URLSimilarity: e.URLSimilarity, HTMLSimilarity: e.HTMLSimilarity, Status: siteexpand.Fetched, Aliases: e.Aliases}
}
