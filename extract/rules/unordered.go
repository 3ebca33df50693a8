package rules

import (
	"strings"

	"verde/extract/leaves"
)

// A text may be recognisable by its style only: a heading behind a list of optional attributes
// follows a different attribute on each page. All texts of such a style are one field.

// maxLabelled is the greatest share of a signature's leaves that directly follow a label; with
// more, the leaves are the values of these labels.
const maxLabelled = .2

// styleField names the texts of a signature.
func (c *Corpus) styleField(sig int32) int32 {
	return c.Named(signatureKey(sig), func() string {
		return styleField + " " + c.Style(sig, 0).String()
	})
}

type signatureKey int32

// TakeStyles moves the leaves of some signatures from the sequence of leaves to d.Taken. Cost: linear in the leaves.
func (c *Corpus) TakeStyles(d *Doc, is func(field int32) bool) {
	for k := range d.Leaves {
		l := &d.Leaves[k]
		if field := c.styleField(l.Sig); l.Landmark == 0 && is(field) && !leaves.Separator(l.Text) {
			l.Taken = true
			d.Taken = append(d.Taken, *l)
			d.Taken[len(d.Taken)-1].Field = field
		}
	}
}

// UnorderedStyles finds the signatures that no page shows twice, but for lists, and that follow
// different templates on different pages of which one at least is optional.
//
// Cost: linear in the leaves.
func (a *Set) UnorderedStyles() map[int32]bool {
	type sighting struct {
		pageCount
		at, labelled    int
		group           int32
		twice, scatters bool
	}
	seen := make(map[int32]*sighting)
	for i, d := range a.Docs {
		group := int32(0)
		for k := range d.Leaves {
			l := &d.Leaves[k]
			if l.Landmark > 0 {
				group = l.Landmark
				continue
			}
			if leaves.Separator(l.Text) {
				continue
			}
			x := tallyOf(seen, l.Sig)
			if x.pages == 0 {
				x.group = group
			}
			x.twice = x.twice || x.pages > 0 && x.last == i && (l.List == 0 || d.Leaves[x.at].List != l.List)
			x.pageCount, x.at, x.scatters = x.on(i), k, x.scatters || x.group != group
			if k > 0 && d.Leaves[k-1].Landmark > 0 && a.Together(d, d.Leaves[k-1].Elem, l.Elem) {
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

// IsStyle reports whether a field is that of a style.
func IsStyle(name string) bool { return strings.HasPrefix(name, styleField+" ") }
