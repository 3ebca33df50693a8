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
	// Relations are labels under which the site names other entities than the record's own, as in "See also" (see
	// [verde/record.Relations]). Such values distinguish no records. Their column becomes part of an attribute
	// only if another site has mostly the same values.
	Relations map[string]bool
	// Parts maps labels of parts to the label of the whole values: the country of a place, the single facts of a
	// sentence.
	Parts map[string]string
	// Titles is the label of the page titles (see [verde/record.Relations.Titles]), "" if unknown. The title
	// columns of all sites are one attribute, the name of the entities.
	Titles string
}

// Record is what one page says about its entity: the texts under each label.
type Record struct {
	URL    string // identifies the record among those of all sites
	Of     string `json:",omitempty"` // of a page about the entity of another page: that page's URL (see [verde/record.Relations.Subpages])
	Values map[string][]string
}

// Cut counts input that was left out or truncated.
type Cut struct {
	Records int `json:"records"` // that differ from the record of the same URL that was taken
	Values  int `json:"values"`  // beyond the first maxValues of a record and column
	Texts   int `json:"texts"`   // longer than [compare.MaxBytes], of which the beginning is compared and shown
}

// maxValues bounds the values of a record in a column: all values of an entity and attribute are compared with
// each other.
const maxValues = 1000

// Read cleans and reads all tables. Tables of one site are merged. Of several records with one URL the first in
// the order of their values is taken, and the others are counted (see [Cut]). Cost: linear in the cells.
func Read(tables []Table) *Corpus {
	c, _ := readEach(tablesBySite(tables), nil) // which has no errors
	return c
}

// tablesBySite merges the tables of each site and yields them as [IntegrateEach] takes them.
func tablesBySite(tables []Table) iter.Seq2[Table, error] {
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

// readEach is [Read] for one table at a time, ordered by site. Decisions may say that two pages of a site are two
// entities.
func readEach(tables iter.Seq2[Table, error], decisions []Decision) (*Corpus, error) {
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
		c.firstRecord = append(c.firstRecord, int32(len(c.urls)))
		records, lost := distinctRecords(t.Records)
		c.cut.Records += lost
		c.addSite(int32(s), records, mergeViews(records, t.Parts, decisions), &t)
		c.setTitleColumn(int32(s), t.Titles)
	}
	c.firstRecord = append(c.firstRecord, int32(len(c.urls)))
	c.stripNameAffixes()
	for r := range c.cells {
		c.countTokens(r)
	}
	c.lex.Weigh(len(c.urls))
	c.lex.Close()
	return c, nil
}

func newCorpus() *Corpus {
	return &Corpus{lex: compare.NewLexicon(), viewOf: make(map[int32]int32), viewCells: make(map[int32][]cell), mappings: make(map[[2]int32][]correspondence)}
}

// distinctRecords returns the records ordered by URL, each URL once, and how many of the others had different
// values.
func distinctRecords(records []Record) (kept []Record, lost int) {
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

// compareValues orders the values of two records by their labels, then by their texts.
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

// addSite adds the records of a site and their columns.
func (c *Corpus) addSite(s int32, records []Record, v views, t *Table) {
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
			site:   s, form: from.Form, isRelation: t.Relations[from.Label], isSequence: isSequence(&from), partOf: noColumn, unit: from.Unit,
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
		c.columns[id].isLong = words > maxProfileWords*texts
	}
	c.assignParts(first, t.Parts, t.Titles)
	c.columnsOf = append(c.columnsOf, own)
	c.addViews(base, records, v.mainRow)
}

// minSequence is the number of records up to which consecutive numbers may be a coincidence.
const minSequence = 10

// isSequence reports whether a column numbers the records of its site, from any number on: all values are whole
// numbers, at least 90 % of them distinct, and fewer numbers are left out than used. Two sites that number their
// records have the same numbers for different entities, so a shared number is no evidence that two records are one
// entity. Whether both sites number the same things, other values tell.
func isSequence(col *clean.Column) bool {
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
	return len(col.Cells) > minSequence && 10*len(seen) >= 9*len(col.Cells) && float64(hi)-float64(lo) < float64(2*len(seen)) // in numbers that don't overflow
}

// countTokens counts a record's tokens in the lexicon, each once.
func (c *Corpus) countTokens(r int) {
	tokens, wholes := c.tokensOf(r)
	c.valueTokens = append(c.valueTokens, wholes)
	c.lex.Count(tokens)
}

// tokensOf returns the distinct tokens of a record's values, ascending, and among them those of whole values that
// can make seeds. Relations are left out, since a name is not more common because other records refer to it. Parts
// whose whole value is there already and sequence numbers make no seeds.
func (c *Corpus) tokensOf(r int) (tokens, wholes []int32) {
	for _, cell := range c.cells[r] {
		if c.columns[cell.column].isRelation {
			continue
		}
		for _, v := range cell.values {
			if !c.isRedundantPart(cell.column) && !c.columns[cell.column].isSequence {
				wholes = append(wholes, v.Whole)
			}
			tokens = append(append(append(tokens, v.Words...), v.Pairs...), v.Whole)
		}
	}
	return unique(tokens), unique(wholes)
}
