package extract

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"verde/values"
)

// Markup may say what a text is: itemprop in microdata, property in RDFa, and the
// attributes in which tables that narrow screens show as lists keep the heading above a
// cell. The texts of one such property are one column wherever it comes, in whatever
// order pages have it, and whether they have the ones before it or not.

// propertyField is the word that the names of fields of properties begin with.
const propertyField = "property"

// scatteredShare is the share of the pages that may have the texts of a property in
// several places: a property that rows repeat, as the value of whatever their label says,
// is told apart by the alignment.
const scatteredShare = .1

// Bounds of what a property is known by, since pages may have very many of them within
// elements with very long names: runes of a name, for which an address of a vocabulary is
// short enough; properties, of which the last is the one that a text is of; and elements
// around it.
const (
	maxProperty   = 2 * maxLabel
	maxProperties = 3
	maxAround     = 32
)

// namedBy is the name that an attribute of an element gives to its text, "" for none.
func namedBy(n *html.Node, a html.Attribute) string {
	switch a.Key {
	case "itemprop", "property":
		return clip(values.FoldOnly(a.Val, values.Space), maxProperty)
	case "data-th", "data-label", "data-title", "data-header", "data-heading":
		if n.DataAtom != atom.A { // of a link it is what a box says that opens
			return clip(strings.TrimRight(values.FoldOnly(a.Val, values.Space), ":： "), maxProperty)
		}
	}
	return ""
}

// propertyAt is the element whose property a leaf is the value of: its own, or one above
// it up to its block. What holds blocks is a part of the page, and no value.
func (c *corpus) propertyAt(d *doc, l *leaf) int32 {
	for e := l.elem; e >= 0; e = d.elems[e].parent {
		if d.elems[e].prop >= 0 {
			return e
		}
		if !inlineTag(atom.Lookup([]byte(c.syms.names[d.elems[e].tag]))) {
			break
		}
	}
	return -1
}

// propertyKey is what texts of one property have in common: its name and those of the
// properties that it is in, -1 for none, and the elements around it.
type propertyKey struct {
	names [maxProperties]int32
	path  int32
}

// propertyOf names the property of element e.
func (c *corpus) propertyOf(d *doc, e int32) int32 {
	x := propertyKey{path: d.elems[e].path}
	n := 0
	for up := e; up >= 0 && n < maxProperties; up = d.elems[up].parent {
		if p := d.elems[up].prop; p >= 0 {
			x.names[n] = p
			n++
		}
	}
	for k := n; k < maxProperties; k++ {
		x.names[k] = -1
	}
	return c.named(x, func() string {
		names := make([]string, n)
		for k := range names {
			names[k] = c.syms.names[x.names[k]]
		}
		around := c.spell(c.paths, x.path)
		around = around[max(0, len(around)-maxAround):]
		for k, tag := range around {
			around[k] = clip(tag, maxLabel)
		}
		return propertyField + " " + strings.Join(names, " of ") + " in " + strings.Join(around, "/")
	})
}

// findProperties finds the properties that are columns, and notes the texts in them that
// nearly all pages have.
//
// Cost: linear in the leaves, times their depth, whatever the names are.
func (a *alignment) findProperties() {
	type use struct {
		pages, scattered, last int
		holder                 int32 // on the last page: of the elements with the property
		several                bool  // there are others on it
	}
	uses := make(map[int32]*use)
	every := a.usualTexts(everyShare)
	for i, d := range a.docs {
		for k := range d.leaves {
			l := &d.leaves[k]
			e := a.propertyAt(d, l)
			if e < 0 || l.field != 0 || separator(l.text) {
				continue
			}
			if every(l.content) {
				a.rowTexts[l.content] = true
				continue
			}
			field := a.propertyOf(d, e)
			u := uses[field]
			if u == nil {
				u = &use{last: -1}
				uses[field] = u
			}
			switch holder := d.elems[e].parent; {
			case u.last != i:
				u.pages++
				u.last, u.holder, u.several = i, holder, false
			case u.holder != holder && !u.several:
				u.scattered++
				u.several = true
			}
		}
	}
	a.properties = make(map[int32]bool)
	for field, u := range uses {
		if u.pages >= min(2, len(a.docs)) && float64(u.scattered) <= scatteredShare*float64(u.pages) {
			a.properties[field] = true
		}
	}
}

// keyProperties gives the texts of properties that are columns their fields.
func (c *corpus) keyProperties(d *doc) {
	if len(c.properties) == 0 {
		return
	}
	for k := range d.leaves {
		l := &d.leaves[k]
		if l.field != 0 || separator(l.text) || c.rowTexts[l.content] {
			continue
		}
		if e := c.propertyAt(d, l); e >= 0 {
			if field := c.propertyOf(d, e); c.properties[field] {
				l.field = field
			}
		}
	}
}
