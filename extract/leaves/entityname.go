package leaves

import (
	"slices"
	"strings"
	"unicode"
)

// A label may say the name of the page's entity: "How fast is the Kestrel Courier?" is the label that another page has of
// its own. What the markup says is a label is the same one, then, on all pages that have the same words around the name.

// labelTags are the elements that tell what others say. The first heading is the name itself.
var labelTags = []string{"h2", "h3", "h4", "h5", "h6", "dt", "th", "summary", "legend"}

// nameGap stands for the name in a label. At the ends of one it is left out.
const nameGap = "…"

// maxNamedValue is how many texts most of such labels have behind them at most, up to the next label: what heads whole sections
// is no label of a value, and the sections are told without it.
const maxNamedValue = 2

// maxNameWords is how many words of titles and labels are looked at: their products are compared.
const maxNameWords = 40

// word is one of a text, in small letters, with its place there.
type word struct {
	text   string
	lo, hi int
}

// wordsOf are those of letters and digits, up to maxNameWords.
func wordsOf(text string) (out []word) {
	lo := -1
	for i, r := range text + " " {
		if in := unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r); in && lo < 0 {
			lo = i
		} else if !in && lo >= 0 {
			if out = append(out, word{strings.ToLower(text[lo:i]), lo, i}); len(out) == maxNameWords {
				break
			}
			lo = -1
		}
	}
	return out
}

// commonRun is the longest run of words of x that y has too, of equals the first.
//
// Cost: the product of both.
func commonRun(x, y []word) []word {
	at, most := 0, 0
	before := make([]int, len(y)+1)
	for i := range x {
		ends := make([]int, len(y)+1)
		for k := range y {
			if x[i].text == y[k].text {
				if ends[k+1] = before[k] + 1; ends[k+1] > most {
					at, most = i+1, ends[k+1]
				}
			}
		}
		before = ends
	}
	return x[at-most : at]
}

// entityName is the longest run of words that the title has in common with a heading of the first level; all of it if there is
// none.
func (c *Corpus) entityName(d *Doc) []word {
	title := wordsOf(d.Title)
	var name []word
	for k := range d.Leaves {
		if l := &d.Leaves[k]; !l.Icon && c.tagOfBlock(d, l) == "h1" {
			if run := commonRun(title, wordsOf(l.Text)); len(run) > len(name) {
				name = run
			}
		}
	}
	if len(name) == 0 {
		return title
	}
	return name
}

func (c *Corpus) tagOfBlock(d *Doc, l *Leaf) string {
	if b := c.Block(d, l.Elem); b >= 0 {
		return c.Syms.Names[d.Elems[b].Tag]
	}
	return ""
}

// labelsWithName calls visit with the texts in elements of labels that say the name of the entity, or a part of it, among other words.
//
// Cost: linear in the leaves, and for each label the product of its words and those of the name.
func (c *Corpus) labelsWithName(d *Doc, visit func(k int, without, name string)) {
	name := c.entityName(d)
	if len(name) == 0 {
		return
	}
	for k := range d.Leaves {
		l := &d.Leaves[k]
		if l.Icon || !slices.Contains(labelTags, c.tagOfBlock(d, l)) {
			continue
		}
		text := wordsOf(l.Text)
		if run := commonRun(text, name); len(run) > 0 && len(run) < len(text) {
			lo, hi := run[0].lo, run[len(run)-1].hi
			without := strings.TrimSpace(strings.Trim(l.Text[:lo]+nameGap+l.Text[hi:], nameGap+" "))
			if strings.ContainsFunc(without, unicode.IsLetter) {
				visit(k, without, strings.ToLower(l.Text[lo:hi]))
			}
		}
	}
}

// closeBehind tells whether the next label follows after a value or two.
func (c *Corpus) closeBehind(d *Doc, l *Leaf, after []Leaf) bool {
	for k := range after[:min(len(after), maxNamedValue+1)] {
		if x := &after[k]; c.Block(d, x.Elem) != c.Block(d, l.Elem) && slices.Contains(labelTags, c.tagOfBlock(d, x)) {
			return true
		}
	}
	return false
}

// findNamed gives the labels without the names that pages say in them: many pages have each, most another name in it, and
// what looks like it is close to the next label.
//
// Cost: that of labelsWithName for each page.
func (a *Set) findNamed() map[string]bool {
	type use struct {
		pageCount
		names map[string]bool
		sig   int32
	}
	all, near := make(map[int32]int), make(map[int32]int) // by signature
	uses := make(map[string]*use)
	for i, d := range a.Docs {
		a.labelsWithName(d, func(k int, without, name string) {
			u, l := tallyOf(uses, without), &d.Leaves[k]
			if u.pageCount = u.on(i); u.names == nil {
				u.names, u.sig = make(map[string]bool), l.Sig
			}
			u.names[name] = true
			if all[l.Sig]++; a.closeBehind(d, l, d.Leaves[k+1:]) {
				near[l.Sig]++
			}
		})
	}
	out := make(map[string]bool)
	for without, u := range uses {
		if u.pages >= minLabelPages && float64(u.pages) >= usualShare*float64(len(a.Docs)) && 2*len(u.names) > u.pages && 2*near[u.sig] >= all[u.sig] {
			out[without] = true
		}
	}
	return out
}

// dropNames leaves the name out of such labels.
//
// Cost: that of labelsWithName.
func (c *Corpus) dropNames(d *Doc) {
	if len(c.Nameless) == 0 {
		return
	}
	c.labelsWithName(d, func(k int, without, _ string) {
		if l := &d.Leaves[k]; c.Nameless[without] {
			l.typed, l.Text = l.Text, without
			l.Content = c.contentOf(c.Sigs[l.Sig].InlineTags, l.Text)
			l.Types = c.typesOf(l.Content, l.Text)
		}
	})
}
