// Package clean turns what a site writes under its labels into columns that can be compared.
//
// The one idea: what all pages of a site repeat belongs to its template and is no value. So words that begin or
// end nearly all values of a column are removed ("Publisher:", "| Deepdiscount"). A column with one value is of no
// use. Two columns with the same values are one, and a column whose values nearly all have two parts ("Anchor (May
// 19, 2009)") is split in two. All values together also show of what kind they are, and whether 03/04/2003 is in
// March or April.
//
// Nothing depends on labels or language. The package is pure. Cost: linear in the cells; kinds and parts are
// decided on samples.
package clean

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"verde/integrate/compare"
	"verde/values"
)

// Parts of values that consist of two.
const (
	Whole Part = ""
	Main  Part = "main" // what stands before
	Note  Part = "note" // the parenthesis at the end

	Latitude  Part = "latitude"  // of a place
	Longitude Part = "longitude" // of it
)

// AffixShare is the share of a column's values that words have to begin or end to belong to the template. Pages
// without them are of another template.
const AffixShare = .8

// The shares of a column's values from which on a property holds for the column.
const (
	splitShare     = .6 // authors of catalogs leave the date out if they do not know it
	kindShare      = .8
	duplicateShare = .9
	duplicateRows  = .5 // of the larger column's rows: both columns have a value
	sampleSize     = 200
	minRows        = 3 // one or two records cannot show what varies
	maxAffix       = 8 // words
)

// Columns returns the columns of a site's records, by label and part. Useless columns are included, with the
// reason. A record has a list of texts under a label.
//
// parts maps labels of parts of values to the label of the whole values: of duplicate columns, the one of whole
// values is kept.
func Columns(records []map[string][]string, parts map[string]string) []Column {
	byLabel := make(map[string]*Column)
	for row, r := range records {
		for label, texts := range r {
			cell := newCell(texts)
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
		c.stripTemplate()
		c.splitLists()
		for _, part := range c.splitParts() {
			part.classify()
			out = append(out, part)
		}
	}
	slices.SortFunc(out, func(a, b Column) int {
		if c := strings.Compare(a.Label, b.Label); c != 0 {
			return c
		}
		return strings.Compare(string(a.Part), string(b.Part))
	})
	out = mergeDuplicates(out, len(records), parts)
	return out
}

// maxText bounds what is read of a text, in bytes. The longest true value of the SWDE pages is below it.
const maxText = 8 << 10

// parses reports whether a text has a meaning as it is: then the unit behind a range is no template, nor is a day.
func parses(s string) bool {
	return len(values.Parse(s)) > 0 || values.Spanned(s) != nil || isHours(s)
}

// isHours reports whether a text is opening hours.
func isHours(s string) bool { return values.Hours(s) != "" }

// stripTemplate removes the words that begin or end nearly all values, unless most values have a meaning as they
// are: that most dates begin with 2009 is no template. The unit of numbers is part of the value and kept in
// Column.Unit.
func (c *Column) stripTemplate() {
	if len(c.Cells) < minRows || c.constant() {
		return
	}
	suffix := ""
	for range maxAffix {
		texts := c.sample()
		if share(texts, parses) >= kindShare {
			return
		}
		first, last := commonAffix(texts, firstWord, share(texts, hasSeveralNumbers) >= kindShare), commonAffix(texts, lastWord, c.Unit != "")
		if first == "" && last == "" {
			return
		}
		c.templateWords++
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
		if suffix = strings.TrimSpace(last + " " + suffix); strings.TrimFunc(strings.Trim(last, "|"), unicode.IsPunct) == "" {
			suffix = ""
		} else if unit := unitOf(suffix); unit != "" && share(c.sample(), endsInNumber) >= kindShare {
			c.Unit = unit
		}
	}
}

// unitOf returns the unit that words behind numbers begin with, "" if there is none: as many words as form one ("g
// per 100 mL"), else the first. The rest belongs to the template.
func unitOf(words string) string {
	unit, rest := firstWord(words)
	if !isUnit(unit) {
		return ""
	}
	for most := words; len(most) > len(unit); _, most = lastWord(most) {
		if parses("1 "+most) && !isDigit(most[len(most)-1]) {
			return most
		}
	}
	if next, _ := firstWord(rest); next != "" && isDigit(unit[len(unit)-1]) { // "mol/100 kg"
		unit += " " + next
	}
	return unit
}

// hasSeveralNumbers reports whether a text has two words with digits, as a range has.
func hasSeveralNumbers(s string) bool {
	n := 0
	for word := range strings.FieldsSeq(s) {
		if values.HasDigit(word) {
			n++
		}
	}
	return n > 1
}

// isUnit reports whether a word behind numbers is a unit: a known one, a letter, or a word with other than small
// letters after the first character ("°C", "µA", "GRT", "g·cm⁻³"). Other words say what is counted, as most labels
// do.
func isUnit(word string) bool {
	runes := []rune(word)
	return len(runes) == 1 || slices.ContainsFunc(runes[1:], func(r rune) bool { return !unicode.IsPunct(r) && (!unicode.IsLetter(r) || unicode.IsUpper(r)) }) || parses("1 "+word)
}

// endsInNumber reports whether a text ends with a number or range, and not with a code.
func endsInNumber(s string) bool {
	word, _ := lastWord(s)
	return word != "" && isDigit(word[len(word)-1]) && !strings.ContainsFunc(word, unicode.IsLetter)
}

func firstWord(s string) (word, rest string) {
	word, rest, _ = strings.Cut(s, " ")
	return word, rest
}

func lastWord(s string) (word, rest string) {
	i := strings.LastIndexByte(s, ' ')
	return s[i+1:], s[:max(i, 0)]
}

// commonAffix returns the word that nearly all texts begin or end with (cut splits it off), "" if there is none.
// Texts of this word alone do not count. With bounds, a word with a digit does not count either, as it may be the
// bound of a range: "1.8 V to 3.6" without its unit.
func commonAffix(texts []string, cut func(string) (string, string), bounds bool) string {
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
		if k >= minRows && float64(k) >= AffixShare*float64(n) {
			return w
		}
	}
	return ""
}

// splitParts makes two columns of one whose values have two parts: coordinates, or a text with a note in brackets.
func (c *Column) splitParts() []Column {
	texts := c.sample()
	if len(texts) < minRows {
		return []Column{*c}
	}
	if share(texts, func(s string) bool { _, second := coordinates(s); return second != "" }) >= splitShare {
		return c.cutInTwo(Latitude, Longitude, coordinates)
	}
	if share(texts, parses) >= kindShare {
		return []Column{*c}
	}
	if share(texts, func(s string) bool { _, note := Parenthesis(s); return note != "" }) >= splitShare {
		return c.cutInTwo(Main, Note, Parenthesis)
	}
	return []Column{*c}
}

// cutInTwo makes a column of the first parts of all values and one of the second.
func (c *Column) cutInTwo(first, second Part, cut func(string) (string, string)) []Column {
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

// Parenthesis splits a text before the parenthesis that ends it; note is "" if none does.
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

// coordinates returns latitude and longitude of a position, which other sites have in two columns.
func coordinates(s string) (latitude, longitude string) {
	for _, v := range values.Parse(s) {
		if p, ok := v.(values.Position); ok {
			return withLetter(p.Latitude, "NS"), withLetter(p.Longitude, "EW")
		}
	}
	return s, ""
}

// withLetter writes a coordinate with its letter, which marks it as one.
func withLetter(a values.Angle, letters string) string {
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

// classify sets the column's kind, or the reason why it is of no use.
func (c *Column) classify() {
	switch {
	case len(c.Cells) == 0:
		c.Dropped = "no values"
		return
	case len(c.Cells) >= minRows && c.constant():
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
		c.Form.Minutes = share(texts, isMinutes) >= kindShare && slices.ContainsFunc(texts, onlyMinutes)
		c.readThousands()
	}
	if c.Form.Kind == compare.Date {
		c.Form.DayFirst = slices.ContainsFunc(texts, dayFirst)
	}
}

// constant reports whether all cells have the same texts.
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

// isNumber reports whether a text is a measure, or begins with a number and has as many numbers as other words:
// "18 city / 25 hwy", not "2010 Honda Civic".
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

// isMinutes reports whether a text may be minutes and seconds, onlyMinutes whether it can be nothing else.
func isMinutes(s string) bool { _, _, ok := compare.MinutesSeconds(s); return ok }

func onlyMinutes(s string) bool { _, tells, _ := compare.MinutesSeconds(s); return tells }

// dayFirst reports whether an all-numeric date must have the day first.
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
