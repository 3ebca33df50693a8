package extract

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"verde/extract/rules"
	"verde/internal/unionfind"
	"verde/page"
)

// A set of pages may be of several templates: a site's authors among its
// publications, or layouts that exclude each other (see layoutsOf). Pages of one layout
// are of one template if they show the same kinds of texts, in a
// chain: of the page with fewer kinds the next one has most. A page that lacks
// all optional parts is so linked with all that have some.
//
// That is told of the texts as the pages have them, before any rule is learned: rules that are learned of two layouts together
// lack what the smaller one has.
//
// A kind is the path and the innermost class of a text. IDs, and the classes
// of elements far above, are the page's own name on many sites.

// Bounds of templates.
const (
	minTemplatePages = 5  // fewer stay with the rest, as long as they fit in
	minTemplateShare = .1 // of all pages, likewise
	minOddPages      = 3  // of a layout, or of pages that do not fit in, to be a template
	oddShare         = .5 // a page fits in that has this share of the usual kinds that the median page has
	maxTemplates     = 16
)

// splitTemplates leaves the pages of the largest template in a.docs, with those
// of small ones, and puts the other templates into a.others. Pages that do not fit in
// and are too few for a template are returned: one of them would leave no text that
// all pages share. pages are those of a.docs.
//
// Cost: linear in the leaves; comparisons are linear in the pages where those
// are alike, and quadratic where no two are.
func (a *learning) splitTemplates(pages []*page.Page) []Skip {
	sets, counts := make([]kinds, len(a.Docs)), make([]texts, len(a.Docs))
	for i, d := range a.Docs {
		counts[i] = textsOf(a.Alignment.Set.Corpus, d)
		sets[i] = kindsOf(counts[i])
	}
	all := make([]int, len(sets))
	for i := range all {
		all[i] = i
	}
	odd := oddOf(sets)
	var rest, other, main []int
	apart := func(part []int, least int) bool { // as a template of its own
		is := len(part) >= atLeast(least, len(pages)) && len(a.others) < maxTemplates
		if is {
			a.others = append(a.others, take(pages, part))
		}
		return is
	}
	for j, layout := range layoutsOf(counts, all) {
		var whole []int // the layout without the templates in it
		for k, part := range schemas(sets, layout) {
			if k == 0 || !apart(part, minTemplatePages) {
				whole = append(whole, part...)
			}
		}
		if slices.Sort(whole); j == 0 || !apart(whole, minOddPages) {
			rest = append(rest, whole...)
		}
	}
	for _, i := range rest {
		if odd[i] {
			other = append(other, i)
		} else {
			main = append(main, i)
		}
	}
	var out []Skip
	for _, part := range schemas(sets, other) {
		if apart(part, minOddPages) {
			continue
		}
		for _, i := range part {
			out = append(out, Skip{pages[i].URL, "of another template"})
		}
	}
	slices.Sort(main)
	a.Docs = take(a.Docs, main)
	return out
}

// take gives the elements at some places.
func take[T any](list []T, places []int) []T {
	out := make([]T, len(places))
	for i, at := range places {
		out[i] = list[at]
	}
	return out
}

// oddOf tells which pages have less than oddShare of the usual kinds that the median
// page has; usual are those on at least half of the pages. Of too few pages none is.
func oddOf(sets []kinds) []bool {
	odd := make([]bool, len(sets))
	if len(sets) < minTemplatePages {
		return odd
	}
	on := make(map[int]int)
	for i := range sets {
		sets[i].each(func(n int) { on[n]++ })
	}
	counts := make([]int, len(sets))
	for i := range sets {
		sets[i].each(func(n int) {
			if 2*on[n] >= len(sets) {
				counts[i]++
			}
		})
	}
	median := slices.Sorted(slices.Values(counts))[len(counts)/2]
	for i, n := range counts {
		odd[i] = float64(n) < oddShare*float64(median)
	}
	return odd
}

// atLeast is how many of n pages a template needs: so many, and its share.
func atLeast(pages, n int) int { return max(pages, int(math.Ceil(minTemplateShare*float64(n)))) }

// schemas gives of some pages the numbers of those of each template, the largest
// first, of equal ones the one with the first page.
func schemas(sets []kinds, pages []int) [][]int {
	f := unionfind.New(len(pages))
	for y := range int32(len(pages)) {
		for x := range y {
			if f.Find(x) != f.Find(y) && sets[pages[y]].like(&sets[pages[x]]) {
				f.Union(x, y)
			}
		}
	}
	out := f.Sets()
	for _, part := range out {
		for k, x := range part {
			part[k] = pages[x]
		}
	}
	slices.SortFunc(out, func(x, y []int) int { return cmp.Or(cmp.Compare(len(y), len(x)), cmp.Compare(x[0], y[0])) })
	return out
}

// kinds is the set of the kinds of texts of a page.
type kinds struct {
	bits []uint64
	size int
}

func kindsOf(counts texts) kinds {
	k := kinds{size: len(counts)}
	for n := range counts {
		for len(k.bits) <= n/64 {
			k.bits = append(k.bits, 0)
		}
		k.bits[n/64] |= 1 << (n % 64)
	}
	return k
}

// each calls f with the number of each kind.
func (k *kinds) each(f func(n int)) {
	for i, word := range k.bits {
		for ; word > 0; word &= word - 1 {
			f(64*i + bits.TrailingZeros64(word))
		}
	}
}

func (k *kinds) like(o *kinds) bool {
	both := 0
	for i := range min(len(k.bits), len(o.bits)) {
		both += bits.OnesCount64(k.bits[i] & o.bits[i])
	}
	return float64(both) >= rules.NearlyAll*float64(min(k.size, o.size))
}
