package rules

// pageCount counts pages, one after the other.
type pageCount struct {
	pages, last int
	twice       bool // one was counted again
}

func (n pageCount) on(page int) pageCount {
	if n.pages > 0 && n.last == page {
		return pageCount{n.pages, page, true}
	}
	return pageCount{n.pages + 1, page, n.twice}
}

// sightings counts the pages that have something, and tells whether what stands there differs.
type sightings[V comparable] struct {
	pageCount
	n       int // sightings, also of one page
	first   V
	differs bool // another one was seen, too
}

// see counts one more.
func (s *sightings[V]) see(page int, value V) {
	if s.n == 0 {
		s.first = value
	}
	s.n++
	s.pageCount, s.differs = s.on(page), s.differs || value != s.first
}

// tallyOf is what is counted about a key, nothing at first.
func tallyOf[K comparable, V any](tallies map[K]*V, key K) *V {
	t := tallies[key]
	if t == nil {
		t = new(V)
		tallies[key] = t
	}
	return t
}

// usualTexts tells by its symbol whether a text is on this share of the pages,
// and on two.
func (a *Set) usualTexts(share float64) func(content int32) bool {
	pages, last := make([]int32, len(a.Syms.Names)), make([]int32, len(a.Syms.Names))
	for i, d := range a.Docs {
		for k := range d.Leaves {
			if c := d.Leaves[k].Content; last[c] != int32(i+1) {
				last[c] = int32(i + 1)
				pages[c]++
			}
		}
	}
	least := max(2, share*float64(len(a.Docs)))
	return func(content int32) bool { return int(content) < len(pages) && float64(pages[content]) >= least }
}

// scattered is a number for a symbol of which sums tell sets of symbols apart (the mixing of
// SplitMix64: Steele, Lea and Flood 2014).
func scattered(symbol int32) uint64 {
	x := uint64(symbol+1) * 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
