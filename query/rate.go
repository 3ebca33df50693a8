package query

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"

	"verde/values"
)

// Limits of a column. An identifying column has a value on nearly every page, and nearly all
// values differ; a column that less than a third of the pages have gives queries for
// a part of the site only; a column with one value distinguishes nothing (see differs).
const (
	MinIdentifying = 0.8 // coverage, and share of distinct values
	MinCoverage    = 0.3
	minUsable      = 0.6 // share of values that are worth asking for
	lengthScale    = 400 // characters of mean length that cost as much as a coverage of 1 gains
)

// Analyze rates the columns of a site's records. titles has the page title of each record's
// source, labels the number of pages with the label of each labelled column; both may be nil.
//
// The identifying attribute is the column of nearly unique names with the highest
//
//	2*Names + Coverage + Distinct + share of names - mean characters/400
//
// where Names is the share of page titles with the value, with or without what it adds in parentheses
// (see [Bare]). The length decides between nearly equal columns: a heading or a breadcrumb repeats the
// name with more text around it. A value counts as a name if it has letters and is neither a quantity nor
// prose, even if it can't be asked for as it stands: names of 20 words, and names that begin with a
// year, identify entities as well as others, and [Names.Asked] shortens them.
//
// If no column is different for nearly all records, an entity is named by the best column together with up
// to maxWith others, Profile.With, that distinguish most records: a job by its title, company and
// place, a car by its model, maker and year. The same is done if there is an identifying column but most pages are
// titled by another one: each castle has its own address, but its name is what people call it, even if
// two castles share it.
//
// The other attributes are rated by coverage and by how well they separate entities without
// being unique: a value that several entities of a site share (an author, a team)
// is one that other sites write too, while a value that is unique to each page (a price, a
// code) hardly is. Numbers and dates, which every site writes in its own way (VerDE §VII), count
// little. A column without a label on the pages is an attribute only if it is rated above all columns with
// one: else parts of breadcrumbs, reviews and related items outnumber the attributes of the entity.
//
// Cost: linear in the values.
func Analyze(records []Record, titles map[string]string, labels map[string]int) Profile {
	columns := rate(records, titles)
	p := byOneColumn(columns)
	if c := find(columns, p.Name.Name); c == nil || c.titled > 0 && c.Names < mostTitles {
		if several := bySeveralColumns(records, columns); c == nil || several.Name.Names >= mostTitles && distinctBy(records, append([]string{several.Name.Name}, several.With...)) >= MinIdentifying {
			p = several
		}
	}
	p.Identifier = p.Name.Name
	p.Attributes, p.Columns = attributes(records, columns, p.Identifier, labels)
	return p
}

// byOneColumn gives the profile with the best identifying column, without a name if there is none.
func byOneColumn(columns []*column) (p Profile) {
	best := math.Inf(-1)
	for _, c := range columns {
		if c.identifies() {
			if s := 2*c.Names + c.Coverage + c.Distinct + c.named - c.length/lengthScale; s > best {
				best, p.Name = s, c.Attribute
			}
		}
	}
	return p
}

// bySeveralColumns gives the profile with the best column that is worth asking for, and
// others that distinguish records with the same value of it: for records that no column
// identifies, and for small or unusual tables.
func bySeveralColumns(records []Record, columns []*column) (p Profile) {
	best := math.Inf(-1)
	for _, c := range columns {
		if s := 2*c.Names + c.Coverage + c.Distinct; c.Score > 0 && s > best {
			best, p.Name = s, c.Attribute
		}
	}
	p.With = with(records, columns, p.Name.Name)
	return p
}

// find gives the column of a name, nil if there is none.
func find(columns []*column, name string) *column {
	for _, c := range columns {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// mostTitles is the share of page titles with a column's value from which on the column is part of
// the pages' names.
const mostTitles = 0.5

// Rate is [Analyze] with a given identifying attribute, and without titles.
func Rate(records []Record, identifier string) Profile {
	columns := rate(records, nil)
	p := Profile{Identifier: identifier}
	p.Attributes, p.Columns = attributes(records, columns, identifier, nil)
	for _, c := range columns {
		if c.Name == identifier {
			p.Name = c.Attribute
		}
	}
	return p
}

// column is an attribute with the statistics for its rating. Unless stated otherwise only the first value
// of each record counts. Shares are sums until finish divides them.
type column struct {
	Attribute
	usable         float64 // mean usable share of a record's values, see usableShare
	short          float64 // share of the values that are no prose
	numeric, years float64 // shares of the values that are numbers and the like, and years
	named          float64 // share of the values that may be names
	most           float64 // share of records with the most frequent value
	length         float64 // mean length in characters
	values         int     // records with a value
	titled         int     // of these, records with a page title
	titles         int     // values that are the whole title of their page
	seen           map[string]int
	wordings       map[string]int // folded values without the words with a digit -> number of records
}

// isCount reports whether the values differ only by their numbers, as "3 comments" and "12 comments" do: nine of ten
// have the same words, which are a label.
func (c *column) isCount() bool {
	return float64(slices.Max(slices.Collect(maps.Values(c.wordings)))) >= sharedByAll*float64(c.values)
}

// withoutNumbers is a folded text without the words that have a digit.
func withoutNumbers(folded string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(folded), func(w string) bool { return strings.ContainsFunc(w, unicode.IsDigit) }), " ")
}

// differs reports whether less than nine of ten records have the same value. Else the value is a
// part of the site that was read as data ("Print: Home"), or distinguishes no entities; some page
// of a site is always of another kind.
func (c *column) differs() bool { return len(c.seen) > 1 && c.most < sharedByAll }

// identifies reports whether a column may be the identifying one: most values may be
// names, nearly every record has one, and hardly two have the same.
func (c *column) identifies() bool {
	return len(c.seen) > 1 && c.named >= minUsable && c.Coverage >= MinIdentifying && c.Distinct >= MinIdentifying
}

// rate gives the rated columns of records, sorted by name.
func rate(records []Record, titles map[string]string) []*column {
	columns := map[string]*column{}
	foldedTitles := make(map[string]string, len(titles))
	for source, title := range titles {
		foldedTitles[source] = values.Fold(title)
	}
	decorated := titlesDecorated(foldedTitles)
	for _, r := range records {
		for name, texts := range r.Values {
			if len(texts) == 0 {
				continue
			}
			c := columns[name]
			if c == nil {
				c = &column{Attribute: Attribute{Name: name}, seen: map[string]int{}, wordings: map[string]int{}}
				columns[name] = c
			}
			c.add(texts, foldedTitles[r.Source])
		}
	}
	// A whole title with a fixed part is not the name if another column is in the titles; without such a column all names may begin
	// with the same word.
	within := func(c *column) bool { return c.Names >= mostTitles*float64(c.titled) && c.Names > 0 }
	decorated = decorated && slices.ContainsFunc(slices.Collect(maps.Values(columns)), within)
	out := make([]*column, 0, len(columns))
	for _, name := range slices.Sorted(maps.Keys(columns)) {
		columns[name].finish(len(records), decorated)
		out = append(out, columns[name])
	}
	return out
}

// add adds a record with its values of the column. title is the folded title of its page, "" if it is not known.
func (c *column) add(texts []string, title string) {
	v := texts[0]
	folded := values.Fold(v)
	c.values++
	c.seen[folded]++
	c.wordings[withoutNumbers(folded)]++
	c.length += float64(values.Length(v))
	c.usable += usableShare(texts)
	if !isText(v) {
		c.short++
	}
	if numeric(v) {
		c.numeric++
	}
	if isYear(v) {
		c.years++
	}
	if namelike(v) {
		c.named++
	}
	if title == "" {
		return
	}
	c.titled++
	switch {
	case len(texts) != 1:
	case folded == title:
		c.titles++
	case containsWords(title, folded), containsWords(title, values.Fold(Bare(v))):
		c.Names++
	}
}

// finish divides the sums of a column, and rates it:
//
//	Score = Coverage * usable share * (1 - share of the most frequent value)
//	        * (1.2 - numeric share) * sharing
//
// or 0 if nearly all values are the same, or differ only by numbers, or if the column is under MinCoverage
// or under minUsable. With decorated set a value that is the whole title does not count as a name.
func (c *column) finish(records int, decorated bool) {
	n := float64(c.values)
	c.usable, c.short, c.numeric, c.years, c.named, c.length = c.usable/n, c.short/n, c.numeric/n, c.years/n, c.named/n, c.length/n
	c.Coverage, c.Distinct = n/float64(records), float64(len(c.seen))/n
	if !decorated {
		c.Names += float64(c.titles)
	}
	c.Names /= float64(max(1, c.titled))
	c.most = float64(slices.Max(slices.Collect(maps.Values(c.seen)))) / n
	if c.differs() && !c.isCount() && c.Coverage >= MinCoverage && c.usable >= minUsable {
		c.Score = c.Coverage * c.usable * (1 - c.most) * (1.2 - c.numeric) * sharing(c.Distinct, len(c.seen))
	}
}

// attributes gives the columns that are worth asking with beside the identifier, best first, and all
// columns with short values that differ between entities.
func attributes(records []Record, columns []*column, identifier string, labels map[string]int) (ask, all []Attribute) {
	o := newOthers(records, identifier)
	for _, c := range columns {
		if c.Name == identifier {
			all = append(all, c.Attribute)
			continue
		}
		isShort := c.short >= minUsable && c.differs()
		if !isShort && c.Score == 0 || copies(records, c.Name, identifier) || o.refersToOthers(records, c.Name) {
			continue
		}
		if isShort {
			all = append(all, c.Attribute)
		}
		if c.Score > 0 {
			ask = append(ask, c.Attribute)
		}
	}
	slices.SortStableFunc(ask, func(a, b Attribute) int {
		return cmp.Or(cmp.Compare(min(labels[b.Name], 1), min(labels[a.Name], 1)), cmp.Compare(b.Score, a.Score))
	})
	ask = withoutRepeats(records, ask)
	if len(ask) > 0 && labels[ask[0].Name] > 0 {
		best := ask[0].Score
		ask = slices.DeleteFunc(ask, func(a Attribute) bool { return labels[a.Name] == 0 && a.Score <= best })
	}
	slices.SortStableFunc(ask, func(a, b Attribute) int { return cmp.Compare(b.Score, a.Score) })
	return ask, all
}

// withoutRepeats leaves out columns that mostly repeat the values of a better one: the link in a breadcrumb
// and the line below the heading have the company that a label names, too. A second column with the same values adds
// nothing to a query, and takes the place of others. Cost: a comparison of two folded values for each record and pair of columns.
func withoutRepeats(records []Record, ask []Attribute) (out []Attribute) {
	var better [][]string // the folded first values of the columns in out, by record
	for _, a := range ask {
		own := make([]string, len(records))
		for i, r := range records {
			if texts := r.Values[a.Name]; len(texts) > 0 {
				own[i] = values.Fold(texts[0])
			}
		}
		if !slices.ContainsFunc(better, func(of []string) bool { return repeats(own, of) }) {
			out, better = append(out, a), append(better, own)
		}
	}
	return out
}

// repeats reports whether a column has the values of another on most records that have it.
func repeats(own, other []string) bool {
	n, same := 0, 0
	for i, v := range own {
		if v != "" {
			n++
			if v == other[i] {
				same++
			}
		}
	}
	return 2*same > n
}

// titlesDecorated reports whether page titles have a fixed text around the name, such as
// the site's name: nine of ten begin, or nine of ten end, with the same word.
func titlesDecorated(titles map[string]string) bool {
	first, last := map[string]int{}, map[string]int{}
	n := 0
	for _, t := range titles {
		if words := strings.Fields(t); len(words) > 0 {
			first[words[0]]++
			last[words[len(words)-1]]++
			n++
		}
	}
	most := 0
	for _, counts := range []map[string]int{first, last} {
		for _, c := range counts {
			most = max(most, c)
		}
	}
	return n > 1 && most*10 >= n*9
}

// sharing is a factor of a column's score: 1 if entities share values (authors,
// teams); half if more than 97% of the values are distinct (codes, prices); half
// again if there are fewer than 5 distinct ones (hardcover, paperback).
func sharing(distinct float64, distinctValues int) float64 {
	s := 1.0
	if distinct > 0.97 {
		s = 0.5
	}
	if distinctValues < 5 {
		s *= 0.5
	}
	return s
}
