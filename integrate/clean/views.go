package clean

import (
	"cmp"
	"math"
	"slices"
)

// Page is what one page of a site says under each label, and which of the site's templates
// it is of.
type Page struct {
	Template int
	Values   map[string][]string
}

const (
	// viewCertainty is by how much the values that two pages share have to be rarer than
	// chance has it: 20:1 on top of the prior odds that a given page is the other's view.
	viewCertainty = 3
	// maxSharing is the number of pages from which on a value brings no two together.
	maxSharing = 20
	// maxViews is the number of pages of one entity at most: a page, what is printed, sent
	// to a friend or read on a small screen, and these in a few languages.
	maxViews = 8
)

// Views finds pages of one site that are views of one entity: the page and its print version.
// Such pages say the same under each label that both have, but for the words of their
// templates, and what they share is too rare to be chance. Pages of one template are none: they
// are two entities by the site's own lights, which may be editions of which all else is the
// same. What goes with several pages that don't go with each other, as a print version that
// lacks what tells two editions apart, is nobody's view. It gives for each page the one that it
// is a view of, itself if it is none: of the pages of an entity the one with most labels, of
// such ones the first. Cost: for each cell at most maxSharing pages that have its value, each of which is
// compared label by label.
func Views(pages []Page) []int {
	out := make([]int, len(pages))
	for i := range out {
		out[i] = i
	}
	if !slices.ContainsFunc(pages, func(p Page) bool { return p.Template != pages[0].Template }) {
		return out
	}
	x := newViewing(pages)
	next := make(map[int][]int) // page -> those that it goes with
	for a := range pages {
		for _, b := range x.near(a) {
			if a < b && pages[a].Template != pages[b].Template && x.sure(a, b) {
				next[a], next[b] = append(next[a], b), append(next[b], a)
			}
		}
	}
	done := make([]bool, len(pages))
	for a := range pages {
		if done[a] || len(next[a]) == 0 {
			continue
		}
		group := append([]int{a}, next[a]...)
		whole := len(group) <= maxViews
		for _, b := range group {
			// All of them have to go with all others.
			same := append([]int{b}, next[b]...)
			slices.Sort(same)
			whole = whole && slices.Equal(same, sorted(group))
		}
		if !whole {
			continue
		}
		main := slices.MinFunc(group, func(a, b int) int {
			return cmp.Or(cmp.Compare(len(x.cells[b]), len(x.cells[a])), cmp.Compare(a, b))
		})
		for _, b := range group {
			done[b], out[b] = true, main
		}
	}
	return out
}

func sorted(list []int) []int {
	list = slices.Clone(list)
	slices.Sort(list)
	return list
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

func newViewing(pages []Page) *viewing {
	x := &viewing{pages: pages, cells: make([]map[string]int, len(pages)), values: make([]map[int]bool, len(pages)), least: math.Log(float64(max(1, len(pages)))) + viewCertainty}
	type of struct {
		template int
		label    string
	}
	columns := make(map[of]*Column)
	for row, p := range pages {
		x.cells[row] = make(map[string]int)
		for label, texts := range p.Values {
			k := of{p.Template, label}
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

// near gives the pages that share a rare value with a page.
func (x *viewing) near(a int) (out []int) {
	for v := range x.values[a] {
		if pages := x.having[v]; len(pages) <= maxSharing {
			out = append(out, pages...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
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
	var shared []int
	for v := range x.values[a] {
		if x.values[b][v] {
			shared = append(shared, len(x.having[v]))
		}
	}
	slices.Sort(shared) // so that the sum is the same each time
	surprise := 0.
	for _, n := range shared {
		surprise += math.Log(float64(len(x.pages)) / float64(n))
	}
	return surprise >= x.least
}
