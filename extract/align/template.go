package align

import (
	"slices"

	"verde/extract/leaves"
)

// template is a row of the paper's TemplateLEC table.
type template struct {
	class     int32
	mandatory bool
	Moved     bool    // comes in several orders (the paper's type MP)
	first     []int32 // position on each page, -1 if missing
	pages     int32   // pages that have it

	times int32 // occurrences on those, of which the first is consumed
}

// maxDepth bounds the divisions of a segment. Real pages need fewer than ten;
// a text repeated a thousand times at equal counts would need a thousand.
const maxDepth = 40

// mine finds the templates of all pages: the template mining phase of DCA
// (Algorithm 1, lines 2 to 5). Segments are taken from a stack rather than by
// recursion and yield their templates from left to right.
//
// Cost: each level of division is linear in the leaves.
func (a *Alignment) mine() {
	type task struct {
		seg   segment
		depth int
		emit  *template // a mandatory template to be put out, instead of a segment
	}
	whole := segment{make([]int32, len(a.Docs)), make([]int32, len(a.Docs))}
	for i, d := range a.Docs {
		whole.hi[i] = int32(len(d.Leaves))
	}
	stack := []task{{seg: whole}}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if t.emit != nil {
			a.Templates = append(a.Templates, *t.emit)
			continue
		}
		var marks []candidate
		if t.depth < maxDepth {
			marks = a.mandatory(t.seg)
		}
		if len(marks) == 0 {
			a.Templates = append(a.Templates, a.optional(t.seg)...)
			continue
		}
		for k := len(marks); k >= 0; k-- {
			part := between(t.seg, marks, k)
			if k < len(marks) {
				stack = append(stack, task{emit: &template{class: marks[k].class, mandatory: true, first: marks[k].first, pages: marks[k].pages, times: marks[k].times}})
			}
			if !part.empty() {
				stack = append(stack, task{seg: part, depth: t.depth + 1})
			}
		}
	}
	a.reunite()
}

// between is the part of s before mark k and after mark k-1.
func between(s segment, marks []candidate, k int) segment {
	lo, hi := s.lo, s.hi
	if k > 0 {
		lo = make([]int32, len(s.lo))
		for i, p := range marks[k-1].first {
			lo[i] = p + 1
		}
	}
	if k < len(marks) {
		hi = marks[k].first
	}
	return segment{lo, hi}
}

func (s segment) empty() bool {
	for i := range s.lo {
		if s.lo[i] < s.hi[i] {
			return false
		}
	}
	return true
}

// mandatory finds the mandatory templates of a segment (DCA, Definition 4 and
// Algorithm 3): classes of equal count on every page, thinned page by page to
// a longest increasing sequence of first positions. What is known to be a value
// is none, though all pages have it.
func (a *Alignment) mandatory(s segment) []candidate {
	cs := a.candidates(s, func(class, pages int32) bool {
		return int(pages) == len(a.Docs) && (a.roles == nil || a.roles[class] != value)
	})
	cs, _ = a.inOrder(cs)
	return cs
}

// inOrder thins candidates page by page to a longest increasing sequence of first
// positions, and gives those that it casts out as well.
func (a *Alignment) inOrder(cs []candidate) (in, out []candidate) {
	for i := range a.Docs {
		var row []int32
		var at []int
		for k, c := range cs {
			if c.first[i] >= 0 {
				row, at = append(row, c.first[i]), append(at, k)
			}
		}
		keep := leaves.Heaviest(row, len(a.Docs[i].Leaves), func(int) float64 { return 1 })
		if len(keep) == len(row) {
			continue
		}
		drop := make(map[int]bool, len(at)-len(keep))
		for _, k := range at {
			drop[k] = true
		}
		for _, k := range keep {
			delete(drop, at[k])
		}
		var kept []candidate
		for k, c := range cs {
			if drop[k] {
				out = append(out, c)
			} else {
				kept = append(kept, c)
			}
		}
		cs = kept
	}
	return cs, out
}

// optional finds the optional templates of a segment without mandatory ones
// (DCA, Definition 5 and §4.4). Those that a longest increasing sequence casts
// out come back at a place that is in order on all pages they occur on, if
// there is one.
func (a *Alignment) optional(s segment) []template {
	out, cast := a.inOrder(a.candidates(s, a.labels))
	var ts []template
	for _, c := range cast {
		n := len(out)
		if out = reinsert(out, c); len(out) == n && a.roles != nil && a.labelled(&a.lecs[c.class].sample) {
			ts = append(ts, template{class: c.class, Moved: true, first: c.first, pages: c.pages, times: c.times})
		}
	}
	for _, c := range out {
		ts = append(ts, template{class: c.class, first: c.first, pages: c.pages, times: c.times})
	}
	return ts
}

// labels tells whether an optional candidate on so many pages of a segment is
// a template: frequent enough (DCA, Equation 3), or by its role.
func (a *Alignment) labels(class, pages int32) bool {
	if a.roles != nil {
		switch a.roles[class] {
		case value:
			return false
		case label:
			return true
		}
		if pages < 2 { // one of two pages is half of them, and tells nothing
			return false
		}
	}
	support := verdeSupport
	if a.Published {
		support = optionalSupport
	}
	return float64(pages) >= support*float64(len(a.Docs))-1e-9
}

// reinsert puts c where its positions lie between those of its neighbours on
// every page that has it and them; without such a place c stays out.
func reinsert(list []candidate, c candidate) []candidate {
	lowest, highest := 0, len(list) // places k with lowest <= k <= highest are in order
	for k, x := range list {
		for i, p := range c.first {
			if p < 0 || x.first[i] < 0 {
				continue
			}
			if x.first[i] < p {
				lowest = max(lowest, k+1)
			} else {
				highest = min(highest, k)
			}
		}
	}
	if lowest > highest {
		return list
	}
	return slices.Insert(list, lowest, c)
}

// reunite merges recurring optional templates (DCA §4.5, Definition 6): one
// class found in two segments but never on the same page stands in several
// orders. Mandatory templates between the two were not mandatory after all.
//
// Cost: linear in the templates, times pages.
func (a *Alignment) reunite() {
	ts := a.Templates
	last := make(map[int32]int)
	gone := make([]bool, len(ts))
	demote := make([]int, len(ts)+1) // changes of the number of merged pairs that a template lies between
	for k := range ts {
		t := &ts[k]
		b, ok := last[t.class]
		if !ok {
			last[t.class] = k
			continue
		}
		u := &ts[b]
		if t.times > 1 || u.times > 1 || int(t.pages+u.pages) > len(a.Docs) || !disjoint(t.first, u.first) {
			last[t.class] = k
			continue
		}
		demote[b]++
		demote[k]--
		first := slices.Clone(u.first)
		for i, p := range t.first {
			first[i] = max(first[i], p)
		}
		*u = template{class: u.class, Moved: true, first: first, pages: u.pages + t.pages, times: 1}
		gone[k] = true
	}
	kept, around := ts[:0], 0
	for k := range ts {
		if around += demote[k]; around > 0 {
			ts[k].mandatory = false
		}
		if !gone[k] {
			kept = append(kept, ts[k])
		}
	}
	a.Templates = kept
}

func disjoint(x, y []int32) bool {
	for i := range x {
		if x[i] >= 0 && y[i] >= 0 {
			return false
		}
	}
	return true
}
