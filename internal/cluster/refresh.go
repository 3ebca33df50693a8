package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
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
}

// refreshArgs is the job that visits the pages of a site again. There is one of a site
// at a time: what a second would visit, the first does.
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
// numbers. A site whose pages are being visited already has its job among them. The run
// may not be under way: its rounds visit the same sites.
func (d *Database) Refresh(ctx context.Context, run string, sites []string, what Refresh) (jobs []int64, err error) {
	client, err := d.client(nil)
	if err != nil {
		return nil, err
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
		return nil, fmt.Errorf("run %s: %w", run, err)
	}
	return jobs, nil
}

// ErrRunning is the error of what a run that is under way does not bear.
var ErrRunning = errors.New("the run is under way: wait for its end, or cancel it")

// refreshSite visits the pages of a site again. All that it stores is stored while it
// has the site; done twice it finds nothing left to visit the second time.
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
	if l == nil {
		return river.JobSnooze(wait)
	}
	h.step = a.Site
	s.Explorer.Catalog.Guard(guard)
	s.Client.Resume(a.Site)
	report, err := s.Explorer.Refresh(held, s.Client, harvest.Visit{Since: a.Wanted.Since, Sites: 1, Search: a.Wanted.Search, Downloads: a.Wanted.Downloads, Only: a.Site})
	if err == nil {
		err = s.Client.Flush(held)
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

// Refreshed tells how far jobs of a refresh are: how many are open, and what those that
// are done came to. One that was given up counts as incomplete.
func (d *Database) Refreshed(ctx context.Context, jobs []int64) (open int, sum harvest.RefreshReport, err error) {
	rows, err := d.pool.Query(ctx, "SELECT state::text, coalesce(metadata -> 'output', 'null') FROM verde.river_job WHERE id = ANY($1)", jobs)
	if err != nil {
		return 0, sum, fmt.Errorf("jobs: %w", err)
	}
	sum.Incomplete = make(map[string]int)
	var state string
	var output []byte
	_, err = pgx.ForEachRow(rows, []any{&state, &output}, func() error {
		var r harvest.RefreshReport
		switch state {
		case "completed":
			if err := json.Unmarshal(output, &r); err != nil {
				return err
			}
		case "cancelled", "discarded":
			r.Incomplete = map[string]int{"site " + state: 1}
		default:
			open++
			return nil
		}
		sum.Sites, sum.Pages, sum.Changed, sum.Added, sum.Found, sum.Gone = sum.Sites+r.Sites, sum.Pages+r.Pages, sum.Changed+r.Changed, sum.Added+r.Added, sum.Found+r.Found, sum.Gone+r.Gone
		for _, why := range slices.Sorted(maps.Keys(r.Incomplete)) {
			sum.Incomplete[why] += r.Incomplete[why]
		}
		return nil
	})
	return open, sum, err
}
