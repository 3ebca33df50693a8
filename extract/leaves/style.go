package leaves

import (
	"slices"
	"strconv"
	"strings"

	"verde/extract/token"
)

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
	Property string // name in the markup, as of itemprop
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
	return "where " + strconv.Quote(Clip(string(e), 2*MaxLabel)) + `: expected a path, then words that begin with #, ., @, > or =, as in "html/body/p .value >b"`
}

// Names gives the names of a set of symbols, sorted.
func (c *Corpus) Names(symbols map[int32]bool) []string {
	var out []string
	for s := range symbols {
		out = append(out, c.Syms.Names[s])
	}
	slices.Sort(out)
	return out
}

// Style writes a signature with names in place of numbers, with the types of the
// texts that have it.
func (c *Corpus) Style(sig int32, types token.Types) Style {
	s := &c.Sigs[sig]
	return Style{Path: strings.Join(c.Spell(c.Paths, s.Path), "/"), IDs: c.Spell(c.IDs, s.IDs), Classes: c.Spell(c.Classes, s.Classes),
		Inline: c.Syms.Names[s.InlineTags], Property: c.Syms.Names[s.Prop], Types: types}
}

// Spell gives the names of the symbols of sequence s, as [html body div] of a path.
func (c *Corpus) Spell(q *Sequences, s int32) []string {
	var out []string
	for _, sym := range q.Spell(s, nil) {
		out = append(out, c.Syms.Names[sym])
	}
	return out
}
