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
	"verde/integrate/compare"
)

// Attribute is a set of columns, one of each site at most, that say the same.
type Attribute struct {
	Name    string  `json:"name"`    // the commonest label
	Columns []int   `json:"columns"` // into the columns of the result
	Kind    string  `json:"kind"`
	Sites   int     `json:"sites"`
	Kappa   float64 `json:"kappa"` // mean agreement beyond chance of its columns
	// Basis is what its columns were joined by: "shared entities" of some of them at
	// least, "names" that pages are titled by, "values" that are of one kind, or a "decision"; or "one source", which alone has
	// it. Records are not compared by values alone: that they are of one kind does not tell
	// entities apart.
	Basis string `json:"basis"`
	// OfKind are those of the columns that were joined by values alone: that they are of one kind
	// does not tell entities apart, so records are not compared by them.
	OfKind []int `json:"of_kind,omitempty"`
	// Short tells that some sites have short forms of what others say, which begins with
	// them: "PG-13" and "PG-13 for violence".
	Short bool `json:"short,omitempty"`
	// Detailed tells that some sites say more than others, all in words that these have, too: a street, and the street with its town.
	Detailed bool `json:"detailed,omitempty"`
}

// What columns are joined by; see [Attribute].
const (
	byEntities = "shared entities"
	ByValues   = "values" // of one kind, without a record that both sites have
	byNames    = "names"  // both are what pages are titled by
	byDecision = "decision"
	OneSource  = "one source" // that no other site has
)

// group makes attributes of column matches, and of columns without a partner those of one source.
func (c *Corpus) group(m *Matching, seeds []Pair, names map[ColumnName]string) []Attribute {
	matches := m.Matches
	sites := make([]int32, len(c.columns))
	for i := range c.columns {
		sites[i] = c.columns[i].site
		c.columns[i].unsplit, c.columns[i].says, c.columns[i].Says, c.columns[i].Scale = false, nil, nil, 0
	}
	l := newLinkage(sites, leastKappa)
	l.alternatives = c.alternatives(matches)
	c.takeApart(matches)
	l.after(c.late)
	l.knowAll(matches)
	x := c.newLeft(c.repeated(l.run()), matches, seeds)
	x.adopt()
	x.shorten()
	x.correspondences(seeds)
	x.correspond()
	x.places()
	x.translate()
	x.rescale()
	x.pool()
	m.Matches = x.matches
	var out []Attribute
	for i, members := range x.groups {
		if len(members) < 2 {
			continue
		}
		out = append(out, c.attributeOf(members, m.Matches, names, x.short[i]))
	}
	for s := range c.sites {
		out = append(out, c.ofOneSource(int32(s), out, names)...)
	}
	c.distinguish(out)
	return out
}

// attributeOf makes an attribute of columns.
func (c *Corpus) attributeOf(members []int32, matches []ColumnMatch, names map[ColumnName]string, short bool) Attribute {
	a := Attribute{Sites: len(members), Short: short}
	slices.Sort(members)
	for _, m := range members {
		a.Columns = append(a.Columns, int(m))
	}
	a.Kappa, a.Basis = evidence(members, matches)
	a.OfKind = joinedByKind(members, matches)
	a.Detailed = c.detailed(members, matches)
	a.Name, a.Kind = c.name(members, names)
	return a
}

// assign does what a person decided of columns: each goes where it belongs, and leaves
// what it was in. An attribute that nobody has becomes one.
func (c *Corpus) assign(attributes []Attribute, decisions []Decision) []Attribute {
	for _, d := range decisions {
		if d.What != "column" {
			continue
		}
		for i := range c.columns {
			if col := &c.columns[i]; col.Site == d.Site && (col.Label == d.Label || slices.Contains(col.Twins, d.Label)) && col.Reason == "" {
				attributes = c.move(attributes, i, d.Attribute)
			}
		}
	}
	return slices.DeleteFunc(attributes, func(a Attribute) bool { return len(a.Columns) == 0 })
}

// move puts a column into the attribute of a name, or into none for "".
func (c *Corpus) move(attributes []Attribute, col int, name string) []Attribute {
	for k := range attributes {
		a := &attributes[k]
		a.Columns = slices.DeleteFunc(a.Columns, func(i int) bool { return i == col })
		a.OfKind = slices.DeleteFunc(a.OfKind, func(i int) bool { return i == col })
		a.Sites = len(a.Columns)
	}
	if name == "" {
		return attributes
	}
	k := slices.IndexFunc(attributes, func(a Attribute) bool { return a.Name == name })
	if k < 0 {
		k = len(attributes)
		attributes = append(attributes, Attribute{Name: name, Kind: c.columns[col].Kind, Basis: byDecision})
	}
	a := &attributes[k]
	if !a.Shared() { // a person says what the values alone did not: records are compared by them
		a.Basis, a.OfKind = byDecision, nil
	}
	a.Columns = append(a.Columns, col)
	slices.Sort(a.Columns)
	a.Sites = len(a.Columns)
	return attributes
}

// evidence gives the mean agreement of the columns, and the strongest basis of it.
func evidence(members []int32, matches []ColumnMatch) (kappa float64, basis string) {
	n := 0
	basis = ByValues
	for _, m := range matches {
		if m.Counts && slices.Contains(members, int32(m.A)) && slices.Contains(members, int32(m.B)) {
			kappa += m.Kappa
			n++
			if m.Basis == byEntities || basis == ByValues {
				basis = m.Basis
			}
		}
	}
	return kappa / float64(max(1, n)), basis
}

// detailed reports whether of columns of texts two agree on entities, but are hardly ever equal (see mostly): the one says
// more than the other. What all of them together agree on less often than values do that stand for each other is no detail.
func (c *Corpus) detailed(members []int32, matches []ColumnMatch) bool {
	text := func(col int) bool {
		return c.columns[col].form.Kind == compare.Text && slices.Contains(members, int32(col))
	}
	more, agree, pairs := false, 0., 0.
	for i := range matches {
		if m := &matches[i]; m.Counts && m.Basis == byEntities && !m.Begins && !m.Corresponds && text(m.A) && text(m.B) {
			more = more || m.Equal < mostly
			agree, pairs = agree+m.Agreement*float64(m.Pairs), pairs+float64(m.Pairs)
		}
	}
	return more && agree >= oneToOne*pairs
}

// joinedByKind gives the columns that no shared records speak for, but values.
func joinedByKind(members []int32, matches []ColumnMatch) (out []int) {
	by := make(map[int]string)
	for _, m := range matches {
		if !slices.Contains(members, int32(m.A)) || !slices.Contains(members, int32(m.B)) {
			continue
		}
		for _, col := range []int{m.A, m.B} {
			switch {
			case m.Basis != ByValues && m.Kappa > 0:
				by[col] = m.Basis
			case m.Basis == ByValues && by[col] == "":
				by[col] = ByValues
			}
		}
	}
	for _, col := range members {
		if by[int(col)] == ByValues {
			out = append(out, int(col))
		}
	}
	return out
}

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

// columnNumber is what columns are called that nothing names; see package extract.
var columnNumber = regexp.MustCompile(`^((t[0-9]+)?c[0-9]+|text( [0-9]+)?)$`)

// crumb is what breadcrumbs are called in the markup of pages, of whatever language.
var crumb = regexp.MustCompile(`(?i)\b(bread)?crumbs?\b|breadcrumb`)

// wordingOf is how much a label says of a column.
func (c *Corpus) wordingOf(col *column, label string) int {
	out := c.wording(col.site, label)
	switch col.Part {
	case clean.Note, clean.Day, clean.Latitude, clean.Longitude:
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

// attributed is what each record has under the attributes that records are compared by. Most
// sites know few of the attributes that there are in all, so what a record has none of takes
// no place.
type attributed struct {
	width int     // number of attributes
	first []int32 // record -> its first place in under; one more for the end
	under []under
}

// under is what a record has under an attribute.
type under struct {
	attribute int32
	values    []*compare.Value
}

// all gives what a record has, by attribute.
func (a *attributed) all(r int32) []under { return a.under[a.first[r]:a.first[r+1]] }

func (a *attributed) of(r int32, k int) []*compare.Value {
	all := a.all(r)
	i, ok := slices.BinarySearchFunc(all, int32(k), func(x under, k int32) int { return cmp.Compare(x.attribute, k) })
	if !ok {
		return nil
	}
	return all[i].values
}

// attribute collects the values of attributes that records are compared by.
func (c *Corpus) attribute(attributes []Attribute) *attributed {
	a := &attributed{width: len(attributes), first: make([]int32, 1, len(c.urls)+1)}
	to := make([]int32, len(c.columns))
	for i := range to {
		to[i] = -1
	}
	for k := range attributes {
		for _, col := range attributes[k].Columns {
			if !slices.Contains(attributes[k].OfKind, col) {
				to[col] = int32(k)
			}
		}
	}
	for _, cells := range c.cells {
		begin := len(a.under)
		for _, cell := range cells {
			if k := to[cell.column]; k >= 0 {
				a.under = append(a.under, under{k, c.columns[cell.column].meaning(cell.values)})
			}
		}
		of := a.under[begin:]
		slices.SortStableFunc(of, func(x, y under) int { return cmp.Compare(x.attribute, y.attribute) })
		for i := len(of) - 1; i > 0; i-- { // a person may give several columns of a site to an attribute
			if of[i-1].attribute == of[i].attribute {
				of[i-1].values = slices.Concat(of[i-1].values, of[i].values)
				of = slices.Delete(of, i, i+1)
			}
		}
		a.under = a.under[:begin+len(of)]
		a.first = append(a.first, int32(len(a.under)))
	}
	a.under = slices.Clip(a.under)
	return a
}

// knowAll enters what columns have to do with each other: those that count, and those that
// were compared often enough to be known for others: what says the same before what only
// contains it, as a caption does a name. What begins alike, or stands for each other, is joined
// later.
func (l *linkage) knowAll(matches []ColumnMatch) {
	for _, m := range matches {
		switch {
		case m.Begins, m.Corresponds:
		case m.Counts && m.Basis != byEntities:
			l.presume(m.A, m.B, m.Kappa, m.Share*(1+m.Equal)/2)
		case m.Counts:
			l.know(m.A, m.B, m.Kappa, m.LogOdds/float64(max(1, m.Pairs))*m.Share*(1+m.Equal)/2)
		case m.Pairs >= negativeAt:
			l.know(m.A, m.B, 0, 0)
		}
	}
}
