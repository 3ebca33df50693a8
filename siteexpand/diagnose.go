package siteexpand

import (
	"fmt"
	"slices"
	"strings"

	"verde/page"
)

// Diagnosis is a reason to doubt a result, found in the run itself.
type Diagnosis struct {
	Case   string `json:"case"`
	Detail string `json:"detail"`
	Remedy string `json:"remedy"`
}

// The cases of a diagnosis. The first five are the failure cases of SSUP 2019,
// §6.1 to §6.5.
const (
	TwoTokens            = "two-token URLs"
	Handcrafted          = "handcrafted pages"
	DifferentPaths       = "different link-paths"
	DifferentHierarchies = "different hierarchies"
	Scripts              = "links built by JavaScript"
)

// What else was seen to go wrong: a climb that leads sideways and so covers too
// little, a threshold set by few nearly equal pages, an index of everything, samples
// without links, a single sample, and sites on which every page has all links.
const (
	Sideways   = "sideways page-path" // an index page is itself like the sample
	StrictSet  = "strict threshold"   // few pages with nearly the same HTML set a threshold that hardly any page meets
	MixedIndex = "index of everything"
	NoLinks    = "no links"       // the sample has none on its site
	NoIndex    = "no index page"  // the sample is its own entity-tree
	OneSample  = "one sample"     // it may stand for several scopes
	FullCrawl  = "full crawl"     // most of what was downloaded is not of the type
	Mixed      = "mixed class"    // some pages of a class of URLs are of the type, and not all were fetched
	Loose      = "loose template" // the exemplars of the template have little in common
	Narrow     = "narrow samples" // all pages found share a feature that most pages beside them lack
	Wide       = "wide result"    // many pages found lack a feature of file names that all samples have
	DeadLinks  = "dead links"     // so few of a class of URLs have a page that the others were not asked for
	DeadPages  = "dead pages"     // at least one page that was not fetched is likely not to exist
	CutShort   = "cut at the download limit"
	HomePage   = "home page"  // the sample is the site's front page, of which there is one
	IndexPage  = "index page" // the sample lists pages of one kind, and few pages are like the sample
)

const (
	minTemplateHTML = .5  // SSUP 2019, §6.2: pages with less similarity have no template in common
	strictHTML      = .95 // measured: a first group of pages with the sample's file name gives 1.0 or nearly
	strictSetters   = 3   // and has one to three pages
)

// diagnose looks for the failure cases in a run of SSUP.
func (s *site) diagnose(starts []urlID, descents []descent, c *collection) {
	for _, u := range starts {
		s.diagnoseURL(u)
		s.diagnoseScripts(u)
	}
	for _, d := range descents {
		s.diagnoseDescent(d)
	}
	var offPath, elsewhere []urlID
	for _, d := range descents {
		p, e := s.missed(d, c)
		offPath, elsewhere = append(offPath, p...), append(elsewhere, e...)
	}
	if len(offPath) > 0 {
		s.addDiagnosis(DifferentPaths, "give a sample page that hangs on the other link-path",
			"%d URLs like the entity pages' hang on other link-paths of the same index pages, such as %s", len(offPath), s.urls[offPath[0]])
	}
	if len(elsewhere) > 0 {
		s.addDiagnosis(DifferentHierarchies, "give a sample page from each part of the site that has entities of the type",
			"%d URLs like the entity pages' are linked from outside the entity-tree, such as %s", len(elsewhere), s.urls[elsewhere[0]])
	}
	s.diagnoseCost(len(c.order))
	s.diagnoseLimit()
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
			"no page was found that points to pages made like sample %s", s.urls[s.resolve(starts[0])])
	}
	s.diagnoseCost(found)
	s.diagnoseLimit()
}

// addDiagnosis reports a case, once.
func (s *site) addDiagnosis(name, remedy, detail string, args ...any) {
	for _, d := range s.report.Diagnoses {
		if d.Case == name {
			return
		}
	}
	s.report.Diagnoses = append(s.report.Diagnoses, Diagnosis{Case: name, Detail: fmt.Sprintf(detail, args...), Remedy: remedy})
}

func (s *site) diagnoseLimit() {
	if s.spent() || s.report.Dropped[string(page.LimitReached)] > 0 {
		s.addDiagnosis(CutShort, "raise the download limit", "the crawl ended after %d downloads and %d requests", s.report.Downloads, s.report.Requests)
	}
}

// diagnoseURL looks at the URL of a sample page.
func (s *site) diagnoseURL(u urlID) {
	for _, t := range page.Terms(s.urls[u]) {
		if t == "size_2" || t == "size_1" {
			s.addDiagnosis(TwoTokens, "check the pages, their URLs tell little; several samples help",
				"the URL of sample %s has %s tokens", s.urls[u], strings.TrimPrefix(t, "size_"))
		}
	}
}

// diagnoseScripts looks at a sample page alone.
func (s *site) diagnoseScripts(u urlID) {
	if n := s.seen(u); n != nil && n.scripted {
		s.addDiagnosis(Scripts, "render the site in a browser first, or look for a sitemap or a version without scripts",
			"sample %s has more script than text and next to no links", s.urls[u])
	}
}

// diagnoseLinks looks whether a sample links to any page of its site.
func (s *site) diagnoseLinks(u urlID) {
	n := s.seen(u)
	if n == nil || slices.ContainsFunc(n.links, func(l link) bool { return s.onSite[l.to] && s.resolve(l.to) != n.id }) {
		return
	}
	remedy := "take the default method, which also looks above the sample in the URL path and in sitemaps"
	if s.report.Method == (Focused{}).Name() {
		remedy = "give a sample that is linked from its list"
	}
	s.addDiagnosis(NoLinks, remedy,
		"sample %s links to no other page of its site", s.urls[n.id])
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

// A run is costly from so many downloads on, and so many for a page found.
const (
	manyDownloads = 100
	costly        = 2
)

// diagnoseDescent looks at a page-path and at the thresholds at its end.
func (s *site) diagnoseDescent(d descent) {
	sample := d.path[0].id
	if len(d.path) == 1 {
		s.diagnoseLinks(sample)
		s.addDiagnosis(NoIndex, "give another sample page, or one nearer to the site's listing",
			"no page that sample %s links to, or that those link to, links back to it", s.urls[sample])
		return
	}
	for _, p := range d.path[1:] {
		n := s.seen(p.id)
		if n != nil && n.scripted {
			s.addDiagnosis(Scripts, "render the site in a browser first, or look for a sitemap or a version without scripts",
				"index page %s has more script than text and next to no links", s.urls[n.id])
		}
	}
	if ip := s.seen(d.path[1].id); ip != nil && d.first > 0 {
		if sim := s.seen(sample).schema.Similarity(ip.schema); sim >= d.minHTML {
			s.addDiagnosis(Sideways, "give samples from other parts of the site",
				"index page %s is as much like sample %s (%.2f) as the entity pages are", s.urls[ip.id], s.urls[sample], sim)
		}
	}
	s.diagnoseIndex(d)
	switch {
	case d.first > 0 && d.minHTML < minTemplateHTML:
		s.addDiagnosis(Handcrafted, "check the pages: pages of other kinds may be among them",
			"a page with a URL most like that of sample %s has an HTML similarity of %.2f to it", s.urls[sample], d.minHTML)
	case d.first > 0 && d.first <= strictSetters && d.minHTML >= strictHTML && d.refused > 0:
		s.addDiagnosis(StrictSet, "give more samples",
			"%d pages with URLs most like that of sample %s set an HTML threshold of %.2f; %d pages were refused", d.first, s.urls[sample], d.minHTML, d.refused)
	}
}

// diagnoseIndex looks whether the list that links to the sample is a list of
// pages like it, or of everything on the site.
func (s *site) diagnoseIndex(d descent) {
	ip := s.seen(d.path[1].id)
	if ip == nil {
		return
	}
	taken := map[urlID]bool{s.resolve(d.path[0].id): true}
	for _, c := range d.children {
		taken[s.resolve(c.id)] = true
	}
	listed, of := map[urlID]bool{}, 0
	for _, l := range ip.links {
		if u := s.resolve(l.to); l.path == d.path[0].index.path && s.onSite[u] && !listed[u] {
			listed[u] = true
			if taken[u] {
				of++
			}
		}
	}
	if len(listed) >= longList && 2*of < len(listed) {
		s.addDiagnosis(MixedIndex, "give more samples, or --method focused",
			"index page %s lists %d pages where it lists sample %s, and %d of them were found alike", s.urls[ip.id], len(listed), s.urls[s.resolve(d.path[0].id)], of)
	}
}

// longList is the number of links on one link-path from which on they are a
// list.
const longList = 10

// missed lists URLs as similar to the sample's as the URLs that were taken,
// which were not taken: those on other link-paths of the index pages, and those
// elsewhere. Pages that were fetched and are unlike the sample are not among
// them.
func (s *site) missed(d descent, c *collection) (offPath, elsewhere []urlID) {
	if len(d.path) == 1 || d.minURL == 0 {
		return nil, nil
	}
	sample := s.seen(d.path[0].id)
	counted := make(map[urlID]bool)
	parents := make(map[*node]bool)
	count := func(n *node, list *[]urlID) {
		for _, l := range n.links {
			u := s.resolve(l.to)
			if _, ok := c.pages[u]; ok || counted[u] || !s.onSite[u] {
				continue
			}
			counted[u] = true
			if v, ok := s.visits[u]; ok && (v.node == nil || v.node.schema.Similarity(sample.schema) < d.minHTML) {
				continue
			}
			if s.strongSimilarity(&d.path[0].index.weights, u) >= d.minURL-sameSimilarity {
				*list = append(*list, u)
			}
		}
	}
	for _, u := range d.parents {
		if n := s.seen(u); n != nil && !parents[n] {
			parents[n] = true
			for _, l := range n.links { // below the threshold on the right link-path: not missed
				if l.path == d.path[0].index.path {
					counted[s.resolve(l.to)] = true
				}
			}
			count(n, &offPath)
		}
	}
	for u := range urlID(len(s.urls)) {
		if n := s.seen(u); n != nil && n.id == u && !parents[n] {
			count(n, &elsewhere)
		}
	}
	return offPath, elsewhere
}
