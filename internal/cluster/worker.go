package cluster

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"verde"
	"verde/catalog"
	"verde/fetch"
	"verde/fetch/bucket"
	"verde/vertical"
)

// DefaultLease is how long a process may be silent before others take over what it did.
const DefaultLease = 15 * time.Second

// LeastLease is the shortest: jobs are looked for 15 times in one, and the queue is asked
// ten times a second at most.
const LeastLease = 2 * time.Second

// Options of a worker.
type Options struct {
	Sites   int           // worked on at a time; default 8
	Lease   time.Duration // default [DefaultLease]
	Version string        // of the program
	Log     *slog.Logger
	Bucket  *bucket.Bucket // that is tidied; nil for none
	// Memory is how much of it the process may take, in bytes; 0 for any. A run that needs
	// more to be opened or closed is left to others.
	Memory int64
	// At is called at points between what is done and what is stored, in trials of what
	// happens to a process that dies there; nil for none.
	At func(Point)
	// Open prepares a process for a run, with what the fetcher of it has to use.
	Open func(context.Context, Run, Shared) (*Session, error)
}

// Point is a moment of a job.
type Point string

// The points. What is said to be stored is stored by a transaction that ends then.
const (
	RoundAsked    Point = "round asked"     // engines have answered, and the catalog has the candidates
	RoundGivenOut Point = "round given out" // its sites will be stored as jobs
	RoundOpen     Point = "round open"      // they are
	SiteTaken     Point = "site taken"      // its lease is this process's
	SiteRead      Point = "site read"       // its pages are in memory
	ObjectStored  Point = "object stored"   // with pages, of which the index knows nothing
	ObjectIndexed Point = "object indexed"  // now it does
	SiteArchived  Point = "site archived"   // all its pages are
	SiteSettling  Point = "site settling"   // what it came to will be stored
	SiteSettled   Point = "site settled"    // it is
	RoundClosing  Point = "round closing"   // the catalog has its report
	RoundEnding   Point = "round ending"    // the next will be stored as a job
	RoundClosed   Point = "round closed"    // it is
)

// Points are all of them.
func Points() []Point {
	return []Point{RoundAsked, RoundGivenOut, RoundOpen, SiteTaken, SiteRead, ObjectStored, ObjectIndexed, SiteArchived, SiteSettling, SiteSettled, RoundClosing, RoundEnding, RoundClosed}
}

// Shared is what a run as a process works on it has to use, so that others see what it does and it
// sees what others do.
type Shared struct {
	Hosts     fetch.Hosts
	Captures  fetch.Captures
	Prefix    string // of the objects that it writes
	Knowledge verde.Knowledge
}

// Session is a run as a process works on it.
type Session struct {
	Explorer *verde.Explorer
	Vertical *vertical.Vertical
	Client   *fetch.Client
	Close    func() error
}

// Worker works on the sites of runs.
type Worker struct {
	db     *Database
	opt    Options
	id     string
	log    *slog.Logger
	leases *leases
	shares atomic.Int64 // that were given

	mu       sync.Mutex
	sessions map[runKey]*opened
	stopping bool
}

type runKey struct {
	name  string
	epoch int
}

// opened is a session that is opened once, and closed when its last user is gone.
type opened struct {
	sync.Once
	*Session
	err   error
	users int
	ended bool // the run has; the last user closes it
}

// NewWorker gives a worker on a database. It does nothing until Work or Hold.
func NewWorker(db *Database, opt Options) *Worker {
	if opt.Sites <= 0 {
		opt.Sites = 8
	}
	if opt.Lease <= 0 {
		opt.Lease = DefaultLease
	}
	if opt.Log == nil {
		opt.Log = slog.New(slog.DiscardHandler)
	}
	if opt.At == nil {
		opt.At = func(Point) {}
	}
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	w := &Worker{db: db, opt: opt, id: fmt.Sprintf("%.40s-%d-%.6s", host, os.Getpid(), rand.Text()), log: opt.Log, sessions: make(map[runKey]*opened)}
	w.leases = &leases{db: db, id: w.id, version: opt.Version, lease: opt.Lease, held: make(map[key]*lease)}
	return w
}

// ID names the worker among others.
func (w *Worker) ID() string { return w.id }

// stopWithin is how long sites may take to end when a worker is to stop.
const stopWithin = 30 * time.Second

// Work does jobs until ctx ends; then it ends the sites under way, or after half a minute
// leaves them to others. Without ctx having ended it gives an error, of the database at the
// beginning, say.
func (w *Worker) Work(ctx context.Context) error {
	end, err := w.renew(ctx)
	if err != nil {
		return err
	}
	defer end()
	client, err := w.db.client(w, w.workers())
	if err != nil {
		return err
	}
	alive, die := context.WithCancel(context.WithoutCancel(ctx))
	var reaping sync.WaitGroup
	reaping.Go(func() { w.reap(alive, client) })
	if err = client.Start(alive); err == nil {
		select {
		case <-ctx.Done():
		case <-client.Stopped():
			err = errors.New("the job queue has stopped")
		}
		w.mu.Lock()
		w.stopping = true
		w.mu.Unlock()
		within, cancel := context.WithTimeout(alive, stopWithin)
		if client.Stop(within) != nil {
			err = errors.Join(err, client.StopAndCancel(alive))
		}
		cancel()
	}
	w.mu.Lock()
	all := w.sessions
	w.sessions = make(map[runKey]*opened)
	w.mu.Unlock()
	for _, s := range all {
		if s.Session != nil {
			err = errors.Join(err, s.Close())
		}
	}
	die()
	reaping.Wait()
	return err
}

// firstBeat is how long a process waits until the database has heard of it. It holds nothing yet
// that others could take, so nothing hurries it: a minute is what pg_ctl gives a server to start.
const firstBeat = time.Minute

// renew has the leases renewed, and the worker listed, until end is called.
func (w *Worker) renew(ctx context.Context) (end func(), err error) {
	if err := w.leases.beat(ctx, firstBeat); err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	alive, die := context.WithCancel(context.WithoutCancel(ctx))
	var keeping sync.WaitGroup
	keeping.Go(func() { w.leases.keep(alive) })
	return func() {
		die()
		keeping.Wait()
		w.leave(ctx)
	}, nil
}

// leave has the worker listed no more.
func (w *Worker) leave(ctx context.Context) {
	if _, err := w.db.pool.Exec(context.WithoutCancel(ctx), "DELETE FROM verde.workers WHERE id = $1", w.id); err != nil {
		w.log.Warn("the worker is listed until it was not seen for a day", "error", err)
	}
}

// Hold gives a context in which this process itself may fetch pages for a run, and a
// function that ends that. The leases are renewed meanwhile.
func (w *Worker) Hold(ctx context.Context, run Run, client func() *fetch.Client) (context.Context, func(), error) {
	end, err := w.renew(ctx)
	if err != nil {
		return nil, nil, err
	}
	held, h := w.leases.begin(ctx, w.id+" learns "+run.Name, func(site string) fetch.SiteState { return client().Site(site) })
	return held, func() {
		h.end(ctx)
		end()
	}, nil
}

// Step does something to a run that is not under way and its catalog while nobody opens or
// closes a round of it or does the same: that is waited for. What do stores by its context
// is stored while this process has the run. The error is [ErrRunning] if the run is under
// way by then; if it was begun and has ended meanwhile, do has what it came to.
func (w *Worker) Step(ctx context.Context, run string, cat *catalog.Catalog, do func(context.Context) error) error {
	end, err := w.renew(ctx)
	if err != nil {
		return err
	}
	defer end()
	held, h := w.leases.begin(ctx, w.id+" steps "+run, func(string) fetch.SiteState { return fetch.SiteState{} })
	defer h.end(ctx)
	for told := false; ; told = true {
		l, wait, err := h.take(held, stepOf(run))
		if err != nil {
			return err
		}
		if l != nil {
			break
		}
		if !told {
			w.log.Info("another process opens or closes a round of the run, or makes its entities: waiting for it", "run", run)
		}
		select {
		case <-time.After(wait):
		case <-held.Done():
			return context.Cause(held)
		}
	}
	r, err := w.db.Run(ctx, run)
	if err == nil && r.State == Running {
		err = fmt.Errorf("run %s: %w", run, ErrRunning)
	}
	if err == nil {
		err = w.fits(ctx, cat)
	}
	if err != nil {
		return err
	}
	h.guards = stepOf(run)
	cat.Guard(guard)
	err = do(held)
	if err != nil && errors.Is(context.Cause(held), fetch.ErrLeaseLost) {
		err = errors.Join(err, fetch.ErrLeaseLost)
	}
	return err
}

// What a process needs that makes one catalog of all records, in bytes: for each value of the records, and
// for what it learns from, which is bounded; some of both for what waits to be collected. The most of
// the rows of "go run ./bench/run closing" is 572 a value beside the second, at 100,000 records.
const (
	bytesPerValue  = 600
	learnedOfValue = 2000
	mostLearned    = 160 << 20
)

// openError is why this process can't work on a run: its bucket or its catalog is away,
// a file that the run reads is not on this machine, or it has too little memory. No site is
// to blame for it.
type openError struct{ error }

func (e *openError) Unwrap() error { return e.error }

// forget has the sessions of runs that have ended closed.
func (w *Worker) forget(ctx context.Context) {
	w.mu.Lock()
	var open []runKey
	for k := range w.sessions {
		open = append(open, k)
	}
	w.mu.Unlock()
	for _, k := range open {
		run, err := w.db.Run(ctx, k.name)
		if err != nil && !errors.Is(err, ErrNoRun) || err == nil && run.State == Running && run.Epoch == k.epoch {
			continue
		}
		w.mu.Lock()
		s := w.sessions[k]
		if s == nil {
			w.mu.Unlock()
			continue
		}
		s.ended = true
		idle := s.users == 0
		if idle {
			delete(w.sessions, k)
		}
		w.mu.Unlock()
		if idle {
			w.end(k, s)
		}
	}
}

// reap looks after jobs whose processes have died, until ctx ends.
func (w *Worker) reap(ctx context.Context, client *river.Client[pgx.Tx]) {
	tick := time.NewTicker(w.opt.Lease / 3)
	defer tick.Stop()
	for n := 0; ; n++ {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if err := w.reapOnce(ctx, client); err != nil && ctx.Err() == nil {
			w.log.Warn("looking after jobs whose worker died", "error", err)
		}
		if n%4 == 0 {
			w.forget(ctx)
		}
	}
}

// reapOnce gives jobs of dead processes to others, and ends those that have killed as
// many as they may.
func (w *Worker) reapOnce(ctx context.Context, client *river.Client[pgx.Tx]) error {
	var dead []orphan
	err := pgx.BeginFunc(ctx, w.db.pool, func(tx pgx.Tx) error {
		mine, err := reaps(ctx, tx, w.opt.Lease/4) // which is less than the time between two looks of a process
		if err != nil || !mine {
			return err
		}
		all, err := orphans(ctx, tx)
		if err != nil {
			return err
		}
		for _, o := range all {
			if o.attempt >= o.most {
				dead = append(dead, o)
			} else if err := again(ctx, tx, o); err != nil {
				return err
			}
		}
		return nil
	})
	for _, o := range dead {
		why := fmt.Errorf("its worker died at each of %d attempts", o.attempt)
		w.log.Error("gave up", "run", o.args.Run, "round", o.args.Round, "site", o.args.Site, "why", why)
		switch o.kind {
		case siteArgs{}.Kind():
			err = errors.Join(err, w.settleFailed(ctx, client, o.id, o.args, why))
		case refreshArgs{}.Kind():
			err = errors.Join(err, w.discard(ctx, o.id))
		default:
			err = errors.Join(err, w.fail(ctx, o.id, o.args.place, why))
		}
	}
	return err
}

func (w *Worker) discard(ctx context.Context, job int64) error {
	return pgx.BeginFunc(ctx, w.db.pool, func(tx pgx.Tx) error { return discard(ctx, tx, job) })
}
