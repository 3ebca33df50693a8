package cdx

import (
	"context"
	"errors"
	"iter"

	"verde/page"
)

// Index is an archive's list of captures.
type Index interface {
	Captures(ctx context.Context, site string) iter.Seq2[Capture, error]
}

// MaxURLs bounds the URLs of a site that are taken of indexes, as of a sitemap.
const MaxURLs = 50_000

// URLs gives the pages of a site that indexes know, each URL once, in the order of the
// indexes. The error tells of lines and indexes that could not be read, the first ten of
// them, beside what could.
func URLs(ctx context.Context, site string, indexes ...Index) (urls []string, err error) {
	seen := make(map[string]bool)
	var errs []error
	for _, index := range indexes {
		for c, err := range index.Captures(ctx, site) {
			switch {
			case err != nil && len(errs) < 10:
				errs = append(errs, err)
			case err == nil && c.IsPage() && page.Site(c.URL) == site && !seen[c.URL]:
				seen[c.URL] = true
				urls = append(urls, c.URL)
			}
			if len(urls) == MaxURLs {
				return urls, errors.Join(errs...)
			}
		}
	}
	return urls, errors.Join(errs...)
}
