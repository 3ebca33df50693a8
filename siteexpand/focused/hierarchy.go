package focused

import (
	"math"

	"verde/siteexpand/site"
)

// mostLevels bounds how far up a site's hierarchy is followed: manuals have parts, chapters and two levels
// of sections.
const mostLevels = 4

// placedElsewhere gives those of some pages that are in another place of the site's hierarchy than the
// samples. Pages name their parent by rel=up: a section its chapter, a filter of a program the filters.
// Two pages are in one place if the pages that are level levels above them are the same, or both have
// none. A page that names no parent is never given.
//
//   - With several samples, level is the least at which all of them are in one place. If that is 1, it is
//     raised to 2 if the samples have the same parent by chance more likely than not (see chance).
//   - With one sample, level is 2: its parent may hold only a part of the type, as one folder of several.
//
// Cost: linear in the pages.
func (f *crawl) placedElsewhere(records []*urlRecord) (others []*urlRecord) {
	level := 2
	if f.severalSamples {
		for level = 1; level < mostLevels && !f.inOnePlace(level); level++ {
		}
		inside, wider := 0., 0.
		for _, t := range records {
			if level == 1 && f.matchesTemplate(t) && f.placed(t.id, 2) {
				if wider++; f.placed(t.id, 1) {
					inside++
				}
			}
		}
		if chance(inside, wider, f.profile.Samples) >= likelyShare {
			level++
		}
	}
	if !f.inOnePlace(level) {
		return nil
	}
	for _, t := range records {
		if _, known := f.above(t.id, level); known && !t.sample && !f.placed(t.id, level) {
			others = append(others, t)
		}
	}
	return others
}

// above gives the page that is so many levels above a page, [site.NoPage] if there is none, and whether
// that is known.
func (f *crawl) above(u site.ID, levels int) (up site.ID, known bool) {
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
func (f *crawl) placed(u site.ID, levels int) bool {
	there, known := f.above(f.starts[0], levels)
	here, told := f.above(u, levels)
	return known && told && here == there
}

// inOnePlace reports whether all samples are in one place.
func (f *crawl) inOnePlace(levels int) bool {
	for _, u := range f.starts {
		if !f.placed(u, levels) {
			return false
		}
	}
	return true
}

// chance is the probability that samples are all from one place by chance, if they are drawn at random
// from a wider place. wider and inside are the numbers of pages of the wider place and of the place of
// the first sample.
func chance(inside, wider float64, samples int) float64 {
	return math.Pow(inside/max(1, wider), float64(samples-1))
}
