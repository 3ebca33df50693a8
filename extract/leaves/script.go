package leaves

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
func (c *Corpus) joinScripts(d *Doc) {
	c.joinRuns(d, true, func(lo int) (hi int, block int32) {
		for hi = lo + 1; hi < len(d.Leaves) && c.sameText(d, lo, hi); hi++ {
		}
		if hi == lo+1 {
			return hi, -1
		}
		return hi, d.common(d.Leaves[lo:hi])
	})
}

// joinRuns makes one leaf of each run of leaves, of which end gives the end and the element that the text is of, -1 for one that stays as it is. A line
// that ends is joined with no other, whatever is behind it; a word may go on.
func (c *Corpus) joinRuns(d *Doc, words bool, end func(lo int) (hi int, block int32)) {
	out := make([]Leaf, 0, len(d.Leaves))
	for lo := 0; lo < len(d.Leaves); {
		l := d.Leaves[lo]
		hi, block := end(lo)
		if block >= 0 {
			first := l
			l = c.join(d, d.Leaves[lo:hi], block)
			l.entry, l.spaced, l.broken, l.edge, l.open = first.entry, first.spaced, first.broken, first.edge, words && d.Leaves[hi-1].open
		}
		out = append(out, l)
		lo = hi
	}
	d.Leaves, d.runs = out, nil
}

// sameText tells whether the k-th leaf goes on with the text that begins with leaf lo: with a
// word of it, from or into a sub or sup element, or behind one that the text runs through.
func (c *Corpus) sameText(d *Doc, lo, k int) bool {
	x, y := &d.Leaves[k-1], &d.Leaves[k]
	from, into := c.script(d, x.Elem), c.script(d, y.Elem)
	if from >= 0 && lo < k-1 && d.Leaves[lo].Elem == y.Elem && !y.edge && !y.broken {
		return true
	}
	if from >= 0 && lo == k-1 && (lo == 0 || x.edge || x.broken) && c.Syms.Names[d.Elems[from].Tag] == "sup" && utf8.RuneCountInString(x.Text) > 1 && MayLabel(x.Text) {
		return false // raised above nothing: a label in small letters
	}
	if from == into || y.spaced || x.open || y.edge || y.broken || from >= 0 && Separator(x.Text) {
		return false
	}
	if into < 0 || c.Syms.Names[d.Elems[into].Tag] == "sub" {
		return !Separator(y.Text) || strings.ContainsAny(y.Text, "/⁄")
	}
	first, _ := utf8.DecodeRuneInString(y.Text)
	last, _ := utf8.DecodeLastRuneInString(x.Text)
	switch {
	case Separator(y.Text) || unicode.IsDigit(first) && c.Enclosing(d, c.Block(d, y.Elem), atom.Th, atom.Dt, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6) >= 0:
		return false
	case unicode.IsDigit(first) && unicode.IsDigit(last): // but a fraction behind a number
		y.spaced = k+1 < len(d.Leaves) && strings.HasPrefix(d.Leaves[k+1].Text, "/")
		return y.spaced
	}
	return true
}

// script is the sub or sup element that an inline element is or is in, -1 for none.
func (c *Corpus) script(d *Doc, e int32) int32 {
	for ; e >= 0; e = d.Elems[e].Parent {
		switch tag := c.Syms.Names[d.Elems[e].Tag]; {
		case tag == "sub" || tag == "sup":
			return e
		case !inlineTag(atom.Lookup([]byte(tag))):
			return -1
		}
	}
	return -1
}
