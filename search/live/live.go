// Package live asks search services over HTTP.
//
// The one idea: services differ in how a page of results is asked for and in what
// they answer, which package service describes; paging, pace, quotas, retries and
// partial answers are the same for all of them, and are here.
//
// Keys come from the environment. They go to the service's own host alone, and into
// no error, and long ones into no result either (short ones are words of results too).
package live

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"verde/internal/agent"
	"verde/search/service"
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

// errRedirect is a redirect that is not followed: to another host, in clear, or one too many.
var errRedirect = errors.New("it redirects elsewhere, or too often")

const (
	defaultPages   = 20
	paidPages      = 1 // each is paid for, and many queries bring more sites than many pages of one
	defaultTimeout = 30 * time.Second
	defaultRetries = 3
)

// Engine is a service that answers queries. It is safe for concurrent use; all
// uses share its pace.
type Engine struct {
	service  *service.Service
	endpoint *url.URL
	keys     map[string]string // by the name of their variable
	secrets  []string          // the keys in all forms that they are sent in
	opt      Options
	limit    *rate.Limiter
	closed   closed
	now      activity
}

// New makes an engine of a service that ships, by its name, as [Open] does.
func New(name, endpoint string, opt Options) (*Engine, error) {
	s, err := service.Shipped(name)
	if err != nil {
		return nil, err
	}
	return Open(s, endpoint, opt)
}

// Open makes an engine of a service. endpoint is its URL, which only services on one's
// own machines need, as the service's Example has it.
// A service that is no more, a missing key or endpoint, and a bad option are errors.
func Open(s *service.Service, endpoint string, opt Options) (*Engine, error) {
	if s.Retired != "" {
		return nil, fmt.Errorf("engine %q: %s; there are %s", s.Name, s.Retired, strings.Join(service.Names(), ", "))
	}
	if endpoint == "" {
		endpoint = s.Endpoint
	}
	u, err := url.Parse(endpoint)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("%s endpoint %q: give its URL, as in %s", s.Name, endpoint, cmp.Or(s.Endpoint, s.Example))
	}
	if opt.Getenv == nil {
		opt.Getenv = os.Getenv
	}
	e := &Engine{service: s, endpoint: u, keys: map[string]string{}, opt: opt}
	for _, variable := range s.Keys {
		if e.keys[variable] = opt.Getenv(variable); e.keys[variable] == "" {
			return nil, fmt.Errorf("%s needs a key: set %s in the environment", s.Name, strings.Join(s.Keys, " and "))
		}
	}
	for _, variable := range s.Optional {
		e.keys[variable] = opt.Getenv(variable)
	}
	e.secrets = s.Secrets(e.keys)
	e.defaults()
	return e, nil
}

func (e *Engine) defaults() {
	o := &e.opt
	if o.MaxPages <= 0 {
		o.MaxPages = defaultPages
		if e.service.Paid {
			o.MaxPages = paidPages
		}
	}
	if o.Budget == nil && e.service.Paid {
		o.Budget = &Budget{Queries: DefaultQueries, Pages: DefaultPages}
	}
	if e.service.Pages > 0 {
		o.MaxPages = min(o.MaxPages, e.service.Pages)
	}
	if o.Interval == 0 {
		o.Interval = e.service.Interval
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
		if r.URL.Host != e.endpoint.Host || e.endpoint.Scheme == "https" && r.URL.Scheme != "https" || len(via) > maxRedirects {
			return fmt.Errorf("%w, to %s://%s", errRedirect, r.URL.Scheme, r.URL.Host) // who is not to have the key, nor anybody on the way
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

// Service is what the engine asks.
func (e *Engine) Service() *service.Service { return e.service }

// MaxPages is how many pages of results, each a call, a query takes at most.
func (e *Engine) MaxPages() int { return e.opt.MaxPages }

// Name implements [search.Engine].
func (e *Engine) Name() string { return e.service.Name }

// unresponsive is the reason of an answer that parts of the service did not
// contribute to.
const unresponsive = "parts of it did not respond"

// maxTold is how many of the parts that did not answer an error names.
const maxTold = 5
