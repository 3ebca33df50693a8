package site

import (
	"context"
	"slices"
	"strings"

	"verde/fetch/sitemap"
	"verde/page"
)

// sitemapLimit is the number of sitemaps that are read of one site: a bound on the cost.
const sitemapLimit = 20

// Seeds gives the pages from which a crawl begins, apart from the samples: the folders above the samples, up
// to the front page, and the pages that the sitemaps or others list.
func (s *Site) Seeds(ctx context.Context, samples []ID) (seeds []ID, err error) {
	for _, u := range samples {
		for dir := page.Dir(s.urls[u]); s.Within(dir); {
			u := s.Resolve(s.Intern(dir))
			if s.urls[u] == dir && strings.Count(dir, "/") > 3 { // no link said whether the folder's URL ends in a slash
				s.slashed[u] = true
			}
			seeds = append(seeds, u)
			up := page.Dir(strings.TrimSuffix(dir, "/"))
			if len(up) >= len(dir) || strings.Count(up, "/") < 3 {
				break
			}
			dir = up
		}
	}
	listed, err := s.sitemaps(ctx)
	s.ownSeeds, s.listed = slices.Concat(samples, seeds), nil
	for _, l := range listed {
		u := s.Resolve(s.Intern(l.url))
		seeds = append(seeds, u)
		if l.elsewhere {
			s.listed = append(s.listed, u)
		} else {
			s.ownSeeds = append(s.ownSeeds, u)
		}
	}
	return seeds, err
}

// sitemaps gives the pages of the site that its sitemaps list, and those that others list, if the fetcher knows
// any. The sitemaps are /sitemap.xml and those that robots.txt names. A missing one is no error. They are
// read once a run.
func (s *Site) sitemaps(ctx context.Context) (pages []sitemapEntry, err error) {
	if !s.sitemapsRead {
		if s.sitemapURLs, err = s.readSitemaps(ctx); err != nil {
			return nil, err
		}
		s.sitemapsRead = true
	}
	return s.sitemapURLs, nil
}

func (s *Site) readSitemaps(ctx context.Context) (pages []sitemapEntry, err error) {
	starts := []string{s.base + "/sitemap.xml"}
	if named, ok := page.Ability[page.SitemapFinder](s.fetcher); ok {
		urls, err := named.Sitemaps(ctx, s.base+"/")
		if err != nil {
			return nil, err
		}
		for _, u := range urls {
			if !slices.Contains(starts, u) {
				starts = append(starts, u)
			}
		}
	}
	found, err := sitemap.Collect(ctx, s.fetcher, starts, page.Site(s.base), sitemap.Limits{Maps: sitemapLimit})
	if err != nil {
		return nil, err
	}
	s.Report.Downloads += found.Read
	s.Report.Requests += found.Read
	for _, n := range found.Missing {
		s.Report.Requests += n
	}
	var listed []sitemapEntry
	for _, e := range found.Pages {
		if s.Within(e.URL) && !s.refuse(e.URL) {
			listed = append(listed, sitemapEntry{url: e.URL, forms: e.Alternates})
		}
	}
	if lister, ok := page.Ability[page.URLLister](s.fetcher); ok {
		urls, err := lister.URLs(ctx, page.Site(s.base))
		if err != nil {
			return nil, err
		}
		for _, u := range urls {
			if s.Within(u) && !s.refuse(u) {
				listed = append(listed, sitemapEntry{url: u, elsewhere: true})
			}
		}
	}
	return s.dropAlternates(listed), nil
}
