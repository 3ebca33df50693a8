package page

import (
	"context"
	"errors"
)

// Optional interfaces of fetchers. Callers look for them with [Ability], which also
// finds those of a wrapped fetcher (see [Wrapper]).
type (
	// SitemapFinder knows the sitemaps that the robots.txt of a URL's host names, as
	// normal URLs, which may be of other hosts. Without it only /sitemap.xml is
	// tried. An error ends the run.
	SitemapFinder interface {
		Sitemaps(ctx context.Context, url string) ([]string, error)
	}

	// URLLister knows URLs of a site (see [Site]) from elsewhere, as the index of an
	// archive does: normal ones, of which any may be gone. An error ends the run.
	URLLister interface {
		URLs(ctx context.Context, site string) ([]string, error)
	}

	// FailureLister lists, sorted, the URLs of a site (see [Site]) that have given only
	// transient failures so far, so that Fetch would request them again. Without it a
	// site with such failures is read again as a whole. An error ends the run.
	FailureLister interface {
		Failing(ctx context.Context, site string) ([]string, error)
	}

	// Annotator keeps notes on a page with what it keeps of the page: fields of one
	// line each, named as header fields are. The same note is kept once. Without it
	// only the catalog has them. An error ends the run.
	Annotator interface {
		Annotate(url string, fields map[string]string) error
	}

	// LayoutFinder tells where a browser shows the elements of a page of this fetcher. A
	// page that can't be laid out is an [*Error] with the reason [NoLayout]; other
	// errors, as [ErrNoBrowser] or of a browser that does not start, end the run. Without
	// it methods that look at pages as people see them can't be used.
	LayoutFinder interface {
		Layout(ctx context.Context, p *Page) (*Layout, error)
	}
)

// ErrNoBrowser says that pages can't be shown, since there is no browser.
var ErrNoBrowser = errors.New("no Chromium or Chrome was found: install one, or name it")

// Wrapper is a fetcher that delegates to another one. A type that embeds a Fetcher should
// implement it, so that [Ability] finds the optional interfaces of the embedded one.
type Wrapper interface {
	Fetcher
	Unwrap() Fetcher
}

// Ability gives a fetcher as a T, say an [Annotator]: the fetcher itself if it is
// one, else what it wraps, at any depth.
func Ability[T any](f Fetcher) (t T, ok bool) {
	for f != nil {
		if t, ok = f.(T); ok {
			return t, true
		}
		w, wraps := f.(Wrapper)
		if !wraps {
			break
		}
		f = w.Unwrap()
	}
	return t, false
}
