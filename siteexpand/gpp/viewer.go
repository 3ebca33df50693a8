package gpp

import (
	"context"
	"errors"
	"strings"

	"verde/page"
	"verde/siteexpand/site"
)

// viewer is a site whose pages are looked at.
type viewer struct {
	*site.Site
	recent  *recent
	layouts page.LayoutFinder
	paths   *paths
	lists   map[site.ID][]webList // of the pages that were laid out; nil for those that can't be
	failed  int                   // in a row
	partly  int                   // laid out, but cut or without files that they ask for
}

// maxFailed is how many pages in a row may fail to be laid out before no more are tried, as
// with pages that can't be rendered (package render).
const maxFailed = 10

// view gives the lists of a page; none if it can't be had or laid out.
func (v *viewer) view(ctx context.Context, u site.ID) ([]webList, error) {
	n, err := v.Fetch(ctx, u)
	if n == nil || err != nil {
		return nil, err
	}
	if lists, ok := v.lists[n.ID]; ok {
		return lists, nil
	}
	v.lists[n.ID] = nil
	if v.failed == maxFailed {
		v.LeaveOut(string(page.NoLayout), n.URL)
		return nil, nil
	}
	p, again, err := v.recent.page(ctx, n.URL)
	if again {
		v.Report.Requests++
		if err == nil {
			v.Report.Downloads++
		}
	}
	var lost *page.Error
	var l *page.Layout
	if err == nil {
		l, err = v.layouts.Layout(ctx, p)
	}
	switch {
	case err == nil:
	case ctx.Err() == nil && errors.As(err, &lost):
		v.failed++
		v.LeaveOut(string(page.NoLayout), n.URL)
		return nil, nil
	default:
		return nil, err
	}
	v.failed = 0
	if l.Cut != "" || l.Left > 0 || l.Lacks > 0 {
		v.partly++
	}
	v.Report.Layout.Add(l.Cost)
	v.lists[n.ID] = listsOf(l, v.paths, v.Options.Notation)
	return v.lists[n.ID], nil
}

// targets gives the pages of the site to which a list leads.
func (v *viewer) targets(l webList) (to []site.ID) {
	for _, u := range l.links {
		if id, ok := v.Admit(u); ok {
			to = append(to, v.Resolve(id))
		}
	}
	return to
}

// home gives the page from which the site is entered: the front page, or if there is none,
// that of the folder nearest to it above a sample.
func (v *viewer) home(ctx context.Context, sample site.ID) (site.ID, error) {
	var above []string
	for dir := page.Dir(v.URL(v.Resolve(sample))); ; {
		above = append(above, dir)
		up := page.Dir(strings.TrimSuffix(dir, "/"))
		if len(up) >= len(dir) || strings.Count(up, "/") < 3 {
			break
		}
		dir = up
	}
	for k := len(above) - 1; k >= 0; k-- {
		id, ok := v.Admit(above[k])
		if !ok {
			continue
		}
		n, err := v.Fetch(ctx, id)
		if err != nil {
			return 0, err
		}
		if n != nil {
			return n.ID, nil
		}
	}
	return sample, nil
}

// recent is a fetcher that keeps the last pages that it gave, for those of them that are
// laid out: which these are is known some pages later.
type recent struct {
	page.Fetcher
	pages map[string]*page.Page // by the URL that answered
	order []string
	size  int
}

// maxRecent is how much of pages is kept, in bytes. A page that is not kept any more is
// fetched again: from the archive where there is one.
const maxRecent = 128 << 20

// Unwrap gives the fetcher itself.
func (r *recent) Unwrap() page.Fetcher { return r.Fetcher }

// Fetch gives a page and keeps it.
func (r *recent) Fetch(ctx context.Context, url string) (*page.Page, error) {
	p, err := r.Fetcher.Fetch(ctx, url)
	if err != nil {
		return nil, err
	}
	if r.pages[p.URL] == nil {
		r.order = append(r.order, p.URL)
		r.size += len(p.Body)
		r.pages[p.URL] = p
	}
	for r.size > maxRecent && len(r.order) > 1 {
		oldest := r.order[0]
		r.size -= len(r.pages[oldest].Body)
		delete(r.pages, oldest)
		r.order = r.order[1:]
	}
	return p, nil
}

// page gives the page that answered at a URL, and tells whether it had to be fetched again.
func (r *recent) page(ctx context.Context, url string) (p *page.Page, again bool, err error) {
	if p := r.pages[url]; p != nil {
		return p, false, nil
	}
	p, err = r.Fetch(ctx, url)
	return p, true, err
}
