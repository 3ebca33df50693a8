package ssup

import (
	"strings"

	"verde/page"
	"verde/siteexpand"
	"verde/siteexpand/site"
)

const (
	strictHTML    = .95 // measured: a first group of pages with the sample's file name gives 1.0 or nearly
	strictSetters = 3   // and has one to three pages
)

// diagnose looks for the failure cases in a run of SSUP.
func (s *run) diagnose(starts []site.ID, descents []descent, c *site.Collection) {
	for _, u := range starts {
		s.diagnoseURL(u)
		s.DiagnoseScripts(u)
	}
	for _, d := range descents {
		s.diagnoseDescent(d)
	}
	var offPath, elsewhere []site.ID
	for _, d := range descents {
		p, e := s.missed(d, c)
		offPath, elsewhere = append(offPath, p...), append(elsewhere, e...)
	}
	if len(offPath) > 0 {
		s.AddDiagnosis(siteexpand.DifferentPaths, "give a sample page that hangs on the other link-path",
			"%d URLs like the entity pages' hang on other link-paths of the same index pages, such as %s", len(offPath), s.URL(offPath[0]))
	}
	if len(elsewhere) > 0 {
		s.AddDiagnosis(siteexpand.DifferentHierarchies, "give a sample page from each part of the site that has entities of the type",
			"%d URLs like the entity pages' are linked from outside the entity-tree, such as %s", len(elsewhere), s.URL(elsewhere[0]))
	}
	s.DiagnoseCost(len(c.Order))
	s.DiagnoseLimit()
}

// diagnoseURL looks at the URL of a sample page.
func (s *run) diagnoseURL(u site.ID) {
	for _, t := range page.Terms(s.URL(u)) {
		if t == "size_2" || t == "size_1" {
			s.AddDiagnosis(siteexpand.TwoTokens, "check the pages, their URLs tell little; several samples help",
				"the URL of sample %s has %s tokens", s.URL(u), strings.TrimPrefix(t, "size_"))
		}
	}
}

// diagnoseDescent looks at a page-path and at the thresholds at its end.
func (s *run) diagnoseDescent(d descent) {
	sample := d.path[0].id
	if len(d.path) == 1 {
		s.DiagnoseLinks(sample)
		s.AddDiagnosis(siteexpand.NoIndex, "give another sample page, or one nearer to the site's listing",
			"no page that sample %s links to, or that those link to, links back to it", s.URL(sample))
		return
	}
	for _, p := range d.path[1:] {
		n := s.Page(p.id)
		if n != nil && n.Scripted {
			s.AddDiagnosis(siteexpand.Scripts, "have it rendered (--render, with Chromium on this machine), or look for a sitemap or a version without scripts",
				"index page %s has more script than text and next to no links", s.URL(n.ID))
		}
	}
	if ip := s.Page(d.path[1].id); ip != nil && d.first > 0 {
		if sim := s.Page(sample).Schema.Similarity(ip.Schema); sim >= d.minHTML {
			s.AddDiagnosis(siteexpand.Sideways, "give samples from other parts of the site",
				"index page %s is as much like sample %s (%.2f) as the entity pages are", s.URL(ip.ID), s.URL(sample), sim)
		}
	}
	s.diagnoseIndex(d)
	switch {
	case d.first > 0 && d.minHTML < minTemplateHTML:
		s.AddDiagnosis(siteexpand.Handcrafted, "check the pages: pages of other kinds may be among them",
			"a page with a URL most like that of sample %s has an HTML similarity of %.2f to it", s.URL(sample), d.minHTML)
	case d.first > 0 && d.first <= strictSetters && d.minHTML >= strictHTML && len(d.refused) > 0:
		s.AddDiagnosis(siteexpand.StrictSet, "give more samples",
			"%d pages with URLs most like that of sample %s set an HTML threshold of %.2f; %d pages were refused", d.first, s.URL(sample), d.minHTML, len(d.refused))
	}
}

// diagnoseIndex looks whether the list that links to the sample is a list of
// pages like it, or of everything on the site.
func (s *run) diagnoseIndex(d descent) {
	ip := s.Page(d.path[1].id)
	if ip == nil {
		return
	}
	taken := map[site.ID]bool{s.Resolve(d.path[0].id): true}
	for _, c := range d.children {
		taken[s.Resolve(c.id)] = true
	}
	listed, of := map[site.ID]bool{}, 0
	for _, l := range ip.Links {
		if u := s.Resolve(l.To); l.Path == d.path[0].index.path && s.OnSite(u) && !listed[u] {
			listed[u] = true
			if taken[u] {
				of++
			}
		}
	}
	if len(listed) >= site.LongList && 2*of < len(listed) {
		s.AddDiagnosis(siteexpand.MixedIndex, "give more samples, or --method focused",
			"index page %s lists %d pages where it lists sample %s, and %d of them were found alike", s.URL(ip.ID), len(listed), s.URL(s.Resolve(d.path[0].id)), of)
	}
}

// missed lists URLs as similar to the sample's as the URLs that were taken,
// which were not taken: those on other link-paths of the index pages, and those
// elsewhere. Pages that were fetched and are unlike the sample are not among
// them.
func (s *run) missed(d descent, c *site.Collection) (offPath, elsewhere []site.ID) {
	if len(d.path) == 1 || d.minURL == 0 {
		return nil, nil
	}
	sample := s.Page(d.path[0].id)
	counted := make(map[site.ID]bool)
	parents := make(map[*site.Page]bool)
	count := func(n *site.Page, list *[]site.ID) {
		for _, l := range n.Links {
			u := s.Resolve(l.To)
			if _, ok := c.Pages[u]; ok || counted[u] || !s.OnSite(u) {
				continue
			}
			counted[u] = true
			if to := s.Page(u); s.Visited(u) && (to == nil || to.Schema.Similarity(sample.Schema) < d.minHTML) {
				continue
			}
			if s.strongSimilarity(&d.path[0].index.weights, u) >= d.minURL-sameSimilarity {
				*list = append(*list, u)
			}
		}
	}
	for _, u := range d.parents {
		if n := s.Page(u); n != nil && !parents[n] {
			parents[n] = true
			for _, l := range n.Links { // below the threshold on the right link-path: not missed
				if l.Path == d.path[0].index.path {
					counted[s.Resolve(l.To)] = true
				}
			}
			count(n, &offPath)
		}
	}
	for u := range site.ID(s.Size()) {
		if n := s.Page(u); n != nil && n.ID == u && !parents[n] {
			count(n, &elsewhere)
		}
	}
	return offPath, elsewhere
}

// minTemplateHTML is the HTML similarity below which pages have no template in
// common (SSUP 2019, §6.2).
const minTemplateHTML = .5
