package catalog

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"verde/integrate"
)

func TestBrowse(t *testing.T) {
	t.Parallel()
	c := shelved(t)
	put(t, c, time.Unix(0, 0))
	attributes, err := c.EntityAttributes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var name, author, cost string
	for _, a := range attributes {
		switch {
		case a.Name == "Title" || a.Name == `Name "x"`:
			name = a.Name
		case a.Name == "By" || a.Name == "Author":
			author = a.Name
		default:
			cost = a.Name
		}
		if a.Sites != 2 || a.Entities != 12 || a.Distinct != 12 {
			t.Errorf("%+v: want 2 sites, 12 entities and values", a)
		}
	}
	if len(attributes) != 3 || name == "" || author == "" {
		t.Fatalf("attributes %+v", attributes)
	}
	for _, test := range []struct {
		name string
		b    Browse
		want []string // values of the name
		all  int
	}{
		{"sorted", Browse{Sort: name, Limit: 2}, []string{"amber fjords", "birch groves"}, 12},
		{"further", Browse{Sort: name, Limit: 2, Offset: 11}, []string{"larch embers"}, 12},
		{"beyond", Browse{Sort: name, Limit: 2, Offset: 12}, nil, 12},
		{"backwards", Browse{Sort: name, Descending: true, Limit: 1}, []string{"larch embers"}, 12},
		{"words in any order, the last begun", Browse{Text: "FJORDS amb", Limit: 9}, []string{"amber fjords"}, 1},
		{"a word of another attribute", Browse{Text: "writeramber", Limit: 9}, []string{"amber fjords"}, 1},
		{"operators are words", Browse{Text: `amber OR "birch`, Limit: 9}, nil, 0},
		{"no word", Browse{Text: `"*`, Sort: name, Limit: 1}, []string{"amber fjords"}, 12},
		{"where", Browse{Where: map[string]string{author: "larch writeramber"}, Limit: 9}, []string{"amber fjords"}, 1},
		{"where and words", Browse{Where: map[string]string{author: "larch writeramber"}, Text: "birch", Limit: 9}, nil, 0},
		{"counted alone", Browse{}, nil, 12},
		{"no such attribute", Browse{Sort: "x' OR 1", Where: map[string]string{"'": "'"}, Limit: 9}, nil, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			test.b.Columns = []string{name}
			rows, all, err := c.Browse(t.Context(), test.b)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, r := range rows {
				if r.Sites != 2 || r.P <= 0 || len(r.Values) != 1 {
					t.Errorf("row %+v", r)
				}
				got = append(got, strings.Join(r.Values[name], "|"))
			}
			if d := cmp.Diff(test.want, got); d != "" || all != test.all {
				t.Errorf("all %d, want %d (-want +got):\n%s", all, test.all, d)
			}
		})
	}
	rows, _, err := c.Browse(t.Context(), Browse{Sort: name, Limit: 2})
	if err != nil {
		t.Fatal(err)
	}
	lines, err := c.Lines(t.Context(), rows[1].ID, "nobody", rows[0].ID)
	if err != nil || len(lines) != 2 || lines[0].ID != rows[1].ID || len(lines[1].URLs) != 2 {
		t.Errorf("lines: %+v, %v", lines, err)
	}
	values, all, whole, err := c.Facet(t.Context(), author, Browse{Text: "amber"}, 1)
	if err != nil || !whole || all != 3 || len(values) != 1 || values[0].Entities != 1 {
		t.Errorf("facet: %+v, %d, %v: want one of three", values, all, err)
	}
	columns, err := c.Columns(t.Context())
	if err != nil || len(columns) != 6 {
		t.Errorf("columns: %+v, %v", columns, err)
	}
	if cost == "" {
		t.Error("no attribute for the price")
	}
}

// Every page of a list is the same from whichever end it is read, with entities that lack
// the value sorted by.
func TestBrowsePages(t *testing.T) {
	t.Parallel()
	c := open(t)
	r := &integrate.Result{Matching: &integrate.Matching{Attributes: []integrate.Attribute{{Name: "name", Kind: "text"}, {Name: "year", Kind: "number"}}}, Resolution: &integrate.Resolution{}}
	for i := range 23 {
		id := fmt.Sprintf("e%02d", i)
		r.Entities = append(r.Entities, integrate.Entity{ID: id, Anchor: id, Probability: 1})
		r.Fused = append(r.Fused, integrate.Fused{Entity: id, Attribute: "name", Groups: []integrate.Group{{Value: fmt.Sprint("name ", i*7%23), Chosen: true}}})
		if i%3 > 0 {
			r.Fused = append(r.Fused, integrate.Fused{Entity: id, Attribute: "year", Groups: []integrate.Group{{Value: fmt.Sprint(i * 5 % 7), Chosen: true}}})
		}
	}
	if err := c.PutEntities(t.Context(), r, "", time.Unix(0, 0)); err != nil {
		t.Fatal(err)
	}
	for _, sort := range []string{"", "name", "year", "nix"} {
		for _, down := range []bool{false, true} {
			list := func(offset, limit int) (ids []string) {
				t.Helper()
				rows, all, err := c.Browse(t.Context(), Browse{Sort: sort, Descending: down, Offset: offset, Limit: limit})
				if err != nil || all != 23 {
					t.Fatal(all, err)
				}
				for _, row := range rows {
					ids = append(ids, row.ID)
				}
				return ids
			}
			whole := list(0, 100)
			if len(whole) != 23 || sort == "year" && (whole[22] != "e21" || whole[15] != "e00") {
				t.Fatalf("%q, %v: %q", sort, down, whole)
			}
			for offset := range 25 {
				want := whole[min(offset, 23):min(offset+4, 23)]
				if got := list(offset, 4); strings.Join(got, " ") != strings.Join(want, " ") {
					t.Errorf("%q, %v, from %d: %q, want %q", sort, down, offset, got, want)
				}
			}
		}
	}
}

// Values are counted among a bounded number of hits, and it is said so.
func TestFacetBounded(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("stores more entities than are counted")
	}
	c := open(t)
	r := &integrate.Result{Matching: &integrate.Matching{Attributes: []integrate.Attribute{{Name: "kind", Kind: "text"}}}, Resolution: &integrate.Resolution{}}
	for i := range facetHits + 5 {
		id := fmt.Sprintf("e%06d", i)
		r.Entities = append(r.Entities, integrate.Entity{ID: id, Anchor: id, Probability: 1})
		r.Fused = append(r.Fused, integrate.Fused{Entity: id, Attribute: "kind", Groups: []integrate.Group{{Value: "the one", Chosen: true}}})
	}
	if err := c.PutEntities(t.Context(), r, "", time.Unix(0, 0)); err != nil {
		t.Fatal(err)
	}
	values, _, whole, err := c.Facet(t.Context(), "kind", Browse{Text: "the"}, 3)
	if err != nil || whole || len(values) != 1 || values[0].Entities != facetHits {
		t.Errorf("%+v, whole %v, %v", values, whole, err)
	}
	if values, _, whole, err := c.Facet(t.Context(), "kind", Browse{}, 3); err != nil || !whole || values[0].Entities != facetHits+5 {
		t.Errorf("without a text: %+v, %v, %v", values, whole, err)
	}
}

// BenchmarkBrowse is a page of a hundred thousand entities, as the web page asks for
// it.
func BenchmarkBrowse(b *testing.B) {
	c, err := Open(b.Context(), filepath.Join(b.TempDir(), "c.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	const n = 100_000
	r := &integrate.Result{Matching: &integrate.Matching{}, Resolution: &integrate.Resolution{}}
	for _, name := range []string{"name", "author", "year", "publisher", "pages"} {
		r.Attributes = append(r.Attributes, integrate.Attribute{Name: name, Kind: "text", Sites: 2})
	}
	for i := range n {
		id := fmt.Sprintf("e%06d", i)
		r.Entities = append(r.Entities, integrate.Entity{ID: id, Anchor: id, Probability: 1})
		for k, value := range []string{fmt.Sprintf("The %d of %d", i*7919%n, i), fmt.Sprint("author ", i%977), fmt.Sprint(1900 + i%120), fmt.Sprint("publisher ", i%31), fmt.Sprint(i % 1000)} {
			r.Fused = append(r.Fused, integrate.Fused{Entity: id, Attribute: r.Attributes[k].Name, Groups: []integrate.Group{{Value: value, Probability: .9, Chosen: true}}})
		}
	}
	if err := c.PutEntities(b.Context(), r, "", time.Unix(0, 0)); err != nil {
		b.Fatal(err)
	}
	all := []string{"name", "author", "year", "publisher", "pages"}
	for _, test := range []struct {
		name string
		b    Browse
	}{
		{"sorted", Browse{Sort: "name", Limit: 50, Columns: all}},
		{"middle", Browse{Sort: "name", Limit: 50, Offset: n / 2, Columns: all}},
		{"deep", Browse{Sort: "name", Limit: 50, Offset: n - 50, Columns: all}},
		{"text", Browse{Text: "the 99", Sort: "name", Limit: 50, Columns: all}},
		{"where", Browse{Where: map[string]string{"publisher": "publisher 7"}, Sort: "year", Limit: 50, Columns: all}},
	} {
		b.Run(test.name, func(b *testing.B) {
			for b.Loop() {
				if _, all, err := c.Browse(b.Context(), test.b); err != nil || all == 0 {
					b.Fatal(all, err)
				}
			}
		})
	}
	b.Run("facet", func(b *testing.B) {
		for b.Loop() {
			if v, _, _, err := c.Facet(b.Context(), "publisher", Browse{Text: "the 9"}, 10); err != nil || len(v) != 10 {
				b.Fatal(v, err)
			}
		}
	})
	b.Run("attributes", func(b *testing.B) {
		for b.Loop() {
			if v, err := c.EntityAttributes(b.Context()); err != nil || len(v) != 5 {
				b.Fatal(v, err)
			}
		}
	})
}
