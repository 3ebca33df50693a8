package focused

import (
	"slices"

	"verde/siteexpand/site"
)

// levels is how far up pages of one place have the same page above them. A parent may hold only a part of the type, as one folder
// of several.
const levels = 2

// placedElsewhere gives those of some pages that are in another place of the site's hierarchy than the
// samples. Pages name their parent by rel=up: a section its chapter, a filter of a program the filters.
// Two pages are in one place if the pages that are levels above them are the same, or both have
// none. A page that names no parent is never given, and none is if the samples are in several places.
//
// Cost: linear in the pages.
func (f *crawl) placedElsewhere(records []*urlRecord) (others []*urlRecord) {
	if slices.ContainsFunc(f.starts, func(u site.ID) bool { return !f.placed(u) }) {
		return nil
	}
	for _, t := range records {
		if _, known := f.above(t.id); known && !t.sample && !f.placed(t.id) {
			others = append(others, t)
		}
	}
	return others
}

// above gives the page that is levels above a page, [site.NoPage] if there is none, and whether
// that is known.
func (f *crawl) above(u site.ID) (up site.ID, known bool) {
	for i := range levels {
		n := f.Page(f.Resolve(u))
		if n == nil {
			return site.NoPage, false
		}
		if n.Up == site.NoPage { // the top of the hierarchy, if another page names it as its parent
			return site.NoPage, i > 0
		}
		u = f.Resolve(n.Up)
	}
	return u, true
}

// placed reports whether a page is known to be in the place of the first sample.
func (f *crawl) placed(u site.ID) bool {
	there, known := f.above(f.starts[0])
	here, told := f.above(u)
	return known && told && here == there
}
