package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxInline is the longest label, in bytes, within a text ("Author: X"), and
// maxInlineWords the most words it has.
const (
	maxInline      = 40
	maxInlineWords = 5
)

// inlineShare is the share of the leaves of a signature that have to begin
// with some repeated label before a label on fewer than half the pages is
// taken for one: two films of ten that begin with "Star Wars:" do not make it
// a label when the other titles have none.
const inlineShare = .6

// inlineLabel returns the beginning of text that may be a label within it,
// colon included, "" if there is none.
func inlineLabel(text string) string {
	i := strings.IndexByte(text, ':')
	if i <= 0 || i >= maxInline || i+2 >= len(text) || text[i+1] != ' ' {
		return ""
	}
	label := text[:i+1]
	if first, _ := utf8.DecodeRuneInString(label); !unicode.IsLetter(first) || strings.Count(label, " ") >= maxInlineWords {
		return ""
	}
	return label
}

type inlineKey struct {
	sig   int32
	label string
}

// inlineLabels finds the labels that stand within texts, as in "Author: X",
// by the signature of the texts.
//
// Cost: linear in the leaves.
func inlineLabels(docs []*doc) map[inlineKey]bool {
	type use struct {
		pages, last int
		rest        string // what followed it first
		differs     bool
	}
	uses := make(map[inlineKey]*use)
	leaves, labelled := make(map[int32]int), make(map[int32]int)
	for i, d := range docs {
		for k := range d.leaves {
			l := &d.leaves[k]
			leaves[l.sig]++
			label := inlineLabel(l.text)
			if label == "" {
				continue
			}
			u := uses[inlineKey{l.sig, label}]
			if u == nil {
				u = &use{last: -1, rest: l.text[len(label):]}
				uses[inlineKey{l.sig, label}] = u
			}
			if u.last != i {
				u.last, u.pages = i, u.pages+1
			}
			u.differs = u.differs || u.rest != l.text[len(label):]
			if u.pages == 2 {
				labelled[l.sig]++ // the first one, made up for
			}
			if u.pages >= 2 {
				labelled[l.sig]++
			}
		}
	}
	out := make(map[inlineKey]bool)
	for key, u := range uses {
		usual := float64(labelled[key.sig]) >= inlineShare*float64(leaves[key.sig])
		if u.pages >= 2 && (usual || u.differs && 2*u.pages >= len(docs)) {
			out[key] = true
		}
	}
	return out
}

// splitInline cuts leaves that begin with one of the labels into a leaf for
// the label and one for the value, both of the same text node.
func (c *corpus) splitInline(d *doc, is func(sig int32, label string) bool) {
	var out []leaf
	for k := range d.leaves {
		l := d.leaves[k]
		label := inlineLabel(l.text)
		if label == "" || !is(l.sig, label) {
			if out != nil {
				out = append(out, l)
			}
			continue
		}
		if out == nil {
			out = append(make([]leaf, 0, len(d.leaves)+16), d.leaves[:k]...)
		}
		out = append(out, c.part(l, label), c.part(l, strings.TrimSpace(l.text[len(label):])))
		out[len(out)-1].spot = c.spots.extend(l.spot, -1)
	}
	if out != nil {
		d.leaves = out
	}
}

// part is l with another text.
func (c *corpus) part(l leaf, text string) leaf {
	l.text, l.types = text, typesOf(text)
	l.content = c.contentOf(c.sigs[l.sig].deco, text)
	return l
}
