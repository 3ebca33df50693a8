package cluster

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"verde/fetch"
)

// waitForHost is how long a page waits for a site that another process has, which is
// longer than most sites of a round take to be judged.
const waitForHost = time.Minute

// leases are the sites that this process may send requests to.
type leases struct {
	db      *Database
	id      string // of the worker
	version string
	lease   time.Duration

	asking sync.Mutex // one site at a time is asked for; taken before mu

	mu    sync.Mutex
	held  map[key]*lease
	heard time.Time // when the database last renewed all of them: when it was asked to
}

// key is a site and who has it: a process for one of its runs, so that two runs of a
// process are no more to the same site at a time than those of two.
type key struct{ holder, site string }

// lease implements [fetch.Lease].
type lease struct {
	key
	all         *leases
	token       int64
	last, until time.Time
	lost        atomic.Bool
	state       func(site string) fetch.SiteState
	users       []*hold
}

func (l *lease) Valid() bool {
	l.all.mu.Lock()
	defer l.all.mu.Unlock()
	return !l.lost.Load() && l.all.fresh()
}

// fresh reports whether the database was heard of so lately that nobody else can have
// what this process holds. The caller holds a.mu.
func (a *leases) fresh() bool { return time.Since(a.heard) < a.lease*4/5 }

func (l *lease) Before() (last, until time.Time) { return l.last, l.until }

// hold is what one job has of leases.
type hold struct {
	all    *leases
	holder string
	state  func(site string) fetch.SiteState
	cancel context.CancelCauseFunc
	guards string            // what the run's catalog is written with, see guard: stepOf the run, or a site that is refreshed; "" for what looks itself
	sites  map[string]*lease // guarded by all.mu; nil once the job has ended
}

type holdKey struct{}

// begin gives a context in which a job acquires sites; end gives them back. The context
// ends when one of them is lost.
func (a *leases) begin(ctx context.Context, holder string, state func(site string) fetch.SiteState) (context.Context, *hold) {
	ctx, cancel := context.WithCancelCause(ctx)
	h := &hold{all: a, holder: holder, state: state, cancel: cancel, sites: make(map[string]*lease)}
	return context.WithValue(ctx, holdKey{}, h), h
}

// Acquire implements [fetch.Hosts] for the job of ctx.
func (a *leases) Acquire(ctx context.Context, site string) (fetch.Lease, error) {
	h, _ := ctx.Value(holdKey{}).(*hold)
	if h == nil {
		return nil, fmt.Errorf("%s: nobody asked for it", site)
	}
	for deadline := time.Now().Add(waitForHost); ; {
		l, wait, err := h.take(ctx, site)
		if l != nil || err != nil {
			return l, err
		}
		if time.Now().Add(wait).After(deadline) {
			return nil, fmt.Errorf("%s: %w", site, fetch.ErrHostBusy)
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// Apart implements [fetch.Hosts].
func (a *leases) Apart(ctx context.Context) (context.Context, func()) {
	h, _ := ctx.Value(holdKey{}).(*hold)
	if h == nil {
		return ctx, func() {}
	}
	within, apart := a.begin(ctx, h.holder, h.state)
	return within, func() { apart.end(ctx) }
}

// take takes a site if nobody else has it, or else says when to ask again.
func (h *hold) take(ctx context.Context, site string) (l *lease, wait time.Duration, err error) {
	a := h.all
	if l := h.use(site, nil); l != nil {
		return l, 0, nil
	}
	a.asking.Lock()
	defer a.asking.Unlock()
	if l := h.use(site, nil); l != nil { // by now
		return l, 0, nil
	}
	if l, wait, err = a.ask(ctx, key{h.holder, site}); l == nil {
		return nil, wait, err
	}
	l.state = h.state
	if l = h.use(site, l); l == nil { // nobody renews it, so that it ends
		return nil, 0, fmt.Errorf("taking %s: %w", site, context.Canceled)
	}
	return l, 0, nil
}

// use gives a site to a job, unless that has ended, if this process has it or has just been given it.
func (h *hold) use(site string, given *lease) *lease {
	a := h.all
	a.mu.Lock()
	defer a.mu.Unlock()
	if l := h.sites[site]; l != nil || h.sites == nil {
		return l
	}
	k := key{h.holder, site}
	if given != nil {
		a.held[k] = given
	}
	l := a.held[k]
	if l == nil {
		return nil
	}
	l.users = append(l.users, h)
	h.sites[site] = l
	return l
}

// ask asks the database for a site.
func (a *leases) ask(ctx context.Context, k key) (l *lease, wait time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, a.lease/2)
	defer cancel()
	const take = `INSERT INTO verde.hosts AS h (host, holder, token, until) VALUES ($1, $2, 1, now() + $3::interval)
		ON CONFLICT (host) DO UPDATE SET holder = excluded.holder, token = h.token + 1, until = excluded.until
		WHERE h.until < now() AND h.not_before <= now()
		RETURNING token, extract(epoch FROM now() - last_request)::float8`
	l = &lease{key: k, all: a}
	var since *float64
	switch err := a.db.pool.QueryRow(ctx, take, k.site, k.holder, a.lease).Scan(&l.token, &since); {
	case err == nil:
		if since != nil {
			l.last = time.Now().Add(-time.Duration(*since * float64(time.Second)))
		}
		return l, 0, nil
	case !errors.Is(err, pgx.ErrNoRows):
		return nil, 0, fmt.Errorf("taking %s: %w", k.site, err)
	}
	var pause float64
	const asked = "SELECT coalesce((SELECT extract(epoch FROM not_before - now())::float8 FROM verde.hosts WHERE host = $1 AND not_before > now()), 0)"
	if err := a.db.pool.QueryRow(ctx, asked, k.site).Scan(&pause); err != nil {
		return nil, 0, fmt.Errorf("taking %s: %w", k.site, err)
	}
	// Not all at the same moment: who comes first has it for long.
	return nil, max(time.Duration(min(pause, longestPause.Seconds())*float64(time.Second)), a.lease/15+rand.N(a.lease/15)), nil
}

// end gives back what the job has and no other job of this process uses, with what the
// next one has to know.
func (h *hold) end(ctx context.Context) {
	a := h.all
	a.mu.Lock()
	var free []*lease
	for _, l := range h.sites {
		for i, u := range l.users {
			if u == h {
				l.users = append(l.users[:i:i], l.users[i+1:]...)
				break
			}
		}
		if len(l.users) == 0 && a.held[l.key] == l {
			delete(a.held, l.key)
			free = append(free, l)
		}
	}
	h.sites = nil
	a.mu.Unlock()
	h.cancel(nil)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), a.lease/2)
	defer cancel()
	for _, l := range free {
		s := l.state(l.site)
		const give = `UPDATE verde.hosts SET until = '-infinity', last_request = coalesce(now() - $4::interval, last_request),
			not_before = greatest(not_before, now() + $5::interval) WHERE host = $1 AND holder = $2 AND token = $3`
		if _, err := a.db.pool.Exec(ctx, give, l.site, l.holder, l.token, since(s.Last), pauseOf(s)); err != nil {
			a.db.log.Warn("a site is free only when its lease ends", "site", l.site, "error", err) // in seconds
		}
	}
}

// stepOf is the lease that whoever opens or closes a round of a run, or makes its entities,
// has: no site has a blank in its name.
func stepOf(run string) string { return "run " + run }

// guard keeps a process that opens or closes a round, makes the entities or refreshes a
// site from storing anything once another one may do the same. It is the last thing that a
// transaction of a run's catalog does.
func guard(ctx context.Context, tx pgx.Tx) error {
	h, _ := ctx.Value(holdKey{}).(*hold)
	if h == nil || h.guards == "" {
		return nil
	}
	return h.holds(ctx, tx, h.guards)
}

// longestPause is how long the wish of a host to be left alone is remembered, whatever it
// said: the time after which robots.txt is asked for again, too. A server that sends the
// date in seconds where seconds to wait are meant would be lost to all runs for decades.
const longestPause = 24 * time.Hour

// pauseOf is how long nobody may send a request to a site.
func pauseOf(s fetch.SiteState) time.Duration { return min(max(time.Until(s.Until), 0), longestPause) }

// since is how long ago a time was, nil for none.
func since(t time.Time) *time.Duration {
	if t.IsZero() {
		return nil
	}
	ago := max(time.Since(t), 0)
	return &ago
}

// holds reports in a transaction whether the job has a site still, and keeps others from
// taking it until that ends.
func (h *hold) holds(ctx context.Context, tx pgx.Tx, site string) error {
	h.all.mu.Lock()
	l := h.sites[site]
	h.all.mu.Unlock()
	if l == nil {
		return fetch.ErrLeaseLost
	}
	var token int64
	err := tx.QueryRow(ctx, "SELECT token FROM verde.hosts WHERE host = $1 AND holder = $2 AND token = $3 AND until > now() FOR UPDATE", l.site, l.holder, l.token).Scan(&token)
	if errors.Is(err, pgx.ErrNoRows) {
		return fetch.ErrLeaseLost
	}
	return err
}

// keep renews the leases until ctx ends.
func (a *leases) keep(ctx context.Context) {
	tick := time.NewTicker(a.lease / 5)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if err := a.beat(ctx, a.lease/3); err != nil && ctx.Err() == nil { // which leaves time for another before the leases end
			a.db.log.Warn("the database did not renew the leases", "error", err)
		}
		a.mu.Lock()
		if !a.fresh() {
			for _, l := range a.held {
				a.lose(l)
			}
		}
		a.mu.Unlock()
	}
}

// lose ends the jobs that use a lease. The caller holds a.mu.
func (a *leases) lose(l *lease) {
	l.lost.Store(true)
	delete(a.held, l.key)
	for _, h := range l.users {
		h.cancel(fetch.ErrLeaseLost)
	}
}

// beat tells the database, which has some time to answer, that this process is alive, and renews
// its leases. Those that somebody else has by now are lost.
func (a *leases) beat(ctx context.Context, within time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	a.mu.Lock()
	asked := time.Now()
	held := make(map[key]*lease, len(a.held))
	var sites, holders []string
	var tokens []int64
	var last []*time.Duration
	var pause []time.Duration
	for k, l := range a.held {
		held[k] = l
		sites, holders, tokens = append(sites, l.site), append(holders, l.holder), append(tokens, l.token)
		s := l.state(l.site)
		last, pause = append(last, since(s.Last)), append(pause, pauseOf(s))
	}
	a.mu.Unlock()
	kept := make(map[key]bool)
	err := pgx.BeginFunc(ctx, a.db.pool, func(tx pgx.Tx) error {
		const alive = `INSERT INTO verde.workers (id, seen, version, sites, lease) VALUES ($1, now(), $2, $3, $4) ON CONFLICT (id) DO UPDATE SET seen = now(), sites = excluded.sites`
		if _, err := tx.Exec(ctx, alive, a.id, a.version, len(sites), a.lease); err != nil {
			return err
		}
		const renew = `UPDATE verde.hosts h SET until = now() + $6::interval, last_request = coalesce(now() - v.last, last_request), not_before = greatest(not_before, now() + v.pause)
			FROM unnest($1::text[], $2::text[], $3::bigint[], $4::interval[], $5::interval[]) v(host, holder, token, last, pause)
			WHERE h.host = v.host AND h.holder = v.holder AND h.token = v.token AND h.until > now() RETURNING h.holder, h.host`
		rows, err := tx.Query(ctx, renew, sites, holders, tokens, last, pause, a.lease)
		if err != nil {
			return err
		}
		var k key
		_, err = pgx.ForEachRow(rows, []any{&k.holder, &k.site}, func() error { kept[k] = true; return nil })
		return err
	})
	if err != nil {
		return err
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.heard = asked
	for k, l := range held {
		if !kept[k] && a.held[k] == l {
			a.lose(l)
		}
	}
	return nil
}
