package known

import (
	"fmt"
	"maps"
	"testing"

	"verde/catalog"
	"verde/query"
	"verde/record"
)

// goods are pages of a site about n of the jobs known (see jobs), in the template given.
func goods(template, n int, columns func(i int) map[string]string) []record.Record {
	list := pages(n, columns)
	for i := range list {
		list[i].Template, list[i].URL = template, fmt.Sprintf("http://s.example/%d/%d", template, i)
	}
	return list
}

// Pages of templates that show something else than the entity's are told by what they
// show, however many they are; those of a template that shows the most of it stay.
func TestOtherKinds(t *testing.T) {
	t.Parallel()
	e := New(query.Profile{Identifier: "title", Attributes: []query.Attribute{{Name: "kind"}}})
	if err := e.AddSite(catalog.Source{Site: "known.example", Role: catalog.Training}, func(yield func(record.Record, error) bool) {
		for _, r := range jobs(30) {
			if !yield(r, nil) {
				return
			}
		}
	}); err != nil {
		t.Fatal(err)
	}
	where, kind := []string{"Austin, TX", "Boston, MA", "Chicago, IL"}, []string{"Full time", "Contract"}
	entity := func(i int) map[string]string {
		return map[string]string{"name": job(i), "place": where[i%3], "type": kind[i%2], "pay": fmt.Sprintf("$%d", 50+i%3), "firm": []string{"Acme", "Globex"}[i%2]}
	}
	part := func(i int) map[string]string {
		m := entity(i)
		delete(m, "pay")
		delete(m, "firm")
		return m
	}
	review := func(i int) map[string]string {
		return map[string]string{"name": job(i), "writer": []string{"Ann Lee", "Bo Ray", "Cy Fox"}[i%3], "place": where[i%3], "day": fmt.Sprintf("%d May 2010", 1+i%28)}
	}
	list := func(i int) map[string]string {
		return map[string]string{"name": where[i%3], "shelf": []string{"Places", "Firms"}[i%2], "next": "Next"}
	}
	for name, test := range map[string]struct {
		records []record.Record
		want    map[int]bool
	}{
		"one template":            {goods(0, 20, list), nil},
		"reviews and lists":       {append(append(goods(0, 40, list), goods(1, 20, entity)...), goods(2, 10, review)...), map[int]bool{0: true, 2: true}},
		"half of what it shows":   {append(goods(0, 30, entity), goods(1, 10, part)...), nil},
		"names, and nothing else": {append(goods(0, 30, func(i int) map[string]string { return map[string]string{"name": job(i)} }), goods(1, 10, func(i int) map[string]string { return map[string]string{"h1": job(i)} })...), nil},
	} {
		if got := e.OtherKinds(test.records, nil); !maps.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
	both := append(goods(0, 40, list), goods(1, 20, entity)...)
	if got := OtherKinds(both, "http://s.example/1/7"); !maps.Equal(got, map[int]bool{0: true}) {
		t.Errorf("where a page is known: %v", got)
	}
	if got := OtherKinds(both, "http://s.example/none"); got != nil {
		t.Errorf("where it was not read: %v", got)
	}
}
