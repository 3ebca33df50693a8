package extract

import "strings"

// A text may be known by its style alone: a heading behind a list of optional attributes
// follows another of these on each page. Such texts are a field, in one column wherever they come.

// maxLabelled is the share of a signature's leaves that may come right behind a
// label: otherwise they belong to their label, whatever their style.
const maxLabelled = .2

// styleField names the texts of a signature.
func (c *corpus) styleField(sig int32) int32 {
	return c.named(signatureKey(sig), func() string {
		return styleField + " " + c.style(sig, 0).String()
	})
}

type signatureKey int32

// takeStyles takes the leaves of some signatures out of the sequence of leaves. Cost: linear in the
// leaves, and for each field in the list that its first leaf begins.
func (c *corpus) takeStyles(d *doc, is func(field int32) bool) {
	single := c.holders(d)
	first := make(map[int32]int) // by field, -1 for none
	ends := make(map[int32]int)  // of the lists that these begin
	for pass := range 2 {        // those that the page has twice are of something else
		for k := range d.leaves {
			l := &d.leaves[k]
			field := c.styleField(l.sig)
			if l.landmark > 0 || !is(field) || separator(l.text) {
				continue
			}
			at, again := first[field]
			switch {
			case pass == 1 && at >= 0:
				l.taken, l.field = true, field
				d.taken = append(d.taken, *l)
				l.field = 0
			case pass == 0 && !again:
				first[field] = k
			case pass == 0 && at >= 0:
				end, ok := ends[field]
				if !ok {
					end = int(d.siblings(single, int32(at), int32(len(d.leaves)), func(l *leaf) bool { return l.landmark > 0 }))
					ends[field] = end
				}
				if end <= k {
					first[field] = -1
				}
			}
		}
	}
}

// unorderedStyles finds the signatures that no page shows twice, but for lists, and that follow
// different templates on different pages of which one at least is optional.
//
// Cost: linear in the leaves.
func (a *alignment) unorderedStyles() map[int32]bool {
	type sighting struct {
		count           pageCount
		at, labelled    int
		group           int32
		twice, scatters bool
	}
	seen := make(map[int32]*sighting)
	for i, d := range a.docs {
		group := int32(0)
		for k := range d.leaves {
			l := &d.leaves[k]
			if l.landmark > 0 {
				group = l.landmark
				continue
			}
			if separator(l.text) {
				continue
			}
			x := seen[l.sig]
			if x == nil {
				x = &sighting{group: group}
				seen[l.sig] = x
			}
			x.twice = x.twice || x.count.pages > 0 && x.count.last == i && (l.list == 0 || d.leaves[x.at].list != l.list)
			x.count, x.at = x.count.on(i), k
			x.scatters = x.scatters || x.group != group
			if k > 0 && d.leaves[k-1].landmark > 0 && a.together(d, d.leaves[k-1].elem, l.elem) {
				x.labelled++
			}
		}
	}
	out := make(map[int32]bool)
	for sig, x := range seen {
		if !x.twice && x.scatters && x.count.pages >= 2 && float64(x.labelled) <= maxLabelled*float64(x.count.pages) {
			out[a.styleField(sig)] = true
		}
	}
	return out
}

// isStyle tells whether a field is one of a style.
func isStyle(name string) bool { return strings.HasPrefix(name, styleField+" ") }
