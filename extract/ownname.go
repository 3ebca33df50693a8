package extract

import (
	"maps"
	"slices"
	"strings"
)

// Ids and words of class attributes that one page has, as in
// <body class="skin page-Kevin_Garnett">, name the page, a place of it or what is in it, or were
// generated with the page. They do not say what a text is, and are no part of signatures.

// ownNames takes such names out of the signatures of the aligned pages: those of a
// single page. Where all were left out that less than half of the pages have, classes of four builds of
// one site would be none to go by either, and F of the static sites is .986 in place of .991
// (go run ./bench/run extract-static).
//
// Cost: linear in the elements and the leaves.
func (a *pageSet) ownNames() {
	ids, words := make(map[int32]pageCount), make(map[string]pageCount)
	of := make(map[int32][]string) // words by class attribute
	for i, d := range a.docs {
		for e := range d.elems {
			x := &d.elems[e]
			if x.id >= 0 {
				ids[x.id] = ids[x.id].on(i)
			}
			if x.class < 0 {
				continue
			}
			if of[x.class] == nil {
				of[x.class] = strings.Fields(a.syms.names[x.class])
			}
			for _, word := range of[x.class] {
				words[word] = words[word].on(i)
			}
		}
	}
	usual := func(n pageCount) bool { return n.pages > 1 }
	class := make(map[int32]int32)
	for _, symbol := range slices.Sorted(maps.Keys(of)) { // in order: symbols have numbers
		class[symbol] = -1
		if kept := slices.DeleteFunc(of[symbol], func(word string) bool { return striped[word] || !usual(words[word]) }); len(kept) > 0 {
			class[symbol] = a.syms.intern(strings.Join(kept, " "))
		}
	}
	for _, d := range a.docs {
		a.renameIn(d, func(id int32) bool { return usual(ids[id]) }, func(symbol int32) int32 { return class[symbol] })
		for k := range d.leaves {
			a.resign(d, &d.leaves[k])
		}
	}
}

// striped are the words of classes that count rows: those that CSS has for it (Selectors Level 3, section 6.6.5.2).
var striped = map[string]bool{"odd": true, "even": true}

// renameIn leaves some ids alone in the sequences of ids of elements, and gives each
// class attribute the symbol that class has for it, -1 for none.
func (c *corpus) renameIn(d *doc, keep func(id int32) bool, class func(symbol int32) int32) {
	for e := range d.elems {
		x := &d.elems[e]
		x.ids, x.classes = 0, 0
		if x.parent >= 0 {
			x.ids, x.classes = d.elems[x.parent].ids, d.elems[x.parent].classes
		}
		if x.id >= 0 && keep(x.id) {
			x.ids = c.ids.extend(x.ids, x.id)
		}
		if x.class >= 0 {
			x.class = class(x.class)
		}
		if x.class >= 0 {
			x.classes = c.classes.extend(x.classes, x.class)
		}
	}
}

// resign gives a leaf the signature that it has now.
func (c *corpus) resign(d *doc, l *leaf) {
	s := c.sigs[l.sig]
	s.ids, s.classes = d.elems[l.elem].ids, d.elems[l.elem].classes
	l.sig = c.signature(s)
}

// unknownNames takes ids that were not learned, and words of class attributes that are
// known without them, out of signatures that are known then. Others are left to
// findRebuilt.
func (x *compiled) unknownNames(d *doc) {
	x.renameIn(d, func(id int32) bool { return int(id) < x.born }, x.knownClass)
	for k := range d.leaves {
		l := &d.leaves[k]
		if was := l.sig; was >= x.known {
			if x.resign(d, l); l.sig >= x.known {
				l.sig = was
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
func (x *compiled) findRebuilt(d *doc) {
	unknown := 0
	for k := range d.leaves {
		if d.leaves[k].sig >= x.known {
			unknown++
		}
	}
	if x.unnamed = float64(unknown) >= rebuiltShare*float64(len(d.leaves)); !x.unnamed {
		return
	}
	was := make(map[int32]int32)
	for k := range d.leaves {
		l := &d.leaves[k]
		if l.sig < x.known {
			continue
		}
		if _, ok := was[l.sig]; !ok {
			if was[l.sig] = l.sig; (len(was)+1)*int(x.known) <= maxLikened {
				was[l.sig] = x.likest(l.sig)
			}
		}
		l.sig = was[l.sig]
	}
}

// likest is the known signature that is most like one, of equals the first.
func (x *compiled) likest(sig int32) int32 {
	best, at := float32(0), sig
	for k := range x.known {
		s := x.structure(sig, k)
		if x.sameEnd(sig, k) {
			s += bonusShape
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
	kept := slices.DeleteFunc(strings.Fields(x.syms.names[symbol]), func(word string) bool { return !x.words[word] })
	if len(kept) == 0 {
		return -1
	}
	if to, ok := x.syms.ids[strings.Join(kept, " ")]; ok && int(to) < x.born {
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
	for _, n := range x.classes.nodes[1:] {
		for _, word := range strings.Fields(x.syms.names[n.symbol]) {
			x.words[word] = true
		}
	}
}
