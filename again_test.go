package verde_test

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"verde"
	"verde/catalog"
	"verde/integrate"
	"verde/record"
	"verde/steering"
)

// shop stores a site with the books of some numbers.
func shop(t *testing.T, c *catalog.Catalog, site string, from, n int) {
	t.Helper()
	words := []string{"amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heath", "inlet", "jetty", "knoll"}
	word := func(n int) string { return words[n%11] + words[n/11%11] }
	var records []record.Record
	for i := from; i < from+n; i++ {
		records = append(records, record.FromTexts(fmt.Sprintf("http://%s/%d", site, i), map[string][]string{
			site + " title": {word(i) + " " + word(7*i+3)},
			site + " by":    {"writer" + word(5*i+1)},
			site + " price": {fmt.Sprint("$", 100+i*i%97)},
		}))
	}
	if err := c.PutSite(t.Context(), catalog.Source{Site: site, State: catalog.Expanded}, nil, records); err != nil {
		t.Fatal(err)
	}
}

// shown are the rows of all tables that readers look at.
func shown(t *testing.T, path string) (out []string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, q := range []string{
		"SELECT 'entity ' || id || ' ' || anchor FROM entities",
		"SELECT 'record ' || url || ' ' || site || ' ' || entity FROM entity_records",
		"SELECT 'column ' || site || ' ' || label || ' ' || coalesce(attribute, '') FROM attribute_columns",
		"SELECT 'fused ' || entity || ' ' || attribute || ' ' || n || ' ' || value || ' ' || sources || ' ' || chosen FROM fused",
		"SELECT 'claim ' || entity || ' ' || attribute || ' ' || value || ' ' || site || ' ' || label FROM claims",
		"SELECT 'words ' || entity || ' ' || words FROM entity_words",
		`SELECT 'reach ' || attribute || ' ' || entities || ' ' || "distinct" FROM attribute_reach`,
	} {
		rows, err := db.Query(q)
		if err != nil {
			t.Fatal(q, err)
		}
		for rows.Next() {
			var s string
			if err := rows.Scan(&s); err != nil {
				t.Fatal(err)
			}
			out = append(out, s)
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(out)
	return out
}

// What is new, has changed or is decided has all integrated, as if it had been so from the beginning; nothing new is nothing to do.
func TestIntegrateAgain(t *testing.T) {
	t.Parallel()
	open := func() (*catalog.Catalog, string) {
		path := filepath.Join(t.TempDir(), "catalog.sqlite")
		c, err := catalog.Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		return c, path
	}
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	do := func(c *catalog.Catalog, decided steering.Steering) verde.Integration {
		t.Helper()
		now = now.Add(time.Hour)
		done, err := verde.Integrate(t.Context(), c, decided, integrate.Auto, now)
		if err != nil {
			t.Fatal(err)
		}
		return done
	}
	later, laterPath := open()
	all, allPath := open()
	for i, site := range []string{"a.example", "b.example", "c.example"} {
		shop(t, later, site, 10*i, 60)
		shop(t, all, site, 10*i, 60)
	}
	do(later, steering.Steering{})
	for _, c := range []*catalog.Catalog{later, all} {
		shop(t, c, "d.example", 35, 50)
	}
	done, whole := do(later, steering.Steering{}), do(all, steering.Steering{})
	if d := cmp.Diff(shown(t, allPath), shown(t, laterPath)); d != "" {
		t.Errorf("(-all at once +a site later):\n%s", d)
	}
	if a, b := done.Report, whole.Report; a.Entities != b.Entities || a.Joined != b.Joined || a.Records != b.Records || a.Sites != b.Sites || len(a.Alone) != len(b.Alone) {
		t.Errorf("reports %d entities, %d joined, %d records; all at once %d, %d, %d", a.Entities, a.Joined, a.Records, b.Entities, b.Joined, b.Records)
	}
	if d, err := later.EntityDifferences(t.Context(), now.Add(-90*time.Minute), now); err != nil || len(d) == 0 || slices.ContainsFunc(d, func(x catalog.EntityDifference) bool { return x.Change == "gone" && x.Attribute == "" }) {
		t.Errorf("%d differences, %v", len(d), err)
	}

	if done := do(later, steering.Steering{}); done.Since.IsZero() || done.Report.Records != 230 {
		t.Errorf("nothing is new: %+v", done)
	}
	shop(t, later, "b.example", 10, 59)
	if done := do(later, steering.Steering{}); !done.Since.IsZero() || done.Report.Records != 229 {
		t.Errorf("a site has changed: %d records, since %v", done.Report.Records, done.Since)
	}
	decided := steering.Steering{Matching: []integrate.Decision{{What: "different", A: "http://a.example/40", B: "http://d.example/40"}}}
	if done := do(later, decided); !done.Since.IsZero() {
		t.Error("a decision changes nothing")
	}
	shop(t, later, "e.example", 20, 50)
	if done := do(later, decided); done.Report.Sites != 5 {
		t.Errorf("%d sites, want 5 with the new one", done.Report.Sites)
	}
	if rows := shown(t, laterPath); slices.ContainsFunc(rows, func(r string) bool {
		id, ok := strings.CutPrefix(r, "record http://a.example/40 a.example ")
		return ok && slices.Contains(rows, "record http://d.example/40 d.example "+id)
	}) {
		t.Error("what was decided to be different is one entity")
	}
}
