package extract

import (
	"bytes"
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"verde/record"
	"verde/values"
)

// Data that a page embeds for machines says again what the page shows, under a name,
// or says more. It is read with the page: JSON-LD, the state that scripts start from
// (only where it is JSON; no script is run), the attributes of microdata, RDFa and
// OpenGraph, data-* attributes, and images. What agrees with a column that is shown
// becomes one with it, see agree.go; it never replaces what is shown, since it is
// often stale or of another entity.

// Bounds on the embedded data of one page. What is beyond them is not read.
const (
	maxEmbedded      = 1 << 20 // bytes of one script
	maxEmbeddedDepth = 8       // objects within objects
	maxEmbeddedKeys  = 200     // of each origin
	maxEmbeddedText  = 2000    // bytes of one value
	maxEmbeddedList  = 100     // values of one key
	maxStates        = 16      // objects that one script assigns
)

// origins are what keys of embedded data begin with, by where they are from; of keys
// that say the same the first is kept.
var origins = [...]string{fromImage, fromJSON, fromMicrodata, fromRDFa, fromMeta, fromState, fromAttribute}

const (
	fromImage     = "image:"
	fromJSON      = "json-ld:"
	fromMicrodata = "microdata:"
	fromRDFa      = "rdfa:"
	fromMeta      = "meta:"
	fromState     = "script:" // script:__NEXT_DATA__:props.title, script:window.state:title
	fromAttribute = "data-"
)

// origin is the place of a key's beginning among origins.
func origin(key string) int {
	return slices.IndexFunc(origins[:], func(o string) bool { return strings.HasPrefix(key, o) })
}

// embedded are the values that a page embeds, by their path: json-ld:author.name,
// meta:og:title.
type embedded map[string][]found

// found is a value that a page embeds.
type found struct {
	text string
	elem int32  // the element whose attribute it is, or that holds the script
	attr string // name of the attribute, "" in a script
	nth  int32  // of the script
	src  string // of an image, as it is written, with alt
	alt  string
	row  Row // of a list of objects
}

// embeddedData collects what a page embeds while it is read.
type embeddedData struct {
	values embedded
	counts [len(origins)]int // keys of each origin
	lists  int               // lists of objects so far
}

func (m *embeddedData) add(key string, v found) {
	if v.text == "" && v.src == "" || len(v.text) > maxEmbeddedText || len(key) > maxEmbeddedText || len(m.values[key]) >= maxEmbeddedList {
		return
	}
	if m.values[key] == nil {
		o := origin(key)
		if m.counts[o] >= maxEmbeddedKeys {
			return
		}
		m.counts[o]++
	}
	m.values[key] = append(m.values[key], v)
}

// attributes reads the machine-readable attributes of an element.
func (m *embeddedData) attributes(n *html.Node, elem int32) {
	attr := make(map[string]string, len(n.Attr))
	for _, a := range n.Attr {
		if a.Namespace == "" {
			attr[a.Key] = a.Val
			if strings.HasPrefix(a.Key, fromAttribute) {
				m.add(a.Key, found{text: values.FoldOnly(a.Val, values.Space), elem: elem, attr: a.Key})
			}
		}
	}
	name := machineValue(n.DataAtom, attr)
	v := found{text: values.FoldOnly(attr[name], values.Space), elem: elem, attr: name}
	if name == "src" || name == "href" {
		v.src = strings.TrimSpace(attr[name])
	}
	switch prop := strings.Fields(attr["itemprop"]); {
	case name == "":
	case len(prop) > 0:
		for _, p := range prop {
			m.add(fromMicrodata+itemPath(n)+p, v)
		}
	case attr["property"] != "" && n.DataAtom != atom.Meta:
		m.add(fromRDFa+values.FoldOnly(attr["property"], values.Space), v)
	case n.DataAtom == atom.Meta:
		if key := cmp.Or(attr["property"], attr["name"]); key != "" {
			m.add(fromMeta+values.FoldOnly(key, values.Space), v)
		}
	}
}

// machineValue names the attribute in which an element has its value for machines,
// "" if that is its text (HTML, Microdata; RDFa Core).
func machineValue(a atom.Atom, attr map[string]string) string {
	name := ""
	switch a {
	case atom.A, atom.Area, atom.Link:
		name = "href"
	case atom.Img, atom.Audio, atom.Video, atom.Embed, atom.Source, atom.Track:
		name = "src"
	case atom.Object:
		name = "data"
	case atom.Time:
		name = "datetime"
	case atom.Data, atom.Meter:
		name = "value"
	}
	if attr["content"] != "" {
		name = "content"
	}
	if attr[name] == "" {
		return ""
	}
	return name
}

// itemPath is the path of the microdata item that an element is a property of, with a
// point at its end: "offers." within an item that is the offers of another one.
func itemPath(n *html.Node) string {
	var steps []string
	for p := n.Parent; p != nil && len(steps) < maxEmbeddedDepth; p = p.Parent {
		prop, scope := "", false
		for _, a := range p.Attr {
			scope = scope || a.Key == "itemscope"
			if a.Key == "itemprop" {
				prop, _, _ = strings.Cut(values.FoldOnly(a.Val, values.Space), " ")
			}
		}
		if !scope {
			continue
		}
		if prop == "" {
			break
		}
		steps = append(steps, prop+".")
	}
	slices.Reverse(steps)
	return strings.Join(steps, "")
}

// image notes an image by the elements that it is in: image:div.cover/a/img.
func (m *embeddedData) image(n *html.Node, elem int32) {
	v := found{elem: elem, attr: "src"}
	lazy := ""
	for _, a := range n.Attr {
		switch a.Key {
		case "src":
			v.src = strings.TrimSpace(a.Val)
		case "data-src", "data-original", "data-lazy-src": // what scripts load later, in the usual places
			lazy = strings.TrimSpace(a.Val)
		case "alt":
			v.alt = values.FoldOnly(a.Val, values.Space)
		}
	}
	if lazy != "" && (v.src == "" || strings.HasPrefix(v.src, "data:")) {
		v.src = lazy
	}
	if v.src == "" || strings.HasPrefix(v.src, "data:") {
		return
	}
	key := ""
	for e, up := n, 0; e != nil && e.Type == html.ElementNode && up < maxUp; e, up = e.Parent, up+1 {
		step := e.Data
		for _, a := range e.Attr {
			if a.Key != "class" {
				continue
			}
			for _, class := range strings.Fields(a.Val) {
				if !strings.ContainsAny(class, "0123456789") {
					step += "." + class
				}
			}
		}
		key = "/" + step + key
	}
	m.add(fromImage+key[1:], v)
}

// assigned is what a script puts into a property of the window.
var assigned = regexp.MustCompile(`(?:^|[;{}\s])(?:window|self|globalThis)(?:\.([\w$]+)|\[["']([\w$]+)["']\])\s*=\s*([{\[])`)

// script reads a script: JSON-LD, of which some pages have several values in a row,
// other JSON, or the objects that it assigns. What does not parse as JSON is left
// out. elem is the element that holds the script, and nth its number there.
func (m *embeddedData) script(n *html.Node, elem, nth int32) {
	if n.FirstChild == nil || len(n.FirstChild.Data) > maxEmbedded {
		return
	}
	text, kind, id := n.FirstChild.Data, "", ""
	for _, a := range n.Attr {
		switch a.Key {
		case "type":
			kind = strings.ToLower(strings.TrimSpace(a.Val))
		case "id":
			id = strings.TrimSpace(a.Val)
		}
	}
	at := found{elem: elem, nth: nth}
	switch {
	case kind == "application/ld+json":
		m.decode(fromJSON, text, at, true)
	case kind == "application/json":
		m.decode(fromState+cmp.Or(id, "json")+":", text, at, true)
	case kind == "" || strings.HasSuffix(kind, "javascript") || kind == "module":
		for _, place := range assigned.FindAllStringSubmatchIndex(text, maxStates) {
			name := ""
			for _, k := range []int{2, 4} {
				if place[k] >= 0 {
					name = text[place[k]:place[k+1]]
				}
			}
			m.decode(fromState+"window."+name+":", text[place[6]:], at, false)
		}
	}
}

// decode reads the JSON value that a text begins with, or all that stand in a row.
func (m *embeddedData) decode(prefix, text string, at found, all bool) {
	in := json.NewDecoder(bytes.NewBufferString(text))
	in.UseNumber()
	for {
		var v any
		if err := in.Decode(&v); err != nil {
			return // io.EOF, or no JSON from here on
		}
		m.value(prefix, "", v, 0, at)
		if !all {
			return
		}
	}
}

// value adds what v holds under a path. Lists add to the path that they are at, those
// of several objects as rows; @graph to the path above, and keywords of JSON-LD say
// nothing of the entity.
func (m *embeddedData) value(prefix, path string, v any, depth int, at found) {
	if depth > maxEmbeddedDepth {
		return
	}
	switch v := v.(type) {
	case map[string]any:
		keys := make([]string, 0, len(v))
		for key := range v {
			keys = append(keys, key)
		}
		slices.Sort(keys)
		for _, key := range keys {
			switch {
			case key == "@graph":
				m.value(prefix, path, v[key], depth+1, at)
			case strings.HasPrefix(key, "@"):
			case path == "":
				m.value(prefix, key, v[key], depth+1, at)
			default:
				m.value(prefix, path+"."+key, v[key], depth+1, at)
			}
		}
	case []any:
		rows := path != "" && at.row.Group == 0 && objects(v)
		if rows {
			m.lists++
		}
		for i, x := range v {
			if rows {
				at.row = Row{firstEmbeddedGroup + m.lists, i + 1, keyName(path)}
			}
			m.value(prefix, path, x, depth+1, at)
		}
	case string:
		at.text = values.FoldOnly(v, values.Space)
		m.add(prefix+path, at)
	case json.Number:
		at.text = v.String()
		m.add(prefix+path, at)
	}
}

// firstEmbeddedGroup tells groups of embedded data from those that are shown.
const firstEmbeddedGroup = 1 << 20

// objects tells whether a list is of several things with several properties each: the
// reviews of a book, not the names of its authors.
func objects(list []any) bool {
	n := 0
	for _, x := range list {
		object, ok := x.(map[string]any)
		if !ok {
			return false
		}
		for key := range object {
			if !strings.HasPrefix(key, "@") {
				n++
			}
		}
	}
	return len(list) > 1 && n >= 2*len(list)
}

// value gives what was found as a value with its place.
func (f *found) value(c *corpus, d *doc, key string) record.Value {
	v := record.Value{Text: f.text, Alt: f.alt, Key: key, XPath: c.elementPath(d, f.elem)}
	if f.attr == "" {
		v.XPath += "/script[" + strconv.Itoa(int(f.nth)) + "]"
	} else {
		v.XPath += "/@" + nameTest(f.attr)
	}
	if f.src != "" {
		address := d.absolute(f.src)
		v.Text = cmp.Or(address, v.Text)
		if f.attr == "src" {
			v.Src = address
		} else {
			v.Href = address
		}
	}
	if strings.HasPrefix(key, fromImage) {
		v.Key, v.Type = "", record.Image // shown, and not for machines alone
		if e := &d.elems[f.elem]; e.link > 0 {
			v.Href = d.absolute(d.links[e.link-1])
		}
	}
	return v
}

// embed puts what the page embeds under a key into a cell.
func (c *Cell) embed(x *corpus, d *doc, key string) {
	for i := range d.embedded[key] {
		f := &d.embedded[key][i]
		row := f.row
		if strings.HasPrefix(key, fromImage) {
			row = d.rowOf(f.elem)
		}
		if v := f.value(x, d, key); v.Text != "" {
			c.put(v, row)
		}
	}
}

// rowOf is the row of a group that an element is in, the zero row if it is in none.
func (d *doc) rowOf(e int32) Row {
	for ; e >= 0 && len(d.rowElems) > 0; e = d.elems[e].parent {
		if row, ok := d.rowElems[e]; ok {
			return row
		}
	}
	return Row{}
}

// keyName is what embedded data call a value: the last word of its path that says
// something. "json-ld:author.name" is the author.
func keyName(key string) string {
	if strings.HasPrefix(key, fromImage) {
		return "image"
	}
	if name, ok := strings.CutPrefix(key, fromAttribute); ok {
		return clip(name, maxLabel)
	}
	path := key
	if o := origin(key); o >= 0 {
		path = path[len(origins[o]):]
	}
	if i := strings.LastIndexByte(path, ':'); i >= 0 {
		path = path[i+1:]
	}
	parent, last := "", path
	if i := strings.LastIndexByte(path, '.'); i >= 0 {
		parent, last = path[:i], path[i+1:]
	}
	switch strings.ToLower(last) {
	case "name", "value", "text", "content", "title", "label":
		if parent != "" {
			last = parent[strings.LastIndexByte(parent, '.')+1:]
		}
	}
	if !utf8.ValidString(last) {
		last = strings.ToValidUTF8(last, "\uFFFD")
	}
	return clip(last, maxLabel)
}
