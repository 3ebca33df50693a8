package rules

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html/atom"

	"verde/extract/leaves"
	"verde/values"
	"verde/values/calendar"
)

// maxInline is the longest label within a text ("Author: X"), in letters as [values.Length]
// counts them, and maxInlineWords the most words it has. maxParts is how many labels with their
// values one text may have.
const (
	maxInline      = 40
	maxInlineWords = 5
	maxParts       = 16
)

// inlineMark parts what one text says.
var inlineMark = regexp.MustCompile(`(^| )[/|·•]( |$)|; `)

// inlineTexts calls visit with each leaf, of which what stands between marks are the cells: "Author: X",
// "Height: 6-8 / Weight: 240".
//
// Cost: linear in the leaves.
func (c *Corpus) inlineTexts(d *Doc, visit func(x cutText)) {
	for k, l := range d.Leaves {
		x, at := cutText{Leaf: l, span: span{int32(k), int32(k) + 1}}, 0
		if strings.ContainsAny(l.Text, ":：–—-=【?？") {
			x.lines = [][]textCell{nil}
			for _, mark := range append(inlineMark.FindAllStringIndex(l.Text, maxParts), []int{len(l.Text), len(l.Text)}) {
				if cell := strings.TrimRight(l.Text[at:max(at, mark[0])], " "); cell != "" {
					x.lines[0] = append(x.lines[0], textCell{at, at + len(cell), leaves.Gap{Kind: leaves.MarkGap}})
				}
				at = mark[1]
			}
		}
		visit(x)
	}
}

// lenticular is what Japanese and Chinese texts set in the brackets of labels: "【Size】20 cm".
var lenticular = regexp.MustCompile(`^【([^【】]+)】`)

// inlineLabel returns the beginning of text that may be a label within it, the colon
// included, or the mark of a question, or the dash between blanks, or lenticular brackets around it; "" if there is none.
func inlineLabel(text string) string {
	if strings.HasPrefix(text, "【") {
		if m := lenticular.FindStringSubmatch(text); m != nil && MayLabel(m[1]) && strings.TrimSpace(text[len(m[0]):]) != "" {
			return m[0]
		}
		return ""
	}
	for i, r := range text {
		end := i + utf8.RuneLen(r)
		next, _ := utf8.DecodeRuneInString(text[min(end, len(text)):])
		dash := strings.ContainsRune("–—-=", r) && next == ' ' && i > 0 && text[i-1] == ' '
		ends := dash || r == '：' || r == '？' || (r == ':' || r == '?') && next == ' '
		switch {
		case i > utf8.UTFMax*maxInline || ends && (strings.Trim(text[end:], ". …") == "" || !MayLabel(text[:end])) || dash && ofCalendar(text[:i-1]) && beginsInCalendar(text[end:]):
			return ""
		case ends:
			return text[:end]
		}
	}
	return ""
}

// Bracketed is a label in brackets.
var Bracketed = regexp.MustCompile(`^(?:\(|\[|【|〔|［)(.+)(?:\)|\]|】|〕|］) ?`)

// ofCalendar tells whether a text is the name of a month or a day, which begins a range: "March – October".
func ofCalendar(text string) bool {
	name := strings.ToLower(text)
	return calendar.ShortMonth(name) > 0 || calendar.Day(name)
}

// beginsInCalendar tells whether the first word of a text is such a name, as the end of a range: what stands behind a day may be
// its hours, "Monday – 9:00 to 17:00".
func beginsInCalendar(text string) bool {
	word, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	return ofCalendar(strings.TrimRight(word, ",.;:"))
}

// MayLabel reports whether a text with a colon or dash at its end may be a label: it is short, and begins
// with a letter. One that begins with a number has a letter and ends in a colon, as "3.5mm jack:"; with a
// dash it is the first of a range, as "11:30 am –". Questions have more words than names have.
func MayLabel(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return len(text) <= utf8.UTFMax*maxInline && values.Length(text) <= maxInline && strings.ContainsFunc(strings.ReplaceAll(text, leaves.NameMark, ""), unicode.IsLetter) && (unicode.IsLetter(first) || unicode.IsDigit(first) && (strings.HasSuffix(text, ":") || strings.HasSuffix(text, "："))) && (strings.HasSuffix(text, "?") || strings.Count(text, " ") < maxInlineWords)
}

// LabelEnd is what may end a label.
const LabelEnd = ":：-–—= "

// leadingMark parts a value from the label in other markup before it, which may have a note in brackets.
var leadingMark = regexp.MustCompile(`^[)\]]?(?:[:：]|\. | ?[–—=-] )`)

// What is typed before an item: bullets, which are nothing else; a dash or an asterisk and a blank; and arrows, shapes and ticks, which
// may be a value as well ("✗ no", "▼ 6.1"), or the marks of quoted lines.
var (
	bullets = regexp.MustCompile(`^(?:[•‣⁃▪◦] ?)+`)
	dash    = regexp.MustCompile(`^[*–—-] +`)
	sign    = regexp.MustCompile(`^(?:[·\x{2190}-\x{21FF}\x{25A0}-\x{25FF}\x{2700}-\x{27BF}]|[>|#]+) ?`)
)

// trimBullets cuts off what lists that are typed and not marked up have before their items, and between those of a line: it is of no value
// and no label. A dash is one where a line begins that is no cell or quantity, which may have a number below zero, and a sign is where a
// label follows.
func (c *Corpus) trimBullets(d *Doc) {
	for k := range d.Leaves {
		l := &d.Leaves[k]
		if c.Breaks || l.Field != 0 || len(l.Gaps) > 0 { // several lines are cut first
			continue
		}
		if k+1 < len(d.Leaves) && !d.Leaves[k+1].Edge && !d.Leaves[k+1].Broken {
			if item := strings.TrimRight(l.Text, " •‣⁃▪◦"); item != l.Text && !leaves.Separator(item) {
				*l = c.WithoutMark(*l, item)
			}
		}
		item := l.Text[len(bullets.FindString(l.Text)):]
		if l.Edge || l.Broken {
			if rest := item[len(sign.FindString(item)):]; inlineLabel(rest) != "" {
				item = rest
			} else if rest := item[len(dash.FindString(item)):]; !quantity(rest) && d.Enclosing(l.Elem, atom.Td, atom.Th) < 0 {
				item = rest
			}
		}
		if item != l.Text && item != "" {
			*l = c.Part(*l, len(l.Text)-len(item), item)
		}
	}
}

// quantity tells whether a text is nothing but a number and its unit.
func quantity(text string) bool {
	return slices.ContainsFunc(values.Parse(text), func(v values.Value) bool {
		_, ok := v.(values.Quantity)
		return ok
	})
}

// trimMarks cuts off the colon, full stop or dash, with a bracket before it, that texts begin with which go on behind their
// label in other markup: "<b>Pages</b>: 320".
func (c *Corpus) trimMarks(d *Doc) {
	for k := 1; k < len(d.Leaves); k++ {
		x, l := &d.Leaves[k-1], &d.Leaves[k]
		rest := strings.TrimLeft(leadingMark.ReplaceAllString(l.Text, ""), " ")
		if rest != l.Text && !leaves.Separator(rest) && rest[0] != ':' && !l.Edge && !l.Broken && l.Field == 0 && leaves.Namelike(x.Text) && d.Block(x.Elem) == d.Block(l.Elem) {
			mark := l.Text[:len(l.Text)-len(rest)]
			if x.Mark == "" && l.Spaced {
				x.Mark = " "
			}
			x.Mark += strings.TrimRight(mark, " ")
			*l = c.Part(*l, len(mark), rest)
			l.Spaced = strings.HasSuffix(mark, " ")
		}
	}
}
