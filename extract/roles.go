package extract

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"verde/extract/token"
)

// role is what the pages together say about the text of a class that is not on
// all of them.
type role uint8

const (
	unclear role = iota // a template if frequent enough
	value               // takes turns with other texts: never a template
	label               // looks like the labels of these pages: a template though rare
)

// maxLabel is the longest text, in runes, that is taken for a label.
const maxLabel = 48

// nearlyAll is the share of some pages, rows, lines or leaves that has to have something for all to be said to have it. A
// text on as many pages is the template's: a member of a list, as a genre or a colour, is hardly ever on as many. On
// the SWDE sites of bench/extract and on generated sites .6 to .9 makes little difference for labels, and .7 to .9 for
// kinds of pages; of documentation sites these come apart from .8.
const nearlyAll = .8

// headingShare is the share of the headings of a signature that must be those of many pages for a rarer one to be one, too.
// Tuned as nearlyAll is.
const headingShare = .6

// assignRoles gives every class its role. A repeated text is a value when, on
// pages without it, other texts are at its place: texts of one page only, or
// texts that never share a page with it, as Hardcover and Paperback never do.
// Labels that shift because an optional row is missing make room for texts that
// do share pages with them.
//
// Its place is that behind its label, if it has one, else its positional path. Cost: linear in the leaves, plus for each repeated text
// the pages asked and its positions on them, bounded by maxVoters and
// maxPositions.
func (a *alignment) assignRoles() []role {
	j := turns{a: a, at: make(map[[2]int32]int32), behind: make(map[[2]int32]int32), classes: make([]occurrences, len(a.lecs))}
	for i, d := range a.docs {
		for k := range d.leaves {
			l := &d.leaves[k]
			j.at[[2]int32{int32(i), l.positionalPath}] = int32(k)
			p := &j.classes[l.class]
			p.note(l.positionalPath)
			p.leaves++
			if l.list > 0 {
				p.listed++
			}
			if k > 0 && a.labelled(&d.leaves[k-1]) && !a.labelled(l) && !separator(l.text) {
				label := d.leaves[k-1].content
				j.behind[[2]int32{int32(i), label}] = int32(k)
				p.labelled++
				if len(p.labels) < maxPositions && !slices.Contains(p.labels, label) {
					p.labels = append(p.labels, label)
				}
			}
			p.pages = appendOnce(p.pages, int32(i))
		}
	}
	out := make([]role, len(a.lecs))
	for e := range a.lecs {
		if j.takesTurns(int32(e)) {
			out[e] = value
		}
	}
	a.promote(out)
	return out
}

// turns finds out which texts take turns at one place.
type turns struct {
	a       *alignment
	at      map[[2]int32]int32 // (page, positional path) -> leaf
	behind  map[[2]int32]int32 // (page, content of the label before) -> leaf
	classes []occurrences
}

// occurrences is where the leaves of a class are.
type occurrences struct {
	positionalPaths []int32
	pages           []int32
	labels          []int32 // contents of labels right before them
	leaves, listed  int32   // how many there are, how many of them in lists
	labelled        int32   // how many stand behind labels
}

const maxPositions = 8

// maxVoters is how many pages, evenly spread, vote on one text.
const maxVoters = 300

func (p *occurrences) note(path int32) {
	if len(p.positionalPaths) < maxPositions && !slices.Contains(p.positionalPaths, path) {
		p.positionalPaths = append(p.positionalPaths, path)
	}
}

func appendOnce(pages []int32, page int32) []int32 {
	if n := len(pages); n > 0 && pages[n-1] == page {
		return pages
	}
	return append(pages, page)
}

// takesTurns decides whether e is a repeated value.
func (j *turns) takesTurns(e int32) bool {
	p := &j.classes[e]
	n := len(j.a.docs)
	if 2*p.listed > p.leaves {
		return true
	}
	if len(p.pages) < 2 || j.a.labelled(&j.a.lecs[e].sample) {
		return false
	}
	if 2*p.labelled > p.leaves && (len(p.pages) < n || len(p.labels) > 1) && j.labelHasOthers(e) {
		return true
	}
	if len(p.pages) == n {
		return false
	}
	votes := 0 // for a value less those for a label
	for i := 0; i < n; i += 1 + n/maxVoters {
		if _, has := slices.BinarySearch(p.pages, int32(i)); has {
			continue
		}
		for _, s := range p.positionalPaths {
			at, ok := j.at[[2]int32{int32(i), s}]
			if !ok {
				continue
			}
			if q := &j.classes[j.a.docs[i].leaves[at].class]; len(q.pages) == 1 || shareNone(p.pages, q.pages) {
				votes++
			} else {
				votes--
			}
		}
	}
	return votes > 0
}

// labelHasOthers tells whether, on two pages at least, others than a text stand behind the labels that it stands
// behind: it may be on all pages, as the hours of one day here and of another there.
func (j *turns) labelHasOthers(e int32) bool {
	p, others := &j.classes[e], 0
	for i := 0; i < len(j.a.docs) && others < 2; i += 1 + len(j.a.docs)/maxVoters {
		if slices.ContainsFunc(p.labels, func(label int32) bool {
			k, ok := j.behind[[2]int32{int32(i), label}]
			return ok && j.a.docs[i].leaves[k].class != e
		}) {
			others++
		}
	}
	return others > 1
}

// minStyled is how many texts of a signature a page has in the mean for it to be one of labels:
// a single one may be a value that most pages share.
const minStyled = 2

// labelStyles are the signatures of labels, whatever stands in their places on pages that lack
// some: pages have several texts of them, nearly all of them texts of at least half the pages, each
// with a text of another signature, and no mark, behind it.
func (a *alignment) labelStyles() map[int32]bool {
	total, frequent := a.countFrequent(func(d *doc, k int) bool {
		l := &d.leaves[k]
		behind := k > 0 && d.leaves[k-1].label && !l.label // it is the value of its row
		return !behind && k+1 < len(d.leaves) && d.leaves[k+1].sig != l.sig && !joint(l, &d.leaves[k+1])
	})
	out := make(map[int32]bool)
	for sig, n := range total {
		if n >= minStyled*len(a.docs) && float64(frequent[sig]) >= nearlyAll*float64(n) {
			out[int32(sig)] = true
		}
	}
	return out
}

// countFrequent counts the leaves by signature, and of these the texts of at least half the pages that is is true of.
func (a *alignment) countFrequent(is func(d *doc, k int) bool) (total, frequent []int) {
	total, frequent = make([]int, len(a.sigs)), make([]int, len(a.sigs))
	for _, d := range a.docs {
		for k := range d.leaves {
			l := &d.leaves[k]
			if total[l.sig]++; 2*int(a.lecs[l.class].pages) >= len(a.docs) && is(d, k) {
				frequent[l.sig]++
			}
		}
	}
	return total, frequent
}

// shareNone reports whether two ascending lists have no element in common.
func shareNone(x, y []int32) bool {
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

// endsLabel is what labels end in: a colon, or a dash behind a blank.
var endsLabel = regexp.MustCompile(`[:：]$| [–—-]$`)

// marked reports whether a leaf is marked up as a label: it ends as labels do or
// is in a th, dt or label element, or begins a row of attributes.
func (c *corpus) marked(l *leaf) bool {
	if utf8.RuneCountInString(l.text) > maxLabel {
		return false
	}
	return l.label || endsLabel.MatchString(l.text) || c.labelElement(l)
}

// labelled reports whether a leaf is marked up as a label or has the style of labels.
func (a *alignment) labelled(l *leaf) bool { return a.styles[l.sig] || a.marked(l) }

// labelElement reports whether a leaf is in an element for labels.
func (c *corpus) labelElement(l *leaf) bool {
	return l.choice == noChoice && slices.Contains([]string{"th", "dt", "label"}, c.syms.names[c.paths.last(c.sigs[l.sig].path)])
}

// amidCells tells whether a th, the only one of its row, has other cells with content before and behind it, and no scope. Then
// it heads neither the row nor a column. It is a cell in bold type, as the chapter between the links to the page before and
// the next.
//
// Cost: linear in the cells up to the next th on both sides, and what is in them.
func amidCells(th *html.Node) bool {
	if slices.ContainsFunc(th.Attr, func(a html.Attribute) bool { return a.Key == "scope" }) {
		return false
	}
	before, after := false, false
	for c := th.PrevSibling; c != nil; c = c.PrevSibling {
		if c.DataAtom == atom.Th {
			return false
		}
		before = before || c.DataAtom == atom.Td && hasText(c)
	}
	for c := th.NextSibling; c != nil; c = c.NextSibling {
		if c.DataAtom == atom.Th {
			return false
		}
		after = after || c.DataAtom == atom.Td && hasText(c)
	}
	return before && after
}

// hasText tells whether a cell has text that is not blank.
func hasText(cell *html.Node) bool {
	for n := range cell.Descendants() {
		if n.Type == html.TextNode && strings.TrimSpace(n.Data) != "" {
			return true
		}
	}
	return false
}

// rareLabel is the number of pages of which one at least has to have a label:
// thousands of pages would make a column of every word that some of them set
// in the labels' style.
const rareLabel = 100

// promote makes labels of rare texts whose signature is one of labels, most of its leaves being texts of at least half
// the pages, or that stand in an element for labels.
func (a *alignment) promote(out []role) {
	total, frequent := a.countFrequent(func(d *doc, k int) bool { return out[d.leaves[k].class] != value })
	for e := range a.lecs {
		l, pages := &a.lecs[e].sample, int(a.lecs[e].pages)
		if out[e] == value || pages < 2 || pages*rareLabel < len(a.docs) || utf8.RuneCountInString(l.text) > maxLabel || l.types&^token.Numeric == 0 {
			continue
		}
		share := float64(frequent[l.sig]) / float64(total[l.sig])
		if share >= nearlyAll || l.cut && 2*share >= nearlyAll || l.label || a.labelElement(l) { // of a text cut into label and value both have its signature
			out[e] = label
		}
	}
}
