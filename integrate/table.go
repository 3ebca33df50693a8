package integrate

import (
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"verde/integrate/clean"
	"verde/integrate/compare"
)

// Table is what one site says: its records, in any order.
type Table struct {
	Site    string
	Records []Record
	// Relations are labels under which the site names other entities than a record's own, as in
	// "See also" (see [verde/record.Relations]). What is under them tells records apart by nothing
	// of their own, and is an attribute only where another site says mostly the same.
	Relations map[string]bool
	// Parts are labels under which parts of values are, each with the label of the whole values: the country of
	// a place, what sentences say.
	Parts map[string]string
	// Titles is the label under which the titles of the site's pages are (see [verde/record.Relations.Titles]),
	// "" if that is not known. The columns that sites title their pages by are one attribute, its entities' name.
	Titles string
}

// Record is what one page says about its entity: the texts under each label.
type Record struct {
	URL    string // tells records apart, also those of different sites
	Of     string `json:",omitempty"` // URL of the page whose entity this one is about, "" for its own (see [verde/record.Relations.Subpages])
	Values map[string][]string
}

// Cut counts what was left out, or is known by its beginning alone.
type Cut struct {
	Records int `json:"records"` // that say something else than the record of the same URL that was taken
	Values  int `json:"values"`  // beyond the first maxValues of a record and column
	Texts   int `json:"texts"`   // longer than [compare.MaxBytes], of which the beginning is compared and shown
}

// maxValues bounds what one record has in one column: the values of an entity and
// attribute are compared each with each.
const maxValues = 1000

// Read cleans and reads all tables. Tables of one site are one; of records
// with one URL the first in the order of their values counts, and the others are
// counted (see [Cut]). Cost: linear in the cells.
func Read(tables []Table) *Corpus {
	c, _ := read(bySite(tables), nil) // which has no errors
	return c
}

// bySite gives tables one at a time, as [IntegrateEach] takes them.
func bySite(tables []Table) iter.Seq2[Table, error] {
	sites := make(map[string]Table)
	for _, t := range tables {
		one, had := sites[t.Site]
		if !had {
			one.Site, one.Relations, one.Parts = t.Site, make(map[string]bool), make(map[string]string)
		}
		one.Records = append(one.Records, t.Records...)
		one.Titles = max(one.Titles, t.Titles)
		maps.Copy(one.Relations, t.Relations)
		maps.Copy(one.Parts, t.Parts)
		sites[t.Site] = one
	}
	return func(yield func(Table, error) bool) {
		for _, site := range slices.Sorted(maps.Keys(sites)) {
			if !yield(sites[site], nil) {
				return
			}
			delete(sites, site)
		}
	}
}

// read is [Read] of one table at a time, by site, where somebody may have decided that pages of a
// site are two entities'.
func read(tables iter.Seq2[Table, error], decisions []Decision) (*Corpus, error) {
	c := newCorpus()
	for t, err := range tables {
		if err != nil {
			return nil, err
		}
		s := len(c.sites)
		if s > 0 && t.Site <= c.sites[s-1] {
			return nil, fmt.Errorf("the table of %s comes behind that of %s", t.Site, c.sites[s-1])
		}
		c.sites = append(c.sites, t.Site)
		c.first = append(c.first, int32(len(c.urls)))
		records, lost := distinct(t.Records)
		c.cut.Records += lost
		c.add(int32(s), records, viewsOf(records, t.Parts, decisions), &t)
		c.title(int32(s), t.Titles)
	}
	c.first = append(c.first, int32(len(c.urls)))
	c.affixes()
	for r := range c.cells {
		c.count(r)
	}
	c.lex.Weigh(len(c.urls))
	c.lex.Close()
	return c, nil
}

func newCorpus() *Corpus {
	return &Corpus{lex: compare.NewLexicon(), viewOf: make(map[int32]int32), said: make(map[int32][]cell), pairedUp: make(map[[2]int32][]standsFor)}
}

// distinct gives records in order of their URLs, each URL once, and counts those that
// said something else.
func distinct(records []Record) (kept []Record, lost int) {
	records = slices.Clone(records)
	slices.SortStableFunc(records, func(a, b Record) int {
		if c := strings.Compare(a.URL, b.URL); c != 0 {
			return c
		}
		return compareValues(a.Values, b.Values)
	})
	for _, r := range records {
		if n := len(kept); n == 0 || kept[n-1].URL != r.URL {
			kept = append(kept, r)
		} else if compareValues(kept[n-1].Values, r.Values) != 0 {
			lost++
		}
	}
	return kept, lost
}

// compareValues orders what two records say by their labels, then by their texts.
func compareValues(a, b map[string][]string) int {
	labels := slices.Sorted(maps.Keys(a))
	if c := slices.Compare(labels, slices.Sorted(maps.Keys(b))); c != 0 {
		return c
	}
	for _, l := range labels {
		if c := slices.Compare(a[l], b[l]); c != 0 {
			return c
		}
	}
	return 0
}

// add takes in the records of a site with their columns, of which its table tells some are relations, and some parts.
func (c *Corpus) add(s int32, records []Record, v views, t *Table) {
	base, first := len(c.urls), len(c.columns)
	for _, r := range records {
		c.urls = append(c.urls, r.URL)
		c.siteOf = append(c.siteOf, s)
		c.cells = append(c.cells, nil)
	}
	var own []int32
	for _, from := range v.columns {
		id := int32(len(c.columns))
		own = append(own, id)
		c.columns = append(c.columns, column{
			Column: Column{Site: c.sites[s], Label: from.Label, Part: from.Part, Twins: from.Twins, Kind: from.Form.Kind.String(), Records: len(from.Cells), Reason: from.Dropped},
			site:   s, form: from.Form, relates: t.Relations[from.Label], numbers: numbers(&from), partOf: noColumn, unit: from.Unit,
		})
		if from.Dropped != "" {
			continue
		}
		words, texts := 0, 0
		for _, f := range from.Cells {
			to := cell{column: id}
			most := f.Texts[:min(len(f.Texts), maxValues)]
			c.cut.Values += len(f.Texts) - len(most)
			for _, t := range most {
				if len(t.Clean) > compare.MaxBytes {
					c.cut.Texts++
				}
				if v := c.lex.Value(t.Clean, from.Form); v != nil {
					to.values = append(to.values, v)
					to.written = append(to.written, t.Written)
					words, texts = words+len(v.Words), texts+1
				}
			}
			if len(to.values) > 0 {
				c.cells[base+f.Row] = append(c.cells[base+f.Row], to)
			}
		}
		c.columns[id].long = words > profileWords*texts
	}
	c.within(first, t.Parts, t.Titles)
	c.of = append(c.of, own)
	c.see(base, records, v.of)
}

// fewNumbered is the number of records up to which whole numbers beside each other may be anything.
const fewNumbered = 10

// numbers reports whether the values of a column number the records of a site, from any number on: whole numbers, nearly each of
// another record, that leave out fewer than they have. Two sites that number their records have the same numbers, and each of
// them once, of whatever entities: it is no surprise that records share one. That they number the same things is told by other
// values.
func numbers(col *clean.Column) bool {
	seen := make(map[int]bool)
	lo, hi := math.MaxInt, math.MinInt
	for _, cell := range col.Cells {
		n, err := strconv.Atoi(cell.Texts[0].Clean)
		if err != nil || len(cell.Texts) > 1 {
			return false
		}
		seen[n] = true
		lo, hi = min(lo, n), max(hi, n)
	}
	return len(col.Cells) > fewNumbered && 10*len(seen) >= 9*len(col.Cells) && float64(hi)-float64(lo) < float64(2*len(seen)) // in numbers that don't overflow
}

// count enters a record's tokens into the lexicon, each once.
func (c *Corpus) count(r int) {
	tokens, wholes := c.tokens(r)
	c.wholes = append(c.wholes, wholes)
	c.lex.Count(tokens)
}

// tokens are those of a record's values, and of these the wholes, each ascending, but for the
// names of other entities: a name is no commoner for that. Values that are compared as wholes count, and not their parts, nor the
// numbers of records.
func (c *Corpus) tokens(r int) (tokens, wholes []int32) {
	for _, cell := range c.cells[r] {
		if c.columns[cell.column].relates {
			continue
		}
		for _, v := range cell.values {
			if !c.short(cell.column) && !c.columns[cell.column].numbers {
				wholes = append(wholes, v.Whole)
			}
			tokens = append(append(append(tokens, v.Words...), v.Pairs...), v.Whole)
		}
	}
	return unique(tokens), unique(wholes)
}
