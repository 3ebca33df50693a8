// Package live asks search services over HTTP.
//
// The one idea: services differ in how a page of results is asked for, which is
// a row of a table (services.go), and in what they answer, which package answer
// reads; paging, pace, quotas, retries and partial answers are the same for all
// of them, and are here.
//
// Keys come from the environment. They go to the service's own host alone and
// into no error.
package live

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"verde/internal/agent"
	"verde/query"
	"verde/search"
	"verde/search/answer"
)

// Options of an [Engine]. The zero value means the defaults.
type Options struct {
	MaxPages  int                 // pages of results asked for a query; default 20, of a paid service 1, or fewer where it has fewer
	Budget    *Budget             // of all queries; default none, of a paid service one of DefaultQueries and DefaultPages
	Interval  time.Duration       // between requests; default what the service's free plan allows, negative for none
	Timeout   time.Duration       // for one page of results; default 30 s
	Retries   int                 // after a quota, a failure of the server or a broken connection; default 3, negative for none
	UserAgent string              // default [agent.Default]; instances of SearXNG refuse those of libraries
	Client    *http.Client        // default one that honours HTTP_PROXY
	Getenv    func(string) string // for keys; default [os.Getenv]
	Now       func() time.Time    // default [time.Now]
}

const (
	defaultPages   = 20
	paidPages      = 1 // each is paid for, and many queries bring more sites than many pages of one
	defaultTimeout = 30 * time.Second
	defaultRetries = 3
)

// Engine is a service that answers queries. It is safe for concurrent use; all
// uses share its pace.
type Engine struct {
	service  service
	endpoint *url.URL
	keys     map[string]string // by the name of their variable
	opt      Options
	limit    *rate.Limiter
	closed   closed
	now      activity
}

// Names lists the services, sorted.
func Names() []string { return slices.Sorted(maps.Keys(services)) }

// Paid reports whether a service counts calls and asks money for them, at least
// above some number.
func Paid(name string) bool { return services[name].paid }

// Notice is what who uses a service has to know of its future, "" for nothing.
func Notice(name string) string { return services[name].notice }

// New makes an engine of the named service. endpoint is its URL, which only
// services on one's own machines need: http://localhost:8888/search for a
// SearXNG, which has to have format json enabled, http://localhost:9200/INDEX
// for an Elasticsearch or OpenSearch whose documents have a field url, and
// title and text if they like.
// An unknown service, a missing key or endpoint, and a bad option are errors.
func New(name, endpoint string, opt Options) (*Engine, error) {
	s, ok := services[name]
	if why := retired[name]; why != "" {
		return nil, fmt.Errorf("engine %q: %s; there are %s", name, why, strings.Join(Names(), ", "))
	}
	if !ok {
		return nil, fmt.Errorf("unknown engine %q: there are %s", name, strings.Join(Names(), ", "))
	}
	if endpoint == "" {
		endpoint = s.endpoint
	}
	u, err := url.Parse(endpoint)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("%s endpoint %q: give its URL, as in %s", name, endpoint, cmp.Or(s.endpoint, s.example))
	}
	if opt.Getenv == nil {
		opt.Getenv = os.Getenv
	}
	e := &Engine{service: s, endpoint: u, keys: map[string]string{}, opt: opt}
	e.service.name = name
	for _, variable := range s.keys {
		if e.keys[variable] = opt.Getenv(variable); e.keys[variable] == "" {
			return nil, fmt.Errorf("%s needs a key: set %s in the environment", name, strings.Join(s.keys, " and "))
		}
	}
	for _, variable := range s.optional {
		e.keys[variable] = opt.Getenv(variable)
	}
	e.defaults()
	return e, nil
}

func (e *Engine) defaults() {
	o := &e.opt
	if o.MaxPages <= 0 {
		o.MaxPages = defaultPages
		if e.service.paid {
			o.MaxPages = paidPages
		}
	}
	if o.Budget == nil && e.service.paid {
		o.Budget = &Budget{Queries: DefaultQueries, Pages: DefaultPages}
	}
	if e.service.pages > 0 {
		o.MaxPages = min(o.MaxPages, e.service.pages)
	}
	if o.Interval == 0 {
		o.Interval = e.service.interval
	}
	if o.Timeout == 0 {
		o.Timeout = defaultTimeout
	}
	if o.Retries == 0 {
		o.Retries = defaultRetries
	}
	if o.UserAgent == "" {
		o.UserAgent = agent.Default
	}
	client := http.Client{Transport: &http.Transport{Proxy: http.ProxyFromEnvironment}}
	if o.Client != nil {
		client = *o.Client
	}
	client.CheckRedirect = func(r *http.Request, via []*http.Request) error {
		if r.URL.Host != e.endpoint.Host || len(via) > maxRedirects {
			return errors.New("it redirects to another host") // which is not to have the key
		}
		return nil
	}
	o.Client = &client
	if o.Now == nil {
		o.Now = time.Now
	}
	e.limit = rate.NewLimiter(rate.Inf, 1)
	if o.Interval > 0 {
		e.limit = rate.NewLimiter(rate.Every(o.Interval), 1)
	}
}

// MaxPages is how many pages of results, each a call, a query takes at most.
func (e *Engine) MaxPages() int { return e.opt.MaxPages }

// Name implements [search.Engine].
func (e *Engine) Name() string { return e.service.name }

// Search implements [search.Engine]: it asks for page after page until one
// brings nothing new, the service says that it is the last, or the limit is
// reached. A page that can't be had, and parts of the service that did not
// answer, make the answer incomplete.
func (e *Engine) Search(ctx context.Context, q query.Query) iter.Seq2[search.Result, error] {
	return func(yield func(search.Result, error) bool) {
		text := q.Render(e.service.dialect)
		seen := map[string]bool{}
		missing := map[string]bool{}
		for number := 1; number <= e.opt.MaxPages; number++ {
			p, err := e.page(ctx, text, number)
			if err != nil {
				if len(seen) > 0 && ctx.Err() == nil {
					err = fmt.Errorf("%w: page %d: %w", search.ErrIncomplete, number, err)
				}
				yield(search.Result{}, err)
				return
			}
			for _, m := range p.Missing {
				missing[m] = true
			}
			fresh := false
			for _, r := range p.Results {
				if seen[r.URL] {
					continue
				}
				seen[r.URL], fresh = true, true
				r.Query, r.QueryID, r.Engine = text, q.ID, e.Name()
				r.Rank, r.Page, r.FetchedAt = len(seen), number, e.opt.Now().UTC()
				if !yield(r, nil) {
					return
				}
			}
			if !fresh || p.Last {
				break
			}
		}
		if len(missing) > 0 {
			yield(search.Result{}, &search.Error{Reason: unresponsive, Err: fmt.Errorf("%w: %s", search.ErrIncomplete, tell(missing))})
		}
	}
}

// unresponsive is the reason of an answer that parts of the service did not
// contribute to.
const unresponsive = "parts of it did not respond"

// maxTold is how many of the parts that did not answer an error names.
const maxTold = 5

func tell(missing map[string]bool) string {
	names := slices.Sorted(maps.Keys(missing))
	if more := len(names) - maxTold; more > 0 {
		names = append(names[:maxTold], fmt.Sprintf("and %d more", more))
	}
	return "no answer from " + strings.Join(names, ", ")
}

// page asks for one page of results, and again where that may help.
func (e *Engine) page(ctx context.Context, text string, number int) (*answer.Page, error) {
	backoff := firstBackoff
	for try := 0; ; try++ {
		p, wait, err := e.request(ctx, text, number)
		if err == nil || wait < 0 || try >= e.opt.Retries || ctx.Err() != nil {
			return p, err
		}
		if try == 0 {
			defer e.now.begin(&e.now.repeats)()
		}
		e.now.leave(wait)
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
