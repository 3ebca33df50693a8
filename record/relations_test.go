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
	if got, titles := x.Labels(), x.Titles(); len(got) > 0 || titles != "" {
		t.Errorf("of no record: %v, %q", got, titles)
	}
	page := func(i int) string { return fmt.Sprintf("http://s.example/peak/%d", i%8) }
	title := func(i int) Field {
		label := "name"
		if i == 3 {
			label = "c3"
		}
		return Field{Label: label, Values: []Value{{Text: fmt.Sprint("Peak ", i), XPath: "/html/head/title[1]/text()[1]"}}}
	}
	for i := range 8 {
		field := func(label, to string) Field {
			return Field{Label: label, Values: []Value{{Text: fmt.Sprint(label, i), Href: to}}}
		}
		r := Record{URL: page(i), Fields: []Field{
			title(i), field("parent peak", page(i+1)), field("popular", page(i+3)+"?ref=box&utm_source=list"), field("reviews", page(i)+"#reviews"), field("self", page(i)), field("range", fmt.Sprint("http://s.example/range/", i/4)), field("height", ""),
			{Label: "some", Values: []Value{{Text: "a", Href: page(i + 2)}, {Text: "b"}, {Text: "c", Href: "http://other.example/"}}},
			{Label: "part", Values: []Value{{Text: "p", Href: page(i + 1), PartOf: "parent peak"}}},
		}, Groups: []Group{{Label: "near", Rows: []Row{{field("neighbour", page(i+1)), field("distance", "")}}}}}
		x.Add(&r)
	}
	if d := cmp.Diff(map[string]bool{"parent peak": true, "popular": true, "neighbour": true}, x.Labels()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if got := x.Titles(); got != "name" {
		t.Errorf("titles are under %q", got)
	}
}

// A page that leads by the name that it is titled by to a page of another template is about
// that one's entity, and leads to no other.
func TestSubpages(t *testing.T) {
	t.Parallel()
	entity := func(i int) string { return fmt.Sprint("http://s.example/", i) }
	name := func(i int) string { return fmt.Sprint("Name of ", i) }
	titled := func(title string, more ...Field) []Field {
		return append([]Field{{Label: "c1", Values: []Value{{Text: title, XPath: "/html/head/title[1]/text()[1]"}}}}, more...)
	}
	link := func(label, text, to string) Field {
		return Field{Label: label, Values: []Value{{Text: text, Href: to}}}
	}
	for _, tt := range []struct {
		name string
		page func(i int) Record // beside that of the entity
		want bool
	}{
		{"photos", func(i int) Record {
			return Record{Template: 1, Fields: titled(name(i)+" - Site", link("name", name(i), entity(i)+"?from=photos"), link("next", name(i+1), entity(i+1)))}
		}, true},
		{"words of the template", func(i int) Record {
			return Record{Template: 1, Fields: titled("Reviews of "+name(i), link("back", name(i), entity(i)))}
		}, true},
		{"part of a whole", func(i int) Record {
			return Record{Template: 1, Fields: titled(fmt.Sprintf("Part %d of %s", i*i, name(i)), link("whole", name(i), entity(i)))}
		}, false},
		{"of one template", func(i int) Record {
			return Record{Fields: titled(name(i), link("other edition", name(i), entity(i)))}
		}, false},
		{"two by one name", func(i int) Record {
			return Record{Template: 1, Fields: titled(name(i), link("name", name(i), entity(i)), link("too", name(i), entity(i+1)))}
		}, false},
		{"no title", func(i int) Record {
			return Record{Template: 1, Fields: []Field{link("name", name(i), entity(i))}}
		}, false},
		{"other names beside", func(i int) Record {
			return Record{Template: 1, Fields: titled(name(i), Field{Label: "near", Values: []Value{{Text: name(i), Href: entity(i)}, {Text: name(i + 1), Href: entity(i + 1)}, {Text: name(i + 2), Href: entity(i + 2)}}})}
		}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var x Relations
			const n = 10
			for i := range n + 2 {
				x.Add(&Record{URL: entity(i), Fields: titled(name(i)+" - Site", Field{Label: "name", Values: []Value{{Text: name(i)}}})})
			}
			want := map[string]string{}
			for i := range n {
				r := tt.page(i)
				r.URL = fmt.Sprint("http://s.example/more/", i)
				x.Add(&r)
				if tt.want {
					want[r.URL] = entity(i)
				}
			}
			if d := cmp.Diff(want, x.Subpages()); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
			if x.Labels()["name"] && tt.want {
				t.Error("the name is another entity's")
			}
		})
	}
}
