package live

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/net/html"

	"verde/internal/httpbody"
	"verde/search"
	"verde/search/answer"
)

const (
	maxBody      = 8 << 20 // bytes of one page of results
	maxRedirects = 3
	maxWait      = 2 * time.Minute // that a service may ask for; a quota that lasts longer ends the answer
	firstBackoff = 500 * time.Millisecond
	never        = time.Duration(-1) // another try is pointless
)

// form is a request as a service's row of the table fills it in.
type form struct {
	path   string // added to the endpoint's
	values url.Values
	header http.Header
	body   any // sent as JSON by POST if there is one
}

// request sends one request. On failure the duration is how long the service
// asks to wait, or never.
func (e *Engine) request(ctx context.Context, text string, number int) (*answer.Page, time.Duration, error) {
	defer e.now.begin(&e.now.asked)()
	if err := e.limit.Wait(ctx); err != nil {
		return nil, never, err
	}
	if err := e.closed.at(e.opt.Now()); err != nil {
		return nil, never, err
	}
	defer e.now.send()()
	ctx, cancel := context.WithTimeout(ctx, e.opt.Timeout)
	defer cancel()
	req, err := e.build(ctx, text, number)
	if err != nil {
		return nil, never, e.wrap("request", err)
	}
	if err := e.take(ctx, number); err != nil {
		return nil, never, err
	}
	resp, err := e.opt.Client.Do(req)
	if err != nil {
		reason := connection(err)
		if reason == unconnected { // nothing was sent
			if err := e.back(ctx, number); err != nil {
				return nil, never, err
			}
		}
		return nil, 0, e.wrap(reason, err)
	}
	body, err := httpbody.Read(ctx, resp, maxBody+1)
	if err != nil {
		return nil, 0, e.wrap(connection(err), err)
	}
	if len(body) > maxBody {
		return nil, never, e.wrap("too large", fmt.Errorf("its answer is over %d MiB", maxBody>>20))
	}
	p, err := answer.Parse(body)
	if resp.StatusCode != http.StatusOK {
		err := e.wrap(fmt.Sprintf("status %d", resp.StatusCode), e.refusal(resp, p))
		if err := e.back(ctx, number); err != nil {
			return nil, never, err
		}
		wait := e.wait(resp)
		if wait == never {
			e.closed.until(e.opt.Now().Add(retryAfter(resp, e.opt.Now())), err)
		}
		return nil, wait, err
	}
	switch {
	case err != nil && isHTML(body):
		return nil, never, e.wrap("HTML", fmt.Errorf("it answers a page of HTML%s and no JSON; see in a browser whether it wants a captcha or a sign-in", titled(body)))
	case err != nil && !errors.Is(err, answer.ErrUnknown):
		return nil, never, e.wrap("no JSON", fmt.Errorf("it answers no JSON: %w", err))
	case err != nil || p.Service != e.service.format && p.Failure == "":
		return nil, never, e.wrap("another kind of JSON", errors.New("it answers in JSON of another kind; is this its endpoint?"))
	case p.Failure != "":
		return nil, 0, e.wrap("its own failure", errors.New(p.Failure))
	}
	return p, 0, nil
}

// take spends a page of the budget, if there is one; back takes it back. An
// attempt that had no answer stays spent: the service may have counted it.
func (e *Engine) take(ctx context.Context, number int) error {
	if e.opt.Budget == nil {
		return nil
	}
	return e.opt.Budget.take(ctx, e.Name(), number == 1)
}

func (e *Engine) back(ctx context.Context, number int) error {
	if e.opt.Budget == nil {
		return nil
	}
	return e.opt.Budget.back(ctx, e.Name(), number == 1)
}

// closed is how long a service has asked to be left alone for: longer than
// anybody waits, so that its other queries are not even sent.
type closed struct {
	mu    sync.Mutex
	opens time.Time
	err   error // of the request that it was asked by
}

func (c *closed) until(opens time.Time, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if opens.After(c.opens) {
		c.opens, c.err = opens, err
	}
}

// at is the error of a service that is closed, nil of one that is open.
func (c *closed) at(now time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now.Before(c.opens) {
		return c.err
	}
	return nil
}

const unconnected = "no connection"

// connection is the reason why a request had no answer, or no whole one.
func connection(err error) string {
	var dial *net.OpError
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return "timeout"
	case errors.As(err, &dial) && dial.Op == "dial":
		return unconnected
	}
	return "broken connection"
}

// isHTML reports whether an answer is a page for people.
func isHTML(body []byte) bool {
	return strings.HasPrefix(http.DetectContentType(body), "text/html") || bytes.HasPrefix(bytes.TrimSpace(body), []byte("<"))
}

// maxTitle bounds what an error repeats of a page's title, in characters.
const maxTitle = 80

// titled gives the title of a page for the middle of a sentence, or "".
func titled(body []byte) string {
	z := html.NewTokenizer(bytes.NewReader(body))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return ""
		case html.StartTagToken:
			if name, _ := z.TagName(); string(name) != "title" || z.Next() != html.TextToken {
				continue
			}
			title := strings.Join(strings.Fields(string(z.Text())), " ")
			return fmt.Sprintf(" titled %.*q", maxTitle, title)
		}
	}
}

func (e *Engine) build(ctx context.Context, text string, number int) (*http.Request, error) {
	f := form{values: e.endpoint.Query(), header: http.Header{"Accept": {"application/json"}, "User-Agent": {e.opt.UserAgent}}}
	e.service.ask(&f, e.keys, text, number)
	u := *e.endpoint
	u.RawQuery = f.values.Encode()
	if f.path != "" && !strings.HasSuffix(u.Path, f.path) {
		u.Path = strings.TrimSuffix(u.Path, "/") + f.path
	}
	method, body := http.MethodGet, io.Reader(nil)
	if f.body != nil {
		data, err := json.Marshal(f.body)
		if err != nil {
			return nil, err
		}
		method, body = http.MethodPost, bytes.NewReader(data)
		f.header.Set("Content-Type", "application/json")
	}
	req, err := http.NewRequestWithContext(ctx, method, u.String(), body)
	if err != nil {
		return nil, err
	}
	req.Header = f.header
	return req, nil
}

// refusal says why a service did not answer, in its own words if it has any.
func (e *Engine) refusal(resp *http.Response, p *answer.Page) error {
	words := []string{resp.Status}
	if p != nil && p.Failure != "" {
		words = append(words, p.Failure)
	}
	if hint := e.service.hints[resp.StatusCode]; hint != "" {
		words = append(words, hint)
	} else if len(e.service.keys) > 0 && (resp.StatusCode == http.StatusUnauthorized || resp.StatusCode == http.StatusForbidden) {
		words = append(words, "is "+strings.Join(e.service.keys, " or ")+" right?")
	}
	if asked := retryAfter(resp, e.opt.Now()); asked > maxWait {
		words = append(words, "it asks to come again in "+asked.Round(time.Second).String())
	}
	return errors.New(strings.Join(words, "; "))
}

// wait is how long to wait before asking again.
func (e *Engine) wait(resp *http.Response) time.Duration {
	if resp.StatusCode != http.StatusTooManyRequests && resp.StatusCode < http.StatusInternalServerError {
		return never
	}
	asked := retryAfter(resp, e.opt.Now())
	if asked > maxWait {
		return never
	}
	return asked
}

// retryAfter reads how long a service asks to wait: Retry-After in seconds or
// as a date, or the seconds until the first of Brave's quotas is renewed.
func retryAfter(resp *http.Response, now time.Time) time.Duration {
	text := resp.Header.Get("Retry-After")
	if text == "" && resp.StatusCode == http.StatusTooManyRequests {
		text, _, _ = strings.Cut(resp.Header.Get("X-RateLimit-Reset"), ",")
	}
	if n, err := strconv.ParseUint(strings.TrimSpace(text), 10, 31); err == nil {
		return time.Duration(n) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}

// wrap names the service and the reason. The URL, which may hold a key, is left
// out, and so is a key that the service repeats.
func (e *Engine) wrap(reason string, err error) error {
	if u := new(url.Error); errors.As(err, &u) {
		err = u.Err
	}
	err = fmt.Errorf("%s at %s: %w", e.Name(), e.endpoint.Host, err)
	for _, key := range e.keys {
		if key != "" && strings.Contains(err.Error(), key) {
			err = errors.New(strings.ReplaceAll(err.Error(), key, "KEY"))
		}
	}
	return &search.Error{Reason: reason, Err: err}
}
