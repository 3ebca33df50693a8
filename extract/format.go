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

// A wrapper is written for people who read and edit it: a line a column, and of where
// its texts stand no more than tells them from others. What many columns have in
// common, the elements around a table, is written once, in "within".

// Style is how a text node is marked up: the elements around it with their ids
// and classes, and the types of its tokens. In JSON it is one string,
//
//	3:tr/td #isbn .value >b =0
//
// for a b element in a td of the id isbn and the class value, with texts of digits,
// within the third of the wrapper's places; a class attribute of several names has
// points between them.
type Style struct {
	Path    string   // element names from the root, inline ones left out
	IDs     []string // from the root, as the classes
	Classes []string
	Inline  string // elements within the block that hold the text, the innermost first: <b><span>
	Types   token.Types

	within int // number of the place that it goes on from, 0 for the root
}

// placeSteps is how many elements of a path are the column's own; those above them are
// a place that it shares with others.
const placeSteps = 2

// split cuts the place off that a style shares with others.
func (s Style) split() (place, rest Style, ok bool) {
	steps := strings.Split(s.Path, "/")
	if len(steps) <= placeSteps {
		return place, s, false
	}
	at, classes := len(steps)-placeSteps, max(0, len(s.Classes)-1)
	place = Style{Path: strings.Join(steps[:at], "/"), IDs: s.IDs, Classes: s.Classes[:classes]}
	rest = Style{Path: strings.Join(steps[at:], "/"), Classes: s.Classes[classes:], Inline: s.Inline, Types: s.Types}
	return place, rest, true
}

// in is the style s within a place.
func (s Style) in(place Style) Style {
	s.Path = place.Path + "/" + s.Path
	s.IDs, s.Classes, s.within = slices.Concat(place.IDs, s.IDs), slices.Concat(place.Classes, s.Classes), 0
	return s
}

var escapeName = strings.NewReplacer(`\`, `\\`, `.`, `\.`)

// String writes a style as it is in JSON.
func (s Style) String() string {
	words := []string{s.Path}
	if s.within > 0 {
		words[0] = strconv.Itoa(s.within) + ":" + s.Path
	}
	for _, id := range s.IDs {
		words = append(words, "#"+strings.ReplaceAll(escapeName.Replace(id), " ", "."))
	}
	for _, class := range s.Classes {
		words = append(words, "."+strings.ReplaceAll(escapeName.Replace(class), " ", "."))
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
	if number, path, ok := strings.Cut(path, ":"); ok {
		if n, err := strconv.Atoi(number); err == nil {
			s.within, s.Path = n, path
		}
	}
	for word := range strings.SplitSeq(rest, " ") {
		switch {
		case word == "":
		case word[0] == '#':
			s.IDs = append(s.IDs, spacedName(word[1:]))
		case word[0] == '.':
			s.Classes = append(s.Classes, spacedName(word[1:]))
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
	return "where " + strconv.Quote(clip(string(e), 2*maxLabel)) + `: expected a path, then words that begin with #, ., > or =, as in "3:tr/td .value >b"`
}

// MarshalJSON writes a wrapper as [Wrapper.Text] does.
func (w *Wrapper) MarshalJSON() ([]byte, error) { return w.Text() }

// Text writes a wrapper as JSON with a line for each field and for each element of those
// that are lists of objects. Empty lists are left out.
func (w *Wrapper) Text() ([]byte, error) {
	within, columns := w.shared()
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
		switch name {
		case "within":
			v = reflect.ValueOf(within)
		case "columns":
			v = reflect.ValueOf(columns)
		}
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

// shared are the places that styles of the columns share, and the columns with styles
// that go on from them. Its inverse is unplace.
func (w *Wrapper) shared() ([]Style, []ColumnRule) {
	var places []Style
	numbers := make(map[string]int)
	columns := slices.Clone(w.Columns)
	for k := range columns {
		c := &columns[k]
		c.Styles = slices.Clone(c.Styles)
		for i, s := range c.Styles {
			place, rest, ok := s.split()
			if !ok {
				continue
			}
			key := place.String()
			if numbers[key] == 0 {
				places = append(places, place)
				numbers[key] = len(places)
			}
			rest.within = numbers[key]
			c.Styles[i] = rest
		}
	}
	return places, columns
}

// unplace gives columns their whole styles again. It reports whether there are all
// places that these go on from.
func unplace(places []Style, columns []ColumnRule) bool {
	for k := range columns {
		for i, s := range columns[k].Styles {
			if s.within > len(places) || s.within < 0 {
				return false
			}
			if s.within > 0 {
				columns[k].Styles[i] = s.in(places[s.within-1])
			}
		}
	}
	return true
}
