package catalog

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sync/errgroup"

	"verde/query"
	"verde/record"
	"verde/search"
)

// The same calls make the same catalog in a file and in a database: the same dump, the same exports, the same
// counts.
func TestSameInBoth(t *testing.T) {
	t.Parallel()
	file, base := filledBoth(t)
	dump := func(c *Catalog) []string {
		var b strings.Builder
		if err := c.Dump(t.Context(), &b); err != nil {
			t.Fatal(err)
		}
		return strings.Split(b.String(), "\n")
	}
	want := dump(file)
	if diff := cmp.Diff(want, dump(base)); diff != "" || len(want) < 60 {
		t.Errorf("dumps of %d lines differ (-file +database)\n%s", len(want), diff)
	}
	fileStats, err := file.Stats(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if baseStats, err := base.Stats(t.Context()); err != nil || !cmp.Equal(fileStats, baseStats) {
		t.Errorf("counts (-file +database), %v\n%s", err, cmp.Diff(fileStats, baseStats))
	}
	for _, what := range []string{"records", "pages", "sources", "changes", "entities", "claims"} {
		for _, format := range []string{"jsonl", "csv"} {
			var out [2]strings.Builder
			for i, c := range []*Catalog{file, base} {
				if err := c.ExportWith(t.Context(), &out[i], ExportOptions{Format: format, What: what, Attributes: true}); err != nil {
					t.Fatal(err)
				}
			}
			if out[0].String() != out[1].String() || out[0].Len() == 0 {
				t.Errorf("%s as %s (-file +database)\n%s", what, format, cmp.Diff(out[0].String(), out[1].String()))
			}
		}
	}
}

// fill stores some of everything, hostile texts among it.
func fill(t *testing.T, c *Catalog) {
	t.Helper()
	ctx := t.Context()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	shelves(t, c, "")
	put(t, c, noon)
	shelves(t, c, "0")
	put(t, c, noon.Add(time.Hour))
	s, pages, records := site("long.example", 4)
	long := "http://long.example/" + strings.Repeat("é/0%", 2500)
	pages[1].URL, records[1].URL = long, long
	pages[2].Status, pages[3].Status = "status 404", "status 429"
	records[2].Fields[0].Label = strings.Repeat("ü", MaxText)
	records[2].Fields[1].Values[0].Text = "nul \x00, \xff, \U0001F600, \u2028, \\u0000 \"quoted\""
	records[3].Groups = []record.Group{{Label: "reviews", Rows: []record.Row{{{Label: "by", Values: []record.Value{{Text: "A"}}}}, {{Label: "by", Values: []record.Value{{Text: "B"}}}}}}}
	records[3].Match = 1. / 3
	pages, records = append(pages, pages[0]), append(records, records[0])
	records[len(records)-1].Template = 1
	s.Score, s.Reason = 2./3, "Ünïcode < b"
	check(c.PutRefreshed(ctx, s, pages, records, []Change{{Site: "long.example", URL: long, FoundAt: noon, What: Changed, Fields: Differences(nil, map[string][]string{"a": {"b"}})}}))
	check(c.AddQueries(ctx, 1, "plan", []query.Query{{ID: "b", Any: []string{"x"}}, {ID: "B"}, {ID: "ab"}, {ID: "é"}}))
	check(c.AddRecognised(ctx, []query.Query{{ID: "r"}}))
	for range 2 {
		check(c.PutAnswer(ctx, "b", "engine", []search.Result{{URL: long, Title: "T", Rank: 1, FetchedAt: noon}, {URL: "http://b.example/"}}, true))
	}
	verdicts := []Verdict{{URL: long, QueryID: "b", Matched: true, Probability: .1}, {URL: "http://b.example/", QueryID: "b", SemiStructured: true}}
	check(c.PutVerdict(ctx, verdicts...))
	check(c.OpenRound(ctx, Round{Round: 1, Report: json.RawMessage(`{"round":1}`)}, []Candidate{{Site: "long.example", Body: json.RawMessage(`{}`)}, {Site: "gone.example", Body: json.RawMessage(`{}`)}}))
	check(c.PutSettled(ctx, 1, Settled{Source: s, Verdicts: verdicts, History: json.RawMessage(`{"h":1}`), Report: json.RawMessage(`{"evaluated":2}`)}))
	check(c.OpenRound(ctx, Round{Round: 1, Report: json.RawMessage(`{"round":1}`)}, []Candidate{{Site: "long.example", Body: json.RawMessage(`{}`)}, {Site: "new.example", Body: json.RawMessage(`{}`)}}))
	check(c.PutRound(ctx, Round{Round: 1, Report: json.RawMessage(`{"round":1,"results":3}`), Closed: true}))
	check(c.Spend(ctx, "engine", 1, 2))
	check(c.Spend(ctx, "engine", 1, 2))
}

// Full-text search, facets and orders give the same in both.
func TestBrowseInBoth(t *testing.T) {
	t.Parallel()
	file, base := filledBoth(t)
	attributes, err := file.EntityAttributes(t.Context())
	if err != nil || len(attributes) < 2 {
		t.Fatal(attributes, err)
	}
	list := []Browse{{Limit: 9}, {Text: "AMB", Limit: 9}, {Text: "amber bir", Limit: 9}, {Text: "'a | b", Limit: 9}, {Text: "ü:* & (", Limit: 9}}
	for _, a := range attributes {
		for _, down := range []bool{false, true} {
			list = append(list, Browse{Sort: a.Name, Descending: down, Limit: 5, Columns: []string{a.Name, attributes[0].Name}}, Browse{Sort: a.Name, Descending: down, Limit: 5, Offset: 9})
			beside, err := file.Browse(t.Context(), Browse{Sort: a.Name, Descending: down, Limit: 5})
			if err != nil || len(beside.Rows) == 0 {
				t.Fatal(beside, err)
			}
			for _, row := range beside.Rows {
				list = append(list, Browse{Sort: a.Name, Descending: down, Limit: 3, After: row.ID}, Browse{Sort: a.Name, Descending: down, Limit: 3, Before: row.ID}, Browse{Where: map[string]string{a.Name: "amber"}, Sort: a.Name, Limit: 3, After: row.ID})
			}
		}
	}
	for _, b := range list {
		type answer struct {
			Found
			Facets []Facet
		}
		var got [2]answer
		for i, c := range []*Catalog{file, base} {
			if got[i].Found, err = c.Browse(t.Context(), b); err != nil {
				t.Fatalf("%+v: %v", b, err)
			}
			if got[i].Facets, err = c.Facets(t.Context(), []string{attributes[0].Name, attributes[1].Name}, b, 9); err != nil {
				t.Fatalf("%+v: %v", b, err)
			}
		}
		if diff := cmp.Diff(got[0], got[1]); diff != "" {
			t.Errorf("%+v (-file +database)\n%s", b, diff)
		}
	}
}

// A run's tables are made once by however many open it first, and those of a later version are left alone.
func TestOpenDatabase(t *testing.T) {
	t.Parallel()
	database := os.Getenv("VERDE_TEST_DATABASE")
	if database == "" {
		t.Skip("VERDE_TEST_DATABASE names no PostgreSQL database")
	}
	run := newRun(t, database)
	group, ctx := errgroup.WithContext(t.Context())
	for range 6 {
		group.Go(func() error {
			c, err := OpenDatabase(ctx, database, run)
			if err != nil {
				return err
			}
			return errors.Join(c.Spend(ctx, "engine", 1, 1), c.Close())
		})
	}
	if err := group.Wait(); err != nil {
		t.Fatal(err)
	}
	c := closing(t)(OpenDatabase(t.Context(), database, run))
	if n, _, err := c.Spent(t.Context(), "engine"); err != nil || n != 6 {
		t.Errorf("%d of 6 was spent, %v", n, err)
	}
	if _, err := c.writer.ExecContext(t.Context(), "UPDATE catalog_version SET version = 99"); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ database, run, want string }{
		{database, run, "schema 99"},
		{database, "No Name", "small letters"},
		{"postgres://verde:secret@127.0.0.1:1/x?sslmode=disable", "books", "127.0.0.1"},
		{"postgres://verde:secret@%/x", "books", "database"},
	} {
		c, err := OpenDatabase(t.Context(), test.database, test.run)
		if err == nil {
			t.Errorf("%s opened", test.run)
			c.Close()
		} else if !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v, want %q and no password", test.run, err, test.want)
		}
	}
}

// A run that is deleted is gone, and what is no run is told.
func TestDropDatabase(t *testing.T) {
	t.Parallel()
	for run, want := range map[string]string{"No Name": "small letters", strings.Repeat("x", 60): "at most 59"} {
		if err := DropDatabase(t.Context(), "postgres://127.0.0.1:1/x", run); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", run, err, want)
		}
	}
	database := os.Getenv("VERDE_TEST_DATABASE")
	if database == "" {
		t.Skip("VERDE_TEST_DATABASE names no PostgreSQL database")
	}
	run := "test-" + strings.ToLower(rand.Text())
	if err := closing(t)(OpenDatabase(t.Context(), database, run)).Spend(t.Context(), "engine", 1, 1); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"", "no run " + run} {
		if err := DropDatabase(t.Context(), database, run); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// filledBoth gives a file and a database that have had the same calls; the test is skipped where there is no
// database.
func filledBoth(t *testing.T) (file, base *Catalog) {
	t.Helper()
	database := os.Getenv("VERDE_TEST_DATABASE")
	if database == "" {
		t.Skip("VERDE_TEST_DATABASE names no PostgreSQL database")
	}
	file, base = openFile(t), openDatabase(t, database)
	for _, c := range []*Catalog{file, base} {
		fill(t, c)
	}
	return file, base
}
