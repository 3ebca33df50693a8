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

// Limits of a column. An identifying column names nearly every page and hardly
// repeats; a column that less than a third of the pages have makes queries for
// a part of the site only; a column with one value says nothing (see differs).
const (
	MinIdentifying = 0.8 // coverage, and share of distinct values
	MinCoverage    = 0.3
	minUsable      = 0.6 // share of values that are worth asking for
	lengthScale    = 400 // characters of mean length that weigh as much as the whole coverage
)

// Analyze rates the columns of a site's records. titles maps a record's source
// to the title of its page, labels tells on how many pages those columns are labelled that are; both may be nil.
//
// The identifying attribute is the column of nearly unique names that is in the
// page title most often, with what it adds in parentheses or without (see [Bare]). It has the highest
//
//	2*Names + Coverage + Distinct + share of names - mean characters/400
//
// Whether a text can be a name (it has letters, and is no quantity and no prose) is
// another question than whether it can be asked for as it stands: names of 20 words, and
// names that begin with a year, name entities as well as others, and [Names.Asked]
// shortens them.
//
// Where no column has different names for nearly all records, the best one names them
// with up to maxWith others, Profile.With: a job by its title, company and place, a car by its
// model, maker and year. They are those that together tell most records apart. So it is where
// one has, but most pages are not titled by it while they are by another: an address is each
// castle's own, and what people call the castle is its name, that two may share.
//
// where the length decides between nearly equal ones: a heading or a breadcrumb
// repeats the name with more around it. The other
// attributes are rated by coverage and by how well they separate entities without
// being unique: a value that several entities of a site share (an author, a team)
// is one that other sites write too, while one that is unique to each page (a price, a
// code) hardly is. What the pages give no label to is an attribute only if it is rated above all that
// have one: else the parts of breadcrumbs, reviews and related items are more than what a page says of its entity. Numbers and dates, which every site writes in its own way
// (VerDE §VII), count little.
//
// Cost: linear in the values.
func Analyze(records []Record, titles map[string]string, labels map[string]int) Profile {
	columns := rate(records, titles)
	p := named(columns)
	if c := find(columns, p.Name.Name); c == nil || c.titled > 0 && c.Names < mostTitles {
		if several := namedBySeveral(records, columns); c == nil || several.Name.Names >= mostTitles && distinctBy(records, append([]string{several.Name.Name}, several.With...)) >= MinIdentifying {
			p = several
		}
	}
	p.Identifier = p.Name.Name
	p.Attributes, p.Columns = attributes(records, columns, p.Identifier, labels)
	return p
}

// named gives the profile by the best column that identifies, without a name if there is none.
func named(columns []*column) (p Profile) {
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

// namedBySeveral gives the profile by the most distinct column that is worth asking for,
// with others that tell apart what has the same there: for records that no column
// identifies, and for small or odd tables.
func namedBySeveral(records []Record, columns []*column) (p Profile) {
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

// mostTitles is the share of page titles that have a column's value from which on it is a
// part of what the pages are called.
const mostTitles = 0.5

// Rate is [Analyze] where the identifying attribute is known, and without titles.
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

// column is an attribute with the counts that its rating is made of. A record counts
// with its first value only, where all are not said to count.
type column struct {
	Attribute
	usable         float64 // mean of the share of a record's values
	short          float64 // share of the values that are no texts
	numeric, years float64 // shares of the values
	named          float64 // share of the values that may be names
	most           float64 // share of the most frequent value
	length         float64 // mean, in characters
	values, titled int
	titles         int // values that are the whole title of their page
	seen           map[string]int
	wordings       map[string]int // folded values without the words that have a digit
}

// counts reports whether the values differ by their numbers alone, as "3 comments" and "12 comments" do: nine of ten
// have the same words. Each is a number with its label.
func (c *column) counts() bool {
	return float64(slices.Max(slices.Collect(maps.Values(c.wordings)))) >= sharedByAll*float64(c.values)
}

// wording is a folded text without the words that have a digit.
func wording(folded string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(folded), func(w string) bool { return strings.ContainsFunc(w, unicode.IsDigit) }), " ")
}

// differs reports whether a column says something of an entity: its values differ, and not
// by some page that is always another. Where nine records of ten have one value, it is a
// part of the site that was read as a value ("Print: Home"), or nothing that
// tells an entity from another.
func (c *column) differs() bool { return len(c.seen) > 1 && c.most < sharedByAll }

// identifies reports whether a column may be the identifying one: most values may be
// names, nearly every record has one, and hardly two have the same.
func (c *column) identifies() bool {
	return len(c.seen) > 1 && c.named >= minUsable && c.Coverage >= MinIdentifying && c.Distinct >= MinIdentifying
}

// rate gives the columns of records in the order of their names, with
//
//	Score = Coverage * usable share * (1 - share of the most frequent value)
//	        * (1.2 - numeric share) * sharing
//
// or 0 if the column does not differ from record to record, or by numbers alone, is under MinCoverage
// or under minUsable.
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
			v := texts[0]
			c.values++
			folded := values.Fold(v)
			c.seen[folded]++
			c.wordings[wording(folded)]++
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
			if title := foldedTitles[r.Source]; title != "" {
				c.titled++
				switch f := values.Fold(v); {
				case len(texts) != 1:
				case f == title:
					c.titles++
				case containsWords(title, f), containsWords(title, values.Fold(Bare(v))):
					c.Names++
				}
			}
		}
	}
	// A title with the site's name in it is not the name, if something else in it may be: all names may begin with one word.
	within := func(c *column) bool { return c.Names >= mostTitles*float64(c.titled) && c.Names > 0 }
	decorated = decorated && slices.ContainsFunc(slices.Collect(maps.Values(columns)), within)
	out := make([]*column, 0, len(columns))
	for _, name := range slices.Sorted(maps.Keys(columns)) {
		c := columns[name]
		n := float64(c.values)
		c.usable, c.short, c.numeric, c.years, c.named, c.length = c.usable/n, c.short/n, c.numeric/n, c.years/n, c.named/n, c.length/n
		c.Coverage, c.Distinct = n/float64(len(records)), float64(len(c.seen))/n
		if !decorated {
			c.Names += float64(c.titles)
		}
		c.Names /= float64(max(1, c.titled))
		c.most = float64(slices.Max(slices.Collect(maps.Values(c.seen)))) / n
		if c.differs() && !c.counts() && c.Coverage >= MinCoverage && c.usable >= minUsable {
			common := 1 - c.most // a value that half of the pages share tells little
			c.Score = c.Coverage * c.usable * common * (1.2 - c.numeric) * sharing(c.Distinct, len(c.seen))
		}
		out = append(out, c)
	}
	return out
}

// attributes picks the columns worth asking with beside the identifier, best first, and
// gives all that say something short of the entity.
func attributes(records []Record, columns []*column, identifier string, labels map[string]int) (ask, all []Attribute) {
	o := newOthers(records, identifier)
	for _, c := range columns {
		if c.Name == identifier {
			all = append(all, c.Attribute)
			continue
		}
		says := c.short >= minUsable && c.differs()
		if !says && c.Score == 0 || copies(records, c.Name, identifier) || o.pointed(records, c.Name) {
			continue
		}
		if says {
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

// withoutRepeats leaves out columns that mostly say what a better one says: the link in the page's path
// and the line below the heading have the company that a label names, too. A second column with the same adds
// nothing to a query, and takes the turn of others. Cost: a comparison of two folded values for each record and two columns.
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

// titlesDecorated reports whether page titles have a fixed text around the name, as
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
