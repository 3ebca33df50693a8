package rules

import (
	"slices"
	"strings"
	"unicode/utf8"

	"verde/extract/leaves"
)

// MaxUp is how many elements, its own counted, are gone up from a label and
// from its value to find one that holds both: the row, the item, the list.
const MaxUp = 3

// Heading tells whether a leaf is a heading, which labels what follows it
// whether or not an element holds both.
func (c *Corpus) Heading(l *leaves.Leaf) bool {
	tag := c.Syms.Names[c.Paths.Last(c.Sigs[l.Sig].Path)]
	return tag == "legend" || tag == "caption" || leaves.HeadingTag(tag) && tag != "h1"
}

// Together tells whether two elements have a common one close above both. An element that holds no text besides those of the one in it
// lays that out, and is no step up. Rows of a table are apart.
//
// Cost: linear in the depth.
func (c *Corpus) Together(d *Doc, x, y int32) bool {
	up := func(e *int32, steps *int) {
		p := d.Elems[*e].Parent
		if p < 0 || d.Elems[p].Texts != d.Elems[*e].Texts {
			*steps++
		}
		*e = p
	}
	for i, j := 1, 1; x >= 0 && y >= 0 && i <= MaxUp && j <= MaxUp; {
		switch {
		case x == y:
			return !slices.Contains([]string{"body", "html", "table", "tbody"}, c.Syms.Names[d.Elems[x].Tag])
		case x > y: // parents have the lower numbers
			up(&x, &i)
		default:
			up(&y, &j)
		}
	}
	return false
}

// MarkupName is the first word of the first of some classes and ids that may name what it
// marks; -1 for none.
func (c *Corpus) MarkupName(symbols ...int32) string {
	for _, s := range symbols {
		if s < 0 {
			continue
		}
		if n := strings.Fields(c.Syms.Names[s]); len(n) > 0 && leaves.Namelike(n[0]) && !strings.ContainsAny(n[0], "0123456789") {
			return leaves.Clip(n[0], leaves.MaxLabel)
		}
	}
	return ""
}

// NearlyAll is the share of some pages, rows, lines or leaves that has to have something for all to be said to have it. A
// text on as many pages is the template's: a member of a list, as a genre or a colour, is hardly ever on as many. On
// the SWDE sites of bench/extract and on generated sites .6 to .9 makes little difference for labels, and .7 to .9 for
// kinds of pages; of documentation sites these come apart from .8.
const NearlyAll = .8

// headingShare is the share of the headings of a signature that must be those of many pages for a rarer one to be one, too.
// Tuned as NearlyAll is.
const headingShare = .6

// Marked reports whether a leaf is marked up as a label: it ends as labels do or
// is in a th, dt or label element, or begins a row of attributes.
func (c *Corpus) Marked(l *leaves.Leaf) bool {
	if utf8.RuneCountInString(l.Text) > leaves.MaxLabel {
		return false
	}
	return l.Label || leaves.EndsLabel.MatchString(l.Text) && !leaves.Asks(l.Text) || c.LabelElement(l)
}

// RareLabel is the number of pages of which one at least has to have a label:
// thousands of pages would make a column of every word that some of them set
// in the labels' style.
const RareLabel = 100
