package fetch

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"verde/page"
)

// rules is what the robots.txt of an origin (scheme, host and port) comes to.
type rules struct {
	set  *ruleset
	down string    // why robots.txt could not be read, so that nothing may be fetched; "" if it could
	read time.Time // when robots.txt was answered
}

// refuse gives the answer for a URL that the rules forbid, nil if they do not.
func (r *rules) refuse(url string) *answer {
	switch {
	case r.down != "":
		return refusal(url, page.Unreachable, r.down)
	case !r.set.allows(pathOf(url)):
		return refusal(url, page.Robots, "")
	}
	return nil
}

// origin gives scheme, host and port of a normal URL.
func origin(normal string) string { return normal[:len(normal)-len(pathOf(normal))] }

// isRobots tells whether a URL is that of a robots.txt, which may always be
// fetched, whatever its type and the rest beyond 500 KiB left.
func isRobots(normal string) bool {
	path := pathOf(normal)
	return path == "/robots.txt" || strings.HasPrefix(path, "/robots.txt?")
}

// forbidden gives the answer for a URL that a robots.txt forbids which is at
// hand, however old: a run that is repeated need not ask again to learn what
// it may not ask for.
func (c *Client) forbidden(url string) *answer {
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
			a, ok, err := c.held(url, false, time.Time{})
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
	return r.refuse(url)
}

// robots gives the rules for a URL that is to be requested. Rules of the last
// 24 hours are taken as they are, older ones read again.
func (c *Client) robots(ctx context.Context, url string, sent *bool) (*rules, error) {
	key := origin(url)
	since := time.Now().Add(-robotsAge)
	c.mu.Lock()
	r := c.rules[key]
	c.mu.Unlock()
	if r != nil && !r.read.Before(since) {
		return r, nil
	}
	r, err := c.readRules(key, func(url string) (*answer, error) {
		if a, ok, err := c.held(url, false, since); ok || err != nil {
			return a, err
		}
		return c.request(ctx, url, c.opt.Delay, since, sent)
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
	r := &rules{set: &ruleset{}}
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
			r.down = strings.TrimSpace(fmt.Sprintf("robots.txt: %s %s", a.reason, a.cause))
		case a.status == http.StatusTooManyRequests || a.status >= 500:
			r.down = fmt.Sprintf("robots.txt: status %d", a.status)
		case a.status >= 200 && a.status <= 299:
			// A body that breaks off is as good as its whole lines.
			body, err := decompress(a.body, a.header.Get("Content-Encoding"), maxRobots+1)
			if err == nil {
				r.set = parseRobots(body, c.agent)
			}
		}
		return r, nil
	}
}
