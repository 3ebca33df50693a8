// Package workers measures how much faster a run is with more workers: real processes on a
// made web of 200 sites, with a rest between two requests to a site.
//
// What is measured is waiting: the rests are what a run takes on one machine, and workers
// share them. The pages are small, so that processors have little to do.
package workers

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"verde/bench/stores"
	"verde/bench/table"
)

// counts are how many workers there are.
var counts = []int{1, 2, 4, 8}

// rest is what is waited between two requests to a site, and sitesEach how many sites a worker
// has at a time: with 8 workers each has a dozen one after the other, so that the last ones
// count little.
const (
	rest      = 150 * time.Millisecond
	sitesEach = 2
)

// run is the name of the run.
const run = "books"

// Tables are those of this package.
func Tables() []*table.Table {
	return []*table.Table{{
		Name: "workers", About: "A run of 200 sites by 1, 2, 4 and 8 workers",
		Columns: []string{"workers", "sites", "requests", "s, clock", "times one", "s, processors of the workers", "% of the machine's processors busy"},
		Key:     []string{"workers"}, Packages: []string{"internal/cluster", "cmd/verde"}, Needs: []table.Need{stores.Database}, Minutes: 9, Measure: measure,
	}}
}

func measure(ctx context.Context, r *table.Run) error {
	web := &counted{Handler: newWeb()}
	server := httptest.NewServer(web)
	defer server.Close()
	program, err := r.Program(ctx)
	if err != nil {
		return err
	}
	var one float64 // seconds of one worker
	for _, n := range counts {
		f := table.Figures{"workers": table.Count(n)}
		skip, err := r.Skip(f)
		if err == nil && skip {
			err = measuredBefore(r, f, &one)
		}
		if err != nil {
			return err
		}
		if skip {
			continue
		}
		t := &trial{Run: r, program: program, env: append(os.Environ(), "HTTP_PROXY="+server.URL), web: web}
		seconds, err := t.by(ctx, n, f)
		if err != nil {
			return err
		}
		if n == 1 {
			one = seconds
		}
		if f["times one"] = ""; one > 0 {
			f["times one"] = table.Fixed(one/seconds, 2)
		}
		if err := r.Put("go run ./bench/run workers", f); err != nil {
			return err
		}
	}
	return nil
}

// measuredBefore gives what one worker took if f is its row, which need not be measured again.
func measuredBefore(r *table.Run, f table.Figures, one *float64) error {
	rows, err := r.Store.Read(r.Table.Name)
	for _, o := range rows {
		if o.Figures.Is(f, r.Table.Key) && f["workers"] == "1" {
			*one, err = o.Figures["s, clock"].Float()
		}
	}
	return err
}

// counted counts the requests to sites.
type counted struct {
	http.Handler
	requests atomic.Int64
}

func (c *counted) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Host != searchHost {
		c.requests.Add(1)
	}
	c.Handler.ServeHTTP(w, r)
}

// trial is a run by some workers, in a database of its own.
type trial struct {
	*table.Run
	program  string
	env      []string
	web      *counted
	database *pgx.Conn
	shared   []string // flags that name what the workers share
}

// by measures the run by n workers, and gives the seconds that it took.
func (t *trial) by(ctx context.Context, n int, f table.Figures) (seconds float64, err error) {
	end, err := t.open(ctx)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, end()) }()
	if err := t.verde(ctx, "migrate", t.shared[0]); err != nil {
		return 0, err
	}
	var workers []*exec.Cmd
	defer func() { err = errors.Join(err, stop(workers)) }()
	for range n {
		cmd := exec.CommandContext(ctx, t.program, append([]string{"worker", "--sites", strconv.Itoa(sitesEach)}, t.shared...)...)
		cmd.Env, cmd.Dir = t.env, t.Work
		if err := cmd.Start(); err != nil {
			return 0, err
		}
		workers = append(workers, cmd)
	}
	if err := t.until(ctx, "SELECT count(*) = $1 FROM verde.workers", n); err != nil {
		return 0, err
	}
	err = t.verde(ctx, append([]string{"explore", "http://" + sampleSite + "/book/1000", "--domain", "book", "--engine", "searxng", "--endpoint", "http://" + searchHost + "/search",
		"--delay", rest.String(), "--contact", "bench@example.org", "--rounds", "1", "--instances", strconv.Itoa(books), "--run", run, "--detach"}, t.shared...)...)
	if err != nil {
		return 0, err
	}
	// What an engine takes before the sites are given out is no worker's.
	if err := t.until(ctx, "SELECT EXISTS (SELECT FROM verde.rounds)"); err != nil {
		return 0, err
	}
	asked, busy := t.web.requests.Load(), busySince()
	if err := t.until(ctx, "SELECT state <> 'running' FROM verde.runs"); err != nil {
		return 0, err
	}
	f["requests"], f["% of the machine's processors busy"] = table.Count(t.web.requests.Load()-asked), table.Fixed(100*busy(), 0)
	var settled int
	const took = "SELECT sites, extract(epoch FROM closed_at - (SELECT min(created_at) FROM verde.river_job WHERE kind = 'site'))::float8 FROM verde.rounds WHERE round = 1"
	if err := t.database.QueryRow(ctx, took).Scan(&settled, &seconds); err != nil {
		return 0, err
	}
	if settled != sites {
		return 0, fmt.Errorf("%d sites were found, want %d", settled, sites)
	}
	err = stop(workers)
	worked := time.Duration(0)
	for _, w := range workers {
		worked += w.ProcessState.UserTime() + w.ProcessState.SystemTime()
	}
	workers = nil
	f["sites"], f["s, clock"], f["s, processors of the workers"] = table.Count(settled), table.Fixed(seconds, 1), table.Fixed(worked.Seconds(), 1)
	return seconds, err
}

// open makes the database and a folder for the bucket; end deletes both, and the run's folder.
func (t *trial) open(ctx context.Context) (end func() error, err error) {
	u, err := url.Parse(os.Getenv(stores.Database.Variable))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", stores.Database.Variable, err)
	}
	server, err := pgx.Connect(ctx, u.String())
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	const name = "verde_bench_workers"
	drop := func() error {
		_, err := server.Exec(context.WithoutCancel(ctx), "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)")
		return err
	}
	bucket, err := os.MkdirTemp(t.Work, "bucket")
	end = func() error {
		if t.database != nil {
			err = t.database.Close(context.WithoutCancel(ctx))
		}
		return errors.Join(err, drop(), server.Close(context.WithoutCancel(ctx)), os.RemoveAll(bucket), os.RemoveAll(filepath.Join(t.Work, run)))
	}
	if err == nil {
		err = drop() // what one left that was killed
	}
	if err == nil {
		_, err = server.Exec(ctx, "CREATE DATABASE "+name)
	}
	if u.Path = "/" + name; err == nil {
		t.database, err = pgx.Connect(ctx, u.String())
	}
	if err != nil {
		return nil, errors.Join(err, end())
	}
	t.shared = []string{"--database=" + u.String(), "--archive=" + (&url.URL{Scheme: "file", Path: bucket}).String()}
	return end, nil
}

// verde runs the program to its end.
func (t *trial) verde(ctx context.Context, args ...string) error {
	cmd := exec.CommandContext(ctx, t.program, args...)
	cmd.Env, cmd.Dir = t.env, t.Work
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("verde %s: %w: %.2000s", args[0], err, out)
	}
	return nil
}

// until waits until a query gives true.
func (t *trial) until(ctx context.Context, query string, args ...any) error {
	for {
		var holds bool
		if err := t.database.QueryRow(ctx, query, args...).Scan(&holds); err != nil || holds {
			return err
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// stop has workers end, and waits for them.
func stop(workers []*exec.Cmd) error {
	var errs []error
	for _, w := range workers {
		errs = append(errs, w.Process.Signal(syscall.SIGTERM))
	}
	for _, w := range workers {
		err := w.Wait()
		if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) { // by the signal, which is no fault
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// busySince gives what tells which share of the processors' time everything on the machine has
// had since, 0 where the system does not tell.
func busySince() func() float64 {
	busy, all := processors()
	return func() float64 {
		b, a := processors()
		if a == all {
			return 0
		}
		return (b - busy) / (a - all)
	}
}

// processors gives how long all processors were busy so far, and how long there were any, in
// ticks. See proc_stat(5): the fourth and fifth figures are idle, others not.
func processors() (busy, all float64) {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0, 0 // no Linux
	}
	line, _, _ := strings.Cut(string(text), "\n")
	for i, field := range strings.Fields(line)[1:] {
		ticks, err := strconv.ParseFloat(field, 64)
		if err != nil || i > 7 { // guests are counted among users
			break
		}
		if all += ticks; i != 3 && i != 4 {
			busy += ticks
		}
	}
	return busy, all
}
