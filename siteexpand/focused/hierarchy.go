package focused

import (
	"math"

	"verde/siteexpand/site"
)

// mostLevels bounds how far up a site's order is followed: manuals have parts, chapters and two levels of sections.
const mostLevels = 4

// placedElsewhere gives those of some pages that are not where the samples are in the order of the site that its pages name (rel=up), as chapters and
// sections, or the filters and the tools of a program. Pages are of one place if the pages so many levels above them are the same, or none is. So
// many as are needed for the samples to be of one; of several samples it is the fewest, but two rather than one if they may well share the page right above them
// by chance, as when most pages of the wider place do; and two of one sample: what is right above it may be a part of the type, as a folder beside others. A
// page that does not say what is above it is not told. Cost: linear in the pages.
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

// above gives the page so many levels above a page, [site.NoPage] if there is none, and whether that is known.
func (f *crawl) above(u site.ID, levels int) (up site.ID, known bool) {
	for i := range levels {
		n := f.Page(f.Resolve(u))
		if n == nil {
			return site.NoPage, false
		}
		if n.Up == site.NoPage { // at the top, unless it names nothing itself
			return site.NoPage, i > 0
		}
		u = f.Resolve(n.Up)
	}
	return u, true
}

// placed reports whether a page is in the place of the first sample.
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

// chance is the probability that so many samples, drawn from the pages of a wider place, are all from where the first is, that has so many of them.
func chance(inside, wider float64, samples int) float64 {
	return math.Pow(inside/max(1, wider), float64(samples-1))
}
