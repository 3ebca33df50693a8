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

// takeStyles takes the leaves of some signatures out of the sequence of leaves. Cost: linear in the leaves.
func (c *corpus) takeStyles(d *doc, is func(field int32) bool) {
	for k := range d.leaves {
		l := &d.leaves[k]
		if field := c.styleField(l.sig); l.landmark == 0 && is(field) && !separator(l.text) {
			l.taken = true
			d.taken = append(d.taken, *l)
			d.taken[len(d.taken)-1].field = field
		}
	}
}

// unorderedStyles finds the signatures that no page shows twice, but for lists, and that follow
// different templates on different pages of which one at least is optional.
//
// Cost: linear in the leaves.
func (a *pageSet) unorderedStyles() map[int32]bool {
	type sighting struct {
		pageCount
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
			x := tallyOf(seen, l.sig)
			if x.pages == 0 {
				x.group = group
			}
			x.twice = x.twice || x.pages > 0 && x.last == i && (l.list == 0 || d.leaves[x.at].list != l.list)
			x.pageCount, x.at, x.scatters = x.on(i), k, x.scatters || x.group != group
			if k > 0 && d.leaves[k-1].landmark > 0 && a.together(d, d.leaves[k-1].elem, l.elem) {
				x.labelled++
			}
		}
	}
	out := make(map[int32]bool)
	for sig, x := range seen {
		if !x.twice && x.scatters && x.pages >= 2 && float64(x.labelled) <= maxLabelled*float64(x.pages) {
			out[a.styleField(sig)] = true
		}
	}
	return out
}

// isStyle tells whether a field is one of a style.
func isStyle(name string) bool { return strings.HasPrefix(name, styleField+" ") }
