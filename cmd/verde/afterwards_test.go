//go:build cluster

package main

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"verde/catalog"
	"verde/internal/cluster"
	"verde/watch"
)

// A run in a database is refreshed as one in a folder: what has changed on its sites is
// found by its workers, one of which dies, and the same becomes of it; also of the entities
// if others have visited the pages.
func TestClusterRefresh(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	for run, more := range map[string][]string{"mine": nil, "ours": x.shared()} {
		if out, code := x.verde(run, append(x.explore(run), more...)...); code != 0 {
			t.Fatalf("%s: %d\n%s", run, code, out)
		}
	}
	gone, edited := "/book/oliver-twist-130.html", "/book/great-expectations-117.html"
	var author atomic.Value
	author.Store("C. J. H. Dickens")
	x.before = func(w http.ResponseWriter, r *http.Request, _ string) bool {
		switch {
		case r.Host != "openshelf.example":
		case r.URL.Path == gone:
			w.WriteHeader(http.StatusGone)
			return true
		case r.URL.Path == edited:
			page := httptest.NewRecorder()
			x.web.Handler().ServeHTTP(page, r)
			w.Header().Set("Content-Type", page.Header().Get("Content-Type"))
			w.Write([]byte(strings.ReplaceAll(page.Body.String(), "Charles Dickens", author.Load().(string))))
			return true
		}
		return false
	}
	if out, code := x.verde("mine", "refresh", "--run", "mine", "--older-than", "0", "--delay", "2ms", "--report", "mine.json"); code != 0 {
		t.Fatalf("mine: %d\n%s", code, out)
	}
	args := append([]string{"refresh", "--run", "ours", "--older-than", "0", "--report", "ours.json"}, x.shared()...)
	if out, code := x.verde("ours", append(args, "--detach")...); code != 0 {
		t.Fatalf("detached: %d\n%s", code, out)
	}
	x.dies = cluster.ObjectStored
	dies := x.start("dies")
	x.dies = ""
	var died *exec.ExitError
	if err := dies.Wait(); !errors.As(err, &died) || died.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
		t.Fatalf("the worker that dies: %v", err)
	}
	out, code := x.verde("ours", args...)
	if code != 0 || !strings.Contains(out, "1 changed, 0 added, 1 gone") {
		t.Errorf("ours: %d\n%s", code, out)
	}
	if diff := cmp.Diff(x.catalogOf("mine"), x.catalogOf("ours")); diff != "" {
		t.Errorf("-mine +ours\n%s", diff)
	}
	author.Store("Boz")
	for _, args := range [][]string{
		{"refresh", "--run", "mine", "--older-than", "0", "--delay", "2ms"},
		{"integrate", "--run", "mine"},
		append(args, "--detach"),
	} {
		if out, code := x.verde("edited", args...); code != 0 {
			t.Fatalf("%q: %d\n%s", args, code, out)
		}
	}
	x.start("visits")
	for open, deadline := 1, time.Now().Add(patience); open > 0; time.Sleep(50 * time.Millisecond) {
		if err := x.pool.QueryRow(t.Context(), "SELECT count(*) FROM verde.river_job WHERE kind = 'refresh' AND finalized_at IS NULL").Scan(&open); err != nil || time.Now().After(deadline) {
			t.Fatalf("%d sites are not visited, %v", open, err)
		}
	}
	config := filepath.Join(x.dir, "verde.yaml") // for all commands, also those that take a delay
	if err := os.WriteFile(config, []byte("delay: 1s\nolder-than: 1h\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, code = x.verde("ours", append([]string{"refresh", "--run", "ours", "--config", config}, x.shared()...)...)
	if code != 0 || !strings.Contains(out, "0 changed, 0 added, 0 gone") {
		t.Errorf("what a worker has visited: %d\n%s", code, out)
	}
	if diff := cmp.Diff(x.entitiesOf("mine"), x.entitiesOf("ours")); diff != "" {
		t.Errorf("entities: -mine +ours\n%s", diff)
	}
	if !slices.ContainsFunc(x.entitiesOf("ours"), func(line string) bool { return strings.Contains(line, "Boz") }) {
		t.Error("the entities are not of what a worker has found")
	}
	if out, code := x.verde("ours", append(args, "--delay", "1s")...); code != 2 || !strings.Contains(out, "--delay") {
		t.Errorf("another delay: %d\n%s", code, out)
	}
	if out, code := x.verde("ours", "refresh", "--run", "none", x.shared()[0], x.shared()[1], x.shared()[2], x.shared()[3]); code != 2 {
		t.Errorf("no run: %d\n%s", code, out)
	}
}

// catalogOf is what the catalog of a run has, in the folder of the trial or in its
// database.
func (x *trial) catalogOf(run string) []string { return x.of(run, x.dump) }

// entitiesOf is what is claimed of the entities that it has.
func (x *trial) entitiesOf(run string) []string {
	return x.of(run, func(c *catalog.Catalog) []string {
		var b strings.Builder
		if err := c.Export(x.Context(), &b, "jsonl", "claims"); err != nil {
			x.Fatal(err)
		}
		return strings.Split(fetchedAt.ReplaceAllString(b.String(), ""), "\n")
	})
}

var fetchedAt = regexp.MustCompile(`"fetched_at":"[^"]*",?`) // which no two runs have in common

func (x *trial) of(run string, what func(*catalog.Catalog) []string) []string {
	x.Helper()
	open := func() (*catalog.Catalog, error) { return catalog.OpenDatabase(x.Context(), x.database, run) }
	if path := filepath.Join(x.dir, run, "catalog.sqlite"); fileExists(path) {
		open = func() (*catalog.Catalog, error) { return catalog.Open(x.Context(), path) }
	}
	c, err := open()
	if err != nil {
		x.Fatal(err)
	}
	defer c.Close()
	return what(c)
}

// What is decided of a shared run is obeyed as in a folder, by who makes the entities and by
// workers that go on.
func TestClusterDecide(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	runs := map[string][]string{"mine": nil, "ours": {"--database", x.database}}
	both := func(args ...string) {
		t.Helper()
		for run, more := range runs {
			if out, code := x.verde(run, slices.Concat(args, []string{"--run", run}, more)...); code != 0 {
				t.Fatalf("%s: %q: %d\n%s", run, args, code, out)
			}
		}
		if diff := cmp.Diff(x.entitiesOf("mine"), x.entitiesOf("ours")); diff != "" {
			t.Errorf("after %q: -mine +ours\n%s", args, diff)
		}
	}
	explore := func(want int) {
		t.Helper()
		for run, more := range map[string][]string{"mine": nil, "ours": x.shared()} {
			if out, code := x.verde(run, append(x.explore(run), more...)...); code != want {
				t.Fatalf("%s: %d, want %d\n%s", run, code, want, out)
			}
		}
	}
	explore(0)
	var site, state string
	if err := x.pool.QueryRow(t.Context(), "SELECT site FROM run_ours.sources WHERE role = 'discovered' AND state = 'expanded' ORDER BY site LIMIT 1").Scan(&site); err != nil {
		t.Fatal(err)
	}
	both("decide", site, "refuse", "--why", "reviews only")
	both("integrate")
	var entity, attribute string
	if err := x.pool.QueryRow(t.Context(), "SELECT entity, attribute FROM run_ours.fused WHERE chosen ORDER BY entity, attribute LIMIT 1").Scan(&entity, &attribute); err != nil {
		t.Fatal(err)
	}
	both("integrate", "--decide", "value", entity, attribute, "decided")
	both("integrate")
	var holds bool
	if err := x.pool.QueryRow(t.Context(), "SELECT EXISTS (SELECT FROM run_ours.fused WHERE chosen AND value = 'decided')").Scan(&holds); err != nil || !holds {
		t.Errorf("no entity has the value that was decided, %v", err)
	}
	explore(3) // without the site that was refused there are too few for an estimate of what is missing
	if err := x.pool.QueryRow(t.Context(), "SELECT state FROM run_ours.sources WHERE site = $1", site).Scan(&state); err != nil || state != catalog.Refused {
		t.Errorf("the site that was refused is %s, %v", state, err)
	}
	if diff := cmp.Diff(x.catalogOf("mine"), x.catalogOf("ours")); diff != "" {
		t.Errorf("-mine +ours\n%s", diff)
	}
	if out, code := x.verde("none", "decide", site, "refuse", "--run", "none", "--database", x.database); code != 2 {
		t.Errorf("of no run: %d\n%s", code, out)
	}
}

// A run in a database is kept fresh as one in a folder: the same is told, and the same
// becomes of the catalog; from another machine, too, which has no folder of the run yet.
func TestClusterWatch(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	runs := map[string][]string{"mine": nil, "ours": x.shared()}
	for run, more := range runs {
		if out, code := x.verde(run, append(x.explore(run, "--rounds", "1"), more...)...); code != 0 {
			t.Fatalf("%s: %d\n%s", run, code, out)
		}
	}
	if err := os.RemoveAll(filepath.Join(x.dir, "ours")); err != nil {
		t.Fatal(err)
	}
	turn := func(want int, more ...string) map[string]*watch.Report {
		t.Helper()
		told := make(map[string]*watch.Report)
		for run, where := range runs {
			args := slices.Concat([]string{"watch", run, "--once", "--on-change", "tee told.json"}, where, more)
			if out, code := x.verde(run, args...); code != want {
				t.Fatalf("%s: %d, want %d\n%s", run, code, want, out)
			}
			data, err := os.ReadFile(filepath.Join(x.dir, "told.json"))
			if errors.Is(err, os.ErrNotExist) {
				continue
			}
			r := new(watch.Report)
			if err := errors.Join(err, json.Unmarshal(data, r), os.Remove(filepath.Join(x.dir, "told.json"))); err != nil {
				t.Fatal(err)
			}
			if r.Run != run {
				t.Errorf("told of %s, want %s", r.Run, run)
			}
			told[run] = r
		}
		sameTold := cmp.Options{cmpopts.IgnoreFields(watch.Report{}, "Run"), cmpopts.EquateEmpty(), cmp.Comparer(func(a, b time.Time) bool { return a.IsZero() == b.IsZero() })}
		if diff := cmp.Diff(told["mine"], told["ours"], sameTold); diff != "" {
			t.Errorf("told: -mine +ours\n%s", diff)
		}
		if diff := cmp.Diff(x.catalogOf("mine"), x.catalogOf("ours")); diff != "" {
			t.Errorf("-mine +ours\n%s", diff)
		}
		return told
	}
	if told := turn(0, "--rounds", "0", "--max-downloads", "0"); len(told) > 0 {
		t.Errorf("told of nothing: %+v", told["mine"])
	}
	x.before = func(w http.ResponseWriter, r *http.Request, _ string) bool {
		if r.Host != "openshelf.example" || r.URL.Path != "/book/oliver-twist-130.html" {
			return false
		}
		w.WriteHeader(http.StatusGone)
		return true
	}
	if err := os.RemoveAll(filepath.Join(x.dir, "ours")); err != nil { // another machine goes on
		t.Fatal(err)
	}
	if told := turn(0); told["ours"] == nil || told["ours"].Pages.Gone != 1 {
		t.Errorf("told of a page that is gone, and another round: %+v", told["ours"])
	}
	for want, args := range map[string][]string{
		"--archive is missing": {"ours", "--database", x.database},
		"give --database, too": append([]string{"ours"}, x.shared()[2:]...),
		"there is no such run": append([]string{"none"}, x.shared()...),
	} {
		if out, code := x.verde("wrong", append([]string{"watch", "--once"}, args...)...); code != 2 || !strings.Contains(out, want) {
			t.Errorf("%q: %d %s, want %s", args, code, out, want)
		}
	}
}
