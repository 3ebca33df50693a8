package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"verde/fetch"
	"verde/harvest"
)

// Refresh is what a run's pages are to be visited again for.
type Refresh struct {
	Since     time.Time // pages that were visited since then are taken as they are
	Search    bool      // look for entity pages that came into being, too
	Downloads int       // pages fetched of a site at most in that search
	Asked     time.Time // when; Since is so much earlier as a page may be old
}

// with is what does for both.
func (r Refresh) with(o Refresh) Refresh {
	if o.Since.After(r.Since) {
		r.Since, r.Asked = o.Since, o.Asked
	}
	r.Search, r.Downloads = r.Search || o.Search, max(r.Downloads, o.Downloads)
	return r
}

// lacks reports whether r leaves something that o asks for, but for pages that became
// older than both allow between the two.
func (r Refresh) lacks(o Refresh) bool {
	return r.Asked.Sub(r.Since) > o.Asked.Sub(o.Since) || o.Search && (!r.Search || r.Downloads < o.Downloads)
}

// refreshArgs is the job that visits the pages of a site again. There is one of a site
// at a time: one that waits is given what a second would be asked for, see widen.
type refreshArgs struct {
	Run    string  `json:"run" river:"unique"`
	Site   string  `json:"site" river:"unique"`
	Epoch  int     `json:"epoch"` // of the run when it was asked for
	Wanted Refresh `json:"wanted"`
}

func (refreshArgs) Kind() string { return "refresh" }

func (refreshArgs) InsertOpts() river.InsertOpts {
	// One that is done does not keep the next from being given out.
	states := []rivertype.JobState{rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable, rivertype.JobStateRunning, rivertype.JobStateScheduled}
	return river.InsertOpts{Queue: siteQueue, MaxAttempts: siteAttempts, UniqueOpts: river.UniqueOpts{ByArgs: true, ByState: states}}
}

// Refresh gives out a job for each of a run's sites, in one transaction, and gives their
// numbers. A site that has a job has that one among them: if it waits, it visits what
// either asks for; if it is under way it goes on as it was begun, and less counts those
// that visit less than what says. The run may not be under way: its rounds visit the same
// sites.
func (d *Database) Refresh(ctx context.Context, run string, sites []string, what Refresh) (jobs []int64, less int, err error) {
	client, err := d.client(nil, nil)
	if err != nil {
		return nil, 0, err
	}
	err = pgx.BeginFunc(ctx, d.pool, func(tx pgx.Tx) error {
		var state string
		var epoch, priority int
		err := tx.QueryRow(ctx, "SELECT state, epoch, priority FROM verde.runs WHERE name = $1 FOR UPDATE", run).Scan(&state, &epoch, &priority)
		switch {
		case errors.Is(err, pgx.ErrNoRows):
			return ErrNoRun
		case err != nil:
			return err
		case state == Running:
			return ErrRunning
		}
		if less, err = widen(ctx, tx, run, epoch, what); err != nil {
			return err
		}
		for part := range slices.Chunk(slices.Sorted(slices.Values(sites)), 1000) {
			params := make([]river.InsertManyParams, len(part))
			for i, site := range part {
				params[i] = river.InsertManyParams{Args: refreshArgs{Run: run, Site: site, Epoch: epoch, Wanted: what}, InsertOpts: &river.InsertOpts{Priority: priority}}
			}
			given, err := client.InsertManyTx(ctx, tx, params)
			if err != nil {
				return err
			}
			for _, g := range given {
				jobs = append(jobs, g.Job.ID)
			}
		}
		return nil
	})
	if err != nil {
		return nil, 0, fmt.Errorf("run %s: %w", run, err)
	}
	return jobs, less, nil
}

// widen has the jobs of a run's refreshes that wait visit what is asked for, too, and
// counts those under way that lack some of it. They are of sites that were asked for
// before; what a run has of sites only grows.
func widen(ctx context.Context, tx pgx.Tx, run string, epoch int, what Refresh) (less int, err error) {
	waiting, err := refreshesIn(ctx, tx, run, waitingStates, "ORDER BY id FOR UPDATE")
	if err != nil {
		return 0, err
	}
	for id, args := range waiting {
		args.Epoch, args.Wanted = epoch, args.Wanted.with(what)
		if err := rewrite(ctx, tx, id, args); err != nil {
			return 0, err
		}
	}
	running, err := refreshesIn(ctx, tx, run, []string{"running"}, "") // those that began meanwhile, too
	for _, args := range running {
		if args.Wanted.lacks(what) {
			less++
		}
	}
	return less, err
}

// ErrRunning is the error of what a run that is under way does not bear.
var ErrRunning = errors.New("the run is under way: wait for its end, or cancel it")

// refreshSite visits the pages of a site again. All that it stores is stored while it
// has the site. Done twice, it asks the second time only for what was not stored the
// first: pages whose last visit is in the archive are taken from there.
func (w *Worker) refreshSite(ctx context.Context, job *river.Job[refreshArgs]) error {
	a := job.Args
	run, err := w.db.Run(ctx, a.Run)
	if errors.Is(err, ErrNoRun) {
		return river.JobCancel(err)
	} else if err != nil {
		return w.later(err)
	}
	if run.State == Running || run.Epoch != a.Epoch {
		return river.JobCancel(errors.New("the run was gone on with"))
	}
	s, release, err := w.session(ctx, run)
	if err != nil {
		return w.later(err)
	}
	defer release()
	held, h := w.leases.begin(ctx, fmt.Sprintf("%s %s %d", w.id, a.Run, a.Epoch), s.Client.Site)
	defer h.end(ctx)
	l, wait, err := h.take(held, a.Site)
	if err != nil {
		return w.later(err)
	}
	if l == nil && wait <= longestWait {
		w.log.Info("another run has the site, or it wants to be left alone", "run", a.Run, "site", a.Site, "again", wait)
		return river.JobSnooze(wait)
	}
	if l == nil {
		w.log.Warn("the site wants to be left alone, its pages stay as they were", "run", a.Run, "site", a.Site, "for", wait)
		return river.RecordOutput(ctx, harvest.RefreshReport{Sites: 1, Incomplete: map[string]int{"site wants to be left alone": 1}})
	}
	h.guards = a.Site
	s.Explorer.Catalog.Guard(guard)
	s.Client.Resume(a.Site)
	visit := harvest.Visit{Since: a.Wanted.Since, Sites: 1, Search: a.Wanted.Search, Downloads: a.Wanted.Downloads, Only: a.Site, Archived: s.Client.Flush}
	report, err := s.Explorer.Refresh(held, s.Client, visit)
	if err == nil {
		err = s.Client.Flush(held) // of a site of which nothing changed, the catalog gets nothing
	}
	if err != nil {
		if errors.Is(context.Cause(held), fetch.ErrLeaseLost) {
			err = errors.Join(err, fetch.ErrLeaseLost)
		}
		return w.later(err)
	}
	return river.RecordOutput(ctx, report)
}

// later is what a job says that failed for no fault of its site's.
func (w *Worker) later(err error) error {
	switch {
	case w.isStopping():
		return river.JobSnooze(0)
	case passes(err):
		w.log.Warn("a job is done again", "why", err)
		return river.JobSnooze(w.opt.Lease / 3)
	}
	return err
}

// Refreshed waits until jobs of a refresh are done, and gives what they came to. One that
// was given up, or is no longer known, counts as incomplete; the first is told, too. A
// database that is away is waited for. Cost: a count of the jobs a second.
func (d *Database) Refreshed(ctx context.Context, jobs []int64) (sum harvest.RefreshReport, err error) {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for away := false; ; {
		var open int
		err := d.pool.QueryRow(ctx, "SELECT count(*) FROM verde.river_job WHERE id = ANY($1) AND finalized_at IS NULL", jobs).Scan(&open)
		if err == nil && open == 0 {
			if sum, err = d.sum(ctx, jobs); err == nil {
				return sum, nil
			}
		}
		switch {
		case ctx.Err() != nil:
			return sum, context.Cause(ctx)
		case err != nil && !passes(err):
			return sum, fmt.Errorf("jobs: %w", err)
		case err != nil && !away: // it may be back in a moment, and workers wait for it, too
			d.log.Warn("the database does not answer", "error", err)
		}
		away = err != nil
		select {
		case <-tick.C:
		case <-ctx.Done():
			return sum, context.Cause(ctx)
		}
	}
}

// sum is what jobs of a refresh came to.
func (d *Database) sum(ctx context.Context, jobs []int64) (sum harvest.RefreshReport, err error) {
	const all = `SELECT state::text, coalesce(metadata -> 'output', 'null'), args ->> 'site', coalesce(errors[array_upper(errors, 1)] ->> 'error', 'its worker died at each attempt')
		FROM verde.river_job WHERE id = ANY($1) ORDER BY id`
	rows, err := d.pool.Query(ctx, all, jobs)
	if err != nil {
		return sum, err
	}
	sum.Incomplete = make(map[string]int)
	known := 0
	var state, site, why string
	var output []byte
	_, err = pgx.ForEachRow(rows, []any{&state, &output, &site, &why}, func() error {
		known++
		var r harvest.RefreshReport
		switch state {
		case "completed":
			if err := json.Unmarshal(output, &r); err != nil {
				return err
			}
		case "discarded":
			d.log.Warn("gave up, its pages stay as they were", "site", site, "why", why)
			r.Incomplete = map[string]int{"site given up": 1}
		default:
			r.Incomplete = map[string]int{"site " + state: 1}
		}
		sum.Sites, sum.Pages, sum.Changed, sum.Added, sum.Found, sum.Gone = sum.Sites+r.Sites, sum.Pages+r.Pages, sum.Changed+r.Changed, sum.Added+r.Added, sum.Found+r.Found, sum.Gone+r.Gone
		for reason, n := range r.Incomplete {
			sum.Incomplete[reason] += n
		}
		return nil
	})
	if lost := len(jobs) - known; lost > 0 {
		sum.Incomplete["site's report is gone"] = lost
	}
	return sum, err
}
