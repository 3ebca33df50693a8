package extract

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"verde/extract/embedded"
	"verde/extract/leaves"
	"verde/extract/parts"
	"verde/record"
)

// Values that are made of several are given whole, and each part in a column of its own. Those of a list are what the
// label says, as they are where each has an element of its own; what they are written as is beside. Values of a type, as
// dates, are not cut: their parts mean nothing alone.

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
	var usage parts.Usage
	for k := range t.Columns {
		for _, texts := range t.Columns[k].byPage() {
			for _, text := range texts {
				usage.Add(text)
			}
		}
	}
	kept, renamed := make([]ColumnRule, 0, len(w.Columns)), make(map[string]string)
	for _, c := range w.Columns {
		whole := read[c.Label]
		if !c.compound() || slices.ContainsFunc(whole.Cells, func(c Cell) bool { return c.Rows != nil }) {
			kept = append(kept, c)
			continue
		}
		texts := whole.byPage()
		if list := parts.ListOf(slices.Concat(texts...)); list != (parts.List{}) && !(c.code() && (list.Mark == "," || list.Mark == ";")) {
			added := c.ofList(whole, list, taken)
			if written := added[len(added)-1]; written.PartOf == "" {
				renamed[c.Label] = written.Label
			}
			kept = append(kept, added...)
			continue
		}
		kept = append(append(kept, c), c.ofPatterns(whole, parts.Of(texts, &usage), taken)...)
	}
	for k := range kept {
		kept[k].SameAs = cmp.Or(renamed[kept[k].SameAs], kept[k].SameAs)
	}
	w.Columns = kept
}

// ofList gives the column whose values, in whole, are lists, and what it is read as: the values are what the label says, and the
// column is what they are written as. It keeps its label where the mark of the list may stand within a value, too: "Cork to Riga"
// may be one, though towns change places.
func (c ColumnRule) ofList(whole *Column, list parts.List, taken map[string]int) []ColumnRule {
	rule := ColumnRule{After: c.After, PartOf: c.Label, List: list, called: c.called}
	each := whole.part(&rule)
	if !list.Commas(slices.Concat(whole.byPage()...)) {
		return []ColumnRule{c, rule.named(unique(leaves.Clip(c.Label, leaves.MaxLabel)+", each", taken), &each)}
	}
	written := unique(leaves.Clip(c.Label, leaves.MaxLabel)+", whole", taken)
	rule.PartOf, rule.Value = written, true
	values := rule.named(c.Label, &each)
	c.Label = written
	return []ColumnRule{values, c}
}

// ofPatterns gives a column for each part of the patterns that the values of a column, in whole, are made by.
func (c ColumnRule) ofPatterns(whole *Column, patterns []parts.Pattern, taken map[string]int) (out []ColumnRule) {
	shared := sharedEdges(patterns)
	for _, pattern := range patterns {
		for n := range len(pattern) - 1 {
			rule := ColumnRule{After: c.After, PartOf: c.Label, Pattern: pattern, Part: n + 1}
			part := whole.part(&rule)
			if rule.List = parts.ListOf(slices.Concat(part.byPage()...)); rule.List != (parts.List{}) {
				part = whole.part(&rule)
			}
			if part.support() == 0 {
				continue
			}
			out = append(out, rule.named(unique(partLabel(c.Label, pattern, n, shared), taken), &part))
		}
	}
	return out
}

// named gives the rule of a part its label, and describes it by what was read.
func (c ColumnRule) named(label string, read *Column) ColumnRule {
	found := read.support()
	c.Label, c.Kind, c.Support = label, kindOf(true, found == 1), hundredths(found)
	c.Type, c.Unit = read.meaning()
	return c
}

// compound tells whether the values of a column may be made of several.
func (c *ColumnRule) compound() bool {
	return c.Kind.Data() && c.SameAs == "" && !c.Constant && c.Type == "" && len(c.Styles) > 0 && !embedded.IsKey(c.Field) && !strings.HasSuffix(c.Styles[0].Path, "/title")
}

// code tells whether the values of a column may be computer code, whose commas and semicolons are those of its language and part no
// values: preformatted text is mostly that.
func (c *ColumnRule) code() bool {
	return slices.ContainsFunc(strings.Split(c.Styles[0].Path, "/"), func(tag string) bool { return tag == "pre" || tag == "code" })
}

// edges are the word that labels begin with, and the one that they end in, "" for none.
type edges struct{ first, last string }

// minSharing is how many parts make the words that all their labels have at an edge those of the sentence around them.
const minSharing = 3

// sharedEdges are the words at the edges that all labels of several parts have, as those of "Length is 9 m" and "Beam is 3 m".
func sharedEdges(patterns []parts.Pattern) edges {
	n, out := 0, edges{}
	for _, pattern := range patterns {
		for k := range len(pattern) - 1 {
			before, _ := pattern.Names(k)
			words := strings.Fields(before)
			if len(words) == 0 {
				continue
			}
			own := edges{words[0], words[len(words)-1]}
			if n++; n == 1 {
				out = own
			}
			if len(words) == 1 || own.first != out.first {
				out.first = ""
			}
			if len(words) == 1 || own.last != out.last {
				out.last = ""
			}
		}
	}
	if n < minSharing {
		return edges{}
	}
	return out
}

// cut takes the words off a label that has others.
func (e edges) cut(label string) string {
	if rest, ok := strings.CutPrefix(label, e.first+" "); ok {
		label = rest
	}
	if rest, ok := strings.CutSuffix(label, " "+e.last); ok {
		label = rest
	}
	return label
}

// partLabel names part n by the words before it, without those that the labels of other parts share if others are left, else by those
// behind, else by the whole. What stands between two parts after a letter, as in "C 3 mg; B 4 mg", is a unit rather than a name.
func partLabel(whole string, pattern parts.Pattern, n int, shared edges) string {
	before, behind := pattern.Names(n)
	switch own := shared.cut(before); {
	case leaves.Namelike(own) && !letter(own):
		return own
	case leaves.Namelike(before) && !letter(before):
		return before
	case !letter(before) && leaves.Namelike(behind) && !letter(behind):
		return behind
	}
	return leaves.Clip(whole, leaves.MaxLabel) + ", part"
}

// letter tells whether a label is a single letter of an alphabet, which names nothing.
func letter(label string) bool {
	first, size := utf8.DecodeRuneInString(label)
	return size > 0 && size == len(label) && !unicode.Is(unicode.Lo, first)
}

// part is the column of a part of the values of c.
func (c *Column) part(rule *ColumnRule) Column {
	out := Column{Cells: make([]Cell, len(c.Cells))}
	for i := range c.Cells {
		out.Cells[i] = c.Cells[i].part(rule)
	}
	return out
}

// part cuts a part out of the values of a cell, or those of a list that they are. What a link leads to is one value.
// Of a list they are no parts: it is the whole that says again what they say.
func (c *Cell) part(of *ColumnRule) Cell {
	out, whole := Cell{likeness: c.likeness}, of.PartOf
	if of.Value {
		whole = ""
	}
	for _, v := range c.Values {
		var spans []parts.Span
		switch {
		case of.Part > 0:
			for _, s := range of.Pattern.Values(v.Text, of.Part-1) {
				for _, item := range of.List.Members(v.Text[s.At:s.End]) {
					spans = append(spans, parts.Span{At: s.At + item.At, End: s.At + item.End})
				}
			}
		case v.Href != "":
			spans = parts.List{}.Members(v.Text)
		default:
			spans = of.List.Members(v.Text)
		}
		for _, s := range spans {
			if of.Value && s.End-s.At == len(v.Text) { // with its link
				v.PartOf = ""
				out.Values = append(out.Values, v)
				continue
			}
			out.Values = append(out.Values, record.Value{Text: v.Text[s.At:s.End], PartOf: whole, XPath: v.XPath, Key: v.Key, Offset: v.Offset + utf8.RuneCountInString(v.Text[:s.At])})
		}
	}
	return out
}

// hundredths rounds a share of pages.
func hundredths(x float64) float64 { return math.Round(100*x) / 100 }
