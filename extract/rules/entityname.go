package rules

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"verde/extract/leaves"
)

// Templates have a variable that every page knows the value of: the name of its entity. "How tall is Foo Tower?" and "How tall is
// Bar Bridge?" are one text of the template. So the name is read as a word that is the same on all pages, NameMark. Values say the name itself.
// Headings of whole sections, as "Letters to Foo Tower", stay as they are: the sections are told without them.

const (
	maxNamedValue = 2  // texts behind a heading of a value at most, up to the next one
	maxNameWords  = 40 // of titles, headings and labels that are looked at: their products are compared
)

// word is one of a text, in small letters, with its place there.
type word struct {
	text string
	span
}

// wordsOf are those of letters and digits.
func wordsOf(text string) (out []word) {
	lo := -1
	for i, r := range text + " " {
		if in := unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r); in && lo < 0 {
			lo = i
		} else if !in && lo >= 0 {
			out = append(out, word{strings.ToLower(text[lo:i]), span{int32(lo), int32(i)}})
			lo = -1
		}
	}
	return out
}

// begin tells whether words begin with those of a name.
func begin(words, name []word) bool {
	return len(words) >= len(name) && slices.EqualFunc(words[:len(name)], name, func(x, y word) bool { return x.text == y.text })
}

// entityName is the longest run of words that the title has in common with a heading, of those of the highest level that has any, and
// that level.
func (c *Corpus) entityName(d *Doc) (name []word, level int8) {
	title := wordsOf(d.Title)
	title = title[:min(len(title), maxNameWords)]
	for k := range d.Leaves {
		l := &d.Leaves[k]
		of := leaves.HeadingLevel(c.tagOfBlock(d, l))
		if l.Icon || of == 0 || level > 0 && of > level {
			continue
		}
		words := wordsOf(l.Text)
		for i := range min(len(words), maxNameWords) {
			for at := range title {
				n := 0
				for i+n < len(words) && at+n < len(title) && words[i+n].text == title[at+n].text {
					n++
				}
				if n > 0 && (of < level || n > len(name)) {
					name, level = title[at:at+n], of
				}
			}
		}
	}
	return name, level
}

// tagOfBlock is the tag of the nearest element around a leaf that is no inline one, "" if there is none.
func (c *Corpus) tagOfBlock(d *Doc, l *leaves.Leaf) string {
	if b := d.Block(l.Elem); b >= 0 {
		return c.Syms.Names[d.Elems[b].Tag]
	}
	return ""
}

// markNames reads the name as NameMark in the texts of a page that may be labels, all that is in their block, or begin with one, but for
// those that are nothing else or a value that is, those that it is known by, and those that are plain: other pages have them as they are, as "Home
// page" on a page about Home. Of texts in headings, which head values or
// sections, it depends on most of their kind.
//
// Cost: linear in the texts, and that of entityName.
func (c *Corpus) markNames(d *Doc, plain func(label string) bool) {
	name, level := c.entityName(d)
	marked, sections := make(map[int]leaves.Leaf), make(map[string]int) // the latter by tag: how many more head sections than values
	for k := range d.Leaves {
		l, tag := d.Leaves[k], c.tagOfBlock(d, &d.Leaves[k])
		b := d.Block(l.Elem)
		if b < 0 || len(name) == 0 || l.Icon || len(l.Gaps) > 0 || tag == "title" || leaves.HeadingLevel(tag) == level || tag == "dd" || tag == "td" && d.Elems[b].Nth > 1 {
			continue // values among them
		}
		words := wordsOf(l.Text)
		words = words[:min(len(words), maxNameWords)]
		for i := len(words) - len(name); i >= 0 && len(words) > len(name); i-- {
			if begin(words[i:], name) {
				at := span{words[i].lo, words[i+len(name)-1].hi}
				l.Names = append([]string{l.Text[at.lo:at.hi]}, l.Names...)
				l.Text = l.Text[:at.lo] + leaves.NameMark + l.Text[at.hi:]
				i -= len(name) - 1
			}
		}
		label := inlineLabel(l.Text)
		if len(l.Names) == 0 || plain(labelOf(&d.Leaves[k])) || label == "" && !(leaves.Namelike(l.Text) && d.Elems[b].Texts == 1) || strings.TrimPrefix(l.Text, label) == " "+leaves.NameMark {
			continue
		}
		l.Content = c.ContentOf(c.Sigs[l.Sig].InlineTags, l.Text)
		if marked[k] = l; c.headsSection(d, k, tag) {
			sections[tag]++
		} else {
			sections[tag]--
		}
	}
	for k, l := range marked {
		if sections[c.tagOfBlock(d, &l)] <= 0 {
			d.Leaves[k] = l
		}
	}
}

// labelOf is the label that a text begins with, or the text.
func labelOf(l *leaves.Leaf) string { return cmp.Or(inlineLabel(l.Text), l.Text) }

// labelsAgain is how many pages have each label, or each text without one. Cost: linear in the texts.
func (a *Set) labelsAgain() map[string]int {
	again, last := make(map[string]int), make(map[string]int)
	for i, d := range a.Docs {
		for k := range d.Leaves {
			if label := labelOf(&d.Leaves[k]); last[label] <= i {
				last[label] = i + 1
				again[label]++
			}
		}
	}
	return again
}

// headsSection tells whether leaf k is a heading, and the next one of its kind comes after more than a value or two.
func (c *Corpus) headsSection(d *Doc, k int, tag string) bool {
	if !leaves.HeadingTag(tag) && tag != "caption" {
		return false
	}
	return !slices.ContainsFunc(d.Leaves[k+1:min(len(d.Leaves), k+2+maxNamedValue)], func(l leaves.Leaf) bool {
		return c.tagOfBlock(d, &l) == tag && d.Block(l.Elem) != d.Block(d.Leaves[k].Elem)
	})
}

// Nameless is a label without the name of the entity in it.
func Nameless(label string) string {
	if !strings.Contains(label, leaves.NameMark) {
		return label
	}
	label = strings.NewReplacer(leaves.NameMark+"'s", "…", leaves.NameMark+"’s", "…", leaves.NameMark, "…").Replace(label)
	return cmp.Or(strings.Trim(label, "…?"+LabelEnd), "name")
}
