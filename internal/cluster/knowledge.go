package cluster

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// knowledge keeps what is known to the round of a run that is open. It implements
// [verde.Knowledge].
type knowledge struct {
	db  *Database
	run string
}

// summaryPlace is the place of what is said about all; the others begin at 0.
const summaryPlace = -1

// lookWithin bounds a look-up, whose caller has no context of its own: a database that has not given some
// thousand rows by their key in a minute is away, and the site is done again.
const lookWithin = time.Minute

func (k knowledge) Put(ctx context.Context, round int, about []byte, n int, value func(place int) ([]byte, error)) error {
	err := pgx.BeginFunc(ctx, k.db.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "DELETE FROM verde.known WHERE run = $1", k.run); err != nil {
			return err
		}
		row := func(place int, body []byte) []any { return []any{k.run, round, place, string(body)} }
		place := summaryPlace
		_, err := tx.CopyFrom(ctx, pgx.Identifier{schema, "known"}, []string{"run", "round", "place", "body"}, pgx.CopyFromFunc(func() ([]any, error) {
			defer func() { place++ }()
			switch {
			case place == summaryPlace:
				return row(place, about), nil
			case place == n:
				return nil, nil
			}
			body, err := value(place)
			return row(place, body), err
		}))
		if err != nil {
			return err
		}
		return guard(ctx, tx)
	})
	if err != nil {
		return fmt.Errorf("keeping what is known to round %d of run %s: %w", round, k.run, err)
	}
	return nil
}

func (k knowledge) About(ctx context.Context, round int) (about []byte, err error) {
	err = k.db.pool.QueryRow(ctx, "SELECT body FROM verde.known WHERE run = $1 AND round = $2 AND place = $3", k.run, round, summaryPlace).Scan(&about)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return about, err
}

func (k knowledge) Values(ctx context.Context, round int, places []int) ([][]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, lookWithin)
	defer cancel()
	const some = "SELECT k.body FROM unnest($3::int[]) WITH ORDINALITY p(place, n) JOIN verde.known k ON k.run = $1 AND k.round = $2 AND k.place = p.place ORDER BY p.n"
	rows, err := k.db.pool.Query(ctx, some, k.run, round, places)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[[]byte])
}

// forgetKnown deletes what was known to a run that ends or begins.
func forgetKnown(ctx context.Context, tx pgx.Tx, run string) error {
	_, err := tx.Exec(ctx, "DELETE FROM verde.known WHERE run = $1", run)
	return err
}
