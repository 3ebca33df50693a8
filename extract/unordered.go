package extract

// maxLabelled is the share of a signature's leaves that may come right behind a
// label: otherwise they belong to their label, whatever their style.
const maxLabelled = .2

// unorderedLeaves finds, between two mandatory templates, the signatures that
// no page shows twice but that follow different templates on different pages: a
// heading behind a list of optional attributes. Such leaves are one column
// wherever they come. They are marked as taken, and returned by signature.
//
// Cost: linear in the leaves.
func (a *alignment) unorderedLeaves() []*column {
	var out []*column
	lo := make([]int32, len(a.docs))
	after := -1
	for k := 0; k <= len(a.templates); k++ {
		if k < len(a.templates) && !a.templates[k].mandatory {
			continue
		}
		hi := make([]int32, len(a.docs))
		for i, d := range a.docs {
			hi[i] = int32(len(d.leaves))
			if k < len(a.templates) {
				hi[i] = a.templates[k].first[i]
			}
		}
		out = append(out, a.unorderedIn(segment{lo, hi}, after)...)
		if k < len(a.templates) {
			after = k
			for i := range lo {
				lo[i] = hi[i] + 1
			}
		}
	}
	return out
}

// sighting is what is known of a signature within a segment.
type sighting struct {
	page, pages     int
	group           int32
	twice, scatters bool
	labelled        int
	leaves          []leafAt
}

type leafAt struct {
	page int
	leaf int32
}

func (a *alignment) unorderedIn(s segment, after int) []*column {
	seen := make(map[int32]*sighting)
	var order []int32
	for i, d := range a.docs {
		group := int32(0)
		for k := s.lo[i]; k < s.hi[i]; k++ {
			l := &d.leaves[k]
			if l.landmark > 0 {
				group = l.landmark
				continue
			}
			if separator(l.text) || l.list > 0 && k > s.lo[i] && d.leaves[k-1].list == l.list {
				continue
			}
			x := seen[l.sig]
			if x == nil {
				x = &sighting{page: -1, group: group}
				seen[l.sig] = x
				order = append(order, l.sig)
			}
			x.twice = x.twice || x.page == i
			x.page = i
			x.pages++
			x.scatters = x.scatters || x.group != group
			if k > 0 && d.leaves[k-1].landmark > 0 && a.together(d, d.leaves[k-1].elem, l.elem) {
				x.labelled++
			}
			x.leaves = append(x.leaves, leafAt{i, k})
		}
	}
	var out []*column
	for _, sig := range order {
		x := seen[sig]
		if x.twice || !x.scatters || x.pages < 2 || float64(x.labelled) > maxLabelled*float64(x.pages) {
			continue
		}
		c := a.newColumn(after)
		c.unordered = true
		for _, at := range x.leaves {
			a.takeUnordered(c, at)
		}
		out = append(out, c)
	}
	return out
}

// takeUnordered puts a leaf, and the list that it begins, into c.
func (a *alignment) takeUnordered(c *column, at leafAt) {
	d := a.docs[at.page]
	first := &d.leaves[at.leaf]
	for k := at.leaf; k < int32(len(d.leaves)); k++ {
		l := &d.leaves[k]
		if k > at.leaf && (l.list == 0 || l.list != first.list) {
			break
		}
		l.taken = true
		if k == at.leaf || !joint(first, l) {
			c.put(at.page, d, k)
			c.multi = c.multi || k > at.leaf
		}
	}
}
