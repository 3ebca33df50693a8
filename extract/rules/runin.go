package rules

import (
	"strings"

	"verde/extract/leaves"
)

// A run-in heading stands in the line that it heads: "<b>Syntax:</b> sort FILE". Where a page has it once, the line is a label
// with its value, which alignment tells. Where the page describes many things it comes again with each, and what it heads is a
// section of one line: known by its label, wherever it stands.

// runIns calls f with each text of a page in markup of its own that a line begins with, or that follows the text behind another, and that
// ends in a colon, the leaf of the colon, and the end of what it heads. is tells which of them are wanted.
//
// Cost: linear in the leaves and the depth of inline markup.
func (c *Corpus) runIns(d *Doc, is func(stem int32) bool, f func(stem int32, label, colon, end int32)) {
	n := int32(len(d.Leaves))
	stem, label, colon := int32(-1), int32(0), int32(0)
	for lo := int32(0); lo < n; {
		hi := c.lineEnd(d, lo, n)
		end := func(k int32) {
			if stem >= 0 && colon+1 < k {
				f(stem, label, colon, k)
			}
			stem = -1
		}
		for k := lo; k < hi; k++ {
			l := &d.Leaves[k]
			if l.Field != 0 || l.Entry || l.Icon || k > lo && stem < 0 {
				break
			}
			if at := c.runInEnd(d, k, hi); at >= 0 {
				if s := c.Syms.Intern(Stem(strings.TrimRight(l.Text, LabelEnd))); is(s) {
					end(k)
					stem, label, colon = s, k, at
				}
			}
		}
		end(hi)
		lo = hi
	}
}

// runInEnd is the leaf with the colon of the label that leaf k may be in a line up to hi, -1 if it is none.
func (c *Corpus) runInEnd(d *Doc, k, hi int32) int32 {
	l := &d.Leaves[k]
	b := d.Block(l.Elem)
	if k+1 >= hi || l.Elem == b || !MayLabel(l.Text) || c.preformatted(d, b) || c.headingAt(d, b) >= 0 {
		return -1
	}
	next := &d.Leaves[k+1]
	switch {
	case strings.HasSuffix(l.Text, ":"):
		return k
	case next.Text == ":":
		return k + 1
	case strings.HasPrefix(next.Text, ": ") && next.Elem != l.Elem:
		return k
	}
	return -1
}

// findRunIns gives the labels that are run-in headings, by their stems: several pages have them with other texts, and some page more
// than once.
//
// Cost: that of runIns for each page.
func (a *Set) findRunIns() SectionLabels {
	type use struct {
		sightings[int32]
		texts map[string]int // how it is spelt
	}
	uses := make(map[int32]*use)
	for i, d := range a.Docs {
		a.runIns(d, func(int32) bool { return true }, func(stem, label, colon, end int32) {
			u := tallyOf(uses, stem)
			if u.texts == nil {
				u.texts = make(map[string]int)
			}
			u.see(i, d.Leaves[colon+1].Content)
			u.texts[strings.TrimRight(d.Leaves[label].Text, LabelEnd)]++
		})
	}
	out := make(SectionLabels)
	for stem, u := range uses {
		if u.pages >= minLabelPages && u.twice && u.differs {
			out[stem] = &SectionRule{Text: mostFrequent(u.texts), RunIn: true}
		}
	}
	return out
}

// takeRunIns notes the fields of run-in headings and of what they head.
//
// Cost: that of runIns.
func (c *Corpus) takeRunIns(d *Doc, is SectionLabels) {
	var out []leaves.Leaf
	done := int32(0)
	c.runIns(d, func(stem int32) bool { return is[stem] != nil && is[stem].RunIn }, func(stem, label, colon, end int32) {
		out = append(out, d.Leaves[done:label]...)
		done = end
		head := d.Leaves[label]
		if colon > label {
			head = c.Join(d.Doc, d.Leaves[label:colon+1], head.Elem)
			head.Edge, head.Broken, head.Spaced = d.Leaves[label].Edge, d.Leaves[label].Broken, d.Leaves[label].Spaced
		}
		value := d.Leaves[colon+1 : end]
		if rest := strings.TrimLeft(value[0].Text, ": "); rest != value[0].Text && rest != "" {
			value[0] = c.Part(value[0], len(value[0].Text)-len(rest), rest)
		}
		head.Field, head.Under, head.Pair = c.lineField(LabelLine, stem), stem+1, leaves.RowValue
		out = append(out, head)
		for _, l := range c.sectionLine(d, &line{block: d.Block(head.Elem), section: stem, kind: TextLine}, value) {
			l.Pair = leaves.RowValue
			out = append(out, l)
		}
	})
	if out != nil {
		d.Leaves, d.runs = append(out, d.Leaves[done:]...), nil
	}
}
