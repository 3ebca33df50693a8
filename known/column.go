package known

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"gonum.org/v1/gonum/stat/distuv"

	"verde/query"
	"verde/values"
)

// What columns of two sites say the same kind of thing: at least half of the different
// values of the one, and two of them, are values of the other; or both have one label and mostly
// quantities, since numbers are the same everywhere by chance, and so are prices: rents are no fees. Two such
// columns are evidence that a site shows entities of the kind known, whether it shows the same ones or not:
// makers, places, kinds of employment and engines are the same everywhere.
const (
	minFilled   = 2
	minInCommon = 0.5
)

// column is what a site shows of its entities under one label.
type column struct {
	site              string // of which it is, of known ones
	label             string // folded
	under             string // the label as it is
	words             map[string]bool
	pages             int    // that have it
	texts, quantities int    // values; of them those that have a number and are neither words nor addresses
	measured          string // the first of these
	various           bool   // not all of these are the same
}

func newColumn(label string) *column {
	return &column{label: values.Fold(label), under: label, words: map[string]bool{}}
}

// addColumns keeps the columns of a site that tell something of what its entities are.
// Cost: linear in the values.
func (e *Entities) addColumns(site string, found []entity) {
	columns := map[string]*column{}
	for _, in := range found {
		for _, part := range []map[string][]string{in.record.Values, in.siteColumns} {
			for label, texts := range part {
				if label == e.profile.Identifier {
					continue
				}
				if columns[label] == nil {
					columns[label] = newColumn(label)
				}
				columns[label].add(texts)
			}
		}
	}
	for _, label := range slices.Sorted(maps.Keys(columns)) {
		if c := columns[label]; c.tells() && !e.areNames(c) {
			c.site = site
			e.columns = append(e.columns, c)
		}
	}
}

// add counts values of an entity, and keeps those that are words.
func (c *column) add(texts []string) {
	c.pages++
	for _, text := range texts {
		c.texts++
		switch {
		case len(text) > maxShown || strings.Contains(text, "://"):
		case wordy(text):
			c.words[values.Fold(text)] = true
		case values.HasDigit(text):
			if c.quantities++; c.quantities == 1 {
				c.measured = text
			}
			c.various = c.various || text != c.measured
		}
	}
}

// rarity is the probability of as few pages as have a column, or fewer, if query.MinCoverage of the site's had it,
// below which it is seldom.
const rarity = 0.05

// seldom reports whether a column of a site is surely on less than query.MinCoverage of the pages, of which some were read: threads of a
// forum have hundreds of these, each of a few persons, of whom some review on other sites, too. Of six pages nobody knows.
func (c *column) seldom(read int) bool {
	return distuv.Binomial{N: float64(read), P: query.MinCoverage}.CDF(float64(c.pages)) < rarity
}

// tells reports whether a column has values that may be those of another site.
func (c *column) tells() bool { return len(c.words) >= MinAgreeing || c.measures() }

// measures reports whether most values are quantities, and not all of them one: hours of opening that stand below each page are the site's.
func (c *column) measures() bool { return c.various && 2*c.quantities > c.texts }

// maxShown bounds the values of columns, in bytes: what is longer is a text.
const maxShown = 80

// wordy reports whether a text has two letters and is no quantity.
func wordy(text string) bool {
	letters := 0
	for _, r := range text {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	return letters >= 2 && len(values.Readings(text)) == 0
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

// like reports whether c says the same kind of thing as o.
func (c *column) like(o *column) bool {
	if c.measures() && o.measures() && c.label == o.label {
		return true
	}
	n := 0
	for text := range c.words {
		if o.words[text] {
			n++
		}
	}
	return n >= MinAgreeing && float64(n) >= minInCommon*float64(len(c.words))
}
