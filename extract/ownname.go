package extract

import (
	"slices"
	"strings"

	"golang.org/x/net/html"

	"verde/extract/align"
	"verde/extract/leaves"
	"verde/extract/rules"
)

// IDs and words of class attributes that one page has, as in
// <body class="skin page-Kevin_Garnett">, name the page, a place of it or what is in it, or were
// generated with the page. They do not say what a text is, and are no part of signatures.

// readOwnless reads a page as those were read that rules were learned of: without names of its own, which the places of pictures
// and of controls would have, too. Cost: one walk over the tree.
func (x *compiled) readOwnless(url string, root *html.Node) *rules.Doc {
	d := x.Walk(url, root)
	x.unknownNames(d)
	x.Settle(d)
	return d
}

// learnPlaces notes the ids and classes in the places of pictures and controls. What is no place, as the text of a picture, has
// none, or some that no page has.
func (x *compiled) learnPlaces(w *Wrapper) {
	for _, place := range slices.Concat(w.Icons, w.Choices) {
		var s leaves.Style
		if s.UnmarshalText([]byte(place)) == nil {
			restoreStyle(x.Corpus, &s)
		}
	}
}

// unknownNames takes ids that were not learned, and words of class attributes that are
// known without them, out of signatures that are known then. Others are left to
// findRebuilt.
func (x *compiled) unknownNames(d *rules.Doc) {
	x.RenameIn(d.Doc, func(id int32) bool { return int(id) < x.born }, x.knownClass)
	for k := range d.Leaves {
		l := &d.Leaves[k]
		if was := l.Sig; was >= x.known {
			if x.Resign(d.Doc, l); l.Sig >= x.known {
				l.Sig = was
			}
		}
	}
}

// rebuiltShare is the share of a page's texts whose signatures are not known from which the
// site was rebuilt; on pages of the learned template it is hardly ever a tenth.
const rebuiltShare = .7

// rebuiltPath is the path similarity that a landmark needs on such a page: two more elements
// around seven leave .78 of it.
const rebuiltPath = .6

// maxLikened bounds the pairs of signatures that are compared for a page: a second or two.
const maxLikened = 1 << 22

// findRebuilt finds out whether a page is of a site that was rebuilt: that renames classes and
// ids, or puts everything into one more element, while texts and layout stay. Then names say
// nothing: texts are known by their order, their paths and their types, and a signature that
// was not learned is taken for the one that is most like it.
//
// Cost: for pages of such a site the signatures that were not learned times the others.
func (x *compiled) findRebuilt(d *rules.Doc) {
	unknown := 0
	for k := range d.Leaves {
		if d.Leaves[k].Sig >= x.known {
			unknown++
		}
	}
	if x.Unnamed = float64(unknown) >= rebuiltShare*float64(len(d.Leaves)); !x.Unnamed {
		return
	}
	was := make(map[int32]int32)
	for k := range d.Leaves {
		l := &d.Leaves[k]
		if l.Sig < x.known {
			continue
		}
		if _, ok := was[l.Sig]; !ok {
			if was[l.Sig] = l.Sig; (len(was)+1)*int(x.known) <= maxLikened {
				was[l.Sig] = x.likest(l.Sig)
			}
		}
		l.Sig = was[l.Sig]
	}
}

// likest is the known signature that is most like one, of equals the first.
func (x *compiled) likest(sig int32) int32 {
	best, at := float32(0), sig
	for k := range x.known {
		s := align.Structure(x.Corpus, sig, k)
		if align.SameEnd(x.Corpus, sig, k) {
			s += align.BonusShape
		}
		if s > best {
			best, at = s, k
		}
	}
	return at
}

// knownClass is the class attribute of the words that were learned, -1 if none was, or if there was
// none of these the one that there is.
func (x *compiled) knownClass(symbol int32) int32 {
	if int(symbol) < x.born {
		return symbol
	}
	kept := slices.DeleteFunc(strings.Fields(x.Syms.Names[symbol]), func(word string) bool { return !x.words[word] })
	if len(kept) == 0 {
		return -1
	}
	if to, ok := x.Syms.IDs[strings.Join(kept, " ")]; ok && int(to) < x.born {
		return to
	}
	return symbol
}

// learnWords notes the words of all class attributes that the wrapper knows, and of its fields and kinds of rows.
func (x *compiled) learnWords(w *Wrapper) {
	x.words = make(map[string]bool)
	names := slices.Concat(w.Compared, w.Groups, w.Facts, w.Parts)
	for k := range w.Columns {
		names = append(names, w.Columns[k].Field)
	}
	for _, name := range names {
		for _, word := range strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune(" /.>|", r) }) {
			x.words[word] = true
		}
	}
	for _, n := range x.Classes.Nodes[1:] {
		for _, word := range strings.Fields(x.Syms.Names[n.Symbol]) {
			x.words[word] = true
		}
	}
}
