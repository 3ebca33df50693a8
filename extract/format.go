package extract

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"verde/extract/token"
)

// A wrapper is written for people who read and edit it: a line a column.

// Style is how a text node is marked up: the elements around it with their ids
// and classes, and the types of its tokens. In JSON it is one string,
//
//	html/body/table/tr/td #isbn .value >b =0
//
// for a b element in a td of the id isbn and the class value, with texts of digits;
// a class attribute of several names has points between them.
type Style struct {
	Path     string   // element names from the root, inline ones left out
	IDs      []string // from the root, as the classes
	Classes  []string
	Property string // what markup calls it, as itemprop does
	Inline   string // elements within the block that hold the text, the innermost first: <b><span>
	Types    token.Types
}

var escapeName = strings.NewReplacer(`\`, `\\`, `.`, `\.`)

// String writes a style as it is in JSON.
func (s Style) String() string {
	words := []string{s.Path}
	for _, id := range s.IDs {
		words = append(words, "#"+strings.ReplaceAll(escapeName.Replace(id), " ", "."))
	}
	for _, class := range s.Classes {
		words = append(words, "."+strings.ReplaceAll(escapeName.Replace(class), " ", "."))
	}
	if s.Property != "" {
		words = append(words, "@"+strings.ReplaceAll(escapeName.Replace(s.Property), " ", "."))
	}
	if s.Inline != "" {
		tags := strings.Split(strings.Trim(s.Inline, "<>"), "><")
		slices.Reverse(tags)
		words = append(words, ">"+strings.Join(tags, ">"))
	}
	if s.Types != 0 {
		words = append(words, "="+s.Types.String())
	}
	return strings.Join(words, " ")
}

// MarshalText writes a style as [Style.String] does.
func (s Style) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads what MarshalText wrote.
func (s *Style) UnmarshalText(text []byte) error {
	path, rest, _ := strings.Cut(string(text), " ")
	*s = Style{Path: path}
	for word := range strings.SplitSeq(rest, " ") {
		switch {
		case word == "":
		case word[0] == '#':
			s.IDs = append(s.IDs, spacedName(word[1:]))
		case word[0] == '.':
			s.Classes = append(s.Classes, spacedName(word[1:]))
		case word[0] == '@':
			s.Property = spacedName(word[1:])
		case word[0] == '>':
			for tag := range strings.SplitSeq(word[1:], ">") {
				s.Inline = "<" + tag + ">" + s.Inline
			}
		case word[0] == '=':
			s.Types |= token.Parse(word[1:])
		default:
			return styleError(string(text))
		}
	}
	return nil
}

// spacedName reads the value of an id or class attribute, whose words have points
// between them.
func spacedName(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			i++
			b.WriteByte(s[i])
		case s[i] == '.':
			b.WriteByte(' ')
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

type styleError string

func (e styleError) Error() string {
	return "where " + strconv.Quote(clip(string(e), 2*maxLabel)) + `: expected a path, then words that begin with #, ., @, > or =, as in "html/body/p .value >b"`
}

// MarshalJSON writes a wrapper as [Wrapper.Text] does.
func (w *Wrapper) MarshalJSON() ([]byte, error) { return w.Text() }

// Text writes a wrapper as JSON with a line for each field and for each element of those
// that are lists of objects. Empty lists are left out.
func (w *Wrapper) Text() ([]byte, error) {
	var out bytes.Buffer
	encode := func(v any) error {
		if other, ok := v.(*Wrapper); ok {
			text, err := other.Text()
			out.Write(text)
			return err
		}
		enc := json.NewEncoder(&out)
		enc.SetEscapeHTML(false) // it is no HTML
		err := enc.Encode(v)
		out.Truncate(max(0, out.Len()-1)) // the end of the line
		return err
	}
	before := "{\n "
	of := reflect.ValueOf(w).Elem()
	for _, f := range reflect.VisibleFields(of.Type()) {
		name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		v := of.FieldByIndex(f.Index)
		if name == "" || option == "omitempty" && v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0 {
			continue
		}
		out.WriteString(before + strconv.Quote(name) + ": ")
		before = ",\n "
		if v.Kind() != reflect.Slice || v.Type().Elem().Kind() == reflect.String {
			if err := encode(v.Interface()); err != nil {
				return nil, err
			}
			continue
		}
		for i := range v.Len() {
			out.WriteString([]string{"[", ","}[min(i, 1)] + "\n  ")
			if err := encode(v.Index(i).Interface()); err != nil {
				return nil, err
			}
		}
		out.WriteString("\n ]")
	}
	out.WriteString("\n}")
	return out.Bytes(), nil
}
