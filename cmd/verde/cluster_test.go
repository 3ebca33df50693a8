//go:build cluster

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgxpool"

	"verde/catalog"
	"verde/internal/cluster"
	"verde/internal/demoweb"
	"verde/internal/postgrestest"
	"verde/internal/s3test"
)

// The trials are runs of real processes on the small web and a real PostgreSQL server,
// which VERDE_TEST_DATABASE names; each has a database of its own there. Whatever
// happens to the workers, a run has to end with what one process alone finds.

// trialLease is short, so that a trial of deaths does not last, and long enough for twenty trials at a
// time on two processors: a worker sends nothing in the last fifth of it, which is how late a request
// may come to the web of a trial and be its own still.
const trialLease = 5 * time.Second

// patience is how long a trial waits for what has to come, however slow the machine is.
const patience = 8 * time.Minute

// dieVariable names the point at which a process of a trial kills itself.
const dieVariable = "VERDE_TRIAL_DIES_AT"

func init() {
	if at := cluster.Point(os.Getenv(dieVariable)); at != "" {
		atPoint = func(p cluster.Point) {
			if p == at {
				syscall.Kill(os.Getpid(), syscall.SIGKILL)
				select {}
			}
		}
	}
}

// trial is a web, a database and the processes that work there.
type trial struct {
	*testing.T
	web      *demoweb.Web
	database string
	pool     *pgxpool.Pool
	dir      string
	proxy    *url.URL
	s3       *s3test.Server                                                // the bucket, nil for a folder
	apart    *namespace                                                    // in which the worker "cut" is, nil for none
	again    bool                                                          // the run is begun twice
	dies     cluster.Point                                                 // at which the next worker that is started dies
	before   func(w http.ResponseWriter, r *http.Request, who string) bool // true if it has answered

	mu      sync.Mutex
	ids     map[string]string // of workers, by the name that they send to the proxy
	busy    map[string]int    // requests under way, by site
	last    map[string]time.Time
	gap     time.Duration // the least between the requests to a site
	faults  []string
	served  map[string]int // requests by worker
	stopped atomic.Bool
}

// newTrial makes a database and serves the web.
func newTrial(t *testing.T) *trial {
	t.Helper()
	address := postgrestest.New(t)
	x := &trial{T: t, web: demoweb.New(), dir: t.TempDir(), ids: map[string]string{}, busy: map[string]int{}, last: map[string]time.Time{}, gap: time.Hour, served: map[string]int{}}
	x.database = address
	if out, code := x.verde("setup", "migrate", "--database", x.database); code != 0 {
		t.Fatalf("migrate: %d\n%s", code, out)
	}
	var err error
	if x.pool, err = pgxpool.New(t.Context(), x.database); err != nil {
		t.Fatal(err)
	}
	if _, err := x.pool.Exec(t.Context(), witness); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(x.pool.Close)
	web := httptest.NewServer(http.HandlerFunc(x.serve))
	t.Cleanup(func() { x.stopped.Store(true); web.Close() })
	if x.proxy, err = url.Parse(web.URL); err != nil {
		t.Fatal(err)
	}
	return x
}

// witness has the database itself note what is settled, opened and closed.
const witness = `
CREATE TABLE public.seen (run text, what text);
CREATE FUNCTION public.see() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO public.seen VALUES (NEW.run, TG_ARGV[0] || ' ' || NEW.round || CASE WHEN TG_ARGV[0] = 'settled' THEN ' ' || (to_jsonb(NEW) ->> 'site') ELSE '' END);
	RETURN NULL;
END $$;
CREATE TRIGGER settled AFTER UPDATE OF state ON verde.candidates FOR EACH ROW EXECUTE FUNCTION public.see('settled');
CREATE TRIGGER opened AFTER INSERT ON verde.rounds FOR EACH ROW EXECUTE FUNCTION public.see('opened');
CREATE TRIGGER closed AFTER UPDATE OF closed_at ON verde.rounds FOR EACH ROW EXECUTE FUNCTION public.see('closed');`

// serve serves the web, and sees to it that whoever asks a site has its lease, and that
// nobody else asks it meanwhile.
func (x *trial) serve(w http.ResponseWriter, r *http.Request) {
	site := strings.TrimPrefix(r.Host, "www.")
	who, _, _ := parseProxyUser(r)
	if r.Host != "search.demo.test" {
		x.mu.Lock()
		if x.busy[site]++; x.busy[site] > 1 {
			x.faults = append(x.faults, fmt.Sprintf("%d requests to %s at a time", x.busy[site], site))
		}
		if last, ok := x.last[site]; ok {
			x.gap = min(x.gap, time.Since(last))
		}
		x.served[who]++
		id := x.ids[who]
		x.mu.Unlock()
		defer func() {
			x.mu.Lock()
			x.busy[site]--
			x.last[site] = time.Now()
			x.mu.Unlock()
		}()
		if id != "" && !x.stopped.Load() {
			var holder string
			var valid bool
			err := x.pool.QueryRow(r.Context(), "SELECT holder, until > now() FROM verde.hosts WHERE host = $1", site).Scan(&holder, &valid)
			if err == nil && (!valid || !strings.HasPrefix(holder, id+" ")) {
				x.mu.Lock()
				x.faults = append(x.faults, fmt.Sprintf("%s (%s) asks %s, which %s has (%v)", who, id, site, holder, valid))
				x.mu.Unlock()
			}
		}
	}
	if x.before != nil && x.before(w, r, who) {
		return
	}
	x.web.Handler().ServeHTTP(w, r)
}

// parseProxyUser gives the name that a process sends to the proxy.
func parseProxyUser(r *http.Request) (user, password string, ok bool) {
	shadow := &http.Request{Header: http.Header{"Authorization": r.Header["Proxy-Authorization"]}}
	return shadow.BasicAuth()
}

// command is a process of the program that reaches the web as someone.
func (x *trial) command(who string, args ...string) *exec.Cmd {
	cmd, proxy := exec.Command("verde", args...), x.proxy
	if x.apart != nil && who == "cut" {
		cmd = exec.Command("ip", slices.Concat([]string{"netns", "exec", x.apart.name, "verde"}, args)...)
		proxy = &url.URL{Scheme: "http", Host: x.apart.proxy}
	}
	cmd.Dir = x.dir
	cmd.Env = os.Environ()
	if x.s3 != nil {
		cmd.Env = append(cmd.Env, x.s3.Env...)
	}
	if proxy != nil {
		u := *proxy
		u.User = url.UserPassword(who, "x")
		cmd.Env = append(cmd.Env, "HTTP_PROXY="+u.String())
	}
	return cmd
}

// verde runs the program to its end.
func (x *trial) verde(who string, args ...string) (string, int) {
	x.Helper()
	cmd := x.command(who, args...)
	out, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState == nil {
		x.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

func (x *trial) explore(run string, more ...string) []string {
	return append([]string{"explore", x.web.Sample(), "--domain", "book", "--engine", "searxng", "--endpoint", x.web.SearchEndpoint(),
		"--delay", "2ms", "--contact", "trial@example.org", "--rounds", "2", "--run", run}, more...)
}

func (x *trial) shared() []string {
	bucket := (&url.URL{Scheme: "file", Path: filepath.Join(x.dir, "bucket")}).String()
	if x.s3 != nil {
		bucket = x.s3.Address
	}
	return []string{"--database", x.database, "--archive", bucket}
}

// lone is what one process finds, the same in all trials.
var lone struct {
	sync.Once
	dump   []string
	report map[string]any
}

// alone gives the report of one process, and notes what it finds.
func (x *trial) alone() map[string]any {
	x.Helper()
	lone.Do(func() {
		if out, code := x.verde("alone", x.explore("alone")...); code != 0 {
			x.Fatalf("alone: %d\n%s", code, out)
		}
		c, err := catalog.Open(x.Context(), filepath.Join(x.dir, "alone", "catalog.sqlite"))
		if err != nil {
			x.Fatal(err)
		}
		defer c.Close()
		lone.dump, lone.report = x.dump(c), x.report("alone")
	})
	if len(lone.dump) == 0 {
		x.Fatal("one process alone failed")
	}
	return lone.report
}

func (x *trial) dump(c *catalog.Catalog) []string {
	x.Helper()
	var b strings.Builder
	if err := c.Dump(x.Context(), &b); err != nil {
		x.Fatal(err)
	}
	return strings.Split(b.String(), "\n")
}

// same holds the catalog of a run in the database against that of one process.
func (x *trial) same(run string) {
	x.Helper()
	c, err := catalog.OpenDatabase(x.Context(), x.database, run)
	if err != nil {
		x.Fatal(err)
	}
	defer c.Close()
	if diff := cmp.Diff(lone.dump, x.dump(c)); diff != "" {
		x.Errorf("the catalog of %s is another than alone (-alone +%s)\n%.3000s", run, run, diff)
	}
}

// report gives what a run measured but for times and for what this process fetched.
func (x *trial) report(run string) map[string]any {
	x.Helper()
	data, err := os.ReadFile(filepath.Join(x.dir, run, "report.json"))
	if err != nil {
		x.Fatal(err)
	}
	out := map[string]any{}
	if err := json.Unmarshal(data, &out); err != nil {
		x.Fatal(err)
	}
	delete(out, "seconds")
	delete(out, "fetch")
	return out
}

// start starts a worker and gives its process once it works.
func (x *trial) start(who string, more ...string) *exec.Cmd {
	x.Helper()
	cmd := x.command(who, append(append([]string{"worker", "--sites", "2", "--lease", trialLease.String()}, x.shared()...), more...)...)
	if x.dies != "" {
		cmd.Env = append(cmd.Env, dieVariable+"="+string(x.dies))
	}
	told, err := cmd.StderrPipe()
	if err != nil {
		x.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		x.Fatal(err)
	}
	lines := bufio.NewScanner(told)
	for named := false; !named; {
		if !lines.Scan() {
			x.Fatalf("worker %s has ended", who)
		}
		var name string
		if name, named = strings.CutPrefix(lines.Text(), "worker "); !named {
			x.Log(who, lines.Text())
			continue
		}
		x.mu.Lock()
		x.ids[who], _, _ = strings.Cut(name, ":")
		x.mu.Unlock()
	}
	go func() {
		for lines.Scan() {
			if !x.stopped.Load() {
				fmt.Fprintln(os.Stderr, who, lines.Text())
			}
		}
		io.Copy(io.Discard, told)
	}()
	x.Cleanup(func() { cmd.Process.Signal(syscall.SIGCONT); cmd.Process.Kill(); cmd.Wait() })
	return cmd
}

// begin begins a run and leaves it to workers.
func (x *trial) begin(run string, more ...string) {
	x.Helper()
	args := append(append(x.explore(run, "--detach"), x.shared()...), more...)
	if out, code := x.verde("begin", args...); code != 0 {
		x.Fatalf("explore --detach: %d\n%s", code, out)
	}
}

// requests is how many requests some workers have sent.
func (x *trial) requests(of ...string) (n int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, who := range of {
		n += x.served[who]
	}
	return n
}

// atWork waits until some workers have sent a few requests.
func (x *trial) atWork(workers ...string) {
	x.Helper()
	for deadline := time.Now().Add(patience); x.requests(workers...) < 10; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			x.Fatalf("%d requests of %q", x.requests(workers...), workers)
		}
	}
}

// end waits until runs have ended, and calls meanwhile.
func (x *trial) end(each func(), runs ...string) {
	x.Helper()
	deadline := time.Now().Add(patience)
	for _, run := range runs {
		for {
			var state, why string
			if err := x.pool.QueryRow(x.Context(), "SELECT state, error FROM verde.runs WHERE name = $1", run).Scan(&state, &why); err == nil && state != cluster.Running {
				if state != cluster.Done {
					x.Fatalf("run %s is %s: %s", run, state, why)
				}
				break
			}
			if time.Now().After(deadline) {
				out, _ := x.verde("status", "status", "--database", x.database, "--run", run)
				x.Fatalf("run %s has not ended\n%s", run, out)
			}
			if each != nil {
				each()
			}
			time.Sleep(50 * time.Millisecond)
		}
	}
}

// checks are what holds of any run: each site was settled once, each round opened once,
// and nobody sent a request that was another's to send.
func (x *trial) checks(runs ...string) {
	x.Helper()
	for _, run := range runs {
		var open, wrong, sites, settled int
		if err := x.pool.QueryRow(x.Context(), "SELECT count(*), count(*) FILTER (WHERE state = 'open') FROM verde.candidates WHERE run = $1", run).Scan(&sites, &open); err != nil || sites == 0 || open > 0 {
			x.Errorf("%s: of %d sites %d are open, %v", run, sites, open, err)
		}
		if err := x.pool.QueryRow(x.Context(), "SELECT count(*), count(*) - count(DISTINCT what) FROM public.seen WHERE run = $1 AND what LIKE 'settled %'", run).Scan(&settled, &wrong); err != nil || settled < sites {
			x.Errorf("%s: %d of %d sites were seen to be settled, %v", run, settled, sites, err)
		}
		if err := x.pool.QueryRow(x.Context(), "SELECT count(*) - count(DISTINCT what) FROM public.seen WHERE run = $1", run).Scan(&wrong); (err != nil || wrong > 0) && !x.again {
			x.Errorf("%s: %d times a site was settled, or a round opened or closed, twice, %v", run, wrong, err)
		}
		if err := x.pool.QueryRow(x.Context(), "SELECT count(*) FROM verde.rounds WHERE run = $1 AND (open <> 0 OR closed_at IS NULL)", run).Scan(&wrong); err != nil || wrong > 0 {
			x.Errorf("%s: %d rounds are not closed, %v", run, wrong, err)
		}
		if err := x.pool.QueryRow(x.Context(), "SELECT count(*) FROM (SELECT FROM verde.river_job WHERE kind <> 'site' AND args ->> 'run' = $1 GROUP BY kind, args ->> 'epoch', args ->> 'round' HAVING count(*) > 1) twice", run).Scan(&wrong); err != nil || wrong > 0 {
			x.Errorf("%s: %d rounds were opened or closed twice, %v", run, wrong, err)
		}
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, fault := range x.faults[:min(len(x.faults), 5)] {
		x.Error(fault)
	}
	if v := x.web.Violations(); len(v) > 0 {
		x.Errorf("asked for what robots.txt forbids: %q", v)
	}
}
