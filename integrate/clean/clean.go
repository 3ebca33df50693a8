// Package clean makes columns that can be compared out of what a site writes
// under its labels.
//
// The one idea: what all pages of a site repeat is the site's manner, not a value.
// So words that begin or end nearly all values of a column are its template's
// ("Publisher:", "| Deepdiscount"). A column of one value says nothing. Two columns
// with the same values are one, and where nearly all values are made of two parts
// ("Anchor (May 19, 2009)") there are two columns. The same manner tells what kind
// of values there are, and whether 03/04/2003 is in March or April.
//
// Nothing depends on labels or language. The package is pure. Cost: linear in the
// cells; kinds and parts are told from samples.
package clean

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"verde/integrate/compare"
	"verde/values"
)

// The parts of composite values.
const (
	Whole Part = ""
	Main  Part = "main" // what stands before
	Note  Part = "note" // the parenthesis at the end

	Latitude  Part = "latitude"  // of a place
	Longitude Part = "longitude" // of it
)

// AffixShare is the share of a column's values from which on words around them are its template's: this is on all pages, and those
// that lack it are of another one.
const AffixShare = .8

// The shares of a column's values from which on something else is its manner.
const (
	partShare  = .6 // authors of catalogs leave the date out where they don't know it
	kindShare  = .8
	twinShare  = .9
	twinRows   = .5 // and share of the larger column's rows that both have
	sampleSize = 200
	constantAt = 3 // rows: one or two records have nothing to vary
	maxAffix   = 8 // words
)

// Columns gives the columns of a site's records, by label and part; those that are
// of no use come too, with the reason. What a record has under a label is a list
// of texts.
//
// Parts are labels of what is parts of what is under other labels: of a column with the same values the whole one
// is taken.
func Columns(records []map[string][]string, parts map[string]string) []Column {
	byLabel := make(map[string]*Column)
	for row, r := range records {
		for label, texts := range r {
			cell := cellOf(texts)
			if len(cell) == 0 {
				continue
			}
			if byLabel[label] == nil {
				byLabel[label] = &Column{Label: label}
			}
			byLabel[label].Cells = append(byLabel[label].Cells, Cell{row, cell})
		}
	}
	var out []Column
	for _, c := range byLabel {
		c.strip()
		c.list()
		for _, part := range c.split() {
			part.finish()
			out = append(out, part)
		}
	}
	slices.SortFunc(out, func(a, b Column) int {
		if c := strings.Compare(a.Label, b.Label); c != 0 {
			return c
		}
		return strings.Compare(string(a.Part), string(b.Part))
	})
	out = merge(out, len(records), parts)
	return out
}

// maxText bounds what is looked at of a text, in bytes. The longest true value of
// the SWDE pages is below it.
const maxText = 8 << 10

// parses reports whether a text means something as it is: the unit behind a range, too, is no template, nor is a day.
func parses(s string) bool {
	return len(values.Parse(s)) > 0 || values.Spanned(s) != nil || isHours(s)
}

// isHours reports whether a text says when something is open.
func isHours(s string) bool { return values.Hours(s) != "" }

// strip takes away the words that begin or end nearly all values, unless the values
// mean something as they are: that most dates begin with 2009 is no template. What belongs to a number is part of the value, too:
// its unit is kept beside.
func (c *Column) strip() {
	if len(c.Cells) < constantAt || c.constant() {
		return
	}
	behind := ""
	for range maxAffix {
		texts := c.sample()
		if share(texts, parses) >= kindShare {
			return
		}
		first, last := affix(texts, firstWord, share(texts, severalNumbers) >= kindShare), affix(texts, lastWord, c.Unit != "")
		if first == "" && last == "" {
			return
		}
		c.stripped++
		for i := range c.Cells {
			for j := range c.Cells[i].Texts {
				t := &c.Cells[i].Texts[j]
				if w, rest := firstWord(t.Clean); first != "" && w == first && rest != "" {
					t.Clean = rest
				}
				if w, rest := lastWord(t.Clean); last != "" && w == last && rest != "" {
					t.Clean = rest
				}
			}
		}
		if behind = strings.TrimSpace(last + " " + behind); strings.TrimFunc(strings.Trim(last, "|"), unicode.IsPunct) == "" {
			behind = ""
		} else if unit := unitOf(behind); unit != "" && share(c.sample(), endsInNumber) >= kindShare {
			c.Unit = unit
		}
	}
}

// unitOf gives the unit that words behind numbers begin with, "" if they begin with none: as many words as are one together
// ("g per 100 mL"), else the first. What follows is of the template.
func unitOf(words string) string {
	unit, rest := firstWord(words)
	if !isUnit(unit) {
		return ""
	}
	for most := words; len(most) > len(unit); _, most = lastWord(most) {
		if parses("1 "+most) && !digit(most[len(most)-1]) {
			return most
		}
	}
	if next, _ := firstWord(rest); next != "" && digit(unit[len(unit)-1]) { // "mol/100 kg"
		unit += " " + next
	}
	return unit
}

// severalNumbers reports whether a text has two words with digits, as a range has.
func severalNumbers(s string) bool {
	n := 0
	for word := range strings.FieldsSeq(s) {
		if values.HasDigit(word) {
			n++
		}
	}
	return n > 1
}

// isUnit reports whether a word behind numbers is a unit, known or by its form: a letter, or more than small letters behind
// the first ("°C", "µA", "GRT", "g·cm⁻³"). Another word says what is counted, as most labels do.
func isUnit(word string) bool {
	runes := []rune(word)
	return len(runes) == 1 || slices.ContainsFunc(runes[1:], func(r rune) bool { return !unicode.IsPunct(r) && (!unicode.IsLetter(r) || unicode.IsUpper(r)) }) || parses("1 "+word)
}

// endsInNumber reports whether a text ends with a number, a range or the like, and not with a code.
func endsInNumber(s string) bool {
	word, _ := lastWord(s)
	return word != "" && digit(word[len(word)-1]) && !strings.ContainsFunc(word, unicode.IsLetter)
}

func firstWord(s string) (word, rest string) {
	word, rest, _ = strings.Cut(s, " ")
	return word, rest
}

func lastWord(s string) (word, rest string) {
	i := strings.LastIndexByte(s, ' ')
	return s[i+1:], s[:max(i, 0)]
}

// affix gives the word that nearly all texts begin or end with, "" if there is
// none. A text that is that word alone has nothing else to say, and does not count, nor does a word with a digit where
// bounds of ranges stand: "1.8 V to 3.6" without its unit.
func affix(texts []string, cut func(string) (string, string), bounds bool) string {
	counts := make(map[string]int)
	n := 0
	for _, t := range texts {
		w, rest := cut(t)
		if rest != "" && !(bounds && values.HasDigit(w)) && strings.Count(w, "(") == strings.Count(w, ")") { // of "24 (56 beds)", "24 (56" would be left
			counts[w]++
		}
		n++
	}
	for w, k := range counts { // one at most has more than half
		if k >= constantAt && float64(k) >= AffixShare*float64(n) {
			return w
		}
	}
	return ""
}

// split makes two columns of one whose values have two parts.
func (c *Column) split() []Column {
	texts := c.sample()
	if len(texts) < constantAt {
		return []Column{*c}
	}
	if share(texts, func(s string) bool { _, second := position(s); return second != "" }) >= partShare {
		return c.parts(Latitude, Longitude, position)
	}
	if share(texts, parses) >= kindShare {
		return []Column{*c}
	}
	if share(texts, func(s string) bool { _, note := Parenthesis(s); return note != "" }) >= partShare {
		return c.parts(Main, Note, Parenthesis)
	}
	return []Column{*c}
}

func (c *Column) parts(first, second Part, cut func(string) (string, string)) []Column {
	a, b := Column{Label: c.Label, Part: first}, Column{Label: c.Label, Part: second}
	for _, cell := range c.Cells {
		var x, y []Text
		for _, t := range cell.Texts {
			main, more := cut(t.Clean)
			if main != "" {
				x = append(x, Text{main, t.Written})
			}
			if more != "" {
				y = append(y, Text{more, t.Written})
			}
		}
		if len(x) > 0 {
			a.Cells = append(a.Cells, Cell{cell.Row, x})
		}
		if len(y) > 0 {
			b.Cells = append(b.Cells, Cell{cell.Row, y})
		}
	}
	return []Column{a, b}
}

// Parenthesis cuts a text before the parenthesis that ends it; note is "" if none does.
func Parenthesis(s string) (main, note string) {
	if !strings.HasSuffix(s, ")") {
		return s, ""
	}
	i := strings.LastIndexByte(s, '(')
	if i <= 0 {
		return s, ""
	}
	main, note = strings.TrimSpace(s[:i]), strings.TrimSpace(s[i+1:len(s)-1])
	if main == "" {
		return s, ""
	}
	return main, note
}

// position gives the two coordinates of a place: other sites have them in two columns.
func position(s string) (latitude, longitude string) {
	for _, v := range values.Parse(s) {
		if p, ok := v.(values.Position); ok {
			return lettered(p.Latitude, "NS"), lettered(p.Longitude, "EW")
		}
	}
	return s, ""
}

// lettered writes a coordinate with its letter, which says that it is one.
func lettered(a values.Angle, letters string) string {
	if a.Open {
		return a.String()
	}
	at := 0
	if a.Degrees < 0 {
		at = 1
	}
	a.Degrees = math.Abs(a.Degrees)
	return a.String() + " " + letters[at:at+1]
}

func isDate(s string) bool {
	return slices.ContainsFunc(values.Parse(s), func(v values.Value) bool { _, ok := v.(values.Date); return ok })
}

// finish tells the column's kind, and whether it is of use.
func (c *Column) finish() {
	switch {
	case len(c.Cells) == 0:
		c.Dropped = "no values"
		return
	case len(c.Cells) >= constantAt && c.constant():
		c.Dropped = "the same value in all records"
		return
	}
	texts := c.sample()
	switch { // a year is a number too
	case share(texts, isKey) >= kindShare:
		c.Form.Kind = compare.Key
	case share(texts, isDay) >= kindShare:
		c.Form.Kind = compare.Date
	case share(texts, isNumber) >= kindShare:
		c.Form.Kind = compare.Number
		c.Form.Minutes = share(texts, isMinutes) >= kindShare && slices.ContainsFunc(texts, tellsMinutes)
		c.thousands()
	}
	if c.Form.Kind == compare.Date {
		c.Form.DayFirst = slices.ContainsFunc(texts, dayFirst)
	}
}

// constant reports whether all cells have the same text.
func (c *Column) constant() bool {
	first := c.Cells[0].Texts
	for _, cell := range c.Cells[1:] {
		if !slices.EqualFunc(cell.Texts, first, func(a, b Text) bool { return a.Clean == b.Clean }) {
			return false
		}
	}
	return true
}

func isKey(s string) bool {
	return slices.ContainsFunc(values.Parse(s), func(v values.Value) bool {
		switch v.(type) {
		case values.ISBN, values.Phone:
			return true
		}
		return false
	})
}

func isDay(s string) bool { return compare.Year(s) > 0 || isDate(s) }

// isNumber reports whether a text is a measure, or has as many numbers as words
// beside them and begins with one: "18 city / 25 hwy", not "2010 Honda Civic".
func isNumber(s string) bool {
	for _, v := range values.Parse(s) {
		switch v.(type) {
		case values.Date, values.ISBN, values.Phone:
		default:
			return true
		}
	}
	if values.Spanned(s) != nil {
		return true
	}
	if isHours(s) {
		return false
	}
	words := values.Words(s)
	numbers := 0
	for i, w := range words {
		if _, ok := compare.Ordinal(w); ok && len(words) == 1 || strings.Trim(w, "0123456789.") == "" {
			numbers++
		} else if i == 0 && len([]rune(w)) > 1 {
			return false
		}
	}
	return numbers > 0 && 2*numbers >= len(words)
}

// isMinutes reports whether a text may be minutes and seconds, tellsMinutes whether it can be nothing else.
func isMinutes(s string) bool { _, _, ok := compare.MinutesSeconds(s); return ok }

func tellsMinutes(s string) bool { _, tells, _ := compare.MinutesSeconds(s); return tells }

// dayFirst reports whether an all-numeric date can only have the day first.
func dayFirst(s string) bool {
	n, i := 0, 0
	for ; i < len(s) && '0' <= s[i] && s[i] <= '9' && i < 3; i++ {
		n = 10*n + int(s[i]-'0')
	}
	if i == 0 || i >= len(s)-1 || n <= 12 || n > 31 || strings.IndexByte("/.-", s[i]) < 0 || s[i+1] < '0' || s[i+1] > '9' {
		return false
	}
	return isDate(s)
}
