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

	"verde"
	"verde/catalog"
	"verde/fetch"
	"verde/page"
	"verde/render"
	"verde/runs"
	"verde/steering"
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

// place is where a run lies: a folder, or a database that machines share. Where it lies
// does not change; what lies there does.
type place interface {
	fmt.Stringer // for people, and no other's
	// open opens the catalog that lies there now.
	open(context.Context) (*catalog.Catalog, error)
	// replaced reports whether that is another than was opened, or tried, the last time.
	replaced() bool
	// standing tells how the run stands.
	standing(context.Context) (standing, error)
	// summary fills in what the run looks for, and what it came to when it last ended.
	summary(context.Context, *verde.Report, *verde.Vertical) error
	// lists are what persons have decided.
	lists() steering.Lists
	// archive opens the pages that the run has read: those of before, if they are of the
	// same state of the archive, which stamp tells.
	archive(before *fetch.Client, stamp string) (pages *fetch.Client, now string, err error)
	// alone does something to the catalog of a run that is not under way while nobody else
	// does.
	alone(ctx context.Context, c *catalog.Catalog, do func(context.Context) error) error
}

// standing is how a run stands.
type standing struct {
	Status  runs.Status
	Doing   string    // of a run under way, "" if that is not known
	Failed  string    // why it ended before its time, or does not go on
	Changed time.Time // when it wrote last
	Stamp   string    // another when it has written something
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

// gone reports whether the catalog was taken away from under the run, or another one was
// put in its place.
func (r *run) gone() bool { return r.lost != nil || r.replaced() }

// tryEvery is how often a run is tried to be opened where nothing has changed since the
// last try: what was wrong may be elsewhere, in its log, say, or pass by itself.
const tryEvery = 5 * time.Second

// changedHands reports whether what is open of the run is not what lies in its place now, or
// may not be: of one that could not be opened, if it is to be tried again.
func (r *run) changedHands() bool {
	return r.replaced() || r.lost != nil && time.Since(r.tried) >= tryEvery
}

// again is the run as it is now, with nothing open if there is none or it can't be opened.
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

// report is what the run has measured: the rounds from the catalog, so that those of a
// run under way are there, the rest as it was written last.
func (r *run) report(ctx context.Context) (*verde.Report, *verde.Vertical, error) {
	report, vertical := new(verde.Report), new(verde.Vertical)
	if err := r.summary(ctx, report, vertical); err != nil {
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

// warm opens the archive of a run that somebody looks at before a page needs it, which takes
// some microseconds a page of it. What goes wrong the page that needs it tells.
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
