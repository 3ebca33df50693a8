package page

import (
	"bytes"

	"golang.org/x/net/html/atom"
)

// A formatting element ("b", "font", "a") that is open when an element around it ends
// is reopened with all its attributes where the next text begins (WHATWG, "reconstruct
// the active formatting elements"). So a page of a few kilobytes may become a tree of
// gigabytes: some hundred such elements that never end, followed by paragraphs.

// survey bounds from above how many elements and attributes the parser makes by
// reopening formatting elements. It stops where they, or the roots, are too many.
//
// The bound: each tag reopens at most all formatting elements that have not ended. Every
// one that was started counts as not ended, even in a comment, unless its end tag follows
// in order, with only complete elements between the two tags. For a page whose tags are in
// order the bound is near zero.
//
// Cost: linear, a twentieth of what parsing takes.
func survey(body []byte) reopening {
	r := reopening{unread: maxOverlap * len(body)}
	for rest := body; !r.tooMany(); {
		i := bytes.IndexByte(rest, '<')
		if i < 0 {
			break
		}
		rest = rest[i+1:]
		r.cost += r.held
		r.tag(rest)
	}
	r.cost += r.held
	return r
}

// tooMany reports whether reopening may add too many elements, or the tags overlap too
// much to find out.
func (r *reopening) tooMany() bool {
	return r.cost > maxReopened || r.roots > maxRoots || r.unread < 0
}

// maxOverlap is how many times the length of a document its tags are read in all. Tags are
// beside each other, and only "<" in attributes begins what may be one; but in "<b/x=<b/x=..."
// each goes to the end of the document.
const maxOverlap = 8

// reopening is the state of a survey.
type reopening struct {
	cost   int       // elements and attributes that may be reopened so far
	roots  int       // html and body tags
	held   int       // elements and attributes of formatting that may not have ended
	widest int       // the greatest weight of a formatting element
	links  int       // open a and nobr elements, which end when another one begins
	unread int       // bytes of tags that may still be read
	order  []started // open elements that are in order, from the outside
}

// started is the start of an element.
type started struct {
	atom   atom.Atom
	weight int // its share of held: 1 + attributes; 0 for elements that are no formatting
}

// adopted is the number of elements that the end of a formatting element that is
// not in order has opened again at most: eight times three and one (WHATWG, the
// adoption agency algorithm).
const adopted = 8 * 4

// tag counts a tag, of which s is what stands behind "<".
func (r *reopening) tag(s []byte) {
	end := len(s) > 0 && s[0] == '/'
	if r.held == 0 && (end || !mayMatter(s)) {
		return
	}
	if end {
		a, _ := knownName(s[1:])
		r.end(a)
		return
	}
	a, behind := knownName(s)
	if a == atom.Html || a == atom.Body {
		r.roots++
	}
	formats := isFormatting(a)
	if !formats && !isPlain(a) {
		r.order = r.order[:0]
	}
	if !formats && len(r.order) == 0 {
		return
	}
	n, length := attributes(behind)
	r.unread -= length
	e := started{atom: a}
	if formats {
		e.weight = 1 + n
		r.held += e.weight
		r.widest = max(r.widest, e.weight)
		if a == atom.A || a == atom.Nobr {
			if r.links++; r.links > 1 {
				r.cost += adopted * r.widest
			}
		}
	}
	switch {
	case bytes.IndexByte(behind[:length], '<') >= 0: // what follows may stand in the tag
		r.order = r.order[:0]
	case !isVoid(a):
		r.order = append(r.order, e)
	}
}

// end counts an end tag.
func (r *reopening) end(a atom.Atom) {
	if last := len(r.order) - 1; last >= 0 && r.order[last].atom == a && a != 0 {
		if r.held -= r.order[last].weight; a == atom.A || a == atom.Nobr {
			r.links--
		}
		r.order = r.order[:last]
		return
	}
	r.order = r.order[:0]
	if isFormatting(a) {
		r.cost += adopted * r.widest
	}
}

// mayMatter reports whether a tag may be of a formatting element or a root, by its first
// letter.
func mayMatter(s []byte) bool {
	return len(s) > 0 && bytes.IndexByte([]byte("abcefhinstu"), s[0]|0x20) >= 0
}

// isFormatting reports whether an element is reopened.
func isFormatting(a atom.Atom) bool {
	switch a {
	case atom.A, atom.B, atom.Big, atom.Code, atom.Em, atom.Font, atom.I, atom.Nobr, atom.S, atom.Small, atom.Strike, atom.Strong, atom.Tt, atom.U:
		return true
	}
	return false
}

// isVoid reports whether a plain element has no content.
func isVoid(a atom.Atom) bool {
	switch a {
	case atom.Br, atom.Hr, atom.Img, atom.Input, atom.Wbr:
		return true
	}
	return false
}

// isPlain reports whether formatting elements reopen across an element as they do across
// a div: it is no boundary for them, as table cells are, and its content is markup, which
// that of scripts is not.
func isPlain(a atom.Atom) bool {
	switch a {
	case atom.Abbr, atom.Address, atom.Article, atom.Aside, atom.Bdi, atom.Bdo, atom.Blockquote, atom.Center, atom.Cite, atom.Dd, atom.Del,
		atom.Dfn, atom.Div, atom.Dl, atom.Dt, atom.Figcaption, atom.Figure, atom.Footer, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6,
		atom.Header, atom.Ins, atom.Kbd, atom.Label, atom.Li, atom.Main, atom.Mark, atom.Nav, atom.Ol, atom.P, atom.Picture, atom.Pre, atom.Q,
		atom.Samp, atom.Section, atom.Span, atom.Sub, atom.Sup, atom.Time, atom.Ul, atom.Var:
		return true
	}
	return isVoid(a)
}
