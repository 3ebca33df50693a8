package fetch

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"verde/page"
)

// flight is a request under way that others wait for, too.
type flight struct {
	done   chan struct{}
	answer *answer // nil if err is set, or if whoever made the request gave up
	err    error
}

// cached gives the answer to a URL from a mirror or an archive; false if only the network
// can answer. Of the run's archive, answers from before since are ignored, and so are
// outdated failures, unless the client is offline. With brief set the answer may have a
// status and reason only, unless it is a redirect.
func (c *Client) cached(ctx context.Context, url string, brief bool, since time.Time) (*answer, bool, error) {
	if m := mirrorFor(c.mirrors, url); m != nil {
		if brief { // its redirects lead to itself
			return &answer{url: url, status: http.StatusNoContent}, true, nil
		}
		return m.answer(url), true, nil
	}
	for _, archive := range c.archives() {
		e, ok, err := archive.lookup(ctx, url)
		if err != nil {
			return nil, false, err
		}
		if !ok || archive == c.archive && (e.date.time().Before(since) || c.outdated(e)) {
			continue
		}
		if brief && !isRedirect(int(e.status)) {
			return &answer{url: url, status: int(e.status), reason: page.Network}, true, nil
		}
		if a, err := archive.get(ctx, url, e); a != nil || err != nil {
			return a, true, err
		}
	}
	if len(c.replays) == 0 {
		return nil, false, nil
	}
	if a, err := c.archived(ctx, url); a != nil || err != nil { // outdated, and there is nobody to ask
		return a, true, err
	}
	return refusal(url, page.NotArchived, ""), true, nil
}

// archived gives what the run's archive has of a URL, however old, nil for
// nothing.
func (c *Client) archived(ctx context.Context, url string) (*answer, error) {
	if c.archive == nil {
		return nil, nil
	}
	e, ok, err := c.archive.lookup(ctx, url)
	if !ok || err != nil {
		return nil, err
	}
	return c.archive.get(ctx, url, e)
}

// outdated reports whether an archived answer is a failure of an earlier run that this
// run is to request again: one that may pass, or with RetryBounded one of a bound.
func (c *Client) outdated(e entry) bool {
	return e.old && (e.transient || e.bounded && c.opt.RetryBounded)
}

// request asks the network for a URL, which the caller has found allowed. Callers that
// come while a request for the same URL is under way wait for it and get a copy of its
// answer (single flight). If the context of the one that made the request ends, a
// waiting one makes it anew.
func (c *Client) request(ctx context.Context, o order, sent *bool) (*answer, error) {
	for {
		c.mu.Lock()
		f, others := c.flights[o.key()]
		if !others {
			f = &flight{done: make(chan struct{})}
			c.flights[o.key()] = f
		}
		c.mu.Unlock()
		if !others {
			c.lead(ctx, f, o, sent)
			return f.answer, f.err
		}
		select {
		case <-f.done:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
		if f.answer != nil {
			a := *f.answer
			a.body = bytes.Clone(a.body) // pages do not share their bodies
			return &a, nil
		}
		if !errors.Is(f.err, errGaveUp) {
			return nil, f.err
		}
	}
}

// lead makes the request of a flight, archives its answer and sets f.answer or f.err
// for all that wait for it.
func (c *Client) lead(ctx context.Context, f *flight, o order, sent *bool) {
	defer func() {
		c.mu.Lock()
		delete(c.flights, o.key())
		c.mu.Unlock()
		close(f.done)
	}()
	// Another flight may have landed between the look into the archive and now.
	a, ok, err := c.cached(ctx, o.url, false, o.since)
	if err != nil && ctx.Err() != nil {
		err = errors.Join(errGaveUp, err)
	}
	if err != nil || ok && c.satisfies(a, o) {
		f.answer, f.err = a, err
		return
	}
	a, req, err := c.send(ctx, o)
	if err != nil {
		f.err = err
		return
	}
	*sent = *sent || req != nil
	if req != nil {
		c.opt.Credentials.hideAnswer(req, a, c.opt.MaxBytes)
	}
	if c.archive != nil && req != nil && !c.isDeferred(a) {
		req = c.opt.Credentials.hide(req)
		if a, err = c.archiveAnswer(a, o.old, req); err != nil {
			f.err = err
			return
		}
	}
	f.answer = a
}

// archiveAnswer archives the answer a to req, and returns the answer for the caller. old is
// the archived answer, nil for none. If a is 304 or has the content of old, a revisit record
// is archived and old is returned with a's date. If there is an old answer, a transient
// failure or one of a bound is returned without being archived.
func (c *Client) archiveAnswer(a, old *answer, req *http.Request) (*answer, error) {
	switch {
	case old == nil:
		return a, c.archive.append(a, req)
	case a.transient() || a.bounded():
		return a, nil
	case a.status == http.StatusNotModified || a.sameContent(old):
		if err := c.archive.revisit(old, a, req); err != nil {
			return nil, err
		}
		still := *old
		still.date = a.date
		return &still, nil
	}
	return a, c.archive.append(a, req)
}

var errUnknown = errors.New("not answered yet")

// archives gives the archives of a client, its own first.
func (c *Client) archives() []answerStore {
	if c.archive == nil {
		return c.replays
	}
	return slices.Concat([]answerStore{c.archive}, c.replays)
}

// satisfies reports whether a cached answer will do for an order. One that was archived
// without its body does not if the body is wanted, unless the client is offline.
func (c *Client) satisfies(a *answer, o order) bool {
	return !o.anyMedia || a.cut != cutUnwanted || len(c.replays) > 0
}
