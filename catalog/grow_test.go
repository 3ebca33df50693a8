package catalog

import (
	"errors"
	"testing"

	"verde/integrate"
)

// An integration whose pages can't all be made is not stored.
func TestPagesFail(t *testing.T) {
	t.Parallel()
	c := open(t)
	failed := errors.New("no such number")
	err := c.write(t.Context(), func(tx *txn) error {
		w := entityWriter{ctx: t.Context(), tx: tx}
		w.pages(func(yield func(integrate.Page, error) bool) {
			_ = yield(integrate.Page{Key: "s/a.example", Body: []byte("1")}, nil) && yield(integrate.Page{}, failed)
		})
		return w.err
	})
	if !errors.Is(err, failed) {
		t.Errorf("error %v", err)
	}
	if pages, err := c.IntegrationPages(t.Context())([]string{"s/a.example"}); err != nil || len(pages) != 0 {
		t.Errorf("pages %v, error %v", pages, err)
	}
}
