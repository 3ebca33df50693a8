package rules

import "verde/extract/leaves"

// Siblings extends the list that begins with leaf k, up to leaf hi and to the
// first that stop tells is no member. It returns where it ends. A member looks like the first one. Behind a mark of lists its tags may
// be others, as where some members are links and others are not; joined tells stop of it.
func (c *Corpus) Siblings(d *Doc, single []int32, k, hi int32, stop func(l *leaves.Leaf, joined bool) bool) int32 {
	l := &d.Leaves[k]
	within := d.Container(single[k], l)
	end, joined := k+1, false
	for next := end; next < hi; next++ {
		m := &d.Leaves[next]
		if m.Further == leaves.Same {
			end = next + 1
			continue
		}
		if m.Further == leaves.Apart || d.Container(single[next], m) != within {
			break
		}
		if leaves.Joint(l, m) {
			joined = true
			continue
		}
		alike := m.Sig == l.Sig && d.sameKind(single[k], single[next])
		if joined && !alike && single[k] >= 0 && single[next] >= 0 {
			alike = c.Sigs[m.Sig].Prop == c.Sigs[l.Sig].Prop && c.sharesClass(d, single[k], single[next])
		}
		if !alike || stop(m, joined) {
			break
		}
		end, joined = next+1, false
	}
	return end
}

// Holders gives for each leaf the highest element that holds nothing but it,
// -1 if its own element holds more, or if the element is none that lists
// repeat.
func (c *Corpus) Holders(d *Doc) []int32 {
	spans, out := d.spans(), make([]int32, len(d.Leaves))
	for k := range d.Leaves {
		out[k] = -1
		for e := d.Leaves[k].Elem; e >= 0 && spans[e].hi-spans[e].lo == 1; e = d.Elems[e].Parent {
			out[k] = e
		}
		if out[k] >= 0 && !repeatable(c.Syms.Names[d.Elems[out[k]].Tag]) {
			out[k] = -1
		}
	}
	return out
}

// Container is the element within which a leaf with the given holder has its
// siblings.
func (d *Doc) Container(holder int32, l *leaves.Leaf) int32 {
	if holder < 0 {
		return l.Elem
	}
	return d.Elems[holder].Parent
}

// repeatable tells whether elements of this tag may be the members of a list.
// The cells of a row are not: what tells them apart is their place.
func repeatable(tag string) bool {
	switch tag {
	case "td", "th", "tr", "dt", "tbody", "table", "option", "title", "head", "body":
		return false
	}
	return true
}
