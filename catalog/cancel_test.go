package catalog

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
)

// A write whose context ends says so, and not what database/sql closed because of it: whoever is stopped must not
// take that for a fault of the catalog.
func TestWriteCanceled(t *testing.T) {
	t.Parallel()
	c, err := Open(t.Context(), filepath.Join(t.TempDir(), "c.sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var inside error
	err = c.write(ctx, func(tx *txn) error {
		cancel()
		for inside == nil { // until the transaction is undone behind its back
			_, inside = tx.ExecContext(context.Background(), "INSERT OR IGNORE INTO recognised (id, body) VALUES ('q', '{}')")
		}
		return inside
	})
	if errors.Is(inside, context.Canceled) {
		t.Errorf("the statement's own error tells of the context: %v", inside)
	}
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a write that was stopped gives %v", err)
	}
	for q, err := range c.Recognised(t.Context()) {
		t.Errorf("a write that was stopped left %v, %v", q, err)
	}
}
