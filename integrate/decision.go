package integrate

import (
	"cmp"
	"fmt"
	"slices"

	"verde/internal/unionfind"
)

// Decision is what a person decided. It wins over all evidence.
type Decision struct {
	What      string `json:"decide"`              // "same", "different", "column" or "value"
	A         string `json:"a,omitempty"`         // same, different: URL of a record
	B         string `json:"b,omitempty"`         // and of another one
	Site      string `json:"site,omitempty"`      // column: site
	Label     string `json:"label,omitempty"`     // column: label
	Attribute string `json:"attribute,omitempty"` // column: its attribute, "" for none; value: attribute
	Entity    string `json:"entity,omitempty"`    // value: ID of an entity
	Value     string `json:"value,omitempty"`     // value: what holds
	Line      int    `json:"-"`                   // where it was read, for errors
}

// where is the line of a decision that was read from a file, for an error message.
func (d *Decision) where() string {
	if d.Line == 0 {
		return ""
	}
	return fmt.Sprintf("line %d: ", d.Line)
}

// Check returns an error if a field that the decision needs is missing.
func (d *Decision) Check() error {
	switch {
	case d.What != "same" && d.What != "different" && d.What != "column" && d.What != "value":
		return fmt.Errorf("%sno decision %q: there are same, different, column and value", d.where(), d.What)
	case (d.What == "same" || d.What == "different") && (d.A == "" || d.B == "" || d.A == d.B):
		return fmt.Errorf("%s%s is of two records, by their URLs", d.where(), d.What)
	case d.What == "column" && (d.Site == "" || d.Label == ""):
		return fmt.Errorf("%scolumn names a site and a label", d.where())
	case d.What == "value" && (d.Entity == "" || d.Attribute == "" || d.Value == ""):
		return fmt.Errorf("%svalue names an entity, an attribute and a value", d.where())
	}
	return nil
}

// CheckDecisions refuses decisions that are incomplete or contradict each other, also indirectly: a is b, b is c,
// and a is not c.
func CheckDecisions(decisions []Decision) error {
	same, why := unionfind.Keyed[string]{}, make(map[string]int)
	columns, facts := make(map[ColumnName]Decision), make(map[[2]string]Decision)
	for _, d := range decisions {
		if err := d.Check(); err != nil {
			return err
		}
		switch d.What {
		case "same":
			if _, b, two := same.Union(d.A, d.B); two {
				why[b] = d.Line
			}
			why[d.A], why[d.B] = d.Line, d.Line
		case "column":
			k := ColumnName{d.Site, d.Label}
			if o, ok := columns[k]; ok && o.Attribute != d.Attribute {
				return fmt.Errorf("lines %d and %d contradict each other: column %q of %s is %q and %q", o.Line, d.Line, d.Label, d.Site, o.Attribute, d.Attribute)
			}
			columns[k] = d
		case "value":
			k := [2]string{d.Entity, d.Attribute}
			if o, ok := facts[k]; ok && o.Value != d.Value {
				return fmt.Errorf("lines %d and %d contradict each other: %s of %s is %q and %q", o.Line, d.Line, d.Attribute, d.Entity, o.Value, d.Value)
			}
			facts[k] = d
		}
	}
	for _, d := range decisions {
		if d.What == "different" && same.Find(d.A) == same.Find(d.B) {
			return fmt.Errorf("lines %d and %d contradict each other: %s and %s are the same and different", max(why[d.A], why[d.B]), d.Line, d.A, d.B)
		}
	}
	return nil
}

// recordDecisions are the decisions about records, by record number.
type recordDecisions struct {
	same      []link
	different map[int32][]int32
	pairs     map[[2]int32]bool // of both kinds, the lower number first
}

func (c *Corpus) recordDecisions(decisions []Decision) recordDecisions {
	d := recordDecisions{different: make(map[int32][]int32), pairs: make(map[[2]int32]bool)}
	if len(decisions) == 0 {
		return d
	}
	at := make(map[string]int32, len(c.urls))
	for r, u := range c.urls {
		at[u] = c.mainView(int32(r))
	}
	for _, x := range decisions {
		a, okA := at[x.A]
		b, okB := at[x.B]
		if !okA || !okB || a == b {
			continue // a record is not in the input, or both are views of one entity already
		}
		d.pairs[[2]int32{min(a, b), max(a, b)}] = true
		switch x.What {
		case "same":
			d.same = append(d.same, link{a: min(a, b), b: max(a, b)})
		case "different":
			d.different[a] = append(d.different[a], b)
			d.different[b] = append(d.different[b], a)
		}
	}
	return d
}

// idle returns the decisions without effect, whose subject is not in the input: the records of a site that was
// left out, or an attribute that has another name now.
func (r *Result) idle(decisions []Decision) (out []Decision) {
	if len(decisions) == 0 {
		return nil
	}
	c := r.resolver.Corpus
	to := make(map[string]string)
	for _, x := range r.Redirects {
		to[x.From] = x.To
	}
	entities, attributes := make(map[string]bool), make(map[string]bool)
	for i := range r.Entities {
		entities[r.Entities[i].ID] = true
	}
	for i := range r.Attributes {
		attributes[r.Attributes[i].Name] = true
	}
	urls, columns := make(map[string]bool, len(c.urls)), make(map[ColumnName]bool)
	for _, u := range c.urls {
		urls[u] = true
	}
	for i := range c.columns {
		col := &c.columns[i]
		for _, label := range col.labels() {
			columns[ColumnName{col.Site, label}] = columns[ColumnName{col.Site, label}] || col.Reason == ""
		}
	}
	for _, d := range decisions {
		here := urls[d.A] && urls[d.B]
		switch d.What {
		case "column":
			here = columns[ColumnName{d.Site, d.Label}]
		case "value":
			here = entities[cmp.Or(to[d.Entity], d.Entity)] && attributes[d.Attribute]
		}
		if !here {
			out = append(out, d)
		}
	}
	return out
}

// String is the decision as it is given to the command.
func (d *Decision) String() string {
	switch d.What {
	case "column":
		return fmt.Sprintf("column %s %q %q", d.Site, d.Label, d.Attribute)
	case "value":
		return fmt.Sprintf("value %s %q %q", d.Entity, d.Attribute, d.Value)
	}
	return fmt.Sprintf("%s %s %s", d.What, d.A, d.B)
}

// separate reports whether a decision keeps two clusters apart.
func (d *recordDecisions) separate(a, b []int32) bool {
	if len(d.different) == 0 {
		return false
	}
	for _, x := range a {
		for _, y := range d.different[x] {
			if slices.Contains(b, y) {
				return true
			}
		}
	}
	return false
}
