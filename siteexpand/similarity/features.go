// Package similarity compares pages by the features of their HTML.
package similarity

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html/atom"

	"verde/internal/flathtml"
	"verde/page"
)

// Feature is a hash of something that a page has: an element with one of its
// classes, a link-path, or a short text: in an element or a part of its line, with or without what follows
// a colon or a number, shown in its place, by the title or aria-label of an icon, or the value of a data
// attribute. With some hundred features shared by the
// samples, one of them collides with a feature of a page once in ten thousand pages, at a weight of one in hundreds.
type Feature uint32

// Textual is the bit that is set in the features that are texts.
const Textual Feature = 1 << 31

// Presumed is the bit that is set besides in those that may be a label or a value: what stands before a
// number, as in "Pages 120" or else in "Smith 45" on a score sheet, and data attributes. Many pages tell; a few that
// share one may do so by chance.
const Presumed Feature = 1 << 30

// maxText is the greatest length in bytes of a text that is a feature. Labels and
// headings are shorter; longer texts are hardly ever the template's.
const maxText = 40

// FeaturesOf gives the features of a document, sorted. Cost: linear.
func FeaturesOf(doc *flathtml.Document, schema page.Schema) []Feature {
	out := make([]Feature, 0, len(schema)+len(doc.Nodes))
	for _, p := range schema {
		out = append(out, hash("path", uint32(p), ""))
	}
	for i := range doc.Nodes {
		n := &doc.Nodes[i]
		if n.Text {
			parent := &doc.Nodes[n.Parent]
			t := strings.TrimSpace(n.Data)
			if t == "" || invisible(parent) || !utf8.ValidString(t) {
				continue
			}
			for _, part := range parts(t) {
				if len(part) <= maxText {
					out = append(out, hash(parent.Data, 2, part)|Textual)
				}
				if l := label(part); l != "" && len(l) < len(part) {
					out = append(out, hash(parent.Data, 2, l)|Textual)
				}
				if l := counted(part); l != "" {
					out = append(out, hash(parent.Data, 4, l)|Textual|Presumed)
				}
			}
			continue
		}
		class, icon := "", n.Atom == atom.Svg || (n.Atom == atom.I || n.Atom == atom.Span || n.Atom == atom.Em || n.Atom == atom.B) && (i+1 == len(doc.Nodes) || int(doc.Nodes[i+1].Parent) != i)
		for _, a := range doc.Attributes(n) {
			switch {
			case a.Key == "class":
				class = a.Val
			case icon && (a.Key == "title" || a.Key == "aria-label") && 0 < len(a.Val) && len(a.Val) <= maxText && utf8.ValidString(a.Val):
				out = append(out, hash(n.Data, 3, a.Val)|Textual)
			case (a.Key == "itemprop" || strings.HasPrefix(a.Key, "data-")) && 0 < len(a.Val) && len(a.Val) <= maxText && utf8.ValidString(a.Val):
				out = append(out, hash(a.Key, 5, a.Val)|Textual|Presumed)
			}
		}
		if class == "" {
			out = append(out, hash(n.Data, 0, ""))
		}
		for c := range strings.FieldsSeq(class) {
			out = append(out, hash(n.Data, 1, unnumbered(c)))
		}
	}
	slices.Sort(out)
	return slices.Clone(slices.Compact(out))
}

// parts gives a text, or if signs part it as in "Pages 120 | Weight 3 kg" what stands between them.
func parts(t string) []string {
	if !strings.ContainsAny(t, "|·•") {
		return []string{t}
	}
	of := strings.FieldsFunc(t, func(r rune) bool { return r == '|' || r == '·' || r == '•' })
	for i, p := range of {
		of[i] = strings.TrimSpace(p)
	}
	return slices.DeleteFunc(of, func(p string) bool { return p == "" })
}

// label is the beginning of a text up to a colon, which in "Pages: 120" is the template's
// while the text is not; "" if there is none within maxText bytes.
func label(t string) string {
	for i, r := range t[:min(len(t), maxText)] {
		if i > 0 && (r == ':' || r == '：') {
			return t[:i+utf8.RuneLen(r)]
		}
	}
	return ""
}

// counted is the beginning of a text up to a number, as in "Weight 3 kg"; "" if there is none within maxText bytes.
func counted(t string) string {
	at := strings.IndexFunc(t[:min(len(t), maxText)], unicode.IsDigit)
	return strings.TrimSpace(t[:max(at, 0)])
}

// mostSteps is the number of digits that the steps of a scale and the columns of a grid have at most ("col-md-12", "text-sky-700"):
// more number or hash one thing of many.
const mostSteps = 3

// unnumbered is a class with "#" for each of its parts, between signs, that names one thing: "post-12345" and "memitem:a77e3ab0f" are
// classes that every post and every member has, and those of one page are of no template.
func unnumbered(class string) string {
	if numerals(class) <= mostSteps {
		return class
	}
	var b strings.Builder
	for class != "" {
		n := strings.IndexFunc(class, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if n < 0 {
			n = len(class)
		}
		if part := class[:n]; numerals(part) > mostSteps {
			b.WriteByte('#')
		} else {
			b.WriteString(part)
		}
		_, sign := utf8.DecodeRuneInString(class[n:])
		b.WriteString(class[n : n+sign])
		class = class[n+sign:]
	}
	return b.String()
}

// numerals counts the digits 0 to 9 of a text.
func numerals(t string) (n int) {
	for i := range len(t) {
		if '0' <= t[i] && t[i] <= '9' {
			n++
		}
	}
	return n
}

// invisible reports whether text right inside an element is not shown.
func invisible(n *flathtml.Node) bool {
	switch n.Atom {
	case atom.Script, atom.Style, atom.Textarea, atom.Option, atom.Noscript, atom.Template:
		return true
	}
	return false
}

// hash is FNV-1a over the parts, without the bits that tell texts and what is declared.
func hash(a string, n uint32, b string) Feature {
	h := uint32(2166136261)
	for i := range len(a) {
		h = (h ^ uint32(a[i])) * 16777619
	}
	h = (h ^ (n & 0xff)) * 16777619
	h = (h ^ (n >> 8)) * 16777619
	for i := range len(b) {
		h = (h ^ uint32(b[i])) * 16777619
	}
	return Feature(h) &^ (Textual | Presumed)
}

// Element is what stands for a path of elements that goes on from another, 0 for none, by an element of this name.
func Element(above Feature, name string) Feature { return hash(name, uint32(above), "") }

// Jaccard is the Jaccard coefficient of two pages' features without texts. Cost:
// linear in both.
func Jaccard(a, b []Feature) float64 {
	return WeightedJaccard(a, b, func(f Feature) float64 {
		if f&Textual != 0 {
			return 0
		}
		return 1
	})
}

// WeightedJaccard is the weight of the features that two pages share, by that of
// those which one of them has; 1 if that is nothing. Cost: linear in both.
func WeightedJaccard(a, b []Feature, weight func(Feature) float64) float64 {
	both, either := 0., 0.
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0] < b[0]:
			either += weight(a[0])
			a = a[1:]
		case len(a) == 0 || b[0] < a[0]:
			either += weight(b[0])
			b = b[1:]
		default:
			w := weight(a[0])
			both, either = both+w, either+w
			a, b = a[1:], b[1:]
		}
	}
	if either == 0 {
		return 1
	}
	return both / either
}
