package extract

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"verde/extract/token"
	"verde/record"
	"verde/values"
)

// A table of attributes that was read as rows of things, or lines of a sheet that were read as one
// list, are in columns all the same, each text rightly in its own, and so every field is thought sure.
// What tells is what such a column has on all pages: one thing is said in one form, and what comes again
// on most pages beside what varies is not said of an entity but is the name of what is.

// Mixed tells how much of what pages say is in columns that say several things.
type Mixed struct {
	Texts  int // of the records, but for titles, links, images and parts of others
	Within int // of these, those in such columns

	// An example, of the column with most of them: a text, and the label before it, "" where there is none.
	Column, Label string
	Value         record.Value
	Page          string
}

// mixedShare is the share of the texts in columns of several things above which a site is thought to be read badly. Of four
// webs any three choose from .28 to .39, which tells the same of the fourth. On sites that it was not chosen by it tells
// of none that is read badly: go run ./bench/run extract-mixed.
const mixedShare = 1. / 3

// Many tells whether more than that are.
func (m *Mixed) Many() bool { return float64(m.Within) > mixedShare*float64(m.Texts) }

// String tells it, with the example.
func (m *Mixed) String() string {
	behind := ""
	if m.Label != "" {
		behind = fmt.Sprintf(" behind %q", m.Label)
	}
	return fmt.Sprintf("%d of %d texts of the pages that were learned from are in columns that say several things, most in %s, as %q%s on %s at %s",
		m.Within, m.Texts, m.Column, m.Value.Text, behind, m.Page, m.Value.XPath)
}

const (
	mixedTexts   = 3  // labels, or texts, of a page that are of several things at least, on average
	mixedAlike   = .5 // mean share of types of tokens that two texts of a page share, below which they may be of several things
	mixedApart   = .3 // how much larger it is of those in one place on two pages, if they are
	mixedMost    = 50 // texts of a page that are compared
	mixedWords   = 8  // what is longer is prose, which has all types
	beginWords   = 2  // of a text that a label is, if no colon ends it earlier
	colonWithin  = 4  // words within which the colon is looked for
	doubledShare = .1 // of the pages that have a label, those that have it twice: one of things that have names in common
)

// mixedText is a text of a column.
type mixedText struct {
	record.Value
	column place
	page   int
	row    *mixedRow // nil where nothing repeats
	nth    int       // in the row
	key    string    // without the names of the entity
}

// mixedRow is a row of a group, and the place of the first text that is a label of others, -1 where none is.
type mixedRow struct {
	texts []*mixedText
	label int
}

// MixedIn tells it of the records of some pages of one site.
//
// Cost: linear in the texts, each of which is compared with mixedMost others.
func MixedIn(records []Record) Mixed {
	var out Mixed
	columns := make(map[place][]*mixedText)
	for i := range records {
		r, names := &records[i], make(map[string]bool)
		for _, text := range r.Texts("title") {
			for word := range strings.FieldsSeq(text) {
				names[values.Fold(word)] = true
			}
		}
		parts := make(map[string][]string) // by label of the whole
		for f := range r.All {
			for _, v := range f.Values {
				if v.PartOf != "" {
					parts[v.PartOf] = append(parts[v.PartOf], v.Text)
				}
			}
		}
		add := func(f *record.Field, row *mixedRow) {
			for _, v := range f.Values {
				told := v.PartOf != "" || slices.ContainsFunc(parts[f.Label], func(part string) bool { return strings.Contains(v.Text, part) })
				if told || f.Label == "title" || v.Href != "" || v.Src != "" {
					continue
				}
				t := &mixedText{Value: v, column: place{r.Template, f.Label}, page: i, row: row, key: without(v.Text, names)}
				columns[t.column] = append(columns[t.column], t)
				if out.Texts++; row != nil {
					t.nth, row.texts = len(row.texts), append(row.texts, t)
				}
			}
		}
		for k := range r.Fields {
			add(&r.Fields[k], nil)
		}
		for _, g := range r.Groups {
			for _, fields := range g.Rows {
				row := &mixedRow{label: -1}
				for k := range fields {
					add(&fields[k], row)
				}
			}
		}
	}
	for _, texts := range columns {
		labelRows(texts)
	}
	most := 0
	for _, at := range slices.SortedFunc(maps.Keys(columns), func(x, y place) int {
		return cmp.Or(cmp.Compare(x.template, y.template), strings.Compare(x.label, y.label))
	}) {
		n, example, label := mixedWithin(columns[at])
		if out.Within += n; n > most {
			most = n
			out.Column, out.Label, out.Value, out.Page = example.column.label, label, example.Value, records[example.page].URL
		}
	}
	return out
}

// labelRows notes what is a label of the rows that texts of a column are in.
func labelRows(texts []*mixedText) {
	beside := func(t *mixedText) (label, rest string) {
		if t.row == nil {
			return "", ""
		}
		for _, other := range t.row.texts {
			if other != t {
				rest += other.Text + "\x00"
			}
		}
		return t.key, rest
	}
	found := labels(texts, beside)
	for _, t := range texts {
		if row := t.row; row != nil && found[t.key] && (row.label < 0 || t.nth < row.label) {
			row.label = t.nth
		}
	}
}

// mixedWithin counts the texts of a column that are of several things, and gives the first, with its label.
func mixedWithin(texts []*mixedText) (n int, example *mixedText, label string) {
	begins, forms := labels(texts, beginning), unlike(texts)
	for _, t := range texts {
		is, of := t, ""
		if begin, rest := beginning(t); t.row != nil && t.row.label >= 0 {
			row := t.row
			is, of = row.texts[min(row.label+1, len(row.texts)-1)], row.texts[row.label].Text
		} else if begins[begin] && rest != "" {
			of = begin
		} else if !forms || t.row != nil {
			continue
		}
		if n++; n == 1 {
			example, label = is, of
		}
	}
	return n, example, label
}

// labels gives those by which a column says several things: what most of its pages have, hardly ever twice, with
// different texts beside it, if these are several on a page.
func labels(texts []*mixedText, of func(t *mixedText) (label, rest string)) map[string]bool {
	type seen struct {
		times  map[int]int // by page
		twice  int         // pages
		rest   string      // the first
		varies bool
	}
	by, pages := make(map[string]*seen), make(map[int]bool)
	for _, t := range texts {
		pages[t.page] = true
		label, rest := of(t)
		if rest == "" || !mayName(label) {
			continue
		}
		x := by[label]
		if x == nil {
			x = &seen{times: make(map[int]int), rest: rest}
			by[label] = x
		}
		x.varies = x.varies || x.rest != rest
		if x.times[t.page]++; x.times[t.page] == 2 {
			x.twice++
		}
	}
	out, n := make(map[string]bool), 0
	for label, x := range by {
		if on := len(x.times); x.varies && 2*on > len(pages) && float64(x.twice) <= doubledShare*float64(on) {
			out[label], n = true, n+on
		}
	}
	if n < mixedTexts*len(pages) {
		return nil
	}
	return out
}

// mayName tells whether a text is made of letters, several and more than of digits: others are numbers of rows, dates and results.
func mayName(text string) bool {
	letters, digits := 0, 0
	for _, r := range text {
		if unicode.IsLetter(r) {
			letters++
		} else if unicode.IsDigit(r) {
			digits++
		}
	}
	return letters > 1 && letters > digits
}

// without is a text without some words, as it is if it has no others.
func without(text string, words map[string]bool) string {
	kept := slices.DeleteFunc(strings.Fields(text), func(word string) bool { return words[values.Fold(word)] })
	return cmp.Or(strings.Join(kept, " "), text)
}

// beginning is what may be a label at the beginning of a text, and what follows it.
func beginning(t *mixedText) (label, rest string) {
	words := strings.Fields(t.key)
	n := min(beginWords, len(words))
	if k := slices.IndexFunc(words[:min(colonWithin, len(words))], func(word string) bool { return strings.HasSuffix(word, ":") }); k >= 0 {
		n = k + 1
	}
	return strings.Join(words[:n], " "), strings.Join(words[n:], " ")
}

// unlike tells whether what a page has in a column is of several forms, each in its place: the first, say, is a year on all
// pages and the second a name. In a list of one thing two texts of a page are as like as those in one place on two pages.
func unlike(texts []*mixedText) bool {
	var pages [][]token.Types
	n, last := 0, -1
	for _, t := range texts {
		if t.page != last {
			pages, last = append(pages, nil), t.page
		}
		here := &pages[len(pages)-1]
		if len(*here) < mixedMost && values.CountWords(t.Text) <= mixedWords {
			*here = append(*here, token.Of(t.Text))
			n++
		}
	}
	var beside, across alike
	for i, types := range pages {
		for k := range types {
			for _, other := range types[:k] {
				beside.add(types[k], other)
			}
			if i > 0 && k < len(pages[i-1]) {
				across.add(types[k], pages[i-1][k])
			}
		}
	}
	return n >= mixedTexts*len(pages) && beside.mean() < mixedAlike && across.mean() >= beside.mean()+mixedApart
}

// alike is how like texts are, by the types of their tokens.
type alike struct {
	sum   float64
	pairs int
}

func (a *alike) add(x, y token.Types) { a.sum, a.pairs = a.sum+float64(x.Similarity(y)), a.pairs+1 }

func (a *alike) mean() float64 { return a.sum / float64(max(1, a.pairs)) }
