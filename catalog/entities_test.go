package catalog

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"verde/integrate"
	"verde/record"
)

// shelved is a new catalog with the records of shelves.
func shelved(t *testing.T) *Catalog {
	t.Helper()
	c := open(t)
	shelves(t, c, "")
	return c
}

// shelves stores two sites that have books in common, whose labels are of no help.
func shelves(t *testing.T, c *Catalog, price string) {
	t.Helper()
	words := []string{"amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heath", "inlet", "jetty", "knoll", "larch"}
	for s, site := range []string{"a.example", "b.example"} {
		var records []record.Record
		for i := range 12 {
			records = append(records, record.FromTexts(fmt.Sprintf("http://%s/%d", site, i), map[string][]string{
				[]string{"Title", "Name \"x\""}[s]: {words[i] + " " + words[(i+5)%12] + "s"},
				[]string{"By", "Author"}[s]:        {words[11-i] + " writer" + words[i]},
				[]string{"Cost", "Price"}[s]:       {fmt.Sprint("$", 100+7*i) + price},
			}))
		}
		if err := c.PutSite(t.Context(), Source{Site: site, State: Expanded}, nil, records); err != nil {
			t.Fatal(err)
		}
	}
}

// put integrates what the catalog has and stores it.
func put(t *testing.T, c *Catalog, now time.Time) *integrate.Result {
	t.Helper()
	tables, err := c.Tables(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	known, err := c.Known(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	opt := integrate.Options{Known: known}
	r, err := integrate.Integrate(tables, opt)
	if err != nil {
		t.Fatal(err)
	}
	var sites []string
	for _, table := range tables {
		sites = append(sites, table.Site)
	}
	input, err := integrate.Fingerprint(c.EachTable(t.Context(), sites), opt)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.PutEntities(t.Context(), r, input, now); err != nil {
		t.Fatal(err)
	}
	return r
}

// ask gives the rows of a query, each as one text.
func ask(t *testing.T, c *Catalog, query string) (out []string) {
	t.Helper()
	err := c.read(t.Context(), func(tx *txn) error {
		for v, err := range each(t.Context(), tx, func(row scanner) (s string, err error) { return s, row.Scan(&s) }, query) {
			if err != nil {
				return err
			}
			out = append(out, v)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestEntities(t *testing.T) {
	t.Parallel()
	c := shelved(t)
	day := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	first := put(t, c, day)
	if len(first.Entities) != 12 {
		t.Fatalf("%d entities of 12 books", len(first.Entities))
	}
	if got := ask(t, c, "SELECT count(*) || ' ' || count(DISTINCT entity) FROM entity_records"); got[0] != "24 12" {
		t.Errorf("records and entities: %q", got)
	}
	title := ask(t, c, `SELECT attribute FROM attribute_columns WHERE label = 'Title'`)[0]
	column := quoted(title, '"')
	want := ask(t, c, `SELECT DISTINCT f.value FROM facts f WHERE f.label = 'Title' ORDER BY 1`)
	if d := cmp.Diff(want, ask(t, c, "SELECT "+column+" FROM best ORDER BY 1")); d != "" {
		t.Errorf("titles in best (-want +got):\n%s", d)
	}
	if got := ask(t, c, "SELECT count(*) FROM claim_facts WHERE url IS NOT NULL AND site IS NOT NULL"); got[0] != "72" {
		t.Errorf("%s claims of 72 values", got)
	}
	if got := ask(t, c, "SELECT found_at FROM entity_changes"); len(got) > 0 {
		t.Errorf("changes of a first run: %q", got)
	}

	// The same again is not stored again.
	before := ask(t, c, "SELECT count(*) || ' ' || max(at) FROM integrations")
	put(t, c, day.Add(time.Minute))
	if got := ask(t, c, "SELECT count(*) || ' ' || max(at) FROM integrations"); !cmp.Equal(got, before) || got[0] != "1 2026-01-02T03:04:05Z" {
		t.Errorf("integrations %q, then %q", before, got)
	}
	if last, ok, err := c.Integrated(t.Context()); err != nil || !ok || !last.At.Equal(day) || last.Report.Entities != 12 || last.Report.Joined != 12 {
		t.Errorf("integrated %+v, %v, %v", last, ok, err)
	}
	if st, err := c.Stats(t.Context()); err != nil || st.Entities != 12 || st.Joined != 12 || !cmp.Equal(st.EntitiesByRound, map[int]int{0: 12}) {
		t.Errorf("counted %+v, %v", st, err)
	}

	// Other prices: IDs stay, and what changed is noted.
	shelves(t, c, "0")
	second := put(t, c, day.Add(time.Hour))
	for i := range first.Entities {
		if first.Entities[i].ID != second.Entities[i].ID {
			t.Fatalf("the ID of %q is %s, then %s", first.Entities[i].URLs, first.Entities[i].ID, second.Entities[i].ID)
		}
	}
	if got := ask(t, c, "SELECT what || ' ' || count(*) FROM entity_changes WHERE found_at = '2026-01-02T04:04:05Z' GROUP BY what"); !cmp.Equal(got, []string{"changed 12"}) {
		t.Errorf("changes: %q", got)
	}

	// A redirect that leads to what was redirected since leads to where that leads, and the next run knows of it.
	r := &integrate.Result{Matching: second.Matching, Resolution: second.Resolution, Entities: second.Entities[:1]}
	r.Redirects = []integrate.Redirect{{From: "x", To: "y"}}
	for _, input := range []string{"x", "y"} {
		if err := c.PutEntities(t.Context(), r, input, day); err != nil {
			t.Fatal(err)
		}
		r.Redirects = []integrate.Redirect{{From: "y", To: r.Entities[0].ID}}
	}
	if got := ask(t, c, "SELECT old FROM entity_redirects WHERE id = (SELECT id FROM entities) ORDER BY old"); !cmp.Equal(got, []string{"x", "y"}) {
		t.Errorf("redirects: %q", got)
	}
	if known, err := c.Known(t.Context()); err != nil || len(known) != 1 || !cmp.Equal(known[0].Was, []string{"x", "y"}) {
		t.Errorf("known %+v, %v", known, err)
	}
}

// What is exported holds what was put in, in every format, the name first.
func TestExportEntities(t *testing.T) {
	t.Parallel()
	c := shelved(t)
	r := put(t, c, time.Time{})
	export := func(what, format string) string {
		t.Helper()
		var b bytes.Buffer
		if err := c.Export(t.Context(), &b, format, what); err != nil {
			t.Fatalf("%s as %s: %v", what, format, err)
		}
		return b.String()
	}
	rows, err := csv.NewReader(strings.NewReader(export("entities", "csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 13 || len(rows[0]) != 7 || !cmp.Equal(rows[0][3:], []string{"entity", "p", "sites", "records"}) || rows[1][3] != r.Entities[0].ID {
		t.Errorf("CSV of %d rows, first %q, %q", len(rows), rows[0], rows[1])
	}
	if !strings.Contains(rows[0][0], "Title") && !strings.Contains(rows[0][0], "By") && !strings.Contains(rows[0][0], "Name") && !strings.Contains(rows[0][0], "Author") {
		t.Errorf("first column %q, want one that names books", rows[0][0])
	}
	claims, err := parquet.Read[ClaimLine](bytes.NewReader([]byte(export("claims", "parquet"))), int64(len(export("claims", "parquet"))))
	if err != nil {
		t.Fatal(err)
	}
	var lines []ClaimLine
	for line := range strings.Lines(export("claims", "jsonl")) {
		var l ClaimLine
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, l)
	}
	if d := cmp.Diff(lines, claims); d != "" || len(claims) != 72 {
		t.Errorf("%d claims in Parquet (-JSON +Parquet):\n%s", len(claims), d)
	}
	if n := strings.Count(export("claims", "csv"), "\n"); n != 73 {
		t.Errorf("%d lines of claims in CSV", n)
	}
	facts, err := parquet.Read[entityParquet](bytes.NewReader([]byte(export("entities", "parquet"))), int64(len(export("entities", "parquet"))))
	if err != nil || len(facts) != 36 || len(facts[0].Records) != 2 {
		t.Errorf("%d rows of entities in Parquet, %v", len(facts), err)
	}
	for line := range strings.Lines(export("entities", "jsonld")) {
		var e map[string]any
		if err := json.Unmarshal([]byte(line), &e); err != nil || e["@context"] != "https://schema.org" || e["name"] == nil || e["additionalProperty"] == nil {
			t.Fatalf("JSON-LD %s, %v", line, err)
		}
	}
	for _, wrong := range [][2]string{{"records", "parquet"}, {"claims", "jsonld"}, {"claims", "values"}, {"sites", "jsonl"}} {
		if err := c.Export(t.Context(), io.Discard, wrong[1], wrong[0]); err == nil {
			t.Errorf("no error for %s as %s", wrong[0], wrong[1])
		}
	}
}

func TestShow(t *testing.T) {
	t.Parallel()
	c := shelved(t)
	r := put(t, c, time.Time{})
	id := r.Entities[0].ID
	r.Redirects = []integrate.Redirect{{From: "was", To: id}, {From: "gone", To: "gone too"}}
	for i := range r.Fused { // another book is by somebody who is called like a book
		if g := &r.Fused[i].Groups[0]; strings.HasPrefix(g.Value, "larch writer") {
			g.Value = "amber fjords"
		} else if strings.HasPrefix(g.Value, "knoll writer") {
			g.Value = "Somebody"
		} else if g.Value == "birch groves" {
			g.Claims[0].Written = "The Birch Groves"
		}
	}
	if err := c.PutEntities(t.Context(), r, "1", time.Time{}); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name string
		want int
	}{{id, 1}, {"was", 1}, {"gone", 0}, {"http://a.example/3", 1}, {"AMBER fjords", 1}, {"somebody", 1}, {"the birch groves", 1}, {"nobody", 0}, {"", 0}} {
		got, all, err := c.Show(t.Context(), test.name, 5)
		if err != nil || len(got) != test.want || all != test.want {
			t.Errorf("%q: %d of %d, %v", test.name, len(got), all, err)
		}
		for _, s := range got {
			if len(s.Claims) != 6 || len(s.URLs) != 2 {
				t.Errorf("%q: %+v", test.name, s)
			}
		}
	}
}

// An entity has one name, that of the attribute that tells entities apart; another of the properties that sites
// call a name stands beside.
func TestLinkedName(t *testing.T) {
	t.Parallel()
	got := jsonLD(&EntityLine{ID: "e1", Values: map[string][]string{"Name": {"Paperback"}, "h1": {"Emma"}, "ISBN": {"1", "2"}}}, "h1")
	want := map[string]any{"@context": "https://schema.org", "@id": "urn:verde:e1", "@type": "Book", "sameAs": []string(nil), "name": "Emma", "isbn": []string{"1", "2"},
		"additionalProperty": []map[string]any{{"@type": "PropertyValue", "name": "Name", "value": "Paperback"}}}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// Pages of photos and reviews that lead to their entity by its name are in its row: with them come the entities
// that come without them, of whatever sites.
func TestSubpages(t *testing.T) {
	t.Parallel()
	var with, without Tabulation
	for s := range 4 {
		site := fmt.Sprintf("s%d.example", s)
		for i := s * 5; i < s*5+40; i++ {
			text := func(label, value, to string) record.Field {
				return record.Field{Label: fmt.Sprint(label, s), Values: []record.Value{{Text: value, Href: to}}}
			}
			title := func(title string) record.Field {
				f := text("title", title, "")
				f.Values[0].XPath = "/html/head/title[1]/text()[1]"
				return f
			}
			name, url := fmt.Sprintf("Peak of%d no%d", i, i*i), fmt.Sprintf("http://%s/%d", site, i)
			page := record.Record{URL: url, Site: site, Fields: []record.Field{title(name), text("name", name, ""), text("height", fmt.Sprint(1000+37*i), ""), text("range", fmt.Sprint("range ", i%7), "")}}
			with.Add(&page, nil)
			without.Add(&page, nil)
			if s%2 == 1 {
				continue
			}
			for k, kind := range []string{"photos", "reviews"} {
				with.Add(&record.Record{URL: url + "/" + kind, Site: site, Template: 1 + k, Fields: []record.Field{title(name), text("name", name, url), text("by", fmt.Sprintf("person%d", (i*7+k)%23), "")}}, nil)
			}
		}
	}
	entities := func(t *testing.T, tables []integrate.Table) (out [][]string) {
		r, err := integrate.Integrate(tables, integrate.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range r.Entities {
			out = append(out, slices.DeleteFunc(e.URLs, func(u string) bool { return strings.HasSuffix(u, "s") }))
		}
		slices.SortFunc(out, slices.Compare)
		return out
	}
	if d := cmp.Diff(entities(t, without.Tables()), entities(t, with.Tables())); d != "" {
		t.Errorf("(-without +with):\n%s", d)
	}
}
