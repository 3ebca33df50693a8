package fetch

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"verde/fetch/coding"
	"verde/fetch/robots"
	"verde/page"
)

// rules is what the robots.txt of an origin (scheme, host and port) allows.
type rules struct {
	set    *robots.Rules
	reason page.Reason // why nothing may be fetched, whatever the path; "" if some may
	cause  string      // of reason
	read   time.Time   // when robots.txt was answered
}

// down reports whether robots.txt could not be fetched, which is transient.
func (r *rules) down() bool { return r.reason != "" && r.reason != page.TooSlow }

// refuse gives the answer for a URL that the rules forbid, nil if they do not.
func (r *rules) refuse(url string) *answer {
	switch {
	case !r.set.Allows(pathOf(url)):
		return refusal(url, page.Robots, "")
	case r.reason != "":
		return refusal(url, r.reason, r.cause)
	}
	return nil
}

// forbidden gives the refusal of a URL that a cached robots.txt forbids, however old
// that is: a repeated run need not fetch it again for what it forbids. It gives nil for
// other URLs, and where robots.txt could not be fetched ten minutes ago in this run.
func (c *Client) forbidden(ctx context.Context, url string) *answer {
	if c.opt.IgnoreRobots || isRobots(url) {
		return nil
	}
	key := origin(url)
	c.mu.Lock()
	r := c.rules[key]
	c.mu.Unlock()
	if r == nil {
		var err error
		r, err = c.readRules(key, func(url string) (*answer, error) {
			a, ok, err := c.cached(ctx, url, false, time.Time{})
			if err == nil && !ok {
				err = errUnknown
			}
			return a, err
		})
		if err != nil {
			return nil
		}
		c.keepRules(key, r)
	}
	if r.down() && !r.read.Before(c.began) && time.Since(r.read) > robotsDownAge {
		return nil
	}
	return r.refuse(url)
}

// robots gives the rules for a URL that is to be requested. They hold for 24 hours, or
// for ten minutes if robots.txt could not be fetched; older ones are fetched again.
func (c *Client) robots(ctx context.Context, url string, sent *bool) (*rules, error) {
	key := origin(url)
	since := time.Now().Add(-robotsAge)
	c.mu.Lock()
	r := c.rules[key]
	c.mu.Unlock()
	if r != nil && r.down() {
		since = time.Now().Add(-robotsDownAge)
	}
	if r != nil && !r.read.Before(since) {
		return r, nil
	}
	r, err := c.readRules(key, func(url string) (*answer, error) {
		if a, ok, err := c.cached(ctx, url, false, since); ok || err != nil {
			return a, err
		}
		return c.request(ctx, order{url: url, delay: c.opt.Delay, since: since}, sent)
	})
	if err != nil {
		return nil, err
	}
	c.keepRules(key, r)
	return r, nil
}

func (c *Client) keepRules(origin string, r *rules) {
	c.mu.Lock()
	c.rules[origin] = r
	c.mu.Unlock()
}

// readRules reads the robots.txt of an origin through its redirects, which
// need nobody's permission. As RFC 9309 §2.3.1 has it: without a robots.txt
// (4xx, or too many redirects) all is allowed, and while it can't be had (5xx,
// no answer) nothing is. 429 is an answer of an overloaded server and no word
// on whether there is a robots.txt, so it counts as the latter.
func (c *Client) readRules(origin string, get func(url string) (*answer, error)) (*rules, error) {
	at := origin + "/robots.txt"
	r := &rules{set: &robots.Rules{}}
	for hops := 0; ; hops++ {
		a, err := get(at)
		if err != nil {
			return nil, err
		}
		if hops == 0 || a.date.Before(r.read) {
			r.read = a.date
		}
		ref, ok := a.location()
		if ok && hops < maxRobotsHops {
			if next, err := page.Resolve(at, ref); err == nil {
				at = next
				continue
			}
		}
		switch {
		case a.status == 0:
			r.reason, r.cause = page.Unreachable, strings.TrimSpace(fmt.Sprintf("robots.txt: %s %s", a.reason, a.cause))
			if a.reason == page.Private {
				r.reason = page.Private
			}
		case a.status == http.StatusTooManyRequests || a.status >= 500:
			r.reason, r.cause = page.Unreachable, fmt.Sprintf("robots.txt: status %d", a.status)
		case a.status >= 200 && a.status <= 299:
			// A body that breaks off is as good as its whole lines; one of which
			// nothing can be read may forbid anything.
			body, err := coding.Decompress(a.body, strings.Join(a.header["Content-Encoding"], ","), robots.MaxSize+1)
			if err != nil {
				body = body[:bytes.LastIndexAny(body, "\r\n")+1]
				if len(body) == 0 {
					r.reason, r.cause = page.Unreachable, fmt.Sprintf("robots.txt: %v", err)
				}
			}
			r.set = robots.Parse(body, c.agent)
			if r.set.Delay > c.opt.MaxDelay {
				r.reason = page.TooSlow
				r.cause = fmt.Sprintf("robots.txt asks for %v between requests, more than %v", r.set.Delay, c.opt.MaxDelay)
			}
		}
		return r, nil
	}
}

// Sitemaps gives the sitemaps that the robots.txt of a URL's host names, as
// normal URLs, which may be of other hosts. It is empty if there is none or
// robots.txt can't be had; an error ends a run, as those of Fetch that are no
// [*page.Error].
func (c *Client) Sitemaps(ctx context.Context, rawURL string) ([]string, error) {
	normal, err := page.Normalize(rawURL)
	if err != nil {
		return nil, &page.Error{URL: rawURL, Reason: page.BadURL, Err: err}
	}
	sent := false
	r, err := c.robots(ctx, normal, &sent)
	if err != nil {
		return nil, err
	}
	var urls []string
	for _, ref := range r.set.Sitemaps {
		if u, err := page.Resolve(normal, ref); err == nil && !slices.Contains(urls, u) {
			urls = append(urls, u)
		}
	}
	return urls, nil
}
