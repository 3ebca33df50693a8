package integrate

import (
	"iter"
	"slices"
)

// Line is an entity as one line of JSON.
type Line struct {
	ID      string                    `json:"id"`
	Was     []string                  `json:"was,omitempty"` // IDs that it has taken over
	Anchor  string                    `json:"anchor"`        // URL of the record that gave the ID
	Sites   []string                  `json:"sites"`
	Records []string                  `json:"records"` // URLs
	P       float64                   `json:"p"`       // probability of the least certain record
	Values  map[string]AttributeValue `json:"values"`  // by attribute
}

// AttributeValue is what is known of an entity under an attribute.
type AttributeValue struct {
	Value   []string `json:"value"` // the values that hold
	P       float64  `json:"p"`     // of the least probable of these
	Sources []string `json:"sources"`
	Rivals  []Rival  `json:"rivals"` // values of other sources
	Decided bool     `json:"decided,omitempty"`
}

// Rival is a value that does not hold.
type Rival struct {
	Value   string   `json:"value"`
	P       float64  `json:"p"`
	Sources []string `json:"sources"`
}

// Lines yields the entities of a result with their values, by ID.
func Lines(r *Result) iter.Seq[Line] {
	return func(yield func(Line) bool) {
		next := 0
		for i := range r.Entities {
			e := &r.Entities[i]
			l := Line{ID: e.ID, Was: e.Was, Anchor: e.Anchor, Records: e.URLs, P: e.Probability, Values: make(map[string]AttributeValue)}
			for _, rec := range e.Records {
				if s := r.Site(rec); !slices.Contains(l.Sites, s) {
					l.Sites = append(l.Sites, s)
				}
			}
			for ; next < len(r.Fused) && r.Fused[next].Entity == e.ID; next++ {
				l.Values[r.Fused[next].Attribute] = attributeValue(&r.Fused[next])
			}
			if !yield(l) {
				return
			}
		}
	}
}

func attributeValue(f *Fused) AttributeValue {
	s := AttributeValue{P: 1, Value: []string{}, Sources: []string{}, Rivals: []Rival{}, Decided: f.Decided}
	for _, g := range f.Groups {
		urls := []string{}
		for _, c := range g.Claims {
			if !slices.Contains(urls, c.URL) {
				urls = append(urls, c.URL)
			}
		}
		if !g.Chosen {
			s.Rivals = append(s.Rivals, Rival{g.Value, g.Probability, urls})
			continue
		}
		s.Value = append(s.Value, g.Value)
		s.P = min(s.P, g.Probability)
		for _, u := range urls {
			if !slices.Contains(s.Sources, u) {
				s.Sources = append(s.Sources, u)
			}
		}
	}
	return s
}
