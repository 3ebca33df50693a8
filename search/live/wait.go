package live

import (
	"slices"
	"sync"
	"time"

	"verde/progress"
)

// activity is what an engine is doing at the moment, to tell of. Nothing is
// decided by it.
type activity struct {
	mu      sync.Mutex
	asked   int         // requests, be they sent or wait for their turn
	repeats int         // pages of results that are asked for again
	sent    []time.Time // requests under way, the first first
	until   time.Time   // the service wants to be left alone
}

// begin counts in n what lasts until the function that it returns is called.
func (a *activity) begin(n *int) (end func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	*n++
	return func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		*n--
	}
}

// send notes a request that is under way until the function that it returns is
// called.
func (a *activity) send() (end func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := time.Now()
	a.sent = append(a.sent, now)
	return func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		i := slices.Index(a.sent, now)
		a.sent = slices.Delete(a.sent, i, i+1)
	}
}

// leave notes that the service wants to be left alone for d.
func (a *activity) leave(d time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if until := time.Now().Add(d); until.After(a.until) {
		a.until = until
	}
}

// Waits tells whether the service is waited for at this moment, and why.
func (e *Engine) Waits() []progress.Wait {
	a := &e.now
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.asked+a.repeats == 0 {
		return nil
	}
	w := progress.Wait{Host: e.endpoint.Host, Reason: progress.Delay, For: max(0, e.opt.Interval)}
	now := time.Now()
	var answer time.Duration
	if len(a.sent) > 0 {
		answer = now.Sub(a.sent[0])
	}
	switch pause := a.until.Sub(now); {
	case pause > 0:
		w.Reason, w.For = progress.RetryAfter, pause
	case a.repeats > 0:
		w.Reason, w.For = progress.Retry, 0
	case answer >= w.For:
		w.Reason, w.For = progress.Answer, answer
	}
	return []progress.Wait{w}
}
