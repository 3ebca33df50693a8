package catalog

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
)

// querier is what *sql.DB and *sql.Tx have in common.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// each runs a query and yields its rows as scan reads them. An error is the last element.
func each[T any](ctx context.Context, db querier, scan func(scanner) (T, error), query string, args ...any) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var zero T
		rows, err := db.QueryContext(ctx, query, args...)
		if err != nil {
			yield(zero, fmt.Errorf("reading catalog: %w", err))
			return
		}
		defer rows.Close()
		for rows.Next() {
			v, err := scan(rows)
			if err == nil {
				err = ctx.Err() // database/sql may look at it later
			}
			if err != nil {
				yield(zero, fmt.Errorf("reading catalog: %w", err))
				return
			}
			if !yield(v, nil) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(zero, fmt.Errorf("reading catalog: %w", err))
		}
	}
}

// readAll returns the elements of a list, or its error.
func readAll[T any](list iter.Seq2[T, error]) (out []T, err error) {
	for v, err := range list {
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}

// scanner is what *sql.Row and *sql.Rows have in common.
type scanner interface{ Scan(...any) error }

// siteCondition selects the rows of a site, or all rows for "". It is part of the query's text, so that SQLite can
// use its index.
func siteCondition(site string) (where string, args []any) {
	if site == "" {
		return "", nil
	}
	return "WHERE site = $1", []any{site}
}

// read runs f on the catalog's state at one moment.
func (c *Catalog) read(ctx context.Context, f func(*txn) error) error {
	tx, err := c.reader.BeginTx(ctx, &sql.TxOptions{ReadOnly: true, Isolation: c.isolation})
	if err != nil {
		return err
	}
	return errors.Join(f(&txn{session: tx, dialect: c.dialect, ctx: ctx}), tx.Rollback())
}

// rowQuerier is what *sql.DB and *sql.Tx have in common.
type rowQuerier interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}
