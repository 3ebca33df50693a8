package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html/atom"
)

// A block is prose, whose links and emphases are no values of their own, if one
// of its text nodes has runWords words, or if it is a paragraph of proseWords
// words with half as many in one text node. Names, dates and titles that stand
// within a block have fewer.
const (
	runWords   = 8
	proseWords = 10
)

// inlineTag tells elements that mark up words within a block.
func inlineTag(a atom.Atom) bool {
	switch a {
	case atom.Abbr, atom.Acronym, atom.Br, atom.Code, atom.Del, atom.Ins, atom.Kbd, atom.Q, atom.S, atom.Samp, atom.Tt, atom.Var, atom.Wbr:
		return true
	}
	return decorative(a)
}

// block is the nearest element at or above e that is no inline one.
func (c *corpus) block(d *doc, e int32) int32 {
	for e >= 0 && inlineTag(atom.Lookup([]byte(c.syms.names[d.elems[e].tag]))) {
		e = d.elems[e].parent
	}
	return e
}

// joinProse makes one leaf of the text nodes side by side in one block of prose
// or in one pre element: a paragraph is one value however many links it has. A
// label at the beginning stays a leaf of its own.
//
// Cost: linear in the leaves and the depth of inline markup.
func (c *corpus) joinProse(d *doc) {
	blocks := make([]int32, len(d.leaves))
	for k := range d.leaves {
		blocks[k] = c.block(d, d.leaves[k].elem)
	}
	out := d.leaves[:0]
	for lo := 0; lo < len(d.leaves); {
		hi := lo + 1
		for hi < len(d.leaves) && blocks[hi] == blocks[lo] {
			hi++
		}
		part := d.leaves[lo:hi]
		if len(part) > 1 && len(part[0].text) <= maxInline && (strings.HasSuffix(part[0].text, ":") || strings.HasPrefix(part[1].text, ":")) {
			out, part = append(out, part[0]), part[1:]
		}
		out = append(out, c.paragraphs(d, part, blocks[lo])...)
		lo = hi
	}
	d.leaves = out
}

// paragraphs joins the leaves of block b, all of them in a p or pre element and
// else those of a line between which no sentence ends. It gives them back as they are if
// the block is no prose.
func (c *corpus) paragraphs(d *doc, leaves []leaf, b int32) []leaf {
	if b < 0 || len(leaves) < 2 {
		return leaves
	}
	tag := c.syms.names[d.elems[b].tag]
	switch tag {
	case "title", "h1", "h2", "h3", "h4", "h5", "h6", "th", "dt":
		return leaves
	}
	if tag != "pre" && !prose(leaves, tag) {
		return leaves
	}
	var out []leaf
	for lo := 0; lo < len(leaves); {
		hi := lo + 1
		for hi < len(leaves) && (tag == "p" || tag == "pre" || !leaves[hi].broken && !sentenceEnds(leaves[hi-1].text, leaves[hi].text)) {
			hi++
		}
		if hi-lo > 1 {
			out = append(out, c.join(d, leaves[lo:hi], b))
		} else {
			out = append(out, leaves[lo])
		}
		lo = hi
	}
	return out
}

// sentenceEnds tells whether a sentence ends between two texts: after a mark or
// a bracket, unless the next text goes on in lower case or with another mark,
// and before a colon, which ends a label.
func sentenceEnds(x, y string) bool {
	last, _ := utf8.DecodeLastRuneInString(x)
	first, _ := utf8.DecodeRuneInString(y)
	return first == ':' || strings.ContainsRune(".!?:;…»|)]。！？", last) && !unicode.IsLower(first) && !strings.ContainsRune(",.;!?)]}", first)
}

// prose tells whether the texts of a block are words of sentences.
func prose(leaves []leaf, tag string) bool {
	all, most := 0, 0
	for i := range leaves {
		n := strings.Count(leaves[i].text, " ") + 1
		all, most = all+n, max(most, n)
	}
	return most >= runWords || tag == "p" && all >= proseWords && most >= runWords/2
}

// join is one leaf of several, which stands in block b where the first one of
// them did.
func (c *corpus) join(d *doc, leaves []leaf, b int32) leaf {
	var text strings.Builder
	l := leaf{elem: b, nth: leaves[0].nth, class: -1}
	for i := range leaves {
		if i > 0 && (leaves[i].spaced || leaves[i-1].open) {
			text.WriteByte(' ')
		}
		text.WriteString(leaves[i].text)
		l.types |= leaves[i].types
	}
	l.text = text.String()
	e := &d.elems[b]
	l.sig = c.signature(signature{path: e.path, ids: e.ids, classes: e.classes, deco: c.syms.intern("")})
	l.spot = c.spots.extend(c.spots.extend(e.spot, -1), l.nth)
	l.content = c.contentOf(c.sigs[l.sig].deco, l.text)
	return l
}
