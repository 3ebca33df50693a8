package fetch

import (
	"context"
	"fmt"

	"verde/page"
)

// follow goes from a URL through its redirects to the page; get answers for
// one URL.
func (c *Client) follow(rawURL string, get func(url string) (*answer, error)) (*page.Page, error) {
	requested, a, err := c.resolveRedirects(rawURL, get)
	if err != nil {
		return nil, err
	}
	return a.page(requested, c.opt.MaxBytes)
}

// resolveRedirects normalizes a URL and follows its redirects. It returns the normal
// URL and the first answer that is no redirect.
func (c *Client) resolveRedirects(rawURL string, get func(url string) (*answer, error)) (requested string, last *answer, err error) {
	requested, err = page.Normalize(rawURL)
	if err != nil {
		return "", nil, &page.Error{URL: rawURL, Reason: page.BadURL, Err: err}
	}
	seen := make(map[string]bool)
	for at := requested; ; {
		seen[at] = true
		a, err := get(at)
		if err != nil {
			return "", nil, err
		}
		ref, ok := a.location()
		if !ok {
			return requested, a, nil
		}
		next, err := page.Resolve(at, ref)
		switch {
		case err != nil:
			err = fmt.Errorf("%s redirects to a place that is not followed: %w", at, err)
		case seen[next]:
			err = fmt.Errorf("%s redirects back to %s", at, next)
		case len(seen) > c.opt.MaxRedirects:
			err = fmt.Errorf("more than %d redirects, the last to %s", max(0, c.opt.MaxRedirects), next)
		}
		if err != nil {
			return "", nil, &page.Error{URL: requested, Reason: page.Redirects, Status: a.status, Err: err}
		}
		at = next
	}
}

// get gives the answer to an order, without following redirects: from a mirror or an
// archive if one has it, else by a request. *sent becomes true if a request was made.
func (c *Client) get(ctx context.Context, o order, sent *bool) (*answer, error) {
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	if a, ok, err := c.cached(ctx, o.url, false, o.since); err != nil {
		return nil, err
	} else if ok && c.satisfies(a, o) {
		return a, c.keepMirrored(ctx, a)
	}
	if o.since.IsZero() { // nothing is asked for anew, so what robots.txt forbids needs no request
		if a := c.forbidden(ctx, o.url); a != nil {
			return c.refused(a), nil
		}
		return c.ask(ctx, o, sent)
	}
	old, err := c.archived(ctx, o.url)
	if err != nil {
		return nil, err
	}
	if old != nil && old.status != 0 && old.cut == "" && !transientStatus(old.status) {
		o.old = old
	}
	return c.ask(ctx, o, sent)
}

// ask requests a URL, unless robots.txt forbids it, its host has asked for a pause longer
// than Options.MaxRetryAfter, or the host's last URLs all failed. In these cases the answer
// is a refusal with the reason, which is not archived.
func (c *Client) ask(ctx context.Context, o order, sent *bool) (*answer, error) {
	o.delay = c.opt.Delay
	if !c.opt.IgnoreRobots && !isRobots(o.url) {
		r, err := c.robots(ctx, o.url, sent)
		if err != nil {
			return nil, err
		}
		if a := r.refuse(o.url); a != nil {
			return c.refused(a), nil
		}
		o.delay = max(o.delay, r.set.Delay)
	}
	if a := c.leave(o.url); a != nil {
		return a, nil
	}
	if n := c.pacerFor(page.Host(o.url)).down(); n > 0 {
		return refusal(o.url, page.Unreachable, fmt.Sprintf("the last %d URLs of its host failed", n)), nil
	}
	return c.request(ctx, o, sent)
}
