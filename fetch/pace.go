package fetch

import (
	"context"
	"sync"
	"time"

	"verde/page"
)

// How a host is spared that says it is overloaded. A second is where polite
// crawlers start; 30 s is where they stop obeying Crawl-delay, too.
const (
	slowFirst = time.Second      // delay after the first 429 or 503; doubles with each
	slowMost  = 30 * time.Second // longest delay that a host can bring about so
)

// pacer holds a host's requests apart.
type pacer struct {
	slots  chan struct{} // one token a connection under way
	factor float64       // of what the last answer took, that the host rests
	most   time.Duration // longest such rest
	after  time.Duration // longest Retry-After that is waited for
	fails  int           // URLs in a row that may fail before the host is taken to be down; negative for any number

	mu    sync.Mutex
	last  time.Time     // of the last request
	pause time.Time     // no request before
	rest  time.Duration // least delay after the last answer
	slow  time.Duration // least delay that an overloaded host has brought about; 0 for one that is well

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

// overloaded notes that the host asked for fewer requests: nothing is sent for
// retryAfter, or for a delay that doubles each time, and requests stay as far
// apart as that until answers are good again. A host that asks for more than is
// waited for gets no further request: to come sooner would be to refuse what it
// asked.
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

// well notes a good answer, which takes an eighth off the delay of a host that
// was overloaded.
func (p *pacer) well() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.slow -= p.slow / 8; p.slow < slowFirst/8 {
		p.slow = 0
	}
}

// outcome notes what came of a URL, after the last attempt at it: a failure
// that may pass, or anything else, which shows that the host is there.
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

// down tells how many URLs in a row failed if that is why the host is left
// alone for now, else 0. A host of which each URL takes all attempts and all of
// their time would hold up a run for days.
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
