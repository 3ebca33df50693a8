package cluster

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"verde/fetch"
)

// captures is the index of a run's archive.
type captures struct {
	db  *Database
	run string
	at  func(Point)
}

// Captures gives the index of a run's archive.
func (d *Database) Captures(run string) fetch.Captures {
	return captures{d, run, func(Point) {}}
}

// Add implements [fetch.Captures]. Of an object whose captures are stored already, since
// an answer of the database was lost, nothing is stored again.
func (c captures) Add(ctx context.Context, list []fetch.Capture) error {
	c.at(ObjectStored)
	err := pgx.BeginFunc(ctx, c.db.pool, func(tx pgx.Tx) error {
		var stored bool
		if err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT FROM verde.captures WHERE run = $1 AND object = $2)", c.run, list[0].Object).Scan(&stored); err != nil || stored {
			return err
		}
		columns := []string{"run", "url", "site", "at", "object", "start", "transient", "note", "line"}
		_, err := tx.CopyFrom(ctx, pgx.Identifier{schema, "captures"}, columns, pgx.CopyFromSlice(len(list), func(i int) ([]any, error) {
			l := &list[i]
			return []any{c.run, l.URL, l.Site, l.At, l.Object, l.Offset, l.Transient, l.Note, l.Line}, nil
		}))
		return err
	})
	if err != nil {
		return fmt.Errorf("captures of %s: %w", list[0].Object, err)
	}
	c.at(ObjectIndexed)
	return nil
}

// Lines implements [fetch.Captures].
func (c captures) Lines(ctx context.Context, url string) ([]fetch.Capture, error) {
	const lines = "SELECT at, stored, object, line FROM verde.captures WHERE run = $1 AND md5(url) = md5($2) AND url = $2 AND NOT note ORDER BY stored, object, start"
	rows, err := c.db.pool.Query(ctx, lines, c.run, url)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (l fetch.Capture, err error) {
		return l, row.Scan(&l.At, &l.Stored, &l.Object, &l.Line)
	})
}

// Failing implements [fetch.Captures].
func (c captures) Failing(ctx context.Context, site string, before time.Time) ([]string, error) {
	const failing = `SELECT DISTINCT url FROM verde.captures c WHERE run = $1 AND site = $2 AND transient AND stored < $3
		AND NOT EXISTS (SELECT FROM verde.captures o WHERE o.run = c.run AND md5(o.url) = md5(c.url) AND o.url = c.url AND NOT o.note AND (NOT o.transient OR o.stored >= $3))`
	rows, err := c.db.pool.Query(ctx, failing, c.run, site, before)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}
