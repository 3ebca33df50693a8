package rules

import (
	"regexp"
	"slices"
	"strings"

	"verde/extract/leaves"
)

// Labels may say how many values they have: "Cast (5)", or a number in an element of its own in a heading. The words are the label,
// and the number, which may be of more values than the page shows, is a value of its own, "Cast, count".

// countInLabel is a label with the number of its values in brackets; more than three digits may be a year.
var (
	countInLabel = regexp.MustCompile(`^(.*\pL.*?) ?[(\[（](\d{1,3})[)\]）] ?[:：]?$`)
	countAlone   = regexp.MustCompile(`^[(\[（]?(\d{1,3})[)\]）]?$`)
)

// CountField begins the names of the fields of such numbers; the words follow.
const CountField = "count "

// countedLabel is a label with a number behind it.
type countedLabel struct {
	k     int    // the leaf
	words string // it without the number
	next  bool   // the number is the next leaf
	heads bool   // something else than another such element follows, which may be what is counted
}

// countedLabels calls visit with each leaf that may be a label with a number behind it.
//
// Cost: linear in the leaves and the depth of inline markup.
func (c *Corpus) countedLabels(d *Doc, visit func(countedLabel)) {
	for k := range d.Leaves {
		l := &d.Leaves[k]
		b := d.Block(l.Elem)
		if b < 0 || len(l.Text) > 4*leaves.MaxLabel {
			continue
		}
		tag := c.Syms.Names[d.Elems[b].Tag]
		head := leaves.HeadingTag(tag) && tag != "h1"
		heads := func(k int) bool {
			if k >= len(d.Leaves) {
				return false
			}
			next := d.Block(d.Leaves[k].Elem)
			return tag == "td" || next < 0 || c.Syms.Names[d.Elems[next].Tag] != tag
		}
		var m []string
		if strings.ContainsAny(l.Text, "([（") { // few have a bracket, and the expression is slow
			m = countInLabel.FindStringSubmatch(l.Text)
		}
		if m != nil && (head || c.Marked(l) || tag == "summary" || tag == "legend" || c.beginsRow(d, k, b)) {
			visit(countedLabel{k, m[1], false, heads(k + 1)})
		} else if k+1 < len(d.Leaves) && (head && tag != "h2" || slices.Contains([]string{"th", "dt", "summary", "legend"}, tag)) && leaves.Namelike(l.Text) {
			if next := &d.Leaves[k+1]; next.Elem != l.Elem && d.Block(next.Elem) == b && !next.Edge && !next.Broken && countAlone.MatchString(next.Text) {
				visit(countedLabel{k, l.Text, true, heads(k + 2)})
			}
		}
	}
}

// beginsRow tells whether a leaf is all of the first cell of a row of several.
func (c *Corpus) beginsRow(d *Doc, k int, cell int32) bool {
	e := &d.Elems[cell]
	return c.Syms.Names[e.Tag] == "td" && e.Nth == 1 && e.Texts == 1 && k+1 < len(d.Leaves) && d.Below(d.Leaves[k+1].Elem, e.Parent) > cell
}

// findCounted gives the words of labels behind which pages have different numbers, each page once, and mostly something else behind
// these: a number that nothing follows is the value.
//
// Cost: that of countedLabels for each page.
func (a *Set) findCounted() map[string]bool {
	type use struct {
		sightings[string]     // how it is written
		heads             int // pages on which something follows
	}
	uses := make(map[string]*use)
	for i, d := range a.Docs {
		a.countedLabels(d, func(l countedLabel) {
			u, form := tallyOf(uses, l.words), d.Leaves[l.k].Text
			if l.next {
				form += d.Leaves[l.k+1].Text
			}
			if l.heads {
				u.heads++
			}
			u.see(i, form)
		})
	}
	out := make(map[string]bool)
	for words, u := range uses {
		if u.pages >= minLabelPages && u.differs && !u.twice && 2*u.heads > u.pages {
			out[words] = true
		}
	}
	return out
}

// takeCounts takes the numbers off such labels, as leaves of fields of their own.
//
// Cost: that of countedLabels.
func (c *Corpus) takeCounts(d *Doc) {
	drop := make(map[int32]bool)
	take := func(words string, l leaves.Leaf, digits []int) {
		l = c.Part(l, digits[0], l.Text[digits[0]:digits[1]])
		l.Label, l.Field = false, c.Syms.Intern(CountField+words)
		d.Counts = append(d.Counts, l)
	}
	c.countedLabels(d, func(x countedLabel) {
		switch l := &d.Leaves[x.k]; {
		case !c.Counted[x.words]:
		case x.next:
			number := d.Leaves[x.k+1]
			take(x.words, number, countAlone.FindStringSubmatchIndex(number.Text)[2:])
			drop[int32(x.k+1)] = true
		default:
			take(x.words, *l, countInLabel.FindStringSubmatchIndex(l.Text)[4:])
			shown := l.Shown()
			*l = c.Part(*l, 0, x.words)
			l.Typed = shown
		}
	})
	d.drop(drop)
}
