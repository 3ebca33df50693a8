package known

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"verde/query"
	"verde/record"
	"verde/values"
)

// minInCommon is the share of the different values of a column, and two of them, that are values of another one that
// says the same kind of thing: makers, places, kinds of employment and engines are the same everywhere. So do two
// columns of amounts of money, and of one label and mostly quantities, since numbers are the same everywhere by chance.
const minInCommon = 0.5

// column is what a site shows of its entities under one label.
type column struct {
	label                   string // folded
	words                   map[string]bool
	texts, quantities, long int            // values; of them those that have a number and are no words; those that are longer than maxShown
	money                   int            // of the quantities, amounts
	vocabulary              map[string]int // words without a digit of the others -> how often
	tokens                  int            // the sum of that
}

func newColumn(label string) *column {
	return &column{label: values.Fold(label), words: map[string]bool{}, vocabulary: map[string]int{}}
}

// addColumns keeps the words of the columns of a site that tell something of what its entities are, but what stands around
// these. Cost: linear in the values.
func (e *Entities) addColumns(found []entity, around map[string]bool) {
	columns := map[string]*column{}
	for _, in := range found {
		for _, part := range []map[string][]string{in.record.Values, in.siteColumns} {
			for label, texts := range part {
				if label == e.profile.Identifier || around[label] {
					continue
				}
				if columns[label] == nil {
					columns[label] = newColumn(label)
				}
				columns[label].add(texts)
			}
		}
	}
	before := len(e.columns)
	for _, label := range slices.Sorted(maps.Keys(columns)) {
		if c := columns[label]; c.wordy() && 2*c.texts >= len(found) && !e.areNames(c) {
			c.words = nil
			e.columns = append(e.columns, c)
		}
	}
	e.wordy = max(e.wordy, len(e.columns)-before)
}

// add counts values of an entity, and keeps those that are words.
func (c *column) add(texts []string) {
	for _, text := range texts {
		c.texts++
		if len(text) <= maxShown && !isDate(text) { // pages of all kinds have dates, of the same months
			for word := range strings.FieldsSeq(values.Fold(text)) {
				if !values.HasDigit(word) && !oneLetter(word) {
					c.vocabulary[word]++
					c.tokens++
				}
			}
		}
		switch {
		case len(text) > maxShown:
			c.long++
		case wordy(text):
			c.words[values.Fold(text)] = true
		case values.HasDigit(text):
			c.quantities++
			if slices.ContainsFunc(values.Parse(text), func(v values.Value) bool { _, ok := v.(values.Money); return ok }) {
				c.money++
			}
		}
	}
}

// tells reports whether a column has values that may be those of another site.
func (c *column) tells() bool { return len(c.words) >= minAgreeing || c.measures() }

// measures reports whether most values are quantities.
func (c *column) measures() bool { return c.quantities >= minAgreeing && 2*c.quantities > c.texts }

// maxShown bounds the values of columns, in bytes: what is longer is a text.
const maxShown = 80

// wordy reports whether a text has two letters and is neither a quantity nor an address.
func wordy(text string) bool {
	letters := 0
	for _, r := range text {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	return letters >= 2 && !strings.Contains(text, "://") && len(values.Readings(text)) == 0
}

// areNames reports whether most values of a column are names of known entities: it
// relates some to others.
func (e *Entities) areNames(c *column) bool {
	n := 0
	for text := range c.words {
		if len(e.byName[query.Key(text)]) > 0 {
			n++
		}
	}
	return 2*n > len(c.words) && n > 0
}

// tellingColumns are the columns of records that tell something of what they are of, by
// label. What stands around is left out, and names, those of the page's own entity and of
// others ("see also"): pages of all kinds show them.
func tellingColumns(records []record.Record) map[string]*column {
	columns := columnsOf(records)
	names := namesAmong(columns)
	maps.DeleteFunc(columns, func(_ string, c *column) bool { return !c.tells() || c.identifies() || c.mostly(names) })
	return columns
}

// namesAmong are the values of columns that may identify what the records are of.
func namesAmong(columns map[string]*column) map[string]bool {
	names := map[string]bool{}
	for _, c := range columns {
		if c.identifies() {
			maps.Copy(names, c.words)
		}
	}
	return names
}

// identifies reports whether nearly all values are words and different.
func (c *column) identifies() bool {
	return float64(len(c.words)) >= query.MinIdentifying*float64(c.texts)
}

// mostly reports whether most of a column's different values that are words are of some
// others.
func (c *column) mostly(of map[string]bool) bool {
	n := 0
	for w := range c.words {
		if of[w] {
			n++
		}
	}
	return n > 0 && 2*n > len(c.words)
}

// columnsOf are the columns of records by label, but what stands around.
func columnsOf(records []record.Record) map[string]*column {
	var around Around
	columns := map[string]*column{}
	for _, r := range records {
		around.Add(&r)
		for label, texts := range r.Whole().ByLabel() {
			if columns[label] == nil {
				columns[label] = newColumn(label)
			}
			columns[label].add(texts)
		}
	}
	beside := around.Labels()
	maps.DeleteFunc(columns, func(label string, _ *column) bool { return beside[label] })
	return columns
}

// like reports whether c says the same kind of thing as o.
func (c *column) like(o *column) bool {
	if c.measures() && o.measures() && (c.label == o.label || 2*c.money > c.texts && 2*o.money > o.texts) {
		return true
	}
	n := 0
	for text := range c.words {
		if o.words[text] {
			n++
		}
	}
	return n >= minAgreeing && float64(n) >= minInCommon*float64(len(c.words))
}

// isDate reports whether a text is a date, however it may be read.
func isDate(text string) bool {
	return slices.ContainsFunc(values.Parse(text), func(v values.Value) bool { _, ok := v.(values.Date); return ok })
}

// oneLetter reports whether a word is a letter, as of an index; the sign of a currency is none.
func oneLetter(word string) bool {
	r := []rune(word)
	return len(r) == 1 && unicode.IsLetter(r[0])
}

// Vocabularies: a column is kindred to a known one if that one has kindredWords of what its words are, each as often as
// it comes. Names of people, firms and towns are of few words, though few of them are the same.
const (
	kindredWords = 0.4
	proseWords   = 6 // on average, from which on values are sentences
)

// wordy reports whether a column has values of a few words.
func (c *column) wordy() bool {
	return c.tokens > 0 && c.texts > 1 && c.tokens <= proseWords*c.texts && 2*c.long <= c.texts
}

// kindred reports whether a known column has the words of one.
func (c *column) kindred(known *column) bool {
	n, distinct := 0, 0
	for word, times := range c.vocabulary {
		if known.vocabulary[word] > 0 {
			n += times
			distinct++
		}
	}
	return distinct >= min(minAgreeing, (len(c.vocabulary)+1)/2) && float64(n) >= kindredWords*float64(c.tokens)
}

// sameEverywhere is the share of its values that are the same from which on a column is a part
// of the site, but for some page that is always another: that of words which all names of a site
// share (see [query.Names]).
const sameEverywhere = 0.9

// constants are the columns of which sameEverywhere of the values are the same.
func constants(records []record.Record) map[string]bool {
	type count struct {
		n    int
		seen map[string]int
	}
	counts := map[string]*count{}
	for _, r := range records {
		for label, texts := range r.ByLabel() {
			c := counts[label]
			if c == nil {
				c = &count{seen: map[string]int{}}
				counts[label] = c
			}
			for _, text := range texts {
				c.n++
				c.seen[text]++
			}
		}
	}
	out := map[string]bool{}
	for label, c := range counts {
		if float64(slices.Max(slices.Collect(maps.Values(c.seen)))) >= sameEverywhere*float64(c.n) {
			out[label] = true
		}
	}
	return out
}
