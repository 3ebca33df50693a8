package siteexpand

import (
	"context"
	"slices"

	"verde/fetch/sitemap"
	"verde/page"
)

// sitemaps meets the pages of the site that its sitemaps name: those of which
// robots.txt says where they are, if the fetcher knows, and sitemap.xml.
// Missing ones are no fault. They are read once for all crawls of the site.
func (f *crawl) sitemaps(ctx context.Context) error {
	if !f.sitemapsRead {
		var err error
		if f.sitemapURLs, err = f.readSitemaps(ctx); err != nil {
			return err
		}
		f.sitemapsRead = true
	}
	for _, u := range f.sitemapURLs {
		f.addURL(f.intern(u), nil, 0)
	}
	f.reclassify()
	return nil
}

// readSitemaps gives the pages of the site that its sitemaps name.
func (s *site) readSitemaps(ctx context.Context) (pages []string, err error) {
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
	s.report.Downloads += found.Read
	s.report.Requests += found.Read
	for _, n := range found.Missing {
		s.report.Requests += n
	}
	var listed []sitemapEntry
	for _, e := range found.Pages {
		if s.within(e.URL) && !s.refuse(e.URL) {
			listed = append(listed, sitemapEntry{e.URL, e.Alternates})
		}
	}
	return s.dropAlternates(listed), nil
}
