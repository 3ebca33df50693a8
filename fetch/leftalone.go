package fetch

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"verde/page"
)

// LeftAlone is a host that asked, by Retry-After, for a longer pause than
// Options.MaxRetryAfter. It was sent no request since.
type LeftAlone struct {
	Host  string  `json:"host"`
	Asked float64 `json:"asked_s"` // seconds
	URLs  int     `json:"urls"`    // that were not requested because of that, without the URL of the answer that asked for the pause
}

func (l LeftAlone) String() string {
	asked := time.Duration(l.Asked * float64(time.Second)).Round(time.Second)
	return fmt.Sprintf("%s asked to be left alone for %v, which is longer than is waited for; URLs not asked for: %d", l.Host, asked, l.URLs)
}

// leftAlone lists the hosts that are left alone, by name.
func (c *Client) leftAlone() (left []LeftAlone) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for host, p := range c.pacers {
		if l, ok := p.leftAlone(host); ok {
			left = append(left, l)
		}
	}
	slices.SortFunc(left, func(x, y LeftAlone) int { return strings.Compare(x.Host, y.Host) })
	return left
}

// leave gives the answer for a URL that is not requested because its host asked for too long a
// pause, and records the URL; nil if the URL may be requested.
func (c *Client) leave(url string) *answer {
	pace := c.pacerFor(page.Host(url))
	asked := pace.pauseAsked()
	if asked == 0 {
		return nil
	}
	if !isRobots(url) { // robots.txt is no URL of the caller
		pace.leave(url)
	}
	return refusal(url, page.Overloaded, fmt.Sprintf("its host asked to be left alone for %v, more than %v", asked.Round(time.Second), c.opt.MaxRetryAfter))
}

// refused gives the answer for a URL that may not be requested by robots.txt: a, or that of
// leave if robots.txt itself was not requested because its host asked for too long a pause.
func (c *Client) refused(a *answer) *answer {
	if a.reason == page.Unreachable {
		if left := c.leave(a.url); left != nil {
			return left
		}
	}
	return a
}

// errLeftAlone is the error of pacer.acquire for a host that asked for too long a pause.
var errLeftAlone = errors.New("left alone")
