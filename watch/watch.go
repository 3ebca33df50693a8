// Package watch does a piece of work again and again, and tells others what changed.
//
// The one idea: when a turn began is what everything follows from, and it stands in a
// file. The next turn is due a fixed time after it, however long a turn takes and
// however often the process ends; a turn that was broken off goes on under its old
// date; and what changed is told until somebody has taken it.
//
// The work itself, and what tells, are functions that are given.
package watch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"time"

	"github.com/google/renameio/v2/maybe"
)

// Clock tells the time and waits for it.
type Clock interface {
	Now() time.Time
	// Wait waits until a time; the error is the cause of ctx's end before that.
	Wait(ctx context.Context, until time.Time) error
}

// Wall is the clock on the wall.
type Wall struct{}

// Now gives the time.
func (Wall) Now() time.Time { return time.Now() }

// maxNap bounds how long is waited at once: a machine that slept has its timers late.
const maxNap = time.Minute

// Wait implements [Clock].
func (Wall) Wait(ctx context.Context, until time.Time) error {
	for {
		left := time.Until(until)
		if left <= 0 {
			return nil
		}
		timer := time.NewTimer(min(left, maxNap))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return context.Cause(ctx)
		}
	}
}

// State is what is kept between turns.
type State struct {
	Began    time.Time           `json:"began,omitzero"`    // the latest turn
	Ended    time.Time           `json:"ended,omitzero"`    // zero while it is under way, or was broken off
	Compared time.Time           `json:"compared,omitzero"` // what changed before has been compared, and is in reports
	Sites    []string            `json:"sites"`             // that were sources then
	Untold   map[string][]string `json:"untold"`            // reports, by file name, that a teller has not taken yet; by the teller's name, the oldest first
}

// Load reads a state. Where there is no file it is the zero one.
func Load(path string) (s State, err error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &s)
	}
	if err != nil {
		return s, fmt.Errorf("reading when the run was watched last: %w; without %s it begins anew", err, path)
	}
	return s, nil
}

// Save writes a state, whole or not at all.
func (s State) Save(path string) error {
	if s.Sites == nil { // a key has one type
		s.Sites = []string{}
	}
	if s.Untold == nil {
		s.Untold = map[string][]string{}
	}
	data, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	return maybe.WriteFile(path, append(data, '\n'), 0o644)
}

// Next is when the next turn is due: now for a first one, for one that was broken off and
// for one that was missed, else an interval after the latest began. Of several that were
// missed one is made up for.
func (s State) Next(every time.Duration, now time.Time) time.Time {
	if s.Began.IsZero() || s.Ended.IsZero() {
		return now
	}
	next := s.Began.Add(every)
	if next.Before(now) {
		return now
	}
	return next
}

// UnderWay reports whether a turn has begun and not ended: it was broken off, unless
// somebody does it at this moment.
func (s State) UnderWay() bool { return !s.Began.IsZero() && s.Ended.IsZero() }

// Begin gives the state of a turn that begins, or goes on, at a time. sites are the
// sources by now, which what a first turn finds is compared with.
func (s State) Begin(now time.Time, sites []string) State {
	if !s.UnderWay() {
		s.Began, s.Ended = now, time.Time{}
	}
	if s.Compared.IsZero() {
		s.Compared, s.Sites = s.Began, sites
	}
	return s
}

// Tell hands a folder's reports to tellers, by their names, and keeps in the state what
// each has not taken: one that fails does not keep them from another.
func (s *State) Tell(ctx context.Context, folder string, tellers map[string]Teller) error {
	var errs []error
	untold := maps.Clone(s.Untold)
	for _, name := range slices.Sorted(maps.Keys(tellers)) {
		left, err := TellAll(ctx, folder, untold[name], tellers[name])
		if errs = append(errs, err); len(left) > 0 {
			untold[name] = left
		} else {
			delete(untold, name)
		}
	}
	s.Untold = untold
	return errors.Join(errs...)
}

// Add notes a report that tellers, by their names, are to be told.
func (s *State) Add(report string, tellers map[string]Teller) {
	untold := maps.Clone(s.Untold)
	if untold == nil {
		untold = make(map[string][]string)
	}
	for name := range tellers {
		untold[name] = append(slices.Clone(untold[name]), report)
	}
	s.Untold = untold
}

// Loop does turns when they are due, until ctx ends; load gives the state after each.
// What a turn fails with is told, and ends nothing: the next may go well. One that has
// not kept that it ended, as it could not read or write, is gone on with an interval
// after it began, and not at once without end.
func Loop(ctx context.Context, clock Clock, every time.Duration, load func() (State, error), turn func(context.Context) error, tell func(next time.Time, err error)) error {
	before, err := load()
	if err != nil {
		return err
	}
	next := before.Next(every, clock.Now())
	for {
		if err := clock.Wait(ctx, next); err != nil {
			return err
		}
		began := clock.Now()
		failed := turn(ctx)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		after, err := load()
		if err != nil {
			return errors.Join(failed, err)
		}
		if next = after.Next(every, clock.Now()); after.Ended.IsZero() || after.same(before) {
			next = began.Add(every)
			failed = errors.Join(failed, errors.New("the turn has not kept that it ended"))
		}
		tell(next, failed)
		before = after
	}
}

// same reports whether no turn has begun or ended between two states.
func (s State) same(t State) bool { return s.Began.Equal(t.Began) && s.Ended.Equal(t.Ended) }
