package catalog

import (
	"path/filepath"
	"testing"
)

// What was spent adds up by engine, also over runs.
func TestSpent(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "c.sqlite")
	for run := range 2 {
		c, err := Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range []struct {
			engine         string
			queries, pages int
		}{{"brave", 1, 1}, {"brave", 0, 1}, {"google", 1, 1}, {"brave", 1, 1}, {"brave", -1, -1}} {
			if err := c.Spend(t.Context(), s.engine, s.queries, s.pages); err != nil {
				t.Fatal(err)
			}
		}
		for engine, want := range map[string][2]int{"brave": {1, 2}, "google": {1, 1}, "serper": {}} {
			queries, pages, err := c.Spent(t.Context(), engine)
			if got := [2]int{queries, pages}; err != nil || got != [2]int{want[0] * (run + 1), want[1] * (run + 1)} {
				t.Errorf("run %d: %s has spent %v, %v; want %v a run", run, engine, got, err, want)
			}
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
