package integrate

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"verde/integrate/clean"
)

// nameAndKind returns the commonest name that the vertical has for the columns (names), or if it has none the
// commonest of their best labels (see [Corpus.labelQuality]), and their commonest kind. Labels are folded for
// counting. Ties go to the label that more columns have themselves and not by a duplicate column, then to that of
// most records, then to the first in the alphabet.
func (c *Corpus) nameAndKind(members []int32, names map[ColumnName]string) (name, kind string) {
	type votes struct {
		label   string
		given   int // columns that the vertical names so
		n, rows int // columns, and their records
		own     int // columns whose own label it is, not that of a duplicate
		quality int
	}
	labels, kinds := make(map[string]*votes), make(map[string]int)
	for _, m := range members {
		col := &c.columns[m]
		kinds[col.Kind]++
		for _, label := range col.labels() {
			given := 0
			if name := names[ColumnName{col.Site, label}]; name != "" {
				label, given = name, 1
			}
			k := strings.ToLower(strings.TrimSpace(label))
			v := labels[k]
			if v == nil {
				v = &votes{label: label}
				labels[k] = v
			}
			v.given += given
			v.n++
			if label == col.Label {
				v.own++
			}
			v.quality = max(v.quality, c.labelQualityIn(col, label))
			v.rows += col.Records
			v.label = min(v.label, label)
		}
	}
	var top *votes
	for _, v := range labels {
		if top == nil || cmp.Or(cmp.Compare(v.given, top.given), cmp.Compare(v.quality, top.quality), cmp.Compare(v.n, top.n), cmp.Compare(v.own, top.own), cmp.Compare(v.rows, top.rows), cmp.Compare(top.label, v.label)) > 0 {
			top = v
		}
	}
	for _, k := range []string{"text", "number", "date", "key"} {
		if kind == "" || kinds[k] > kinds[kind] {
			kind = k
		}
	}
	if top.given == 0 { // a given name stays as it is
		top.label = trimMarks(top.label)
	}
	return top.label, kind
}

// trimMarks removes the marks around a label, and of a breadcrumb all but its last element.
func trimMarks(label string) string {
	out := label
	if i := strings.LastIndexAny(strings.TrimRight(out, "›»>→ "), "›»→"); i >= 0 {
		out = out[i:]
	}
	if out = strings.TrimFunc(out, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("›»«‹>→·•|:-–—*", r)
	}); out == "" {
		return label
	}
	return out
}

// columnNumber matches the names that package extract gives to columns without a label.
var columnNumber = regexp.MustCompile(`^((t[0-9]+)?c[0-9]+|text( [0-9]+)?)$`)

// crumb matches what breadcrumbs are called in the markup of pages, whatever their language.
var crumb = regexp.MustCompile(`(?i)\b(bread)?crumbs?\b|breadcrumb`)

// labelQualityIn is how well a label describes a column.
func (c *Corpus) labelQualityIn(col *column, label string) int {
	out := c.labelQuality(col.site, label)
	switch {
	case col.showWritten:
	case slices.Contains([]clean.Part{clean.Note, clean.Latitude, clean.Longitude}, col.Part):
		out = min(out, labelOfPart)
	}
	if col.partLabels[label] {
		out = min(out, labelOfPart)
	}
	return out
}

// labelQuality is how well a label of a site describes any column.
func (c *Corpus) labelQuality(site int32, label string) int {
	first, _ := utf8.DecodeRuneInString(label)
	switch base, n, cut := cutLast(label, " "); {
	case columnNumber.MatchString(label):
		return labelNumbered
	case cut && strings.Trim(n, "0123456789") == "" && slices.ContainsFunc(c.columnsOf[site], func(i int32) bool {
		return strings.EqualFold(c.columns[i].Label, base) || slices.Contains(c.columns[i].Twins, base)
	}):
		return labelRepeated
	case !unicode.IsLetter(first) && !unicode.IsDigit(first) || strings.ContainsAny(label, "_›»→") || crumb.MatchString(label):
		return labelMarkup
	}
	return labelWorded
}

// cutLast cuts a text at the last separator.
func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// orderAndName orders attributes, those of most sites first, and makes their names unique: the later one of two
// attributes with one name gets a number, and an attribute of one source its site's name.
func (c *Corpus) orderAndName(attributes []Attribute) {
	slices.SortStableFunc(attributes, func(a, b Attribute) int {
		return cmp.Or(cmp.Compare(b.Sites, a.Sites), cmp.Compare(a.Columns[0], b.Columns[0]))
	})
	taken := make(map[string]bool)
	for i := range attributes {
		a := &attributes[i]
		name := a.Name
		if a.Basis == OneSource && taken[strings.ToLower(name)] {
			name += " (" + c.columns[a.Columns[0]].Site + ")"
			a.Name = name
		}
		for n := 2; taken[strings.ToLower(a.Name)]; n++ {
			a.Name = name + " " + strconv.Itoa(n)
		}
		taken[strings.ToLower(a.Name)] = true
	}
}

// How well a label describes a column, from worst to best.
const (
	labelNumbered = iota // a number of package extract, since the page names nothing
	labelRepeated        // another column's label with a number behind it
	labelMarkup          // begins with a mark or has one inside, as links of breadcrumbs and names in programs do: not shown to people
	labelOfPart          // of values of which the column holds the part at the end; or the label of parts, which says less than that of the whole
	labelWorded          // a label that is shown to people
)
