package integrate

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// printed adds to a site a second page for each book, of another template, with fewer values under further
// labels, about the book of the first page.
func printed(t *Table) {
	for _, r := range slices.Clone(t.Records) {
		own := maps.Clone(r.Values)
		for label, texts := range r.Values {
			switch label[0] {
			case 'a': // the title has another label
				own["name"] = texts
				delete(own, label)
			case 'e':
				delete(own, label)
			}
		}
		t.Records = append(t.Records, Record{URL: strings.Replace(r.URL, "example/", "example/print/", 1), Of: r.URL, Values: own})
	}
}

// A page and its subpage are one record of a site: both are in the entity, both have claims, and the other
// records are joined as without the second page.
func TestViews(t *testing.T) {
	t.Parallel()
	tables := library(4, 120, 30)
	without := must(t, tables, Options{})
	printed(&tables[1])
	with := must(t, tables, Options{})
	if d := cmp.Diff(len(without.Entities), len(with.Entities)); d != "" {
		t.Fatalf("entities (-without +with):\n%s", d)
	}
	now := ids(with)
	for url, id := range ids(with) {
		if other := now[strings.Replace(url, "print/", "", 1)]; other != id {
			t.Errorf("%s is in %s, and what is printed in %s", url, other, id)
		}
	}
	claimed := make(map[string]bool)
	for i := range with.Fused {
		for _, g := range with.Fused[i].Groups {
			for _, c := range g.Claims {
				if strings.Contains(c.URL, "/print/") {
					claimed[c.Label] = true
				}
			}
		}
	}
	if !claimed["a1"] || !claimed["b1"] || !claimed["c1"] {
		t.Errorf("what is printed claims %v", claimed)
	}
	if x, err := with.Explain("http://s01.example/40", "http://s01.example/print/40"); err != nil || !x.Same || !x.Views || !strings.Contains(x.String(), "two pages of one site") {
		t.Errorf("%+v, %v", x, err)
	}
	if x, err := with.Explain("http://s00.example/40", "http://s01.example/print/40"); err != nil || !x.Same || x.Views || len(x.Terms) == 0 {
		t.Errorf("%+v, %v", x, err)
	}
}

// A page without values has a row, which holds those of its subpage.
func TestViewOfPageWithoutValues(t *testing.T) {
	t.Parallel()
	v := mergeViews([]Record{{URL: "http://s.example/1"},
		{URL: "http://s.example/print/1", Of: "http://s.example/1", Values: map[string][]string{"a": {"Emma"}}}}, nil, nil)
	if v.mainRow[1] != 0 || len(v.columns) != 1 || v.columns[0].Label != "a" {
		t.Errorf("%+v", v)
	}
}

// A person's decision wins over the pages' links.
func TestViewsDecided(t *testing.T) {
	t.Parallel()
	tables := library(3, 60, 10)
	printed(&tables[1])
	r := ids(must(t, tables, Options{Decisions: []Decision{{What: "different", A: "http://s01.example/20", B: "http://s01.example/print/20"}}}))
	if r["http://s01.example/20"] == r["http://s01.example/print/20"] || r["http://s01.example/21"] != r["http://s01.example/print/21"] {
		t.Error("views are joined that are decided to be different, or others are not")
	}
	r = ids(must(t, tables, Options{Decisions: []Decision{{What: "same", A: "http://s00.example/5", B: "http://s01.example/print/69"}}}))
	if r["http://s00.example/5"] != r["http://s01.example/69"] {
		t.Error("what is decided of a view is not decided of the others")
	}
}
