package extract

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// verdict says what the pages together tell about the text of a class that
// is not on all of them.
type verdict uint8

const (
	unclear verdict = iota // a template if frequent enough
	value                  // takes turns with other texts: never a template
	label                  // looks like the labels of these pages: a template though rare
)

// maxLabel is the longest text, in runes, that is taken for a label.
const maxLabel = 48

// Shares of the leaves of a signature that must be frequent texts for a rarer
// text of that signature to be taken for a label. Tuned on the SWDE sites of
// bench/extract and on generated sites; .6 to .9 makes little difference.
const (
	labelShare      = .8
	colonLabelShare = .6
)

// judge gives every class its verdict. It is the rule that a repeated text is
// a value when, on pages without it, other texts stand in its place: texts of
// one page only, or texts that never share a page with it, as Hardcover and
// Paperback never do. Labels that shift because an optional row is missing
// make room for texts that do share pages with them.
//
// Its place is behind the leaf it usually follows, and when that tells nothing
// its positional path. Cost: linear in the leaves, plus for each repeated text the
// pages asked and its places on them, bounded by maxJudging and maxPlaces.
func (a *alignment) judge() []verdict {
	j := judge{a: a, at: make(map[step]int32), places: make([]place, len(a.lecs))}
	for i, d := range a.docs {
		for k := range d.leaves {
			l := &d.leaves[k]
			j.at[step{int32(i), l.spot}] = int32(k)
			p := &j.places[l.class]
			p.note(l.spot)
			p.leaves++
			if l.list > 0 {
				p.listed++
			}
			p.pages = appendOnce(p.pages, int32(i))
			if k > 0 {
				p.follow(d.leaves[k-1].class)
			}
		}
	}
	out := make([]verdict, len(a.lecs))
	for e := range a.lecs {
		if j.takesTurns(int32(e)) {
			out[e] = value
		}
	}
	a.promote(out)
	return out
}

type judge struct {
	a      *alignment
	at     map[step]int32 // (page, positional path) -> leaf
	places []place
}

// place is where the leaves of a class stand.
type place struct {
	spots []int32
	pages []int32
	prev  int32 // candidate for the class that precedes most, by majority vote
	votes int32

	leaves, listed int32 // how many there are, how many of them in lists
}

const maxPlaces = 8

// maxJudging is how many pages, evenly spread, tell about one text.
const maxJudging = 300

func (p *place) note(spot int32) {
	if len(p.spots) < maxPlaces {
		for _, s := range p.spots {
			if s == spot {
				return
			}
		}
		p.spots = append(p.spots, spot)
	}
}

func (p *place) follow(class int32) {
	switch {
	case p.votes == 0:
		p.prev, p.votes = class, 1
	case p.prev == class:
		p.votes++
	default:
		p.votes--
	}
}

func appendOnce(pages []int32, page int32) []int32 {
	if n := len(pages); n > 0 && pages[n-1] == page {
		return pages
	}
	return append(pages, page)
}

// takesTurns decides whether e is a repeated value. Headings are of the template
// unless each page has one of its own there: what a section is called takes
// turns with what the next one is called.
func (j *judge) takesTurns(e int32) bool {
	p := &j.places[e]
	n := len(j.a.docs)
	if 2*p.listed > p.leaves {
		return true
	}
	if len(p.pages) < 2 || len(p.pages) == n || marked(j.a, &j.a.lecs[e].sample) {
		return false
	}
	heading := j.a.heading(&j.a.lecs[e].sample)
	behind, inPlace := 0, 0 // votes for a value less votes for a label
	vote := func(on *int, other int32) {
		if q := &j.places[other]; len(q.pages) == 1 || !heading && apart(p.pages, q.pages) {
			*on++
		} else {
			*on--
		}
	}
	voted := false
	for i := 0; i < n; i += 1 + n/maxJudging {
		if _, has := slices.BinarySearch(p.pages, int32(i)); has {
			continue
		}
		d := j.a.docs[i]
		for _, s := range p.spots {
			if at, ok := j.at[step{int32(i), s}]; ok {
				vote(&inPlace, d.leaves[at].class)
			}
		}
		if p.votes == 0 || len(j.places[p.prev].pages) <= len(p.pages) {
			continue
		}
		for _, s := range j.places[p.prev].spots {
			if at, ok := j.at[step{int32(i), s}]; ok && d.leaves[at].class == p.prev && int(at)+1 < len(d.leaves) {
				vote(&behind, d.leaves[at+1].class)
				voted = true
			}
		}
	}
	if voted {
		return behind > 0
	}
	return inPlace > 0
}

// apart tells whether two ascending lists share nothing.
func apart(x, y []int32) bool {
	for len(x) > 0 && len(y) > 0 {
		switch {
		case x[0] == y[0]:
			return false
		case x[0] < y[0]:
			x = x[1:]
		default:
			y = y[1:]
		}
	}
	return true
}

// marked tells whether a leaf calls itself a label: it ends in a colon or
// stands in a th, dt or label element, or begins a row of attributes.
func marked(a *alignment, l *leaf) bool {
	if utf8.RuneCountInString(l.text) > maxLabel {
		return false
	}
	return l.label || strings.HasSuffix(l.text, ":") || labelElement(a, l)
}

// labelElement tells whether a leaf stands in an element for labels.
func labelElement(a *alignment, l *leaf) bool {
	switch a.syms.names[a.paths.last(a.sigs[l.sig].path)] {
	case "th", "dt", "label":
		return true
	}
	return false
}

// rareLabel is the number of pages of which one at least has to have a label:
// thousands of pages would make a column of every word that some of them set
// in the labels' style.
const rareLabel = 100

// numeric texts are no labels.
const numeric = typeInteger | typeDecimal | typeCurrency | typePercent | typeDate | typePunctuation

// promote makes labels of rare texts whose signature is one of labels: most
// leaves of that signature are texts of at least half the pages, those of
// labels that say the same together. A heading that
// one page has is one if there are few such: otherwise they name the things.
func (a *alignment) promote(out []verdict) {
	variants := make(map[string]int32) // pages of all labels of a stem
	for e := range a.lecs {
		if l := &a.lecs[e].sample; marked(a, l) {
			variants[stem(l.text)] += a.lecs[e].pages
		}
	}
	total, frequent, alone := make([]int32, len(a.sigs)), make([]int32, len(a.sigs)), make([]int32, len(a.sigs))
	for _, d := range a.docs {
		for k := range d.leaves {
			l := &d.leaves[k]
			total[l.sig]++
			pages := a.lecs[l.class].pages
			if marked(a, l) {
				pages = max(pages, variants[stem(l.text)])
			}
			if out[l.class] != value && 2*int(pages) >= len(a.docs) {
				frequent[l.sig]++
			}
			if a.lecs[l.class].pages == 1 {
				alone[l.sig]++
			}
		}
	}
	for e := range a.lecs {
		l := &a.lecs[e].sample
		if out[e] == value || int(a.lecs[e].pages)*rareLabel < len(a.docs) || utf8.RuneCountInString(l.text) > maxLabel || l.types&^numeric == 0 {
			continue
		}
		share := float64(frequent[l.sig]) / float64(total[l.sig])
		again := a.lecs[e].pages >= 2
		switch {
		case again && (share >= labelShare || l.label || labelElement(a, l)), share >= colonLabelShare && marked(a, l):
			out[e] = label
		case a.heading(l) && share >= colonLabelShare && (again || 2*alone[l.sig] < int32(len(a.docs))):
			out[e] = label
		}
	}
}
