package cluster

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/riverqueue/river"

	"verde/catalog"
	"verde/fetch"
)

// passes reports whether an error is of what machines share or of the way to it: nothing
// that the job's site, which has five attempts, is to blame for.
func passes(err error) bool {
	var refused *pgconn.PgError
	if errors.As(err, &refused) { // see appendix A of PostgreSQL's manual
		return slices.Contains([]string{"08", "25", "40", "53", "57", "58"}, refused.Code[:min(2, len(refused.Code))])
	}
	var lost *pgconn.ConnectError
	var network net.Error
	is := func(these ...error) bool {
		return slices.ContainsFunc(these, func(this error) bool { return errors.Is(err, this) })
	}
	return errors.As(err, new(*openError)) || errors.As(err, new(*fetch.StoreError)) || errors.As(err, &lost) || errors.As(err, &network) ||
		is(fetch.ErrLeaseLost, io.EOF, io.ErrUnexpectedEOF, sql.ErrConnDone, driver.ErrBadConn, pgconn.ErrConnClosed) || pgconn.SafeToRetry(err)
}

func (w *Worker) isStopping() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.stopping
}

// settle notes in the transaction that stores what a site came to that it is settled,
// counts it, and gives out the end of the round with the last.
func (w *Worker) settle(ctx context.Context, tx pgx.Tx, client *river.Client[pgx.Tx], job int64, p siteArgs, state string) error {
	tag, err := tx.Exec(ctx, `UPDATE verde.candidates c SET state = $4 FROM verde.runs r
		WHERE c.run = $1 AND c.round = $2 AND c.site = $3 AND c.state = 'open' AND r.name = c.run AND r.epoch = $5 AND r.state = 'running'`, p.Run, p.Round, p.Site, state, p.Epoch)
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		return errSettled
	}
	var open, priority int
	const count = `UPDATE verde.rounds o SET open = open - 1 FROM verde.runs r WHERE o.run = $1 AND round = $2 AND r.name = o.run RETURNING open, r.priority`
	if err := tx.QueryRow(ctx, count, p.Run, p.Round).Scan(&open, &priority); err != nil {
		return err
	}
	if open == 0 {
		if _, err := client.InsertTx(ctx, tx, closeArgs{p.place}, &river.InsertOpts{Priority: priority}); err != nil {
			return err
		}
	}
	return complete(ctx, tx, job)
}

// session gives the run as this process works on it, opened if it is not; release tells
// that the caller has done with it.
func (w *Worker) session(ctx context.Context, run Run) (*Session, func(), error) {
	k := runKey{run.Name, run.Epoch}
	w.mu.Lock()
	s := w.sessions[k]
	if s == nil {
		s = new(opened)
		w.sessions[k] = s
	}
	s.users++
	w.mu.Unlock()
	s.Do(func() { s.Session, s.err = w.opt.Open(context.WithoutCancel(ctx), run, w.Share(run)) })
	release := func() {
		w.mu.Lock()
		s.users--
		last := s.users == 0 && (s.ended || s.err != nil) && w.sessions[k] == s
		if last {
			delete(w.sessions, k)
		}
		w.mu.Unlock()
		if last {
			w.end(k, s)
		}
	}
	if s.err != nil {
		release()
		return nil, nil, &openError{fmt.Errorf("opening run %s: %w", run.Name, s.err)}
	}
	return s.Session, release, nil
}

// end closes a session that nobody uses any more.
func (w *Worker) end(k runKey, s *opened) {
	if s.Session == nil {
		return
	}
	if err := s.Close(); err != nil {
		w.log.Warn("closing a run", "run", k.name, "error", err)
	}
}

// Share gives what a fetcher of a run has to use. Each has a prefix of its own: a run that
// is refreshed is opened again and again, and no object is written twice.
func (w *Worker) Share(run Run) Shared {
	prefix := fmt.Sprintf("warc/%s/%s/%s-%d-%d", run.Name, w.db.instance, w.id, run.Epoch, w.shares.Add(1))
	return Shared{Hosts: w.leases, Captures: captures{w.db, run.Name, w.opt.At}, Prefix: prefix, Knowledge: knowledge{w.db, run.Name}}
}

// MemoryFor is what a process needs, in bytes, to open or close a round of a run whose records
// have so many values, or to make its entities.
func MemoryFor(values int64) int64 {
	return values*bytesPerValue + min(values*learnedOfValue, mostLearned)
}

func (w *Worker) complete(ctx context.Context, job int64) error {
	return pgx.BeginFunc(ctx, w.db.pool, func(tx pgx.Tx) error { return complete(ctx, tx, job) })
}

// fits tells whether this process has the memory for what has all of a run's records in it: to
// open or close a round, or to make the entities.
func (w *Worker) fits(ctx context.Context, cat *catalog.Catalog) error {
	values, err := cat.Values(ctx)
	if need := MemoryFor(values); err == nil && w.opt.Memory > 0 && need > w.opt.Memory {
		const mega = 1e6
		err = &openError{fmt.Errorf("one catalog of %d values takes about %.0f MB of memory, and this process may take %.0f: start a worker with more, see its --memory", values, float64(need)/mega, float64(w.opt.Memory)/mega)}
	}
	return err
}

// fail ends a run that can't go on.
func (w *Worker) fail(ctx context.Context, job int64, p place, why error) error {
	return pgx.BeginFunc(ctx, w.db.pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE verde.runs SET state = 'failed', error = $3 WHERE name = $1 AND epoch = $2 AND state = 'running'", p.Run, p.Epoch, storable(why.Error()))
		return errors.Join(err, complete(ctx, tx, job))
	})
}

// settleFailed stores that a site could not be settled.
func (w *Worker) settleFailed(ctx context.Context, client *river.Client[pgx.Tx], job int64, p siteArgs, why error) error {
	cat, err := w.db.Catalog(ctx, p.Run)
	if err != nil {
		return err
	}
	defer cat.Close()
	src := catalog.Source{Site: p.Site, Role: catalog.Discovered, Round: p.Round, State: catalog.Failed, Reason: storable(why.Error())}
	err = cat.PutSettledWith(ctx, p.Round, catalog.Settled{Source: src}, func(ctx context.Context, tx pgx.Tx) error {
		return w.settle(ctx, tx, client, job, p, Failed)
	})
	if errors.Is(err, errSettled) {
		return w.complete(ctx, job)
	}
	return err
}
