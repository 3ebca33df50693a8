package siteexpand

// Bounds keep a crawl out of what has no end: calendars, endless lists, links
// that repeat the directories of the URL they are on. In each a zero means the
// default, a negative number no bound; URLs over a bound are counted in the
// report by its reason. The downloads in all have a bound of their own, see
// [Options], and needless parameters are taken out of URLs.
type Bounds struct {
	Links     int // of one page, in its order; default 100,000, [DropLinks]
	URL       int // bytes of a URL; default 2,048, [DropLong]
	Repeats   int // times in a row that folders of a URL's path repeat; default 3, [DropRepeats]
	Fruitless int // downloads in a row without a new entity URL; default 300, [DropFruitless]; focused, which ends sooner on a small site, and gpp, without a new path
}

// Reasons of a report's dropped URLs that are over a bound.
const (
	DropLinks     = "links of a page"
	DropLong      = "long url"
	DropRepeats   = "repeated path"
	DropFruitless = "downloads in vain"
)

const unbounded = int(^uint(0) >> 1)

func (b Bounds) withDefaults() Bounds {
	for field, def := range map[*int]int{&b.Links: 100_000, &b.URL: 2048, &b.Repeats: 3, &b.Fruitless: 300} {
		switch {
		case *field == 0:
			*field = def
		case *field < 0:
			*field = unbounded
		}
	}
	return b
}
