// Package gpp has Growing Parallel Paths, which looks at pages as people see them.
package gpp

import (
	"context"
	"fmt"
	"strings"

	"verde/page"
	"verde/siteexpand"
	"verde/siteexpand/site"
)

// GPP is Growing Parallel Paths, of Weninger, Johnston and Han: "The Parallel Path
// Framework for Entity Discovery on the Web", ACM TWEB 7(3), 2013, as two papers that
// compare themselves with it describe it: SSUP 2014 (§2, §5) and SSUP 2019 (§2, §5.2.3,
// §5.3.2). Its own text was not at hand. What they say:
//
//   - a site leads from its front page to entity pages by lists, topic by topic, and the
//     path to the sample is searched for breadth first from there;
//   - a step of the path is an item of a web list, which is known by the HTML and by what
//     is seen in a browser; nested lists are not extracted;
//   - one parameter K, the number of iterations: the first path of the search may be a
//     shortcut to a few pages, and K paths are grown;
//   - pages are known by the features of the lists that lead to them, so that the entity
//     pages themselves need not be fetched; no threshold is set by the user.
//
// They do not say how. Here it was chosen that
//
//   - a list is what listsOf finds: elements in one element, alike by half of their HTML,
//     that share a left or a top edge. Nothing nested is, so an item's links count by the
//     link-paths that it has once;
//   - lists are parallel, on one page or two, if their items link by the same link-path and
//     they are shown alike: in one column or in rows, from the same left edge. That needs
//     no threshold. A path is grown level by level: from its front page by the parallel
//     lists on each level's pages to the pages of the next level, the last of which are
//     the result;
//   - the search follows the links that pages have as they are fetched; only the pages
//     on the way to the sample are laid out, and a page is on the way if a list of a page
//     that was met before it leads to it. An iteration is a page and a place on it that link
//     to the sample, in the order of the search. It ends with K of them, at the height of
//     the tree that is expected ([siteexpand.Options].Height), and after
//     Bounds.Fruitless pages laid out in vain, or fetched in vain once there is a path;
//   - the front page is that of the host, or if it can't be had, of the folder nearest to
//     it above the sample. Lists go on where they end: further parts of a list are not
//     looked for; of several samples the union is returned.
//
// It looks at no URL, so that the URL similarity of what it finds is 0.
type GPP struct{}

// Name is "gpp".
func (GPP) Name() string { return "gpp" }

// Expand implements [siteexpand.Method]. The error is [page.ErrNoBrowser] if src has no
// [page.LayoutFinder].
//
// Cost: the search fetches a site breadth first until it has met the sample K times; each
// index page of the paths found, and of those parallel to them, is laid out by a browser,
// some tenths of a second of its processor time.
func (m GPP) Expand(ctx context.Context, src page.Fetcher, samples []string, opt siteexpand.Options) (*siteexpand.Result, error) {
	layouts, ok := page.Ability[page.LayoutFinder](src)
	if !ok {
		return nil, fmt.Errorf("method %s looks at pages as a browser lays them out: %w", m.Name(), page.ErrNoBrowser)
	}
	seen := &recent{Fetcher: src, pages: make(map[string]*page.Page)}
	into, starts, err := site.Collect(ctx, m.Name(), seen, samples, opt)
	if err != nil {
		return nil, err
	}
	s := into.Site
	s.Report.Layout = &page.LayoutCost{}
	v := &viewer{Site: s, recent: seen, layouts: layouts, paths: new(paths), lists: make(map[site.ID][]webList)}
	home, err := v.home(ctx, starts[0])
	if err != nil {
		return nil, err
	}
	for _, sp := range starts {
		found, err := search(ctx, v, home, s.Resolve(sp))
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			s.AddDiagnosis(siteexpand.NoPath, "give a sample that lists lead to from the front page, have pages rendered if scripts build their links (--render), or take another method",
				"no path of lists leads from %s to sample %s", s.URL(s.Resolve(home)), s.URL(s.Resolve(sp)))
		}
		for _, p := range found {
			if err := grow(ctx, v, sp, p, into); err != nil {
				return nil, err
			}
		}
	}
	pages, err := into.Result(ctx, starts[0])
	if err != nil {
		return nil, err
	}
	diagnose(v, len(pages))
	return s.Finish(pages), nil
}

// diagnose looks for what may be wrong with a run that has found so many pages.
func diagnose(v *viewer, found int) {
	var seen []string
	if n := v.Report.Dropped[string(page.NoLayout)]; n > 0 {
		seen = append(seen, fmt.Sprintf("%d pages of lists were not laid out: they could not be, or %d before them in a row", n, maxFailed))
	}
	if n := v.partly; n > 0 {
		seen = append(seen, fmt.Sprintf("%d of %d pages were laid out in part or without files that they ask for, so that lists may be shown elsewhere than people see them", n, v.Report.Layout.Pages))
	}
	if len(seen) > 0 {
		v.AddDiagnosis(siteexpand.NotShown, "see --verbose for why, and --render-time and --render-requests", "%s", strings.Join(seen, "; "))
	}
	v.DiagnoseCost(found)
	v.DiagnoseLimit()
}
