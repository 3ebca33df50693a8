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
	Score    float64 // how good a second value of a query it makes
}

// Profile says which attribute names an entity, and which others to ask with.
type Profile struct {
	Identifier string
	With       []string    // attributes that tell apart entities of one name, where several have the same; see [Analyze]
	Name       Attribute   // the identifier's own figures
	Attributes []Attribute // all but the identifier that are worth asking for, best first
	Columns    []Attribute // all that say something short of the entity, the identifier too: those, and numbers, dates and codes
	Apart      *Apart      // how values of With are written; nil: as in the records at hand
	Parts      *Parts      // of its names; nil: of those of the records at hand
	Codes      []string    // columns of codes; nil: those of the records at hand
	Names      *Names      // of the site whose records are asked with; nil: of the records at hand
	Simple     bool        // ask by the shortest part of a name that tells it from others, and by nothing else
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
