package rules

import (
	"slices"

	"verde/extract/leaves"
)

// sectionLine gives the leaves of a line: the items of a list that separators part, or
// one.
func (c *Corpus) sectionLine(d *Doc, x *line, part []leaves.Leaf) []leaves.Leaf {
	if len(part) == 0 {
		return nil
	}
	out := c.enumerated(d, part)
	if out == nil {
		l := part[0]
		if len(part) > 1 || l.Elem != x.block {
			l = c.Join(d.Doc, part, x.block)
		}
		out = []leaves.Leaf{l}
	}
	for k := range out {
		out[k].Under = x.section + 1
		out[k].Field = c.lineField(max(x.kind, TextLine), x.section)
	}
	return out
}

// enumerated cuts a line that is nothing but links, side by side or not, or marked up items with bare
// separators between them, most of them linked, into its items. It gives nil for another
// line.
func (c *Corpus) enumerated(d *Doc, part []leaves.Leaf) []leaves.Leaf {
	base := d.Common(part)
	bare, linked := 0, true
	for k := range part {
		l := &part[k]
		linked = linked && d.Elems[l.Elem].Link > 0
		if l.Elem == base {
			if bare++; !leaves.Separator(l.Text) {
				return nil
			}
		}
	}
	if bare == 0 && !linked {
		return nil
	}
	var out []leaves.Leaf
	links, lo := 0, 0
	for k := 0; k <= len(part); k++ {
		end := k == len(part) || part[k].Elem == base
		if !end && !(bare == 0 && k > 0 && (part[k].Spaced || d.Elems[part[k].Elem].Link != d.Elems[part[k-1].Elem].Link)) {
			continue
		}
		if lo < k {
			item := part[lo]
			if k-lo > 1 {
				item = c.Join(d.Doc, part[lo:k], d.Block(item.Elem))
			}
			out = append(out, item)
			if slices.ContainsFunc(part[lo:k], func(l leaves.Leaf) bool { return d.Elems[l.Elem].Link > 0 }) {
				links++
			}
		}
		if lo = k; end {
			lo++
		}
	}
	if len(out) < 2 || 2*links < len(out) {
		return nil
	}
	return out
}
