package flathtml

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// scanner takes a document apart into tags, texts and comments. It takes what
// is written as it should be; of anything else it says so.
type scanner struct {
	body []byte
	text string // the same
	at   int
}

// tag is a start or end tag.
type tag struct {
	name   string
	atom   atom.Atom
	attrs  int32 // its attributes are the document's from here on
	twice  bool  // an attribute is there twice
	closed bool  // is an end tag, too
}

const space = " \t\r\n\f"

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' }

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// chars takes the text up to the next tag, comment or the end.
func (s *scanner) chars() string {
	from := s.at
	for {
		i := strings.IndexByte(s.text[s.at:], '<')
		if i < 0 || s.at+i+1 == len(s.text) {
			s.at = len(s.text)
			break
		}
		s.at += i
		if c := s.text[s.at+1]; isLetter(c) || c == '/' || c == '!' || c == '?' {
			break
		}
		s.at++
	}
	return s.text[from:s.at]
}

// space skips white space, and reports whether something follows.
func (s *scanner) space() bool {
	for s.at < len(s.text) && isSpace(s.text[s.at]) {
		s.at++
	}
	return s.at < len(s.text)
}

// name takes the name of a tag or an attribute, in lower case.
func (s *scanner) name() (string, atom.Atom, bool) {
	from, upper := s.at, false
	for ; s.at < len(s.text); s.at++ {
		switch c := s.text[s.at]; {
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9', c == '-', c == ':', c == '_':
		case 'A' <= c && c <= 'Z':
			upper = true
		case isSpace(c), c == '=', c == '/', c == '>':
			name := s.text[from:s.at]
			if upper {
				name = strings.ToLower(name)
				return name, atom.Lookup([]byte(name)), name != ""
			}
			return name, atom.Lookup(s.body[from:s.at]), name != ""
		default:
			return "", 0, false
		}
	}
	return "", 0, false
}

// mostAttributes is the number of attributes of an element that are compared
// with each other for whether one comes twice.
const mostAttributes = 64

// startTag takes a start tag and appends its attributes to attrs: of several of
// one name the first.
func (s *scanner) startTag(attrs []html.Attribute) (tag, []html.Attribute, bool) {
	s.at++
	t := tag{attrs: int32(len(attrs))}
	var ok bool
	if t.name, t.atom, ok = s.name(); !ok {
		return t, attrs, false
	}
	for s.space() {
		switch s.text[s.at] {
		case '>':
			s.at++
			return t, attrs, true
		case '/':
			if !strings.HasPrefix(s.text[s.at:], "/>") {
				return t, attrs, false
			}
			s.at++
			t.closed = true
			continue
		}
		key, _, ok := s.name()
		if !ok {
			return t, attrs, false
		}
		val, ok := s.value()
		if !ok || len(attrs)-int(t.attrs) > mostAttributes {
			return t, attrs, false
		}
		if has(attrs[t.attrs:], key) {
			t.twice = true
			continue
		}
		attrs = append(attrs, html.Attribute{Key: key, Val: val})
	}
	return t, attrs, false
}

func has(attrs []html.Attribute, key string) bool {
	for i := range attrs {
		if attrs[i].Key == key {
			return true
		}
	}
	return false
}

// value takes the value of an attribute, if it has one.
func (s *scanner) value() (string, bool) {
	if !s.space() {
		return "", false
	}
	if s.text[s.at] != '=' {
		return "", true
	}
	s.at++
	if !s.space() {
		return "", false
	}
	switch quote := s.text[s.at]; quote {
	case '>':
		return "", true
	case '"', '\'':
		s.at++
		end := strings.IndexByte(s.text[s.at:], quote)
		if end < 0 {
			return "", false
		}
		raw := s.text[s.at : s.at+end]
		s.at += end + 1
		return decodeValue(raw)
	}
	from := s.at
	for ; s.at < len(s.text); s.at++ {
		if c := s.text[s.at]; isSpace(c) || c == '>' {
			return decodeValue(s.text[from:s.at])
		}
	}
	return "", false
}

// endTag takes an end tag.
func (s *scanner) endTag() (t tag, ok bool) {
	s.at += len("</")
	if s.at == len(s.text) || !isLetter(s.text[s.at]) {
		return t, false
	}
	if t.name, t.atom, ok = s.name(); !ok || !s.space() || s.text[s.at] != '>' {
		return t, false
	}
	s.at++
	return t, true
}

// comment skips a comment, a document type or a processing instruction; which
// of them tells its first letter, in upper case.
func (s *scanner) comment() (kind byte, ok bool) {
	switch rest := s.text[s.at:]; {
	case strings.HasPrefix(rest, "<!--"):
		inner := rest[len("<!--"):]
		end := strings.Index(inner, "-->")
		if end < 0 || strings.HasPrefix(inner, ">") || strings.HasPrefix(inner, "->") || strings.Contains(inner[:end], "--!") {
			return 0, false
		}
		s.at += len("<!--") + end + len("-->")
		return '-', true
	case strings.HasPrefix(rest, "<?"), len(rest) > len("<!doctype") && strings.EqualFold(rest[:len("<!doctype")], "<!doctype"):
		end := strings.IndexByte(rest, '>')
		if end < 0 {
			return 0, false
		}
		s.at += end + 1
		if rest[1] == '?' {
			return '?', true
		}
		return 'D', true
	}
	return 0, false
}

// raw takes the text within an element in which there are no tags, and its end
// tag.
func (s *scanner) raw(name string) (string, bool) {
	from := s.at
	for {
		i := strings.Index(s.text[s.at:], "</")
		if i < 0 {
			return "", false
		}
		s.at += i
		rest := s.text[s.at+len("</"):]
		if len(rest) > len(name) && strings.EqualFold(rest[:len(name)], name) && (isSpace(rest[len(name)]) || rest[len(name)] == '/' || rest[len(name)] == '>') {
			break
		}
		s.at += len("</")
	}
	text := s.text[from:s.at]
	if name == "script" && strings.Contains(text, "<!--") && strings.Contains(strings.ToLower(text), "<script") {
		return "", false // may be a script written by a script
	}
	_, ok := s.endTag()
	return text, ok
}

// newlines gives a text with line ends as they are in a tree.
func newlines(raw string) string {
	if strings.IndexByte(raw, '\r') < 0 {
		return raw
	}
	return strings.ReplaceAll(strings.ReplaceAll(raw, "\r\n", "\n"), "\r", "\n")
}

// decode resolves the character references of a text.
func decode(raw string) string { return html.UnescapeString(newlines(raw)) }

// decodeValue resolves those of an attribute's value, where other rules hold
// for references that do not end in a semicolon.
func decodeValue(raw string) (string, bool) {
	raw = newlines(raw)
	n := strings.Count(raw, "&")
	if n == 0 {
		return raw, true
	}
	if n == strings.Count(raw, "&amp;") {
		return strings.ReplaceAll(raw, "&amp;", "&"), true
	}
	if strings.IndexByte(raw, '"') >= 0 {
		return "", false
	}
	z := html.NewTokenizer(strings.NewReader(`<a href="` + raw + `">`))
	z.Next()
	z.TagName()
	_, val, _ := z.TagAttr()
	return string(val), true
}
