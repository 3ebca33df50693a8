package clean

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"verde/values"
)

// Page is what one page of a site says under each label.
type Page struct {
	URL    string
	Values map[string][]string
}

const (
	// viewCertainty is by how much the values that two pages share have to be rarer than
	// chance has it: 20:1 on top of the prior odds that a given page is the other's view.
	viewCertainty = 3
	// maxSharing is the number of pages from which on a value brings no two together.
	maxSharing = 20
	// maxKinds is how many kinds of views of its pages a site has at most: what is printed, sent
	// to a friend or read on a small screen, and these in a few languages.
	maxKinds = 8
)

// Views finds pages of one site that are views of one entity: the page and its print version.
// Whether a site shows each thing twice is told by all its pages. A word of addresses ("print/12" beside "12", "?view=print")
// is a view's if it divides most pages that have it each from the page that it is most like. Most of these pairs say the same under
// each label that both have, but for the words of their templates. What they share is too rare to be chance: of three such pairs
// two are chance less often than once in a hundred. Pages that no such word divides are none: they
// are two entities by the site's own lights, which may be editions of which all else is the
// same. It gives for each page the one that it is a view of, itself if it is none: of the pages of an entity the one with most
// labels, of such ones the first. Cost: for each kind of views, for each cell at most maxSharing pages that have its value, and
// a comparison label by label of each page with one for each word of its address.
func Views(pages []Page) []int {
	out, left := make([]int, len(pages)), make([]int, len(pages))
	for i := range out {
		out[i], left[i] = i, i
	}
	for range maxKinds {
		mains := make([]Page, len(left)) // they may have views of another kind
		for i, page := range left {
			mains[i] = pages[page]
		}
		into := make(map[int]int)
		for _, p := range viewsOfOneKind(mains) {
			into[left[p[0]]] = left[p[1]]
		}
		if len(into) == 0 {
			break
		}
		for i, main := range out {
			if further, ok := into[main]; ok {
				out[i] = further
			}
		}
		left = slices.Compact(slices.Sorted(slices.Values(out)))
	}
	return out
}

// viewsOfOneKind gives pages with those that they are views of, of which each page has one at most.
func viewsOfOneKind(pages []Page) (out [][2]int) {
	classes, apart := divide(pages)
	x := newViewing(pages, classes)
	for _, w := range slices.Sorted(maps.Keys(apart)) {
		sure := 0
		for _, p := range apart[w] {
			if x.sure(p[0], p[1]) {
				sure++
			}
		}
		for _, p := range apart[w] {
			if a, b := p[0], p[1]; 2*sure > len(apart[w]) {
				if len(x.cells[b]) < len(x.cells[a]) || len(x.cells[b]) == len(x.cells[a]) && a < b {
					a, b = b, a
				}
				out = append(out, [2]int{a, b})
			}
		}
	}
	return out
}

// divide gives the words that divide most pages that have them in their addresses each from the page that it shares the
// rarest values with, and the other way round, with these pairs of pages; and for each page the words of this kind that it has.
func divide(pages []Page) (classes []string, apart map[string][][2]int) {
	classes = make([]string, len(pages))
	x := newViewing(pages, classes)
	words, nearest := make([][]string, len(pages)), make([]int, len(pages))
	having := make(map[string]int)
	for a, p := range pages {
		words[a], nearest[a] = slices.Compact(slices.Sorted(slices.Values(values.Words(p.URL)))), x.nearest(a)
		for _, w := range words[a] {
			having[w]++
		}
	}
	apart = make(map[string][][2]int)
	for a, b := range nearest {
		if b < 0 || nearest[b] != a {
			continue
		}
		for _, w := range words[a] {
			if _, both := slices.BinarySearch(words[b], w); !both {
				apart[w] = append(apart[w], [2]int{a, b})
			}
		}
	}
	maps.DeleteFunc(apart, func(w string, pairs [][2]int) bool {
		return len(pairs) < constantAt || 2*len(pairs) <= having[w]
	})
	for a := range pages {
		classes[a] = strings.Join(slices.DeleteFunc(words[a], func(w string) bool { return apart[w] == nil }), " ")
	}
	return classes, apart
}

// nearest gives the page that shares what is rarest with a page, -1 if none does: of several the first.
func (x *viewing) nearest(a int) int {
	shared := make(map[int]float64)
	for _, v := range x.rarest(a) {
		if pages := x.having[v]; len(pages) <= maxSharing {
			for _, b := range pages {
				shared[b] += math.Log(float64(len(x.pages)) / float64(len(pages)))
			}
		}
	}
	delete(shared, a)
	best := -1
	for _, b := range slices.Sorted(maps.Keys(shared)) {
		if best < 0 || shared[b] > shared[best] {
			best = b
		}
	}
	return best
}

// viewing compares the pages of a site. A value is a number that is the same for what is the
// same.
type viewing struct {
	pages  []Page
	cells  []map[string]int // page -> label -> value
	values []map[int]bool   // page -> values
	having [][]int          // value -> pages, each once
	least  float64
}

func newViewing(pages []Page, classes []string) *viewing {
	x := &viewing{pages: pages, cells: make([]map[string]int, len(pages)), values: make([]map[int]bool, len(pages)), least: math.Log(float64(max(1, len(pages)))) + viewCertainty}
	type of struct{ class, label string }
	columns := make(map[of]*Column)
	for row, p := range pages {
		x.cells[row] = make(map[string]int)
		for label, texts := range p.Values {
			k := of{classes[row], label}
			if columns[k] == nil {
				columns[k] = &Column{Label: label}
			}
			if cell := cellOf(texts); len(cell) > 0 {
				columns[k].Cells = append(columns[k].Cells, Cell{row, cell})
			}
		}
	}
	values := make(map[string]int)
	for _, c := range columns {
		if len(c.Cells) >= constantAt && c.constant() {
			continue // the template's
		}
		c.strip()
		for _, cell := range c.Cells {
			k := c.key(cell)
			v, ok := values[k]
			if !ok {
				v = len(values)
				values[k] = v
			}
			x.cells[cell.Row][c.Label] = v
		}
	}
	x.having = make([][]int, len(values))
	for row := range pages {
		x.values[row] = make(map[int]bool)
		for _, v := range x.cells[row] {
			if !x.values[row][v] {
				x.values[row][v] = true
				x.having[v] = append(x.having[v], row)
			}
		}
	}
	return x
}

// sure reports whether two pages are views of one entity. What they share counts once, under
// whatever labels it is, as templates have labels of their own; but under at least half of the
// labels of the page that has fewer of them both have to say the same.
func (x *viewing) sure(a, b int) bool {
	p, q := x.cells[a], x.cells[b]
	if len(p) > len(q) {
		p, q = q, p
	}
	agree := 0
	for label, v := range p {
		switch w, ok := q[label]; {
		case ok && v != w:
			return false
		case ok:
			agree++
		}
	}
	if 2*agree < len(p) {
		return false
	}
	surprise := 0.
	for _, v := range x.rarest(a) {
		if x.values[b][v] {
			surprise += math.Log(float64(len(x.pages)) / float64(len(x.having[v])))
		}
	}
	return surprise >= x.least
}

// rarest gives the values of a page, the rarest first: sums over them are the same each time.
func (x *viewing) rarest(a int) []int {
	return slices.SortedFunc(maps.Keys(x.values[a]), func(v, w int) int { return cmp.Compare(len(x.having[v]), len(x.having[w])) })
}
