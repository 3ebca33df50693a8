package gpp

import (
	"math"
	"slices"

	"verde/internal/unionfind"
	"verde/page"
	"verde/siteexpand/similarity"
)

// place says where lists of one kind are shown: parallel lists have the same one,
// whatever page they are on.
type place struct {
	path   page.LinkPath // link-path by which their items link: the features of the HTML
	column bool          // their items are below one another, and else in rows
	left   int           // left edge, in pixels: with column, the visual features
}

// webList is a list of a page, by one of the links that its items have.
type webList struct {
	place
	links []string // normal URLs, one for each item that has the link, in order
}

// What makes a list.
const (
	minItems  = 2  // fewer are aligned with nothing
	minShared = .5 // items are made alike if they have more in common than not
	maxParts  = 100
	maxKinds  = 100           // of children of one element; others are of no list
	maxItem   = 10 * maxParts // elements of an item in which links are looked for: larger ones are sections and no items, and would be walked again on each level
)

// listsOf finds the lists of a page. A list is two or more elements in one element,
// alike in their HTML, each with a link, that are aligned: shown with the same left edge or
// with the same top edge as another of them. Two elements are alike if they have
// the same paths of elements within them, up to one half (their Jaccard coefficient, over
// the first maxParts elements). Only outer lists are found: what is in an item is no
// list, and of the links of an item those count whose link-path it has once.
//
// Cost: linear in the boxes but for the constants, whatever their numbers are.
func listsOf(l *page.Layout, paths *paths, notation page.Notation) []webList {
	f := newFinder(l, paths, notation)
	var lists []webList
	for stack := f.children(root); len(stack) > 0; {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		inner := f.children(at)
		listed := make(map[int]bool)
		for _, items := range f.aligned(inner) {
			found := f.lists(items)
			if len(found) == 0 {
				continue
			}
			lists = append(lists, found...)
			for _, i := range items {
				listed[i] = true
			}
		}
		for k := len(inner) - 1; k >= 0; k-- { // so that they are taken in order
			if i := inner[k]; !listed[i] && f.links[i] > 0 {
				stack = append(stack, i)
			}
		}
	}
	return lists
}

// root is the parent of elements that have none.
const root = -1

// finder is the boxes of a page, prepared.
type finder struct {
	boxes []page.Box
	first []int32         // of a box's children, by its number and one: that of the root comes first
	order []int32         // all children, parent by parent
	links []int32         // below and at a box
	path  []page.LinkPath // of a box
	queue []int32         // scratch
}

func newFinder(l *page.Layout, paths *paths, notation page.Notation) *finder {
	n := len(l.Boxes)
	f := &finder{boxes: l.Boxes, first: make([]int32, n+2), order: make([]int32, n), links: make([]int32, n), path: make([]page.LinkPath, n)}
	for i := range l.Boxes {
		f.first[f.parent(i)+2]++
	}
	for i := range n + 1 {
		f.first[i+1] += f.first[i]
	}
	next := append([]int32(nil), f.first...)
	for i := range l.Boxes {
		p := f.parent(i)
		f.order[next[p+1]] = int32(i)
		next[p+1]++
		var above *page.LinkPath
		if p != root {
			above = &f.path[p]
		}
		f.path[i] = paths.of(above, l.Boxes[i].Spell(notation))
	}
	for i := n - 1; i >= 0; i-- {
		if l.Boxes[i].Link != "" && f.shown(i) {
			f.links[i]++
		}
		if p := f.parent(i); p != root {
			f.links[p] += f.links[i]
		}
	}
	return f
}

// parent gives the parent of a box, the root for one that can't be.
func (f *finder) parent(i int) int {
	if p := f.boxes[i].Parent; p >= 0 && p < i {
		return p
	}
	return root
}

// children gives the children of a box in order.
func (f *finder) children(i int) []int {
	some := f.order[f.first[i+1]:f.first[i+2]]
	out := make([]int, len(some))
	for k, c := range some {
		out[k] = int(c)
	}
	return out
}

// farthest is the greatest coordinate that counts, in pixels: browsers themselves can't
// show anything beyond 2^25.
const farthest = 1 << 25

// shown tells whether any of an element can be seen on the page: menus that open later,
// and links for screen readers, are often kept left of it or above.
func (f *finder) shown(i int) bool {
	b := &f.boxes[i]
	for _, v := range [...]float64{b.X, b.Y, b.Width, b.Height} {
		if math.IsNaN(v) || math.Abs(v) > farthest {
			return false
		}
	}
	return b.Width > 0 && b.Height > 0 && b.X+b.Width > 0 && b.Y+b.Height > 0
}

// aligned groups children of one element by what they are like, and each group by
// what it is aligned with: groups of minItems and more.
func (f *finder) aligned(children []int) (groups [][]int) {
	if len(children) < minItems {
		return nil
	}
	type kind struct {
		parts []similarity.Feature // of its first member
		items []int
	}
	var kinds []*kind
	for _, i := range children {
		if f.links[i] == 0 || !f.shown(i) {
			continue
		}
		parts := f.parts(i)
		var of *kind
		for _, k := range kinds {
			if similarity.Jaccard(k.parts, parts) >= minShared {
				of = k
				break
			}
		}
		if of == nil {
			if len(kinds) == maxKinds {
				continue
			}
			of = &kind{parts: parts}
			kinds = append(kinds, of)
		}
		of.items = append(of.items, i)
	}
	for _, k := range kinds {
		for _, items := range f.split(k.items) {
			if len(items) >= minItems {
				groups = append(groups, items)
			}
		}
	}
	return groups
}

// parts gives the paths of elements within an element, itself included, as sorted hashes.
func (f *finder) parts(i int) []similarity.Feature {
	set := []similarity.Feature{similarity.Element(0, f.boxes[i].Name)}
	f.queue = append(f.queue[:0], int32(i))
	for k := 0; k < len(f.queue); k++ {
		inner := f.order[f.first[f.queue[k]+1]:f.first[f.queue[k]+2]]
		for _, c := range inner[:min(len(inner), maxParts-len(f.queue))] {
			f.queue = append(f.queue, c)
			set = append(set, similarity.Element(set[k], f.boxes[c].Name))
		}
	}
	slices.Sort(set)
	return slices.Compact(set)
}

// split splits elements by what each is aligned with, directly or by others.
func (f *finder) split(items []int) [][]int {
	aligned := unionfind.New(len(items))
	type edge struct{ left, at int } // left is 1 for a left edge, 0 for a top edge
	first := make(map[edge]int32)
	for k, i := range items {
		for _, e := range []edge{{1, pixel(f.boxes[i].X)}, {0, pixel(f.boxes[i].Y)}} {
			if with, ok := first[e]; ok {
				aligned.Union(with, int32(k))
			} else {
				first[e] = int32(k)
			}
		}
	}
	groups := aligned.Sets()
	for _, g := range groups {
		for k, x := range g {
			g[k] = items[x]
		}
	}
	return groups
}

// pixel is the pixel that an edge is at.
func pixel(v float64) int { return int(math.Round(v)) }

// lists gives the lists that some items make: one for each link-path that two or more of
// them have once, in the order in which these are met.
func (f *finder) lists(items []int) (lists []webList) {
	shape := place{column: true, left: pixel(f.boxes[items[0]].X)}
	at := make(map[page.LinkPath]int)
	for _, i := range items {
		x := pixel(f.boxes[i].X)
		shape.column = shape.column && x == shape.left
		shape.left = min(shape.left, x)
	}
	for _, i := range items {
		found := f.anchors(i)
		count := make(map[page.LinkPath]int)
		for _, a := range found {
			count[f.path[a]]++
		}
		for _, a := range found {
			path := f.path[a]
			if count[path] > 1 {
				continue
			}
			if _, ok := at[path]; !ok {
				at[path], lists = len(lists), append(lists, webList{place: shape})
				lists[at[path]].path = path
			}
			lists[at[path]].links = append(lists[at[path]].links, f.boxes[a].Link)
		}
	}
	return slices.DeleteFunc(lists, func(l webList) bool { return len(l.links) < minItems })
}

// anchors gives the shown links at and in an element, in document order, among its first
// maxItem elements.
func (f *finder) anchors(i int) (found []int) {
	stack := []int{i}
	for n := 0; len(stack) > 0 && n < maxItem; n++ {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if f.boxes[at].Link != "" && f.shown(at) {
			found = append(found, at)
		}
		inner := f.children(at)
		for k := len(inner) - 1; k >= 0; k-- {
			if f.links[inner[k]] > 0 {
				stack = append(stack, inner[k])
			}
		}
	}
	return found
}
