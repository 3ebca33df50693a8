package cluster

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// ErrWatched is the error of keeping what a watch has come to when another machine has kept
// something since it was read.
var ErrWatched = errors.New("another machine watches the run, too")

// WatchState gives what is kept of the watch of a run, nil if nothing is.
func (d *Database) WatchState(ctx context.Context, run string) (body []byte, err error) {
	err = d.pool.QueryRow(ctx, "SELECT body FROM verde.watches WHERE run = $1", run).Scan(&body)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("watch of run %s: %w", run, err)
	}
	return body, nil
}

// PutWatchState keeps what a watch has come to, in place of what was kept before: if that is not what is
// there, nothing is kept, and the error is [ErrWatched].
func (d *Database) PutWatchState(ctx context.Context, run string, before, body []byte) error {
	const put = `INSERT INTO verde.watches AS w (run, body) SELECT $1, $3 WHERE $2::text IS NULL OR EXISTS (SELECT 1 FROM verde.watches WHERE run = $1)
		ON CONFLICT (run) DO UPDATE SET body = excluded.body WHERE w.body = $2`
	var was *string
	if before != nil {
		text := string(before)
		was = &text
	}
	tag, err := d.pool.Exec(ctx, put, run, was, string(body))
	if err == nil && tag.RowsAffected() == 0 {
		err = ErrWatched
	}
	if err != nil {
		return fmt.Errorf("watch of run %s: %w", run, err)
	}
	return nil
}
