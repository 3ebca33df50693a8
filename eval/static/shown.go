package static

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// sight is what a page shows.
type sight struct {
	text  string            // all of it, pieces set apart by blanks
	small string            // the same in small letters
	whole map[string]string // texts of elements and text nodes as shown, by their small letters
}

// look reads what a page shows. A page that is no HTML shows nothing.
func look(body []byte) *sight {
	s := &sight{whole: map[string]string{}}
	root, err := html.Parse(bytes.NewReader(body))
	if err != nil {
		return s
	}
	s.text = fold(s.visit(root))
	s.small = strings.ToLower(s.text)
	return s
}

// hidden are elements whose text is not shown.
var hidden = map[atom.Atom]bool{atom.Head: true, atom.Script: true, atom.Style: true, atom.Template: true, atom.Svg: true, atom.Noscript: true}

// inline elements set their text apart from none beside it.
var inline = map[atom.Atom]bool{atom.A: true, atom.B: true, atom.Em: true, atom.I: true, atom.Span: true, atom.Strong: true, atom.Sub: true, atom.Sup: true, atom.Code: true}

// visit gives the text of a node, and notes it and that of all below.
func (s *sight) visit(n *html.Node) string {
	if n.Type == html.TextNode {
		s.note(n.Data)
		return n.Data
	}
	if hidden[n.DataAtom] {
		return ""
	}
	var b strings.Builder
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		b.WriteString(s.visit(c))
	}
	text := b.String()
	if n.Type == html.ElementNode {
		s.note(text)
	}
	if !inline[n.DataAtom] {
		text = " " + text + " "
	}
	return text
}

// longest is how long a text may be that is one value, in bytes: an abstract.
const longest = 4096

func (s *sight) note(text string) {
	if text = fold(text); text != "" && len(text) < longest {
		s.whole[strings.ToLower(text)] = text
	}
}

func fold(s string) string { return strings.Join(strings.Fields(s), " ") }

// find gives the forms of a value that the page shows, spelt as there, and
// whether one of them is all that some element shows.
func (s *sight) find(forms []string) (spelt []string, whole bool) {
	for _, form := range forms {
		form = fold(form)
		if form == "" {
			continue
		}
		if text, ok := s.whole[strings.ToLower(form)]; ok {
			spelt, whole = append(spelt, text), true
		} else if text := s.part(form); text != "" {
			spelt = append(spelt, text)
		}
	}
	return slices.Compact(spelt), whole
}

// all gives the forms that the page shows of several values, spelt as there, nil
// if one is not shown, and whether each is all that some element shows.
func (s *sight) all(values [][]string) (spelt []string, whole bool) {
	whole = true
	for _, forms := range values {
		found, all := s.find(forms)
		if len(found) == 0 {
			return nil, false
		}
		spelt, whole = append(spelt, found...), whole && all
	}
	return spelt, whole
}

// part finds a form among other text, neither preceded nor followed by what it
// could be a piece of.
func (s *sight) part(form string) string {
	if !strings.Contains(s.small, strings.ToLower(form)) {
		return ""
	}
	for _, at := range regexp.MustCompile(`(?i)`+regexp.QuoteMeta(form)).FindAllStringIndex(s.text, -1) {
		before, _ := utf8.DecodeLastRuneInString(s.text[:at[0]])
		after, _ := utf8.DecodeRuneInString(s.text[at[1]:])
		if !continues(before) && !continues(after) {
			return s.text[at[0]:at[1]]
		}
	}
	return ""
}

func continues(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
