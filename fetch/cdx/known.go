package cdx

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"verde/page"
)

// Index is an archive's list of captures.
type Index interface {
	Captures(ctx context.Context, site string) iter.Seq2[Capture, error]
}

// MaxURLs bounds the URLs of a site that are taken of indexes, as of a sitemap.
const MaxURLs = 50_000

// ErrCut says that indexes may know more of a site than was read.
var ErrCut = errors.New("there may be more, which is left out")

// URLs gives the pages of a site that indexes know, each URL once, in the order of the
// indexes. The error tells of lines and indexes that could not be read, the first ten of
// them, beside what could, and is [ErrCut] if not all was read.
func URLs(ctx context.Context, site string, indexes ...Index) (urls []string, err error) {
	seen := make(map[string]bool)
	var errs []error
	for _, index := range indexes {
		for c, err := range index.Captures(ctx, site) {
			switch {
			case errors.Is(err, ErrCut) || err != nil && len(errs) < 10:
				errs = append(errs, err)
			case err != nil || !c.IsPage() || page.Site(c.URL) != site || seen[c.URL]:
			case len(urls) == MaxURLs:
				return urls, errors.Join(append(errs, fmt.Errorf("of %s the first %d URLs were read: %w", site, MaxURLs, ErrCut))...)
			default:
				seen[c.URL] = true
				urls = append(urls, c.URL)
			}
		}
	}
	return urls, errors.Join(errs...)
}
