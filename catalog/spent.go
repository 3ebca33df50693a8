package catalog

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Spend adds to the number of queries, and of pages of results, that an engine was asked for; negative numbers
// take back. It counts what was sent, whether an answer was stored or not, as a paid engine does.
func (c *Catalog) Spend(ctx context.Context, engine string, queries, pages int) error {
	err := c.write(ctx, func(tx *txn) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO spent (engine, queries, pages) VALUES ($1, $2, $3)
			ON CONFLICT (engine) DO UPDATE SET queries = spent.queries + excluded.queries, pages = spent.pages + excluded.pages`, engine, queries, pages)
		return err
	})
	if err != nil {
		return fmt.Errorf("catalog %s: counting what %s was asked: %w", c.path, engine, err)
	}
	return nil
}

// Spent returns how many queries, and pages of results, an engine was asked for in all runs.
func (c *Catalog) Spent(ctx context.Context, engine string) (queries, pages int, err error) {
	err = c.read(ctx, func(tx *txn) error {
		err := tx.QueryRowContext(ctx, "SELECT queries, pages FROM spent WHERE engine = $1", engine).Scan(&queries, &pages)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		return err
	})
	if err != nil {
		return 0, 0, fmt.Errorf("catalog %s: reading what %s was asked: %w", c.path, engine, err)
	}
	return queries, pages, nil
}
