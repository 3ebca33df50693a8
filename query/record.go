package query

// Record is what was read from one entity-page.
type Record struct {
	Source string // URL of the page
	Values map[string][]string
}

// Attribute is a column of a site's records, rated for asking.
type Attribute struct {
	Name     string
	Coverage float64 // share of the records that have it
	Distinct float64 // distinct values over values
	Names    float64 // share of its values that are in the title of their page
	Score    float64 // suitability as the second value of a query
}

// Profile has the attribute that names an entity, and the others to ask with.
type Profile struct {
	Identifier string
	With       []string    // attributes that distinguish entities of the same name, if several have one; see [Analyze]
	Name       Attribute   // the identifier's statistics
	Attributes []Attribute // attributes worth asking with, best first, without the identifier
	Columns    []Attribute // all columns with short values that differ between entities: the identifier, Attributes, and numbers, dates and codes
	Qualifiers *Qualifiers // how values of With are written; nil: learned from the records at hand
	Parts      *Parts      // shared parts of names; nil: learned from the records at hand
	Codes      []string    // columns of codes; nil: found in the records at hand
	Names      *Names      // names of the site whose records are asked with; nil: of the records at hand
	Simple     bool        // ask by the shortest distinguishing part of a name, and by nothing else
}

// Column gives the first value of an attribute of each record that has one.
func Column(records []Record, attribute string) []string {
	var out []string
	for _, r := range records {
		if v := r.Values[attribute]; len(v) > 0 {
			out = append(out, v[0])
		}
	}
	return out
}
