package extract

import (
	"strings"

	"verde/extract/rules"
	"verde/record"
)

// What differs from page to page is what the pages say, and a label says what it is. Where more of it has no label than has one, labels
// were not read, or there are none: whoever asks for an attribute finds few of its values.

// textCount counts texts that differ from page to page: those in columns that a label of the pages names, and others. What only a class or
// its place names is among these, however well it is read, so that the share is told and is no fault by itself.
type textCount struct{ labelled, other int }

// maxShortWords is how many words a text has at most that is a value by itself; of longer ones, which are running text, a column
// without a label has one on a page, however many paragraphs it is.
const maxShortWords = 7

// countTexts counts the texts of a table and those in no column. Titles, images, what machines read, and links without a label, which lead
// to other pages, are left out.
//
// Cost: linear in the texts.
func (w *Wrapper) countTexts(t *Table) (out textCount) {
	pages := make(map[string]int)
	each := func(f func(text string, labelled, linked bool, prose *int)) {
		for k := range w.Columns {
			c := &w.Columns[k]
			if !c.Kind.Data() || c.SameAs != "" || c.PartOf != "" && !c.Value || c.Type == string(record.Image) || len(c.Styles) > 0 && strings.HasSuffix(c.Styles[0].Path, "/title") {
				continue
			}
			for i := range t.Pages {
				prose := 0
				for _, v := range t.Columns[k].Cells[i].Values {
					if v.Key == "" {
						f(v.Text, !c.called.Nameless, v.Href != "", &prose)
					}
				}
			}
		}
		for _, fields := range t.rest {
			prose := 0
			for _, x := range fields {
				for _, v := range x.Values {
					f(v.Text, false, v.Href != "", &prose)
				}
			}
		}
	}
	each(func(text string, _, _ bool, _ *int) { pages[text]++ })
	each(func(text string, labelled, linked bool, prose *int) {
		switch long := len(strings.Fields(text)) > maxShortWords; {
		case float64(pages[text]) >= rules.NearlyAll*float64(len(t.Pages)):
		case labelled:
			out.labelled++
		case linked || long && *prose > 0:
		case long:
			*prose++
			out.other++
		default:
			out.other++
		}
	})
	return out
}

// Unlabelled is the share of the texts that differ from page to page which have no label, on the pages that w was learned on, 0 of a wrapper
// that was not just learned. Above one half the pages are read badly, or have no labels.
func (w *Wrapper) Unlabelled() float64 {
	all := w.texts
	for _, other := range w.Others {
		all.labelled, all.other = all.labelled+other.texts.labelled, all.other+other.texts.other
	}
	return float64(all.other) / float64(max(1, all.labelled+all.other))
}
