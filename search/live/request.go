package live

import (
	"bytes"
	"context"
	"errors"
	"fmt"
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
	"verde/search/service"
)

const (
	maxBody      = 8 << 20 // bytes of one page of results
	maxRedirects = 3
	maxWait      = 2 * time.Minute // that a service may ask for; a quota that lasts longer ends the answer
	firstBackoff = 500 * time.Millisecond
	never        = time.Duration(-1) // another try is pointless
)

// request sends one request. On failure the duration is how long the service
// asks to wait, or never.
func (e *Engine) request(ctx context.Context, ask service.Ask) (*service.Page, time.Duration, error) {
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
	req, err := e.service.Request.New(e.endpoint, ask)
	if err != nil {
		return nil, never, e.wrap("request", err)
	}
	req = req.WithContext(ctx)
	req.Header.Set("User-Agent", e.opt.UserAgent)
	if err := e.take(ctx, ask.Page); err != nil {
		return nil, never, err
	}
	resp, err := e.opt.Client.Do(req)
	if err != nil {
		reason := connection(err)
		if reason == unconnected { // nothing was sent
			if err := e.back(ctx, ask.Page); err != nil {
				return nil, never, err
			}
		}
		wait := time.Duration(0)
		if errors.Is(err, errRedirect) { // it would again
			reason, wait = "redirect", never
		}
		return nil, wait, e.wrap(reason, err)
	}
	body, err := httpbody.Read(ctx, resp, maxBody+1)
	if err != nil {
		return nil, 0, e.wrap(connection(err), err)
	}
	if len(body) > maxBody {
		return nil, never, e.wrap("too large", fmt.Errorf("its answer is over %d MiB", maxBody>>20))
	}
	if resp.StatusCode != http.StatusOK {
		err := e.wrap(fmt.Sprintf("status %d", resp.StatusCode), e.refusal(resp, e.service.Failure(body)))
		if err := e.back(ctx, ask.Page); err != nil {
			return nil, never, err
		}
		wait := e.wait(resp)
		if wait == never {
			e.closed.until(e.opt.Now().Add(retryAfter(resp, e.opt.Now())), err)
		}
		return nil, wait, err
	}
	p, err := e.service.Read(body)
	switch {
	case err != nil && isHTML(body):
		return nil, never, e.wrap("HTML", fmt.Errorf("it answers a page of HTML%s and no JSON; see in a browser whether it wants a captcha or a sign-in", titled(body)))
	case errors.Is(err, service.ErrSeveral):
		return nil, never, e.wrap("another kind of JSON", err)
	case errors.Is(err, service.ErrOther):
		return nil, never, e.wrap("another kind of JSON", errors.New("it answers in JSON of another kind; is this its endpoint?"))
	case err != nil:
		return nil, never, e.wrap("no JSON", fmt.Errorf("it answers no JSON: %w", err))
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

// refusal says why a service did not answer, in its own words if it has any.
func (e *Engine) refusal(resp *http.Response, failure string) error {
	words := []string{resp.Status}
	if failure != "" {
		words = append(words, failure)
	}
	if hint := e.service.Hints[resp.StatusCode]; hint != "" {
		words = append(words, hint)
	} else if len(e.service.Keys) > 0 && (resp.StatusCode == http.StatusUnauthorized || resp.StatusCode == http.StatusForbidden) {
		words = append(words, "is "+strings.Join(e.service.Keys, " or ")+" right?")
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
	if text := e.hide(err.Error(), 1); text != err.Error() {
		err = errors.New(text)
	}
	return &search.Error{Reason: reason, Err: err}
}

// minSecret is how long a key is that is looked for in results, in bytes. A shorter one
// may be a word, as the key "public" is, and no secret: those have 128 bits and more.
const minSecret = 16

// hide puts KEY for what of a text is a key, of so many bytes or more, in any form that
// it is sent in.
func (e *Engine) hide(text string, least int) string {
	for _, secret := range e.secrets {
		if len(secret) >= least {
			text = strings.ReplaceAll(text, secret, "KEY")
		}
	}
	return text
}

// without is a result without the keys that the service repeats in it.
func (e *Engine) without(r search.Result) search.Result {
	r.URL, r.Title, r.Snippet = e.hide(r.URL, minSecret), e.hide(r.Title, minSecret), e.hide(r.Snippet, minSecret)
	return r
}
