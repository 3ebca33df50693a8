package live

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"verde/internal/httpbody"
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
	if err := e.limit.Wait(ctx); err != nil {
		return nil, never, err
	}
	ctx, cancel := context.WithTimeout(ctx, e.opt.Timeout)
	defer cancel()
	req, err := e.build(ctx, text, number)
	if err != nil {
		return nil, never, e.wrap(err)
	}
	resp, err := e.opt.Client.Do(req)
	if err != nil {
		return nil, 0, e.wrap(err)
	}
	body, err := httpbody.Read(ctx, resp, maxBody+1)
	if err != nil {
		return nil, 0, e.wrap(err)
	}
	if len(body) > maxBody {
		return nil, never, e.wrap(fmt.Errorf("its answer is over %d MiB", maxBody>>20))
	}
	p, err := answer.Parse(body)
	if resp.StatusCode != http.StatusOK {
		return nil, e.wait(resp), e.wrap(e.refusal(resp, p))
	}
	switch {
	case err != nil && !errors.Is(err, answer.ErrUnknown):
		return nil, never, e.wrap(fmt.Errorf("it answers no JSON: %w", err))
	case err != nil || p.Service != e.service.shape && p.Failure == "":
		return nil, never, e.wrap(errors.New("it answers in JSON of another kind; is this its endpoint?"))
	case p.Failure != "":
		return nil, 0, e.wrap(errors.New(p.Failure))
	}
	return p, 0, nil
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

// wrap names the service. The URL, which may hold a key, is left out, and so
// is a key that the service repeats.
func (e *Engine) wrap(err error) error {
	if u := new(url.Error); errors.As(err, &u) {
		err = u.Err
	}
	err = fmt.Errorf("%s at %s: %w", e.Name(), e.endpoint.Host, err)
	for _, key := range e.keys {
		if key != "" && strings.Contains(err.Error(), key) {
			return errors.New(strings.ReplaceAll(err.Error(), key, "KEY"))
		}
	}
	return err
}
