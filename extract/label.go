package extract

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"verde/extract/embedded"
	"verde/values"
)

// maxUp is how many elements, its own counted, are gone up from a label and
// from its value to find one that holds both: the row, the item, the list.
const maxUp = 3

// name gives every column its label. A data column is called after, in this order: of rows their property,
// the template text right before it in the same row or item, a property that others have too, what embedded
// data call it, the class of a heading, the class or id of its element, and else its number. Equal names
// are told apart by the headings above, or by a number, in the order of the template.
//
// Cost: linear in the cells.
func (a *learning) name(t *Table, cols []*column) {
	data := func(k int) bool { return t.Columns[k].Kind.Data() }
	for k, c := range cols {
		c.called.text = a.numbered(k)
		t.Columns[k].Label = c.called.text // until renumber gives each its own
		if data(k) {
			c.called.text = cmp.Or(a.labelOf(cols, k), c.called.text)
		} else if text := firstText(&t.Columns[k]); text != "" && (c.class >= 0 || c.field > 0) {
			c.called.text = clip(text, maxLabel)
		}
	}
	same := make(map[string][]*column)
	for k, c := range cols {
		if key := strings.ToLower(c.called.text); data(k) && c.same < 0 {
			same[key] = append(same[key], c)
		}
	}
	for _, of := range same {
		above, sections := make([]string, len(of)), make(map[string]bool)
		for i, c := range of {
			above[i] = a.sectionAbove(c)
			sections[above[i]] = true
		}
		usual := usualOf(of)
		for i, c := range of {
			if len(sections) > 1 && c != usual && above[i] != "" && above[i] != c.called.text {
				c.called.text += " (" + above[i] + ")"
			}
		}
	}
}

// usualOf is the column of a label that more than twice as many pages have as any other of it, nil if
// there is none: it is what they call so, and the others are rare.
func usualOf(of []*column) *column {
	most := slices.MaxFunc(of, func(x, y *column) int { return cmp.Compare(x.pages, y.pages) })
	if slices.ContainsFunc(of, func(c *column) bool { return c != most && 2*c.pages >= most.pages }) {
		return nil
	}
	return most
}

// numbered is the label of the k-th column if nothing names it. A column of one
// template has nothing to do with that of the same number of another.
func (a *learning) numbered(k int) string {
	if a.number > 0 {
		return fmt.Sprintf("t%dc%d", a.number+1, k+1)
	}
	return fmt.Sprintf("c%d", k+1)
}

// unique numbers label if it is taken, whatever its case: "Price", "Price 2".
func unique(label string, taken map[string]int) string {
	out := label
	for {
		key := strings.ToLower(out)
		if taken[key] == 0 {
			taken[key] = 1
			return out
		}
		base := strings.ToLower(label)
		taken[base]++
		out = fmt.Sprintf("%s %d", label, taken[base])
	}
}

func firstText(c *Column) string {
	for _, cell := range c.Cells {
		if len(cell.Values) > 0 {
			return cell.Values[0].Text
		}
	}
	return ""
}

func (a *learning) labelOf(cols []*column, k int) string {
	c := cols[k]
	page, at := c.first()
	if page < 0 {
		return ""
	}
	d := a.docs[page]
	if d.leaves[at].found != nil {
		return cmp.Or(clip(embedded.Name(a.syms.names[c.field]), maxLabel), "embedded")
	}
	if words, ok := strings.CutPrefix(a.syms.names[c.field], countField); ok {
		return clip(words, maxLabel) + ", count"
	}
	section := c.field > 0 && d.leaves[at].row.Group == 0 && !isStyle(a.syms.names[c.field])
	if section {
		if text := a.regions[d.leaves[at].under-1].text; text != nameSection {
			c.called.label = clip(text, maxLabel)
			return c.called.label
		}
	} else if c.field > 0 && d.leaves[at].row.Group > 0 {
		if label := a.rowLabel(c); label != "" {
			return label
		}
	}
	prop := a.property(d, d.leaves[at].elem)
	if prop != "" && c.field > 0 {
		return prop
	}
	if a.syms.names[d.elems[d.leaves[at].elem].tag] == "title" {
		return "title" // what stands before a part of it is the name of the site
	}
	heads := headingTag(a.syms.names[d.elems[a.block(d, d.leaves[at].elem)].tag])
	label, marked := "", false
	if c.field == 0 {
		label, marked = a.before(cols, k)
	}
	if !(marked && !heads) && a.inTitles(c) {
		return "name"
	}
	c.called.property, c.called.label = prop, label
	if name := cmp.Or(c.called.label, prop); name != "" {
		return name
	}
	if c.key != "" {
		return clip(embedded.Name(c.key), maxLabel)
	}
	c.called.nameless = true
	if text := a.sectionAbove(c); text != "" && !section && !heads {
		return text
	}
	if section { // what is below the name is called by its own markup, or nothing
		kind := "text"
		if a.fieldOf(c.field, lineKinds[codeLine]) {
			kind = lineKinds[codeLine]
		}
		return cmp.Or(a.looks(d, d.leaves[at].elem, 1), kind)
	}
	if name := a.looks(d, d.leaves[at].elem, maxUp); name != "" || d.leaves[at].row.Group == 0 {
		return name
	}
	return clip(d.leaves[at].row.Label, maxLabel)
}

// sectionAbove is the label of the section that most of the pages with a column have it in, "" if there is none.
func (a *learning) sectionAbove(c *column) string {
	under := make(map[int32]int)
	for i, cell := range c.cells {
		if len(cell) > 0 {
			under[a.docs[i].leaves[cell[0]].under]++
		}
	}
	for label, n := range under {
		if rule := a.regions[label-1]; label > 0 && 2*n > c.pages && rule != nil && rule.text != nameSection {
			return clip(rule.text, maxLabel)
		}
	}
	return ""
}

// rowLabel is what a column of rows is called by: the heading above a cell, or the label
// before a text in its row, that most pages have; else, of cells and of what their rows
// begin with, what the rows are called by.
func (a *learning) rowLabel(c *column) string {
	counts := make(map[string]int)
	best, rows := "", ""
	first := a.fieldOf(c.field, cellField)
	for i, cell := range c.cells {
		if len(cell) == 0 {
			continue
		}
		d, at := a.docs[i], cell[0]
		l := &d.leaves[at]
		text := ""
		if l.head > 0 {
			text = a.syms.names[l.head-1]
		}
		rows, first = l.row.Label, first || at == 0 || d.leaves[at-1].row != l.row
		if counts[text]++; namelike(text) && (best == "" || counts[text] > counts[best]) {
			best = text
		}
	}
	if best == "" && first {
		best = rows
	}
	return clip(best, maxLabel)
}

// inTitles tells whether the column holds what the titles of the pages begin
// with or contain: different values, each within its own page's title.
func (a *learning) inTitles(c *column) bool {
	within, distinct := 0, map[string]bool{}
	for i, cell := range c.cells {
		if len(cell) != 1 {
			continue
		}
		text := a.docs[i].leaves[cell[0]].text
		if title := a.docs[i].title; title != "" && strings.Contains(title, text) {
			within++
			distinct[text] = true
		}
	}
	return c.pages > 1 && len(distinct) > 1 && float64(within) >= nearlyAll*float64(c.pages) && 2*len(distinct) > within
}

// first finds a leaf of the column.
func (c *column) first() (page int, leaf int32) {
	for i, cell := range c.cells {
		if len(cell) > 0 {
			return i, cell[0]
		}
	}
	return -1, -1
}

// namedBy is the name that an attribute of an element gives to its text, "" for none.
func namedBy(n *html.Node, a html.Attribute) string {
	switch a.Key {
	case "itemprop", "property":
		return clip(values.FoldOnly(a.Val, values.Space), 2*maxLabel)
	case "data-th", "data-label", "data-title", "data-header", "data-heading":
		if n.DataAtom != atom.A { // of a link it is what a box says that opens
			return clip(strings.TrimRight(values.FoldOnly(a.Val, values.Space), ":： "), 2*maxLabel)
		}
	}
	return ""
}

// property is the itemprop or property of an element or one just above; for the name of a thing
// that is one itself, as that of a product's brand, it is what the thing is.
func (a *learning) property(d *doc, e int32) string {
	said := ""
	for up := 0; e >= 0 && (up < maxUp || said != ""); up++ {
		if p := d.elems[e].prop; p >= 0 {
			name := clip(a.syms.names[p], maxLabel)
			if !embedded.Generic(name) {
				return name
			}
			said = cmp.Or(said, name)
		}
		e = d.elems[e].parent
	}
	return said
}

// before is the text of the template column left of column k, if it stands
// near it on most pages that have both and looks like a label, and tells whether it is
// marked up as one.
func (a *learning) before(cols []*column, k int) (label string, marked bool) {
	beside := true  // nothing but punctuation between
	var own *column // the value right behind the label
	for j, left := k-1, 3; j >= 0 && left > 0; j, left = j-1, left-1 {
		l := cols[j]
		if l.class < 0 || l.constant {
			beside, own = false, l
			continue
		}
		near, both, labels := 0, 0, 0
		text := ""
		for i := range a.docs {
			if len(cols[k].cells[i]) == 0 || len(l.cells[i]) == 0 {
				continue
			}
			both++
			d := a.docs[i]
			x, y := &d.leaves[l.cells[i][0]], &d.leaves[cols[k].cells[i][0]]
			if text == "" {
				text = x.text
			}
			if a.heading(x) || (x.label || beside && a.styles[x.sig] || a.together(d, x.elem, y.elem)) && !a.behindRow(d, x, y, own, i) {
				near++
			}
			if a.marked(x) && (x.label || a.together(d, x.elem, y.elem)) {
				labels++
			}
		}
		text = strings.TrimSpace(strings.TrimRight(text, labelEnd))
		if m := bracketed.FindStringSubmatch(text); m != nil && len(m[0]) == len(text) {
			text = m[1]
		}
		if both == 0 || 2*near < both || !namelike(text) {
			if both > 0 && separator(text) {
				continue // between a label and its value
			}
			return "", false
		}
		return text, 2*labels >= both
	}
	return "", false
}

// behindRow tells whether, on the i-th page, a label and the value right behind it stand in an element of their own, and a
// further text does not: a paragraph below a list of attributes is none of the last one.
func (a *learning) behindRow(d *doc, label, further *leaf, own *column, i int) bool {
	if own == nil || len(own.cells[i]) == 0 {
		return false
	}
	holds := func(e, x int32) bool {
		for ; x > e; x = d.elems[x].parent {
		}
		return x == e
	}
	row := label.elem
	for row >= 0 && !holds(row, d.leaves[own.cells[i][0]].elem) {
		row = d.elems[row].parent
	}
	return row >= 0 && !holds(row, further.elem)
}

// heading tells whether a leaf is a heading, which labels what follows it
// whether or not an element holds both.
func (c *corpus) heading(l *leaf) bool {
	tag := c.syms.names[c.paths.last(c.sigs[l.sig].path)]
	return tag == "legend" || tag == "caption" || headingTag(tag) && tag != "h1"
}

func headingTag(tag string) bool {
	return len(tag) == 2 && tag[0] == 'h' && '1' <= tag[1] && tag[1] <= '6'
}

// together tells whether two elements have a common one close above both.
func (c *corpus) together(d *doc, x, y int32) bool {
	for i := 0; i < maxUp && x >= 0; i++ {
		z := y
		for j := 0; j < maxUp && z >= 0; j++ {
			if x == z {
				name := c.syms.names[d.elems[x].tag]
				return name != "body" && name != "html"
			}
			z = d.elems[z].parent
		}
		x = d.elems[x].parent
	}
	return false
}

// looks names a column after its element, or one of those around it, up in all.
func (a *learning) looks(d *doc, e int32, up int) string {
	for i := 0; i < up && e >= 0; i++ {
		el := &d.elems[e]
		switch name := a.syms.names[el.tag]; name {
		case "title", "h1", "h2", "h3":
			return name
		}
		if name := a.markupName(el.class, el.name, el.id); name != "" {
			return name
		}
		e = el.parent
	}
	return ""
}

// markupName is the first word of the first of some classes and ids that may name what it
// marks; -1 for none.
func (c *corpus) markupName(symbols ...int32) string {
	for _, s := range symbols {
		if s < 0 {
			continue
		}
		if n := strings.Fields(c.syms.names[s]); len(n) > 0 && namelike(n[0]) && !strings.ContainsAny(n[0], "0123456789") {
			return clip(n[0], maxLabel)
		}
	}
	return ""
}

// namelike tells whether a text may name a column: short, with letters.
func namelike(s string) bool {
	return s != "" && utf8.RuneCountInString(s) <= maxLabel && strings.ContainsFunc(s, unicode.IsLetter)
}

func clip(s string, runes int) string {
	for i := range s {
		if runes--; runes < 0 {
			return s[:i]
		}
	}
	return s
}
