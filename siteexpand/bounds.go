package siteexpand

import (
	"hash/fnv"
	"io"
	"slices"
	"strings"

	"verde/page"
)

// Bounds keep a crawl out of what has no end: calendars, endless lists, links
// that repeat the directories of the URL they are on. In each a zero means the
// default, a negative number no bound; URLs over a bound are counted in the
// report by its reason. The downloads in all have a bound of their own, see
// [Options], and session parameters are taken out of URLs.
type Bounds struct {
	Links     int // of one page, in its order; default 100,000, [DropLinks]
	URL       int // bytes of a URL; default 2,048, [DropLong]
	Repeats   int // times in a row that folders of a URL's path repeat; default 3, [DropRepeats]
	Hops      int // pages that each lead to the next, and none to a new entity URL; default 50, [DropHops]; focused only
	Fruitless int // downloads in a row without a new entity URL; default 300, [DropFruitless]; focused only, which ends sooner on a small site
}

// Reasons of a report's dropped URLs that are over a bound.
const (
	DropLinks     = "links of a page"
	DropLong      = "long url"
	DropRepeats   = "repeated path"
	DropHops      = "hops in vain"
	DropFruitless = "downloads in vain"
)

const unbounded = int(^uint(0) >> 1)

func (b Bounds) withDefaults() Bounds {
	for field, def := range map[*int]int{&b.Links: 100_000, &b.URL: 2048, &b.Repeats: 3, &b.Hops: 50, &b.Fruitless: 300} {
		switch {
		case *field == 0:
			*field = def
		case *field < 0:
			*field = unbounded
		}
	}
	return b
}

// violation gives the reason why a URL of the site is not followed, whatever
// links to it, "" for none. Cost: linear in its length, unless directories
// repeat.
func (b Bounds) violation(url string) string {
	switch {
	case len(url) > b.URL:
		return DropLong
	case repeats(url, b.Repeats):
		return DropRepeats
	}
	return ""
}

// longestBlock is the number of directories that are compared as one block: a
// relative link that should have been absolute repeats a short path.
const longestBlock = 4

// repeats reports whether a directory of a URL's path, or a block of a few,
// comes more than most times in a row: /a/a/a/a/, /a/b/a/b/a/b/a/b/. Numbers do
// not count.
func repeats(url string, most int) bool {
	_, path, _ := strings.Cut(url, "://")
	path, _, _ = strings.Cut(path, "?")
	if strings.Count(path, "/")-1 <= most {
		return false
	}
	parts := strings.Split(path, "/")
	parts = parts[1 : len(parts)-1] // without host and file
	for block := 1; block <= longestBlock; block++ {
		same := 0 // directories in a row that equal the one a block before
		for i := block; i < len(parts); i++ {
			if parts[i] != parts[i-block] || strings.Trim(parts[i], "0123456789") == "" {
				same = 0
				continue
			}
			if same++; same >= block*most {
				return true
			}
		}
	}
	return false
}

// follow gives the links of a page that are followed: those under the bounds,
// and all that lead off the site, which are not followed anyway.
func (s *site) follow(links []page.Link) []page.Link {
	if n := len(links) - s.bounds.Links; n > 0 {
		s.drop(DropLinks, n)
		links = links[:s.bounds.Links]
	}
	if !slices.ContainsFunc(links, func(l page.Link) bool { return s.bounds.violation(l.URL) != "" }) {
		return links
	}
	return slices.DeleteFunc(slices.Clone(links), func(l page.Link) bool { return s.within(l.URL) && s.refuse(l.URL) })
}

// refuse reports whether a URL of the site is over a bound, and counts it once.
func (s *site) refuse(url string) bool {
	reason := s.bounds.violation(url)
	if reason == "" {
		return false
	}
	h := fnv.New64a()
	io.WriteString(h, url)
	if sum := h.Sum64(); !s.refusedHashes[sum] {
		s.refusedHashes[sum] = true
		s.drop(reason, 1)
	}
	return true
}

// tooFar reports whether a URL is not fetched because it is Bounds.Hops links
// from the last page with a yield.
func (f *crawl) tooFar(t *urlRecord) bool {
	if t.urlAdmitted || f.zeroYieldRun(t.from) < f.bounds.Hops {
		return false
	}
	f.drop(DropHops, 1)
	return true
}

// zeroYieldRun is the number of pages in a row up to n, each found on the one
// before, without a yield.
func (f *crawl) zeroYieldRun(n *node) int {
	if n != nil {
		if t := f.record(f.resolve(n.id)); t != nil {
			return t.zeroYieldRun
		}
	}
	return 0
}

// countUnvisited counts the URLs that are left when a crawl ends because its
// last downloads were in vain.
func (f *crawl) countUnvisited() {
	n := 0
	for _, t := range f.records {
		if t != nil && !t.done && !t.urlAdmitted && !t.abandoned() {
			n++
		}
	}
	if n > 0 {
		f.report.Dropped[DropFruitless] = n
	}
}
