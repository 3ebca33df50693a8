package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"verde/steering"
)

// Decisions gives the lists of what persons have decided of a run.
func (d *Database) Decisions(run string) steering.Lists {
	return func(name string) steering.List { return decisions{d, run, name} }
}

// decisions is a list: one row, so that who changes it locks it, and can find it empty.
type decisions struct {
	db        *Database
	run, name string
}

func (l decisions) Read(ctx context.Context, each func(line []byte, n int) error) error {
	var lines []string
	err := l.db.pool.QueryRow(ctx, "SELECT lines FROM verde.decisions WHERE run = $1 AND list = $2", l.run, l.name).Scan(&lines)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return l.failed(err)
	}
	return l.each(lines, each)
}

func (l decisions) each(lines []string, each func(line []byte, n int) error) error {
	for i, line := range lines {
		if err := each([]byte(line), i+1); err != nil {
			return fmt.Errorf("%s of run %s, line %d: %w", l.name, l.run, i+1, err)
		}
	}
	return nil
}

const noReference = "23503" // foreign_key_violation

func (l decisions) failed(err error) error {
	var refused *pgconn.PgError
	if errors.As(err, &refused) && refused.Code == noReference {
		err = ErrNoRun
	}
	return fmt.Errorf("%s of run %s: %w", l.name, l.run, err)
}

// Write keeps what do has come to if it gives no error.
func (l decisions) Write(ctx context.Context, do func(steering.Draft) error) error {
	var wrong error // of do, which is told as it is
	err := pgx.BeginFunc(ctx, l.db.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "INSERT INTO verde.decisions (run, list) VALUES ($1, $2) ON CONFLICT DO NOTHING", l.run, l.name); err != nil {
			return err
		}
		draft := &draft{list: l}
		if err := tx.QueryRow(ctx, "SELECT lines FROM verde.decisions WHERE run = $1 AND list = $2 FOR UPDATE", l.run, l.name).Scan(&draft.lines); err != nil {
			return err
		}
		if wrong = do(draft); wrong != nil || !draft.changed {
			return wrong
		}
		_, err := tx.Exec(ctx, "UPDATE verde.decisions SET lines = $3, changed = clock_timestamp() WHERE run = $1 AND list = $2", l.run, l.name, draft.lines)
		return err
	})
	if wrong != nil {
		return wrong
	}
	if err != nil {
		return l.failed(err)
	}
	return nil
}

func (l decisions) Changed(ctx context.Context) (time.Time, error) {
	var at *time.Time
	err := l.db.pool.QueryRow(ctx, "SELECT max(changed) FROM verde.decisions WHERE run = $1 AND list = $2", l.run, l.name).Scan(&at)
	if err != nil {
		return time.Time{}, l.failed(err)
	}
	if at == nil {
		return time.Time{}, nil
	}
	return *at, nil
}

// draft is a list that is changed in a transaction.
type draft struct {
	list    decisions
	lines   []string
	changed bool
}

func (d *draft) Read(each func(line []byte, n int) error) error { return d.list.each(d.lines, each) }

func (d *draft) Append(v any) error {
	line, err := json.Marshal(v)
	if err == nil {
		d.lines, d.changed = append(d.lines, string(line)), true
	}
	return err
}

func (d *draft) Replace(all []any) error {
	d.lines, d.changed = []string{}, true
	for _, v := range all {
		if err := d.Append(v); err != nil {
			return err
		}
	}
	return nil
}
