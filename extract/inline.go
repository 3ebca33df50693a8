package extract

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"verde/extract/token"
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

// inlineShare is the share of the leaves of a signature that have to begin
// with some repeated label before a label on fewer than half the pages is
// taken for one: two films of ten that begin with "Star Wars:" do not make it
// a label when the other titles have none.
const inlineShare = .6

// inlinePart is a label within a text and its value.
type inlinePart struct{ label, value string }

// inlineMark parts what one text says.
var inlineMark = regexp.MustCompile(`(^| )[/|·•]( |$)|; `)

// inlineParts cuts a text into labels and values: "Author: X",
// "Height: 6-8 / Weight: 240". is tells which labels there are. A label stands at the beginning of the text
// or after a mark, and ends in a colon or a dash; what has none belongs to the value before it, as values
// have marks, too. It is nil where the text does not begin with a label.
func inlineParts(text string, is func(label string) bool) []inlinePart {
	if !strings.ContainsAny(text, ":：–—-") {
		return nil
	}
	var out []inlinePart
	begin, from := 0, 0 // of the piece, and of the last value
	for _, mark := range append(inlineMark.FindAllStringIndex(text, maxParts), []int{len(text), len(text)}) {
		piece := text[begin:max(begin, mark[0])]
		label := inlineLabel(piece)
		switch {
		case piece == "":
		case is(label):
			from = begin + len(label)
			out = append(out, inlinePart{label, strings.TrimSpace(text[from:mark[0]])})
		case len(out) == 0:
			return nil
		default:
			out[len(out)-1].value = strings.TrimSpace(text[from:mark[0]])
		}
		begin = mark[1]
	}
	return out
}

// inlineLabel returns the beginning of text that may be a label within it, the colon
// included, or the dash between blanks; "" if there is none.
func inlineLabel(text string) string {
	for i, r := range text {
		end := i + utf8.RuneLen(r)
		next, _ := utf8.DecodeRuneInString(text[min(end, len(text)):])
		dash := strings.ContainsRune("–—-", r) && next == ' ' && i > 0 && text[i-1] == ' '
		ends := dash || r == '：' || r == ':' && next == ' '
		switch {
		case i > utf8.UTFMax*maxInline || ends && (strings.TrimSpace(text[end:]) == "" || !mayLabel(text[:end])) || dash && ofCalendar(text[:i-1]) && beginsInCalendar(text[end:]):
			return ""
		case ends:
			return text[:end]
		}
	}
	return ""
}

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

// mayLabel reports whether a text with a colon or dash at its end is short enough for a label and
// begins with a letter, or has a colon and a letter at least behind a number, as "3.5mm jack:": with a
// dash it is the first of a range, as "11:30 am –".
func mayLabel(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return len(text) <= utf8.UTFMax*maxInline && values.Length(text) <= maxInline && (unicode.IsLetter(first) || unicode.IsDigit(first) && (strings.HasSuffix(text, ":") || strings.HasSuffix(text, "：")) && strings.ContainsFunc(text, unicode.IsLetter)) && strings.Count(text, " ") < maxInlineWords
}

// cutLabel is the beginning of texts of a signature that may be a label.
type cutLabel struct {
	sig   int32
	label string
}

// cutUse is where the pages have it.
type cutUse struct {
	pageCount
	value   string // behind it first
	differs bool   // another one stands behind it, too
	twice   bool   // in a block
}

func (u *cutUse) note(page int, value string) {
	if u.pages == 0 {
		u.value = value
	}
	u.pageCount, u.differs = u.on(page), u.differs || u.value != value
}

// inlineLabels finds the labels within texts, as in "Author: X".
//
// Cost: linear in the leaves.
func (a *alignment) inlineLabels() map[string]bool {
	uses := make(map[cutLabel]*cutUse)
	leaves, labelled := make(map[int32]int), make(map[int32]int) // of a signature; with a label on several pages
	for i, d := range a.docs {
		for k := range d.leaves {
			l := &d.leaves[k]
			leaves[l.sig]++
			for n, p := range inlineParts(l.text, func(label string) bool { return label != "" }) {
				u := tallyOf(uses, cutLabel{l.sig, p.label})
				u.note(i, p.value)
				if n == 0 && u.pages >= 2 {
					labelled[l.sig]++
				}
			}
		}
	}
	out := make(map[string]bool)
	for at, u := range uses {
		usual := float64(labelled[at.sig]) >= inlineShare*float64(leaves[at.sig])
		if u.pages >= 2 && (usual || u.differs && 2*u.pages >= len(a.docs)) {
			out[at.label] = true
		}
	}
	return out
}

// splitInline cuts leaves that have labels into a leaf for each label and value, all of
// the same text node.
func (c *corpus) splitInline(d *doc) {
	if len(c.inline) == 0 {
		return
	}
	out := make([]leaf, 0, len(d.leaves)+16)
	for _, l := range d.leaves {
		parts := inlineParts(l.text, func(label string) bool { return c.inline[label] })
		if parts == nil {
			out = append(out, l)
			continue
		}
		at := 0
		for n, p := range parts {
			for i, text := range []string{p.label, p.value} {
				if text == "" {
					continue
				}
				at += strings.Index(l.text[at:], text)
				part := c.part(l, at, text)
				part.cut = i == 0
				at += len(text)
				if n+i > 0 {
					part.positionalPath = c.positionalPaths.extend(l.positionalPath, -int32(2*n+i))
				}
				out = append(out, part)
			}
		}
	}
	d.leaves = out
}

// part is l with a part of its text, which begins at at.
func (c *corpus) part(l leaf, at int, text string) leaf {
	first, last := 0, 0
	for i, p := range l.pieces {
		if p.at <= at {
			first = i
		}
		if p.at < at+len(text) {
			last = i
		}
	}
	begin := 0 // of the first of the nodes that the part is of
	if len(l.pieces) > 0 {
		l.from, l.nth, begin = l.pieces[first].elem, l.pieces[first].nth, l.pieces[first].at
		l.pieces = slices.Clone(l.pieces[first : last+1])
		for i := range l.pieces {
			l.pieces[i].at = max(0, l.pieces[i].at-at)
		}
	}
	if begin > 0 {
		l.offset = 0
	}
	l.offset += int32(utf8.RuneCountInString(l.text[begin:at]))
	if len(l.pieces) == 1 {
		l.pieces = nil
	}
	if l.field, l.gaps = 0, nil; at+len(text) < len(l.text) {
		l.mark = ""
	}
	l.text, l.types = text, token.Of(text)
	l.content = c.contentOf(c.sigs[l.sig].inlineTags, text)
	return l
}

// withoutMark is l with its text up to the mark at its end.
func (c *corpus) withoutMark(l leaf, value string) leaf {
	out := c.part(l, 0, value)
	out.mark = l.text[len(value):]
	return out
}

// trailingMark parts a value from the label in other markup behind it in its line.
var trailingMark = regexp.MustCompile(`( [/|·•]|;)$`)

// leadingMark parts a value from the label in other markup before it, which may have a note in brackets.
var leadingMark = regexp.MustCompile(`^[)\]]?(?:[:：]| ?[–—-] )`)

// trimMarks cuts off the colon or dash, with a bracket before it, that texts begin with which go on behind their
// label in other markup: "<b>Pages</b>: 320". What a list that was written by hand begins its items with goes, too.
func (c *corpus) trimMarks(d *doc) {
	for k := 1; k < len(d.leaves); k++ {
		x, l := &d.leaves[k-1], &d.leaves[k]
		if item := strings.TrimLeft(l.text, "•‣▪◦ "); item != l.text && item != "" && l.field == 0 {
			*l = c.part(*l, len(l.text)-len(item), item)
		}
		if value := trailingMark.ReplaceAllString(x.text, ""); value != x.text && value != "" && endsLabel.MatchString(l.text) && x.field == 0 && !l.edge && !l.broken && c.block(d, x.elem) == c.block(d, l.elem) {
			*x = c.withoutMark(*x, value)
		}
		rest := strings.TrimLeft(leadingMark.ReplaceAllString(l.text, ""), " ")
		if rest != l.text && !separator(rest) && rest[0] != ':' && !l.edge && !l.broken && l.field == 0 && namelike(x.text) && c.block(d, x.elem) == c.block(d, l.elem) {
			*l = c.part(*l, len(l.text)-len(rest), rest)
		}
	}
}
