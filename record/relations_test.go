package record

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A column is a relation if most of its values lead to other records of the site.
func TestRelations(t *testing.T) {
	t.Parallel()
	var x Relations
	if got := x.Labels(); len(got) > 0 {
		t.Errorf("of no record: %v", got)
	}
	page := func(i int) string { return fmt.Sprintf("http://s.example/peak/%d", i%8) }
	for i := range 8 {
		field := func(label, to string) Field {
			return Field{Label: label, Values: []Value{{Text: fmt.Sprint(label, i), Href: to}}}
		}
		r := Record{URL: page(i), Fields: []Field{
			field("parent peak", page(i+1)), field("popular", page(i+3)+"?ref=box&utm_source=list"), field("reviews", page(i)+"#reviews"), field("self", page(i)), field("range", fmt.Sprint("http://s.example/range/", i/4)), field("height", ""),
			{Label: "some", Values: []Value{{Text: "a", Href: page(i + 2)}, {Text: "b"}, {Text: "c", Href: "http://other.example/"}}},
			{Label: "part", Values: []Value{{Text: "p", Href: page(i + 1), PartOf: "parent peak"}}},
		}, Groups: []Group{{Label: "near", Rows: []Row{{field("neighbour", page(i+1)), field("distance", "")}}}}}
		x.Add(&r)
	}
	if d := cmp.Diff(map[string]bool{"parent peak": true, "popular": true, "neighbour": true}, x.Labels()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}
