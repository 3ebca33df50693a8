package extract

import (
	"regexp"
	"slices"
)

// Labels may say how many values they have: "Cast (5)", or a number in an element of its own in a heading. The words are the label,
// and the number, which may be of more values than the page shows, is a value of its own, "Cast, count".

// countInLabel is a label with the number of its values in brackets; more than three digits may be a year.
var (
	countInLabel = regexp.MustCompile(`^(.*\pL.*?) ?[(\[（](\d{1,3})[)\]）] ?[:：]?$`)
	countAlone   = regexp.MustCompile(`^[(\[（]?(\d{1,3})[)\]）]?$`)
)

// countField begins the names of the fields of such numbers; the words follow.
const countField = "count "

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
func (c *corpus) countedLabels(d *doc, visit func(countedLabel)) {
	for k := range d.leaves {
		l := &d.leaves[k]
		b := c.block(d, l.elem)
		if b < 0 || len(l.text) > 4*maxLabel {
			continue
		}
		tag := c.syms.names[d.elems[b].tag]
		head := headingTag(tag) && tag != "h1"
		heads := func(k int) bool {
			if k >= len(d.leaves) {
				return false
			}
			next := c.block(d, d.leaves[k].elem)
			return tag == "td" || next < 0 || c.syms.names[d.elems[next].tag] != tag
		}
		if m := countInLabel.FindStringSubmatch(l.text); m != nil && (head || c.marked(l) || tag == "summary" || tag == "legend" || c.beginsRow(d, k, b)) {
			visit(countedLabel{k, m[1], false, heads(k + 1)})
		} else if k+1 < len(d.leaves) && (head && tag != "h2" || slices.Contains([]string{"th", "dt", "summary", "legend"}, tag)) && namelike(l.text) {
			if next := &d.leaves[k+1]; next.elem != l.elem && c.block(d, next.elem) == b && !next.edge && !next.broken && countAlone.MatchString(next.text) {
				visit(countedLabel{k, l.text, true, heads(k + 2)})
			}
		}
	}
}

// beginsRow tells whether a leaf is all of the first cell of a row of several.
func (c *corpus) beginsRow(d *doc, k int, cell int32) bool {
	e := &d.elems[cell]
	return c.syms.names[e.tag] == "td" && e.nth == 1 && e.texts == 1 && k+1 < len(d.leaves) && d.below(d.leaves[k+1].elem, e.parent) > cell
}

// findCounted gives the words of labels behind which pages have different numbers, each page once, and mostly something else behind
// these: a number that nothing follows is the value.
//
// Cost: that of countedLabels for each page.
func (a *pageSet) findCounted() map[string]bool {
	type use struct {
		pageCount
		twice bool
		heads int // pages on which something follows
		forms map[string]bool
	}
	uses := make(map[string]*use)
	for i, d := range a.docs {
		a.countedLabels(d, func(l countedLabel) {
			u := tallyOf(uses, l.words)
			if u.forms == nil {
				u.forms = make(map[string]bool)
			}
			form := d.leaves[l.k].text
			if l.next {
				form += d.leaves[l.k+1].text
			}
			if l.heads {
				u.heads++
			}
			u.forms[form] = true
			u.twice = u.twice || u.pages > 0 && u.last == i
			u.pageCount = u.on(i)
		})
	}
	out := make(map[string]bool)
	for words, u := range uses {
		if u.pages >= minLabelPages && len(u.forms) > 1 && !u.twice && 2*u.heads > u.pages {
			out[words] = true
		}
	}
	return out
}

// takeCounts takes the numbers off such labels, as leaves of fields of their own.
//
// Cost: that of countedLabels.
func (c *corpus) takeCounts(d *doc) {
	drop := make(map[int]bool)
	take := func(words string, l leaf, digits []int) {
		l = c.part(l, digits[0], l.text[digits[0]:digits[1]])
		l.label, l.field = false, c.syms.intern(countField+words)
		d.counts = append(d.counts, l)
	}
	c.countedLabels(d, func(x countedLabel) {
		switch l := &d.leaves[x.k]; {
		case !c.counted[x.words]:
		case x.next:
			number := d.leaves[x.k+1]
			take(x.words, number, countAlone.FindStringSubmatchIndex(number.text)[2:])
			drop[x.k+1] = true
			for e := d.leaves[x.k+1].elem; e >= 0; e = d.elems[e].parent {
				d.elems[e].texts--
			}
		default:
			take(x.words, *l, countInLabel.FindStringSubmatchIndex(l.text)[4:])
			shown := l.text
			*l = c.part(*l, 0, x.words)
			l.typed = shown
		}
	})
	if len(drop) > 0 {
		out := d.leaves[:0]
		for k, l := range d.leaves {
			if !drop[k] {
				out = append(out, l)
			}
		}
		d.leaves = out
	}
}
