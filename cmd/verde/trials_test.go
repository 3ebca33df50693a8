//go:build cluster

package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/jackc/pgx/v5"
	"github.com/spf13/cobra"

	"verde/catalog"
	"verde/internal/cluster"
	"verde/internal/s3test"
	"verde/watch"
)

// A run gives the same alone and with 1, 2 and 5 workers, and its report is the same.
func TestClusterEqual(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	report := x.alone()
	for workers := range 3 {
		run := fmt.Sprint("books", workers)
		for i := range workers * workers { // 0, 1, 4 beside the process that explores
			x.start(fmt.Sprint(run, "-", i))
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
			t.Errorf("with %d further workers (-alone +shared)\n%s", workers*workers, diff)
		}
		x.checks(run)
	}
	if len(x.served) < 4 {
		t.Errorf("requests by %v, want some of every worker", x.served)
	}
}

// Workers that are killed cost nothing but time: one of three each second, ten times at most.
func TestClusterKill(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	x.alone()
	slow(x, 15*time.Millisecond)
	x.begin("books")
	workers := map[string]*exec.Cmd{}
	for _, who := range []string{"a", "b", "c"} {
		workers[who] = x.start(who)
	}
	names := []string{"a", "b", "c"}
	most := sized(10, 4)
	kills, next := 0, time.Now().Add(time.Second)
	x.end(func() {
		if kills == most || time.Now().Before(next) {
			return
		}
		who := names[rand.N(len(names))]
		workers[who].Process.Kill()
		workers[who].Wait()
		next = time.Now().Add(time.Second)
		kills++
		workers[who] = x.start(who)
	}, "books")
	t.Logf("%d kills", kills)
	if kills < sized(3, 2) {
		t.Errorf("%d kills", kills)
	}
	x.same("books")
	x.checks("books")
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

// A worker that sleeps for three leases sends nothing to sites that others have by then,
// and what it had begun is done once.
func TestClusterSleep(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	x.alone()
	slow(x, 15*time.Millisecond)
	x.begin("books")
	sleeper := x.start("sleeper")
	x.start("other")
	x.atWork("sleeper")
	for range sized(2, 1) {
		if err := sleeper.Process.Signal(syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
		time.Sleep(3 * trialLease)
		if err := sleeper.Process.Signal(syscall.SIGCONT); err != nil {
			t.Fatal(err)
		}
		time.Sleep(500 * time.Millisecond)
	}
	x.end(nil, "books")
	if x.served["sleeper"] == 0 || x.served["other"] == 0 {
		t.Errorf("requests by %v", x.served)
	}
	x.same("books")
	x.checks("books")
}

// A page that kills its process costs its own site alone, and the run ends.
func TestClusterPoison(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	const host = "isbnhall.example"
	var mu sync.Mutex
	workers := map[string]*exec.Cmd{}
	kills := 0
	x.before = func(_ http.ResponseWriter, r *http.Request, who string) bool {
		if r.Host != "search.demo.test" {
			time.Sleep(5 * time.Millisecond)
		}
		if r.Host != host || r.URL.Path == "/robots.txt" {
			return false
		}
		mu.Lock()
		defer mu.Unlock()
		if cmd := workers[who]; cmd != nil {
			cmd.Process.Kill()
			kills++
			workers[who] = nil
		}
		return false
	}
	x.begin("books")
	revive := func() {
		for _, who := range []string{"a", "b"} {
			mu.Lock()
			dead := workers[who] == nil
			mu.Unlock()
			if dead {
				cmd := x.start(who)
				mu.Lock()
				workers[who] = cmd
				mu.Unlock()
			}
		}
	}
	revive()
	x.end(revive, "books")
	rows, err := x.pool.Query(t.Context(), "SELECT site, state FROM verde.candidates WHERE run = 'books'")
	if err != nil {
		t.Fatal(err)
	}
	var site, state string
	failed, expanded := 0, 0
	for rows.Next() {
		if err := rows.Scan(&site, &state); err != nil {
			t.Fatal(err)
		}
		switch {
		case state == "failed" && site == host:
			failed++
		case state == "failed":
			t.Errorf("%s failed, too", site)
		case state == "expanded":
			expanded++
		}
	}
	if failed == 0 || expanded < 3 || kills < 5*failed { // each round that it is a candidate of
		t.Errorf("%d kills, %d failed, %d expanded", kills, failed, expanded)
	}
	x.checks("books")
}

// A database that is restarted without a word costs nothing but time. Other trials wait
// meanwhile, since it is theirs, too.
func TestClusterRestart(t *testing.T) {
	restart := os.Getenv("VERDE_TEST_RESTART")
	if restart == "" {
		t.Skip("VERDE_TEST_RESTART has no command that restarts the server at once")
	}
	x := newTrial(t)
	x.alone()
	slow(x, 15*time.Millisecond)
	x.begin("books")
	for _, who := range []string{"a", "b"} {
		x.start(who)
	}
	x.atWork("a", "b")
	times, next := 0, time.Now()
	x.end(func() {
		if times < sized(2, 1) && time.Now().After(next) {
			times++
			if out, err := exec.Command("bash", "-c", restart).CombinedOutput(); err != nil {
				t.Fatalf("restart: %v\n%s", err, out)
			}
			next = time.Now().Add(2 * time.Second)
		}
	}, "books")
	if times == 0 {
		t.Error("the run ended before the first restart")
	}
	x.same("books")
	x.checks("books")
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

// While the bucket is away for a minute sites wait, and no page is lost.
func TestClusterBucket(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	x.alone()
	slow(x, 10*time.Millisecond)
	x.begin("books")
	x.start("a")
	x.start("b")
	folder, away := filepath.Join(x.dir, "bucket"), filepath.Join(x.dir, "away")
	x.atWork("a", "b")
	if err := errors.Join(os.Rename(folder, away), os.WriteFile(folder, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	back := time.Now().Add(sized(time.Minute, 10*time.Second))
	x.end(func() {
		if !back.IsZero() && time.Now().After(back) {
			back = time.Time{}
			if err := errors.Join(os.Remove(folder), os.Rename(away, folder)); err != nil {
				t.Fatal(err)
			}
		}
	}, "books")
	if !back.IsZero() {
		t.Error("it ended while the bucket was away")
	}
	x.same("books")
	x.checks("books")
	x.once()
}

// A server of the bucket that is killed and begun again costs nothing but time, whatever it
// was doing: an object is there whole or not at all, and what was not taken is sent again.
func TestClusterS3(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	x.s3 = s3test.New(t)
	x.alone()
	slow(x, 10*time.Millisecond)
	x.begin("books")
	x.start("a")
	x.start("b")
	const away = 3 * time.Second
	most := sized(4, 2)
	kills, next, back := 0, time.Now().Add(time.Second), time.Time{}
	x.end(func() {
		switch now := time.Now(); {
		case !back.IsZero() && now.After(back):
			x.s3.Start()
			back, next = time.Time{}, now.Add(time.Second)
		case back.IsZero() && kills < most && now.After(next):
			x.s3.Kill()
			kills++
			back = now.Add(away)
		}
	}, "books")
	if kills < 2 || !back.IsZero() {
		t.Errorf("%d kills; the run ended while the server was away: %v", kills, !back.IsZero())
	}
	t.Logf("%d kills", kills)
	x.same("books")
	x.checks("books")
	x.once()
	if out, code := x.verde("export", "archive", "export", "--run", "books", "--archive", x.s3.Address, "-o", "books.wacz"); code != 0 {
		t.Errorf("objects are damaged: %d\n%s", code, out)
	}
	rows, err := x.pool.Query(t.Context(), "SELECT DISTINCT object FROM verde.captures WHERE run = 'books'")
	if err != nil {
		t.Fatal(err)
	}
	objects, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(objects) < 4 {
		t.Errorf("%d objects in the index, %v", len(objects), err)
	}
	for _, name := range objects {
		if !fileExists(filepath.Join(x.s3.Folder, filepath.FromSlash(name))) {
			t.Errorf("the index names %s, which is not there", name)
		}
	}
}

// Wherever a worker dies, between what is done and what is stored, its run ends as one by
// itself: 25 deaths at named points, two workers at a time, in as many runs of two rounds
// as that takes. What a dead worker had is another's within two leases.
func TestClusterPoints(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	x.alone()
	points := cluster.Points()
	deaths := sized(25, len(points))
	type worker struct {
		dies cluster.Point
		gone chan struct{}
	}
	started, died := 0, 0
	start := func() *worker {
		w := &worker{gone: make(chan struct{})}
		if started < deaths {
			w.dies = points[5*started%len(points)] // sites' between rounds', else one site may be at its fifth and last death
		}
		started++
		x.dies = w.dies
		cmd := x.start(fmt.Sprint("w", started))
		go func() { cmd.Wait(); close(w.gone) }()
		return w
	}
	workers := []*worker{start(), start()}
	late := 0.0
	look := func() {
		for i, w := range workers {
			select {
			case <-w.gone:
				if w.dies == "" {
					t.Fatal("a worker ended that was not to")
				}
				died++
				workers[i] = start()
			default:
			}
		}
		var seen float64
		const orphans = `SELECT coalesce(max(extract(epoch FROM now() - w.seen)), 0)::float8 FROM verde.river_job j JOIN verde.workers w ON w.id = j.attempted_by[array_upper(j.attempted_by, 1)] WHERE j.state = 'running'`
		if err := x.pool.QueryRow(t.Context(), orphans).Scan(&seen); err != nil {
			t.Fatal(err)
		}
		late = max(late, seen)
	}
	var runs []string
	for died < deaths && len(runs) < 2*deaths {
		run := fmt.Sprint("books", len(runs))
		runs = append(runs, run)
		x.begin(run)
		x.end(look, run)
		x.same(run)
	}
	x.checks(runs...)
	if died < deaths {
		t.Errorf("%d deaths in %d runs", died, len(runs))
	}
	if late > (2 * trialLease).Seconds() {
		t.Errorf("a job was left for %.1f s, which is more than two leases", late)
	}
	t.Logf("%d deaths in %d runs; a job was left for %.1f s at most", died, len(runs), late)
}

// A worker that can't reach the database any more, and is not told so, stops by its own
// clock: it sends nothing once others may have its sites, and what it did is done by them.
func TestClusterCutOff(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	x.cutOff(newCable(t, x.database))
}

// The same of a worker in a network of its own, whose way to the database is taken away as a
// broken cable is: what it sends is lost.
func TestClusterNamespace(t *testing.T) {
	t.Parallel()
	x := newTrial(t)
	x.cutOff(newNamespace(x))
}

// way is a way to the database that can be cut, so that nothing comes through and nobody is
// told.
type way interface {
	address() string // of the database by it
	cut()
	join()
}

// cutOff is a run that a worker works on whose way to the database is cut again and again.
func (x *trial) cutOff(between way) {
	x.Helper()
	x.alone()
	slow(x, 15*time.Millisecond)
	x.begin("books")
	x.start("cut", "--database", between.address())
	x.atWork("cut")
	x.start("other")
	for range sized(2, 1) {
		between.cut()
		time.Sleep(trialLease)
		before := x.requests("cut")
		time.Sleep(2 * trialLease)
		if n := x.requests("cut"); n != before {
			x.Errorf("%d requests of a worker that has heard nothing for a lease", n-before)
		}
		between.join()
		time.Sleep(500 * time.Millisecond)
	}
	x.end(nil, "books")
	x.same("books")
	x.checks("books")
}

// forward carries what comes to a listener to another address, until the test ends.
func forward(t *testing.T, listener net.Listener, dial func() (net.Conn, error), carry func(from, to net.Conn)) {
	t.Helper()
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			from, err := listener.Accept()
			if err != nil {
				return
			}
			to, err := dial()
			if err != nil {
				from.Close()
				continue
			}
			go carry(from, to)
			go carry(to, from)
		}
	}()
}

// toServer gives what connects to the server of a database that is reached by a socket in a
// folder.
func toServer(t *testing.T, database *url.URL) func() (net.Conn, error) {
	t.Helper()
	folder := database.Query().Get("host")
	if folder == "" {
		t.Skip("the database is not reached by a socket in a folder")
	}
	return func() (net.Conn, error) { return net.Dial("unix", filepath.Join(folder, ".s.PGSQL.5432")) }
}

// cable is a way that is cut in the process of the test.
type cable struct {
	database string
	mu       sync.Mutex
	whole    chan struct{} // closed while it is
}

func newCable(t *testing.T, database string) *cable {
	t.Helper()
	u, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	listener, err := net.Listen("unix", filepath.Join(folder, ".s.PGSQL.5432"))
	if err != nil {
		t.Fatal(err)
	}
	c := &cable{whole: make(chan struct{})}
	close(c.whole)
	forward(t, listener, toServer(t, u), c.carry)
	u.RawQuery = url.Values{"host": {folder}}.Encode()
	c.database = u.String()
	return c
}

func (c *cable) address() string { return c.database }

// carry carries bytes while the cable is whole.
func (c *cable) carry(from, to net.Conn) {
	defer to.Close()
	buf := make([]byte, 32<<10)
	for {
		n, err := from.Read(buf)
		c.mu.Lock()
		whole := c.whole
		c.mu.Unlock()
		<-whole
		if _, failed := to.Write(buf[:n]); failed != nil || err != nil {
			return
		}
	}
}

func (c *cable) cut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.whole = make(chan struct{})
}

func (c *cable) join() {
	c.mu.Lock()
	defer c.mu.Unlock()
	close(c.whole)
}

// namespace is a network of its own, with a link to the database and another to the web.
type namespace struct {
	t        *testing.T
	name     string
	database string // address by the first link
	proxy    string // host and port by the second
}

// newNamespace makes the network, in which the worker "cut" will be. It is for root alone.
func newNamespace(x *trial) *namespace {
	x.Helper()
	u, err := url.Parse(x.database)
	if err != nil {
		x.Fatal(err)
	}
	toServer, web := toServer(x.T, u), x.proxy.Host
	id := rand.N(250)
	n := &namespace{t: x.T, name: fmt.Sprint("verde", id)}
	if out, err := exec.Command("ip", "netns", "add", n.name).CombinedOutput(); err != nil {
		x.Skipf("no network of its own can be made here: %v %s", err, out)
	}
	x.Cleanup(func() { n.ip("netns", "del", n.name) })
	listen := func(link int) net.Listener {
		host, inside, net24 := n.link(link), fmt.Sprint("in", link), fmt.Sprintf("10.%d.%d.", 201+link, id)
		n.ip("link", "add", host, "type", "veth", "peer", "name", inside, "netns", n.name)
		n.ip("address", "add", net24+"1/24", "dev", host)
		n.ip("link", "set", host, "up")
		n.ip("-n", n.name, "address", "add", net24+"2/24", "dev", inside)
		n.ip("-n", n.name, "link", "set", inside, "up")
		listener, err := net.Listen("tcp", net24+"1:0")
		if err != nil {
			x.Fatal(err)
		}
		return listener
	}
	carry := func(from, to net.Conn) {
		defer to.Close()
		io.Copy(to, from)
	}
	first, second := listen(0), listen(1)
	forward(x.T, first, toServer, carry)
	forward(x.T, second, func() (net.Conn, error) { return net.Dial("tcp", web) }, carry)
	u.Host, u.RawQuery = first.Addr().String(), ""
	n.database, n.proxy = u.String(), second.Addr().String()
	x.apart = n
	return n
}

// link is the name of a link's end outside.
func (n *namespace) link(i int) string { return fmt.Sprint(n.name, "-", i) }

func (n *namespace) ip(args ...string) {
	n.t.Helper()
	if out, err := exec.Command("ip", args...).CombinedOutput(); err != nil {
		n.t.Fatalf("ip %q: %v %s", args, err, out)
	}
}

func (n *namespace) address() string { return n.database }
func (n *namespace) cut()            { n.ip("link", "set", n.link(0), "down") }
func (n *namespace) join()           { n.ip("link", "set", n.link(0), "up") }

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

func fileExists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
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
	explore := func() {
		t.Helper()
		for run, more := range map[string][]string{"mine": nil, "ours": x.shared()} {
			if out, code := x.verde(run, append(x.explore(run), more...)...); code != 0 {
				t.Fatalf("%s: %d\n%s", run, code, out)
			}
		}
	}
	explore()
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
	explore()
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
