package siteexpand

import (
	"strings"

	"verde/page"
)

const (
	strictHTML    = .95 // measured: a first group of pages with the sample's file name gives 1.0 or nearly
	strictSetters = 3   // and has one to three pages
)

// diagnose looks for the failure cases in a run of SSUP.
func (s *ssupRun) diagnose(starts []urlID, descents []descent, c *collection) {
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
			"%d URLs like the entity pages' hang on other link-paths of the same index pages, such as %s", len(offPath), s.url(offPath[0]))
	}
	if len(elsewhere) > 0 {
		s.addDiagnosis(DifferentHierarchies, "give a sample page from each part of the site that has entities of the type",
			"%d URLs like the entity pages' are linked from outside the entity-tree, such as %s", len(elsewhere), s.url(elsewhere[0]))
	}
	s.diagnoseCost(len(c.order))
	s.diagnoseLimit()
}

// diagnoseURL looks at the URL of a sample page.
func (s *ssupRun) diagnoseURL(u urlID) {
	for _, t := range page.Terms(s.url(u)) {
		if t == "size_2" || t == "size_1" {
			s.addDiagnosis(TwoTokens, "check the pages, their URLs tell little; several samples help",
				"the URL of sample %s has %s tokens", s.url(u), strings.TrimPrefix(t, "size_"))
		}
	}
}

// diagnoseDescent looks at a page-path and at the thresholds at its end.
func (s *ssupRun) diagnoseDescent(d descent) {
	sample := d.path[0].id
	if len(d.path) == 1 {
		s.diagnoseLinks(sample)
		s.addDiagnosis(NoIndex, "give another sample page, or one nearer to the site's listing",
			"no page that sample %s links to, or that those link to, links back to it", s.url(sample))
		return
	}
	for _, p := range d.path[1:] {
		n := s.seen(p.id)
		if n != nil && n.scripted {
			s.addDiagnosis(Scripts, "render the site in a browser first, or look for a sitemap or a version without scripts",
				"index page %s has more script than text and next to no links", s.url(n.id))
		}
	}
	if ip := s.seen(d.path[1].id); ip != nil && d.first > 0 {
		if sim := s.seen(sample).schema.Similarity(ip.schema); sim >= d.minHTML {
			s.addDiagnosis(Sideways, "give samples from other parts of the site",
				"index page %s is as much like sample %s (%.2f) as the entity pages are", s.url(ip.id), s.url(sample), sim)
		}
	}
	s.diagnoseIndex(d)
	switch {
	case d.first > 0 && d.minHTML < minTemplateHTML:
		s.addDiagnosis(Handcrafted, "check the pages: pages of other kinds may be among them",
			"a page with a URL most like that of sample %s has an HTML similarity of %.2f to it", s.url(sample), d.minHTML)
	case d.first > 0 && d.first <= strictSetters && d.minHTML >= strictHTML && d.refused > 0:
		s.addDiagnosis(StrictSet, "give more samples",
			"%d pages with URLs most like that of sample %s set an HTML threshold of %.2f; %d pages were refused", d.first, s.url(sample), d.minHTML, d.refused)
	}
}

// diagnoseIndex looks whether the list that links to the sample is a list of
// pages like it, or of everything on the site.
func (s *ssupRun) diagnoseIndex(d descent) {
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
		if u := s.resolve(l.to); l.path == d.path[0].index.path && s.isOnSite(u) && !listed[u] {
			listed[u] = true
			if taken[u] {
				of++
			}
		}
	}
	if len(listed) >= longList && 2*of < len(listed) {
		s.addDiagnosis(MixedIndex, "give more samples, or --method focused",
			"index page %s lists %d pages where it lists sample %s, and %d of them were found alike", s.url(ip.id), len(listed), s.url(s.resolve(d.path[0].id)), of)
	}
}

// missed lists URLs as similar to the sample's as the URLs that were taken,
// which were not taken: those on other link-paths of the index pages, and those
// elsewhere. Pages that were fetched and are unlike the sample are not among
// them.
func (s *ssupRun) missed(d descent, c *collection) (offPath, elsewhere []urlID) {
	if len(d.path) == 1 || d.minURL == 0 {
		return nil, nil
	}
	sample := s.seen(d.path[0].id)
	counted := make(map[urlID]bool)
	parents := make(map[*node]bool)
	count := func(n *node, list *[]urlID) {
		for _, l := range n.links {
			u := s.resolve(l.to)
			if _, ok := c.pages[u]; ok || counted[u] || !s.isOnSite(u) {
				continue
			}
			counted[u] = true
			if to := s.seen(u); s.visited(u) && (to == nil || to.schema.Similarity(sample.schema) < d.minHTML) {
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
	for u := range urlID(s.size()) {
		if n := s.seen(u); n != nil && n.id == u && !parents[n] {
			count(n, &elsewhere)
		}
	}
	return offPath, elsewhere
}
