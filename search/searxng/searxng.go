// Package searxng asks a SearXNG instance over its JSON interface.
package searxng

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"verde/query"
	"verde/search"
)

// Options of an [Engine]. The zero value means the defaults.
type Options struct {
	MaxPages int           // pages of results asked for a query; default 20
	Interval time.Duration // between requests; default none: an instance is usually one's own
	Timeout  time.Duration // for one page of results; default 30 s
	Retries  int           // after 429, 503 or a broken connection; default 3
	Client   *http.Client  // default a client that honours HTTP_PROXY
	Now      func() time.Time
}

const (
	defaultPages   = 20
	defaultTimeout = 30 * time.Second
	defaultRetries = 3
	maxBody        = 8 << 20 // bytes of one page of results
	maxRetryAfter  = 2 * time.Minute
	firstBackoff   = 500 * time.Millisecond
)

// Engine is a SearXNG instance.
type Engine struct {
	endpoint *url.URL
	opt      Options
	limit    *rate.Limiter
}

// New makes an engine of the instance whose search page is at endpoint, as in
// http://localhost:8888/search. The instance has to have format json enabled.
func New(endpoint string, opt Options) (*Engine, error) {
	u, err := url.Parse(endpoint)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("searxng endpoint %q: give the URL of its search page, as in http://localhost:8888/search", endpoint)
	}
	if opt.MaxPages == 0 {
		opt.MaxPages = defaultPages
	}
	if opt.Timeout == 0 {
		opt.Timeout = defaultTimeout
	}
	if opt.Retries == 0 {
		opt.Retries = defaultRetries
	}
	if opt.Client == nil {
		opt.Client = &http.Client{Transport: &http.Transport{Proxy: http.ProxyFromEnvironment}}
	}
	if opt.Now == nil {
		opt.Now = time.Now
	}
	e := &Engine{endpoint: u, opt: opt, limit: rate.NewLimiter(rate.Inf, 1)}
	if opt.Interval > 0 {
		e.limit = rate.NewLimiter(rate.Every(opt.Interval), 1)
	}
	return e, nil
}

// Name implements [search.Engine].
func (e *Engine) Name() string { return "searxng" }

// answer is the part of SearXNG's JSON that is read.
type answer struct {
	Results []struct {
		URL     string `json:"url"`
		Title   string `json:"title"`
		Content string `json:"content"`
		Engine  string `json:"engine"`
	} `json:"results"`
	Unresponsive [][]string `json:"unresponsive_engines"`
}

// Search implements [search.Engine]: it asks for page after page until one
// brings nothing new. Engines that did not respond make the answer incomplete.
func (e *Engine) Search(ctx context.Context, q query.Query) iter.Seq2[search.Result, error] {
	return func(yield func(search.Result, error) bool) {
		text := q.Render(query.SearXNG)
		seen := map[string]bool{}
		missing := map[string]bool{}
		rank := 0
		for page := 1; page <= e.opt.MaxPages; page++ {
			a, err := e.page(ctx, text, page)
			if err != nil {
				if page > 1 && ctx.Err() == nil {
					err = fmt.Errorf("%w: %w", search.ErrIncomplete, err)
				}
				yield(search.Result{}, err)
				return
			}
			for _, u := range a.Unresponsive {
				missing[strings.Join(u, ": ")] = true
			}
			fresh := false
			for _, r := range a.Results {
				if r.URL == "" || len(r.URL) > search.MaxURL || seen[r.URL] {
					continue
				}
				seen[r.URL], fresh = true, true
				rank++
				if !yield(search.Result{Query: text, QueryID: q.ID, Engine: e.Name(), Rank: rank, URL: r.URL, Title: search.Clip(r.Title),
					Snippet: search.Clip(r.Content), Page: page, FetchedAt: e.opt.Now().UTC()}, nil) {
					return
				}
			}
			if !fresh {
				break
			}
		}
		if len(missing) > 0 {
			yield(search.Result{}, fmt.Errorf("%w: %d engines did not respond", search.ErrIncomplete, len(missing)))
		}
	}
}

// page asks for one page of results, and again where that may help.
func (e *Engine) page(ctx context.Context, text string, page int) (*answer, error) {
	u := *e.endpoint
	v := u.Query()
	v.Set("q", text)
	v.Set("format", "json")
	v.Set("pageno", strconv.Itoa(page))
	u.RawQuery = v.Encode()
	backoff := firstBackoff
	for try := 0; ; try++ {
		a, wait, err := e.request(ctx, u.String())
		if err == nil || wait < 0 || try == e.opt.Retries || ctx.Err() != nil {
			return a, err
		}
		timer := time.NewTimer(max(wait, backoff))
		select {
		case <-ctx.Done():
			timer.Stop()
			return nil, ctx.Err()
		case <-timer.C:
		}
		backoff *= 2
	}
}

// request sends one request. On failure the duration is how long the server
// asks to wait, or negative if another try is pointless.
func (e *Engine) request(ctx context.Context, url string) (*answer, time.Duration, error) {
	if err := e.limit.Wait(ctx); err != nil {
		return nil, -1, err
	}
	ctx, cancel := context.WithTimeout(ctx, e.opt.Timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, -1, err
	}
	req.Header.Set("Accept", "application/json")
	resp, err := e.opt.Client.Do(req)
	if err != nil {
		return nil, 0, fmt.Errorf("asking searxng: %w", err)
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusTooManyRequests || resp.StatusCode >= 500:
		return nil, retryAfter(resp), fmt.Errorf("searxng at %s: %s", e.endpoint.Host, resp.Status)
	case resp.StatusCode == http.StatusForbidden:
		return nil, -1, fmt.Errorf("searxng at %s: %s; enable format json in its settings", e.endpoint.Host, resp.Status)
	case resp.StatusCode != http.StatusOK:
		return nil, -1, fmt.Errorf("searxng at %s: %s; is this the URL of its search page?", e.endpoint.Host, resp.Status)
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxBody+1))
	if err != nil {
		return nil, 0, fmt.Errorf("reading searxng's answer: %w", err)
	}
	if len(body) > maxBody {
		return nil, -1, errors.New("searxng's answer is over 8 MiB")
	}
	a := new(answer)
	if err := json.Unmarshal(body, a); err != nil {
		return nil, -1, fmt.Errorf("searxng at %s answers no JSON: %w", e.endpoint.Host, err)
	}
	return a, 0, nil
}

// retryAfter reads the header in seconds, within bounds.
func retryAfter(resp *http.Response) time.Duration {
	n, err := strconv.Atoi(resp.Header.Get("Retry-After"))
	if err != nil || n < 0 {
		return 0
	}
	return min(time.Duration(n)*time.Second, maxRetryAfter)
}
