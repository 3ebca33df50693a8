package catalog

import (
	"bytes"
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"
	"iter"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"verde/record"
)

// open gives an empty catalog: in the PostgreSQL database that VERDE_TEST_DATABASE names, else in a file. So all
// that holds of one engine is tried on the other, too.
func open(t *testing.T) *Catalog {
	t.Helper()
	if database := os.Getenv("VERDE_TEST_DATABASE"); database != "" {
		return openDatabase(t, database)
	}
	return openFile(t)
}

func openFile(t *testing.T) *Catalog {
	t.Helper()
	return closing(t)(Open(t.Context(), filepath.Join(t.TempDir(), "a catalog?#%41.db")))
}

func openDatabase(t *testing.T, database string) *Catalog {
	t.Helper()
	return closing(t)(OpenDatabase(t.Context(), database, newRun(t, database)))
}

// newRun gives the name of a run that is deleted when the test ends.
func newRun(t *testing.T, database string) string {
	t.Helper()
	run := "test-" + strings.ToLower(rand.Text())
	t.Cleanup(func() {
		if err := DropDatabase(context.Background(), database, run); err != nil {
			t.Error(err)
		}
	})
	return run
}

// closing gives a function that has a catalog closed when the test ends.
func closing(t *testing.T) func(*Catalog, error) *Catalog {
	return func(c *Catalog, err error) *Catalog {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		})
		return c
	}
}

func collect[T any](t *testing.T, seq iter.Seq2[T, error]) []T {
	t.Helper()
	var out []T
	for v, err := range seq {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, v)
	}
	return out
}

var noon = time.Date(2026, 5, 4, 12, 0, 0, 123000000, time.UTC)

// site makes a source with n pages and records.
func site(name string, n int) (Source, []Page, []record.Record) {
	s := Source{
		Site: name, Role: Discovered, Round: 1, Score: .75, Support: 3, SampleURL: "http://" + name + "/1", Samples: []string{"http://" + name + "/1"},
		Container: "/html/body/table", Evaluated: 5, SemiStructured: 4, State: Expanded, Reason: "because",
		Evidence:   []Evidence{{URL: "http://" + name + "/1", QueryID: "q1", FragmentXPath: "/html", Probability: .9}},
		Attributes: map[string]string{"By": "Author"},
	}
	var pages []Page
	var records []record.Record
	for i := range n {
		url := fmt.Sprintf("http://%s/%02d", name, i)
		pages = append(pages, Page{URL: url, Site: name, Level: 2, From: "http://" + name + "/", LinkPath: "html/body/a[href]", URLSimilarity: .5, HTMLSimilarity: 1, Status: "fetched", Aliases: []string{url + "#x"}})
		records = append(records, record.Record{URL: url, Source: "archive/0.warc.gz:17", Site: name, FetchedAt: noon, Match: 1,
			Fields: []record.Field{
				{Label: "Title", Values: []record.Value{{Text: fmt.Sprint("Book <", i, ">"), XPath: "/html/h1"}}},
				{Label: "By", Values: []record.Value{{Text: "A"}, {Text: "B"}}},
			}})
	}
	return s, pages, records
}

func TestPutSite(t *testing.T) {
	t.Parallel()
	c, ctx := open(t), t.Context()
	for _, n := range []int{3, 1} { // the second replaces the first
		for _, name := range []string{"b.example", "a.example"} {
			s, pages, records := site(name, n)
			if err := c.PutSite(ctx, s, pages, records); err != nil {
				t.Fatal(err)
			}
		}
	}
	sa, pa, ra := site("a.example", 1)
	sb, pb, rb := site("b.example", 1)
	got, err := c.Sources(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]Source{sa, sb}, got); d != "" {
		t.Errorf("sources (-want +got):\n%s", d)
	}
	if d := cmp.Diff(append(pa, pb...), collect(t, c.Pages(ctx, ""))); d != "" {
		t.Errorf("pages (-want +got):\n%s", d)
	}
	if d := cmp.Diff(append(ra, rb...), collect(t, c.Records(ctx, ""))); d != "" {
		t.Errorf("records (-want +got):\n%s", d)
	}
	if d := cmp.Diff(rb, collect(t, c.Records(ctx, "b.example"))); d != "" {
		t.Errorf("records of one site (-want +got):\n%s", d)
	}
	one, ok, err := c.Source(ctx, "b.example")
	if err != nil || !ok {
		t.Fatalf("Source: %v, %v", ok, err)
	}
	if d := cmp.Diff(sb, one); d != "" {
		t.Errorf("source (-want +got):\n%s", d)
	}
	if _, ok, err := c.Source(ctx, "none.example"); ok || err != nil {
		t.Errorf("Source of an unknown site: %v, %v", ok, err)
	}
}

// A site that can't be stored leaves what was known of it.
func TestPutSiteWhole(t *testing.T) {
	t.Parallel()
	c, ctx := open(t), t.Context()
	s, pages, records := site("a.example", 2)
	if err := c.PutSite(ctx, s, pages, records); err != nil {
		t.Fatal(err)
	}
	before, err := c.Fingerprint(ctx)
	if err != nil {
		t.Fatal(err)
	}
	s, more, _ := site("a.example", 5)
	s.Reason = "another"
	more[4].HTMLSimilarity = math.NaN()
	if err := c.PutSite(ctx, s, more, nil); err == nil || !strings.Contains(err.Error(), "a.example/04") {
		t.Fatalf("error %v, want one that names the page", err)
	}
	after, err := c.Fingerprint(ctx)
	if err != nil || after != before {
		t.Errorf("a failed transaction changed the catalog (%v)", err)
	}
}

func TestSourcesOrder(t *testing.T) {
	t.Parallel()
	c, ctx := open(t), t.Context()
	for _, s := range []Source{{Site: "d", Round: 2, Score: 1}, {Site: "c", Round: 1, Score: .5}, {Site: "b", Round: 1, Score: .5}, {Site: "a", Round: 1, Score: .1}, {Site: "e"}} {
		if err := c.PutSource(ctx, s); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	sources, err := c.Sources(ctx)
	for _, s := range sources {
		got = append(got, s.Site)
	}
	if d := cmp.Diff([]string{"e", "b", "c", "a", "d"}, got); d != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
	if err := c.PutSource(ctx, Source{}); err == nil {
		t.Error("a source without a site was stored")
	}
}

// Writing inside a loop over an iterator does not wait for the loop.
func TestWriteWhileReading(t *testing.T) {
	t.Parallel()
	c, ctx := open(t), t.Context()
	s, pages, records := site("a.example", 3)
	if err := c.PutSite(ctx, s, pages, records); err != nil {
		t.Fatal(err)
	}
	n := 0
	for r, err := range c.Records(ctx, "") {
		if err != nil {
			t.Fatal(err)
		}
		if err := c.PutVerdict(ctx, Verdict{URL: r.URL, QueryID: "q", Probability: .5}); err != nil {
			t.Fatal(err)
		}
		if err := c.PutSite(ctx, s, nil, nil); err != nil {
			t.Fatal(err)
		}
		n++
	}
	if n != 3 {
		t.Errorf("%d records, want the 3 from before the loop", n)
	}
}

func TestVerdicts(t *testing.T) {
	t.Parallel()
	c, ctx := open(t), t.Context()
	a := Verdict{URL: "http://a/", QueryID: "q2", Matched: true, SemiStructured: true, Probability: .75, FragmentXPath: "/html"}
	b := Verdict{URL: "http://a/", QueryID: "q1", Reason: "status"}
	if err := c.PutVerdict(ctx, Verdict{URL: a.URL, QueryID: a.QueryID}, a, b); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]Verdict{b, a}, collect(t, c.Verdicts(ctx))); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	got, ok, err := c.Verdict(ctx, a.URL, a.QueryID)
	if !ok || err != nil || got != a {
		t.Errorf("Verdict = %+v, %v, %v", got, ok, err)
	}
	if _, ok, err := c.Verdict(ctx, a.URL, "q3"); ok || err != nil {
		t.Errorf("Verdict of another query: %v, %v", ok, err)
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ in, want string }{
		{"plain é", "plain é"},
		{"a\xffb\x00c", "a\uFFFDb\uFFFDc"},
		{strings.Repeat("x", MaxText), strings.Repeat("x", MaxText)},
		{strings.Repeat("x", MaxText-1) + "é", strings.Repeat("x", MaxText-1)},
		{strings.Repeat("x", MaxText-1) + "éé", strings.Repeat("x", MaxText-1)},
	} {
		if got := storable(test.in); got != test.want {
			t.Errorf("text(%.20q of %d bytes) = %.20q of %d bytes, want %d bytes", test.in, len(test.in), got, len(got), len(test.want))
		}
	}
	for _, in := range []string{strings.Repeat("\x00", MaxText), strings.Repeat("\xff", MaxText+3), strings.Repeat("a\xff", MaxText)} {
		if got := storable(in); len(got) > MaxText || !utf8.ValidString(got) {
			t.Errorf("text(%d × %q): %d bytes, valid %v", len(in), in[:2], len(got), utf8.ValidString(got))
		}
	}
}

// What the web says is bounded, and comes out as it went in otherwise.
func TestHostileRecord(t *testing.T) {
	t.Parallel()
	c, ctx := open(t), t.Context()
	r := record.FromTexts("http://a/", map[string][]string{
		"":                             {"'; DROP TABLE records; --", "", strings.Repeat("y", MaxText+1)},
		"\x00":                         {"nul"},
		strings.Repeat("l", MaxText+9): {"\xff"},
		"none":                         nil,
	})
	long := strings.Repeat("z", MaxText+1)
	r.Groups = []record.Group{{Label: long, Rows: []record.Row{{{Label: "a", Values: []record.Value{{Text: "b", XPath: long, Href: long, Alt: "\xff"}}}}}}}
	if err := c.PutSite(ctx, Source{Site: "a"}, nil, []record.Record{r}); err != nil {
		t.Fatal(err)
	}
	want := record.FromTexts("http://a/", map[string][]string{
		"":                           {"'; DROP TABLE records; --", "", strings.Repeat("y", MaxText)},
		"\uFFFD":                     {"nul"},
		strings.Repeat("l", MaxText): {"\uFFFD"},
	})
	want.Fields[1], want.Fields[2] = want.Fields[2], want.Fields[1] // in the order of what went in, where NUL is first
	want.Site = "a"
	want.Groups = []record.Group{{Label: long[:MaxText], Rows: []record.Row{{{Label: "a", Values: []record.Value{{Text: "b", XPath: long[:MaxText], Href: long[:MaxText], Alt: "\uFFFD"}}}}}}}
	if d := cmp.Diff([]record.Record{want}, collect(t, c.Records(ctx, ""))); d != "" {
		t.Errorf("(-want +got):\n%.2000s", d)
	}
}

func TestOpenAgain(t *testing.T) {
	t.Parallel()
	ctx, path := t.Context(), filepath.Join(t.TempDir(), "c.db")
	s, pages, records := site("a.example", 2)
	var prints []string
	for i := range 2 {
		c, err := Open(ctx, path)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			if err := c.PutSite(ctx, s, pages, records); err != nil {
				t.Fatal(err)
			}
		}
		p, err := c.Fingerprint(ctx)
		if err != nil {
			t.Fatal(err)
		}
		prints = append(prints, p)
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if prints[0] != prints[1] {
		t.Error("the fingerprint changed by closing and opening")
	}
	if left, _ := filepath.Glob(path + "*"); len(left) != 1 {
		t.Errorf("files after Close: %q, want the catalog alone", left)
	}
}

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	ctx, dir := t.Context(), t.TempDir()
	text := filepath.Join(dir, "text.db")
	if err := os.WriteFile(text, []byte("not a database, but longer than a header"), 0o600); err != nil {
		t.Fatal(err)
	}
	foreign, newer := filepath.Join(dir, "foreign.db"), filepath.Join(dir, "newer.db")
	alter(t, foreign, "CREATE TABLE theirs (x); PRAGMA application_id = 0")
	alter(t, newer, "PRAGMA user_version = 99")
	for _, test := range []struct{ path, want string }{
		{text, "not a catalog"},
		{foreign, "not a catalog"},
		{newer, "newer verde"},
		{dir, "not a file"},
		{filepath.Join(dir, "no", "c.db"), "there is no folder"},
	} {
		before, _ := os.ReadFile(test.path)
		c, err := Open(ctx, test.path)
		if err == nil {
			c.Close()
			t.Errorf("Open(%s) gives no error", test.path)
			continue
		}
		if !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("Open(%s): %q, want one line with %q", test.path, err, test.want)
		}
		if after, _ := os.ReadFile(test.path); string(after) != string(before) {
			t.Errorf("Open(%s) changed the file that it refused", test.path)
		}
	}
}

// toVersion7 takes back what came later, when no record is there.
const toVersion7 = toVersion8 + `DROP VIEW facts; DROP TABLE row_groups; DROP TABLE fields;
ALTER TABLE records DROP COLUMN template; ALTER TABLE records DROP COLUMN match; ALTER TABLE records DROP COLUMN partial;
CREATE TABLE fields (
	record INTEGER NOT NULL REFERENCES records ON DELETE CASCADE, label TEXT NOT NULL, texts TEXT NOT NULL,
	traced INTEGER NOT NULL, xpath TEXT NOT NULL, page TEXT NOT NULL, confidence REAL NOT NULL DEFAULT 0,
	PRIMARY KEY (record, label)
) STRICT, WITHOUT ROWID;
CREATE VIEW facts AS SELECT 1; `

// toVersion9 takes back what makes entities quick to look through, scopes and doubts.
const toVersion9 = "ALTER TABLE sources DROP COLUMN scopes; ALTER TABLE sources DROP COLUMN doubts; DROP TABLE entity_words; DROP TABLE attribute_reach; DROP TABLE attribute_values; DROP INDEX records_url; DROP INDEX fused_values; DROP INDEX fused_first; DROP INDEX fused_numbers; "

// toVersion8 takes back the tables of entities.
const toVersion8 = toVersion9 + "DROP VIEW best; DROP VIEW claim_facts; DROP TABLE entities; DROP TABLE entity_records; DROP TABLE entity_redirects; DROP TABLE attributes; DROP TABLE attribute_columns; DROP TABLE fused; DROP TABLE claims; DROP TABLE entity_changes; DROP TABLE integrations; "

// toVersion3 takes back what came later.
const toVersion3 = toVersion7 + "DROP TABLE spent; DROP TABLE histories; DROP TABLE candidates; DROP TABLE rounds; DROP TABLE recognised; DROP VIEW facts; ALTER TABLE fields DROP COLUMN confidence; CREATE VIEW facts AS SELECT 1; "

// A catalog of version 2, before sources had parts of their score, gets the column and loses nothing.
func TestUpgradeSources(t *testing.T) {
	t.Parallel()
	ctx, path := t.Context(), filepath.Join(t.TempDir(), "c.db")
	source := func(site string) Source {
		return Source{Site: site, State: Refused, Parts: &ScoreParts{Instances: 2, Met: 3}}
	}
	put := func(site string) []Source {
		t.Helper()
		c, err := Open(ctx, path)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if err := c.PutSource(ctx, source(site)); err != nil {
			t.Fatal(err)
		}
		all, err := c.Sources(ctx)
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	put("a.example")
	alter(t, path, toVersion3+"ALTER TABLE sources DROP COLUMN parts; PRAGMA user_version = 2")
	all := put("b.example")
	if len(all) != 2 || all[0].Site != "a.example" || all[0].Parts != nil || all[1].Parts == nil || *all[1].Parts != *source("").Parts {
		t.Errorf("sources after the upgrade: %+v", all)
	}
}

// alter makes a catalog, or opens one, and changes it behind its back.
func alter(t *testing.T, path, statements string) {
	t.Helper()
	c, err := Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.writer.Exec(statements); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
}

// A catalog of the version before changes were kept is brought up to date.
func TestUpgrade(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "c.db")
	c, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.writer.Exec(toVersion3 + "DROP TABLE changes; ALTER TABLE sources DROP COLUMN parts; PRAGMA user_version = 1"); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if c, err = Open(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	want := Change{Site: "a.example", URL: "http://a.example/1", FoundAt: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), What: Changed,
		Fields: Differences(map[string][]string{"Price": {"1"}, "Same": {"x"}, "Old": {"y"}}, map[string][]string{"Price": {"2"}, "Same": {"x"}})}
	if len(want.Fields) != 2 || want.Fields[0].Label != "Old" || want.Fields[1].Label != "Price" {
		t.Errorf("differences %+v", want.Fields)
	}
	if err := c.PutRefreshed(t.Context(), Source{Site: "a.example"}, nil, nil, []Change{want}); err != nil {
		t.Fatal(err)
	}
	want.Fields[0].After = []string{}
	for got, err := range c.Changes(t.Context(), "a.example") {
		if d := cmp.Diff(want, got); d != "" || err != nil {
			t.Errorf("%v (-want +got):\n%s", err, d)
		}
	}
	var b bytes.Buffer
	if err := c.Export(t.Context(), &b, "csv", "changes"); err != nil || !strings.Contains(b.String(), "changed,Price,1,2\n") {
		t.Errorf("%q, %v", b.String(), err)
	}
}

// What repeats keeps its rows and their gaps in the catalog; what is counted and listed as facts has none.
func TestGaps(t *testing.T) {
	t.Parallel()
	c, ctx := open(t), t.Context()
	price := 2.
	field := func(label, text string) record.Field {
		return record.Field{Label: label, Values: []record.Value{{Text: text, XPath: "/html/" + text}}, Confidence: .5, About: .75}
	}
	r := record.FromTexts("http://a.example/1", map[string][]string{"kept": {"", "x"}})
	r.Site, r.Template, r.Match, r.Partial = "a.example", 2, .75, "half"
	r.Groups = []record.Group{{Label: "Offers", Rows: []record.Row{{field("title", "a")}, {field("title", "b"), field("price", "$2")}, {field("title", "a")}}},
		{Label: "Reviews", Rows: []record.Row{{field("who", "Ann")}}}}
	r.Groups[0].Rows[1][1].Values[0] = record.Value{Text: "$2", XPath: "/html", Type: record.Money, Number: &price, Currency: "USD", Href: "http://a.example/buy"}
	if err := c.PutSite(ctx, Source{Site: "a.example", State: Expanded, Attributes: map[string]string{"title": "name"}}, nil, []record.Record{r}); err != nil {
		t.Fatal(err)
	}
	for got, err := range c.Records(ctx, "a.example") {
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(r, got); diff != "" {
			t.Errorf("(-put +got)\n%s", diff)
		}
		named := attributeNames{"a.example": {"title": "name"}}.rename(&got)
		if diff := cmp.Diff(map[string][]string{"name": {"a", "b", "a"}, "price": {"", "$2", ""}, "who": {"Ann"}, "kept": {"", "x"}}, named.Columns()); diff != "" {
			t.Errorf("renamed (-want +got)\n%s", diff)
		}
	}
	stats, err := c.Stats(ctx)
	if err != nil || stats.Values != 6 {
		t.Errorf("%d values, error %v", stats.Values, err)
	}
	var facts, row int
	var group, currency, href string
	var amount float64
	if err := c.writer.QueryRow("SELECT count(*) FROM facts").Scan(&facts); err != nil || facts != 6 {
		t.Errorf("%d facts, error %v", facts, err)
	}
	err = c.writer.QueryRow("SELECT group_label, row, number, currency, href FROM facts WHERE type = 'money'").Scan(&group, &row, &amount, &currency, &href)
	if err != nil || group != "Offers" || row != 2 || amount != 2 || currency != "USD" || href != "http://a.example/buy" {
		t.Errorf("price %g %s in row %d of %s, %s, error %v", amount, currency, row, group, href, err)
	}
}

// A catalog of version 7, whose records were lists of texts by label, keeps them all, with their places and in
// step.
func TestUpgradeRecords(t *testing.T) {
	t.Parallel()
	ctx, path := t.Context(), filepath.Join(t.TempDir(), "c.db")
	old, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	const records = 7 // the version before
	if _, err := old.Exec(schema + strings.Join(upgrades[:records-1], "") + fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d;", applicationID, records) + `
INSERT INTO sources (site, role, round, score, support, sample_url, samples, container, evaluated, semistructured, state, reason, evidence, attributes)
	VALUES ('a.example', 'training', 0, 1, 0, '', '', '', 0, 0, 'expanded', '', '', '');
INSERT INTO records VALUES (1, 'a.example', 'http://a.example/1', 'a.warc:1', '2026-05-04T12:00:00Z'), (2, 'a.example', 'http://a.example/2', '', '');
INSERT INTO fields VALUES (1, 'title', '["Emma"]', 1, '/html/body/h1[1]/text()[1]', 'http://a.example/1', 0.5),
	(1, 'price', '["","$2","$3"]', 1, '/html/body/p[2]/text()[1]', 'http://a.example/1', 0.25),
	(1, 'code', '["a\"b\\"]', 0, '', '', 0), (1, 'empty', '', 1, '/html', 'http://a.example/1', 0);`); err != nil {
		t.Fatal(err)
	}
	if err := old.Close(); err != nil {
		t.Fatal(err)
	}
	c, err := Open(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	want := []record.Record{
		{URL: "http://a.example/1", Site: "a.example", Source: "a.warc:1", FetchedAt: time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC), Fields: []record.Field{
			{Label: "code", Values: []record.Value{{Text: "a\"b\\"}}},
			{Label: "price", Values: []record.Value{{}, {Text: "$2", XPath: "/html/body/p[2]/text()[1]"}, {Text: "$3"}}, Confidence: .25},
			{Label: "title", Values: []record.Value{{Text: "Emma", XPath: "/html/body/h1[1]/text()[1]"}}, Confidence: .5},
		}},
		{URL: "http://a.example/2", Site: "a.example"},
	}
	if diff := cmp.Diff(want, collect(t, c.Records(ctx, ""))); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	var facts int
	var place string
	if err := c.reader.QueryRow("SELECT count(*), max(iif(value = '$2', xpath, '')) FROM facts").Scan(&facts, &place); err != nil || facts != 4 || place != "/html/body/p[2]/text()[1]" {
		t.Errorf("%d facts, one at %q, error %v", facts, place, err)
	}
	s, pages, records7 := site("a.example", 2)
	if err := c.PutSite(ctx, s, pages, records7); err != nil {
		t.Errorf("after the upgrade: %v", err)
	}
	if got := collect(t, c.Records(ctx, "")); len(got) != 2 || got[0].Value("Title") != "Book <0>" {
		t.Errorf("after the upgrade: %+v", got)
	}
}

// Pages of a site that no query found to be data are given once each, and no more than were asked for.
func TestRefusedPages(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	c := open(t)
	refused := []Verdict{
		{URL: "http://a.example/1", QueryID: "q1", Matched: true, Probability: .2},
		{URL: "http://www.a.example/?x", QueryID: "q2"},
		{URL: "https://a.example/", QueryID: "q1", Reason: "status 404"},
	}
	others := []Verdict{
		{URL: "http://a.example/1", QueryID: "q2"},
		{URL: "http://a.example/2", QueryID: "q1"}, {URL: "http://a.example/2", QueryID: "q2", Matched: true, SemiStructured: true},
		{URL: "http://a.example.org/1", QueryID: "q1"}, {URL: "http://a.example:81/1", QueryID: "q1"}, {URL: "http://b.a.example/1", QueryID: "q1"},
	}
	if err := c.PutVerdict(ctx, append(others, refused...)...); err != nil {
		t.Fatal(err)
	}
	for _, most := range []int{0, 1, 2, 3, 100} {
		got, err := c.RefusedPages(ctx, "a.example", most)
		if d := cmp.Diff(refused[:min(most, len(refused))], got, cmpopts.EquateEmpty()); d != "" || err != nil {
			t.Errorf("%d at most (-want +got):\n%s, %v", most, d, err)
		}
	}
}
