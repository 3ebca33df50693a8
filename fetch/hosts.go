package fetch

import (
	"context"
	"errors"
	"slices"
	"time"

	"verde/page"
)

// Hosts lets several processes share sites (see [page.Site]): only the one that holds a
// site's lease sends requests to its hosts.
type Hosts interface {
	// Acquire gives this process's lease of a site, taking it first if need be; the
	// implementation decides how long to wait for it. [ErrHostBusy] is an error of the page,
	// any other error ends the run.
	Acquire(ctx context.Context, site string) (Lease, error)
	// Apart gives a context for a part of the work in ctx. The function that comes with it
	// releases the sites acquired under that context, but for those that the rest of the
	// work uses.
	Apart(ctx context.Context) (context.Context, func())
}

// Lease is the right to send requests to a site.
type Lease interface {
	// Valid reports whether the lease still holds. What comes after it was lost is an
	// error of the run.
	Valid() bool
	// Before tells what was found when the lease was taken: when the last request was
	// sent, as far as that is known, and before when none may be.
	Before() (last, until time.Time)
}

// ErrHostBusy tells that a site can't be had for longer than a page waits: another process
// asks it for pages, of the same run or another one, or it wants to be left alone.
var ErrHostBusy = errors.New("another worker has the site, or it wants to be left alone")

// ErrLeaseLost is the cause when a process has lost a site to another one, and sends
// nothing any more.
var ErrLeaseLost = errors.New("the lease of the site was lost")

// lease takes the site of a URL for this process, and has its pacer know what other
// processes did to it. A refusal is the answer if the site can't be had.
func (c *Client) lease(ctx context.Context, url string, pace *pacer) (Lease, *answer, error) {
	if c.opt.Hosts == nil {
		return nil, nil, nil
	}
	l, err := c.opt.Hosts.Acquire(ctx, page.Site(url))
	switch {
	case ctx.Err() != nil:
		return nil, nil, errors.Join(errGaveUp, context.Cause(ctx))
	case errors.Is(err, ErrHostBusy):
		return nil, refusal(url, page.Unreachable, err.Error()), nil
	case err != nil:
		return nil, nil, err
	}
	pace.leased(l)
	return l, nil, nil
}

// isDeferred reports whether an answer only says that its host wants a longer pause than is
// waited for, and a process of the run requests the page later. Such an answer is not
// archived, since it would count as the page's.
func (c *Client) isDeferred(a *answer) bool {
	return c.opt.Hosts != nil && a.transient() && c.pacerFor(page.Host(a.url)).pauseAsked() > 0
}

// SiteState is what a process leaves to the next one that sends requests to a site.
type SiteState struct {
	Last  time.Time     // when the last request was sent; zero for none
	Until time.Time     // before when none may be
	Asked time.Duration // by Retry-After, if that is longer than is waited for; else 0
}

// Site tells how a site was left.
func (c *Client) Site(site string) (s SiteState) {
	for _, p := range c.pacersOf(site) {
		p.mu.Lock()
		s.Last, s.Until = later(s.Last, p.last), later(s.Until, p.pause)
		if !p.last.IsZero() {
			s.Until = later(s.Until, p.last.Add(max(p.rest, p.backoff)))
		}
		if p.asked > 0 {
			s.Asked = max(s.Asked, p.asked)
			s.Until = later(s.Until, p.until)
		}
		p.mu.Unlock()
	}
	return s
}

// Resume has the hosts of a site asked again that asked to be left alone, if the time they
// asked for has passed. A client by itself leaves them alone for good; one of several
// processes is told when the site is its own to read again.
func (c *Client) Resume(site string) {
	for _, p := range c.pacersOf(site) {
		p.resume(time.Now())
	}
}

// pacersOf gives the pacers of a site's hosts.
func (c *Client) pacersOf(site string) []*pacer {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.sites[site])
}

// Apart gives a context for requests to other sites than those that ctx is about, to the
// server of an index, say, and a function that ends them: other processes need not wait
// for such a site until all that ctx is about is done. It does nothing where this is the
// only process.
func (c *Client) Apart(ctx context.Context) (context.Context, func()) {
	if c.opt.Hosts == nil {
		return ctx, func() {}
	}
	return c.opt.Hosts.Apart(ctx)
}

// leased notes a lease: of one that is new, what other processes have left. What the
// host asked for before has passed then, or it could not have been had.
func (p *pacer) leased(l Lease) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.lease == l {
		return
	}
	p.lease, p.asked = l, 0
	last, until := l.Before()
	p.last, p.pause = later(p.last, last), later(p.pause, until)
}
