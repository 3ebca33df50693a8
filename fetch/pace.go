package fetch

import (
	"context"
	"sync"
	"time"

	"verde/page"
)

// Backoff for a host that says it is overloaded. A second is where polite crawlers start;
// 30 s is also the longest Crawl-delay that they obey.
const (
	slowFirst = time.Second      // delay after the first 429 or 503; doubles with each
	slowMost  = 30 * time.Second // longest such delay
)

// pacer spaces the requests to a host.
type pacer struct {
	slots  chan struct{} // one token a connection under way
	factor float64       // of what the last answer took, that the host rests
	most   time.Duration // longest such rest
	after  time.Duration // longest Retry-After that is waited for
	fails  int           // URLs in a row that may fail before the host is taken to be down; negative for any number

	mu    sync.Mutex
	last  time.Time     // of the last request
	pause time.Time     // no request before
	rest  time.Duration // least delay, by the time that the last answer took
	slow  time.Duration // least delay, by 429 and 503 answers; 0 for a host that is not overloaded

	failed int       // URLs in a row
	dead   time.Time // until then the host is down

	asked   time.Duration   // a pause longer than is waited for: the host is left alone
	until   time.Time       // when that ends
	lease   Lease           // that the last request was sent by; nil without [Hosts]
	unasked map[string]bool // URLs that nobody has asked for because of it
	now     activity
}

func newPacer(o Options) *pacer {
	return &pacer{slots: make(chan struct{}, o.PerHost), factor: o.DelayFactor, most: o.MaxDelay, after: o.MaxRetryAfter, fails: o.MaxFailures}
}

// acquire waits until a request may be sent, delay after the one before, and
// takes one of the host's connections for it; release gives it back. Without
// success (ctx is done, or errLeftAlone) nothing is taken.
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

// claim takes the next moment for a request if it has come, and says how long
// to wait if not.
func (p *pacer) claim(delay time.Duration) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	next := p.pause
	if !p.last.IsZero() {
		next = later(next, p.last.Add(max(delay, p.rest, p.slow)))
	}
	if wait := next.Sub(now); wait > 0 {
		return wait
	}
	p.last = now
	p.now.sent = append(p.now.sent, now)
	return 0
}

// release ends a request that took so long. On a host's only connection the
// delay counts from here, so that the server, too, sees no two requests closer
// than that. A host that answers slowly rests the longer for it: how long it
// takes is the one thing that it says of its load unasked.
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

// overloaded records a 429 or 503: nothing is sent for retryAfter, or for a delay that
// doubles each time, and that delay holds until answers are good again. A host that asks
// for a longer pause than is waited for gets no further request, since any would come
// sooner than it asked.
func (p *pacer) overloaded(retryAfter time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if retryAfter > p.after {
		p.asked, p.until = max(p.asked, retryAfter), later(p.until, time.Now().Add(retryAfter))
	}
	p.slow = min(max(2*p.slow, slowFirst), slowMost)
	p.pause = later(p.pause, time.Now().Add(max(p.slow, min(retryAfter, p.after))))
	p.now.told = retryAfter > 0
}

// well records a good answer: the delay of an overloaded host shrinks by an eighth.
func (p *pacer) well() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.slow -= p.slow / 8; p.slow < slowFirst/8 {
		p.slow = 0
	}
}

// outcome records the result of a URL after the last attempt: a transient failure, or
// anything else, which shows that the host is up.
func (p *pacer) outcome(failed bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !failed {
		p.failed = 0
		return
	}
	if p.failed++; p.fails >= 0 && p.failed >= p.fails {
		p.dead = time.Now().Add(hostDownAge)
	}
}

// down gives the number of URLs in a row that failed if the host is considered down for
// that, else 0. Without this bound a dead host would hold up a run for days: each of its
// URLs takes all attempts and their timeouts.
func (p *pacer) down() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if time.Now().Before(p.dead) {
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

// pauseAsked is for how long the host has asked to be left alone if that is
// longer than is waited for, else 0.
func (p *pacer) pauseAsked() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.asked
}

// leave counts a URL that is not asked for since its host is left alone.
func (p *pacer) leave(url string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.unasked == nil {
		p.unasked = make(map[string]bool)
	}
	p.unasked[url] = true
}

// leftAlone tells of the host if it is left alone.
func (p *pacer) leftAlone(host string) (LeftAlone, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return LeftAlone{Host: host, Asked: p.asked.Seconds(), URLs: len(p.unasked)}, p.asked > 0
}

func (p *pacer) resume(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !now.Before(p.until) {
		p.asked = 0
	}
}
