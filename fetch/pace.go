package fetch

import (
	"context"
	"sync"
	"time"

	"verde/page"
)

// Exponential backoff for a host that answers with 429 or 503. Polite crawlers start with a
// second; 30 s is also the longest Crawl-delay that they obey.
const (
	firstBackoff = time.Second      // after the first 429 or 503; doubles with each
	maxBackoff   = 30 * time.Second // longest backoff
)

// pacer keeps the politeness delay between the requests to a host.
type pacer struct {
	slots  chan struct{} // a token for each open connection
	factor float64       // politeness delay over the time of the last answer
	most   time.Duration // longest such delay
	after  time.Duration // longest Retry-After that is waited for
	fails  int           // URLs that fail in a row before the host is considered down; negative for any number

	mu      sync.Mutex
	last    time.Time     // of the last request
	pause   time.Time     // no request before
	rest    time.Duration // least delay: factor times the time of the last answer
	backoff time.Duration // least delay after 429 and 503 answers; 0 for a host that is not overloaded

	failed    int       // URLs that failed in a row
	downUntil time.Time // until then the host is considered down

	asked   time.Duration   // Retry-After if it is longer than is waited for: no request is sent; else 0
	until   time.Time       // end of that pause
	lease   Lease           // under which the last request was sent; nil without [Hosts]
	unasked map[string]bool // URLs that were not requested because of that pause
	now     activity
}

func newPacer(o Options) *pacer {
	return &pacer{slots: make(chan struct{}, o.PerHost), factor: o.DelayFactor, most: o.MaxDelay, after: o.MaxRetryAfter, fails: o.MaxFailures}
}

// acquire takes one of the host's connections and waits until delay has passed since the last
// request; release gives the connection back. On an error (the cause of ctx, or errLeftAlone)
// no connection is taken.
func (p *pacer) acquire(ctx context.Context, delay time.Duration) error {
	p.awaited(delay, 1)
	defer p.awaited(delay, -1)
	select {
	case p.slots <- struct{}{}:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	for {
		if p.pauseAsked() > 0 {
			<-p.slots
			return errLeftAlone
		}
		wait := p.claim(delay)
		if wait <= 0 {
			return nil
		}
		if err := sleep(ctx, wait); err != nil {
			<-p.slots
			return err
		}
	}
}

// claim records a request as sent now and gives 0, or gives how long the caller has to wait.
func (p *pacer) claim(delay time.Duration) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	next := p.pause
	if !p.last.IsZero() {
		next = later(next, p.last.Add(max(delay, p.rest, p.backoff)))
	}
	if wait := next.Sub(now); wait > 0 {
		return wait
	}
	p.last = now
	p.now.sent = append(p.now.sent, now)
	return 0
}

// release gives back the connection of a request that took this long. If the host has one
// connection, the delay counts from the end of the request, so that the server, too, sees no
// two requests closer than that. The delay grows with the time of the answer, the only sign
// of load that a host shows before it fails.
func (p *pacer) release(took time.Duration) {
	p.mu.Lock()
	p.rest = min(time.Duration(p.factor*float64(took)), p.most)
	p.now.took, p.now.sent = took, p.now.sent[1:] // whichever was first: they are told apart by nobody
	if cap(p.slots) == 1 {
		p.last = time.Now()
	}
	p.mu.Unlock()
	<-p.slots
}

// overloaded records a 429 or 503. Nothing is sent for retryAfter or the backoff, whichever is
// longer. The backoff doubles each time, and stays the least delay until answers are good
// again (see recovered). A host whose retryAfter is longer than is waited for gets no further
// request, since it would come too early.
func (p *pacer) overloaded(retryAfter time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if retryAfter > p.after {
		p.asked, p.until = max(p.asked, retryAfter), later(p.until, time.Now().Add(retryAfter))
	}
	p.backoff = min(max(2*p.backoff, firstBackoff), maxBackoff)
	p.pause = later(p.pause, time.Now().Add(max(p.backoff, min(retryAfter, p.after))))
	p.now.told = retryAfter > 0
}

// recovered records a good answer: the backoff of an overloaded host shrinks by an eighth.
func (p *pacer) recovered() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.backoff -= p.backoff / 8; p.backoff < firstBackoff/8 {
		p.backoff = 0
	}
}

// outcome records whether a URL failed after the last attempt. Any result but a transient
// failure shows that the host is up.
func (p *pacer) outcome(failed bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !failed {
		p.failed = 0
		return
	}
	if p.failed++; p.fails >= 0 && p.failed >= p.fails {
		p.downUntil = time.Now().Add(hostDownAge)
	}
}

// down gives the number of URLs that failed in a row if the host is considered down, else 0.
// Without this bound a dead host would delay a run by days, as each of its URLs takes all
// attempts and their timeouts.
func (p *pacer) down() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if time.Now().Before(p.downUntil) {
		return p.failed
	}
	return 0
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// sleep waits for d, or until ctx is done, and then gives its cause.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// pacerFor gives the pacer of a host, the same for http and https.
func (c *Client) pacerFor(host string) *pacer {
	c.mu.Lock()
	defer c.mu.Unlock()
	p := c.pacers[host]
	if p == nil {
		p = newPacer(c.opt)
		c.pacers[host] = p
		site := page.Site("http://" + host)
		c.sites[site] = append(c.sites[site], p)
	}
	return p
}

// pauseAsked gives the host's Retry-After if it is longer than is waited for, else 0.
func (p *pacer) pauseAsked() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.asked
}

// leave records a URL that is not requested because its host asked for too long a pause.
func (p *pacer) leave(url string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.unasked == nil {
		p.unasked = make(map[string]bool)
	}
	p.unasked[url] = true
}

// leftAlone reports whether the host asked for too long a pause, and describes it.
func (p *pacer) leftAlone(host string) (LeftAlone, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return LeftAlone{Host: host, Asked: p.asked.Seconds(), URLs: len(p.unasked)}, p.asked > 0
}

// resume ends the pause that the host asked for, if it is over.
func (p *pacer) resume(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !now.Before(p.until) {
		p.asked = 0
	}
}
