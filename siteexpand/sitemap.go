package siteexpand

import (
	"context"
	"slices"

	"verde/fetch/sitemap"
	"verde/page"
)

// sitemaps meets the pages of the site that its sitemaps name: those of which
// robots.txt says where they are, if the fetcher knows, and sitemap.xml.
// Missing ones are no fault.
func (f *crawl) sitemaps(ctx context.Context) error {
	starts := []string{f.base + "/sitemap.xml"}
	if named, ok := f.fetcher.(interface {
		Sitemaps(ctx context.Context, url string) ([]string, error)
	}); ok {
		urls, err := named.Sitemaps(ctx, f.base+"/")
		if err != nil {
			return err
		}
		for _, u := range urls {
			if !slices.Contains(starts, u) {
				starts = append(starts, u)
			}
		}
	}
	found, err := sitemap.Collect(ctx, f.fetcher, starts, page.Site(f.base), sitemap.Limits{Maps: sitemapLimit})
	if err != nil {
		return err
	}
	f.report.Downloads += found.Read
	f.report.Requests += found.Read
	for _, n := range found.Missing {
		f.report.Requests += n
	}
	for _, e := range found.Pages {
		if f.within(e.URL) {
			f.meet(f.intern(e.URL), nil, 0)
		}
	}
	if f.classes.stale {
		f.reclass()
	}
	return nil
}
