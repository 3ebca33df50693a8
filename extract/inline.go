package extract

import (
	"slices"
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

// inlineLabels finds the labels within texts, as in "Author: X".
//
// Cost: linear in the leaves.
func inlineLabels(docs []*doc) map[string]bool {
	type place struct {
		sig   int32
		label string
	}
	type use struct {
		pages, last int
		rest        string // what followed it first
		differs     bool
	}
	uses := make(map[place]*use)
	leaves, labelled := make(map[int32]int), make(map[int32]int)
	for i, d := range docs {
		for k := range d.leaves {
			l := &d.leaves[k]
			leaves[l.sig]++
			label := inlineLabel(l.text)
			if label == "" {
				continue
			}
			u := uses[place{l.sig, label}]
			if u == nil {
				u = &use{last: -1, rest: l.text}
				uses[place{l.sig, label}] = u
			}
			if u.last != i {
				u.last, u.pages = i, u.pages+1
			}
			u.differs = u.differs || u.rest != l.text
			if u.pages == 2 {
				labelled[l.sig]++ // the first one, made up for
			}
			if u.pages >= 2 {
				labelled[l.sig]++
			}
		}
	}
	out := make(map[string]bool)
	for at, u := range uses {
		usual := float64(labelled[at.sig]) >= inlineShare*float64(leaves[at.sig])
		if u.pages >= 2 && (usual || u.differs && 2*u.pages >= len(docs)) {
			out[at.label] = true
		}
	}
	return out
}

// splitInline cuts leaves that begin with one of the labels into the label and its value, both of
// the same text node.
func (c *corpus) splitInline(d *doc) {
	if len(c.inline) == 0 {
		return
	}
	out := make([]leaf, 0, len(d.leaves)+16)
	for _, l := range d.leaves {
		label := inlineLabel(l.text)
		if !c.inline[label] {
			out = append(out, l)
			continue
		}
		value := c.part(l, len(label)+1, l.text[len(label)+1:])
		value.positionalPath = c.positionalPaths.extend(l.positionalPath, -1)
		out = append(out, c.part(l, 0, label), value)
	}
	d.leaves = out
}

// part is l with a part of its text, which begins at at.
func (c *corpus) part(l leaf, at int, text string) leaf {
	first, last := 0, 0
	for i, p := range l.pieces {
		if p.at <= at {
			first = i
		}
		if p.at < at+len(text) {
			last = i
		}
	}
	begin := 0 // of the first of the nodes that the part is of
	if len(l.pieces) > 0 {
		l.from, l.nth, begin = l.pieces[first].elem, l.pieces[first].nth, l.pieces[first].at
		l.pieces = slices.Clone(l.pieces[first : last+1])
		for i := range l.pieces {
			l.pieces[i].at = max(0, l.pieces[i].at-at)
		}
	}
	if begin > 0 {
		l.offset = 0
	}
	l.offset += int32(utf8.RuneCountInString(l.text[begin:at]))
	if len(l.pieces) == 1 {
		l.pieces = nil
	}
	l.field = 0
	l.text, l.types = text, typesOf(text)
	l.content = c.contentOf(c.sigs[l.sig].inlineTags, text)
	return l
}
