package rules

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html/atom"

	"verde/extract/leaves"
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
		return hi, d.Common(d.Leaves[lo:hi])
	})
}

// joinRuns makes one leaf of each run of leaves, of which end gives the end and the element that the text is of, -1 for one that stays as it is. A line
// that ends is joined with no other, whatever is behind it; a word may go on.
func (c *Corpus) joinRuns(d *Doc, words bool, end func(lo int) (hi int, block int32)) {
	out := make([]leaves.Leaf, 0, len(d.Leaves))
	for lo := 0; lo < len(d.Leaves); {
		l := d.Leaves[lo]
		hi, block := end(lo)
		if block >= 0 {
			first := l
			l = c.Join(d.Doc, d.Leaves[lo:hi], block)
			l.Entry, l.Spaced, l.Broken, l.Edge, l.Open = first.Entry, first.Spaced, first.Broken, first.Edge, words && d.Leaves[hi-1].Open
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
	from, into := d.script(x.Elem), d.script(y.Elem)
	if from >= 0 && lo < k-1 && d.Leaves[lo].Elem == y.Elem && !y.Edge && !y.Broken {
		return true
	}
	if from >= 0 && lo == k-1 && (lo == 0 || x.Edge || x.Broken) && c.Syms.Names[d.Elems[from].Tag] == "sup" && utf8.RuneCountInString(x.Text) > 1 && MayLabel(x.Text) {
		return false // raised above nothing: a label in small letters
	}
	if from == into || y.Spaced || x.Open || y.Edge || y.Broken || from >= 0 && leaves.Separator(x.Text) {
		return false
	}
	if into < 0 || c.Syms.Names[d.Elems[into].Tag] == "sub" {
		return !leaves.Separator(y.Text) || strings.ContainsAny(y.Text, "/⁄")
	}
	first, _ := utf8.DecodeRuneInString(y.Text)
	last, _ := utf8.DecodeLastRuneInString(x.Text)
	switch {
	case leaves.Separator(y.Text) || unicode.IsDigit(first) && d.Enclosing(d.Block(y.Elem), atom.Th, atom.Dt, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6) >= 0:
		return false
	case unicode.IsDigit(first) && unicode.IsDigit(last): // but a fraction behind a number
		y.Spaced = k+1 < len(d.Leaves) && strings.HasPrefix(d.Leaves[k+1].Text, "/")
		return y.Spaced
	}
	return true
}

// script is the sub or sup element that an inline element is or is in, -1 for none.
func (d *Doc) script(e int32) int32 {
	for ; e >= 0; e = d.Elems[e].Parent {
		switch a := d.Elems[e].Atom; {
		case a == atom.Sub || a == atom.Sup:
			return e
		case !leaves.InlineTag(a):
			return -1
		}
	}
	return -1
}
