package fetch

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"verde/fetch/robots"
	"verde/fetch/warc"
	"verde/internal/agent"
	"verde/page"
)

// Defaults of [Options].
const (
	DefaultDelay         = 500 * time.Millisecond
	DefaultFactor        = 2
	DefaultMaxDelay      = 30 * time.Second
	DefaultMaxRetryAfter = 2 * time.Minute
	DefaultConns         = 64
	DefaultTimeout       = 30 * time.Second
	DefaultMaxBytes      = 8 << 20
	DefaultMaxHeader     = 64 << 10

	defaultMaxRedirects = 10
	defaultMaxFailures  = 10
	defaultRetries      = 2
	maxRobotsHops       = 5                // redirects of robots.txt that are followed: RFC 9309 §2.3.1.2
	robotsAge           = 24 * time.Hour   // after which robots.txt is fetched again: RFC 9309 §2.4
	robotsDownAge       = 10 * time.Minute // the same for a robots.txt that could not be fetched
	hostDownAge         = 10 * time.Minute // how long a host gets no request after MaxFailures failures in a row
)

// Options say where pages come from and how politely. The zero value means
// the defaults: the network, robots.txt honoured, nothing archived.
type Options struct {
	Pace
	Limits
	UserAgent    string            // default [agent.Default]
	Credentials  Credentials       // sent to hosts of one's own; default none
	IgnoreRobots bool              // for one's own sites
	AllowPrivate []netip.Prefix    // addresses that are not of the public internet and may be connected to; default none
	Mirrors      []Mirror          // hosts that are served from folders
	Replay       []string          // WARC files, or folders of them, to answer from instead of the network
	Offline      bool              // nobody is asked: what no archive has is an error with reason [page.NotArchived], as with Replay
	Archive      string            // the run's archive folder, "" for none: see [Client]
	Hosts        Hosts             // coordinates several processes: which one may send requests to a host; nil for a single process
	Segments     *Segments         // the run's archive in a bucket, in place of a folder; nil for none
	RetryBounded bool              // request again what an earlier run refused as too large, or for its private address
	Log          *slog.Logger      // gets a record of every fetch, successful or not, at level Debug; default none
	Transport    http.RoundTripper // default: one that honours HTTP_PROXY and AllowPrivate; must not decompress or follow redirects
}

// Pace says how often hosts are asked.
type Pace struct {
	Delay         time.Duration // between requests to a host; default 500 ms; negative for none
	DelayFactor   float64       // pause after an answer, as a multiple of the time it took; default 2, or none if Delay is negative; negative for none
	MaxDelay      time.Duration // longest such pause, and longest Crawl-delay: hosts that ask for more get no request; default 30 s
	MaxRetryAfter time.Duration // longest Retry-After that is waited for: hosts that ask for more get no further request, see [LeftAlone]; default 2 min
	PerHost       int           // connections to a host; default 1
	MaxConns      int           // connections to all hosts; default 64
}

// Limits bound what a page may take.
type Limits struct {
	Timeout      time.Duration // of one request, to the end of its body; default 30 s
	MaxBytes     int64         // of a decompressed body; default 8 MiB, at most 32 MiB
	MaxHeader    int64         // of an answer's header; default 64 KiB, and at most that
	MaxRedirects int           // default 10; negative for none
	Retries      int           // further attempts after a transient failure; default 2; negative for none
	MaxFailures  int           // transient failures of a host in a row, by URL, after which it gets no request for ten minutes; default 10; negative for no limit
}

// withDefaults gives the options with defaults in place of zeros, or an error for what
// can't be honoured.
func (o Options) withDefaults() (Options, error) {
	if o.Delay == 0 {
		o.Delay = DefaultDelay
	}
	if o.DelayFactor == 0 && o.Delay > 0 {
		o.DelayFactor = DefaultFactor
	}
	o.Delay, o.DelayFactor = max(o.Delay, 0), max(o.DelayFactor, 0)
	if o.MaxDelay <= 0 {
		o.MaxDelay = DefaultMaxDelay
	}
	if o.MaxRetryAfter <= 0 {
		o.MaxRetryAfter = DefaultMaxRetryAfter
	}
	if o.MaxConns <= 0 {
		o.MaxConns = DefaultConns
	}
	if o.PerHost <= 0 {
		o.PerHost = 1
	}
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	if o.MaxBytes <= 0 {
		o.MaxBytes = DefaultMaxBytes
	}
	if o.MaxBytes > warc.MaxBlock/2 {
		return o, fmt.Errorf("fetch: a limit of %d bytes a page: at most %d are supported", o.MaxBytes, warc.MaxBlock/2)
	}
	if o.MaxHeader <= 0 || o.MaxHeader > DefaultMaxHeader { // archives are read with twice that
		o.MaxHeader = DefaultMaxHeader
	}
	if o.UserAgent == "" {
		o.UserAgent = agent.Default
	}
	if strings.ContainsAny(o.UserAgent, "\r\n\x00") {
		return o, fmt.Errorf("fetch: user agent %q is not one line", o.UserAgent)
	}
	if o.MaxRedirects == 0 {
		o.MaxRedirects = defaultMaxRedirects
	}
	if o.Retries == 0 {
		o.Retries = defaultRetries
	}
	if o.MaxFailures == 0 {
		o.MaxFailures = defaultMaxFailures
	}
	if o.Transport == nil {
		o.Transport = newNetwork(guard{open: o.AllowPrivate}, http.ProxyFromEnvironment, nil, o.MaxHeader)
	}
	return o, nil
}

// Client fetches pages. It is safe for concurrent use: callers may ask for any number
// of pages at once, and the client spaces the requests to each host.
//
// A URL is answered by the first of these that has it:
//
//  1. a mirror of its host: a file, which is also archived, or a 404;
//  2. the run's archive. Permanent failures (404, another media type) and failures
//     of this run count as answers. Transient failures of an earlier run (no
//     connection, timeout, 408, 429, 5xx) do not: their URLs are requested again,
//     once a run. With RetryBounded the same holds for what a bound of that
//     run excluded;
//  3. the archives of Options.Replay and [Client.Replay]. If there are any, nothing is
//     requested: what none of them has is an error with reason [page.NotArchived];
//  4. the network, if robots.txt allows it; the answer goes into the run's
//     archive before it is returned.
//
// Redirects are followed hop by hop, each hop answered by these rules.
type Client struct {
	opt     Options
	agent   string // product token that robots.txt groups are matched with
	mirrors []*mirrored
	archive answerStore   // nil for none
	replays []answerStore // none unless offline
	counts  counters
	began   time.Time
	conns   chan struct{} // one token a connection under way

	mu      sync.Mutex
	pacers  map[string]*pacer   // by host
	sites   map[string][]*pacer // those of a site's hosts
	rules   map[string]*rules   // by origin
	flights map[string]*flight  // by URL
}

// New gives a client, with the archives and mirror folders that opt names opened.
// Close it when done.
func New(opt Options) (*Client, error) {
	opt, err := opt.withDefaults()
	if err != nil {
		return nil, err
	}
	c := &Client{opt: opt, agent: agentToken(opt.UserAgent), began: time.Now().Truncate(time.Millisecond), conns: make(chan struct{}, opt.MaxConns), pacers: make(map[string]*pacer), sites: make(map[string][]*pacer), rules: make(map[string]*rules),
		flights: make(map[string]*flight)}
	if c.mirrors, err = openMirrors(opt.Mirrors, opt.MaxBytes); err != nil {
		return nil, err
	}
	if len(opt.Replay) > 0 {
		replay, err := openReplay(opt.Replay)
		if err != nil {
			return nil, errors.Join(err, c.Close())
		}
		c.replays = append(c.replays, replay)
	} else if opt.Offline {
		c.replays = append(c.replays, newReplay())
	}
	switch {
	case opt.Segments != nil && opt.Archive != "":
		return nil, errors.Join(errors.New("fetch: an archive is in a folder or in segments, not in both"), c.Close())
	case opt.Segments != nil:
		c.archive = openSegments(*opt.Segments, opt.Log)
	case opt.Archive != "":
		archive, err := openArchive(opt.Archive)
		if err != nil {
			return nil, errors.Join(err, c.Close())
		}
		c.archive = archive
	}
	return c, nil
}

// agentToken gives the product token by which robots.txt addresses a user agent, in
// lower case: this program's own if it is among the products, else the one after
// "compatible;", else the first. "Mozilla/5.0 (compatible; Bot/1.0)" gives bot,
// "curl/8.5.0" gives curl.
func agentToken(name string) string {
	fields := strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune(" ();,", r) })
	token := robots.ProductToken(name)
	for i, field := range fields {
		own, _, _ := strings.Cut(field, "/")
		if strings.EqualFold(own, agent.Product) {
			return strings.ToLower(agent.Product)
		}
		if i > 0 && fields[i-1] == "compatible" {
			token = robots.ProductToken(field)
		}
	}
	return strings.ToLower(token)
}

// Close closes archives and folders. Fetches under way should have ended.
func (c *Client) Close() error {
	errs := []error{closeMirrors(c.mirrors)}
	for _, a := range c.archives() {
		errs = append(errs, a.close())
	}
	if t, ok := c.opt.Transport.(interface{ CloseIdleConnections() }); ok {
		t.CloseIdleConnections()
	}
	return errors.Join(errs...)
}

// Fetch gives the page at a URL: an HTML, XHTML, XML or plain text document
// that was answered with a 2xx status, as UTF-8. If there is no such page the error
// is a [*page.Error]; the same URL gives the same page or error as long as the
// archive is kept. If ctx ends, Fetch returns its cause at once, and archives
// nothing. Any other error is a failure to read or write the archive, and ends a run.
func (c *Client) Fetch(ctx context.Context, rawURL string) (*page.Page, error) {
	sent := false
	p, err := c.follow(rawURL, func(url string) (*answer, error) { return c.get(ctx, order{url: url}, &sent) })
	c.counts.fetched(p, err, sent)
	c.logPage(ctx, rawURL, p, err, sent)
	return p, err
}

// Failing gives, sorted, the URLs of a site (see [page.Site]) for which the archive
// has only a transient failure (a timeout, 503) of an earlier run. Fetch would
// request them again. An error is one of the archive. Cost: linear in the archive's URLs.
func (c *Client) Failing(ctx context.Context, site string) ([]string, error) {
	if c.archive == nil {
		return nil, nil
	}
	return c.archive.failing(ctx, site)
}

// Archived gives, sorted, the URLs of a site (see [page.Site]) at which the archive files
// that the client reads have a page or another document; it does not look into a bucket.
// Cost: linear in the archive's URLs.
func (c *Client) Archived(ctx context.Context, site string) (urls []string) {
	for _, kept := range c.archives() {
		if a, ok := kept.(interface {
			of(ctx context.Context, site string, wanted func(entry) bool) []string
		}); ok {
			urls = append(urls, a.of(ctx, site, func(e entry) bool { return e.status == http.StatusOK })...)
		}
	}
	slices.Sort(urls)
	return slices.Compact(urls)
}

// errGaveUp marks the error of a request whose caller's context ended.
var errGaveUp = errors.New("given up")

// Stats gives a copy of the counts.
func (c *Client) Stats() Stats {
	s := c.counts.copy()
	s.Left = c.leftAlone()
	for _, a := range c.archives() {
		s.Repairs = slices.Concat(s.Repairs, a.repaired())
	}
	return s
}
