package align

import (
	"slices"

	"verde/extract/leaves"
)

// The thresholds of DCA §6, and what differs from them.
const (
	PathSimilarity  = .8 // θPath, for leaves of one equivalence class
	optionalSupport = .3 // θOT, share of the pages for an optional template
	nodeSimilarity  = .7 // θNsim, for leaves of one column
	sparseDensity   = .7 // θDen, below which a column is sparse
	// verdeSupport is higher than the paper's θOT: on ten pages a value that three
	// share is common, and labels that are rarer come in by their style.
	// Measured on the SWDE sites of bench/extract.
	verdeSupport = .5
)

// lec is a landmark equivalence class (DCA, Definition 2): leaves of the same
// content and similar paths. Its number is its LECId less one.
type lec struct {
	content int32
	path    int32       // of its first leaf
	pages   int32       // pages it occurs on
	sample  leaves.Leaf // its first leaf
}

// generate forms the landmark equivalence classes (DCA, Definitions 1 and 2,
// Algorithm 2). Leaves are clustered in a single pass down the columns: the
// first leaf of every page, then the second of every page. IDs are global:
// classes are counted anew in every segment but never formed anew.
//
// Cost: linear in the leaves, as long as few classes share a content.
func (a *Alignment) generate() {
	byContent := make(map[int32][]int32)
	longest := 0
	for _, d := range a.Docs {
		longest = max(longest, len(d.Leaves))
	}
	for j := range longest {
		for _, d := range a.Docs {
			if j < len(d.Leaves) {
				d.Leaves[j].Class = a.classOf(&d.Leaves[j], byContent)
			}
		}
	}
	seen := make([]int32, len(a.lecs)) // the last page that counted the class, plus one
	for i, d := range a.Docs {
		for j := range d.Leaves {
			if e := d.Leaves[j].Class; seen[e] != int32(i+1) {
				seen[e] = int32(i + 1)
				a.lecs[e].pages++
			}
		}
	}
	a.counter.grow(len(a.lecs))
}

func (a *Alignment) classOf(l *leaves.Leaf, byContent map[int32][]int32) int32 {
	path := a.Sigs[l.Sig].Path
	for _, e := range byContent[l.Content] {
		if float64(a.Paths.Similarity(path, a.lecs[e].path)) >= PathSimilarity {
			return e
		}
	}
	e := int32(len(a.lecs))
	a.lecs = append(a.lecs, lec{content: l.Content, path: path, sample: *l})
	byContent[l.Content] = append(byContent[l.Content], e)
	return e
}

// segment is a half-open range of leaves on every page.
type segment struct{ lo, hi []int32 }

// candidate is a class that may be a template of a segment: it occurs the same
// number of times on every page of the segment that has it at all.
type candidate struct {
	class int32
	pages int32
	times int32   // occurrences on a page that has it
	first []int32 // first position in the page by page, -1 if missing (DCA, Definition 3)
}

// classCounter counts classes without clearing large tables between segments.
type classCounter struct {
	epoch int32
	mark  []int32 // epoch in which the class was met
	slot  []int32 // its place in entries
	entry []classCount
}

type classCount struct {
	class int32
	pages int32
	times int32 // occurrences per page
	page  int32 // the page being counted
	count int32 // occurrences on it so far
	bad   bool  // counts differ
}

func (t *classCounter) grow(n int) {
	t.mark, t.slot = make([]int32, n), make([]int32, n)
}

// candidates returns the classes that occur k times or not at all on every
// page of the segment (DCA, Definitions 4 and 5) and that accept takes, with
// their first positions, in the order of Algorithm 2: by smallest first
// position within the segment, then by id.
//
// Cost: linear in the leaves of the segment, plus a row of pages for each candidate.
func (a *Alignment) candidates(s segment, accept func(class, pages int32) bool) []candidate {
	t := &a.counter
	t.epoch++
	t.entry = t.entry[:0]
	for i, d := range a.Docs {
		for _, l := range d.Leaves[s.lo[i]:s.hi[i]] {
			t.count(l.Class, int32(i))
		}
	}
	var out []candidate
	for k := range t.entry {
		e := &t.entry[k]
		if e.close(); e.bad || !accept(e.class, e.pages) {
			t.slot[e.class] = -1
			continue
		}
		c := candidate{class: e.class, pages: e.pages, times: e.times, first: make([]int32, len(a.Docs))}
		for i := range c.first {
			c.first[i] = -1
		}
		t.slot[e.class] = int32(len(out))
		out = append(out, c)
	}
	lowest := make([]int32, len(out))
	for i, d := range a.Docs {
		for p := s.hi[i] - 1; p >= s.lo[i]; p-- {
			if k := t.slot[d.Leaves[p].Class]; k >= 0 {
				out[k].first[i] = p
			}
		}
	}
	for k, c := range out {
		lowest[t.slot[c.class]] = smallest(c.first, s.lo)
		out[k] = c
	}
	slices.SortFunc(out, func(x, y candidate) int {
		if d := lowest[t.slot[x.class]] - lowest[t.slot[y.class]]; d != 0 {
			return int(d)
		}
		return int(x.class - y.class)
	})
	return out
}

// smallest is the least first position relative to the segment's begin.
func smallest(first, lo []int32) int32 {
	m := int32(-1)
	for i, p := range first {
		if p >= 0 && (m < 0 || p-lo[i] < m) {
			m = p - lo[i]
		}
	}
	return m
}

func (t *classCounter) count(class, page int32) {
	if t.mark[class] != t.epoch {
		t.mark[class], t.slot[class] = t.epoch, int32(len(t.entry))
		t.entry = append(t.entry, classCount{class: class, page: page, pages: 1})
	}
	e := &t.entry[t.slot[class]]
	if e.page != page {
		e.close()
		e.page = page
		e.pages++
	}
	e.count++
}

// close ends the counting of a page.
func (e *classCount) close() {
	if e.times == 0 {
		e.times = e.count
	} else if e.times != e.count {
		e.bad = true
	}
	e.count = 0
}
