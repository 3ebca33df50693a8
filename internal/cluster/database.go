// Package cluster lets several machines work on runs: what they share is in a
// PostgreSQL database, and pages in a bucket.
//
// The one idea: a job may be done twice, and what comes of it is stored once. Jobs are
// [River]'s; who does one holds the lease of its site, and stores its outcome, counts
// the site, and gives out the next job in one transaction that asks for that lease and
// for a site that is still open. So whatever dies at whatever moment, some process
// finds a job without a living owner and does it again.
//
// All times that processes compare are the database's. A process's own clock measures
// only how long ago it has heard of the database.
//
// [River]: https://riverqueue.com
package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"

	"verde/catalog"
)

// schema is the PostgreSQL schema of what all runs share; each run's catalog has one of
// its own.
const schema = "verde"

// migrations are the tables of the versions of the schema, beside River's.
var migrations = [...]string{`
CREATE TABLE verde.runs (
	name text COLLATE "C" PRIMARY KEY, state text NOT NULL, body jsonb NOT NULL, priority smallint NOT NULL, epoch int NOT NULL,
	more boolean NOT NULL DEFAULT true, error text NOT NULL DEFAULT '', created timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE verde.rounds (
	run text COLLATE "C" NOT NULL REFERENCES verde.runs ON DELETE CASCADE, round int NOT NULL, open int NOT NULL, sites int NOT NULL, closed_at timestamptz,
	PRIMARY KEY (run, round)
);
CREATE TABLE verde.candidates (
	run text COLLATE "C" NOT NULL REFERENCES verde.runs ON DELETE CASCADE, round int NOT NULL, site text COLLATE "C" NOT NULL,
	state text NOT NULL DEFAULT 'open', settled int NOT NULL DEFAULT 0, pauses int NOT NULL DEFAULT 0, worker text NOT NULL DEFAULT '',
	PRIMARY KEY (run, round, site)
);
CREATE TABLE verde.hosts (
	host text COLLATE "C" PRIMARY KEY, holder text NOT NULL, token bigint NOT NULL, until timestamptz NOT NULL,
	not_before timestamptz NOT NULL DEFAULT '-infinity', last_request timestamptz
);
CREATE INDEX hosts_holder ON verde.hosts (holder);
CREATE TABLE verde.workers (id text PRIMARY KEY, seen timestamptz NOT NULL, version text NOT NULL, sites int NOT NULL, lease interval NOT NULL);
CREATE TABLE verde.captures (
	run text COLLATE "C" NOT NULL, url text COLLATE "C" NOT NULL, site text COLLATE "C" NOT NULL, at timestamptz NOT NULL,
	object text COLLATE "C" NOT NULL, start bigint NOT NULL, transient boolean NOT NULL, note boolean NOT NULL, line text NOT NULL
);
CREATE UNIQUE INDEX captures_place ON verde.captures (run, object, start);
CREATE INDEX captures_url ON verde.captures (run, md5(url)) WHERE NOT note;
CREATE INDEX captures_failing ON verde.captures (run, site) WHERE transient;
`, `
ALTER TABLE verde.captures ADD COLUMN stored timestamptz;
UPDATE verde.captures SET stored = at;
ALTER TABLE verde.captures ALTER COLUMN stored SET NOT NULL, ALTER COLUMN stored SET DEFAULT now();
ALTER TABLE verde.candidates DROP COLUMN settled, DROP COLUMN worker;
`, `
CREATE TABLE verde.instance AS SELECT left(replace(gen_random_uuid()::text, '-', ''), 12) AS id;
`, `
CREATE TABLE verde.decisions (
	run text COLLATE "C" NOT NULL REFERENCES verde.runs ON DELETE CASCADE, list text COLLATE "C" NOT NULL, lines text[] NOT NULL DEFAULT '{}', changed timestamptz,
	PRIMARY KEY (run, list)
);
ALTER TABLE verde.runs ADD COLUMN report json;
`, `
CREATE TABLE verde.known (
	run text COLLATE "C" NOT NULL REFERENCES verde.runs ON DELETE CASCADE, round int NOT NULL, place int NOT NULL, body text NOT NULL,
	PRIMARY KEY (run, round, place)
);
`, `
ALTER TABLE verde.instance ADD COLUMN reaped timestamptz NOT NULL DEFAULT '-infinity';
`, `
CREATE TABLE verde.watches (run text COLLATE "C" PRIMARY KEY REFERENCES verde.runs ON DELETE CASCADE, body text NOT NULL);
`}

// Database is what machines share.
type Database struct {
	address  string
	pool     *pgxpool.Pool
	log      *slog.Logger
	instance string // names the database among others that share the bucket
}

// Connect opens the database at an address as in postgres://user@host/name, whose schema
// has to be that of this program: see [Migrate].
func Connect(ctx context.Context, address string, log *slog.Logger) (*Database, error) {
	d, err := connect(ctx, address, log)
	if err != nil {
		return nil, err
	}
	if err = d.check(ctx); err == nil {
		err = d.pool.QueryRow(ctx, "SELECT id FROM verde.instance").Scan(&d.instance)
	}
	if err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

func connect(ctx context.Context, address string, log *slog.Logger) (*Database, error) {
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		return nil, fmt.Errorf("database: %w", err) // which leaves the password out
	}
	config.MaxConns = max(config.MaxConns, 8)
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err == nil {
		if err = pool.Ping(ctx); err != nil {
			pool.Close()
		}
	}
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	return &Database{address: address, pool: pool, log: log}, nil
}

// Close ends all use of the database.
func (d *Database) Close() { d.pool.Close() }

// check reports whether the schema is that of this program.
func (d *Database) check(ctx context.Context) error {
	version, err := d.version(ctx, d.pool)
	switch {
	case err != nil:
		return fmt.Errorf("database: %w", err)
	case version > len(migrations):
		return fmt.Errorf("database: it has schema %d and this program knows %d: use a newer verde", version, len(migrations))
	case version < len(migrations):
		return errors.New("database: it is not prepared for this version: run verde migrate with the same --database")
	}
	return nil
}

// asker is what pools, connections and transactions have in common.
type asker interface {
	QueryRow(ctx context.Context, query string, args ...any) pgx.Row
}

// version is that of the schema, 0 for none.
func (d *Database) version(ctx context.Context, db asker) (v int, err error) {
	var exists bool
	if err := db.QueryRow(ctx, "SELECT to_regclass('verde.schema_version') IS NOT NULL").Scan(&exists); err != nil || !exists {
		return 0, err
	}
	return v, db.QueryRow(ctx, "SELECT version FROM verde.schema_version").Scan(&v)
}

// Migrate makes the tables in a database, or brings those of an earlier version to this
// one. It may be called again, and by several processes. Workers of an earlier version
// should have ended.
func Migrate(ctx context.Context, address string, log *slog.Logger) error {
	d, err := connect(ctx, address, log)
	if err != nil {
		return err
	}
	defer d.Close()
	err = pgx.BeginFunc(ctx, d.pool, func(tx pgx.Tx) error {
		var server int
		if err := tx.QueryRow(ctx, "SELECT current_setting('server_version_num')::int").Scan(&server); err != nil {
			return err
		}
		if server < 150000 {
			return fmt.Errorf("the server is PostgreSQL %d, and 15 or later is needed", server/10000)
		}
		_, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtextextended('verde.migrate', 0))`)
		if err != nil {
			return err
		}
		v, err := d.version(ctx, tx)
		if err != nil {
			return err
		}
		if v > len(migrations) {
			return fmt.Errorf("it has schema %d and this program knows %d: use a newer verde", v, len(migrations))
		}
		if v == 0 {
			const first = "CREATE SCHEMA IF NOT EXISTS verde; CREATE TABLE verde.schema_version AS SELECT 0 AS version"
			if _, err := tx.Exec(ctx, first); err != nil {
				return err
			}
		}
		for _, text := range migrations[v:] {
			if _, err := tx.Exec(ctx, text); err != nil {
				return err
			}
		}
		_, err = tx.Exec(ctx, "UPDATE verde.schema_version SET version = $1", len(migrations))
		return err
	})
	if err != nil {
		return fmt.Errorf("database: %w", err)
	}
	migrator, err := rivermigrate.New(riverpgxv5.New(d.pool), &rivermigrate.Config{Schema: schema, Logger: log})
	if err == nil {
		_, err = migrator.Migrate(ctx, rivermigrate.DirectionUp, nil)
	}
	if err != nil {
		return fmt.Errorf("database: the job queue: %w", err)
	}
	return nil
}

// The states of a run.
const (
	Running   = "running"
	Done      = "done"
	Cancelled = "cancelled"
	Failed    = "failed"
)

// Run is an exploration that machines work on.
type Run struct {
	Name     string
	State    string
	Body     json.RawMessage // what those who begin and those who do it have agreed on
	Priority int             // 1 comes first, 4 last
	Epoch    int             // how many times it was begun
	More     bool            // what CloseRound said of the last round
	Error    string          // of one that failed, or why one that is under way does not go on at the moment
	Report   json.RawMessage // of one that is done: a [verde/report.Report]; nil for none
	Created  time.Time
}

// ErrNoRun is the error of a name that is no run's.
var ErrNoRun = errors.New("there is no such run")

// Run gives a run.
func (d *Database) Run(ctx context.Context, name string) (r Run, err error) {
	err = d.pool.QueryRow(ctx, "SELECT name, state, body, priority, epoch, more, error, report, created FROM verde.runs WHERE name = $1", name).
		Scan(&r.Name, &r.State, &r.Body, &r.Priority, &r.Epoch, &r.More, &r.Error, &r.Report, &r.Created)
	if errors.Is(err, pgx.ErrNoRows) {
		err = ErrNoRun
	}
	if err != nil {
		return r, fmt.Errorf("run %s: %w", name, err)
	}
	return r, nil
}

// Begin begins a run, or one that has ended again: what its catalog has is not done
// twice. begun is false if the run is under way: then it is left as it is, with the body
// and the priority that it has.
func (d *Database) Begin(ctx context.Context, r Run) (begun bool, err error) {
	client, err := d.client(nil, nil)
	if err != nil {
		return false, err
	}
	err = pgx.BeginFunc(ctx, d.pool, func(tx pgx.Tx) error {
		var epoch int
		const begin = `INSERT INTO verde.runs AS r (name, state, body, priority, epoch) VALUES ($1, 'running', $2, $3, 1)
			ON CONFLICT (name) DO UPDATE SET state = 'running', body = excluded.body, priority = excluded.priority, epoch = r.epoch + 1, more = true, error = '', created = now()
			WHERE r.state <> 'running' RETURNING epoch`
		err := tx.QueryRow(ctx, begin, r.Name, r.Body, r.Priority).Scan(&epoch)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		begun = true
		for _, table := range []string{"rounds", "candidates", "known"} {
			if _, err := tx.Exec(ctx, "DELETE FROM verde."+table+" WHERE run = $1", r.Name); err != nil {
				return err
			}
		}
		_, err = client.InsertTx(ctx, tx, roundArgs{place{r.Name, epoch, 1}}, &river.InsertOpts{Priority: r.Priority})
		return err
	})
	if err != nil {
		return false, fmt.Errorf("run %s: %w", r.Name, err)
	}
	return begun, nil
}

// tell notes why work on a run does not go on at the moment; "" for nothing.
func (d *Database) tell(ctx context.Context, p place, why string) error {
	_, err := d.pool.Exec(ctx, "UPDATE verde.runs SET error = $3 WHERE name = $1 AND epoch = $2 AND state = 'running' AND error <> $3", p.Run, p.Epoch, storable(why))
	return err
}

// storable is a text without what PostgreSQL takes in none: NUL and broken UTF-8.
func storable(text string) string {
	return strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", ""), "")
}

// Cancel ends a run: no job of it is begun any more, and those under way are stopped.
// What is in its catalog stays, and Begin goes on from there.
func (d *Database) Cancel(ctx context.Context, name string) error {
	client, err := d.client(nil, nil)
	if err != nil {
		return err
	}
	if _, err := d.Run(ctx, name); err != nil {
		return err
	}
	err = pgx.BeginFunc(ctx, d.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "UPDATE verde.runs SET state = 'cancelled' WHERE name = $1 AND state = 'running'", name); err != nil {
			return err
		}
		running, err := dropJobs(ctx, tx, name)
		if err != nil {
			return err
		}
		for _, id := range running {
			if _, err := client.JobCancelTx(ctx, tx, id); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("cancelling run %s: %w", name, err)
	}
	return nil
}

// Delete deletes a run that is not under way: its catalog, what persons have decided, its jobs,
// and the index of its pages. Their objects in the bucket, of which the index knows nothing
// then, are deleted when somebody tidies a day after they were stored.
func (d *Database) Delete(ctx context.Context, name string) error {
	err := pgx.BeginFunc(ctx, d.pool, func(tx pgx.Tx) error {
		var busy bool
		const worked = `SELECT state = 'running' OR EXISTS (SELECT FROM verde.river_job WHERE args ->> 'run' = $1 AND state = 'running') FROM verde.runs WHERE name = $1 FOR UPDATE`
		switch err := tx.QueryRow(ctx, worked, name).Scan(&busy); {
		case errors.Is(err, pgx.ErrNoRows):
			return ErrNoRun
		case err != nil:
			return err
		case busy:
			return ErrRunning
		}
		for _, of := range []string{"captures WHERE run", "runs WHERE name"} { // what else has its name goes with that
			if _, err := tx.Exec(ctx, "DELETE FROM verde."+of+" = $1", name); err != nil {
				return err
			}
		}
		return errors.Join(forgetJobs(ctx, tx, name), catalog.DropRun(ctx, tx, name))
	})
	if err != nil {
		return fmt.Errorf("deleting run %s: %w", name, err)
	}
	return nil
}

// Round is how far a round of a run is.
type Round struct {
	Round int  `json:"round"`
	Sites int  `json:"sites"`
	Open  int  `json:"open"`
	Ended bool `json:"ended"`

	Closed time.Time `json:"-"` // when it ended; zero if it has not
}

// Progress says how far the last of some rounds is, for people.
func Progress(rounds []Round) string {
	if len(rounds) == 0 {
		return "asking for sites"
	}
	r := rounds[len(rounds)-1]
	text := fmt.Sprintf("round %d: %d of %d sites settled", r.Round, r.Sites-r.Open, r.Sites)
	if r.Ended {
		text += ", closed"
	}
	return text
}

// Names gives the names of runs: those under way first, then the last that were begun.
func (d *Database) Names(ctx context.Context, most int) ([]string, error) {
	rows, err := d.pool.Query(ctx, "SELECT name FROM verde.runs ORDER BY (state <> 'running'), created DESC, name LIMIT $1", most)
	if err != nil {
		return nil, fmt.Errorf("runs: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// Catalog opens the catalog of a run that there is. The caller closes it.
func (d *Database) Catalog(ctx context.Context, run string) (*catalog.Catalog, error) {
	if _, err := d.Run(ctx, run); err != nil { // else an empty one would be made
		return nil, err
	}
	return catalog.OpenDatabase(ctx, d.address, run)
}

// Rounds gives the rounds of a run in their order.
func (d *Database) Rounds(ctx context.Context, run string) ([]Round, error) {
	rows, err := d.pool.Query(ctx, "SELECT round, sites, open, closed_at FROM verde.rounds WHERE run = $1 ORDER BY round", run)
	if err != nil {
		return nil, fmt.Errorf("run %s: %w", run, err)
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (r Round, err error) {
		var closed *time.Time
		if err := row.Scan(&r.Round, &r.Sites, &r.Open, &closed); err != nil || closed == nil {
			return r, err
		}
		r.Ended, r.Closed = true, *closed
		return r, nil
	})
}

// watchEvery is how often a run is looked at: two look-ups by key.
const watchEvery = time.Second

// Watch calls each with the state of a run and its rounds every second, until it gives
// false. A database that is away is waited for.
func (d *Database) Watch(ctx context.Context, run string, each func(state string, rounds []Round) bool) error {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for away := false; ; {
		r, err := d.Run(ctx, run)
		var rounds []Round
		if err == nil {
			rounds, err = d.Rounds(ctx, run)
		}
		switch {
		case err == nil && !each(r.State, rounds):
			return nil
		case errors.Is(err, ErrNoRun):
			return err
		case err != nil && !away && ctx.Err() == nil: // it may be back in a moment, and workers wait for it, too
			d.log.Warn("the database does not answer", "error", err)
		}
		away = err != nil
		select {
		case <-tick.C:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// RunName reports whether a run in a database may have a name.
func RunName(name string) bool { return catalog.RunName.MatchString(name) }
