package site

import (
	"verde/internal/binomial"
	"verde/siteexpand"
)

// compareListed compares a result with the URLs that others list, such as a web archive; nil if there are
// none. The list is a second sample of the site's pages, drawn independently of the links. So the share
// of the listed pages that the site's own links lead to estimates that share of all pages
// (capture-recapture). Cost: linear in the links of the fetched pages.
func (s *Site) compareListed(pages []siteexpand.EntityPage) *siteexpand.Listed {
	if len(s.listed) == 0 {
		return nil
	}
	listed := make(map[ID]bool)
	for _, u := range s.listed {
		listed[s.Resolve(u)] = true
	}
	linked := s.linked()
	c := &siteexpand.Listed{URLs: len(listed)}
	for u := range listed {
		if v, ok := s.visits[u]; ok && v.node == nil {
			c.Failed++
		}
	}
	own := 0 // pages of the result to which the site leads
	for _, e := range pages {
		u := s.Resolve(s.Intern(e.URL))
		if linked[u] {
			own++
		}
		switch {
		case !listed[u]:
			c.New++
			continue
		case linked[u]:
			c.Linked++
		}
		c.Pages++
	}
	estimateMissing(c, own, len(pages))
	return c
}

// estimateMissing fills in what follows from the counts of a comparison: the share of pages that the site
// leads to, with its interval, and the number of pages missing. found is the size of the result, own the
// number of its pages that the site leads to.
func estimateMissing(c *siteexpand.Listed, own, found int) {
	if c.Pages == 0 {
		return
	}
	share := binomial.Posterior(float64(c.Linked), float64(c.Pages))
	c.Share = float64(c.Linked) / float64(c.Pages)
	if c.Low = share.Quantile(.025); c.Linked == 0 {
		c.Low = 0
	}
	if c.High = share.Quantile(.975); c.Linked == c.Pages {
		c.High = 1
	}
	if c.Linked > 0 {
		missing := func(share float64) float64 { return max(0, float64(own)/share-float64(found)) }
		// Chapman's form of the Lincoln-Petersen estimate, which has less bias with few pages.
		expected := float64(c.Pages+1)*float64(own+1)/float64(c.Linked+1) - 1
		c.Missing = &siteexpand.Missing{Pages: max(0, expected-float64(found)), Low: missing(c.High), High: missing(c.Low)}
	}
}

// linked gives the pages that links lead to from the samples, the folders above them and the site's own
// sitemaps.
func (s *Site) linked() map[ID]bool {
	met := make(map[ID]bool)
	var open []ID
	meet := func(u ID) {
		if u = s.Resolve(u); !met[u] {
			met[u] = true
			open = append(open, u)
		}
	}
	for _, u := range s.ownSeeds {
		meet(u)
	}
	for len(open) > 0 {
		n := s.Page(open[len(open)-1])
		open = open[:len(open)-1]
		if n == nil {
			continue
		}
		for _, links := range [][]Link{n.Links, n.Also} {
			for _, l := range links {
				if s.onSite[l.To] {
					meet(l.To)
				}
			}
		}
	}
	return met
}
