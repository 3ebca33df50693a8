package extract

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
func (c *corpus) dropNumbers(d *doc) {
	var ends []int // of the number in each leaf, 0 for none
	var before []string
	n, last := 0, int32(-1)
	for k := range d.leaves {
		h := c.headingAt(d, d.leaves[k].elem)
		m := outlineNumber.FindStringSubmatch(d.leaves[k].text)
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
	out := d.leaves[:0]
	for k, l := range d.leaves {
		if 0 < ends[k] && ends[k] < len(l.text) {
			l = c.part(l, ends[k], l.text[ends[k]:])
		} else if ends[k] > 0 && k+1 < len(d.leaves) && c.headingAt(d, l.elem) == c.headingAt(d, d.leaves[k+1].elem) {
			for e := l.elem; e >= 0; e = d.elems[e].parent {
				d.elems[e].texts--
			}
			d.leaves[k+1].edge, d.leaves[k+1].broken = l.edge, l.broken
			continue
		}
		out = append(out, l)
	}
	d.leaves = out
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
