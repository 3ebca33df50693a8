package extract

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"verde/extract/embedded"
	"verde/extract/parts"
	"verde/record"
	"verde/values"
)

// Values that are made of several are given whole, and each part in a column of its own.
// Those of a type, as dates, are not cut: their parts mean nothing alone.

// addParts adds a column for each part of the columns of w whose values, in t, are
// made of several. Those of the title are not looked at.
func (w *Wrapper) addParts(t *Table) {
	taken := make(map[string]int)
	for k := range w.Columns {
		taken[strings.ToLower(w.Columns[k].Label)] = 1
	}
	read := make(map[string]*Column, len(t.Columns))
	for k := range t.Columns {
		read[t.Columns[k].Label] = &t.Columns[k]
	}
	kept := make([]ColumnRule, 0, len(w.Columns))
	for _, c := range w.Columns {
		kept = append(kept, c)
		if !c.Kind.Data() || c.SameAs != "" || c.Constant || c.Type != "" || len(c.Styles) == 0 || embedded.IsKey(c.Field) || strings.HasSuffix(c.Styles[0].Path, "/title") {
			continue
		}
		whole := read[c.Label]
		for _, pattern := range parts.Of(wholes(whole)) {
			for n := range len(pattern) - 1 {
				part := Column{Cells: make([]Cell, len(whole.Cells))}
				for i := range whole.Cells {
					part.Cells[i] = whole.Cells[i].part(c.Label, pattern, n+1)
				}
				found := part.support()
				if found == 0 || pattern.Begins(n) && w.subject(&part, t) {
					continue
				}
				kind, unit := part.meaning()
				kept = append(kept, ColumnRule{Label: unique(partLabel(c.Label, pattern, n), taken), Kind: kindOf(true, found == 1), Type: kind, Unit: unit,
					After: c.After, Support: hundredths(found), PartOf: c.Label, Pattern: pattern, Part: n + 1})
			}
		}
	}
	w.Columns = kept
}

// subject tells whether what sentences begin with is the name of what the page is about, as its
// title says it: "Lyon has 520,000 inhabitants." says nothing by that.
func (w *Wrapper) subject(part *Column, t *Table) bool {
	all, named := 0, 0
	for i := range part.Cells {
		for _, v := range part.Cells[i].Values {
			all++
			for k := range t.Columns {
				if c := t.Columns[k].Cells[i].Values; len(c) > 0 && strings.HasPrefix(c[0].XPath, titlePath) && strings.Contains(c[0].Text, v.Text) {
					named++
					break
				}
			}
		}
	}
	return float64(named) >= inTitle*float64(all)
}

// titlePath is the beginning of the places of texts of titles.
const titlePath = "/html/head/title"

// wholes are the values of a column by page, nil if they repeat on the page.
func wholes(c *Column) [][]string {
	out := make([][]string, len(c.Cells))
	for i := range c.Cells {
		if c.Cells[i].Rows != nil {
			return nil
		}
		for _, v := range c.Cells[i].Values {
			out[i] = append(out[i], v.Text)
		}
	}
	return out
}

// partLabel names part n by the words before it, else by those behind, else by the whole.
func partLabel(whole string, pattern parts.Pattern, n int) string {
	apart := slices.Clone(pattern)
	for k, l := range apart[1:] {
		if len(l.Words) > 1 && measures("1", l.Words[0]) { // it is in the part before
			apart[k+1].Words = l.Words[1:]
		}
	}
	before, behind := apart.Names(n)
	for _, label := range []string{before, behind} {
		if namelike(label) {
			return label
		}
	}
	return clip(whole, maxLabel) + ", part"
}

// part cuts the n-th part, from 1, out of the values of a cell, whose column has this
// label.
func (c *Cell) part(label string, pattern parts.Pattern, n int) Cell {
	out := Cell{likeness: c.likeness}
	for _, v := range c.Values {
		spans := pattern.Spans(v.Text)
		if spans == nil {
			continue
		}
		s := spans[n-1]
		if s.End == 0 {
			continue
		}
		s.End = withUnit(v.Text, s, pattern[n].Words, n == len(pattern)-1)
		out.Values = append(out.Values, record.Value{Text: v.Text[s.At:s.End], PartOf: label, XPath: v.XPath, Key: v.Key, Offset: v.Offset + utf8.RuneCountInString(v.Text[:s.At])})
	}
	return out
}

// withUnit is the end of a number with its unit, though all texts have the same: "12 kg" of "weighs 12 kg and". The
// unit is the first of the words behind a part, and not the only one, as the last part's may be. A text may lack it:
// not all have the words of an optional literal.
func withUnit(text string, s parts.Span, behind []string, last bool) int {
	if len(behind) == 0 || len(behind) == 1 && !last || !measures(text[s.At:s.End], behind[0]) {
		return s.End
	}
	rest, ok := strings.CutPrefix(strings.TrimLeftFunc(text[s.End:], unicode.IsSpace), behind[0])
	if next, _ := utf8.DecodeRuneInString(rest); !ok || unicode.IsLetter(next) || unicode.IsMark(next) {
		return s.End
	}
	return len(text) - len(rest)
}

// measures tells whether a number and a word are a quantity. "in" is the inch, but far more often a preposition.
func measures(number, word string) bool {
	return number != "" && word != "in" && namelike(word) && '0' <= number[0] && number[0] <= '9' && slices.ContainsFunc(values.Parse(number+" "+word), func(v values.Value) bool {
		switch v.(type) {
		case values.Quantity, values.Money, values.Duration:
			return true
		}
		return false
	})
}
