package leaves

import "strings"

// What people write differs from page to page where the template does not: they number headings page by page, and
// write a label now as "Author: X", now as "Author = X" or "<b>Author</b> - X". The words are the label.

// lineLabel is what may be a label at the beginning of a line, of no text where nothing may be.
type lineLabel struct {
	at         int    // its leaf
	kind       int32  // signature of such labels in its block, as most pages write them
	text, form string // without what ends it, and with that and its markup
	value      int    // where in the leaf the value begins, 0 if it does in the next one
}

// marked tells whether a colon or the like ends the label.
func (x *lineLabel) marked() bool { return strings.TrimRight(x.form, LabelEnd) != x.form }

// LabelEnd is what may end a label.
const LabelEnd = ":：-–—= "

// lineLabels calls visit with each line, and what may be the label there of a value in it.
//
// Cost: linear in the leaves and the depth of inline markup.
func (c *Corpus) lineLabels(d *Doc, visit func(x lineLabel)) {
	bold := c.Syms.Intern("<b>")
	for k := range d.Leaves {
		l := &d.Leaves[k]
		b := c.Block(d, l.Elem)
		if k > 0 && !l.edge && !l.broken || b < 0 {
			continue
		}
		x := lineLabel{at: k, kind: c.Signature(Signature{Path: d.Elems[b].path, Classes: d.Elems[b].classes, InlineTags: bold})}
		if label := inlineLabel(l.Text); label != "" {
			x.text, x.form, x.value = strings.TrimRight(label, LabelEnd), label, len(label)
		} else if text := strings.TrimRight(l.Text, LabelEnd); k+1 < len(d.Leaves) && l.Elem != b && Namelike(text) && MayLabel(text) && c.headingAt(d, b) < 0 {
			if next := &d.Leaves[k+1]; !next.edge && !next.broken && next.Elem != l.Elem && c.Block(d, next.Elem) == b {
				x.text, x.form = text, c.Syms.Names[c.Sigs[l.Sig].InlineTags]+l.Text+leadingMark.FindString(next.Text)
			}
		}
		visit(x)
	}
}

// findSpelt gives the labels that pages write in several ways, as most do, by their stems: where most lines begin with
// labels, or half the pages have them.
//
// Cost: that of lineLabels for each page.
func (a *Set) findSpelt() map[string]string {
	type place struct {
		kind int32
		stem string
	}
	type use struct {
		pageCount // where a mark ends it
		twice     bool
		forms     map[string]bool
		texts     map[string]int
	}
	uses, lines, labelled := make(map[place]*use), make(map[int32]int), make(map[int32]int)
	for i, d := range a.Docs {
		a.lineLabels(d, func(x lineLabel) {
			if lines[x.kind]++; x.text == "" {
				return
			}
			u := tallyOf(uses, place{x.kind, Stem(x.text)})
			if u.forms == nil {
				u.forms, u.texts = make(map[string]bool), make(map[string]int)
			}
			if u.forms[strings.ToLower(x.form)] = true; !x.marked() {
				return
			}
			u.texts[x.text]++
			u.twice = u.twice || u.pages > 0 && u.last == i
			if u.pageCount = u.on(i); u.pages > 1 {
				labelled[x.kind]++
			}
		})
	}
	out := make(map[string]string)
	for at, u := range uses {
		usual := float64(labelled[at.kind]) >= inlineShare*float64(lines[at.kind]) || 2*u.pages >= len(a.Docs)
		if u.pages >= minLabelPages && !u.twice && len(u.forms) > 1 && usual {
			out[at.stem] = max(out[at.stem], mostFrequent(u.texts))
		}
	}
	return out
}

// spellLabels writes the labels of a page as most pages do, bold and with a colon.
//
// Cost: that of lineLabels.
func (c *Corpus) spellLabels(d *Doc) {
	var out []Leaf
	done := 0
	c.lineLabels(d, func(x lineLabel) {
		text := c.Spelt[Stem(x.text)]
		if text == "" || x.text == "" {
			return
		}
		label, l := d.Leaves[x.at], d.Leaves[x.at]
		if x.value > 0 {
			label = c.part(l, 0, strings.TrimRight(x.form, " "))
		}
		label.typed, label.Text, label.Sig = label.Text, text+":", x.kind
		label.Content = c.contentOf(c.Sigs[x.kind].InlineTags, label.Text)
		out = append(append(out, d.Leaves[done:x.at]...), label)
		if done = x.at + 1; x.value > 0 {
			value := strings.TrimLeft(l.Text[x.value:], " ")
			v := c.part(l, len(l.Text)-len(value), value)
			v.PositionalPath, v.spaced, v.broken, v.edge = c.positionalPaths.Extend(l.PositionalPath, -1), true, false, false
			out = append(out, v)
		}
	})
	d.Leaves, d.runs = append(out, d.Leaves[done:]...), nil
}
