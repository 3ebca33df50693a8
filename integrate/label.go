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

// name gives the commonest name that the vertical has for the columns, or where it
// has none the commonest of the labels that say most (see [Corpus.wording]), and the
// commonest kind. Labels are folded for counting. Ties go to the label that more columns have
// as their own and not as a twin's, then to that on most records, then to the first in the alphabet.
func (c *Corpus) name(members []int32, names map[ColumnName]string) (name, kind string) {
	type votes struct {
		label   string
		given   int // columns of the name that the vertical has
		n, rows int
		own     int // columns that are labelled so, and have no twin that is
		wording int
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
			v.wording = max(v.wording, c.wordingOf(col, label))
			v.rows += col.Records
			v.label = min(v.label, label)
		}
	}
	var top *votes
	for _, v := range labels {
		if top == nil || cmp.Or(cmp.Compare(v.given, top.given), cmp.Compare(v.wording, top.wording), cmp.Compare(v.n, top.n), cmp.Compare(v.own, top.own), cmp.Compare(v.rows, top.rows), cmp.Compare(top.label, v.label)) > 0 {
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

// trimMarks leaves out the marks around a label, and what stands before the last mark of a
// breadcrumb in it.
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

// columnNumber is what columns are called that nothing names; see package extract.
var columnNumber = regexp.MustCompile(`^((t[0-9]+)?c[0-9]+|text( [0-9]+)?)$`)

// crumb is what breadcrumbs are called in the markup of pages, of whatever language.
var crumb = regexp.MustCompile(`(?i)\b(bread)?crumbs?\b|breadcrumb`)

// wordingOf is how much a label says of a column.
func (c *Corpus) wordingOf(col *column, label string) int {
	out := c.wording(col.site, label)
	switch {
	case col.unsplit:
	case slices.Contains([]clean.Part{clean.Note, clean.Latitude, clean.Longitude}, col.Part):
		out = min(out, partial)
	}
	if col.ofParts[label] {
		out = min(out, partial)
	}
	return out
}

// wording is how much a label of a site says.
func (c *Corpus) wording(site int32, label string) int {
	first, _ := utf8.DecodeRuneInString(label)
	switch base, n, cut := cutLast(label, " "); {
	case columnNumber.MatchString(label):
		return numbered
	case cut && strings.Trim(n, "0123456789") == "" && slices.ContainsFunc(c.of[site], func(i int32) bool {
		return strings.EqualFold(c.columns[i].Label, base) || slices.Contains(c.columns[i].Twins, base)
	}):
		return second
	case !unicode.IsLetter(first) && !unicode.IsDigit(first) || strings.ContainsAny(label, "_›»→") || crumb.MatchString(label):
		return marked
	}
	return worded
}

// cutLast cuts a text at the last separator.
func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// distinguish puts attributes in order, those of most sites first, and makes their names
// different.
func (c *Corpus) distinguish(attributes []Attribute) {
	slices.SortStableFunc(attributes, func(a, b Attribute) int {
		return cmp.Or(cmp.Compare(b.Sites, a.Sites), cmp.Compare(a.Columns[0], b.Columns[0]))
	})
	c.nameApart(nil, attributes)
}

// nameApart makes names different from each other and from those of others: of two attributes
// that sites call the same the later one gets a number, and one of a single site the site's
// name.
func (c *Corpus) nameApart(others, attributes []Attribute) {
	taken := make(map[string]bool)
	for i := range others {
		taken[strings.ToLower(others[i].Name)] = true
	}
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

// What a label says. A column that nothing names has a number, and one whose label another has
// is the second of that label. What begins with a mark, as a link in a breadcrumb does, or is
// put together by one, as names in programs are, is no label that a site shows to people. The
// label of a column of which one holds a part at the end is that of more than this part. The label
// of parts says less than the whole does that has the same values.
const (
	numbered = iota
	second
	marked
	partial
	worded
)
