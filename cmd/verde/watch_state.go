package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2/maybe"
	"github.com/spf13/cobra"

	"verde/watch"
)

// kept is what the database keeps of the watch of a run that machines share, so that any of them can go
// on with it: what a run's folder has in watch.json, and the reports that somebody has not taken yet.
type kept struct {
	State   watch.State                `json:"state"`
	Reports map[string]json.RawMessage `json:"reports"` // by their names
}

func (w *watching) stateFile() string { return filepath.Join(w.dir, "watch.json") }
func (w *watching) folder() string    { return filepath.Join(w.dir, "watch") }

// load reads the state, and of a run that machines share the reports that another machine has left
// untold. What a folder has of an earlier version holds where the database has nothing.
func (w *watching) load(ctx context.Context) (watch.State, error) {
	if !w.isShared() {
		return watch.Load(w.stateFile())
	}
	db, err := w.shared.connect(w.cmd)
	if err != nil {
		return watch.State{}, err
	}
	defer db.Close()
	if w.body, err = db.WatchState(ctx, w.name()); err != nil {
		return watch.State{}, err
	}
	if w.body == nil {
		return watch.Load(w.stateFile())
	}
	var k kept
	if err := json.Unmarshal(w.body, &k); err != nil {
		return watch.State{}, fmt.Errorf("reading when run %s was watched last: %w", w.name(), err)
	}
	for name, report := range k.Reports {
		if err := os.MkdirAll(w.folder(), 0o755); err != nil {
			return watch.State{}, err
		}
		if err := maybe.WriteFile(filepath.Join(w.folder(), filepath.Base(name)), report, 0o644); err != nil {
			return watch.State{}, err
		}
	}
	return k.State, nil
}

// save keeps the state, and of a run that machines share the reports that are untold.
func (w *watching) save(ctx context.Context, s watch.State) error {
	if !w.isShared() {
		return s.Save(w.stateFile())
	}
	k := kept{State: s, Reports: make(map[string]json.RawMessage)}
	for _, names := range s.Untold {
		for _, name := range names {
			report, err := os.ReadFile(filepath.Join(w.folder(), filepath.Base(name)))
			if errors.Is(err, fs.ErrNotExist) { // somebody has removed it
				continue
			}
			if err != nil {
				return err
			}
			k.Reports[name] = report
		}
	}
	body, err := json.Marshal(k)
	if err != nil {
		return err
	}
	db, err := w.shared.connect(w.cmd)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := db.PutWatchState(ctx, w.name(), w.body, body); err != nil {
		return err
	}
	w.body = body
	return nil
}

// watching is a run that is watched.
type watching struct {
	*watchFlags
	cmd     *cobra.Command
	dir     string
	tellers map[string]watch.Teller // by name
	body    []byte                  // of a run that machines share what was kept of its watch when it was read, or kept, last
	clock   watch.Clock
}

// isShared reports whether the run is in a database.
func (w *watching) isShared() bool { return w.shared.database != "" }

// name is that of the run.
func (w *watching) name() string { return filepath.Base(absolute(w.dir)) }

// absolute is a path from the root, or the path as it is where there is none.
func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}
