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

	"verde/fetch"
	"verde/vertical"
)

func (w *Worker) workers() *river.Workers {
	all := river.NewWorkers()
	river.AddWorker(all, river.WorkFunc(w.openRound))
	river.AddWorker(all, river.WorkFunc(w.settleSite))
	river.AddWorker(all, river.WorkFunc(w.closeRound))
	river.AddWorker(all, river.WorkFunc(w.refreshSite))
	river.AddWorker(all, river.WorkFunc(w.doTidy))
	return all
}

// clientOf is River's client of the process that a job is done in.
func clientOf(ctx context.Context) *river.Client[pgx.Tx] { return river.ClientFromContext[pgx.Tx](ctx) }

// within has a job done. What fails for no fault of its own is told, and done later, here
// or elsewhere.
func (w *Worker) within(ctx context.Context, p place, job int64, sites bool, do func(context.Context, *Session, *hold) error) error {
	err := w.attempt(ctx, p, job, sites, do)
	var snooze *river.JobSnoozeError
	var unopened *openError
	switch {
	case errors.As(err, &snooze):
		return err
	case err == nil:
		return w.db.tell(ctx, p, "")
	case w.isStopping():
		return river.JobSnooze(0)
	case !passes(err):
		return err
	}
	w.log.Warn("a job is done again", "run", p.Run, "round", p.Round, "why", err)
	if untold := w.db.tell(context.WithoutCancel(ctx), p, w.id+": "+err.Error()); untold != nil {
		w.log.Warn("the database does not answer", "error", untold)
	}
	if errors.As(err, &unopened) { // another worker may have more luck
		return river.JobSnooze(w.opt.Lease)
	}
	return river.JobSnooze(w.opt.Lease / 3)
}

// attempt prepares a job's run and leases, and has it done. One of a run that is not under
// way any more is dropped.
func (w *Worker) attempt(ctx context.Context, p place, job int64, sites bool, do func(context.Context, *Session, *hold) error) error {
	run, err := w.db.Run(ctx, p.Run)
	if err != nil && !errors.Is(err, ErrNoRun) {
		return err
	}
	if err != nil || run.State != Running || run.Epoch != p.Epoch {
		return w.complete(ctx, job)
	}
	s, release, err := w.session(ctx, run)
	if err != nil {
		return err
	}
	defer release()
	if !sites {
		if err := w.fits(ctx, s.Explorer.Catalog); err != nil {
			return err
		}
	}
	held, h := w.leases.begin(ctx, fmt.Sprintf("%s %s %d", w.id, p.Run, p.Epoch), s.Client.Site)
	defer h.end(ctx)
	s.Explorer.Catalog.Guard(guard)
	err = w.step(held, p, h, sites, func() error { return do(held, s, h) })
	if err != nil && errors.Is(context.Cause(held), fetch.ErrLeaseLost) {
		err = errors.Join(err, fetch.ErrLeaseLost)
	}
	return err
}

// step does what a job does, one of a round only with the lease of its run.
func (w *Worker) step(ctx context.Context, p place, h *hold, sites bool, do func() error) error {
	if !sites {
		l, wait, err := h.take(ctx, stepOf(p.Run))
		if err != nil {
			return err
		}
		if l == nil {
			return river.JobSnooze(wait)
		}
		h.guards = stepOf(p.Run)
	}
	return do()
}

// ends has a run fail by an error of one of its rounds that another attempt would meet
// again, or that was the last one.
func (w *Worker) ends(ctx context.Context, job *river.Job[roundArgs], err error) error {
	var unfit *vertical.Error
	var snooze *river.JobSnoozeError
	if err == nil || errors.As(err, &snooze) || !errors.As(err, &unfit) && job.Attempt < job.MaxAttempts {
		return err
	}
	return w.fail(context.WithoutCancel(ctx), job.ID, job.Args.place, err)
}

// openRound opens a round, and gives out its sites; if there is nothing to ask, the run
// is done.
func (w *Worker) openRound(ctx context.Context, job *river.Job[roundArgs]) error {
	p := job.Args.place
	err := w.within(ctx, p, job.ID, false, func(ctx context.Context, s *Session, _ *hold) error {
		opened, err := s.Explorer.OpenRound(ctx, s.Vertical, p.Round)
		if err != nil {
			return err
		}
		w.opt.At(RoundAsked)
		var sites []string
		var report []byte
		if opened {
			sites, err = s.Explorer.OpenSites(ctx, p.Round)
		} else {
			report, err = reportOf(ctx, s, p.Round-1, true)
		}
		if err != nil {
			return err
		}
		if err := s.Client.Flush(ctx); err != nil {
			return err
		}
		err = pgx.BeginFunc(ctx, w.db.pool, func(tx pgx.Tx) error {
			if err := guard(ctx, tx); err != nil {
				return err
			}
			if !opened {
				return errors.Join(endRun(ctx, tx, p, true, report), complete(ctx, tx, job.ID))
			}
			err := errors.Join(giveOut(ctx, tx, p, sites), complete(ctx, tx, job.ID))
			w.opt.At(RoundGivenOut)
			return err
		})
		w.opt.At(RoundOpen)
		return err
	})
	return w.ends(ctx, job, err)
}

// giveOut stores a round and its sites, and inserts their jobs, once.
func giveOut(ctx context.Context, tx pgx.Tx, p place, sites []string) error {
	var priority int
	err := tx.QueryRow(ctx, "SELECT priority FROM verde.runs WHERE name = $1 AND epoch = $2 AND state = 'running' FOR UPDATE", p.Run, p.Epoch).Scan(&priority)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil // cancelled meanwhile
	}
	if err != nil {
		return err
	}
	tag, err := tx.Exec(ctx, "INSERT INTO verde.rounds (run, round, open, sites) VALUES ($1, $2, $3, $3) ON CONFLICT DO NOTHING", p.Run, p.Round, len(sites))
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	client := clientOf(ctx)
	if len(sites) == 0 {
		_, err := client.InsertTx(ctx, tx, closeArgs{p}, &river.InsertOpts{Priority: priority})
		return err
	}
	if _, err := tx.Exec(ctx, "INSERT INTO verde.candidates (run, round, site) SELECT $1, $2, unnest($3::text[])", p.Run, p.Round, sites); err != nil {
		return err
	}
	for part := range slices.Chunk(sites, 1000) {
		params := make([]river.InsertManyParams, len(part))
		for i, site := range part {
			params[i] = river.InsertManyParams{Args: siteArgs{p, site}, InsertOpts: &river.InsertOpts{Priority: priority}}
		}
		if _, err := client.InsertManyTx(ctx, tx, params); err != nil {
			return err
		}
	}
	return nil
}

// longestWait is how long a site waits that its host wants to be left alone. One that asks
// for more than the hourly quota of a server can explain is settled without what it has
// not given, as a run by itself does.
const longestWait = time.Hour

// longPauses is how often a host may ask to be left alone for longer than is waited for
// before its site is settled without what it has not given.
const longPauses = 3

// settleSite settles a site.
func (w *Worker) settleSite(ctx context.Context, job *river.Job[siteArgs]) error {
	p := job.Args
	err := w.within(ctx, p.place, job.ID, true, func(ctx context.Context, s *Session, h *hold) error {
		var open bool
		if err := w.db.pool.QueryRow(ctx, "SELECT EXISTS (SELECT FROM verde.candidates WHERE run = $1 AND round = $2 AND site = $3 AND state = 'open')", p.Run, p.Round, p.Site).Scan(&open); err != nil {
			return err
		}
		if !open {
			return w.complete(ctx, job.ID)
		}
		l, wait, err := h.take(ctx, p.Site)
		if err != nil {
			return err
		}
		if l == nil && wait <= longestWait {
			w.log.Info("another run has the site, or it wants to be left alone", "run", p.Run, "site", p.Site, "again", wait)
			return river.JobSnooze(wait)
		}
		w.opt.At(SiteTaken)
		s.Client.Resume(p.Site) // it may be the client of an attempt before
		settled, err := s.Explorer.SettleSite(ctx, s.Vertical, p.Round, p.Site)
		if err != nil {
			return err
		}
		w.opt.At(SiteRead)
		if err := errors.Join(s.Explorer.Note(settled), s.Client.Flush(ctx)); err != nil {
			return err
		}
		w.opt.At(SiteArchived)
		if state := s.Client.Site(p.Site); state.Asked > 0 && pauseOf(state) <= longestWait {
			var pauses int
			const count = "UPDATE verde.candidates SET pauses = pauses + 1 WHERE run = $1 AND round = $2 AND site = $3 RETURNING pauses"
			if err := w.db.pool.QueryRow(ctx, count, p.Run, p.Round, p.Site).Scan(&pauses); err != nil {
				return err
			}
			if pauses <= longPauses {
				return river.JobSnooze(pauseOf(state) + time.Second)
			}
		}
		err = s.Explorer.Catalog.PutSettledWith(ctx, p.Round, settled, func(ctx context.Context, tx pgx.Tx) error {
			if l != nil {
				if err := h.holds(ctx, tx, p.Site); err != nil {
					return err
				}
			}
			err := w.settle(ctx, tx, clientOf(ctx), job.ID, p, settled.Source.State)
			w.opt.At(SiteSettling)
			return err
		})
		w.opt.At(SiteSettled)
		if errors.Is(err, errSettled) {
			return w.complete(ctx, job.ID)
		}
		return err
	})
	var snooze *river.JobSnoozeError
	if err == nil || errors.As(err, &snooze) || job.Attempt < job.MaxAttempts {
		return err
	}
	w.log.Error("gave up", "run", p.Run, "round", p.Round, "site", p.Site, "why", err)
	return w.settleFailed(context.WithoutCancel(ctx), clientOf(ctx), job.ID, p, err)
}

// errSettled is why a site is not stored: it was before, or its run is not under way.
var errSettled = errors.New("the site is settled")

// closeRound closes a round, and gives out the next, or ends the run.
func (w *Worker) closeRound(ctx context.Context, job *river.Job[closeArgs]) error {
	p := job.Args.place
	err := w.within(ctx, p, job.ID, false, func(ctx context.Context, s *Session, _ *hold) error {
		more, err := s.Explorer.CloseRound(ctx, s.Vertical, p.Round)
		if err != nil {
			return err
		}
		var report []byte
		if !more {
			if report, err = reportOf(ctx, s, p.Round, more); err != nil {
				return err
			}
		}
		w.opt.At(RoundClosing)
		err = pgx.BeginFunc(ctx, w.db.pool, func(tx pgx.Tx) error {
			if err := guard(ctx, tx); err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, "UPDATE verde.rounds SET closed_at = now() WHERE run = $1 AND round = $2", p.Run, p.Round); err != nil {
				return err
			}
			if !more {
				return errors.Join(endRun(ctx, tx, p, false, report), complete(ctx, tx, job.ID))
			}
			var priority int
			err := tx.QueryRow(ctx, "SELECT priority FROM verde.runs WHERE name = $1 AND epoch = $2 AND state = 'running' FOR UPDATE", p.Run, p.Epoch).Scan(&priority)
			if err == nil {
				next := p
				next.Round++
				_, err = clientOf(ctx).InsertTx(ctx, tx, roundArgs{next}, &river.InsertOpts{Priority: priority})
			} else if errors.Is(err, pgx.ErrNoRows) {
				err = nil
			}
			w.opt.At(RoundEnding)
			return errors.Join(err, complete(ctx, tx, job.ID))
		})
		w.opt.At(RoundClosed)
		return err
	})
	return w.ends(ctx, &river.Job[roundArgs]{JobRow: job.JobRow, Args: roundArgs{p}}, err)
}

// endRun notes that a run is done, and what it came to; more is what was said of its last
// round.
func endRun(ctx context.Context, tx pgx.Tx, p place, more bool, report []byte) error {
	_, err := tx.Exec(ctx, "UPDATE verde.runs SET state = 'done', more = $3, error = '', report = $4 WHERE name = $1 AND epoch = $2 AND state = 'running'", p.Run, p.Epoch, more, report)
	if err != nil {
		return err
	}
	return forgetKnown(ctx, tx, p.Run)
}

// reportOf sums up a run that ends after so many rounds.
func reportOf(ctx context.Context, s *Session, rounds int, more bool) ([]byte, error) {
	report, err := s.Explorer.Report(ctx, s.Vertical, rounds, more)
	if err != nil {
		return nil, err
	}
	return json.Marshal(report)
}
