package main

import "testing"

// Without values in common, as with -probes 0, no site is asked.
func TestNoProbes(t *testing.T) {
	t.Parallel()
	var b bench // without an index to ask
	if err := b.probe(t.Context(), nil, []string{"", "e.org"}); err != nil || len(b.results) > 0 {
		t.Errorf("%d results, error %v", len(b.results), err)
	}
}
