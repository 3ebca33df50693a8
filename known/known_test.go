package known

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"verde/query"
)

func TestInList(t *testing.T) {
	t.Parallel()
	e := New(query.Profile{Identifier: "name"})
	for _, name := range []string{"Emma", "Dracula", "Ulysses", "Walden", "The Idiot (1869)"} {
		e.add(entity{record: query.Record{Values: map[string][]string{"name": {name}}}})
	}
	for fragment, want := range map[string]bool{
		"<ul><li>Emma<li>Dracula<li>Ulysses<li>Walden<li>The Idiot</ul>":           true,
		"<h1>Emma</h1><p>Dracula</p><p>Ulysses</p><p>Walden</p>":                   false, // few others
		"<h1>Emma</h1><p>Dracula</p><p>Dracula</p><p>Dracula</p><p>Dracula</p>":    false, // one other
		"<h1>Emma</h1><p>Home</p><p>Search</p><p>Login</p><p>About</p>":            false, // none that is known
		"<p>Emma, Dracula, Ulysses, Walden and The Idiot were read by nobody.</p>": false, // prose
	} {
		doc, err := html.Parse(strings.NewReader(fragment))
		if err != nil {
			t.Fatal(err)
		}
		if got := e.InList(doc, "emma"); got != want {
			t.Errorf("%s: a list: %v, want %v", fragment, got, want)
		}
	}
	if e.InList(nil, "emma") || new(Entities).InList(nil, "") {
		t.Error("nothing is a list")
	}
}

// Later rounds ask with what the sites found show, first with what is known to
// be shown by several.
func TestAskable(t *testing.T) {
	t.Parallel()
	e := New(query.Profile{Identifier: "name", Attributes: []query.Attribute{{Name: "shelf mark"}, {Name: "author"}}})
	e.confirmed = map[string]bool{"name": true, "author": true}
	var training, found []entity
	for i := range 8 {
		name, author, house := fmt.Sprint("Book ", string(rune('A'+i))), fmt.Sprint("Author ", string(rune('A'+i/2))), fmt.Sprint("House ", string(rune('A'+i/3)))
		training = append(training, entity{record: query.Record{Values: map[string][]string{"name": {name}, "author": {author}}}})
		named, own := renamed(map[string][]string{"h1": {name}, "by": {author}, "author": {house}, "none": nil}, map[string]string{"h1": "name", "by": "author"})
		found = append(found, entity{record: query.Record{Values: named}, siteColumns: own})
	}
	names := func(p query.Profile) string {
		var out []string
		for _, a := range p.Attributes {
			out = append(out, a.Name)
		}
		return strings.Join(out, ", ")
	}
	if _, p := e.askable(training); names(p) != "author, shelf mark" || p.Identifier != "name" {
		t.Errorf("of the training site: %q", names(p))
	}
	records, p := e.askable(found)
	if names(p) != "author, its author" || p.Identifier != "name" {
		t.Errorf("of a site found: %q", names(p))
	}
	if got := slices.Sorted(maps.Keys(records[0].Values)); strings.Join(got, ", ") != "author, its author, name" {
		t.Errorf("values of a site found: %q", got)
	}
}
