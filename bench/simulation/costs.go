package simulation

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"verde/catalog"
	"verde/fetch"
	"verde/internal/cluster"
	"verde/record"
)

// server tells what a PostgreSQL server on this machine has worked.
type server struct {
	*pgx.Conn
	postmaster int
}

// ticks are how often a second the system counts the time of processes: USER_HZ, 100 on Linux.
const ticks = 100

func connect(ctx context.Context, address string) (*server, error) {
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	s := &server{Conn: conn}
	var pid int
	if err = conn.QueryRow(ctx, "SELECT pg_backend_pid()").Scan(&pid); err == nil {
		var fields []string
		if fields, err = statOf(pid); err == nil {
			s.postmaster, err = strconv.Atoi(fields[1])
		}
	}
	if err != nil {
		return nil, fmt.Errorf("what the database works can be told only on its own machine: %w", err)
	}
	return s, nil
}

// statOf gives what the system tells of a process after its name: its state, its parent, and
// so on. See proc_pid_stat(5).
func statOf(pid int) ([]string, error) {
	text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	if err != nil {
		return nil, err
	}
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	if len(fields) < 15 {
		return nil, fmt.Errorf("process %d: %d fields", pid, len(fields))
	}
	return fields, nil
}

// worked gives the seconds of processors that the server has worked so far: those of its
// processes, and of those that have ended.
func (s *server) worked() (seconds float64) {
	dirs, _ := filepath.Glob("/proc/[0-9]*")
	for _, dir := range dirs {
		pid, _ := strconv.Atoi(filepath.Base(dir))
		fields, err := statOf(pid)
		if err != nil || pid != s.postmaster && fields[1] != strconv.Itoa(s.postmaster) {
			continue
		}
		last := 13 // utime and stime
		if pid == s.postmaster {
			last = 15 // with those of ended children
		}
		for _, f := range fields[11:last] {
			n, _ := strconv.Atoi(f)
			seconds += float64(n) / ticks
		}
	}
	return seconds
}

// during gives what the server works while do does something.
func (s *server) during(do func() error) (float64, error) {
	before := s.worked()
	err := do()
	return s.worked() - before, err
}

// Sizes of what is measured.
const (
	idleWorkers = 20
	idleFor     = 15 * time.Second
	leasedSites = 2000
	lookups     = 10_000
	objects     = 20
	perObject   = 480 // pages of eight sites in a minute
	jobs        = 3000
	running     = 8000
	settled     = 100
	beatLease   = 2 * time.Second
)

// measureCosts measures what the database works for each step, by what workers do.
func measureCosts(ctx context.Context, address string) (c costs, err error) {
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	s, err := connect(ctx, address)
	if err != nil {
		return c, err
	}
	defer s.Close(context.WithoutCancel(ctx))
	if err := cluster.Migrate(ctx, address, log); err != nil {
		return c, err
	}
	db, err := cluster.Connect(ctx, address, log)
	if err != nil {
		return c, err
	}
	defer db.Close()
	m := &measuring{server: s, db: db, log: log}
	for _, step := range []func(context.Context, *costs) error{m.beats, m.idle, m.leases, m.archive, m.jobs, m.settles, m.underWay} {
		if err := step(ctx, &c); err != nil {
			return c, err
		}
	}
	return c, nil
}

type measuring struct {
	*server
	db  *cluster.Database
	log *slog.Logger
}

func (m *measuring) worker(lease time.Duration) *cluster.Worker {
	return cluster.NewWorker(m.db, cluster.Options{Lease: lease, Log: m.log})
}

// held has a process hold a run's leases while do does something.
func (m *measuring) held(ctx context.Context, w *cluster.Worker, run string, do func(context.Context, fetch.Hosts) error) error {
	client := new(fetch.Client)
	within, end, err := w.Hold(ctx, cluster.Run{Name: run}, func() *fetch.Client { return client })
	if err != nil {
		return err
	}
	defer end()
	return do(within, w.Share(cluster.Run{Name: run}).Hosts)
}

// beats measures heartbeats with the leases of eight sites.
func (m *measuring) beats(ctx context.Context, c *costs) error {
	worked, err := m.during(func() error {
		var all sync.WaitGroup
		var mu sync.Mutex
		var failed error
		for i := range idleWorkers {
			all.Go(func() {
				err := m.held(ctx, m.worker(beatLease), fmt.Sprint("beats", i), func(ctx context.Context, hosts fetch.Hosts) error {
					for k := range 8 {
						if _, err := hosts.Acquire(ctx, fmt.Sprintf("b%d-%d.example", i, k)); err != nil {
							return err
						}
					}
					return wait(ctx, idleFor)
				})
				mu.Lock()
				defer mu.Unlock()
				if err != nil {
					failed = err
				}
			})
		}
		all.Wait()
		return failed
	})
	c.Beat = worked / (idleWorkers * float64(idleFor/(beatLease/beats)))
	return err
}

// wait waits for as long as the workers are watched.
func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// idling gives what the server works in a second for each worker that has nothing to do.
func (m *measuring) idling(ctx context.Context) (float64, error) {
	worked, err := m.during(func() error {
		within, stop := context.WithTimeout(ctx, idleFor)
		defer stop()
		var all sync.WaitGroup
		for range idleWorkers {
			all.Go(func() { m.worker(cluster.DefaultLease).Work(within) })
		}
		all.Wait()
		return ctx.Err()
	})
	return worked / (idleWorkers * idleFor.Seconds()), err
}

func (m *measuring) idle(ctx context.Context, c *costs) error {
	worked, err := m.idling(ctx)
	c.Idle = max(0, worked-c.Beat/(cluster.DefaultLease.Seconds()/beats))
	return err
}

// leases measures sites that are taken and given back.
func (m *measuring) leases(ctx context.Context, c *costs) error {
	worked, err := m.during(func() error {
		return m.held(ctx, m.worker(cluster.DefaultLease), "leases", func(ctx context.Context, hosts fetch.Hosts) error {
			for i := range leasedSites {
				within, end := hosts.Apart(ctx)
				_, err := hosts.Acquire(within, fmt.Sprintf("l%d.example", i))
				if end(); err != nil {
					return err
				}
			}
			return nil
		})
	})
	c.Lease = worked / leasedSites
	return err
}

// archive measures the index of the archive: objects that are entered, and pages that are
// looked for in vain, as before each request.
func (m *measuring) archive(ctx context.Context, c *costs) error {
	captures := m.db.Captures("archive")
	worked, err := m.during(func() error {
		for o := range objects {
			list := make([]fetch.Capture, perObject)
			for i := range list {
				url := fmt.Sprintf("http://s%d.example/item/%d", i%8, o*perObject+i)
				list[i] = fetch.Capture{URL: url, Site: fmt.Sprintf("s%d.example", i%8), At: time.Now(), Object: fmt.Sprint("warc/o", o), Offset: int64(i) * 9000,
					Line: fmt.Sprintf(`example,s%d)/item/%d 20260101000000 {"url":%q,"mime":"text/html","status":"200","digest":"sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA","length":"9000","offset":"%d","filename":"o.warc.gz"}`, i%8, i, url, i*9000)}
			}
			if err := captures.Add(ctx, list); err != nil {
				return err
			}
		}
		return nil
	})
	c.Store = worked / (objects * perObject)
	if err != nil {
		return err
	}
	worked, err = m.during(func() error {
		for i := range lookups {
			if _, err := captures.Lines(ctx, fmt.Sprintf("http://s.example/none/%d", i)); err != nil {
				return err
			}
		}
		return nil
	})
	c.Lookup = worked / lookups
	return err
}

// insert puts jobs of sites into the queue that nobody has asked for.
const insert = `INSERT INTO verde.river_job (state, attempt, attempted_at, attempted_by, max_attempts, kind, queue, args)
	SELECT $2::verde.river_job_state, CASE WHEN $2 = 'running' THEN 1 ELSE 0 END, CASE WHEN $2 = 'running' THEN now() END, CASE WHEN $2 = 'running' THEN ARRAY['w' || n % 1000] END, 5, 'site', $3,
	jsonb_build_object('run', 'none', 'epoch', 1, 'round', 1, 'site', n || '.example') FROM generate_series(1, $1::int) n`

// jobs measures jobs of sites that need nothing: of a run that is not under way.
func (m *measuring) jobs(ctx context.Context, c *costs) error {
	if _, err := m.Exec(ctx, insert, jobs, "available", "sites"); err != nil {
		return err
	}
	var took time.Duration
	worked, err := m.during(func() error {
		within, stop := context.WithCancel(ctx)
		defer stop()
		ended := make(chan error, 1)
		begun := time.Now()
		go func() { ended <- m.worker(cluster.DefaultLease).Work(within) }()
		for left := 1; left > 0; {
			if err := wait(ctx, 200*time.Millisecond); err != nil {
				return err
			}
			if err := m.QueryRow(ctx, "SELECT count(*) FROM verde.river_job WHERE kind = 'site' AND finalized_at IS NULL").Scan(&left); err != nil {
				return err
			}
		}
		took = time.Since(begun)
		stop()
		<-ended
		return nil
	})
	c.Site += max(0, worked-c.Idle*took.Seconds()) / jobs
	return err
}

// settles measures sites that are stored, without records and with as many as a site has.
func (m *measuring) settles(ctx context.Context, c *costs) error {
	const run = "costs"
	if _, err := m.db.Begin(ctx, cluster.Run{Name: run, Body: json.RawMessage(`{}`), Priority: 2}); err != nil {
		return err
	}
	if err := m.db.Cancel(ctx, run); err != nil { // no worker is to open it
		return err
	}
	cat, err := m.db.Catalog(ctx, run)
	if err != nil {
		return err
	}
	defer cat.Close()
	var worked [2]float64
	for k, n := range []int{0, meanPages} {
		worked[k], err = m.during(func() error {
			for i := range settled {
				site := fmt.Sprintf("s%d-%d.example", k, i)
				s := catalog.Settled{Source: catalog.Source{Site: site, Role: catalog.Discovered, Round: 1, State: catalog.Expanded}}
				for p := range n {
					at := fmt.Sprintf("http://%s/item/%d", site, p)
					texts := make(map[string][]string)
					for j, label := range []string{"name", "author", "publisher", "pages", "price", "format"} {
						texts[label] = []string{fmt.Sprintf("%s %d of %d", label, p*(j+7), i)}
					}
					s.Pages, s.Records = append(s.Pages, catalog.Page{Site: site, URL: at, Status: "fetched"}), append(s.Records, record.FromTexts(at, texts))
				}
				if err := cat.PutSettled(ctx, 1, s); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	c.Site += worked[0] / settled
	c.Record = max(0, worked[1]-worked[0]) / (settled * meanPages)
	return nil
}

// underWay measures what jobs that others do cost those who look after dead workers.
func (m *measuring) underWay(ctx context.Context, c *costs) error {
	_, err := m.Exec(ctx, "INSERT INTO verde.workers (id, seen, version, sites, lease) SELECT 'w' || n, now() + interval '1 hour', '', 8, '15 s' FROM generate_series(0, 999) n")
	if err == nil {
		_, err = m.Exec(ctx, insert, running, "running", "sites")
	}
	if err != nil {
		return err
	}
	before, err := m.idling(ctx)
	c.Running = max(0, before-c.Idle-c.Beat/(cluster.DefaultLease.Seconds()/beats)) * idleWorkers / running
	return err
}
