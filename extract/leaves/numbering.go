package leaves

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// outlineNumber is what a heading may begin with.
var outlineNumber = regexp.MustCompile(`^(\d{1,3}(?:\.\d{1,3})*)\.?(?: +|$)`)

// dropNumbers takes off the numbers of headings that are counted through the page as those of an outline are: the same
// heading has another one on a page that has a heading more before it.
//
// Cost: linear in the leaves and their depth.
func (c *Corpus) dropNumbers(d *Doc) {
	var ends []int // of the number in each leaf, 0 for none
	var before []string
	n, last := 0, int32(-1)
	for k := range d.Leaves {
		h := c.headingAt(d, d.Leaves[k].Elem)
		m := outlineNumber.FindStringSubmatch(d.Leaves[k].Text)
		if ends = append(ends, 0); m != nil && h >= 0 && h != last && nextNumber(before, strings.Split(m[1], ".")) {
			before = strings.Split(m[1], ".")
			ends[k] = len(m[0])
			n++
		}
		last = h
	}
	if n < 2 {
		return
	}
	out := d.Leaves[:0]
	for k, l := range d.Leaves {
		if 0 < ends[k] && ends[k] < len(l.Text) {
			l = c.part(l, ends[k], l.Text[ends[k]:])
		} else if ends[k] > 0 && k+1 < len(d.Leaves) && c.headingAt(d, l.Elem) == c.headingAt(d, d.Leaves[k+1].Elem) {
			for e := l.Elem; e >= 0; e = d.Elems[e].Parent {
				d.Elems[e].texts--
			}
			d.Leaves[k+1].edge, d.Leaves[k+1].broken = l.edge, l.broken
			continue
		}
		out = append(out, l)
	}
	d.Leaves = out
}

// nextNumber tells whether a heading of number y may follow one of number x, nil for none, in an outline: one of its counts is
// one more, and those behind it begin at one.
func nextNumber(x, y []string) bool {
	k := 0
	for k < len(x) && k < len(y) && x[k] == y[k] {
		k++
	}
	n := 0
	if k < len(x) {
		n, _ = strconv.Atoi(x[k])
	}
	return k < len(y) && y[k] == strconv.Itoa(n+1) && !slices.ContainsFunc(y[k+1:], func(count string) bool { return count != "1" })
}
