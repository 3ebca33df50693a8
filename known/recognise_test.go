package known

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"verde/evidence/evidencetest"
	"verde/query"
	"verde/values"
)

// books is what is known of some books: a name, and an author where there is one.
func books(list ...string) *Entities {
	e := New(query.Profile{Identifier: "name", Attributes: []query.Attribute{{Name: "author"}}})
	e.sites["known.example"] = 0
	for i, b := range list {
		name, author, _ := strings.Cut(b, " / ")
		texts := map[string][]string{"name": {name}}
		if author != "" {
			texts["author"] = []string{author}
		}
		e.add(entity{site: "known.example", record: query.Record{Source: fmt.Sprint(i), Values: texts}})
	}
	return e
}

func TestEntityIn(t *testing.T) {
	t.Parallel()
	e := books("East of Eden", "Romans", "Romans: A Commentary", "Japan", "The Idiot (1869)")
	for title, want := range map[string]string{
		"East of Eden":                     "east of eden",
		"Shop: East of Eden":               "east of eden",
		"EAST OF EDEN - Books - Shop":      "east of eden",
		"East of Eden (Paperback) | x":     "east of eden",
		"Review of East of Eden | Shop":    "",
		"East of Edens":                    "",
		"Romans: A Commentary - Shop":      "romans a commentary", // the whole name and not its beginning
		"Romans: Another Look - Shop":      "romans",              // its values will tell
		"Japan Travel":                     "",
		"The Idiot":                        "the idiot",
		"The Idiot (1869) by D. – Shop":    "the idiot",
		"":                                 "",
		" - | - ":                          "",
		"Japan" + strings.Repeat("x", 300): "",
		strings.Repeat("a|", 8) + "Japan":  "", // too far behind
	} {
		got := ""
		if in, ok := e.entityIn(title); ok {
			got = values.Fold(e.namesOf(in).Core(in.name(e)))
		}
		if got != want {
			t.Errorf("%q: %q, want %q", title, got, want)
		}
	}
}

// A page that a query led to by mistake is found by the entity that it is about,
// if that is known.
func TestRecognise(t *testing.T) {
	t.Parallel()
	e := books("Emma / Jane Austen", "Dracula / Bram Stoker", "Japan")
	build := func(in query.Instance) query.Query {
		return query.Build([]query.Instance{in}, "book", nil, query.Options{OneOf: 3})[0]
	}
	a := evidencetest.Results(
		"Ulysses | http://s.example/1 | Emma - Shop",
		"Ulysses | http://s.example/2 | Dracula - Shop",
		"Dracula | http://s.example/3 | Dracula - Shop",
		"Ulysses | http://s.example/4 | Japan - Shop", // nothing known to check it by
		"Ulysses | http://s.example/5 | Walden - Shop",
		"Ulysses | http://known.example/1 | Emma",
	)
	if made := e.Recognise(a, 0, build); len(made) != 1 || made[0].Required[0].Text != "Emma" {
		t.Errorf("recognised %+v, want Emma", made)
	}
	got := map[string]string{}
	for _, url := range a.URLs() {
		var names []string
		for _, id := range a.QueriesTo(url) {
			q, _ := a.Query(id)
			names = append(names, q.Required[0].Text)
		}
		got[strings.TrimPrefix(url, "http://")] = strings.Join(names, ", ")
	}
	want := map[string]string{"s.example/1": "Ulysses, Emma", "s.example/2": "Ulysses, Dracula", "s.example/3": "Dracula", "s.example/4": "Ulysses",
		"s.example/5": "Ulysses", "known.example/1": "Ulysses"}
	if !maps.Equal(got, want) {
		t.Errorf("asked %v, want %v", got, want)
	}
	emma, _ := a.Query(a.QueriesTo("http://s.example/1")[1])
	if len(emma.Required) != 2 || emma.Required[1].Text != "Jane Austen" || !slices.Equal(emma.Any, []string{"book"}) {
		t.Errorf("the query for Emma is %+v", emma)
	}
	if !slices.Equal(a.QueriesTo("http://s.example/2"), []string{"Ulysses", "Dracula"}) {
		t.Error("an entity that was asked for counts twice")
	}
	if c := a.Candidates(e.Explored, 3); len(c) != 1 || c[0].Support < 3 {
		t.Errorf("candidates %+v", c)
	}
	before := a.Queries()
	if made := e.Recognise(a, 0, build); len(made) != 0 || a.Queries() != before {
		t.Error("it is recognised twice")
	}
}

func FuzzEntityIn(f *testing.F) {
	e := books("East of Eden", "Romans: A Commentary", "The Idiot (1869)")
	f.Add("Shop: East of Eden | x")
	f.Add("(: - |\xff,")
	f.Fuzz(func(t *testing.T, title string) {
		if in, ok := e.entityIn(title); ok && len(e.byName[query.Key(in.name(e))]) == 0 {
			t.Errorf("%q is not known", in.name(e))
		}
	})
}
