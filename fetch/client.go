package fetch

import (
	"bytes"
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
	robotsAge           = 24 * time.Hour   // after which robots.txt is read again: RFC 9309 §2.4
	robotsDownAge       = 10 * time.Minute // and after which, if it could not be had
	hostDownAge         = 10 * time.Minute // after which a host is asked again that failed time after time
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
	Hosts        Hosts             // who may send requests to which hosts, of several processes; nil if this is the only one
	Segments     *Segments         // the run's archive in a bucket, in place of a folder; nil for none
	RetryBounded bool              // request again what an earlier run found too large, or at a private address
	Log          *slog.Logger      // gets a record of every page that is fetched or not had, at level Debug; default none
	Transport    http.RoundTripper // default: one that honours HTTP_PROXY and AllowPrivate; must not decompress or follow redirects
}

// Pace says how often hosts are asked.
type Pace struct {
	Delay         time.Duration // between requests to a host; default 500 ms; negative for none
	DelayFactor   float64       // a host rests this many times what its last answer took; default 2, none if Delay is; negative for none
	MaxDelay      time.Duration // longest such rest, and longest Crawl-delay: hosts that ask for more are left alone; default 30 s
	MaxRetryAfter time.Duration // longest Retry-After that is waited for: hosts that ask for more are left alone, see [LeftAlone]; default 2 min
	PerHost       int           // connections to a host; default 1
	MaxConns      int           // connections to all hosts; default 64
}

// Limits bound what a page may take.
type Limits struct {
	Timeout      time.Duration // of one request, to the end of its body; default 30 s
	MaxBytes     int64         // of a decompressed body; default 8 MiB, at most 32 MiB
	MaxHeader    int64         // of an answer's header; default 64 KiB, and at most that
	MaxRedirects int           // default 10; negative for none
	Retries      int           // further attempts after a failure that may pass; default 2; negative for none
	MaxFailures  int           // URLs in a row that failed so, after which a host is left alone for ten minutes; default 10; negative for no limit
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

// Client fetches pages. It is safe for concurrent use: any number of pages may
// be asked for at once, and the client holds the requests to a host apart.
//
// A URL is answered by the first of these that can:
//
//  1. a mirror of its host: a file, or a 404;
//  2. the run's archive: what was fetched before is not requested again, nor
//     is what failed for good (404, another media type) or in this run. What
//     an earlier run could not have for a reason that passes (no connection,
//     no answer in time, 408, 429, 5xx) is asked for anew, once a run, and with
//     RetryBounded what a bound of that run kept out, too;
//  3. with Replay or [Client.Replay], those archives; what is not there is an error with reason
//     [page.NotArchived], so that nothing is ever requested;
//  4. the network, if robots.txt allows it; the answer goes into the run's
//     archive before it is returned.
//
// Redirects are followed hop by hop, each hop answered by these rules.
type Client struct {
	opt     Options
	agent   string // product token that robots.txt groups are matched with
	mirrors []*mirrored
	archive kept   // nil without
	replays []kept // none unless offline
	counts  counters
	began   time.Time
	conns   chan struct{} // one token a connection under way

	mu      sync.Mutex
	pacers  map[string]*pacer   // by host
	sites   map[string][]*pacer // those of a site's hosts
	rules   map[string]*rules   // by origin
	flights map[string]*flight  // by URL
}

// kept is where answers are kept: the files of an [archive], [segments], or an [indexed] one.
type kept interface {
	lookup(ctx context.Context, url string) (entry, bool, error)
	get(ctx context.Context, url string, e entry) (*answer, error)
	append(a *answer, req *http.Request) error
	revisit(old, fresh *answer, req *http.Request) error
	note(url string, block []byte, date time.Time) error
	failing(ctx context.Context, site string) ([]string, error)
	repaired() []Repair
	close() error
}

// flight is a request under way that others wait for, too.
type flight struct {
	done   chan struct{}
	answer *answer // nil if err is set, or if whoever made the request gave up
	err    error
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
	for _, a := range c.all() {
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
// has only a failure of an earlier run that may pass (a timeout, 503). Fetch would
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
	for _, kept := range c.all() {
		if a, ok := kept.(interface {
			of(ctx context.Context, site string, wanted func(entry) bool) []string
		}); ok {
			urls = append(urls, a.of(ctx, site, func(e entry) bool { return e.status == http.StatusOK })...)
		}
	}
	slices.Sort(urls)
	return slices.Compact(urls)
}

// all gives the archives of a client, its own first.
func (c *Client) all() []kept {
	if c.archive == nil {
		return c.replays
	}
	return slices.Concat([]kept{c.archive}, c.replays)
}

var errUnknown = errors.New("not answered yet")

// follow goes from a URL through its redirects to the page; get answers for
// one URL.
func (c *Client) follow(rawURL string, get func(url string) (*answer, error)) (*page.Page, error) {
	requested, a, err := c.end(rawURL, get)
	if err != nil {
		return nil, err
	}
	return a.page(requested, c.opt.MaxBytes)
}

// end goes from a URL, which it gives in normal form, through its redirects to the
// answer that is none.
func (c *Client) end(rawURL string, get func(url string) (*answer, error)) (requested string, last *answer, err error) {
	requested, err = page.Normalize(rawURL)
	if err != nil {
		return "", nil, &page.Error{URL: rawURL, Reason: page.BadURL, Err: err}
	}
	seen := make(map[string]bool)
	for at := requested; ; {
		seen[at] = true
		a, err := get(at)
		if err != nil {
			return "", nil, err
		}
		ref, ok := a.location()
		if !ok {
			return requested, a, nil
		}
		next, err := page.Resolve(at, ref)
		switch {
		case err != nil:
			err = fmt.Errorf("%s redirects to a place that is not followed: %w", at, err)
		case seen[next]:
			err = fmt.Errorf("%s redirects back to %s", at, next)
		case len(seen) > c.opt.MaxRedirects:
			err = fmt.Errorf("more than %d redirects, the last to %s", max(0, c.opt.MaxRedirects), next)
		}
		if err != nil {
			return "", nil, &page.Error{URL: requested, Reason: page.Redirects, Status: a.status, Err: err}
		}
		at = next
	}
}

// get answers for an order, without following redirects: from a mirror or an archive,
// else by a request. *sent becomes true if a request was made.
func (c *Client) get(ctx context.Context, o order, sent *bool) (*answer, error) {
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	if a, ok, err := c.held(ctx, o.url, false, o.since); err != nil || ok && c.serves(a, o) {
		return a, err
	}
	if o.since.IsZero() { // nothing is asked for anew, so what robots.txt forbids needs no request
		if a := c.forbidden(ctx, o.url); a != nil {
			return c.refused(a), nil
		}
		return c.ask(ctx, o, sent)
	}
	old, err := c.archived(ctx, o.url)
	if err != nil {
		return nil, err
	}
	if old != nil && old.status != 0 && old.cut == "" && !transientStatus(old.status) {
		o.old = old
	}
	return c.ask(ctx, o, sent)
}

// serves tells whether an answer that is at hand is what was ordered: one of which the
// body was left is none where the body is what is wanted, unless there is nobody to ask.
func (c *Client) serves(a *answer, o order) bool {
	return !o.whole || a.cut != cutUnwanted || len(c.replays) > 0
}

// ask requests a URL, unless robots.txt forbids it, or its host is left alone because
// it asked for too long a pause or its last URLs failed. A refusal of this kind is
// the answer then, and is not archived.
func (c *Client) ask(ctx context.Context, o order, sent *bool) (*answer, error) {
	o.delay = c.opt.Delay
	if !c.opt.IgnoreRobots && !isRobots(o.url) {
		r, err := c.robots(ctx, o.url, sent)
		if err != nil {
			return nil, err
		}
		if a := r.refuse(o.url); a != nil {
			return c.refused(a), nil
		}
		o.delay = max(o.delay, r.set.Delay)
	}
	if a := c.leave(o.url); a != nil {
		return a, nil
	}
	if n := c.pacerFor(page.Host(o.url)).down(); n > 0 {
		return refusal(o.url, page.Unreachable, fmt.Sprintf("the last %d URLs of its host failed", n)), nil
	}
	return c.request(ctx, o, sent)
}

// held answers for a URL without a request, from a mirror or an archive; false if
// there is nobody to answer but the network. The run's archive answers only with what
// it has from since or later, and not with failures that are outdated unless
// Options.Replay is set. With brief set the answer may have a status and reason only,
// unless it is a redirect.
func (c *Client) held(ctx context.Context, url string, brief bool, since time.Time) (*answer, bool, error) {
	if m := mirrorFor(c.mirrors, url); m != nil {
		if brief { // its redirects lead to itself
			return &answer{url: url, status: http.StatusNoContent}, true, nil
		}
		return m.answer(url), true, nil
	}
	for _, archive := range c.all() {
		e, ok, err := archive.lookup(ctx, url)
		if err != nil {
			return nil, false, err
		}
		if !ok || archive == c.archive && (e.date.time().Before(since) || c.outdated(e)) {
			continue
		}
		if brief && !isRedirect(int(e.status)) {
			return &answer{url: url, status: int(e.status), reason: page.Network}, true, nil
		}
		if a, err := archive.get(ctx, url, e); a != nil || err != nil {
			return a, true, err
		}
	}
	if len(c.replays) == 0 {
		return nil, false, nil
	}
	if a, err := c.archived(ctx, url); a != nil || err != nil { // outdated, and there is nobody to ask
		return a, true, err
	}
	return refusal(url, page.NotArchived, ""), true, nil
}

// outdated reports whether an archived answer is a failure of an earlier run that this
// run is to request again: one that may pass, or with RetryBounded one of a bound.
func (c *Client) outdated(e entry) bool {
	return e.old && (e.transient || e.bounded && c.opt.RetryBounded)
}

// order is a URL to be requested, and how.
type order struct {
	url   string
	delay time.Duration // since the last request to its host, at least
	since time.Time     // answers of before do not count
	old   *answer       // what the archive has, asked whether it still holds; nil for nothing
	whole bool          // the body is wanted of whatever media type it is
	part  *part         // of the body; nil for all
}

// key is what orders of the same have in common.
func (o order) key() string {
	if o.whole {
		return o.url + " whole" // no URL has a space
	}
	return o.url
}

// request asks the network for a URL, which the caller has found allowed. Callers that
// come while a request for the same URL is under way wait for it and get a copy of its
// answer (single flight). If the context of the one that made the request ends, a
// waiting one makes it anew.
func (c *Client) request(ctx context.Context, o order, sent *bool) (*answer, error) {
	for {
		c.mu.Lock()
		f, others := c.flights[o.key()]
		if !others {
			f = &flight{done: make(chan struct{})}
			c.flights[o.key()] = f
		}
		c.mu.Unlock()
		if !others {
			c.lead(ctx, f, o, sent)
			return f.answer, f.err
		}
		select {
		case <-f.done:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
		if f.answer != nil {
			a := *f.answer
			a.body = bytes.Clone(a.body) // pages do not share their bodies
			return &a, nil
		}
		if !errors.Is(f.err, errGaveUp) {
			return nil, f.err
		}
	}
}

// errGaveUp marks the error of a request whose caller's context ended.
var errGaveUp = errors.New("given up")

// lead makes the request of a flight, archives its answer and sets f.answer or f.err
// for all that wait for it.
func (c *Client) lead(ctx context.Context, f *flight, o order, sent *bool) {
	defer func() {
		c.mu.Lock()
		delete(c.flights, o.key())
		c.mu.Unlock()
		close(f.done)
	}()
	// Another flight may have landed between the look into the archive and now.
	a, ok, err := c.held(ctx, o.url, false, o.since)
	if err != nil && ctx.Err() != nil {
		err = errors.Join(errGaveUp, err)
	}
	if err != nil || ok && c.serves(a, o) {
		f.answer, f.err = a, err
		return
	}
	a, req, err := c.send(ctx, o)
	if err != nil {
		f.err = err
		return
	}
	*sent = *sent || req != nil
	if req != nil {
		c.opt.Credentials.hideAnswer(req, a, c.opt.MaxBytes)
	}
	if c.archive != nil && req != nil && !c.comesBack(a) {
		req = c.opt.Credentials.hide(req)
		if a, err = c.archiveAnswer(a, o.old, req); err != nil {
			f.err = err
			return
		}
	}
	f.answer = a
}

// archiveAnswer archives the answer a to req, and gives the answer to return. old is
// what the archive had, nil for nothing. If a is 304, or the same as old, a revisit
// is archived and old is returned with a's date. A failure that may pass, or of a
// bound, is returned and not archived, so that old stays.
func (c *Client) archiveAnswer(a, old *answer, req *http.Request) (*answer, error) {
	switch {
	case old == nil:
		return a, c.archive.append(a, req)
	case a.transient() || a.bounded():
		return a, nil
	case a.status == http.StatusNotModified || a.same(old):
		if err := c.archive.revisit(old, a, req); err != nil {
			return nil, err
		}
		still := *old
		still.date = a.date
		return &still, nil
	}
	return a, c.archive.append(a, req)
}
