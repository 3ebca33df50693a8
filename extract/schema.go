package extract

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"verde/page"
)

// A set of pages may be of several templates: a site's authors among its
// publications. Pages are of one if they show the same kinds of texts, in a
// chain: of the page with fewer kinds the next one has most. A page that lacks
// all optional parts is so linked with all that have some.
//
// A kind is the path and the innermost class of a text. Ids, and the classes
// of elements far above, are the page's own name on many sites.

// Bounds of templates. On the SWDE sites of bench/extract, of one template each,
// the parts of .7 to .9 are the same; kinds of pages of documentation sites
// come apart from .8.
const (
	schemaShare      = .8 // share of the kinds of the smaller page that the other has
	minTemplatePages = 5  // fewer stay with the rest, as long as they fit in
	minTemplateShare = .1 // of all pages, likewise
	minOddPages      = 3  // of pages that do not fit in, to be a template
	maxTemplates     = 16
)

// splitTemplates leaves the pages of the largest template in a.docs, with those
// of small ones, and puts the other templates into a.others. pages are those of
// a.docs.
//
// Cost: linear in the leaves; comparisons are linear in the pages where those
// are alike, and quadratic where no two are.
func (a *alignment) splitTemplates(pages []*page.Page) []*page.Page {
	parts := a.schemas(a.docs)
	least := atLeast(minTemplatePages, len(pages))
	if len(parts) < 2 || len(parts[1]) < least {
		return pages
	}
	var main []int
	for k, part := range parts {
		if k == 0 || k >= maxTemplates || len(part) < least {
			main = append(main, part...)
			continue
		}
		other := make([]*page.Page, len(part))
		for i, n := range part {
			other[i] = pages[n]
		}
		a.others = append(a.others, other)
	}
	slices.Sort(main)
	docs, kept := make([]*doc, len(main)), make([]*page.Page, len(main))
	for i, n := range main {
		docs[i], kept[i] = a.docs[n], pages[n]
	}
	a.docs = docs
	return kept
}

// atLeast is how many of n pages a template needs: so many, and its share.
func atLeast(pages, n int) int { return max(pages, int(math.Ceil(minTemplateShare*float64(n)))) }

// schemas gives the numbers of the documents of each template, the largest
// first, of equal ones the one with the first document.
func (c *corpus) schemas(docs []*doc) [][]int {
	sets := make([]kinds, len(docs))
	for i, d := range docs {
		sets[i] = c.kindsOf(d)
	}
	root := make([]int, len(docs))
	find := func(i int) int {
		for root[i] != i {
			root[i] = root[root[i]]
			i = root[i]
		}
		return i
	}
	for i := range docs {
		root[i] = i
		for j := range i {
			if x, y := find(i), find(j); x != y && sets[i].like(&sets[j]) {
				root[max(x, y)] = min(x, y)
			}
		}
	}
	parts := make(map[int][]int)
	for i := range docs {
		parts[find(i)] = append(parts[find(i)], i)
	}
	out := make([][]int, 0, len(parts))
	for _, part := range parts {
		out = append(out, part)
	}
	slices.SortFunc(out, func(x, y []int) int { return cmp.Or(cmp.Compare(len(y), len(x)), cmp.Compare(x[0], y[0])) })
	return out
}

// kinds is the set of the kinds of texts of a page.
type kinds struct {
	bits []uint64
	size int
}

func (c *corpus) kindsOf(d *doc) kinds {
	var k kinds
	for i := range d.leaves {
		s := &c.sigs[d.leaves[i].sig]
		n := int(c.kinds.extend(c.kinds.extend(0, s.path), c.classes.last(s.classes)))
		for len(k.bits) <= n/64 {
			k.bits = append(k.bits, 0)
		}
		if k.bits[n/64]&(1<<(n%64)) == 0 {
			k.bits[n/64] |= 1 << (n % 64)
			k.size++
		}
	}
	return k
}

func (k *kinds) like(o *kinds) bool {
	both := 0
	for i := range min(len(k.bits), len(o.bits)) {
		both += bits.OnesCount64(k.bits[i] & o.bits[i])
	}
	return float64(both) >= schemaShare*float64(min(k.size, o.size))
}

// alignOthers aligns the pages of the other templates, each by itself, and
// hands each alignment with its table to each, if that is not nil.
func (a *alignment) alignOthers(t *Table, opt Options, each func(*alignment, *Table)) {
	opt.Off |= Templates
	for _, pages := range a.others {
		b, other, err := align(pages, opt, len(t.Others)+1)
		if err != nil { // pages without text were left out before
			continue
		}
		t.Others = append(t.Others, other)
		if each != nil {
			each(b, other)
		}
	}
}
