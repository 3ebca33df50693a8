package siteexpand

import (
	"cmp"
	"math"
	"slices"

	"verde/page"
)

// likeness compares pages with the judges: the samples, and with few samples
// the first pages found to be like them. Features are (element, class) pairs
// and link-paths, each weighted by its rarity over the classes of the pages
// fetched: what all kinds of pages of a site have tells nothing.
type likeness struct {
	judges    []*node
	weights   []float64 // of marks, then of link-paths
	offset    int       // where link-paths begin in weights
	threshold float64   // similarity from which on a page is like the samples
	compared  int
}

const (
	maxJudges = 5 // pages that each page is compared with
	minJudges = 3 // below, pages found alike become judges

	// Bounds of the threshold, as shares of the least similarity among the
	// judges: what is half as like them as they are to each other is something
	// else, and the template may vary more than the samples show.
	thresholdLow  = .5
	thresholdHigh = .9
)

// judged is a fetched page with the class of its URL.
type judged struct {
	*node
	class string
}

// weigh weighs all features anew by what was fetched. Cost: linear in the
// features of all pages.
func (k *likeness) weigh(pages []judged, marks int) {
	k.offset = marks
	type holder struct {
		last    int // class that was counted last, as its number + 1
		classes int
	}
	order := slices.Clone(pages)
	slices.SortStableFunc(order, func(a, b judged) int { return cmp.Compare(a.class, b.class) })
	holders := make([]holder, marks)
	number := 0
	for i, p := range order {
		if i == 0 || p.class != order[i-1].class {
			number++
		}
		k.features(p.node, func(f int) {
			if f >= len(holders) {
				holders = append(holders, make([]holder, f+1-len(holders))...)
			}
			if holders[f].last != number {
				holders[f] = holder{number, holders[f].classes + 1}
			}
		})
	}
	k.weights = make([]float64, len(holders))
	for f, h := range holders {
		if h.classes > 0 {
			k.weights[f] = math.Log(1 + float64(number)/float64(h.classes))
		}
	}
}

// features calls each with the index of every feature of a page.
func (k *likeness) features(n *node, each func(int)) {
	for _, m := range n.marks {
		if int(m) < k.offset {
			each(int(m))
		}
	}
	for _, p := range n.schema {
		each(k.offset + int(p))
	}
}

// weight of a feature that came up since the last weighing is that of one that
// all have.
func (k *likeness) weight(f int) float64 {
	if f < len(k.weights) && f >= 0 && k.weights[f] > 0 {
		return k.weights[f]
	}
	return math.Ln2
}

// toJudges is the mean similarity to the judges, n itself left out.
func (k *likeness) toJudges(n *node) float64 {
	sum, count := 0., 0
	for _, j := range k.judges[:min(len(k.judges), maxJudges)] {
		if j != n {
			sum += k.jaccard(n, j)
			count++
		}
	}
	if count == 0 {
		return 1
	}
	return sum / float64(count)
}

// jaccard is the weighted Jaccard coefficient of two pages' features.
func (k *likeness) jaccard(a, b *node) float64 {
	k.compared++
	var both, either float64
	overlap(a.marks, b.marks, func(m uint32, shared bool) {
		w := math.Ln2
		if int(m) < k.offset {
			w = k.weight(int(m))
		}
		either += w
		if shared {
			both += w
		}
	})
	overlap(a.schema, b.schema, func(p page.LinkPath, shared bool) {
		w := k.weight(k.offset + int(p))
		either += w
		if shared {
			both += w
		}
	})
	if either == 0 {
		return 1
	}
	return both / either
}

// overlap calls each with every element of two sorted sets, and whether both
// have it.
func overlap[T cmp.Ordered](a, b []T, each func(x T, shared bool)) {
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0] < b[0]:
			each(a[0], false)
			a = a[1:]
		case len(a) == 0 || b[0] < a[0]:
			each(b[0], false)
			b = b[1:]
		default:
			each(a[0], true)
			a, b = a[1:], b[1:]
		}
	}
}

// split sets the threshold: Otsu's on the similarities of the pages fetched,
// within bounds that the judges set.
func (k *likeness) split(similarities []float64) {
	own := 1.
	if len(k.judges) > 1 {
		for _, j := range k.judges[:min(len(k.judges), maxJudges)] {
			own = min(own, k.toJudges(j))
		}
	}
	low, high := own*thresholdLow, own*thresholdHigh
	k.threshold = min(max(otsu(similarities, high), low), high)
}

// otsu gives the cut of values into two sets with the greatest variance between
// them, or other when there are not two values.
func otsu(values []float64, other float64) float64 {
	values = slices.Sorted(slices.Values(values))
	total, left := 0., 0.
	for _, v := range values {
		total += v
	}
	best, cut := 0., other
	for i := 1; i < len(values); i++ {
		left += values[i-1]
		n, m := float64(i), float64(len(values)-i)
		gap := left/n - (total-left)/m
		if v := n * m * gap * gap; v > best {
			best, cut = v, (values[i-1]+values[i])/2
		}
	}
	return cut
}
