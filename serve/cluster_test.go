//go:build cluster

package serve

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"verde/fetch"
	"verde/fetch/bucket"
	"verde/internal/cluster"
	"verde/internal/postgrestest"
)

// both is a server that may decide of the run of shelf in its folder, and of the same run in
// a database, whose name is "books".
func both(t *testing.T) (s *Server, db *cluster.Database, address string) {
	t.Helper()
	steering, _ := steered(t)
	address = postgrestest.New(t)
	if err := cluster.Migrate(t.Context(), address, nil); err != nil {
		t.Fatal(err)
	}
	db, err := cluster.Connect(t.Context(), address, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	begin(t, db, "books")
	c, err := db.Catalog(t.Context(), "books")
	if err != nil {
		t.Fatal(err)
	}
	fillShelf(t, c)
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	sql(t, address, "UPDATE verde.runs SET state = 'done', report = $1 WHERE name = 'books'", shelfReport)
	objects, err := bucket.Open(t.Context(), "file://"+t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := objects.Close(); err != nil {
			t.Error(err)
		}
	})
	segments := fetch.Segments{Objects: objects, Captures: db.Captures("books"), Prefix: "warc/books/x"}
	archive(t, fetch.Options{Segments: &segments})
	pages := func(context.Context, cluster.Run) (*fetch.Client, error) {
		return fetch.New(fetch.Options{Offline: true, IgnoreRobots: true, Segments: &segments})
	}
	return server(t, Options{Steering: steering.opt.Steering, Shared: &Shared{Database: db, Pages: pages}}), db, address
}

func begin(t *testing.T, db *cluster.Database, name string) {
	t.Helper()
	if begun, err := db.Begin(t.Context(), cluster.Run{Name: name, Body: json.RawMessage(`{"args":[],"vertical":` + shelfVertical + `}`), Priority: 2}); err != nil || !begun {
		t.Fatal(begun, err)
	}
}

func sql(t *testing.T, address, statement string, args ...any) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(t.Context(), statement, args...); err != nil {
		t.Fatal(err)
	}
}

// inBoth are the addresses of the run in its folder and in the database.
var inBoth = []string{base, "/runs/books/"}

// differs is what the pages of the two runs need not have in common: their names, when they
// were written, and what is done in a folder alone.
var differs = regexp.MustCompile(`books &amp; more|books(%20|%2520|\+)(&amp;|&|%26|%2526|\\u0026)(%20|%2520|\+)more|\bbooks\b|state=[0-9a-f]+|last written [^.<]*|"changed":"[^"]*"|\s*<a href="[^"]*label"\s*>Label</a>|(?s:<section class="control".*?</section>)`)

// same reads a page of both runs, and holds that they say the same.
func same(t *testing.T, s *Server, path string) {
	t.Helper()
	var said [2]string
	for i, base := range inBoth {
		at := base + path
		if rest, ok := strings.CutPrefix(path, "/api/v1/"); ok {
			at = "/api/v1" + base + rest
		}
		w := get(s, at)
		if w.Code >= http.StatusInternalServerError {
			t.Errorf("%s: %d %s", at, w.Code, w.Body)
		}
		said[i] = http.StatusText(w.Code) + strings.Join(strings.Fields(differs.ReplaceAllString(w.Body.String(), " ")), " ")
	}
	if said[0] != said[1] {
		t.Errorf("%s (-folder +database)\n%s", path, cmp.Diff(strings.Split(said[0], "<"), strings.Split(said[1], "<")))
	}
}

// pagesOfBoth are what a server shows of a run.
var pagesOfBoth = []string{"", "sources", "sources/b.example", "page?url=http%3A%2F%2Fa.example%2F0", "archived?url=http%3A%2F%2Fa.example%2F0", "archived?url=http%3A%2F%2Fa.example%2F7", "entities", "entities?q=amber", "entities/none", "matching", "queries", "queries/q1",
	"/api/v1/", "/api/v1/sources", "/api/v1/attributes", "/api/v1/entities", "/api/v1/records?url=http%3A%2F%2Fa.example%2F1"}

// A run in a database is shown as one in a folder, before and after the same decisions.
func TestShownInBoth(t *testing.T) {
	t.Parallel()
	s, db, _ := both(t)
	if list := get(s, "/").Body.String(); !strings.Contains(list, "books in the database") || strings.Count(list, "<section") != 2 {
		t.Errorf("the list: %s", list)
	}
	all := func() {
		t.Helper()
		for _, path := range pagesOfBoth {
			same(t, s, path)
		}
	}
	all()
	entity := ""
	for _, e := range strings.Split(get(s, "/api/v1"+base+"entities").Body.String(), `"id":"`)[1:] {
		id, _, _ := strings.Cut(e, `"`)
		same(t, s, "entities/"+id)
		same(t, s, "/api/v1/entities/"+id)
		entity = id
	}
	for _, step := range []struct {
		path string
		form url.Values
		want int
	}{
		{"sources/b.example", url.Values{"decide": {"doubt"}, "why": {hostile}}, http.StatusSeeOther},
		{"sources/b.example", url.Values{"decide": {"leave"}}, http.StatusSeeOther},
		{"sources/a.example", url.Values{"decide": {"refuse"}}, http.StatusBadRequest},
		{"queries", url.Values{"name": {"Emma"}, "with": {"Jane Austen"}}, http.StatusSeeOther},
		{"matching", url.Values{"what": {"different"}, "a": {"http://a.example/1"}, "b": {"http://b.example/1"}}, http.StatusSeeOther},
		{"matching", url.Values{"what": {"same"}, "a": {"http://b.example/1"}, "b": {"http://a.example/1"}}, http.StatusSeeOther},
		{"matching/withdraw", url.Values{"what": {"same"}, "a": {"http://b.example/1"}, "b": {"http://a.example/1"}}, http.StatusSeeOther},
		{"matching", url.Values{"what": {"column"}, "site": {"b.example"}, "label": {"Shelf"}}, http.StatusSeeOther},
		{"matching", url.Values{"what": {"value"}, "entity": {entity}, "attribute": {"Kind"}, "value": {"drama"}}, http.StatusSeeOther},
		{"integrate", url.Values{}, http.StatusSeeOther},
		{"watch/stop", url.Values{}, http.StatusConflict},
		{"sources/b.example", url.Values{"decide": {"refuse"}}, http.StatusSeeOther},
		{"integrate", url.Values{}, http.StatusSeeOther},
	} {
		for _, base := range inBoth {
			if w := post(s, base+step.path, step.form); w.Code != step.want {
				t.Errorf("%s%s: %d %.500s", base, step.path, w.Code, w.Body)
			}
		}
		all()
	}
	if r, err := db.Run(t.Context(), "books"); err != nil || r.State != cluster.Done {
		t.Errorf("%+v, %v", r, err)
	}
}

// A run that is begun while the server runs is shown, can be ended and gone on with, and one
// that is taken away is told; a database that is gone is, too.
func TestSharedRuns(t *testing.T) {
	t.Parallel()
	s, db, address := both(t)
	begin(t, db, "films")
	s.sharedAt = s.sharedAt.Add(-2 * lookEvery)
	if body := get(s, "/runs/films/").Body.String(); !strings.Contains(body, "machines work on it: asking for sites") || !strings.Contains(body, `id="end"`) {
		t.Fatalf("%s", body)
	}
	if w := post(s, "/runs/films/integrate", url.Values{}); w.Code != http.StatusConflict {
		t.Errorf("entities of a run under way: %d", w.Code)
	}
	stamp := s.stateOfAll(t.Context())
	for i, step := range []struct{ deed, state string }{{"end", cluster.Cancelled}, {"resume", cluster.Running}, {"resume", ""}, {"pause", ""}} {
		w := post(s, "/runs/films/"+step.deed, url.Values{})
		if want := http.StatusSeeOther; step.state == "" {
			want = http.StatusConflict
			if w.Code != want {
				t.Errorf("%s: %d %s", step.deed, w.Code, w.Body)
			}
			continue
		} else if w.Code != want {
			t.Fatalf("%s: %d %s", step.deed, w.Code, w.Body)
		}
		if r, err := db.Run(t.Context(), "films"); err != nil || r.State != step.state || r.Epoch != i+1 {
			t.Errorf("%s: %+v, %v", step.deed, r, err)
		}
		if now := s.stateOfAll(t.Context()); now == stamp {
			t.Errorf("%s is not told", step.deed)
		} else {
			stamp = now
		}
	}
	sql(t, address, "DELETE FROM verde.runs WHERE name = 'films'")
	if w := get(s, "/runs/films/"); w.Code != http.StatusNotFound {
		t.Errorf("deleted: %d", w.Code)
	}
	s.sharedAt = s.sharedAt.Add(-2 * lookEvery)
	if body := get(s, "/").Body.String(); strings.Contains(body, "films") {
		t.Errorf("deleted: %s", body)
	}
	sql(t, address, "ALTER TABLE verde.runs RENAME TO away")
	s.sharedAt = s.sharedAt.Add(-2 * lookEvery)
	if w := get(s, "/"); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "not shown") || !strings.Contains(w.Body.String(), "verde.runs") {
		t.Errorf("a database that does not answer: %d %s", w.Code, w.Body)
	}
	if w := get(s, base); w.Code != http.StatusOK {
		t.Errorf("the run in a folder: %d", w.Code)
	}
}
