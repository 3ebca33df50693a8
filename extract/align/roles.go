package align

import (
	"slices"
	"unicode/utf8"

	"verde/extract/leaves"
	"verde/extract/rules"
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

// assignRoles gives every class its role. A repeated text is a value when, on
// pages without it, other texts are at its place: texts of one page only, or
// texts that never share a page with it, as Hardcover and Paperback never do.
// Labels that shift because an optional row is missing make room for texts that
// do share pages with them.
//
// Its place is that behind its label, if it has one, else its positional path. Cost: linear in the leaves, plus for each repeated text
// the pages asked and its positions on them, bounded by maxVoters and
// maxPositions.
func (a *Alignment) assignRoles() []role {
	j := turns{a: a, at: make(map[[2]int32]int32), behind: make(map[[2]int32]int32), classes: make([]occurrences, len(a.lecs))}
	for i, d := range a.Docs {
		for k := range d.Leaves {
			l := &d.Leaves[k]
			j.at[[2]int32{int32(i), l.PositionalPath}] = int32(k)
			p := &j.classes[l.Class]
			p.note(l.PositionalPath)
			p.leaves++
			if l.Label {
				p.rowLabels++
			}
			if l.List > 0 {
				p.listed++
			}
			if k > 0 && a.labelled(&d.Leaves[k-1]) && !a.labelled(l) && !leaves.Separator(l.Text) {
				label := d.Leaves[k-1].Content
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
		p := &j.classes[e]
		a.lecs[e].sample.Label = p.rowLabels > 0 && 2*p.rowLabels >= p.leaves // a text is what half of its leaves are
		if j.takesTurns(int32(e)) {
			out[e] = value
		}
	}
	a.promote(out)
	return out
}

// turns finds out which texts take turns at one place.
type turns struct {
	a       *Alignment
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
	rowLabels       int32   // how many begin a row of attributes
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
	n := len(j.a.Docs)
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
			if q := &j.classes[j.a.Docs[i].Leaves[at].Class]; len(q.pages) == 1 || shareNone(p.pages, q.pages) {
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
	for i := 0; i < len(j.a.Docs) && others < 2; i += 1 + len(j.a.Docs)/maxVoters {
		if slices.ContainsFunc(p.labels, func(label int32) bool {
			k, ok := j.behind[[2]int32{int32(i), label}]
			return ok && j.a.Docs[i].Leaves[k].Class != e
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
func (a *Alignment) labelStyles() map[int32]bool {
	total, frequent := a.countFrequent(func(d *rules.Doc, k int) bool {
		l := &d.Leaves[k]
		behind := k > 0 && d.Leaves[k-1].Label && !l.Label // it is the value of its row
		return !behind && k+1 < len(d.Leaves) && d.Leaves[k+1].Sig != l.Sig && !leaves.Joint(l, &d.Leaves[k+1])
	})
	out := make(map[int32]bool)
	for sig, n := range total {
		if n >= minStyled*len(a.Docs) && float64(frequent[sig]) >= rules.NearlyAll*float64(n) {
			out[int32(sig)] = true
		}
	}
	return out
}

// countFrequent counts the leaves by signature, and of these the texts of at least half the pages that is is true of.
func (a *Alignment) countFrequent(is func(d *rules.Doc, k int) bool) (total, frequent []int) {
	total, frequent = make([]int, len(a.Sigs)), make([]int, len(a.Sigs))
	for _, d := range a.Docs {
		for k := range d.Leaves {
			l := &d.Leaves[k]
			if total[l.Sig]++; 2*int(a.lecs[l.Class].pages) >= len(a.Docs) && is(d, k) {
				frequent[l.Sig]++
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

// labelled reports whether a leaf is marked up as a label or has the style of labels.
func (a *Alignment) labelled(l *leaves.Leaf) bool { return a.Styles[l.Sig] || a.Marked(l) }

// recurringLabels are the signatures of which half the labels by their place or more are of several pages. One of a single page is one of the template's
// then, too; where most are of a single page, they name what this page has, as its parameters.
//
// Cost: linear in the classes.
func (a *Alignment) recurringLabels() map[int32]bool {
	balance := make(map[int32]int) // labels of several pages less those of one
	for e := range a.lecs {
		switch l := &a.lecs[e].sample; {
		case !l.Label:
		case a.lecs[e].pages > 1:
			balance[l.Sig]++
		default:
			balance[l.Sig]--
		}
	}
	out := make(map[int32]bool)
	for sig, n := range balance {
		out[sig] = n >= 0
	}
	return out
}

// promote makes labels of rare texts whose signature is one of labels, most of its leaves being texts of at least half
// the pages, or that stand in an element for labels.
func (a *Alignment) promote(out []role) {
	total, frequent := a.countFrequent(func(d *rules.Doc, k int) bool { return out[d.Leaves[k].Class] != value })
	recur := a.recurringLabels()
	for e := range a.lecs {
		l, pages := &a.lecs[e].sample, int(a.lecs[e].pages)
		if out[e] == value || pages < 2 && !(l.Label && recur[l.Sig]) || pages*rules.RareLabel < len(a.Docs) || utf8.RuneCountInString(l.Text) > leaves.MaxLabel || l.Types&^token.Numeric == 0 {
			continue
		}
		share := float64(frequent[l.Sig]) / float64(total[l.Sig])
		if share >= rules.NearlyAll || l.Cut && 2*share >= rules.NearlyAll || l.Label || a.LabelElement(l) { // of a text cut into label and value both have its signature
			out[e] = label
		}
	}
}
