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

// Two columns of different sites are alike if at least half of the distinct values of the one, and two at
// least, are values of the other. Columns of quantities are alike if they have the same label, since numbers and
// prices are equal by chance: rents are no fees. Two alike columns are evidence that a site shows entities of the known
// kind, whether it shows the same ones or not: makers, places, kinds of employment and engines are the same everywhere.
const (
	minFilled   = 2
	minInCommon = 0.5
)

// column has the values of a site's entities under one label.
type column struct {
	site              string // of a known column
	label             string // folded
	under             string // the label as it is
	words             map[string]bool
	pages             int    // with a value
	texts, quantities int    // values; of these, values with a digit that are neither words nor URLs
	measured          string // the first quantity
	varied            bool   // not all quantities are the same
}

func newColumn(label string) *column {
	return &column{label: values.Fold(label), under: label, words: map[string]bool{}}
}

// addColumns keeps the informative columns of a site (see column.isInformative), without those that name
// known entities. Cost: linear in the values.
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
		if c := columns[label]; c.isInformative() && !e.areNames(c) {
			c.site = site
			e.columns = append(e.columns, c)
		}
	}
}

// add counts the values of an entity, and keeps the ones that are words.
func (c *column) add(texts []string) {
	c.pages++
	for _, text := range texts {
		c.texts++
		switch {
		case len(text) > maxShown || strings.Contains(text, "://"):
		case isWords(text):
			c.words[values.Fold(text)] = true
		case values.HasDigit(text):
			if c.quantities++; c.quantities == 1 {
				c.measured = text
			}
			c.varied = c.varied || text != c.measured
		}
	}
}

// rarity is the error of isRare.
const rarity = 0.05

// isRare reports whether a column is on less than query.MinCoverage of the site's pages, by a binomial test on the pages read: with that
// coverage as few pages would have it with a probability below rarity. Threads of a forum have hundreds of such columns, each of a few
// persons, some of whom write reviews on other sites, too. Six pages are too few for the test.
func (c *column) isRare(read int) bool {
	return distuv.Binomial{N: float64(read), P: query.MinCoverage}.CDF(float64(c.pages)) < rarity
}

// isInformative reports whether a column has values that may be compared with another site's: two different words, or quantities.
func (c *column) isInformative() bool { return len(c.words) >= MinAgreeing || c.isQuantity() }

// isQuantity reports whether most values are quantities, and not all of them the same, as opening hours at the bottom of each page are.
func (c *column) isQuantity() bool { return c.varied && 2*c.quantities > c.texts }

// maxShown bounds the values of columns, in bytes: longer ones are prose.
const maxShown = 80

// isWords reports whether a text has at least two letters and is no quantity.
func isWords(text string) bool {
	letters := 0
	for _, r := range text {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	return letters >= 2 && len(values.Readings(text)) == 0
}

// areNames reports whether most values of a column are names of known entities: it
// relates entities to others.
func (e *Entities) areNames(c *column) bool {
	n := 0
	for text := range c.words {
		if e.usual(query.Key(text)) {
			n++
		}
	}
	return 2*n > len(c.words) && n > 0
}

// identifies reports whether nearly all values are words and all different.
func (c *column) identifies() bool {
	return float64(len(c.words)) >= query.MinIdentifying*float64(c.texts)
}

// mostly reports whether most of a column's distinct words are in a set.
func (c *column) mostly(of map[string]bool) bool {
	n := 0
	for w := range c.words {
		if of[w] {
			n++
		}
	}
	return n > 0 && 2*n > len(c.words)
}

// like reports whether c is like o, see minInCommon. It is not symmetric.
func (c *column) like(o *column) bool {
	if c.isQuantity() && o.isQuantity() && c.label == o.label {
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
