package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"
)

// place is where a job belongs.
type place struct {
	Run   string `json:"run"`
	Epoch int    `json:"epoch"`
	Round int    `json:"round"`
}

// The jobs of a run: each is given out once.
type (
	roundArgs struct{ place }
	closeArgs struct{ place }
	siteArgs  struct {
		place
		Site string `json:"site"`
	}
)

func (roundArgs) Kind() string { return "round" }
func (closeArgs) Kind() string { return "close" }
func (siteArgs) Kind() string  { return "site" }

// The queues. Jobs whose process died are done one at a time in each, so that sites that
// were worked on beside a page that kills its reader are not blamed for it too.
const (
	stepQueue    = river.QueueDefault
	siteQueue    = "sites"
	suspectQueue = "suspects"
	tidyQueue    = "tidy" // which no round waits for
)

// Attempts at a job. A round or its end has no other remedy than to be tried again; a
// site that fails five times is left.
const (
	stepAttempts = 25
	siteAttempts = 5
)

func (roundArgs) InsertOpts() river.InsertOpts { return once(stepQueue, stepAttempts) }
func (closeArgs) InsertOpts() river.InsertOpts { return once(stepQueue, stepAttempts) }
func (siteArgs) InsertOpts() river.InsertOpts  { return once(siteQueue, siteAttempts) }

func once(queue string, attempts int) river.InsertOpts {
	return river.InsertOpts{Queue: queue, MaxAttempts: attempts, UniqueOpts: river.UniqueOpts{ByArgs: true}}
}

// never is longer than any job takes: River would give one that is older to a second
// process, whether the first is alive or not.
const never = 10 * 365 * 24 * time.Hour

// keepEnded is how long jobs that have ended are kept: a refresh is counted when its last
// site is done, and the 100,000 pages of one that is asked every five seconds take six
// days.
const keepEnded = 7 * 24 * time.Hour

// client gives River's client: one that works for w, by its workers, if w is
// not nil, else one that gives out jobs.
func (d *Database) client(w *Worker, workers *river.Workers) (*river.Client[pgx.Tx], error) {
	config := &river.Config{Schema: schema, JobTimeout: -1, RescueStuckJobsAfter: never, Logger: slog.New(slog.DiscardHandler)}
	if w != nil {
		config.ID = w.id
		config.Workers = workers
		config.FetchPollInterval = w.opt.Lease / 15
		config.RetryPolicy = soon{w.opt.Lease}
		config.JobStuckThreshold = never
		config.CompletedJobRetentionPeriod, config.CancelledJobRetentionPeriod, config.DiscardedJobRetentionPeriod = keepEnded, keepEnded, keepEnded
		config.Queues = map[string]river.QueueConfig{
			stepQueue: {MaxWorkers: 1}, siteQueue: {MaxWorkers: w.opt.Sites}, suspectQueue: {MaxWorkers: 1}, tidyQueue: {MaxWorkers: 1},
		}
		tidy := func() (river.JobArgs, *river.InsertOpts) { return tidyArgs{}, nil }
		config.PeriodicJobs = []*river.PeriodicJob{river.NewPeriodicJob(river.PeriodicInterval(tidyEvery), tidy, &river.PeriodicJobOpts{RunOnStart: true})}
		config.Logger = slog.New(warnings{w.log.Handler()})
	}
	return river.NewClient(riverpgxv5.New(d.pool), config)
}

// warnings are a log's records from level Warn on: River tells of each start and stop.
type warnings struct{ slog.Handler }

func (h warnings) Enabled(ctx context.Context, l slog.Level) bool {
	return l >= slog.LevelWarn && h.Handler.Enabled(ctx, l)
}

// soon tries a job again after the time of a lease, the more the oftener it failed, up to
// a minute.
type soon struct{ lease time.Duration }

func (s soon) NextRetry(job *rivertype.JobRow) time.Time {
	return time.Now().Add(min(time.Duration(job.Attempt)*s.lease/5, time.Minute))
}

// What is below writes River's table, which it has no call for: see there with each
// version of it.

// complete marks a job as done in a transaction. If another process has it by now, it
// finds nothing to do.
func complete(ctx context.Context, tx pgx.Tx, id int64) error {
	_, err := tx.Exec(ctx, `UPDATE verde.river_job SET state = 'completed', finalized_at = now() WHERE id = $1 AND state IN ('running', 'available', 'retryable', 'scheduled')`, id)
	return err
}

// discard gives up a job that no round waits for.
func discard(ctx context.Context, tx pgx.Tx, id int64) error {
	_, err := tx.Exec(ctx, `UPDATE verde.river_job SET state = 'discarded', finalized_at = now() WHERE id = $1 AND state = 'running'`, id)
	return err
}

// dropJobs cancels the jobs of a run that have not begun, and gives those that are under
// way.
func dropJobs(ctx context.Context, tx pgx.Tx, run string) (running []int64, err error) {
	const waiting = "UPDATE verde.river_job SET state = 'cancelled', finalized_at = now() WHERE args ->> 'run' = $1 AND state::text = ANY($2)"
	if _, err := tx.Exec(ctx, waiting, run, waitingStates); err != nil {
		return nil, err
	}
	rows, err := tx.Query(ctx, "SELECT id FROM verde.river_job WHERE args ->> 'run' = $1 AND state = 'running'", run)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[int64])
}

// forgetJobs deletes the jobs of a run, also those that have ended: each is one of its kind for as
// long as it is kept, and a new run of the name would be given none like it.
func forgetJobs(ctx context.Context, tx pgx.Tx, run string) error {
	_, err := tx.Exec(ctx, "DELETE FROM verde.river_job WHERE args ->> 'run' = $1", run)
	return err
}

// waitingStates are those of jobs that have not begun, or are to be done again.
var waitingStates = []string{"available", "scheduled", "retryable", "pending"}

// refreshesIn are the jobs of refreshes of a run that are in one of some states, by
// number; lock is the end of the query.
func refreshesIn(ctx context.Context, tx pgx.Tx, run string, states []string, lock string) (map[int64]refreshArgs, error) {
	const some = "SELECT id, args FROM verde.river_job WHERE kind = 'refresh' AND args ->> 'run' = $1 AND state::text = ANY($2) "
	rows, err := tx.Query(ctx, some+lock, run, states)
	if err != nil {
		return nil, err
	}
	out := make(map[int64]refreshArgs)
	var id int64
	var args refreshArgs
	_, err = pgx.ForEachRow(rows, []any{&id, &args}, func() error { out[id] = args; return nil })
	return out, err
}

// rewrite changes what a job that waits and is locked does. What makes it one of its kind
// must stay.
func rewrite(ctx context.Context, tx pgx.Tx, id int64, args refreshArgs) error {
	_, err := tx.Exec(ctx, "UPDATE verde.river_job SET args = $2 WHERE id = $1", id, args)
	return err
}

// orphan is a job whose process has died.
type orphan struct {
	id            int64
	kind          string
	attempt, most int
	args          siteArgs
}

// reaps reports whether this transaction is to look after the jobs of dead processes: one
// of all processes does so at a time, since it costs the more the more jobs there are.
func reaps(ctx context.Context, tx pgx.Tx, every time.Duration) (bool, error) {
	const turn = `UPDATE verde.instance SET reaped = now() WHERE id = (SELECT id FROM verde.instance WHERE reaped < now() - $1::interval FOR UPDATE SKIP LOCKED)`
	tag, err := tx.Exec(ctx, turn, every)
	return err == nil && tag.RowsAffected() > 0, err
}

// orphans locks the jobs whose processes were not seen for as long as their leases last. The
// array of those that were is hashed, where a join may be a loop, since it rests on counts
// that are old.
func orphans(ctx context.Context, tx pgx.Tx) ([]orphan, error) {
	const all = `SELECT id, kind, attempt, max_attempts, args FROM verde.river_job j WHERE state = 'running' AND
		coalesce(j.attempted_by[array_upper(j.attempted_by, 1)], '') <> ALL (ARRAY(SELECT id FROM verde.workers WHERE seen > now() - lease))
		ORDER BY id FOR UPDATE SKIP LOCKED`
	rows, err := tx.Query(ctx, all)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (o orphan, err error) {
		var args []byte
		if err := row.Scan(&o.id, &o.kind, &o.attempt, &o.most, &args); err != nil {
			return o, err
		}
		return o, json.Unmarshal(args, &o.args)
	})
}

// again makes a job available to other processes, a site in the queue of suspects.
func again(ctx context.Context, tx pgx.Tx, o orphan) error {
	_, err := tx.Exec(ctx, `UPDATE verde.river_job SET state = 'available', scheduled_at = now(), queue = CASE WHEN kind IN ('site', 'refresh') THEN $2 ELSE queue END WHERE id = $1`, o.id, suspectQueue)
	return err
}

// Queues counts the jobs of a run that are not done, by state.
func (d *Database) Queues(ctx context.Context, run string) (map[string]int, error) {
	rows, err := d.pool.Query(ctx, "SELECT state::text, count(*) FROM verde.river_job WHERE args ->> 'run' = $1 AND finalized_at IS NULL GROUP BY state", run)
	if err != nil {
		return nil, fmt.Errorf("jobs: %w", err)
	}
	out := make(map[string]int)
	var state string
	var n int
	_, err = pgx.ForEachRow(rows, []any{&state, &n}, func() error { out[state] = n; return nil })
	return out, err
}
