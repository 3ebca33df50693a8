package evidence

import (
	"slices"
	"strings"
	"testing"

	"verde/page"
	"verde/query"
	"verde/search"
)

// A title names an entity if one of its parts does, or several that follow each other.
func TestNamed(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, title   string
		named, titled bool
	}{
		{"Legacy", "Legacy | Books", true, true},
		{"Legacy", "Legacy", true, true},
		{"Legacy", "Legacy (2009) - Books", true, true},
		{"Legacy", "The Holocaust and Its Legacy | Books", false, true},
		{"Legacy", "Legacy of Ashes", false, true},
		{"Legacy", "Books", false, false},
		{"East of Eden: A Novel", "Shop » East of Eden: A Novel", true, true},
		{"Magnus Carlsen", "CARLSEN, Magnus - Players", true, true},
		{"Magnus Carlsen", "CARLSEN beats Magnus", false, false},
		{"Legacy", "Legacy " + strings.Repeat("x", maxTitle), false, true},
		{"", "Legacy", false, false},
		{"KX32H108FG", "KX 32H108-FG | Parts", true, true},
		{"KX 32H108FG", "Datasheet of KX32H108FG in full", false, true},
		{"KX32H108FG", "KX32H108FG2 | Parts", false, false},
		{"Rocky II", "Rocky 2 (1979) | Films", true, true},
		{"Beyoncé & Co.", "Beyonce and Co | Music", true, true},
	} {
		var r Results
		q := query.Query{ID: "q", Required: []query.Value{{Text: test.name}}}
		r.Add(q, search.Result{URL: "http://s.example/1", Title: test.title})
		if r.Untitled("http://s.example/1") {
			t.Errorf("%q is no title", test.title)
		}
		if named, titled := r.Named("http://s.example/1", "q"), r.Titled("http://s.example/1", "q"); named != test.named || titled != test.titled {
			t.Errorf("%q in %q: named %v, titled %v", test.name, test.title, named, titled)
		}
	}
	if r := new(Results); r.Named("http://s.example/1", "q") || !r.Untitled("http://s.example/1") {
		t.Error("nothing is named")
	}
	if r := asked("Legacy | http://s.example/1", "Legacy | http://s.example/2 | ..."); !r.Untitled("http://s.example/1") || !r.Untitled("http://s.example/2") {
		t.Error("a result without a title has one")
	}
}

// Who asks for a name in any form is led to pages titled with middle names, too; who asks for the name as it stands is not.
func TestExtended(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		title, want string
	}{
		{"Ada Maria Brandt | Composers", "Ada Maria Brandt"},
		{"Composers: Ada Maria von Brandt (1801–1870)", "Ada Maria von Brandt"},
		{"Brandt, Ada Maria | Composers", "Brandt, Ada Maria"},
		{"Ada Brandt Maria | Composers", ""},
		{"Ada Brandt | Composers", ""},
		{"Review of Ada Maria Brandt", ""},
		{"Ada Maria Brandt and others", ""},
		{"Ada Maria Brandtner", ""},
		{"Ada 2 Brandt", ""},
		{"Ada and her aunt Maria Brandt", ""},
	} {
		for _, how := range []query.Query{{Words: true}, {Unasked: true}, {Spellings: []string{"Brandt Ada"}}, {}} {
			var r Results
			how.ID, how.Required = "q", []query.Value{{Text: "Ada Brandt"}}
			r.Add(how, search.Result{URL: "http://s.example/1", Title: test.title})
			want := test.want
			if !how.Words && !how.Unasked && how.Spellings == nil {
				want = ""
			}
			if got := r.Extended("http://s.example/1", "q"); got != want || want != "" && !r.Titled("http://s.example/1", "q") {
				t.Errorf("%q, words %v: %q", test.title, how.Words, got)
			}
		}
	}
	if new(Results).Extended("http://s.example/1", "q") != "" {
		t.Error("nothing has a name")
	}
}

// Of a shape's pages those come first that are titled with a name and nothing more.
func TestGroupsNamedFirst(t *testing.T) {
	t.Parallel()
	r := asked("Legacy | http://s.example/b/1 | Holocaust and Its Legacy", "Emma | http://s.example/b/2 | Shop", "Legacy | http://s.example/b/3 | Legacy | Shop", "Emma | http://s.example/b/4 | Emma")
	got := r.Groups(r.URLs())
	if want := []string{"http://s.example/b/3", "http://s.example/b/4", "http://s.example/b/1", "http://s.example/b/2"}; len(got) != 1 || !slices.Equal(got[0].URLs, want) {
		t.Errorf("%v", got)
	}
}

// A title that has another part than the name and what most titles have may be a list's,
// and comes later.
func TestGroupsOnlyNamedFirst(t *testing.T) {
	t.Parallel()
	r := asked("Aalto | http://s.example/b/1 | Aalto - Botta - Houses", "Aalto | http://s.example/b/2 | Aalto - Houses",
		"Calder | http://s.example/b/3 | Calder - Duchamp - Houses", "Calder | http://s.example/b/4 | Houses - Calder")
	got := r.Groups(r.URLs())
	if want := []string{"http://s.example/b/2", "http://s.example/b/4", "http://s.example/b/1", "http://s.example/b/3"}; len(got) != 1 || !slices.Equal(got[0].URLs, want) {
		t.Errorf("%v", got)
	}
}

// Of pages as surely named, those come first that an engine was asked for: it knows that they
// have the query's other values, too.
func TestGroupsAskedFirst(t *testing.T) {
	t.Parallel()
	r := asked("Analyst | http://s.example/j/1 | Tester", "Analyst | http://s.example/j/2 | Analyst")
	q := query.Query{ID: "made", Required: []query.Value{{Text: "Tester"}}, Unasked: true}
	r.AddQuery(q)
	r.Link("http://s.example/j/1", q.ID)
	got := r.Groups(r.URLs())
	if want := []string{"http://s.example/j/2", "http://s.example/j/1"}; len(got) != 1 || got[0].Named != 2 || !slices.Equal(got[0].URLs, want) {
		t.Errorf("%v", got)
	}
}

// A page may be called by a part of the name, or by the name with another value of the query.
func TestNamedInParts(t *testing.T) {
	t.Parallel()
	value := func(s string) query.Value { return query.Value{Attribute: "a", Text: s} }
	r := new(Results)
	for _, q := range []query.Query{
		{ID: "full", Required: []query.Value{value("Nokia 3310")}, Parts: []query.Value{value("3310"), value("Nokia")}},
		{ID: "part", Required: []query.Value{value("3310")}, OneOf: []query.Value{value("Nokia"), value("blue")}},
	} {
		for _, title := range []string{"3310 | Shop", "Nokia 3310", "Nokia 3310 Classic", "3310 Siemens", "Nokia"} {
			r.Add(q, search.Result{URL: "http://s.example/" + title, Title: title})
		}
	}
	for title, want := range map[string]bool{"3310 | Shop": true, "Nokia 3310": true, "Nokia 3310 Classic": false, "3310 Siemens": false, "Nokia": false} {
		url, err := page.Normalize("http://s.example/" + title)
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range []string{"full", "part"} {
			if got := r.Named(url, id); got != want {
				t.Errorf("%q by %s: %v", title, id, got)
			}
		}
	}
}
