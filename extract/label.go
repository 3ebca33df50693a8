package extract

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"verde/extract/align"
	"verde/extract/embedded"
	"verde/extract/leaves"
	"verde/extract/rules"
)

// name gives every column its label. A data column is called after, in this order: of rows their property,
// the template text right before it in the same row or item, a property that others have too, what embedded
// data call it, the class of a heading, the class or id of its element, and else its number. Equal names
// are told apart by the headings above or beside, or by a number, in the order of the template.
//
// Cost: linear in the cells, and in the leaves of pages on which columns of one name are.
func (a *learning) name(t *Table, cols []*align.Column) {
	data := func(k int) bool { return t.Columns[k].Kind.Data() }
	for k, c := range cols {
		c.Called.Text = a.numbered(k)
		t.Columns[k].Label = c.Called.Text // until renumber gives each its own
		if data(k) {
			c.Called.Text = cmp.Or(a.labelOf(cols, k), c.Called.Text)
		} else if text := firstText(&t.Columns[k]); text != "" && (c.Class >= 0 || c.Field > 0) {
			c.Called.Text = leaves.Clip(text, leaves.MaxLabel)
		}
		c.Called.Text, c.Called.Label = rules.Nameless(c.Called.Text), rules.Nameless(c.Called.Label)
	}
	same := make(map[string][]*align.Column)
	for k, c := range cols {
		if key := strings.ToLower(c.Called.Text); data(k) && c.Same < 0 {
			same[key] = append(same[key], c)
		}
	}
	for _, of := range same {
		above, sections := make([]string, len(of)), make(map[string]bool)
		for i, c := range of {
			above[i] = a.sectionAbove(c)
			if len(of) > 1 {
				above[i] = cmp.Or(a.sectionBeside(c), above[i])
			}
			sections[above[i]] = true
		}
		usual := usualOf(of)
		for i, c := range of {
			if len(sections) > 1 && c != usual && above[i] != "" && above[i] != c.Called.Text {
				c.Called.Text += " (" + above[i] + ")"
			}
		}
	}
}

// usualOf is the column of a label that more than twice as many pages have as any other of it, nil if
// there is none: it is what they call so, and the others are rare.
func usualOf(of []*align.Column) *align.Column {
	most := slices.MaxFunc(of, func(x, y *align.Column) int { return cmp.Compare(x.Pages, y.Pages) })
	if slices.ContainsFunc(of, func(c *align.Column) bool { return c != most && 2*c.Pages >= most.Pages }) {
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

func (a *learning) labelOf(cols []*align.Column, k int) string {
	c := cols[k]
	page, at := c.First()
	if page < 0 {
		return ""
	}
	d := a.Docs[page]
	if d.Leaves[at].Found != nil {
		return cmp.Or(leaves.Clip(embedded.Name(a.Syms.Names[c.Field]), leaves.MaxLabel), "embedded")
	}
	if words, ok := strings.CutPrefix(a.Syms.Names[c.Field], rules.CountField); ok {
		return leaves.Clip(words, leaves.MaxLabel) + ", count"
	}
	section := c.Field > 0 && d.Leaves[at].Row.Group == 0 && !rules.IsStyle(a.Syms.Names[c.Field])
	if section {
		if text := a.Regions[d.Leaves[at].Under-1].Text; text != rules.NameSection {
			c.Called.Label = leaves.Clip(text, leaves.MaxLabel)
			return c.Called.Label
		}
	} else if c.Field > 0 && d.Leaves[at].Row.Group > 0 {
		if label := a.rowLabel(c); label != "" {
			return label
		}
	}
	prop := a.property(d, d.Leaves[at].Elem)
	if prop != "" && c.Field > 0 {
		return prop
	}
	if a.Syms.Names[d.Elems[d.Leaves[at].Elem].Tag] == "title" {
		return "title" // what stands before a part of it is the name of the site
	}
	heads := leaves.HeadingTag(a.Syms.Names[d.Elems[d.Block(d.Leaves[at].Elem)].Tag])
	label, marked := "", false
	if c.Field == 0 {
		label, marked = a.before(cols, k)
	}
	if !(marked && !heads) && a.inTitles(c) {
		return "name"
	}
	c.Called.Property, c.Called.Label = prop, label
	if name := cmp.Or(c.Called.Label, prop); name != "" {
		return name
	}
	if c.Key != "" {
		return leaves.Clip(embedded.Name(c.Key), leaves.MaxLabel)
	}
	c.Called.Nameless = true
	if text := a.sectionAbove(c); text != "" && !heads {
		return text
	}
	if section { // what is below the name is called by its own markup, or nothing
		kind := "text"
		if a.FieldOf(c.Field, rules.LineKinds[rules.CodeLine]) {
			kind = rules.LineKinds[rules.CodeLine]
		}
		return cmp.Or(a.looks(d, d.Leaves[at].Elem, 1), kind)
	}
	if name := a.looks(d, d.Leaves[at].Elem, rules.MaxUp); name != "" || d.Leaves[at].Row.Group == 0 {
		return name
	}
	return leaves.Clip(d.Leaves[at].Row.Label, leaves.MaxLabel)
}

// sectionAbove is the label of the section that most of the pages with a column have it in, "" if there is none.
func (a *learning) sectionAbove(c *align.Column) string {
	under := make(map[int32]int)
	for i, cell := range c.Cells {
		if len(cell) > 0 {
			under[a.Docs[i].Leaves[cell[0]].Under]++
		}
	}
	for label, n := range under {
		if rule := a.Regions[label-1]; label > 0 && 2*n > c.Pages && rule != nil && rule.Text != rules.NameSection {
			return leaves.Clip(rule.Text, leaves.MaxLabel)
		}
	}
	return ""
}

// sectionBeside is the text beside the rows of a column, if most of its pages have the same one: else it is a value, as the team whose
// goals are beside it.
//
// Cost: that of [leaves.Corpus.SpanHead] for each page of the column.
func (a *learning) sectionBeside(c *align.Column) string {
	texts := make(map[string]int)
	for i, cell := range c.Cells {
		if len(cell) > 0 {
			texts[a.SpanHead(a.Docs[i], a.Docs[i].Leaves[cell[0]].Elem)]++
		}
	}
	for text, n := range texts {
		if text != "" && 2*n > c.Pages {
			return rules.Nameless(text)
		}
	}
	return ""
}

// rowLabel is what a column of rows is called by: the heading above a cell, or the label
// before a text in its row, that most pages have; else, of cells and of what their rows
// begin with, what most pages call the rows.
func (a *learning) rowLabel(c *align.Column) string {
	counts, groups := make(map[string]int), make(map[string]int)
	best, rows := "", ""
	first := a.FieldOf(c.Field, rules.CellField)
	for i, cell := range c.Cells {
		if len(cell) == 0 {
			continue
		}
		d, at := a.Docs[i], cell[0]
		l := &d.Leaves[at]
		text := ""
		if l.Head > 0 {
			text = a.Syms.Names[l.Head-1]
		}
		first = first || at == 0 || d.Leaves[at-1].Row != l.Row
		if groups[l.Row.Label]++; groups[l.Row.Label] > groups[rows] {
			rows = l.Row.Label
		}
		if counts[text]++; leaves.Namelike(text) && (best == "" || counts[text] > counts[best]) {
			best = text
		}
	}
	if best == "" && first && rows != "" {
		best, c.Called.Group = rows, true
	}
	return leaves.Clip(best, leaves.MaxLabel)
}

// inTitles tells whether the column holds what the titles of the pages begin
// with or contain: different values, each within its own page's title.
func (a *learning) inTitles(c *align.Column) bool {
	within, distinct := 0, map[string]bool{}
	for i, cell := range c.Cells {
		if len(cell) != 1 {
			continue
		}
		text := a.Docs[i].Leaves[cell[0]].Text
		if title := a.Docs[i].Title; title != "" && strings.Contains(title, text) {
			within++
			distinct[text] = true
		}
	}
	return c.Pages > 1 && len(distinct) > 1 && float64(within) >= rules.NearlyAll*float64(c.Pages) && 2*len(distinct) > within
}

// property is the itemprop or property of an element or one just above; for the name of a thing
// that is one itself, as that of a product's brand, it is what the thing is.
func (a *learning) property(d *rules.Doc, e int32) string {
	said := ""
	for up := 0; e >= 0 && (up < rules.MaxUp || said != ""); up++ {
		if p := d.Elems[e].Prop; p >= 0 {
			name := leaves.Clip(a.Syms.Names[p], leaves.MaxLabel)
			if !embedded.Generic(name) {
				return name
			}
			said = cmp.Or(said, name)
		}
		e = d.Elems[e].Parent
	}
	return said
}

// before is the text of the template column left of column k, if it stands
// near it on most pages that have both and looks like a label, and tells whether it is
// marked up as one.
func (a *learning) before(cols []*align.Column, k int) (label string, marked bool) {
	beside := true        // nothing but punctuation between
	var own *align.Column // the value right behind the label
	for j, left := k-1, 3; j >= 0 && left > 0; j, left = j-1, left-1 {
		l := cols[j]
		if l.Class < 0 || l.Constant {
			beside, own = false, l
			continue
		}
		near, both, labels := 0, 0, 0
		text := ""
		for i := range a.Docs {
			if len(cols[k].Cells[i]) == 0 || len(l.Cells[i]) == 0 {
				continue
			}
			both++
			d := a.Docs[i]
			x, y := &d.Leaves[l.Cells[i][0]], &d.Leaves[cols[k].Cells[i][0]]
			if text == "" {
				text = x.Text
			}
			if a.Heading(x) || (x.Label || beside && a.Styles[x.Sig] || a.Together(d, x.Elem, y.Elem)) && !a.behindRow(d, x, y, own, i) {
				near++
			}
			if a.Marked(x) && (x.Label || a.Together(d, x.Elem, y.Elem)) {
				labels++
			}
		}
		text = strings.TrimSpace(strings.TrimRight(text, rules.LabelEnd))
		if m := rules.Bracketed.FindStringSubmatch(text); m != nil && len(m[0]) == len(text) {
			text = m[1]
		}
		if both == 0 || 2*near < both || !leaves.Namelike(text) {
			if both > 0 && leaves.Separator(text) {
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
func (a *learning) behindRow(d *rules.Doc, label, further *leaves.Leaf, own *align.Column, i int) bool {
	if own == nil || len(own.Cells[i]) == 0 {
		return false
	}
	holds := func(e, x int32) bool {
		for ; x > e; x = d.Elems[x].Parent {
		}
		return x == e
	}
	row := label.Elem
	for row >= 0 && !holds(row, d.Leaves[own.Cells[i][0]].Elem) {
		row = d.Elems[row].Parent
	}
	return row >= 0 && !holds(row, further.Elem)
}

// looks names a column after its element, or one of those around it, up in all.
func (a *learning) looks(d *rules.Doc, e int32, up int) string {
	for i := 0; i < up && e >= 0; i++ {
		el := &d.Elems[e]
		switch name := a.Syms.Names[el.Tag]; name {
		case "title", "h1", "h2", "h3":
			return name
		}
		if name := a.MarkupName(el.Class, el.Name, el.ID); name != "" {
			return name
		}
		e = el.Parent
	}
	return ""
}
