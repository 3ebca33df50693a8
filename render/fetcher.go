package render

import (
	"bytes"
	"context"
	"log/slog"
	"sync"
	"time"

	"verde/fetch"
	"verde/page"
)

// Mode says which pages are rendered.
type Mode string

// Modes.
const (
	Auto   Mode = "auto"   // of sites where rendering adds something: see [Fetcher]
	Never  Mode = "never"  // none
	Always Mode = "always" // all that have scripts
)

// Modes lists the modes, the default first.
func Modes() []Mode { return []Mode{Auto, Never, Always} }

// Pages fetches pages and their resources, and archives renderings. [fetch.Client] is one.
type Pages interface {
	page.Fetcher
	Source
	Rendering(ctx context.Context, p *page.Page) (*fetch.Rendering, error)
	KeepRendering(p *page.Page, document []byte, cut string, at time.Time) (*page.Page, error)
	Settle(p *page.Page) error
	Settled(ctx context.Context, p *page.Page) bool
	Refresh(ctx context.Context, url string, since time.Time) (*page.Page, fetch.Change, error)
}

// How many pages are rendered without a gain before a site, or the pages of one shape, are
// no longer rendered. The first pages of a site are samples of one kind or its front page,
// and scripts that add something to a page (prices, reviews) add it to all pages of its
// kind: three trials are enough. Lists are of other kinds and are met later. Those that
// scripts build have more script than text, so such pages are tried up to twenty times a
// site.
const (
	siteTrials  = 3
	shapeTrials = 3
	emptyTrials = 20

	siteFailures = 10 // renderings of a site that failed in a row; as MaxFailures in package fetch
)

// Fetcher gives pages after their scripts have run, if that adds links or text to them.
//
// With [Auto] it learns this for each site. The first pages with scripts are rendered and
// compared with what was sent. If none of them gains anything, further pages of the site
// are given as sent; so are pages of a shape (the same elements in the same order) of which
// three have gained nothing. Renderings and these decisions are archived, so that a
// repeated run gives the same pages.
type Fetcher struct {
	Pages
	mode    Mode
	browser *Browser // nil for none: what is archived is given
	log     *slog.Logger

	mu    sync.Mutex
	sites map[string]*learned
	stats Stats
}

// learned counts the renderings of a site.
type learned struct {
	trials, gains int
	failures      int // since the last gain
	shapes        map[uint64]*tally
}

type tally struct{ trials, gains int }

// Stats tell what rendering has cost and brought.
type Stats struct {
	Rendered int           `json:"rendered"`          // pages, now
	Archived int           `json:"archived"`          // pages whose rendering was archived
	Gained   int           `json:"gained"`            // of both, pages whose rendering adds something
	Failed   int           `json:"failed"`            // pages that could not be rendered, and are given as they were sent
	Cut      int           `json:"cut"`               // renderings that ended at a bound, now or when they were archived
	Lacking  int           `json:"lacking"`           // renderings that add nothing, while some of their requests failed: given as sent
	Without  int           `json:"without,omitempty"` // pages with more script than text, for which there was no browser
	Requests int           `json:"requests"`          // that rendered pages made
	Time     time.Duration `json:"time"`              // that renderings took, in nanoseconds
	Sites    int           `json:"sites"`             // where rendering adds something
}

// NewFetcher gives a fetcher over pages. Without a browser nothing is rendered anew.
// log, if it is not nil, gets a record of each rendering at level Debug and of each failure
// at level Warn.
func NewFetcher(pages Pages, b *Browser, mode Mode, log *slog.Logger) *Fetcher {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &Fetcher{Pages: pages, mode: mode, browser: b, log: log, sites: make(map[string]*learned)}
}

// Unwrap gives the fetcher of the pages as they are sent.
func (f *Fetcher) Unwrap() page.Fetcher { return f.Pages }

// Stats gives what was done so far.
func (f *Fetcher) Stats() Stats {
	f.mu.Lock()
	defer f.mu.Unlock()
	s := f.stats
	for _, l := range f.sites {
		if l.gains > 0 {
			s.Sites++
		}
	}
	return s
}

// Fetch gives the page at a URL, rendered where that adds something. A page that can't be
// rendered is given as it was sent. Errors are those of the pages.
func (f *Fetcher) Fetch(ctx context.Context, url string) (*page.Page, error) {
	p, err := f.Pages.Fetch(ctx, url)
	if err != nil {
		return nil, err
	}
	return f.shown(ctx, p, time.Time{})
}

// Refresh requests a page again, as [fetch.Client.Refresh] does, and gives it rendered if
// that adds something. A page with a rendering is rendered again with the current answers
// to its requests, and has changed if the result has; without a browser the change is
// [fetch.Unknown].
func (f *Fetcher) Refresh(ctx context.Context, url string, since time.Time) (*page.Page, fetch.Change, error) {
	p, change, err := f.Pages.Refresh(ctx, url, since)
	if err != nil || p == nil {
		return p, change, err
	}
	if change != fetch.Unchanged || f.mode == Never {
		p, err = f.shown(ctx, p, since)
		return p, change, err
	}
	before, err := f.Rendering(ctx, p)
	if err != nil || before == nil || before.Page == nil {
		return p, change, err
	}
	if f.browser == nil {
		f.count(func(s *Stats) { s.Without++ })
		return before.Page, fetch.Unknown, nil
	}
	c, err := contentsOf(p)
	if err != nil {
		return p, change, nil
	}
	made, err := f.render(ctx, p, &c, since)
	switch {
	case err != nil:
		return nil, fetch.Unknown, err
	case made == nil: // and it is told why
		return before.Page, fetch.Unknown, nil
	case made.Page == nil:
		return p, fetch.Changed, nil
	case bytes.Equal(made.Page.Body, before.Page.Body):
		return made.Page, fetch.Unchanged, nil
	}
	return made.Page, fetch.Changed, nil
}

// shown gives a page as it is shown.
func (f *Fetcher) shown(ctx context.Context, p *page.Page, since time.Time) (*page.Page, error) {
	if f.mode == Never || p.ContentType != "text/html" && p.ContentType != "application/xhtml+xml" || !scripted(p) {
		return p, nil
	}
	r, err := f.Rendering(ctx, p)
	if err != nil {
		return nil, err
	}
	c, err := contentsOf(p)
	if err != nil {
		return p, nil // who asked for the page will find that out
	}
	site := page.Site(p.URL)
	switch {
	case r != nil:
		f.count(func(s *Stats) {
			s.Archived++
			if r.Cut != "" {
				s.Cut++
			}
		})
	case !c.builds:
		return p, nil
	case !f.worth(site, &c, f.Settled(ctx, p)):
		if f.browser == nil {
			return p, nil
		}
		return p, f.Settle(p)
	case f.browser == nil:
		if c.empty() {
			f.count(func(s *Stats) { s.Without++ })
		}
		return p, nil
	default:
		if r, err = f.render(ctx, p, &c, since); err != nil {
			return nil, err
		}
	}
	f.learn(site, c.shape, r)
	if r != nil && r.Page != nil {
		return r.Page, nil
	}
	p.Rendered = r != nil // nobody else has this page
	return p, nil
}

// render renders a page with contents c now, and archives the rendering. It returns nil if
// the page could not be rendered, or if it gains nothing while some of its requests failed.
func (f *Fetcher) render(ctx context.Context, p *page.Page, c *contents, since time.Time) (*fetch.Rendering, error) {
	began := time.Now()
	d, err := f.browser.Render(ctx, p, f.Pages, since)
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil:
		f.count(func(s *Stats) { s.Failed++; s.Time += time.Since(began) })
		f.log.WarnContext(ctx, "page could not be rendered; it is taken as it was sent", "url", p.URL, "error", err)
		return nil, nil
	}
	gain, err := gainOf(c, &page.Page{URL: p.URL, Body: d.HTML})
	if err != nil {
		gain = Gain{} // a document that can't be parsed adds nothing
	}
	lacking := !gain.Some() && d.lacks()
	f.count(func(s *Stats) {
		s.Rendered++
		s.Requests += d.Requests
		s.Time += d.Took
		if d.Cut != "" {
			s.Cut++
		}
		if lacking {
			s.Lacking++
		}
	})
	f.log.DebugContext(ctx, "page rendered", "url", p.URL, "links", gain.Links, "words", gain.Words, "requests", d.Requests, "failed", len(d.Failed), "steps", d.Steps, "cut", d.Cut, "leads", d.Leads, "took", d.Took)
	for _, failure := range d.Failed {
		f.log.DebugContext(ctx, "request of a page failed", "url", failure.URL, "page", p.URL, "error", failure.Why)
	}
	switch {
	case lacking: // another time it may have more
		return nil, nil
	case !gain.Some():
		_, err := f.KeepRendering(p, nil, d.Cut, time.Now())
		return &fetch.Rendering{Cut: d.Cut}, err
	}
	made, err := f.KeepRendering(p, d.HTML, d.Cut, time.Now())
	return &fetch.Rendering{Page: made, Cut: d.Cut}, err
}

// learn counts the rendering of a page of a shape, nil for a failure. Failures count as
// trials, too.
func (f *Fetcher) learn(site string, shape uint64, r *fetch.Rendering) {
	f.mu.Lock()
	defer f.mu.Unlock()
	l := f.siteOf(site)
	t := l.shapes[shape]
	if t == nil {
		t = &tally{}
		l.shapes[shape] = t
	}
	l.trials++
	t.trials++
	switch {
	case r == nil:
		l.failures++
	case r.Page != nil:
		l.gains++
		t.gains++
		l.failures = 0
		f.stats.Gained++
	}
}

// siteOf gives what is known of a site; f.mu is held.
func (f *Fetcher) siteOf(site string) *learned {
	l := f.sites[site]
	if l == nil {
		l = &learned{shapes: make(map[uint64]*tally)}
		f.sites[site] = l
	}
	return l
}

// worth reports whether to render a page without an archived rendering. settled is set if an
// earlier run has decided that it is not to be.
func (f *Fetcher) worth(site string, c *contents, settled bool) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	l := f.siteOf(site)
	switch t := l.shapes[c.shape]; {
	case l.failures >= siteFailures:
		return false
	case f.mode == Always:
		return true
	case settled:
		return false
	case t != nil && t.gains > 0:
		return true
	case t != nil && t.trials >= shapeTrials:
		return false
	case l.gains > 0 || l.trials < siteTrials:
		return true
	}
	return l.trials < emptyTrials && c.empty()
}

func (f *Fetcher) count(add func(*Stats)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	add(&f.stats)
}
