package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"

	"verde/catalog"
	"verde/watch"
)

// at is a clock that stands.
type at struct{ time.Time }

func (c at) Now() time.Time                            { return c.Time }
func (at) Wait(ctx context.Context, _ time.Time) error { return ctx.Err() }

// What a turn could not compare is told by the next one that can, once; a turn that is
// cut while it compares has not ended.
func TestNotCompared(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	w := &watching{watchFlags: new(watchFlags), cmd: new(cobra.Command), dir: t.TempDir()}
	w.cmd.SetErr(io.Discard)
	path := filepath.Join(w.dir, "catalog.sqlite")
	conclude := func(ctx context.Context, began time.Time) (*watch.Report, watch.State, error) {
		t.Helper()
		state, err := watch.Load(w.stateFile())
		if err != nil {
			t.Fatal(err)
		}
		state = state.Begin(began, []string{"a.example"})
		if err := state.Save(w.stateFile()); err != nil {
			t.Fatal(err)
		}
		w.clock = at{began.Add(time.Hour)}
		report := &watch.Report{Began: began, Since: state.Compared}
		failed := w.conclude(ctx, state, report)
		if state, err = watch.Load(w.stateFile()); err != nil {
			t.Fatal(err)
		}
		return report, state, failed
	}
	if err := os.WriteFile(path, []byte(strings.Repeat("no catalog ", 99)), 0o600); err != nil {
		t.Fatal(err)
	}
	report, state, err := conclude(t.Context(), noon)
	if err == nil || len(report.Incomplete) != 1 || !strings.HasPrefix(report.Incomplete[0], "comparing with what was before: ") {
		t.Errorf("error %v, incomplete %q", err, report.Incomplete)
	}
	if state.Ended.IsZero() || !state.Compared.Equal(noon) || cmp.Diff([]string{"a.example"}, state.Sites) != "" {
		t.Errorf("not compared: %+v", state)
	}

	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	c, err := catalog.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	change := catalog.Change{Site: "b.example", URL: "http://b.example/1", FoundAt: noon.Add(time.Minute), What: catalog.Gone}
	if err := errors.Join(c.PutRefreshed(t.Context(), catalog.Source{Site: "b.example", State: catalog.Expanded}, nil, nil, []catalog.Change{change}), c.Close()); err != nil {
		t.Fatal(err)
	}
	cut, cancel := context.WithCancel(t.Context())
	cancel()
	if _, state, err = conclude(cut, noon.AddDate(0, 0, 1)); !errors.Is(err, context.Canceled) || !state.UnderWay() {
		t.Errorf("cut: %+v, %v", state, err)
	}
	for _, test := range []struct {
		day     int
		changes []catalog.Change
		sites   []string
	}{{1, []catalog.Change{change}, []string{"b.example"}}, {2, nil, nil}} {
		report, state, err = conclude(t.Context(), noon.AddDate(0, 0, test.day))
		if err != nil || state.UnderWay() || !state.Compared.Equal(state.Ended) {
			t.Errorf("day %d: %+v, %v", test.day, state, err)
		}
		if len(report.Changes) != len(test.changes) || len(report.Sites) != len(test.sites) || len(report.Sites) > 0 && report.Sites[0] != test.sites[0] {
			t.Errorf("day %d: changes %+v, sites %q", test.day, report.Changes, report.Sites)
		}
	}
	data, err := os.ReadFile(filepath.Join(w.folder(), "20260305T120000Z.json"))
	var kept watch.Report
	if err := errors.Join(err, json.Unmarshal(data, &kept)); err != nil || !kept.Since.Equal(noon) {
		t.Errorf("kept %s, %v", data, err)
	}
}
