package catalog

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"verde/integrate"
	"verde/internal/stopwatch"
	"verde/record"
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
			found, err := c.Browse(t.Context(), test.b)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, r := range found.Rows {
				if r.Sites != 2 || r.P <= 0 || len(r.Values) != 1 {
					t.Errorf("row %+v", r)
				}
				got = append(got, strings.Join(r.Values[name], "|"))
			}
			if d := cmp.Diff(test.want, got); d != "" || found.All != test.all || !found.Whole {
				t.Errorf("all %d, want %d (-want +got):\n%s", found.All, test.all, d)
			}
		})
	}
	found, err := c.Browse(t.Context(), Browse{Sort: name, Limit: 2})
	if err != nil {
		t.Fatal(err)
	}
	lines, err := c.Lines(t.Context(), found.Rows[1].ID, "nobody", found.Rows[0].ID)
	if err != nil || len(lines) != 2 || lines[0].ID != found.Rows[1].ID || len(lines[1].URLs) != 2 {
		t.Errorf("lines: %+v, %v", lines, err)
	}
	for _, b := range []Browse{{Text: "amber"}, {}, {Where: map[string]string{author: "larch writeramber"}}} {
		for _, most := range []int{1, countedValues + 1} {
			facets, err := c.Facets(t.Context(), []string{author, name}, b, most)
			if err != nil || len(facets) != 2 {
				t.Fatal(facets, err)
			}
			all := 12
			if b.Text != "" {
				all = 3
			} else if b.Where != nil {
				all = 1
			}
			f := facets[0]
			if f.Attribute != author || !f.Whole || f.All != all || len(f.Values) != min(all, most) || f.Values[0].Entities != 1 {
				t.Errorf("%+v, at most %d: %+v: want %d values", b, most, f, all)
			}
		}
	}
	columns, err := c.Columns(t.Context())
	if err != nil || len(columns) != 6 {
		t.Errorf("columns: %+v, %v", columns, err)
	}
	if cost == "" {
		t.Error("no attribute for the price")
	}
}

// Every page of a list is the same from whichever end it is read, and beside whichever entity, with entities that
// lack the value sorted by, with words and with values.
func TestBrowsePages(t *testing.T) {
	t.Parallel()
	c := open(t)
	r := &integrate.Result{Matching: &integrate.Matching{Attributes: []integrate.Attribute{{Name: "name", Kind: "text"}, {Name: "year", Kind: "number"}, {Name: "kind", Kind: "text"}}}, Resolution: &integrate.Resolution{}}
	for i := range 23 {
		id := fmt.Sprintf("e%02d", i)
		r.Entities = append(r.Entities, integrate.Entity{ID: id, Anchor: id, Probability: 1})
		for name, value := range map[string]string{"name": fmt.Sprint("name ", i*7%23), "year": fmt.Sprint(i * 5 % 7), "kind": []string{"novel", "poems"}[i%2]} {
			if name != "year" || i%3 > 0 {
				r.Fused = append(r.Fused, integrate.Fused{Entity: id, Attribute: name, Groups: []integrate.Group{{Value: value, Chosen: true}, {Value: "rival"}}})
			}
		}
	}
	if err := c.PutEntities(t.Context(), r, "", time.Unix(0, 0)); err != nil {
		t.Fatal(err)
	}
	for _, among := range []struct {
		b   Browse
		all int
	}{{Browse{}, 23}, {Browse{Text: "nam"}, 23}, {Browse{Where: map[string]string{"kind": "novel"}}, 12}, {Browse{Text: "name", Where: map[string]string{"kind": "poems"}}, 11},
		{Browse{Where: map[string]string{"kind": "novel", "year": "3"}}, 2}} {
		for _, sort := range []string{"", "name", "year", "kind", "nix"} {
			for _, down := range []bool{false, true} {
				list := func(change Browse) (ids []string) {
					t.Helper()
					change.Text, change.Where, change.Sort, change.Descending = among.b.Text, among.b.Where, sort, down
					found, err := c.Browse(t.Context(), change)
					if err != nil || found.All != among.all || !found.Whole {
						t.Fatal(found.All, err)
					}
					for _, row := range found.Rows {
						ids = append(ids, row.ID)
					}
					return ids
				}
				whole := list(Browse{Limit: 100})
				if len(whole) != among.all || sort == "year" && among.all == 23 && (whole[22] != "e21" || whole[15] != "e00") {
					t.Fatalf("%q, %v: %q", sort, down, whole)
				}
				same := func(what string, got, want []string) {
					t.Helper()
					if strings.Join(got, " ") != strings.Join(want, " ") {
						t.Errorf("%+v, %q, %v, %s: %q, want %q", among.b, sort, down, what, got, want)
					}
				}
				for at := range among.all + 2 {
					behind := whole[min(at, among.all):min(at+4, among.all)]
					same(fmt.Sprint("from ", at), list(Browse{Offset: at, Limit: 4}), behind)
					same("behind what is gone", list(Browse{Offset: at, Limit: 4, After: "gone"}), behind)
					if at > 0 && at <= among.all {
						same("after "+whole[at-1], list(Browse{Limit: 4, After: whole[at-1]}), behind)
					}
					if at < among.all {
						same("before "+whole[at], list(Browse{Limit: 4, Before: whole[at]}), whole[max(at-4, 0):at])
					}
				}
			}
		}
	}
}

// Entities are sorted, and values counted, among a bounded number of those that match, and it is said so.
func TestBounded(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("stores more entities than are sorted")
	}
	c := open(t)
	putKinds(t, c)
	red := (MaxHits + 2) / 3 // of those that are looked through
	for name, test := range map[string]struct {
		b           Browse
		all, rows   int
		whole       bool // of the list
		counted     int  // entities with the kind
		wholeCounts bool
	}{
		"all":               {Browse{Limit: 9, Offset: many - 5}, many, 5, true, many, true},
		"with words":        {Browse{Text: "the", Limit: 9, Offset: MaxHits - 4}, many, 4, false, FacetHits, false},
		"beyond the bound":  {Browse{Text: "the", Limit: 9, Offset: MaxHits}, many, 0, false, FacetHits, false},
		"with a value":      {Browse{Where: map[string]string{"kind": "the one"}, Limit: 9, Sort: "kind", Offset: many - 5}, many, 5, true, FacetHits, false},
		"with a value, all": {Browse{Where: map[string]string{"kind": "the one"}, Limit: 9}, many, 9, true, FacetHits, false},
		"with both":         {Browse{Text: "the", Where: map[string]string{"colour": "red"}, Limit: 9}, red, 9, false, red, false},
		"few":               {Browse{Where: map[string]string{"colour": "red"}, Limit: 9}, many / 3, 9, true, many / 3, true},
	} {
		found, err := c.Browse(t.Context(), test.b)
		if err != nil || found.All != test.all || found.Whole != test.whole || len(found.Rows) != test.rows {
			t.Errorf("%s: %d of %d entities, whole %v; %v", name, len(found.Rows), found.All, found.Whole, err)
		}
		facets, err := c.Facets(t.Context(), []string{"kind"}, test.b, 3)
		if err != nil || len(facets) != 1 || len(facets[0].Values) != 1 {
			t.Fatal(facets, err)
		}
		if f := facets[0]; f.Whole != test.wholeCounts || f.Values[0].Entities != test.counted {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

// Values are sorted by what they mean, in whatever form they are written.
func TestOrderOf(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		kind   string
		values []string // in their order
	}{
		{"number", []string{"$9.99", "$121", "$1,299"}},
		{"number", []string{"-3", "n/a", "7 pages", "12 pages"}},
		{"number", []string{"5'11\"", "203 cm", "6'8.5\""}},
		{"number", []string{"90 days", "6 months", "300 days", "2 years"}},
		{"date", []string{"March 4, 1999", "2003-01-31", "4 Feb 2003"}},
		{"date", []string{"1998-12-31", "1999", "March 1999", "March 4, 1999", "2000 (again 2004)", "2001-2003"}},
		{"date", []string{"6-8", "1000"}},
		{"date", []string{"1:30", "1000"}},
		{"date", []string{"$1,299", "1000"}},
		{"date", []string{"99999", "1000"}},
	} {
		for i, v := range test.values[1:] {
			if a, b := sortNumber(test.kind, test.values[i]), sortNumber(test.kind, v); a >= b {
				t.Errorf("%q (%v) does not stand before %q (%v)", test.values[i], a, v, b)
			}
		}
	}
	if n := sortNumber("text", "12"); n != 0 {
		t.Errorf("a text is sorted by %v", n)
	}
}

// A catalog of before values had numbers to sort by, or had those of an earlier version, is sorted as a new one.
func TestUpgradeNumbers(t *testing.T) {
	t.Parallel()
	values := map[string][]string{"price": {"$9.99", "$121", "$1,299"}, "day": {"1999", "March 4, 1999", "4 Feb 2003"}}
	kinds := map[string]string{"price": "number", "day": "date"}
	inDatabase := os.Getenv("VERDE_TEST_DATABASE")
	for name, before := range map[string]string{
		"in a database":   fmt.Sprint("UPDATE fused SET number = 7 - n; UPDATE catalog_version SET version = ", len(postgresUpgrades)-2),
		"without numbers": withoutAbout + "ALTER TABLE sources DROP COLUMN doubts; DROP INDEX fused_numbers; ALTER TABLE fused DROP COLUMN number; CREATE INDEX fused_numbers ON fused (value); PRAGMA user_version = 13",
		"with others":     fmt.Sprint(withoutAbout, "UPDATE fused SET number = 7 - n; PRAGMA user_version = ", schemaVersion-2),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "c.db")
			open := func() *Catalog { return closing(t)(Open(t.Context(), path)) }
			if name == "in a database" {
				if inDatabase == "" {
					t.Skip("VERDE_TEST_DATABASE names no PostgreSQL database")
				}
				run := newRun(t, inDatabase)
				open = func() *Catalog { return closing(t)(OpenDatabase(t.Context(), inDatabase, run)) }
			}
			c := open()
			r := &integrate.Result{Matching: &integrate.Matching{}, Resolution: &integrate.Resolution{}}
			for attribute, kind := range kinds {
				r.Attributes = append(r.Attributes, integrate.Attribute{Name: attribute, Kind: kind})
			}
			for i := range 3 {
				id := fmt.Sprint("e", 2-i)
				r.Entities = append(r.Entities, integrate.Entity{ID: id, Anchor: id, Probability: 1})
				for attribute, v := range values {
					r.Fused = append(r.Fused, integrate.Fused{Entity: id, Attribute: attribute, Groups: []integrate.Group{{Value: v[i], Chosen: true}, {Value: "1"}}})
				}
			}
			if err := c.PutEntities(t.Context(), r, "", time.Unix(0, 0)); err != nil {
				t.Fatal(err)
			}
			for statement := range strings.SplitSeq(before, "; ") {
				if _, err := c.writer.ExecContext(t.Context(), statement); err != nil {
					t.Fatal(err)
				}
			}
			c = open()
			for attribute, want := range values {
				found, err := c.Browse(t.Context(), Browse{Sort: attribute, Columns: []string{attribute}, Limit: 9})
				if err != nil {
					t.Fatal(err)
				}
				var got []string
				for _, row := range found.Rows {
					got = append(got, row.Values[attribute]...)
				}
				if d := cmp.Diff(want, got); d != "" {
					t.Errorf("by %s (-want +got):\n%s", attribute, d)
				}
			}
		})
	}
}

// What is chosen of many is the same in whatever order an engine finds it.
func TestBoundedOrder(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("stores more entities than are sorted")
	}
	c := openFile(t)
	putKinds(t, c)
	c.reader.SetMaxOpenConns(1)
	list := []Browse{{Text: "the", Sort: "kind", Limit: 3}, {Where: map[string]string{"kind": "the one"}}, {Where: map[string]string{"colour": "red", "kind": "the one"}}}
	var want []Facet
	for _, order := range []string{"OFF", "ON"} {
		if _, err := c.reader.ExecContext(t.Context(), "PRAGMA reverse_unordered_selects = "+order); err != nil {
			t.Fatal(err)
		}
		var got []Facet
		for _, b := range list {
			facets, err := c.Facets(t.Context(), []string{"n"}, b, 3)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, facets...)
		}
		if want == nil {
			want = got
		} else if d := cmp.Diff(want, got); d != "" {
			t.Errorf("read backwards (-forwards +backwards):\n%s", d)
		}
	}
}

// putKinds stores more entities than are sorted: of one kind, a third of them red, each with a number.
func putKinds(t *testing.T, c *Catalog) {
	t.Helper()
	r := &integrate.Result{Matching: &integrate.Matching{Attributes: []integrate.Attribute{{Name: "kind", Kind: "text"}, {Name: "colour", Kind: "text"}, {Name: "n", Kind: "text"}}}, Resolution: &integrate.Resolution{}}
	for i := range many {
		id := fmt.Sprintf("e%06d", i)
		r.Entities = append(r.Entities, integrate.Entity{ID: id, Anchor: id, Probability: 1})
		has := func(attribute, value string) {
			r.Fused = append(r.Fused, integrate.Fused{Entity: id, Attribute: attribute, Groups: []integrate.Group{{Value: value, Chosen: true}}})
		}
		has("kind", "the one")
		has("n", fmt.Sprintf("%06d", i))
		if i%3 == 0 {
			has("colour", "red")
		}
	}
	if err := c.PutEntities(t.Context(), r, "", time.Unix(0, 0)); err != nil {
		t.Fatal(err)
	}
}

const many = MaxHits + 1_000

// shelve stores a hundred thousand entities.
func shelve(b *testing.B) *Catalog {
	b.Helper()
	c, err := Open(b.Context(), filepath.Join(b.TempDir(), "c.db"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { c.Close() })
	r := &integrate.Result{Matching: &integrate.Matching{}, Resolution: &integrate.Resolution{}}
	for _, name := range []string{"name", "author", "year", "publisher", "pages", "kind"} {
		kind := "text"
		if name == "year" || name == "pages" {
			kind = "number"
		}
		r.Attributes = append(r.Attributes, integrate.Attribute{Name: name, Kind: kind, Sites: 2})
	}
	for i := range shelved100k {
		id := fmt.Sprintf("e%06d", i)
		r.Entities = append(r.Entities, integrate.Entity{ID: id, Anchor: id, Probability: 1})
		for k, value := range []string{fmt.Sprintf("The %d of %d", i*7919%shelved100k, i), fmt.Sprint("author ", i%977), fmt.Sprint(1900 + i%120), fmt.Sprint("publisher ", i%31), fmt.Sprint(i % 1000), []string{"novel", "poems"}[i%2]} {
			r.Fused = append(r.Fused, integrate.Fused{Entity: id, Attribute: r.Attributes[k].Name, Groups: []integrate.Group{{Value: value, Probability: .9, Chosen: true}}})
		}
	}
	if err := c.PutEntities(b.Context(), r, "", time.Unix(0, 0)); err != nil {
		b.Fatal(err)
	}
	return c
}

const shelved100k = 100_000

// BenchmarkBrowse is a page of a hundred thousand entities, as the web page asks for it: a list, and the values to
// choose by. What it takes of the processors is told beside the time.
func BenchmarkBrowse(b *testing.B) {
	c := shelve(b)
	all := []string{"name", "author", "year", "publisher", "pages", "kind"}
	const n = shelved100k
	novels := map[string]string{"kind": "novel"}
	for _, test := range []struct {
		name string
		b    Browse
	}{
		{"sorted", Browse{Sort: "name"}},
		{"next", Browse{Sort: "name", Offset: n / 2, After: "e050000"}},
		{"next by number", Browse{Sort: "year", Offset: n / 2, After: "e050000"}},
		{"previous", Browse{Sort: "year", Descending: true, Offset: n / 2, Before: "e050000"}},
		{"middle", Browse{Sort: "name", Offset: n / 2}},
		{"last", Browse{Sort: "name", Offset: n - 50}},
		{"words", Browse{Text: "the 99", Sort: "name"}},
		{"a word of all", Browse{Text: "the", Sort: "name"}},
		{"a word of all, further", Browse{Text: "the", Sort: "year", Offset: MaxHits / 2, After: "e002000"}},
		{"value", Browse{Where: map[string]string{"publisher": "publisher 7"}, Sort: "year"}},
		{"value of half", Browse{Where: novels, Sort: "name"}},
		{"value of half, last", Browse{Where: novels, Sort: "name", Offset: n/2 - 50}},
		{"two values", Browse{Where: map[string]string{"kind": "novel", "publisher": "publisher 8"}, Sort: "pages"}},
		{"words and a value", Browse{Text: "the", Where: novels, Sort: "name"}},
	} {
		test.b.Limit, test.b.Columns = 50, all
		b.Run(test.name, func(b *testing.B) {
			end := stopwatch.Start()
			for b.Loop() {
				if found, err := c.Browse(b.Context(), test.b); err != nil || len(found.Rows) != 50 {
					b.Fatal(len(found.Rows), err)
				}
				if f, err := c.Facets(b.Context(), []string{"author", "year", "publisher", "kind"}, test.b, 12); err != nil || len(f) != 4 || len(f[2].Values) == 0 {
					b.Fatal(f, err)
				}
			}
			b.ReportMetric(1000*end().Processor/float64(b.N), "cpu-ms/op")
		})
	}
	b.Run("attributes", func(b *testing.B) {
		for b.Loop() {
			if v, err := c.EntityAttributes(b.Context()); err != nil || len(v) != len(all) {
				b.Fatal(v, err)
			}
		}
	})
}

// A catalog of before sites were counted as they are stored is counted when it is opened, and says the same.
func TestUpgradeCounts(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "c.db")
	c := closing(t)(Open(t.Context(), path))
	records := []record.Record{record.FromTexts("http://a.example/1", map[string][]string{"Title": {"A"}, "By": {"B", "", "C"}}), record.FromTexts("http://a.example/2", map[string][]string{"Title": {"D"}})}
	pages := []Page{{URL: "http://a.example/1", Status: "sample"}, {URL: "http://a.example/2", Status: "fetched"}, {URL: "http://a.example/3", Status: "status 404"}, {URL: "http://a.example/4", Status: "status 429"}, {URL: "http://a.example/5", Status: Gone}}
	for _, site := range []string{"a.example", "b.example"} {
		if err := c.PutSite(t.Context(), Source{Site: site, State: Expanded}, pages, records); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.PutSite(t.Context(), Source{Site: "b.example", State: Expanded}, pages[:1], records[:1]); err != nil {
		t.Fatal(err)
	}
	if err := c.PutSource(t.Context(), Source{Site: "c.example", State: Refused}); err != nil {
		t.Fatal(err)
	}
	want, err := c.Stats(t.Context())
	if err != nil || want.Pages != 4 || want.Missing != 2 || want.Records != 3 || want.Values != 7 || len(want.PerSite) != 3 {
		t.Errorf("%+v, %v", want, err)
	}
	if _, err := c.writer.ExecContext(t.Context(), fmt.Sprint(withoutAbout, "DROP TABLE site_counts; PRAGMA user_version = ", schemaVersion-4)); err != nil {
		t.Fatal(err)
	}
	got, err := closing(t)(Open(t.Context(), path)).Stats(t.Context())
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("%v (-want +got)\n%s", err, d)
	}
}

// withoutAbout makes the fields of a SQLite catalog what they were before it was said what they are about.
const withoutAbout = "ALTER TABLE fields DROP COLUMN about; "

// A catalog that kept what integration had learned loses that alone.
func TestUpgradeGrown(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "c.db")
	c := closing(t)(Open(t.Context(), path))
	r := &integrate.Result{Matching: &integrate.Matching{}, Resolution: &integrate.Resolution{}}
	r.Attributes = []integrate.Attribute{{Name: "title", Kind: "text"}}
	r.Fused = []integrate.Fused{{Entity: "e", Attribute: "title", Groups: []integrate.Group{{Value: "Emma", Chosen: true}}}}
	r.Entities = []integrate.Entity{{ID: "e", Anchor: "http://a.example/1", Probability: 1}}
	if err := c.PutEntities(t.Context(), r, "", time.Unix(0, 0)); err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{
		"CREATE TABLE integration_pages (key TEXT PRIMARY KEY, body BLOB NOT NULL) STRICT, WITHOUT ROWID",
		"INSERT INTO integration_pages VALUES ('words', x'00')",
		fmt.Sprint(withoutAbout, "PRAGMA user_version = ", schemaVersion-2),
	} {
		if _, err := c.writer.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	now := closing(t)(Open(t.Context(), path))
	var tables, entities int
	if err := now.writer.QueryRowContext(t.Context(), "SELECT (SELECT count(*) FROM sqlite_schema WHERE name = 'integration_pages'), (SELECT count(*) FROM entities)").Scan(&tables, &entities); err != nil || tables != 0 || entities != 1 {
		t.Errorf("%d tables of what was learned and %d entities, want none and 1: %v", tables, entities, err)
	}
}
