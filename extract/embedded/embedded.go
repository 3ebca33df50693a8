// Package embedded reads what pages embed for machines: JSON-LD, the state that scripts start
// from (only where it is JSON; no script is run), the attributes of microdata, RDFa and
// OpenGraph, data-* attributes, and images. It is hostile as all of the page is, often
// stale, or of another entity than the page, which is for the caller to judge.
//
// The package is pure.
package embedded

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"verde/values"
)

// Bounds on the embedded data of one page. What is beyond them is not read.
const (
	maxEmbedded      = 1 << 20 // bytes of one script
	maxEmbeddedDepth = 8       // objects within objects
	maxEmbeddedKeys  = 200     // of each origin
	maxEmbeddedText  = 2000    // bytes of one value
	maxEmbeddedList  = 100     // values of one key
	maxStates        = 16      // objects that one script assigns
	maxSteps         = 3       // elements that an image is named by
	maxPropertyName  = 100     // bytes of the name of a property that is an object
)

// origins are what keys of embedded data begin with, by where they are from; of keys
// that say the same the first is kept.
var origins = [...]string{FromImage, fromJSON, fromMicrodata, fromRDFa, fromMeta, fromState, FromAttribute}

// What keys begin with.
const (
	FromImage     = "image:"
	fromJSON      = "json-ld:"
	fromMicrodata = "microdata:"
	fromRDFa      = "rdfa:"
	fromMeta      = "meta:"
	fromState     = "script:" // script:__NEXT_DATA__:props.title, script:window.state:title
	FromAttribute = "data-"
)

// origin is the place of a key's beginning among origins.
func origin(key string) int {
	return slices.IndexFunc(origins[:], func(o string) bool { return strings.HasPrefix(key, o) })
}

// IsKey tells whether a name is that of a value among embedded data.
func IsKey(name string) bool { return origin(name) >= 0 }

// Marked tells whether a key is of what a publisher marks up as a property of a thing: JSON-LD, microdata or RDFa.
func Marked(key string) bool {
	return strings.HasPrefix(key, fromJSON) || strings.HasPrefix(key, fromMicrodata) || strings.HasPrefix(key, fromRDFa)
}

// Data are the values that a page embeds, by their path: json-ld:author.name,
// meta:og:title.
type Data map[string][]Found

// Found is a value that a page embeds.
type Found struct {
	Text string
	Elem int32  // the element whose attribute it is, or that holds the script, as the caller numbers them
	Attr string // name of the attribute, "" in a script
	Nth  int32  // of the script
	Src  string // of an image, as it is written, with Alt
	Alt  string
	Row  Row // of a list of objects
}

// Row is which object of which list of objects a value is of: the third of the reviews. The
// zero Row is of none.
type Row struct {
	List, Number int // both from 1, lists in order of the page
	Label        string
}

// Reader collects what a page embeds, of an element at a time. Its zero value has no Data yet.
type Reader struct {
	Data   Data
	counts [len(origins)]int // keys of each origin
	lists  int               // lists of objects so far
}

func (m *Reader) add(key string, v Found) {
	if v.Text == "" && v.Src == "" || len(v.Text) > maxEmbeddedText || len(key) > maxEmbeddedText || len(m.Data[key]) >= maxEmbeddedList {
		return
	}
	if m.Data[key] == nil {
		o := origin(key)
		if m.counts[o] >= maxEmbeddedKeys {
			return
		}
		m.counts[o]++
	}
	if m.Data == nil {
		m.Data = make(Data)
	}
	m.Data[key] = append(m.Data[key], v)
}

// Element reads an element that is no script.
func (m *Reader) Element(n *html.Node, elem int32) {
	if slices.ContainsFunc(n.Attr, func(a html.Attribute) bool {
		return a.Key == "content" || a.Key == "itemprop" || a.Key == "property" || strings.HasPrefix(a.Key, FromAttribute)
	}) {
		m.attributes(n, elem)
	}
	if n.DataAtom == atom.Img {
		m.image(n, elem)
	}
}

// attributes reads the machine-readable attributes of an element.
func (m *Reader) attributes(n *html.Node, elem int32) {
	attr := make(map[string]string, len(n.Attr))
	for _, a := range n.Attr {
		if a.Namespace == "" {
			attr[a.Key] = a.Val
			if strings.HasPrefix(a.Key, FromAttribute) {
				m.add(a.Key, Found{Text: values.FoldOnly(a.Val, values.Space), Elem: elem, Attr: a.Key})
			}
		}
	}
	name := machineValue(n.DataAtom, attr)
	v := Found{Text: values.FoldOnly(attr[name], values.Space), Elem: elem, Attr: name}
	if name == "src" || name == "href" {
		v.Src = strings.TrimSpace(attr[name])
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
func (m *Reader) image(n *html.Node, elem int32) {
	v := Found{Elem: elem, Attr: "src"}
	lazy := ""
	for _, a := range n.Attr {
		switch a.Key {
		case "src":
			v.Src = strings.TrimSpace(a.Val)
		case "data-src", "data-original", "data-lazy-src": // what scripts load later, in the usual places
			lazy = strings.TrimSpace(a.Val)
		case "alt":
			v.Alt = values.FoldOnly(a.Val, values.Space)
		}
	}
	if lazy != "" && (v.Src == "" || strings.HasPrefix(v.Src, "data:")) {
		v.Src = lazy
	}
	if v.Src == "" || strings.HasPrefix(v.Src, "data:") {
		return
	}
	key := ""
	for e, up := n, 0; e != nil && e.Type == html.ElementNode && up < maxSteps; e, up = e.Parent, up+1 {
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
	m.add(FromImage+key[1:], v)
}

// assigned is what a script puts into a property of the window.
var assigned = regexp.MustCompile(`(?:^|[;{}\s])(?:window|self|globalThis)(?:\.([\w$]+)|\[["']([\w$]+)["']\])\s*=\s*([{\[])`)

// mayAssign reports whether a script names the window at all. Most don't, and a search for words is many times faster than
// one for the expression.
func mayAssign(text string) bool {
	return strings.Contains(text, "window") || strings.Contains(text, "self") || strings.Contains(text, "globalThis")
}

// Script reads a script: JSON-LD, of which some pages have several values in a row,
// other JSON, or the objects that it assigns. What does not parse as JSON is left
// out. elem is the element that holds the script, and nth its number there.
func (m *Reader) Script(n *html.Node, elem, nth int32) {
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
	at := Found{Elem: elem, Nth: nth}
	switch {
	case kind == "application/ld+json":
		m.decode(fromJSON, text, at, true)
	case kind == "application/json":
		m.decode(fromState+cmp.Or(id, "json")+":", text, at, true)
	case (kind == "" || strings.HasSuffix(kind, "javascript") || kind == "module") && mayAssign(text):
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
func (m *Reader) decode(prefix, text string, at Found, all bool) {
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
func (m *Reader) value(prefix, path string, v any, depth int, at Found) {
	if depth > maxEmbeddedDepth {
		return
	}
	switch v := v.(type) {
	case map[string]any:
		if name, value := property(v); name != "" && path != "" {
			m.value(prefix, path+"."+name, value, depth+1, at)
			return
		}
		for _, key := range slices.Sorted(maps.Keys(v)) {
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
		rows := path != "" && at.Row.List == 0 && objects(v)
		if rows {
			m.lists++
		}
		for i, x := range v {
			if rows {
				at.Row = Row{m.lists, i + 1, Name(path)}
			}
			m.value(prefix, path, x, depth+1, at)
		}
	case string:
		at.Text = values.FoldOnly(v, values.Space)
		m.add(prefix+path, at)
	case json.Number:
		at.Text = v.String()
		m.add(prefix+path, at)
	}
}

// property is the name and the value of an object that is a property of the one that it is
// in: a PropertyValue of schema.org, or one that has nothing else; "" for another.
func property(object map[string]any) (name string, value any) {
	name, _ = object["name"].(string)
	value, ok := object["value"]
	if name = pathMarks.Replace(values.FoldOnly(name, values.Space)); !ok || len(name) > maxPropertyName {
		return "", nil
	}
	if object["@type"] == "PropertyValue" {
		return name, value
	}
	for key := range object {
		if key != "name" && key != "value" && !strings.HasPrefix(key, "@") {
			return "", nil
		}
	}
	return name, value
}

// pathMarks are what parts of a path are separated by, which names of properties lose.
var pathMarks = strings.NewReplacer(".", "", ":", "")

// objects tells whether a list is of several things with several properties each: the
// reviews of a book, not the names of its authors, nor properties.
func objects(list []any) bool {
	n := 0
	for _, x := range list {
		object, ok := x.(map[string]any)
		if !ok {
			return false
		}
		if name, _ := property(object); name != "" {
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

// Generic tells whether a property only says that its value stands for the thing that has it, as the
// name of an author does.
func Generic(property string) bool {
	return slices.Contains([]string{"name", "value", "text", "content", "title", "label"}, strings.ToLower(property))
}

// Name is what embedded data call a value: the last word of its path that says
// something. "json-ld:author.name" is the author.
func Name(key string) string {
	if strings.HasPrefix(key, FromImage) {
		return "image"
	}
	if name, ok := strings.CutPrefix(key, FromAttribute); ok {
		return name
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
	if parent != "" && Generic(last) {
		last = parent[strings.LastIndexByte(parent, '.')+1:]
	}
	return strings.ToValidUTF8(last, "\uFFFD")
}

// Compare orders keys by their origin, then by name.
func Compare(x, y string) int {
	return cmp.Or(cmp.Compare(origin(x), origin(y)), cmp.Compare(x, y))
}

// SingleAttributes takes those data-* attributes of which a page has several values out of
// what it embeds: they are of its parts.
func (d Data) SingleAttributes() {
	for key, list := range d {
		if strings.HasPrefix(key, FromAttribute) && slices.ContainsFunc(list, func(f Found) bool { return f.Text != list[0].Text }) {
			delete(d, key)
		} else if strings.HasPrefix(key, FromAttribute) {
			d[key] = list[:1]
		}
	}
}
