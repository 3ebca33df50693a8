package siteexpand

import (
	"fmt"
	"slices"

	"verde/page"
)

// addDiagnosis reports a case, once.
func (s *site) addDiagnosis(name, remedy, detail string, args ...any) {
	for _, d := range s.report.Diagnoses {
		if d.Case == name {
			return
		}
	}
	s.report.Diagnoses = append(s.report.Diagnoses, Diagnosis{Case: name, Detail: fmt.Sprintf(detail, args...), Remedy: remedy})
}

// diagnoseStructure looks for the failure cases in a run of a method that knows
// pages by their HTML alone and has found so many.
func (s *site) diagnoseStructure(starts []urlID, found int) {
	for _, u := range starts {
		s.diagnoseScripts(u)
		if found == len(starts) {
			s.diagnoseLinks(u)
		}
	}
	if found == len(starts) {
		s.addDiagnosis(NoIndex, "give another sample page, or one nearer to the site's listing",
			"no page was found that points to pages made like sample %s", s.url(s.resolve(starts[0])))
	}
	s.diagnoseCost(found)
	s.diagnoseLimit()
}

// diagnoseLinks looks whether a sample links to any page of its site.
func (s *site) diagnoseLinks(u urlID) {
	n := s.seen(u)
	if n == nil || slices.ContainsFunc(n.links, func(l link) bool { return s.isOnSite(l.to) && s.resolve(l.to) != n.id }) {
		return
	}
	remedy := "take the default method, which also looks above the sample in the URL path and in sitemaps"
	if s.report.Method == defaultMethod {
		remedy = "give a sample that is linked from its list"
	}
	s.addDiagnosis(NoLinks, remedy,
		"sample %s links to no other page of its site", s.url(n.id))
}

// diagnoseScripts looks at a sample page alone.
func (s *site) diagnoseScripts(u urlID) {
	if n := s.seen(u); n != nil && n.scripted {
		s.addDiagnosis(Scripts, "render the site in a browser first, or look for a sitemap or a version without scripts",
			"sample %s has more script than text and next to no links", s.url(u))
	}
}

// diagnoseCost compares the number of downloads with that of the pages found.
func (s *site) diagnoseCost(found int) {
	d := s.report.Downloads
	if e := s.report.Estimate; e != nil {
		d -= e.Checked // not of the search
	}
	if d >= manyDownloads && d > costly*found {
		s.addDiagnosis(FullCrawl, "give more samples, or a sample nearer to the site's listing",
			"%d pages were downloaded for %d that were found", d, found)
	}
}

func (s *site) diagnoseLimit() {
	if s.spent() || s.report.Dropped[string(page.LimitReached)] > 0 {
		s.addDiagnosis(CutShort, "raise the download limit", "the crawl ended after %d downloads and %d requests", s.report.Downloads, s.report.Requests)
	}
}

// A run is costly from so many downloads on, and so many for a page found.
const (
	manyDownloads = 100
	costly        = 2
)

// minTemplateHTML is the HTML similarity below which pages have no template in
// common (SSUP 2019, §6.2).
const minTemplateHTML = .5

// longList is the number of links on one link-path from which on they are a
// list.
const longList = 10
