package integrate

import (
	"slices"

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
		c.columns[i].unsplit, c.columns[i].says, c.columns[i].Says = false, nil, nil
	}
	l := newLinkage(sites, leastKappa)
	l.alternatives = c.alternatives(matches)
	c.takeApart(matches)
	l.after(c.late)
	l.knowAll(matches)
	x := c.newLeft(l.run(), matches, seeds)
	x.adopt()
	x.shorten()
	x.correspondences(seeds)
	x.places()
	x.translate()
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
