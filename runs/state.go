package runs

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"verde/progress"
)

// Status is how a run stands.
type Status string

const (
	UnderWay Status = "under way" // a process has it open
	Ended    Status = "ended"     // it has summed up what it found
	Stopped  Status = "stopped"   // neither: it goes on as it was asked
)

// State is how a run stands, and for one that this process has begun how far it is.
type State struct {
	Status   Status
	Here     bool          // this process has it under way
	Stopping string        // "pausing" or "ending" while it does that
	Began    time.Time     // when this process began it, or went on with it, the last time
	View     progress.View // of a run under way here
	Log      string        // the end of what it told people, of a run begun here
	Paused   bool          // the last run here was stopped by [Runs.Pause] or [Runs.Close], which is no failure
	Outcome  Outcome       // of the last run here that is done; without an error if it was paused
}

// State tells how the run of a folder stands.
func (r *Runs) State(folder string) (State, error) {
	a, err := r.last(folder)
	if err != nil {
		return State{}, err
	}
	var s State
	if a != nil {
		s = a.state(r.now())
	}
	if s.Here {
		s.Status = UnderWay
		return s, nil
	}
	s.Status, err = StatusOf(folder)
	return s, err
}

func (a *active) state(now time.Time) State {
	a.mu.Lock()
	defer a.mu.Unlock()
	s := State{Began: a.began, Log: a.log.String(), Outcome: a.outcome}
	if !a.ended {
		s.Here, s.Stopping, s.View = true, a.stopping, a.tracker.View(now)
		return s
	}
	if s.Paused = a.stopping == pausing && errors.Is(a.outcome.Err, context.Canceled); s.Paused {
		s.Outcome.Err = nil
	}
	return s
}

// StatusOf tells how the run of a folder stands, whoever began it.
func StatusOf(folder string) (Status, error) {
	used, err := inUse(folder)
	if err != nil || used {
		return UnderWay, err
	}
	if order, err := ReadOrder(folder); err == nil {
		if order.Ended.IsZero() {
			return Stopped, nil
		}
		return Ended, nil
	}
	// An earlier version kept no order: a report is written at the end.
	if _, err := os.Stat(filepath.Join(folder, "report.json")); err == nil {
		return Ended, nil
	}
	return Stopped, nil
}

// maxTail bounds what is kept of a log, in bytes.
const maxTail = 32 << 10

// tail keeps the last lines that were written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p[max(0, len(p)-maxTail):]...)
	if over := len(t.text) - maxTail; over > 0 {
		t.text = append(t.text[:0], t.text[over:]...)
	}
	return len(p), nil
}

// String gives whole lines, but for one that is longer than all that is kept.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := string(t.text)
	if len(text) < maxTail {
		return text
	}
	if _, rest, ok := strings.Cut(text, "\n"); ok {
		return rest
	}
	for !utf8.RuneStart(text[0]) {
		text = text[1:]
	}
	return text
}
