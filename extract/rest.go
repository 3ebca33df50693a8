package extract

import (
	"cmp"
	"slices"
	"strings"

	"verde/extract/leaves"
	"verde/extract/rules"
	"verde/record"
)

// A text of one page that nothing names makes no column: whether it is the template's no other page tells. It is no less what
// the page says. Such texts are the rest of its record, below the page's own headings.

// maxRest bounds the rest of a page, in bytes of its texts and their XPaths: what it is asked for is sections of one page, and in elements
// far within each other the XPaths of a page take the square of its length.
const maxRest = 1 << 18

// rest gives the texts of a page that are in no column and are none of the template's, with the heading above them, and how many are left out
// behind maxRest. At are the leaves of the columns. Headings with nothing below are values themselves.
//
// Cost: the leaves times the logarithm of their number.
func (x *compiled) rest(d *rules.Doc, at [][]int32) (out []record.Field, left int) {
	used := make([]bool, len(d.Leaves))
	for _, column := range at {
		for _, k := range column {
			used[k] = true
		}
	}
	size := 0
	head, open := "", int32(-1) // the heading above, and its leaf while it is in no column and nothing stands below it
	add := func(k int32) {
		if size >= maxRest {
			left++
			return
		}
		if n := len(out); n == 0 || out[n-1].Label != head {
			out = append(out, record.Field{Label: head})
		}
		f, v := &out[len(out)-1], x.Value(d.Doc, &d.Leaves[k])
		f.Values = append(f.Values, v)
		size += len(v.Text) + len(v.XPath)
	}
	for _, k := range inOrder(d) {
		l := &d.Leaves[k]
		own := !used[k] && !x.template(l)
		heads := x.Heading(l) && l.Row == (leaves.Row{})
		if own && !heads {
			open = -1
			add(k)
		}
		if !heads {
			continue
		}
		if open >= 0 {
			head = ""
			add(open)
		}
		if head, open = strings.TrimRight(l.Text, rules.LabelEnd), -1; own {
			open = k
		}
	}
	if open >= 0 {
		head = ""
		add(open)
	}
	return out, left
}

// template tells whether a text that is in no column says nothing of the page.
func (x *compiled) template(l *leaves.Leaf) bool {
	return l.Found != nil || l.Icon || l.Field < 0 || l.InRows || nothing(l.Text) || leaves.Separator(l.Text) || x.inFrame(l.Shown()) || len(x.byText[l.Text]) > 0 || x.FixedTexts[l.Content] || x.RowTexts[l.Content]
}

// inFrame tells whether a text is in the frame, where what was a heading has no colon.
func (x *compiled) inFrame(text string) bool {
	return x.frame[frameText(text)] || x.frame[frameText(strings.TrimRight(text, rules.LabelEnd))]
}

// frameText is what a wrapper keeps of a text of the frame: its beginning, so that paragraphs do not fill it.
func frameText(text string) string { return leaves.Clip(text, 2*leaves.MaxLabel) }

// inOrder gives the leaves in the order of the page: those that were taken out of the sequence are behind the others.
func inOrder(d *rules.Doc) []int32 {
	order, place := make([]int32, len(d.Leaves)), make([]int32, len(d.Leaves))
	last := int32(0)
	for k := range d.Leaves {
		order[k], place[k] = int32(k), d.Leaves[k].Elem
		if d.Leaves[k].Field == 0 {
			last = max(last, place[k])
			place[k] = last
		}
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(place[a], place[b]) })
	return order
}

// findFrame notes the texts that are in no column on several pages: navigation, and what else of the template is around the values.
func (w *Wrapper) findFrame(t *Table, dropped []ColumnRule) {
	pages := make(map[string]int)
	for _, fields := range t.rest {
		here := make(map[string]bool)
		for _, f := range fields {
			here[frameText(f.Label)] = true
			for _, v := range f.Values {
				here[frameText(v.Text)] = true
			}
		}
		for text := range here {
			pages[text]++
		}
	}
	for _, c := range dropped {
		if c.Text != "" {
			pages[frameText(c.Text)] = len(t.rest)
		}
	}
	w.Frame = nil
	for text, n := range pages {
		if n > 1 && text != "" {
			w.Frame = append(w.Frame, text)
		}
	}
	slices.Sort(w.Frame)
}
