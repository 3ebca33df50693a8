package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"verde"
	"verde/catalog"
	"verde/fetch"
	"verde/page"
	"verde/render"
	"verde/runs"
	"verde/steering"
)

// run is the folder of a run.
type run struct {
	Name    string // by which addresses name it
	Dir     string
	catalog *catalog.Catalog
	path    string      // of its file, absolute
	file    os.FileInfo // that was opened, or tried; nil for none
	lost    error       // why nothing of it is open, nil if it is
	tried   time.Time   // when that was found
	started *runs.Runs  // of this process, nil for a server that only shows

	integrating sync.Mutex // held while its entities are made anew
	labelling   labelling

	mu      sync.RWMutex
	closed  bool
	pages   *fetch.Client // answers from the archive as it was at stamped
	stamped string
}

// openRun opens a folder, or its catalog file. taken are names of other runs.
func openRun(ctx context.Context, path string, taken []string) (*run, error) {
	dir := path
	if st, err := os.Stat(path); err == nil && !st.IsDir() {
		dir = filepath.Dir(path)
	} else {
		path = filepath.Join(path, "catalog.sqlite")
	}
	file, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is no run's folder, %s: %w", dir, path, fs.ErrNotExist)
	} else if err != nil {
		return nil, err
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	r := &run{Dir: dir, Name: filepath.Base(abs), file: file}
	for n := 2; slices.Contains(taken, r.Name); n++ {
		r.Name = filepath.Base(abs) + "-" + strconv.Itoa(n)
	}
	if r.path, err = filepath.Abs(path); err != nil {
		return nil, err
	}
	if r.catalog, err = catalog.OpenFrozen(ctx, path); err != nil {
		return nil, err
	}
	return r, nil
}

// gone reports whether the catalog was taken away from under the run, or another one was
// put in its place.
func (r *run) gone() bool {
	if r.lost != nil {
		return true
	}
	file, err := os.Stat(r.path)
	return errors.Is(err, fs.ErrNotExist) || err == nil && !os.SameFile(r.file, file)
}

// tryEvery is how often a run is tried to be opened whose file is as it was at the last
// try: what was wrong may be elsewhere, in its log, say, or pass by itself.
const tryEvery = 5 * time.Second

// changedHands reports whether what is open of the run is not what its folder holds now, or
// may not be: of one that could not be opened, if it is to be tried again.
func (r *run) changedHands() bool {
	if r.lost == nil {
		return r.gone()
	}
	file, err := os.Stat(r.path)
	switch {
	case err != nil:
		return false // it is told that there is none
	case r.file == nil || !os.SameFile(r.file, file) || r.file.Size() != file.Size() || !r.file.ModTime().Equal(file.ModTime()):
		return true
	}
	return time.Since(r.tried) >= tryEvery
}

// again is the run as its folder is now, with nothing open if there is none or it can't be
// opened.
func (r *run) again(ctx context.Context) *run {
	tried, _ := os.Stat(r.path) // before: what is written meanwhile is tried, too
	now, err := openRun(ctx, r.path, nil)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		now = &run{lost: notFound("the folder of this run, " + r.Dir + ", is gone")}
	case err != nil:
		now = &run{lost: err, file: tried, tried: time.Now()}
	}
	now.Name, now.Dir, now.path, now.started = r.Name, r.Dir, r.path, r.started
	return now
}

// close closes what is open of the run. What is asked of it meanwhile fails.
func (r *run) close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed || r.lost != nil {
		return nil
	}
	r.closed = true
	err := r.catalog.Close()
	if r.pages != nil {
		err = errors.Join(err, r.pages.Close())
	}
	return err
}

// stamp is a text that is another when the run has written something.
func (r *run) stamp() string {
	out := ""
	for _, name := range []string{"catalog.sqlite", "catalog.sqlite-wal", "report.json", "vertical.json", runs.OrderFile, steering.SitesFile, steering.MatchingFile, steering.QueriesFile} {
		if st, err := os.Stat(filepath.Join(r.Dir, name)); err == nil {
			out += fmt.Sprintf("%s %d %d\n", name, st.Size(), st.ModTime().UnixNano())
		}
	}
	return out
}

// decided is what persons have decided of the run.
func (r *run) decided() (steering.Steering, error) { return steering.Read(r.Dir) }

// status is how the run stands: one of this process is under way from its first moment.
func (r *run) status() (runs.Status, error) {
	if r.started == nil {
		return runs.StatusOf(r.Dir)
	}
	s, err := r.started.State(r.Dir)
	return s.Status, err
}

// decidedSince reports whether something was decided of records, columns or values since
// a time.
func (r *run) decidedSince(at time.Time) bool {
	st, err := os.Stat(filepath.Join(r.Dir, steering.MatchingFile))
	return err == nil && st.ModTime().After(at)
}

// changed is when the run wrote last.
func (r *run) changed() (last time.Time) {
	for _, name := range []string{"catalog.sqlite", "catalog.sqlite-wal", "report.json"} {
		if st, err := os.Stat(filepath.Join(r.Dir, name)); err == nil && st.ModTime().After(last) {
			last = st.ModTime()
		}
	}
	return last
}

// read fills v from a JSON file of the run, and leaves it alone if there is none.
func (r *run) read(name string, v any) error {
	data, err := os.ReadFile(filepath.Join(r.Dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = json.Unmarshal(data, v)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.Join(r.Dir, name), err)
	}
	return nil
}

// report is what the run has measured: the rounds from the catalog, so that those of a
// run under way are there, the rest as it was written last.
func (r *run) report(ctx context.Context) (*verde.Report, *verde.Vertical, error) {
	report, vertical := new(verde.Report), new(verde.Vertical)
	err := errors.Join(r.read("report.json", report), r.read("vertical.json", vertical))
	if err != nil {
		return nil, nil, err
	}
	rounds, err := r.catalog.Rounds(ctx)
	if err != nil {
		return nil, nil, err
	}
	report.Rounds = nil
	for _, round := range rounds {
		got := verde.RoundReport{Round: round.Round}
		if round.Report != nil {
			if err := json.Unmarshal(round.Report, &got); err != nil {
				return nil, nil, fmt.Errorf("round %d: %w", round.Round, err)
			}
		}
		report.Rounds = append(report.Rounds, got)
	}
	return report, vertical, nil
}

// archived gives a page from the run's archive. Nothing is asked of any server.
func (r *run) archived(ctx context.Context, url string) (*page.Page, error) {
	if err := r.openArchive(); err != nil {
		return nil, err
	}
	r.mu.RLock()
	defer r.mu.RUnlock()
	return render.NewFetcher(r.pages, nil, render.Auto, nil).Fetch(ctx, url) // rendered as the run had it
}

// openArchive opens the archive as it is now, unless that is done.
func (r *run) openArchive() error {
	dir := filepath.Join(r.Dir, "archive")
	files, err := filepath.Glob(filepath.Join(dir, "*.warc*"))
	if err != nil || len(files) == 0 {
		return notFound("this run's folder has no archive")
	}
	stamp := ""
	for _, f := range files {
		if st, err := os.Stat(f); err == nil {
			stamp += fmt.Sprintf("%s %d\n", f, st.Size())
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return notFound("this run's folder is gone, or another one has taken its place")
	}
	if r.pages != nil && r.stamped == stamp {
		return nil
	}
	if r.pages != nil {
		// A run under way adds to its archive all the time: only what was added is read.
		if err := r.pages.Reread(); err == nil {
			r.stamped = stamp
			return nil
		} else if !errors.Is(err, fetch.ErrReplaced) {
			return err
		}
	}
	pages, err := fetch.New(fetch.Options{Replay: []string{dir}, IgnoreRobots: true})
	if err != nil {
		return err
	}
	if r.pages != nil {
		err = r.pages.Close()
	}
	r.pages, r.stamped = pages, stamp
	return err
}
