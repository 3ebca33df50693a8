// Package runs starts explorations in this process, pauses and ends them, goes on with
// them, and tells how far they are.
//
// The one idea: a run is a folder, and whoever has the folder's archive open has the
// run; that lock (see [verde/fetch.InUse]) is the only one. What the run was asked
// stands in the folder as an [Order], so that any process can go on with it, whichever
// began it. The work itself is a function that is given: the same that the command line
// calls.
package runs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"verde/fetch"
	"verde/progress"
)

// Task is what a [Work] is to do.
type Task struct {
	Folder   string
	Args     []string             // what "verde explore" is told, without the folder
	Log      io.Writer            // takes what is told to people
	Progress func(progress.Event) // takes each step; may be called by several at a time
	Enough   func() bool          // the run is to begin nothing more, and to sum up what it has
}

// Outcome is what a work has come to.
type Outcome struct {
	Lacks string // what is missing of a run that is done, "" for nothing
	Err   error  // why it is not done
}

// Work explores until it is done or ctx ends. What it has by then is kept, so that the
// same task goes on.
type Work func(ctx context.Context, t Task) Outcome

// Errors of what can't be done now.
var (
	ErrUnderWay  = errors.New("the run is under way in this process already")
	ErrElsewhere = errors.New("the run is under way in another process, which alone can pause it; its command's Ctrl-C does")
	ErrIdle      = errors.New("the run is not under way")
	ErrFull      = errors.New("as many runs are under way as may be at a time; pause one, or wait for its end")
	ErrClosed    = errors.New("the server is about to end")
	ErrNoOrder   = errors.New("the folder does not say what the run was asked, as verde explore notes it: give the command that began it once more")
)

// Runs are the explorations of this process. It is safe for concurrent use.
type Runs struct {
	// Most bounds the runs that are under way at a time, each of which has the budget of
	// its own task; 0 for no bound. It is set before the first start.
	Most int

	work Work
	now  func() time.Time

	mu     sync.Mutex
	active map[string]*active // by absolute folder, those that have ended too
	closed bool
	group  sync.WaitGroup
}

// active is an exploration that this process has begun.
type active struct {
	cancel context.CancelFunc
	done   chan struct{}
	log    tail

	mu       sync.Mutex
	tracker  progress.Tracker
	began    time.Time
	stopping string
	enough   bool
	outcome  Outcome
	ended    bool
}

// New makes what does runs by a work. The caller closes it.
func New(work Work) *Runs {
	return &Runs{work: work, now: time.Now, active: make(map[string]*active)}
}

// Start begins or goes on with the run of a folder, which need not be there yet, and
// returns at once. args are what "verde explore" is told.
//
// That a run can't begin is an error only if it is known now: [ErrUnderWay],
// [ErrElsewhere], [ErrFull], [ErrClosed]. Anything else shows in [Runs.State].
func (r *Runs) Start(folder string, args []string) error {
	key, err := filepath.Abs(folder)
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return ErrClosed
	}
	if a := r.active[key]; a != nil && !a.isDone() {
		return ErrUnderWay
	}
	if used, err := inUse(key); err != nil {
		return err
	} else if used {
		return ErrElsewhere
	}
	if n := r.underWay(); r.Most > 0 && n >= r.Most {
		return fmt.Errorf("%w: %d", ErrFull, n)
	}
	ctx, cancel := context.WithCancel(context.Background())
	a := &active{cancel: cancel, done: make(chan struct{}), began: r.now()}
	r.active[key] = a
	task := Task{Folder: folder, Args: args, Log: &a.log, Enough: a.isEnough, Progress: func(e progress.Event) {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.tracker.Add(e, r.now())
	}}
	r.group.Go(func() {
		defer cancel()
		defer close(a.done)
		outcome := r.do(ctx, task)
		a.mu.Lock()
		defer a.mu.Unlock()
		a.outcome, a.ended = outcome, true
	})
	return nil
}

// underWay counts the runs of this process that are under way. r.mu is held.
func (r *Runs) underWay() (n int) {
	for _, a := range r.active {
		if !a.isDone() {
			n++
		}
	}
	return n
}

// do does the work. A fault in it ends the run and not the process, which has others.
func (r *Runs) do(ctx context.Context, task Task) (out Outcome) {
	defer func() {
		if fault := recover(); fault != nil {
			out.Err = fmt.Errorf("a fault of the program: %v", fault)
		}
	}()
	return r.work(ctx, task)
}

// Resume goes on with a run as it was asked the last time.
func (r *Runs) Resume(folder string) error {
	order, err := ReadOrder(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return ErrNoOrder
	case err != nil:
		return err
	}
	if err := order.Repeatable(); err != nil {
		return err
	}
	return r.Start(folder, order.Args)
}

// Pause stops a run of this process at once, as Ctrl-C does: what was asked and read is
// kept, and [Runs.Resume] goes on. It returns before the run has stopped.
func (r *Runs) Pause(folder string) error {
	a, err := r.find(folder)
	if err != nil {
		return err
	}
	a.stop(pausing, false)
	a.cancel()
	return nil
}

// End has a run of this process begin nothing more: the sites under way are read to
// their end, and what was found is summed up. Resume goes on all the same. It returns
// before the run has ended.
func (r *Runs) End(folder string) error {
	a, err := r.find(folder)
	if err != nil {
		return err
	}
	a.stop(ending, true)
	return nil
}

// What a run does that is being stopped.
const (
	pausing = "pausing"
	ending  = "ending"
)

func (r *Runs) find(folder string) (*active, error) {
	a, err := r.last(folder)
	if err != nil {
		return nil, err
	}
	if a != nil && !a.isDone() {
		return a, nil
	}
	if used, err := inUse(folder); err != nil {
		return nil, err
	} else if used {
		return nil, ErrElsewhere
	}
	return nil, ErrIdle
}

// last gives what this process did last in a folder, nil for nothing.
func (r *Runs) last(folder string) (*active, error) {
	key, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.active[key], nil
}

// Wait waits until the run that was begun last in a folder is done with, and gives what
// it came to. The error is ctx's, or [ErrIdle] if this process has begun none.
func (r *Runs) Wait(ctx context.Context, folder string) (Outcome, error) {
	a, err := r.last(folder)
	if err != nil {
		return Outcome{}, err
	}
	if a == nil {
		return Outcome{}, ErrIdle
	}
	select {
	case <-a.done:
		a.mu.Lock()
		defer a.mu.Unlock()
		return a.outcome, nil
	case <-ctx.Done():
		return Outcome{}, ctx.Err()
	}
}

// Close pauses all runs and waits for them. Nothing can be started any more.
func (r *Runs) Close() error {
	r.mu.Lock()
	r.closed = true
	for _, a := range r.active {
		a.stop(pausing, false)
		a.cancel()
	}
	r.mu.Unlock()
	r.group.Wait()
	return nil
}

func (a *active) isDone() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.ended
}

func (a *active) isEnough() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.enough
}

func (a *active) stop(how string, enough bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.ended {
		a.stopping, a.enough = how, a.enough || enough
	}
}

// inUse reports whether any process has the run of a folder open.
func inUse(folder string) (bool, error) {
	used, err := fetch.InUse(filepath.Join(folder, "archive"))
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	return used, err
}
