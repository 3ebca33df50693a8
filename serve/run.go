package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"verde/catalog"
	"verde/fetch"
	"verde/page"
	"verde/render"
	"verde/report"
	"verde/runs"
	"verde/steering"
	"verde/vertical"
)

// run is a run that is shown.
type run struct {
	Name string // by which addresses name it
	Dir  string // its folder, "" of one in a database
	place
	catalog *catalog.Catalog
	lost    error     // why nothing of it is open, nil if it is
	tried   time.Time // when that was found

	integrating sync.Mutex // held while its entities are made anew
	labelling   labelling

	warming sync.Once

	mu      sync.RWMutex
	closed  bool
	pages   *fetch.Client // answers from the archive as it was at stamped
	stamped string
}

// place is where a run is stored: a folder, or a database that machines share. The run
// there may be replaced by another.
type place interface {
	fmt.Stringer // for people; unique
	// open opens the catalog that is there now.
	open(context.Context) (*catalog.Catalog, error)
	// replaced reports whether the catalog there is not the one of the last call of open.
	replaced() bool
	// standing gives the state of the run.
	standing(context.Context) (standing, error)
	// summary fills in the run's domain, and its report as of when it last ended.
	summary(context.Context, *report.Report, *vertical.Vertical) error
	// lists gives the decisions of persons.
	lists() steering.Lists
	// archive opens the pages that the run has fetched. It returns before if the archive
	// has not changed since, by its stamp; now is the current stamp.
	archive(before *fetch.Client, stamp string) (pages *fetch.Client, now string, err error)
	// alone calls do with exclusive access to the catalog of a run that is not under way.
	alone(ctx context.Context, c *catalog.Catalog, do func(context.Context) error) error
}

// standing is the state of a run.
type standing struct {
	Status  runs.Status
	Doing   string    // its activity if it is under way, "" if unknown
	Failed  string    // why it ended early, or does not continue
	Changed time.Time // when it last wrote something
	Stamp   string    // changes whenever it writes something
}

// openRun opens a run. taken are names of other runs.
func openRun(ctx context.Context, name string, p place, taken []string) (*run, error) {
	r := &run{Name: name, place: p}
	if f, ok := p.(*folder); ok {
		r.Dir = f.dir
	}
	for n := 2; slices.Contains(taken, r.Name); n++ {
		r.Name = name + "-" + strconv.Itoa(n)
	}
	var err error
	r.catalog, err = p.open(ctx)
	return r, err
}

// gone reports whether the run's catalog was removed or replaced.
func (r *run) gone() bool { return r.lost != nil || r.replaced() }

// tryEvery is the interval between attempts to open a run whose catalog file has not changed:
// the error may be elsewhere, for example in its log, or transient.
const tryEvery = 5 * time.Second

// changedHands reports whether the run should be opened again: its catalog was replaced, or it
// could not be opened and another attempt is due.
func (r *run) changedHands() bool {
	return r.replaced() || r.lost != nil && time.Since(r.tried) >= tryEvery
}

// again opens the run anew. If that fails, the run returned has the error and nothing open.
func (r *run) again(ctx context.Context) *run {
	now, err := openRun(ctx, r.Name, r.place, nil)
	if err != nil {
		now = &run{Name: r.Name, Dir: r.Dir, place: r.place, lost: err, tried: time.Now()}
	}
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

// decided is what persons have decided of the run.
func (r *run) decided(ctx context.Context) (steering.Steering, error) {
	return steering.Read(ctx, r.lists())
}

// report gives the run's report: its rounds from the catalog, so that they are current for
// a run under way, the rest as last written.
func (r *run) report(ctx context.Context) (*report.Report, *vertical.Vertical, error) {
	out, v := new(report.Report), new(vertical.Vertical)
	if err := r.summary(ctx, out, v); err != nil {
		return nil, nil, err
	}
	rounds, err := r.catalog.Rounds(ctx)
	if err != nil {
		return nil, nil, err
	}
	out.Rounds = nil
	for _, round := range rounds {
		got := report.Round{Round: round.Round}
		if round.Report != nil {
			if err := json.Unmarshal(round.Report, &got); err != nil {
				return nil, nil, fmt.Errorf("round %d: %w", round.Round, err)
			}
		}
		out.Rounds = append(out.Rounds, got)
	}
	return out, v, nil
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

// warm opens the archive of a run in the background before a page needs it, which takes some
// microseconds for each archived page. An error is reported by the page that needs it.
func (r *run) warm() {
	r.warming.Do(func() {
		if _, ok := r.place.(*folder); ok {
			go func() { _ = r.openArchive() }()
		}
	})
}

// openArchive opens the archive as it is now, unless that is done.
func (r *run) openArchive() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return notFound("this run is gone, or another one has taken its place")
	}
	pages, stamp, err := r.archive(r.pages, r.stamped)
	if err != nil {
		return err
	}
	if r.pages != nil && r.pages != pages {
		err = r.pages.Close()
	}
	r.pages, r.stamped = pages, stamp
	return err
}
