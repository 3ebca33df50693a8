package known

import (
	"slices"
	"testing"

	"verde/query"
)

// What most sites show is asked for first, by its name alone and once; what one site shows alone, names that are several
// entities' and numbers are not.
func TestWidespread(t *testing.T) {
	t.Parallel()
	e := New(query.Profile{Identifier: "name", Attributes: []query.Attribute{{Name: "author"}}})
	for site, names := range map[string][]string{
		"a.example": {"Emma", "Walden", "Dracula", "1984"},
		"b.example": {"Emma", "Walden", "1984", "Ulysses"},
		"c.example": {"Emma", "1984"},
	} {
		for _, name := range names {
			e.add(entity{site: site, record: query.Record{Values: map[string][]string{"name": {name}, "author": {"Author of " + name}}}})
		}
	}
	chosen := func(n int, asked map[string]bool) (names []string) {
		for _, in := range e.Widespread(n, 1, asked) {
			q := query.Build([]query.Instance{in}, "book", nil, query.Options{})[0]
			if !q.ByNameAlone() || len(q.Optional) != 1 {
				t.Errorf("asks %+v", q)
			}
			names = append(names, in.Values[0].Text)
		}
		return names
	}
	asked := map[string]bool{}
	for _, c := range []struct {
		n    int
		want []string
	}{{0, nil}, {1, []string{"Emma"}}, {5, []string{"Walden"}}, {5, nil}} {
		if got := chosen(c.n, asked); !slices.Equal(got, c.want) {
			t.Errorf("%d: %q, want %q", c.n, got, c.want)
		}
	}
	e.profile.With = []string{"author"}
	for _, site := range []string{"a.example", "b.example"} {
		for _, author := range []string{"Mary", "John"} {
			e.add(entity{site: site, record: query.Record{Values: map[string][]string{"name": {"Poems"}, "author": {author}}}})
		}
	}
	if got := chosen(5, map[string]bool{"emma": true, "walden": true}); slices.Contains(got, "Poems") {
		t.Errorf("namesakes: %q", got)
	}
}
