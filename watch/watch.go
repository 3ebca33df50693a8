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
	"os"
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
	Began  time.Time `json:"began,omitzero"` // the latest turn
	Ended  time.Time `json:"ended,omitzero"` // zero while it is under way, or was broken off
	Sites  []string  `json:"sites"`          // that were sources when it began
	Untold []string  `json:"untold"`         // reports, by file name, that nobody has taken yet; the oldest first
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
	for _, list := range []*[]string{&s.Sites, &s.Untold} {
		if *list == nil {
			*list = []string{} // a key has one type
		}
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

// Begin gives the state of a turn that begins, or goes on, at a time. sites are the
// sources by now.
func (s State) Begin(now time.Time, sites []string) State {
	if s.Began.IsZero() || !s.Ended.IsZero() {
		s.Began, s.Ended, s.Sites = now, time.Time{}, sites
	}
	return s
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
