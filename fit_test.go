package verde

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"verde/catalog"
	"verde/query"
)

// A vertical that names what the training site lacks is refused with all that it
// names wrongly, and what there is instead.
func TestCheckNames(t *testing.T) {
	t.Parallel()
	have := map[string]int{"name": 9, "Author": 7, "Publisher": 9}
	many := map[string]int{"name": 30}
	for i := range 25 {
		many[fmt.Sprintf("c%02d", i)] = 25 - i
	}
	for _, test := range []struct {
		identifier string
		attributes []string
		have       map[string]int
		want       string // "" for no error
	}{
		{"name", []string{"Author", "Publisher"}, have, ""},
		{"name", nil, have, ""},
		{"heading", []string{"Author"}, have, `vertical: "identifier": "heading": no record of a.example has it; of its 9 records have "Publisher" (9), "name" (9), "Author" (7)`},
		{"Name", []string{"author", "Author", "x\x1b"}, have, `vertical: "identifier": "Name", "attributes": "author", "attributes": "x\x1b": no record`},
		{"", nil, have, `"identifier": "": no record`},
		{"c99", nil, many, `"c18" (7) and 6 more`},
	} {
		v := &Vertical{Identifier: test.identifier}
		for _, name := range test.attributes {
			v.Attributes = append(v.Attributes, Attribute{Name: name})
		}
		err := v.checkNames("a.example", test.have, 9)
		if wrong := new(VerticalError); test.want == "" && err != nil || test.want != "" && (!errors.As(err, &wrong) || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%q, %q: %v, want %s", test.identifier, test.attributes, err, test.want)
		}
	}
}

// The domain is that of the queries that were asked in the vertical's words; what
// a dump was asked is somebody else's.
func TestCheckSameDomain(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	cat, err := catalog.Open(ctx, filepath.Join(t.TempDir(), "c.sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	defer cat.Close()
	x := &Explorer{Catalog: cat}
	book, film := &Vertical{Domain: " nba  player"}, &Vertical{Domain: "film"}
	add := func(round int, p plan, name, domain string) {
		t.Helper()
		q := query.Build([]query.Instance{{Values: []query.Value{{Text: name}}}}, domain, []string{"team"}, query.Options{})
		if err := cat.AddQueries(ctx, round, p.String(), q); err != nil {
			t.Fatal(err)
		}
	}
	for _, v := range []*Vertical{book, film} {
		if err := checkSameDomain(ctx, x.Catalog, v); err != nil {
			t.Errorf("nothing is asked: %v", err)
		}
	}
	add(1, given, "Ray Allen", "film")
	add(2, planFor(book, x.Options), "Vince Carter", "nba player")
	if err := checkSameDomain(ctx, x.Catalog, book); err != nil {
		t.Error(err)
	}
	if err, wrong := checkSameDomain(ctx, x.Catalog, film), new(VerticalError); !errors.As(err, &wrong) || !strings.Contains(err.Error(), `"film": this run asks for "nba player"`) {
		t.Errorf("another domain: %v", err)
	}
}
