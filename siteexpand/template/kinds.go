package template

import (
	"cmp"
	"math"
	"slices"

	"verde/internal/binomial"
	"verde/siteexpand/similarity"
)

// leastKind is the number of pages from which on they may be a kind of their own: as many
// as decide a class of URLs.
const leastKind = 4

// ownShare is the share of what recurs on the pages of another kind that has to be rare among the
// samples' kind: one template makes both, with headings and blocks that are the frame of neither.
// With 0 in its place the mean F1 of go run ./bench/run expand-flat is .015 lower from one sample
// and .028 from three (one draw); elsewhere it makes no difference.
const ownShare = 1. / 3

// usual is the share of the pages of a kind from which on a feature that they have is usual
// of it. What more than 1-usual have may come with an entity or not.
const usual = Quorum

// kindsOdds is the least logarithm of the odds that pages are of two kinds rather than
// one: those of a probability of .95.
var kindsOdds = math.Log(.95 / .05)

// mostRounds bounds the rounds in which pages move between two kinds. Most divisions are
// settled after five.
const mostRounds = 20

// half of what is usual of the samples' kind is the most that pages of another have where their template alone tells.
// Where they are known to be listed apart it is as much as is usual: a maker and what is made may both have a
// name, a year and a place.
const half = .5

// Pages are pages that may be of several kinds. Their features are numbered, so that
// what recurs on them is counted without looking anything up.
type Pages struct {
	features []similarity.Feature // by number
	of       [][]int32            // numbers of each page's features
	samples  []bool               // by page
}

// leastRecurring is the number of pages from which on a feature may be usual of leastKind pages.
const leastRecurring = 3

// NewPages takes in the features of pages, and which of the pages stand for the type. Features
// of fewer than leastRecurring pages are left out: they are usual of no kind. Cost: linear in all features.
func NewPages(pages [][]similarity.Feature, samples []bool) *Pages {
	counts := map[similarity.Feature]int32{}
	for _, p := range pages {
		for _, f := range p {
			counts[f]++
		}
	}
	p, number := &Pages{samples: samples, of: make([][]int32, len(pages))}, counts
	for i, page := range pages {
		for _, f := range page {
			n := number[f]
			if n >= 0 && n < leastRecurring {
				continue
			}
			if n > 0 {
				p.features = append(p.features, f)
				n = -int32(len(p.features))
				number[f] = n
			}
			p.of[i] = append(p.of[i], -n-1)
		}
	}
	return p
}

// Keep leaves out the other pages.
func (p *Pages) Keep(in func(i int) bool) {
	n := 0
	for i := range p.of {
		if in(i) {
			p.of[n], p.samples[n] = p.of[i], p.samples[i]
			n++
		}
	}
	p.of, p.samples = p.of[:n], p.samples[:n]
}

// Texts leaves out the features that are no texts.
func (p *Pages) Texts() {
	for i, of := range p.of {
		p.of[i] = slices.DeleteFunc(of, func(f int32) bool { return p.features[f]&similarity.Textual == 0 })
	}
}

// Divide looks whether pages are of two kinds, one of them that of the samples, and tells
// which are of the other; nil if they are of one kind, or too few. frame is the features
// that pages of any kind on the site have.
//
// The pages are divided as a mixture of two, each with its own share of pages for every
// pattern (features that the same pages have, as those of one block), by moving each
// page to the kind that more likely made it until none moves (classification EM: G. Celeux and
// G. Govaert, CSDA 1992), from several beginnings, of which the likeliest counts. There have to be
// kindsOdds for two kinds, by the Bayes factor with Jeffreys' priors, and at least leastKind
// pages of each. If a sample is likelier made by the other kind, they are no types: samples of one type
// have come in both. Since the entities of one type also differ in blocks that only some have,
// the others have to have less than half of what is usual of the samples' kind, the frame left out, and
// more than ownShare of what recurs on them has to be rare there: a page that only lacks
// something shows an entity of which little is known. apart, which knows how the site lists them, has to agree;
// listed says that it does so where they are listed apart (see half).
//
// Cost: linear in all features, for each of mostBeginnings and mostRounds.
func (p *Pages) Divide(frame map[similarity.Feature]bool, listed bool, apart func(other []bool) bool) (other []bool) {
	of := p.without(frame, 0)
	return p.divide(func(other []bool) bool { return of.foreign(other, listed) && apart(other) })
}

// DivideByLabels looks, like [Pages.Divide], whether pages are of two kinds, and tells which are not of the samples'; nil if there
// are none. Here their labels tell, the frame left out: of those usual of the samples' kind more than the share least is rare with
// the others. It is the likeliest division by the labels, whatever else speaks against
// it: of the many that are tried, some less likely one would pass by chance. Cost: that of Divide.
func (p *Pages) DivideByLabels(frame map[similarity.Feature]bool, least float64) (others []bool) {
	of := p.without(frame, similarity.Textual)
	return p.divide(func(others []bool) bool {
		ours, theirs := of.kinds(others)
		n, rare := ours.usual(theirs)
		return rare > least*n
	})
}

// divide gives the likeliest division of pages that is allowed.
func (p *Pages) divide(allowed func(other []bool) bool) (other []bool) {
	m := p.mixture()
	best := kindsOdds
	for _, begin := range m.beginnings() {
		m.other = begin
		m.settle()
		if n := m.others(); n < leastKind || len(p.of)-n < leastKind || m.torn {
			continue
		}
		if odds := m.logOdds(); odds > best && allowed(m.other) {
			best, other = odds, m.other
		}
	}
	return other
}

// mixture is pages of two kinds.
type mixture struct {
	samples []bool
	other   []bool    // by page: it is not of the samples' kind
	torn    bool      // the other kind more likely made a sample
	pages   [][]int   // patterns of each
	size    []float64 // of each pattern, in pages
	area    []float64 // of each pattern: its features on all its pages
}

// mixture gathers the patterns of pages: features that the same pages have, told by a sum of
// the pages' hashes. Those that too few pages have, or lack, to be a kind's are left out.
func (p *Pages) mixture() *mixture {
	sums, counts := make([]uint64, len(p.features)), make([]int, len(p.features))
	for i, of := range p.of {
		hash := uint64(i+1) * 0x9e3779b97f4a7c15 // as in SplitMix64 (Steele, Lea, Flood, OOPSLA 2014)
		hash = (hash ^ hash>>30) * 0xbf58476d1ce4e5b9
		for _, f := range of {
			sums[f] += hash ^ hash>>27
			counts[f]++
		}
	}
	m := &mixture{samples: p.samples, pages: make([][]int, len(p.of))}
	pattern, index := make([]int, len(p.features)), map[uint64]int{} // 0: in none
	for i, of := range p.of {
		for _, f := range of {
			n := counts[f]
			if n < leastKind || n > len(p.of)-leastKind {
				continue
			}
			if pattern[f] == 0 {
				k, ok := index[sums[f]]
				if !ok {
					k = len(m.size)
					index[sums[f]] = k
					m.size, m.area = append(m.size, float64(n)), append(m.area, 0)
				}
				pattern[f] = k + 1
			}
			k := pattern[f] - 1
			m.area[k]++
			m.pages[i] = append(m.pages[i], k)
		}
		slices.Sort(m.pages[i])
		m.pages[i] = slices.Compact(m.pages[i])
	}
	return m
}

// mostBeginnings bounds the divisions that are begun with: the more, the more surely the best is
// found, at a cost that grows with them.
const mostBeginnings = 20

// beginnings gives the divisions to begin with: the pages that share little with the sample most
// like them, those that have one of the patterns that no sample has, and those that lack one that all samples have, of several.
// Of these the first have the greatest area, features times pages: a template has many of its own, a value one.
func (m *mixture) beginnings() [][]bool {
	samples, sampled := 0, make([]int, len(m.size))
	for i, p := range m.pages {
		if !m.samples[i] {
			continue
		}
		samples++
		for _, k := range p {
			sampled[k]++
		}
	}
	var telling []int
	for k, n := range sampled {
		if n == 0 || n == samples && n > 1 {
			telling = append(telling, k)
		}
	}
	slices.SortFunc(telling, func(a, b int) int { return cmp.Or(cmp.Compare(m.area[b], m.area[a]), cmp.Compare(a, b)) })
	divisions := [][]bool{m.unlike()}
	for _, k := range telling[:min(len(telling), mostBeginnings-1)] {
		other := make([]bool, len(m.pages))
		for i, p := range m.pages {
			_, has := slices.BinarySearch(p, k)
			other[i] = has == (sampled[k] == 0)
		}
		divisions = append(divisions, other)
	}
	return divisions
}

// unlike tells which pages share little with the sample most like them.
func (m *mixture) unlike() []bool {
	like, other := make([]float64, len(m.pages)), make([]bool, len(m.pages))
	has := make([]bool, len(m.size))
	for j, p := range m.pages {
		if !m.samples[j] {
			continue
		}
		clear(has)
		for _, k := range p {
			has[k] = true
		}
		for i, q := range m.pages {
			both := 0
			for _, k := range q {
				if has[k] {
					both++
				}
			}
			like[i] = max(like[i], float64(both)/float64(max(1, len(p)+len(q)-both)))
		}
	}
	cut := similarity.Otsu(slices.Clone(like))
	for i := range other {
		other[i] = like[i] < cut && !m.samples[i]
	}
	return other
}

// others is the number of pages that are not of the samples' kind.
func (m *mixture) others() (n int) {
	for _, o := range m.other {
		if o {
			n++
		}
	}
	return n
}

// having counts for each pattern the others that have it.
func (m *mixture) having() []float64 {
	having := make([]float64, len(m.size))
	for i, p := range m.pages {
		if m.other[i] {
			for _, k := range p {
				having[k]++
			}
		}
	}
	return having
}

// settle moves pages, but no samples, to the kind that more likely made them, and notes in torn
// whether a sample would have been moved.
func (m *mixture) settle() {
	for range mostRounds {
		there := float64(m.others())
		here := float64(len(m.pages)) - there
		with := make([]float64, len(m.size)) // what it says that a page has a pattern
		lacking := math.Log((there + .5) / (here + .5))
		for k, x := range m.having() {
			p, q := (x+.5)/(there+1), (m.size[k]-x+.5)/(here+1)
			with[k] = math.Log(p/q) - math.Log((1-p)/(1-q))
			lacking += math.Log((1 - p) / (1 - q))
		}
		moved := false
		m.torn = false
		for i, p := range m.pages {
			odds := lacking
			for _, k := range p {
				odds += with[k]
			}
			m.torn = m.torn || odds > 0 && m.samples[i]
			if o := odds > 0 && !m.samples[i]; o != m.other[i] {
				m.other[i], moved = o, true
			}
		}
		if !moved {
			return
		}
	}
}

// logOdds is the logarithm of the Bayes factor for two kinds against one, with what it
// takes to say which page is of which. A pattern may come as often with both kinds as not:
// what varies from page to page tells nothing against two.
func (m *mixture) logOdds() float64 {
	all, there := float64(len(m.pages)), float64(m.others())
	sum := binomial.LogEvidence(there, all)
	for k, x := range m.having() {
		two := binomial.LogEvidence(x, there) + binomial.LogEvidence(m.size[k]-x, all-there) - binomial.LogEvidence(m.size[k], all)
		sum += max(two, 0) + math.Log1p(math.Exp(-math.Abs(two))) - math.Ln2
	}
	return sum
}

// foreign reports whether the others have less than most of what is usual of the samples' kind, and of
// what recurs on them more than ownShare is rare there.
func (p *Pages) foreign(other []bool, listed bool) bool {
	ours, theirs := p.kinds(other)
	profile, shared, own := 0., 0., 0. // the latter are sums over the others
	for _, n := range ours.having {
		if n >= usual*ours.pages {
			profile++
		}
	}
	for i, of := range p.of {
		if !other[i] {
			continue
		}
		rare, recurring := 0., 0.
		for _, f := range of {
			n := ours.having[f]
			if n+theirs.having[f] < leastKind {
				continue
			}
			if recurring++; n >= usual*ours.pages {
				shared++
			} else if n < (1-usual)*ours.pages {
				rare++
			}
		}
		own += rare / max(1, recurring)
	}
	most := half
	if listed {
		most = usual
	}
	return profile > 0 && shared < most*profile*theirs.pages && own > ownShare*theirs.pages
}

// without gives the same pages with those features that have a mark and are not of the frame.
func (p *Pages) without(frame map[similarity.Feature]bool, mark similarity.Feature) *Pages {
	out := make([]bool, len(p.features))
	for i, f := range p.features {
		out[i] = f&mark != mark || frame[f]
	}
	q := &Pages{features: p.features, samples: p.samples, of: make([][]int32, len(p.of))}
	for i, of := range p.of {
		for _, f := range of {
			if !out[f] {
				q.of[i] = append(q.of[i], f)
			}
		}
	}
	return q
}

// kind counts the pages of a kind that have each feature.
type kind struct {
	pages  float64
	having []float64 // by the number of the feature
}

// kinds counts the features of the samples' kind and of the other.
func (p *Pages) kinds(other []bool) (ours, theirs kind) {
	ours.having, theirs.having = make([]float64, len(p.features)), make([]float64, len(p.features))
	for i, of := range p.of {
		k := &ours
		if other[i] {
			k = &theirs
		}
		k.pages++
		for _, f := range of {
			k.having[f]++
		}
	}
	return ours, theirs
}

// usual counts the features that are usual of a kind, and those of them that are rare with another.
func (k *kind) usual(with kind) (usually, rare float64) {
	for f, n := range k.having {
		if n == 0 || n < usual*k.pages {
			continue
		}
		if usually++; with.having[f] < (1-usual)*with.pages {
			rare++
		}
	}
	return usually, rare
}
