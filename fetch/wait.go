package fetch

import (
	"time"

	"verde/page"
	"verde/progress"
)

// activity is the current state of the requests to a host, for progress reports only:
// no decision depends on it.
type activity struct {
	waiting int           // requests for their turn
	delay   time.Duration // that the last of these asked for
	sent    []time.Time   // requests under way, the first first
	took    time.Duration // the last answer
	repeats int           // URLs that failed and are asked for again
	told    bool          // the last 429 or 503 had a Retry-After field
}

// awaited counts requests that wait for their turn.
func (p *pacer) awaited(delay time.Duration, n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.now.waiting += n
	p.now.delay = delay
}

// repeats counts URLs that are asked for again.
func (p *pacer) repeats(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.now.repeats += n
}

// wait tells why the host is waited for, if it is. own is the delay that the
// user wants: a longer one is the host's.
//
// The reason of the moment (waiting for an answer, or for the rest of a delay) would
// change with each report. So the reason is what takes most of the time between one
// request and the next.
func (p *pacer) wait(own time.Duration) (w progress.Wait, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	a, now := &p.now, time.Now()
	if a.waiting+len(a.sent)+a.repeats == 0 {
		return w, false
	}
	interval := max(a.delay, p.rest, p.backoff)
	w.Interval = interval
	pause, answer := p.pause.Sub(now), time.Duration(0)
	if len(a.sent) > 0 {
		answer = now.Sub(a.sent[0])
	}
	switch {
	case pause > 0 && a.told:
		w.Reason, w.For = progress.RetryAfter, pause
	case pause > 0 || p.backoff > 0 && interval == p.backoff:
		w.Reason, w.For = progress.Overloaded, max(pause, p.backoff)
	case a.repeats > 0:
		w.Reason = progress.Retry
	case answer > interval:
		w.Reason, w.For = progress.Answer, answer
	case interval == p.rest && p.rest > a.delay:
		w.Reason, w.For = progress.Slow, a.took
	case a.delay > own:
		w.Reason, w.For = progress.CrawlDelay, a.delay
	default:
		w.Reason, w.For = progress.Delay, interval
	}
	return w, true
}

// Waits tells which hosts are waited for at this moment, and why, in no order.
// Cost: linear in the hosts that the client was sent to.
func (c *Client) Waits() []progress.Wait {
	c.mu.Lock()
	defer c.mu.Unlock()
	var waits []progress.Wait
	for host, p := range c.pacers {
		if w, ok := p.wait(c.opt.Delay); ok {
			w.Host, w.Site = host, page.Site("http://"+host+"/")
			waits = append(waits, w)
		}
	}
	return waits
}
