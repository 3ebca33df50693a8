package leaves

import (
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/html/atom"

	"verde/extract/embedded"
	"verde/extract/meaning"
	"verde/page"
	"verde/record"
)

// Each value says where it stands by an XPath expression. It is to lead to the same
// text in every program that reads the page: HTML parsers add elements, and which
// ones differs. The html, head and body elements are there in all of them. A tbody
// is added by browsers and not by libxml2, so rows are counted from the table down.

// maxPieces is how many text nodes an XPath expression names one by one. A text of
// more of them, which its element has other ones beside, has the place of the element.
const maxPieces = 16

// Value is what a leaf says, with its place and its link.
func (c *Corpus) Value(d *Doc, l *Leaf) record.Value {
	if l.Found != nil {
		return c.embeddedValue(d, l)
	}
	v := record.Value{Text: l.Shown(), XPath: c.xpath(d, l), Offset: int(l.offset)}
	e := &d.Elems[l.Elem]
	if l.pieces == nil {
		e = &d.Elems[l.From] // a part of a line that was joined
	}
	if link := d.linkOf(l); link > 0 {
		v.Href = d.Absolute(d.links[link-1])
	}
	if e.time > 0 {
		v.Date = meaning.Date(d.times[e.time-1])
	}
	return v
}

// linkOf is the place plus one of the link that all of a leaf's text is in, 0 if there is none.
func (d *Doc) linkOf(l *Leaf) int32 {
	link := d.Elems[l.From].Link
	for _, p := range l.pieces {
		if d.Elems[p.elem].Link != link {
			return 0
		}
	}
	return link
}

// xpath leads to the text nodes of a leaf, from the root:
// /html/body/div[2]/p[1]/text()[1], or to the element if it has no others.
func (c *Corpus) xpath(d *Doc, l *Leaf) string {
	switch n := len(l.pieces); {
	case l.Text == "":
		return c.elementPath(d, l.Elem)
	case n == 0:
		return c.textPath(d, l.From, l.nth)
	case n == int(d.Elems[l.Elem].Texts) || n > maxPieces:
		return c.elementPath(d, l.Elem)
	}
	paths := make([]string, len(l.pieces))
	for i, p := range l.pieces {
		paths[i] = c.textPath(d, p.elem, p.nth)
	}
	return strings.Join(paths, " | ")
}

func (c *Corpus) textPath(d *Doc, e, nth int32) string {
	if nth == valueAttribute {
		return c.elementPath(d, e) + "/@value"
	}
	return c.elementPath(d, e) + "/text()[" + strconv.Itoa(int(nth)) + "]"
}

// elementPath leads to an element, from the nearest one with an id that no other has,
// or the root. Above an id, what parsers make of faulty markup does not matter.
func (c *Corpus) elementPath(d *Doc, e int32) string {
	var chain []int32
	anchored := false
	for ; e >= 0 && !anchored; e = d.Elems[e].Parent {
		chain = append(chain, e)
		id := d.Elems[e].ID
		anchored = id >= 0 && d.ids(id) == 1 && !strings.ContainsAny(c.Syms.Names[id], " \"")
	}
	var b strings.Builder
	foreign := false // within a drawing or a formula
	for i := len(chain) - 1; i >= 0; i-- {
		e := &d.Elems[chain[i]]
		if anchored && i == len(chain)-1 {
			b.WriteString(`//*[@id="` + c.Syms.Names[e.ID] + `"]`)
			continue
		}
		name := c.Syms.Names[e.Tag]
		if name == "tbody" && i > 0 && i+1 < len(chain) && c.Syms.Names[d.Elems[chain[i+1]].Tag] == "table" && c.Syms.Names[d.Elems[chain[i-1]].Tag] == "tr" {
			i--
			b.WriteString("/descendant::tr[" + strconv.Itoa(d.rowNumber(c, chain[i+2], chain[i])) + "]")
			continue
		}
		b.WriteByte('/')
		foreign = foreign || name == "svg" || name == "math"
		if test := nameTest(name); foreign && test == name { // browsers have it in a namespace of its own, which a plain name does not mean
			b.WriteString(`*[local-name()="` + name + `"]`)
		} else {
			b.WriteString(test)
		}
		if name != "html" && name != "body" && name != "head" {
			b.WriteByte('[')
			b.WriteString(strconv.Itoa(int(e.Nth)))
			b.WriteByte(']')
		}
	}
	return b.String()
}

// ids counts the elements with an id, by its symbol. Cost: linear in the elements of
// the page the first time.
func (d *Doc) ids(id int32) int {
	if d.idCounts == nil {
		d.idCounts = make(map[int32]int)
		for e := range d.Elems {
			if id := d.Elems[e].ID; id >= 0 {
				d.idCounts[id]++
			}
		}
	}
	return d.idCounts[id]
}

// rowNumber counts the tr elements within a table up to one of them, those of tables
// within it too. Cost: linear in the elements of the page the first time.
func (d *Doc) rowNumber(c *Corpus, table, row int32) int {
	if d.rowsBefore == nil {
		d.rowsBefore = make([]int32, len(d.Elems))
		tr := c.Syms.Intern("tr")
		n := int32(0)
		for e := range d.Elems {
			if d.Elems[e].Tag == tr {
				n++
			}
			d.rowsBefore[e] = n
		}
	}
	return int(d.rowsBefore[row] - d.rowsBefore[table])
}

// nameTest names elements in XPath. A name that is none there, as that of
// <o:p>, whose prefix stands for nothing in HTML, is compared as a string.
func nameTest(name string) string {
	if !strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_' }) {
		return name
	}
	switch {
	case !strings.Contains(name, `"`):
		return `*[name()="` + name + `"]`
	case !strings.Contains(name, `'`):
		return `*[name()='` + name + `']`
	}
	return `*[name()=concat("` + strings.ReplaceAll(name, `"`, `",'"',"`) + `")]`
}

// Absolute gives the normal URL of a link of the page; addresses of mail and telephones
// stay as they are. It is "" for what leads nowhere else, or is no address.
func (d *Doc) Absolute(href string) string {
	href = strings.TrimSpace(href)
	if strings.HasPrefix(href, "#") || len(href) > page.MaxURL {
		return ""
	}
	if scheme, _, ok := strings.Cut(href, ":"); ok && (strings.EqualFold(scheme, "mailto") || strings.EqualFold(scheme, "tel")) {
		return href
	}
	if d.base == "" {
		d.base = d.URL
		if d.baseHref != "" {
			if base, err := page.Resolve(d.URL, d.baseHref); err == nil {
				d.base = base
			}
		}
	}
	out, err := page.Resolve(d.base, href)
	if err != nil {
		return ""
	}
	return out
}

// refer notes what an element of the page refers to: the target of a link, the base
// of them all, the date that a text stands for.
func (d *Doc) refer(a atom.Atom, e *Element, key, value string) {
	switch {
	case key == "href" && (a == atom.A || a == atom.Area):
		d.links = append(d.links, value)
		e.Link = int32(len(d.links))
	case key == "href" && a == atom.Base && d.baseHref == "":
		d.baseHref = value
	case key == "datetime" && a == atom.Time:
		d.times = append(d.times, value)
		e.time = int32(len(d.times))
	}
}

// embeddedValue gives a leaf of embedded data as a value with its place.
func (c *Corpus) embeddedValue(d *Doc, l *Leaf) record.Value {
	f, key := l.Found, c.Syms.Names[l.Field]
	v := record.Value{Text: l.Text, Alt: f.Alt, Key: key, XPath: c.elementPath(d, f.Elem)}
	if f.Attr == "" {
		v.XPath += "/script[" + strconv.Itoa(int(f.Nth)) + "]"
	} else {
		v.XPath += "/@" + nameTest(f.Attr)
	}
	if f.Src != "" {
		if address := d.Absolute(f.Src); f.Attr == "src" {
			v.Src = address
		} else {
			v.Href = address
		}
	}
	if strings.HasPrefix(key, embedded.FromImage) {
		v.Key, v.Type = "", record.Image // shown, and not for machines alone
		if e := &d.Elems[f.Elem]; e.Link > 0 {
			v.Href = d.Absolute(d.links[e.Link-1])
		}
	}
	return v
}
