package integrate

import (
	"slices"

	"verde/integrate/compare"
)

// Attribute is a set of columns that have the same meaning, at most one of each site unless these are alternatives
// (see alternative.go) or somebody decided otherwise.
type Attribute struct {
	Name    string  `json:"name"`    // the commonest label
	Columns []int   `json:"columns"` // into the columns of the result
	Kind    string  `json:"kind"`
	Sites   int     `json:"sites"`
	Kappa   float64 `json:"kappa"` // mean agreement beyond chance of its columns
	// Basis is the strongest evidence by which its columns were joined: "shared entities", "names" (page titles),
	// "values" (their distribution), or a "decision"; or "one source", of a column that no other site has. Records
	// are not compared by attributes joined by values alone: similar distributions do not distinguish entities.
	Basis string `json:"basis"`
	// OfKind are the columns that were joined by the distribution of their values alone; records are not compared
	// by them.
	OfKind []int `json:"of_kind,omitempty"`
	// Short reports whether some sites have short forms, with which the values of others begin: "PG-13" and "PG-13
	// for violence".
	Short bool `json:"short,omitempty"`
	// Detailed reports whether some sites give more detail than others, whose words they all have: a street, and
	// the street with its town.
	Detailed bool `json:"detailed,omitempty"`
}

// Evidence by which columns are joined, see [Attribute].
const (
	byEntities = "shared entities"
	ByValues   = "values" // similar distributions, no shared record
	byNames    = "names"  // both are page titles
	byDecision = "decision"
	OneSource  = "one source" // no other site has the column
)

// groupColumns makes attributes of column matches: average linkage first, then the joins that need whole groups
// (groups.go), and attributes of one source of the columns that remain.
func (c *Corpus) groupColumns(m *Matching, seeds []Pair, names map[ColumnName]string) []Attribute {
	matches := m.Matches
	sites := make([]int32, len(c.columns))
	for i := range c.columns {
		sites[i] = c.columns[i].site
		c.columns[i].showWritten, c.columns[i].canonical, c.columns[i].Says = false, nil, nil
	}
	l := newLinkage(sites, minKappa)
	l.alternatives = c.alternatives(matches)
	c.markComposites(matches)
	l.deferNodes(c.isDeferred)
	l.addMatches(matches)
	x := c.newColumnGroups(l.run(), matches, seeds)
	x.joinSingles()
	x.joinShortForms()
	x.joinOneToOne(seeds)
	x.rejoinCoordinates()
	x.setCanonicalValues()
	x.joinByProfile()
	m.Matches = x.matches
	var out []Attribute
	for i, members := range x.groups {
		if len(members) < 2 {
			continue
		}
		out = append(out, c.attributeOf(members, m.Matches, names, x.shortForms[i]))
	}
	for s := range c.sites {
		out = append(out, c.singleSourceAttributes(int32(s), out, names)...)
	}
	c.orderAndName(out)
	return out
}

// attributeOf makes an attribute of columns.
func (c *Corpus) attributeOf(members []int32, matches []ColumnMatch, names map[ColumnName]string, short bool) Attribute {
	a := Attribute{Sites: len(members), Short: short}
	slices.Sort(members)
	for _, m := range members {
		a.Columns = append(a.Columns, int(m))
	}
	a.Kappa, a.Basis = basisOf(members, matches)
	a.OfKind = joinedByValues(members, matches)
	a.Detailed = c.isDetailed(members, matches)
	a.Name, a.Kind = c.nameAndKind(members, names)
	return a
}

// applyColumnDecisions moves each column that a person decided about to the attribute of that name, which is made
// if there is none.
func (c *Corpus) applyColumnDecisions(attributes []Attribute, decisions []Decision) []Attribute {
	for _, d := range decisions {
		if d.What != "column" {
			continue
		}
		for i := range c.columns {
			if col := &c.columns[i]; col.Site == d.Site && (col.Label == d.Label || slices.Contains(col.Twins, d.Label)) && col.Reason == "" {
				attributes = c.moveColumn(attributes, i, d.Attribute)
			}
		}
	}
	return slices.DeleteFunc(attributes, func(a Attribute) bool { return len(a.Columns) == 0 })
}

// moveColumn puts a column into the attribute of a name, or into none for "".
func (c *Corpus) moveColumn(attributes []Attribute, col int, name string) []Attribute {
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
	if !a.Shared() { // a person confirmed it, so records are compared by the attribute from now on
		a.Basis, a.OfKind = byDecision, nil
	}
	a.Columns = append(a.Columns, col)
	slices.Sort(a.Columns)
	a.Sites = len(a.Columns)
	return attributes
}

// basisOf returns the mean agreement of the columns and its strongest basis.
func basisOf(members []int32, matches []ColumnMatch) (kappa float64, basis string) {
	n := 0
	basis = ByValues
	for _, m := range matches {
		if m.Accepted && slices.Contains(members, int32(m.A)) && slices.Contains(members, int32(m.B)) {
			kappa += m.Kappa
			n++
			if m.Basis == byEntities || basis == ByValues {
				basis = m.Basis
			}
		}
	}
	return kappa / float64(max(1, n)), basis
}

// isDetailed reports whether two of the columns of texts agree on entities but are hardly ever equal (see
// mostlyEqual): one has more detail. If all columns together agree less often than minOneToOne, the difference is
// no detail.
func (c *Corpus) isDetailed(members []int32, matches []ColumnMatch) bool {
	text := func(col int) bool {
		return c.columns[col].form.Kind == compare.Text && slices.Contains(members, int32(col))
	}
	more, agree, pairs := false, 0., 0.
	for i := range matches {
		if m := &matches[i]; m.Accepted && m.Basis == byEntities && !m.ByPrefix && !m.OneToOne && text(m.A) && text(m.B) {
			more = more || m.Equal < mostlyEqual
			agree, pairs = agree+m.Agreement*float64(m.Pairs), pairs+float64(m.Pairs)
		}
	}
	return more && agree >= minOneToOne*pairs
}

// joinedByValues returns the columns for which no shared records speak, only the distribution of their values.
func joinedByValues(members []int32, matches []ColumnMatch) (out []int) {
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

// addMatches enters column matches into a linkage: accepted ones, and refusals that rest on enough pairs. The more
// often two columns are equal rather than contained in each other, as a name is in a caption, the earlier they are
// joined. Matches by prefix and one-to-one mappings are for later joins (groups.go).
func (l *linkage) addMatches(matches []ColumnMatch) {
	for _, m := range matches {
		switch {
		case m.ByPrefix, m.OneToOne:
		case m.Accepted && m.Basis != byEntities:
			l.addPresumed(m.A, m.B, m.Kappa, m.Share*(1+m.Equal)/2)
		case m.Accepted:
			l.addObserved(m.A, m.B, m.Kappa, m.LogOdds/float64(max(1, m.Pairs))*m.Share*(1+m.Equal)/2)
		case m.Pairs >= minPairsNegative:
			l.addObserved(m.A, m.B, 0, 0)
		}
	}
}
