package site

import (
	"slices"

	"verde/page"
	"verde/siteexpand"
)

// AddDiagnosis reports a case for doubt, once.
func (s *Site) AddDiagnosis(name, remedy, detail string, args ...any) {
	s.Report.Diagnose(true, name, remedy, detail, args...)
}

// AddRemark reports a case that puts the result in no doubt, once.
func (s *Site) AddRemark(name, remedy, detail string, args ...any) {
	s.Report.Diagnose(false, name, remedy, detail, args...)
}

// DiagnoseStructure looks for cases in which methods fail, given the samples and the number of pages found.
func (s *Site) DiagnoseStructure(starts []ID, found int) {
	for _, u := range starts {
		s.DiagnoseScripts(u)
		if found == len(starts) {
			s.DiagnoseLinks(u)
		}
	}
	if found == len(starts) {
		s.AddDiagnosis(siteexpand.NoIndex, "give another sample page, or one nearer to the site's listing",
			"no page was found that points to pages made like sample %s", s.URL(s.Resolve(starts[0])))
	}
	s.DiagnoseCost(found)
	s.DiagnoseLimit()
}

// DiagnoseLinks looks whether a sample links to any page of its site.
func (s *Site) DiagnoseLinks(u ID) {
	n := s.Page(u)
	if n == nil || slices.ContainsFunc(n.Links, func(l Link) bool { return s.OnSite(l.To) && s.Resolve(l.To) != n.ID }) {
		return
	}
	remedy := "take the default method, which also looks above the sample in the URL path and in sitemaps"
	if s.Report.Method == siteexpand.DefaultMethod {
		remedy = "give a sample that is linked from its list"
	}
	s.AddDiagnosis(siteexpand.NoLinks, remedy,
		"sample %s links to no other page of its site", s.URL(n.ID))
}

// DiagnoseScripts looks whether scripts make the content of a sample.
func (s *Site) DiagnoseScripts(u ID) {
	if n := s.Page(u); n != nil && n.Scripted {
		s.AddDiagnosis(siteexpand.Scripts, "have it rendered (--render, with Chromium on this machine), or look for a sitemap or a version without scripts",
			"sample %s has more script than text and next to no links", s.URL(u))
	}
}

// DiagnoseCost says if much more was downloaded than found. A run with an estimate of its result says more
// by that, and is left out.
func (s *Site) DiagnoseCost(found int) {
	if d := s.Report.Downloads; s.Report.Estimate == nil && d >= manyDownloads && d > costly*found {
		s.AddDiagnosis(siteexpand.FullCrawl, "give more samples, or a sample nearer to the site's listing",
			"%d pages were downloaded for %d that were found", d, found)
	}
}

// DiagnoseLimit says if the run was cut at the download limit.
func (s *Site) DiagnoseLimit() {
	if s.Spent() || s.Report.Dropped[string(page.LimitReached)] > 0 {
		s.AddDiagnosis(siteexpand.CutShort, "raise the download limit", "the crawl ended after %d downloads and %d requests", s.Report.Downloads, s.Report.Requests)
	}
}

// The bounds of [Site.DiagnoseCost], by hand.
const (
	manyDownloads = 100 // downloads with which a run is never costly
	costly        = 2   // downloads for each page found that are not costly
)

// LongList is the number of links on one link-path from which on they are a
// list.
const LongList = 10
