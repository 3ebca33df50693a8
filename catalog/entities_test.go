package catalog

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"verde/integrate"
	"verde/record"
)

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
	r, err := integrate.Integrate(tables, integrate.Options{Known: known})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.PutEntities(t.Context(), r, now); err != nil {
		t.Fatal(err)
	}
	return r
}

// ask gives the rows of a query, each as one text.
func ask(t *testing.T, c *Catalog, query string) (out []string) {
	t.Helper()
	err := c.read(t.Context(), func(tx *sql.Tx) error {
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
	c, err := Open(t.Context(), filepath.Join(t.TempDir(), "c.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	shelves(t, c, "")
	day := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	first := put(t, c, day)
	if len(first.Entities) != 12 {
		t.Fatalf("%d entities of 12 books", len(first.Entities))
	}
	if got := ask(t, c, "SELECT count(*) || ' ' || count(DISTINCT entity) FROM entity_records"); got[0] != "24 12" {
		t.Errorf("records and entities: %q", got)
	}
	if got := ask(t, c, "SELECT group_concat(name) FROM pragma_table_info('best')"); len(got) != 1 {
		t.Errorf("columns of best: %q", got)
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

	// A redirect that leads to what was redirected since leads to where that leads.
	r := &integrate.Result{Matching: &integrate.Matching{}, Resolution: second.Resolution, Entities: second.Entities[:1]}
	r.Redirects = []integrate.Redirect{{From: "x", To: "y"}}
	for range 2 {
		if err := c.PutEntities(t.Context(), r, day); err != nil {
			t.Fatal(err)
		}
		r.Redirects = []integrate.Redirect{{From: "y", To: r.Entities[0].ID}}
	}
	if got := ask(t, c, "SELECT old || ' ' || (id = (SELECT id FROM entities)) FROM entity_redirects ORDER BY old"); !cmp.Equal(got, []string{"x 1", "y 1"}) {
		t.Errorf("redirects: %q", got)
	}
}
