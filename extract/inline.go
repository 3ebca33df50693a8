package extract

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxInline is the longest label, in bytes, within a text ("Author: X"), and
// maxInlineWords the most words it has. maxParts is how many labels with their
// values one text may have.
const (
	maxInline      = 40
	maxInlineWords = 5
	maxParts       = 16
)

// inlineShare is the share of the leaves of a signature that have to begin
// with some repeated label before a label on fewer than half the pages is
// taken for one: two films of ten that begin with "Star Wars:" do not make it
// a label when the other titles have none.
const inlineShare = .6

// inlinePart is a label within a text, with its value.
type inlinePart struct{ label, value string }

// inlineParts cuts a text into labels and values: "Author: X", "Height 6-8 /
// Weight 240". Without a colon a label is the words before a number, and only
// where a text has several: "May 3" is none. It is nil where a part has no label.
func inlineParts(text string) []inlinePart {
	var pieces []string
	for _, mark := range []string{" / ", " | ", " · ", " • ", "; "} {
		if strings.Contains(text, mark) {
			pieces = strings.Split(text, mark)
			break
		}
	}
	if 1 < len(pieces) && len(pieces) <= maxParts {
		out := make([]inlinePart, 0, len(pieces))
		for _, piece := range pieces {
			label := inlineLabel(piece)
			if label == "" {
				label = beforeNumber(piece)
			}
			if label == "" {
				break
			}
			out = append(out, inlinePart{label, strings.TrimSpace(piece[len(label):])})
		}
		if len(out) == len(pieces) {
			return out
		}
	}
	if label := inlineLabel(text); label != "" {
		return []inlinePart{{label, strings.TrimSpace(text[len(label):])}}
	}
	return nil
}

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

// beforeNumber returns the words before the number that ends a text or is
// followed by its unit, "" if there is none.
func beforeNumber(text string) string {
	i := strings.IndexFunc(text, func(r rune) bool { return unicode.IsDigit(r) || unicode.Is(unicode.Sc, r) })
	if i <= 1 || i >= maxInline || text[i-1] != ' ' || strings.Count(text[i:], " ") > 1 {
		return ""
	}
	label := text[:i-1]
	if strings.Count(label, " ") >= maxInlineWords || strings.ContainsFunc(label, func(r rune) bool { return r != ' ' && r != '.' && !unicode.IsLetter(r) }) {
		return ""
	}
	return label
}

type inlineKey struct {
	sig   int32
	label string
}

// inlineLabels finds the labels within texts, as in "Author: X",
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
			for n, p := range inlineParts(l.text) {
				u := uses[inlineKey{l.sig, p.label}]
				if u == nil {
					u = &use{last: -1, rest: p.value}
					uses[inlineKey{l.sig, p.label}] = u
				}
				if u.last != i {
					u.last, u.pages = i, u.pages+1
				}
				u.differs = u.differs || u.rest != p.value
				if n > 0 {
					continue
				}
				if u.pages == 2 {
					labelled[l.sig]++ // the first one, made up for
				}
				if u.pages >= 2 {
					labelled[l.sig]++
				}
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

// splitInline cuts leaves that are made up of some of the labels and their
// values into a leaf for each, all of the same text node.
func (c *corpus) splitInline(d *doc, is func(sig int32, label string) bool) {
	var out []leaf
	for k := range d.leaves {
		l := d.leaves[k]
		parts := inlineParts(l.text)
		for _, p := range parts {
			if !is(l.sig, p.label) {
				parts = nil
				break
			}
		}
		if parts == nil {
			if out != nil {
				out = append(out, l)
			}
			continue
		}
		if out == nil {
			out = append(make([]leaf, 0, len(d.leaves)+16), d.leaves[:k]...)
		}
		at := 0
		for n, p := range parts {
			at += strings.Index(l.text[at:], p.label)
			head := c.part(l, at, p.label)
			at += len(p.label)
			at += strings.Index(l.text[at:], p.value)
			value := c.part(l, at, p.value)
			if n > 0 {
				head.positionalPath = c.positionalPaths.extend(l.positionalPath, -int32(2*n))
			}
			value.positionalPath = c.positionalPaths.extend(l.positionalPath, -int32(2*n+1))
			out = append(out, head, value)
		}
	}
	if out != nil {
		d.leaves = out
	}
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
