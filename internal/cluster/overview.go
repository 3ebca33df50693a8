package cluster

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// Overview is what machines share, as it stands: for people and for programs. Names in
// it are of hosts of the web and of machines, and nothing else of them is checked.
type Overview struct {
	Runs    []RunState    `json:"runs"`
	Queues  []QueueState  `json:"queues"`
	Workers []WorkerState `json:"workers"`
	Hosts   []HostState   `json:"hosts"`
}

// RunState is how far a run is.
type RunState struct {
	Name     string    `json:"run"`
	State    string    `json:"state"`
	Error    string    `json:"error,omitempty"` // see [Run]
	Priority int       `json:"priority"`
	Created  time.Time `json:"created"`
	Round    int       `json:"round"` // the last that was opened, 0 for none
	Sites    int       `json:"sites"` // of it
	Open     int       `json:"open"`  // of these, not settled yet
	Ended    bool      `json:"ended"` // the round is closed
}

// QueueState counts the jobs of a queue that are not done.
type QueueState struct {
	Queue     string `json:"queue"`
	Waiting   int    `json:"waiting"`   // for a worker
	Running   int    `json:"running"`   // a worker has them
	Scheduled int    `json:"scheduled"` // for later: another run has the site, or it wants to be left alone
	Failed    int    `json:"failed"`    // and will be tried again
}

// WorkerState is what a worker last told of itself.
type WorkerState struct {
	ID      string  `json:"id"`
	Version string  `json:"version"`
	Seen    float64 `json:"seen_s"` // seconds ago
	Silent  bool    `json:"silent"` // for longer than its lease: it is dead, or can't reach the database
	Sites   int     `json:"sites"`  // whose leases it has
}

// HostState is a site that a worker has, or that nobody may have yet.
type HostState struct {
	Site   string  `json:"site"`
	Holder string  `json:"holder,omitempty"`
	Pause  float64 `json:"pause_s,omitempty"` // seconds in which nobody may send a request to it
}

func (h HostState) String() string {
	if h.Holder != "" {
		return "read by " + h.Holder
	}
	return fmt.Sprintf("left alone for %v", time.Duration(h.Pause*float64(time.Second)).Round(time.Second))
}

// Overview gives what machines share: the last hundred runs, and at most a hundred sites
// of each kind. Cost: that of counting the jobs that are not done.
func (d *Database) Overview(ctx context.Context) (o Overview, err error) {
	var errs [3]error
	o.Runs, err = d.runs(ctx)
	o.Queues, errs[0] = d.queues(ctx)
	o.Workers, errs[1] = d.Workers(ctx)
	o.Hosts, errs[2] = d.Hosts(ctx)
	return o, errors.Join(err, errors.Join(errs[:]...))
}

func (d *Database) runs(ctx context.Context) ([]RunState, error) {
	const all = `SELECT name, state, error, priority, created, coalesce(o.round, 0), coalesce(o.sites, 0), coalesce(o.open, 0), o.closed_at IS NOT NULL
		FROM verde.runs r LEFT JOIN LATERAL (SELECT * FROM verde.rounds o WHERE o.run = r.name ORDER BY o.round DESC LIMIT 1) o ON true
		ORDER BY (state <> 'running'), created DESC, name LIMIT 100`
	rows, err := d.pool.Query(ctx, all)
	if err != nil {
		return nil, fmt.Errorf("runs: %w", err)
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (r RunState, err error) {
		return r, row.Scan(&r.Name, &r.State, &r.Error, &r.Priority, &r.Created, &r.Round, &r.Sites, &r.Open, &r.Ended)
	})
}

func (d *Database) queues(ctx context.Context) ([]QueueState, error) {
	const all = `SELECT queue, count(*) FILTER (WHERE state IN ('available', 'pending')), count(*) FILTER (WHERE state = 'running'),
		count(*) FILTER (WHERE state = 'scheduled'), count(*) FILTER (WHERE state = 'retryable')
		FROM verde.river_job WHERE finalized_at IS NULL GROUP BY queue ORDER BY queue`
	rows, err := d.pool.Query(ctx, all)
	if err != nil {
		return nil, fmt.Errorf("queues: %w", err)
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (q QueueState, err error) {
		return q, row.Scan(&q.Queue, &q.Waiting, &q.Running, &q.Scheduled, &q.Failed)
	})
}

// Workers gives those that were seen within a day.
func (d *Database) Workers(ctx context.Context) ([]WorkerState, error) {
	const all = `SELECT id, version, extract(epoch FROM now() - seen)::float8, seen < now() - lease, sites FROM verde.workers WHERE seen > now() - interval '1 day' ORDER BY id`
	rows, err := d.pool.Query(ctx, all)
	if err != nil {
		return nil, fmt.Errorf("workers: %w", err)
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (w WorkerState, err error) {
		return w, row.Scan(&w.ID, &w.Version, &w.Seen, &w.Silent, &w.Sites)
	})
}

// Hosts gives the sites that a worker has, or that nobody may have yet, at most a
// hundred of each.
func (d *Database) Hosts(ctx context.Context) ([]HostState, error) {
	const all = `(SELECT host, holder, 0::float8 FROM verde.hosts WHERE until > now() AND host NOT LIKE 'run %' ORDER BY host LIMIT 100)
		UNION ALL (SELECT host, '', extract(epoch FROM not_before - now())::float8 FROM verde.hosts WHERE until <= now() AND not_before > now() + interval '1 second' ORDER BY host LIMIT 100)`
	rows, err := d.pool.Query(ctx, all)
	if err != nil {
		return nil, fmt.Errorf("hosts: %w", err)
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (h HostState, err error) {
		return h, row.Scan(&h.Site, &h.Holder, &h.Pause)
	})
}
