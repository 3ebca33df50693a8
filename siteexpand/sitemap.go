package siteexpand

import (
	"bytes"
	"context"
	"encoding/xml"
	"strings"

	"verde/page"
)

// sitemaps reads sitemap.xml and those that it names. Missing ones are no
// fault.
func (f *crawl) sitemaps(ctx context.Context) error {
	queue := []string{f.base + "/sitemap.xml"}
	for i := 0; i < len(queue) && i < sitemapLimit; i++ {
		f.report.Requests++
		p, err := f.fetcher.Fetch(ctx, queue[i])
		if err != nil {
			if _, gone := page.ReasonOf(err); gone {
				continue
			}
			return err
		}
		f.report.Downloads++
		maps, pages := readSitemap(p.Body)
		queue = append(queue, maps...)
		for _, raw := range pages {
			if u, err := page.Normalize(raw); err == nil && f.within(u) {
				f.meet(f.intern(u), nil, 0)
			}
		}
	}
	if f.classes.stale {
		f.reclass()
	}
	return nil
}

// readSitemap gives the sitemaps and the pages that a sitemap names. What is
// not XML gives what stands before the first error.
func readSitemap(body []byte) (maps, pages []string) {
	dec := xml.NewDecoder(bytes.NewReader(body))
	dec.Strict = false
	within := ""
	for {
		tok, err := dec.Token()
		if err != nil {
			return maps, pages
		}
		start, ok := tok.(xml.StartElement)
		if !ok {
			continue
		}
		switch start.Name.Local {
		case "sitemap", "url":
			within = start.Name.Local
		case "loc":
			var loc string
			if dec.DecodeElement(&loc, &start) != nil {
				return maps, pages
			}
			if loc = strings.TrimSpace(loc); within == "sitemap" {
				maps = append(maps, loc)
			} else if within == "url" {
				pages = append(pages, loc)
			}
		}
	}
}
