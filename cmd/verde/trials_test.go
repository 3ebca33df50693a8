//go:build cluster

package main

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"

	"verde/catalog"
)

// A run gives the same alone and with 1, 2 and 5 processes, and its report is the same. The
// workers have begun it by the time that the process that explores comes to it: who is first
// otherwise is for a machine to say, and a slow one has let none of them have a part.
func TestClusterEqual(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	report := x.alone()
	for _, further := range []int{0, 1, 4} {
		run := fmt.Sprint("books", further)
		var workers []string
		for i := range further {
			workers = append(workers, fmt.Sprint(run, "-", i))
		}
		if further > 0 {
			x.begin(run)
			for _, who := range workers {
				x.start(who)
			}
			x.atWork(workers...)
		}
		out, code := x.verde(run, append(x.explore(run), x.shared()...)...)
		if code != 0 {
			t.Fatalf("%d: %s", code, out)
		}
		if !strings.Contains(out, "page requests of this process in") || !strings.Contains(out, "as run "+run) || strings.Count(out, "hint: --contact") > 1 {
			t.Errorf("told at its end: %s", out)
		}
		x.same(run)
		if diff := cmp.Diff(report, x.report(run)); diff != "" {
			t.Errorf("with %d further workers (-alone +shared)\n%s", further, diff)
		}
		x.checks(run)
	}
}

// sized is how large a trial is: whole, or with -short as small as still shows the matter.
func sized[T any](whole, short T) T {
	if testing.Short() {
		return short
	}
	return whole
}

// slow has each page take a while, so that there is a middle of things.
func slow(x *trial, d time.Duration) {
	x.before = func(_ http.ResponseWriter, r *http.Request, _ string) bool {
		if r.Host != "search.demo.test" {
			time.Sleep(d)
		}
		return false
	}
}

// Two runs on the same sites meet, wait for each other, and find what each would alone.
func TestClusterTwoRuns(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	x.alone()
	slow(x, 10*time.Millisecond)
	x.begin("one", "--delay", "20ms")
	x.begin("two", "--delay", "20ms")
	x.mu.Lock()
	x.gap = time.Hour
	x.mu.Unlock()
	for _, who := range []string{"a", "b"} {
		x.start(who, "--sites", "8")
	}
	x.end(nil, "one", "two")
	x.checks("one", "two")
	for _, run := range []string{"one", "two"} {
		x.same(run)
	}
	var snoozes int
	if err := x.pool.QueryRow(t.Context(), "SELECT coalesce(sum((metadata ->> 'snoozes')::int), 0) FROM verde.river_job").Scan(&snoozes); err != nil || snoozes == 0 {
		t.Errorf("%d times a run waited for the other, %v: they have not met", snoozes, err)
	}
	if x.gap < 18*time.Millisecond { // two less for clocks
		t.Errorf("two requests to a site %v apart, and 20ms were asked for", x.gap)
	}
	t.Logf("%d snoozes, gap %v", snoozes, x.gap)
}

// A host that asks to be left alone for longer than is waited for is asked by nobody until
// then, while others are read; and then it is read as if nothing had been.
func TestClusterRetryAfter(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	x.alone()
	const host, pause = "cellarbooks.example", 6 * time.Second
	var mu sync.Mutex
	var asked time.Time
	n, early, others := 0, 0, 0
	x.before = func(w http.ResponseWriter, r *http.Request, who string) bool {
		mu.Lock()
		defer mu.Unlock()
		waiting := !asked.IsZero() && time.Since(asked) < pause
		if r.Host != host {
			if waiting && r.Host != "search.demo.test" {
				others++
			}
			return false
		}
		if waiting {
			early++
		}
		if n++; n == 10 {
			asked = time.Now()
			w.Header().Set("Retry-After", fmt.Sprint(int(pause.Seconds())))
			w.WriteHeader(http.StatusTooManyRequests)
			return true
		}
		return false
	}
	for _, run := range []string{"one", "two"} {
		x.begin(run, "--max-retry-after", "1s")
	}
	for _, who := range []string{"a", "b"} {
		x.start(who)
	}
	x.end(nil, "one", "two")
	x.checks("one", "two")
	if n < 20 || early > 0 || others == 0 {
		t.Errorf("%d requests to the host, %d of them in its pause; %d to others meanwhile", n, early, others)
	}
	for _, run := range []string{"one", "two"} {
		x.same(run)
	}
}

// A run that is cancelled ends at once, its sites are left, and the same command goes on.
func TestClusterCancel(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	x.alone()
	slow(x, 15*time.Millisecond)
	x.begin("books")
	x.start("a")
	x.atWork("a")
	if out, code := x.verde("cancel", "cancel", "--run", "books", "--database", x.database); code != 0 {
		t.Fatalf("%d %s", code, out)
	}
	if out, code := x.verde("status", "status", "--run", "books", "--database", x.database); code != 0 || !strings.Contains(out, "cancelled") {
		t.Errorf("%d %s", code, out)
	}
	if out, code := x.verde("status", "status", "--database", x.database); code != 0 || !strings.Contains(out, "books: cancelled") {
		t.Errorf("of all: %d %s", code, out)
	}
	if out, code := x.verde("status", "status", "--run", "no-such", "--database", x.database); code != 2 || !strings.Contains(out, "no such run") {
		t.Errorf("%d %s", code, out)
	}
	x.again = true
	x.begin("books")
	if out, code := x.verde("delete", "cancel", "--delete", "--run", "books", "--database", x.database); code != 2 || !strings.Contains(out, "under way") {
		t.Errorf("deleted while it is under way: %d %s", code, out)
	}
	x.end(nil, "books")
	x.same("books")
	x.checks("books")
	if out, code := x.verde("delete", "cancel", "--delete", "--run", "books", "--database", x.database); code != 0 {
		t.Fatalf("%d %s", code, out)
	}
	var left int
	const all = `SELECT (SELECT count(*) FROM verde.captures) + (SELECT count(*) FROM verde.river_job WHERE args ->> 'run' = 'books') + (SELECT count(*) FROM pg_namespace WHERE nspname = 'run_books')`
	if err := x.pool.QueryRow(t.Context(), all).Scan(&left); err != nil || left != 0 {
		t.Errorf("%d of the run are left, %v", left, err)
	}
	if err := os.RemoveAll(filepath.Join(x.dir, "books")); err != nil {
		t.Fatal(err)
	}
	x.begin("books") // another of the same name
	x.end(nil, "books")
	x.same("books")
}

// Whoever begins a run that is under way attaches to it, and is told that what it asks for
// instead does not count; flags that could not hold are told before anything is done.
func TestClusterAttach(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	x.alone()
	x.begin("books")
	var listed int
	if err := x.pool.QueryRow(t.Context(), "SELECT count(*) FROM verde.workers").Scan(&listed); err != nil || listed != 0 {
		t.Errorf("%d workers are listed where none is, %v", listed, err)
	}
	out, code := x.verde("again", append(x.explore("books", "--detach", "--sites", "3"), x.shared()...)...)
	if code != 0 || !strings.Contains(out, "run books is under way") || !strings.Contains(out, "what this command asks for instead does not count") {
		t.Errorf("%d %s", code, out)
	}
	for want, args := range map[string][]string{
		"give at least 2s":        append([]string{"worker", "--lease", "1s"}, x.shared()...),
		"standard input":          append(x.explore("books", "--dump", "-"), x.shared()...),
		"no-such-folder":          append(x.explore("books", "--report", "no-such-folder/report.json"), x.shared()...),
		"allowed are 1 to 4":      append(x.explore("books", "--priority", "7"), x.shared()...),
		"of this machine, and":    append(x.explore("books", "--warc", "x.warc"), x.shared()...),
		"there is no such run":    {"cancel", "--run", "none", "--database", x.database},
		"--archive is missing":    {"worker", "--database", x.database},
		"verde migrate with the":  {"status", "--database", os.Getenv("VERDE_TEST_DATABASE")},
		"--database is missing":   {"status"},
		"at most 59":              append(x.explore("Books"), x.shared()...),
		"give file:///folder or ": {"worker", "--database", x.database, "--archive", "ftp://x"},
	} {
		if out, code := x.verde("wrong", args...); code == 0 || !strings.Contains(out, want) {
			t.Errorf("%q: %d %s, want %s", args, code, out, want)
		}
	}
	x.shown("books")
	out, code = x.verde("again", append(x.explore("books"), x.shared()...)...)
	if code != 0 || strings.Contains(out, "catalog.sqlite") || !strings.Contains(out, "records.jsonl") {
		t.Errorf("%d %s", code, out)
	}
	x.same("books")
	x.checks("books")
	for want, args := range map[string][]string{
		`"values":{`:        {"export", "--run", "books", "--what", "entities", "-o", "-"},
		`<title>books`:      {"export", "--run", "books", "--format", "html", "-o", "-"},
		"records":           {"stats", "--run", "books"},
		"there is no such ": {"stats", "--run", "none"},
	} {
		if out, _ := x.verde("catalog", append(append([]string{"catalog"}, args...), "--database", x.database)...); !strings.Contains(out, want) {
			t.Errorf("%q: no %s in %.300s", args, want, out)
		}
	}
}

// shown holds that a server shows a run of the database.
func (x *trial) shown(run string) {
	x.Helper()
	cmd := x.command("serve", "serve", "--read-only", "--listen", "127.0.0.1:0", "--database", x.database)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		x.Fatal(err)
	}
	defer func() { cmd.Process.Kill(); cmd.Wait() }()
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		x.Fatal(err)
	}
	for path, want := range map[string]string{"api/v1/machines": `"run":"` + run + `"`, "machines": "<bdi>" + run + "</bdi>"} {
		answer, err := http.Get(strings.TrimSpace(address) + path)
		if err != nil {
			x.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || !strings.Contains(string(body), want) {
			x.Errorf("%s: %v, no %s in %s", path, err, want, body)
		}
	}
}

// A process that attends a run ends when it can't work on it.
func TestClusterAttend(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	x.alone()
	x.begin("books")
	cmd := &cobra.Command{}
	cmd.SetContext(t.Context())
	s, err := (&databaseFlags{database: x.database, archive: "file://" + x.dir}).open(cmd, 1, time.Second) // which the job queue refuses
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	if err := s.attend(t.Context(), "books"); err == nil || !strings.Contains(err.Error(), "working on run books") {
		t.Error(err)
	}
}

// A host that wants to be left alone for decades does not hold up a run, which ends as one
// by itself does.
func TestClusterHostile(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	const host = "cellarbooks.example"
	var mu sync.Mutex
	n := map[string]int{}
	x.before = func(w http.ResponseWriter, r *http.Request, who string) bool {
		if r.Host != host {
			return false
		}
		mu.Lock()
		defer mu.Unlock()
		of := "shared"
		if who == "lone" {
			of = who
		}
		if n[of]++; n[of] < 10 {
			return false
		}
		w.Header().Set("Retry-After", "99999999999999999999")
		w.WriteHeader(http.StatusTooManyRequests)
		return true
	}
	if out, code := x.verde("lone", x.explore("lone")...); code > 3 {
		t.Fatalf("%d %s", code, out)
	}
	x.begin("books")
	for _, who := range []string{"a", "b"} {
		x.start(who)
	}
	x.end(nil, "books")
	x.checks("books")
	if n["lone"] != 10 || n["shared"] != 10 {
		t.Errorf("requests to the host: %v, want 10 each", n)
	}
	alone, err := catalog.Open(t.Context(), filepath.Join(x.dir, "lone", "catalog.sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	defer alone.Close()
	shared, err := catalog.OpenDatabase(t.Context(), x.database, "books")
	if err != nil {
		t.Fatal(err)
	}
	defer shared.Close()
	others := func(c *catalog.Catalog) []string { // of the host itself the answer that asks for the pause is kept by the first alone
		return slices.DeleteFunc(x.dump(c), func(line string) bool {
			return strings.HasPrefix(line, `["source","`+host) || strings.HasPrefix(line, `["candidate",1,"`+host) || strings.HasPrefix(line, `["candidate",2,"`+host)
		})
	}
	if diff := cmp.Diff(others(alone), others(shared)); diff != "" {
		t.Errorf("(-alone +shared)\n%.3000s", diff)
	}
	x.begin("later") // while the host is to be left alone
	x.end(nil, "later")
	x.checks("later")
	if n["shared"] != 10 {
		t.Errorf("%d requests to the host, which wants none", n["shared"]-10)
	}
}

// A worker on a machine that lacks a file of the run does nothing for it and says why, and
// no site is to blame.
func TestClusterLacking(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	x.alone()
	list := filepath.Join(x.dir, "have.txt")
	here := func() {
		if err := os.WriteFile(list, []byte("nothing.example\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	here()
	x.begin("books", "--exclude", "have.txt")
	if err := os.Remove(list); err != nil {
		t.Fatal(err)
	}
	x.start("a")
	told := ""
	x.end(func() {
		if told == "" {
			if out, _ := x.verde("status", "status", "--database", x.database, "--run", "books"); strings.Contains(out, "have.txt") {
				told = out
				here()
			}
		}
	}, "books")
	if !strings.Contains(told, "running") {
		t.Errorf("status told %q", told)
	}
	x.same("books")
	x.checks("books")
	x.once()
}

// A round is opened and closed by a worker that has the memory for it; that another has not is
// told.
func TestClusterMemory(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	x.alone()
	x.begin("books")
	x.start("small", "--memory", "1KB")
	told := ""
	x.end(func() {
		if told == "" {
			if out, _ := x.verde("status", "status", "--database", x.database, "--run", "books"); strings.Contains(out, "see its --memory") {
				told = out
				x.start("large")
			}
		}
	}, "books")
	if !strings.Contains(told, "running") {
		t.Errorf("status told %q", told)
	}
	x.same("books")
	x.checks("books")
	x.once()
}

// once holds that no job of a run has failed. One may be begun again all the same, where a busy machine
// has kept its worker silent for a lease. What tidies up fails while the bucket is away, and is done the
// next hour.
func (x *trial) once() {
	x.Helper()
	var failed int
	var why string
	if err := x.pool.QueryRow(x.Context(), "SELECT count(*), coalesce(max(errors::text), '') FROM verde.river_job WHERE errors <> '{}' AND kind <> 'tidy'").Scan(&failed, &why); err != nil || failed > 0 {
		x.Errorf("%d jobs have failed, %v: %s", failed, err, why)
	}
}

func fileExists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
