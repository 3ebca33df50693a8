package known

import (
	"testing"

	"verde/query"
)

// A page is of the known entity whose name it divides otherwise: in a heading and a value
// beside, or in one heading where the known site has two.
func TestInParts(t *testing.T) {
	t.Parallel()
	e := New(query.Profile{Identifier: "name"})
	for _, r := range []map[string][]string{
		{"name": {"Nokia 3310"}, "maker": {"Nokia"}},
		{"name": {"A50"}, "maker": {"Siemens"}},
		{"name": {"A50"}, "maker": {"Panasonic"}},
		{"name": {"Star"}},
	} {
		e.add(entity{record: query.Record{Values: r}})
	}
	for what, c := range map[string]struct {
		page map[string][]string
		at   int // -1 for none
	}{
		"maker beside":        {map[string][]string{"h1": {"3310"}, "brand": {"NOKIA"}, "weight": {"133 g"}}, 0},
		"another maker":       {map[string][]string{"h1": {"3310"}, "brand": {"Siemens"}}, -1},
		"no maker":            {map[string][]string{"h1": {"3310"}}, -1},
		"maker in the name":   {map[string][]string{"h1": {"Panasonic A50"}, "brand": {"Panasonic"}}, 2},
		"a maker not known":   {map[string][]string{"h1": {"Sagem A50"}, "brand": {"Sagem"}}, -1},
		"maker is not beside": {map[string][]string{"h1": {"Panasonic A50"}}, -1},
		"the same again":      {map[string][]string{"h1": {"Star"}, "title": {"Star"}}, -1},
		"two names":           {map[string][]string{"h1": {"3310", "3330"}, "brand": {"Nokia"}}, -1},
	} {
		at, ok := e.inParts(new(query.Names), c.page["h1"], c.page)
		if ok != (c.at >= 0) || ok && at != c.at {
			t.Errorf("%s: %d, %v, want %d", what, at, ok, c.at)
		}
	}
}
