package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"verde/catalog"
	"verde/fetch"
	"verde/report"
	"verde/runs"
	"verde/steering"
	"verde/vertical"
)

// folder is the place of a run of one machine.
type folder struct {
	dir     string
	path    string     // of its catalog, absolute
	started *runs.Runs // of this process, nil for a server that only shows

	mu     sync.Mutex
	file   os.FileInfo // of the last attempt to open the catalog; nil for none
	opened bool        // that attempt succeeded
	known  bool        // an attempt has succeeded before
}

// folderAt is the place of a folder, or of its catalog file.
func folderAt(path string, started *runs.Runs) (f *folder, name string, err error) {
	f = &folder{dir: path, started: started}
	if st, err := os.Stat(path); err == nil && !st.IsDir() {
		f.dir = filepath.Dir(path)
	} else {
		path = filepath.Join(path, "catalog.sqlite")
	}
	if f.path, err = filepath.Abs(path); err != nil {
		return nil, "", err
	}
	return f, filepath.Base(filepath.Dir(f.path)), nil
}

func (f *folder) String() string { return f.dir }

func (f *folder) open(ctx context.Context) (*catalog.Catalog, error) {
	file, err := os.Stat(f.path) // before: what is written meanwhile is tried, too
	if err != nil {
		file = nil
	}
	var c *catalog.Catalog
	if err == nil {
		c, err = catalog.OpenFrozen(ctx, f.path)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case errors.Is(err, fs.ErrNotExist) && f.known:
		err = notFound("the folder of this run, " + f.dir + ", is gone")
	case errors.Is(err, fs.ErrNotExist):
		err = fmt.Errorf("%s is no run's folder, %s: %w", f.dir, f.path, fs.ErrNotExist)
	}
	f.file, f.opened = file, err == nil
	f.known = f.known || f.opened
	return c, err
}

func (f *folder) replaced() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	file, err := os.Stat(f.path)
	switch {
	case f.opened:
		return errors.Is(err, fs.ErrNotExist) || err == nil && !os.SameFile(f.file, file)
	case err != nil:
		return false // it is told that there is none
	}
	return f.file == nil || !os.SameFile(f.file, file) || f.file.Size() != file.Size() || !f.file.ModTime().Equal(file.ModTime())
}

// standing implements place. A run that this process has started is under way at once.
func (f *folder) standing(context.Context) (s standing, err error) {
	for _, name := range []string{"catalog.sqlite", "catalog.sqlite-wal", "report.json", "vertical.json", runs.OrderFile, steering.SitesFile, steering.MatchingFile, steering.QueriesFile} {
		st, err := os.Stat(filepath.Join(f.dir, name))
		if err != nil {
			continue
		}
		s.Stamp += fmt.Sprintf("%s %d %d\n", name, st.Size(), st.ModTime().UnixNano())
		switch name {
		case "catalog.sqlite", "catalog.sqlite-wal", "report.json":
			if st.Size() > 0 && st.ModTime().After(s.Changed) { // who only opens a catalog makes an empty log
				s.Changed = st.ModTime()
			}
		}
	}
	if f.started == nil {
		s.Status, err = runs.StatusOf(f.dir)
		return s, err
	}
	state, err := f.started.State(f.dir)
	s.Status = state.Status
	return s, err
}

func (f *folder) summary(_ context.Context, into *report.Report, v *vertical.Vertical) error {
	return errors.Join(f.read("report.json", into), f.read("vertical.json", v))
}

// read fills v from a JSON file of the run, and leaves it alone if there is none.
func (f *folder) read(name string, v any) error {
	data, err := os.ReadFile(filepath.Join(f.dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = json.Unmarshal(data, v)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.Join(f.dir, name), err)
	}
	return nil
}

func (f *folder) lists() steering.Lists { return steering.Folder(f.dir) }

func (f *folder) archive(before *fetch.Client, stamp string) (*fetch.Client, string, error) {
	dir := filepath.Join(f.dir, "archive")
	files, err := filepath.Glob(filepath.Join(dir, "*.warc*"))
	if err != nil || len(files) == 0 {
		return nil, "", notFound("this run's folder has no archive")
	}
	now := ""
	for _, f := range files {
		if st, err := os.Stat(f); err == nil {
			now += fmt.Sprintf("%s %d\n", f, st.Size())
		}
	}
	if before != nil && stamp == now {
		return before, now, nil
	}
	if before != nil {
		// A run under way adds to its archive all the time: only what was added is read.
		if err := before.Reread(); err == nil {
			return before, now, nil
		} else if !errors.Is(err, fetch.ErrReplaced) {
			return nil, "", err
		}
	}
	pages, err := fetch.New(fetch.Options{Replay: []string{dir}, IgnoreRobots: true})
	return pages, now, err
}

// indexSize gives the bytes of the indexes of the archive.
func (f *folder) indexSize() (size int64) {
	files, err := filepath.Glob(filepath.Join(f.dir, "archive", "*.cdxj"))
	if err != nil {
		return 0
	}
	for _, file := range files {
		if st, err := os.Stat(file); err == nil {
			size += st.Size()
		}
	}
	return size
}

// alone implements place: the file's lock is enough.
func (f *folder) alone(ctx context.Context, _ *catalog.Catalog, do func(context.Context) error) error {
	return do(ctx)
}
