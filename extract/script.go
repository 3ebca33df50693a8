package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html/atom"
)

// What sub and sup elements raise or lower is a part of the word that it touches, as in
// "ZnSO4", "m2", "1st" and "1/2", unless it may be the number of a note, or the cents of a
// price: digits behind a digit, or behind a label.

// joinScripts makes one leaf of the parts of such words.
//
// Cost: linear in the leaves and the depth of inline markup.
func (c *corpus) joinScripts(d *doc) {
	c.joinRuns(d, true, func(lo int) (hi int, block int32) {
		for hi = lo + 1; hi < len(d.leaves) && c.sameText(d, lo, hi); hi++ {
		}
		if hi == lo+1 {
			return hi, -1
		}
		return hi, d.common(d.leaves[lo:hi])
	})
}

// joinRuns makes one leaf of each run of leaves, of which end gives the end and the element that the text is of, -1 for one that stays as it is. A line
// that ends is joined with no other, whatever is behind it; a word may go on.
func (c *corpus) joinRuns(d *doc, words bool, end func(lo int) (hi int, block int32)) {
	out := make([]leaf, 0, len(d.leaves))
	for lo := 0; lo < len(d.leaves); {
		l := d.leaves[lo]
		hi, block := end(lo)
		if block >= 0 {
			first := l
			l = c.join(d, d.leaves[lo:hi], block)
			l.entry, l.spaced, l.broken, l.edge, l.open = first.entry, first.spaced, first.broken, first.edge, words && d.leaves[hi-1].open
		}
		out = append(out, l)
		lo = hi
	}
	d.leaves, d.runs = out, nil
}

// sameText tells whether the k-th leaf goes on with the text that begins with leaf lo: with a
// word of it, from or into a sub or sup element, or behind one that the text runs through.
func (c *corpus) sameText(d *doc, lo, k int) bool {
	x, y := &d.leaves[k-1], &d.leaves[k]
	from, into := c.script(d, x.elem), c.script(d, y.elem)
	if from >= 0 && lo < k-1 && d.leaves[lo].elem == y.elem && !y.edge && !y.broken {
		return true
	}
	if from >= 0 && lo == k-1 && (lo == 0 || x.edge || x.broken) && c.syms.names[d.elems[from].tag] == "sup" && utf8.RuneCountInString(x.text) > 1 && mayLabel(x.text) {
		return false // raised above nothing: a label in small letters
	}
	if from == into || y.spaced || x.open || y.edge || y.broken || from >= 0 && separator(x.text) {
		return false
	}
	if into < 0 || c.syms.names[d.elems[into].tag] == "sub" {
		return !separator(y.text) || strings.ContainsAny(y.text, "/⁄")
	}
	first, _ := utf8.DecodeRuneInString(y.text)
	last, _ := utf8.DecodeLastRuneInString(x.text)
	switch {
	case separator(y.text) || unicode.IsDigit(first) && c.enclosing(d, c.block(d, y.elem), atom.Th, atom.Dt, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6) >= 0:
		return false
	case unicode.IsDigit(first) && unicode.IsDigit(last): // but a fraction behind a number
		y.spaced = k+1 < len(d.leaves) && strings.HasPrefix(d.leaves[k+1].text, "/")
		return y.spaced
	}
	return true
}

// script is the sub or sup element that an inline element is or is in, -1 for none.
func (c *corpus) script(d *doc, e int32) int32 {
	for ; e >= 0; e = d.elems[e].parent {
		switch tag := c.syms.names[d.elems[e].tag]; {
		case tag == "sub" || tag == "sup":
			return e
		case !inlineTag(atom.Lookup([]byte(tag))):
			return -1
		}
	}
	return -1
}
