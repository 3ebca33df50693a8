package fetch

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/textproto"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"verde/fetch/coding"
	"verde/fetch/robots"
	"verde/fetch/sniff"
	"verde/internal/httpbody"
	"verde/page"
)

// retryPause is waited before a second attempt at a URL, and twice as long
// before a third. While it lasts other URLs of the host may be requested.
const retryPause = time.Second

// send requests a URL, with up to Options.Retries further attempts after transient
// failures. It returns the last answer and the request, nil if none was sent. An error
// means that ctx has ended.
func (c *Client) send(ctx context.Context, o order) (*answer, *http.Request, error) {
	req, err := c.requestOf(o)
	if err != nil {
		return refusal(o.url, page.BadURL, err.Error()), nil, nil
	}
	host := page.Host(o.url)
	pace := c.pacerFor(host)
	lease, refused, err := c.lease(ctx, o.url, pace)
	if refused != nil || err != nil {
		return refused, nil, err
	}
	staled := false
	var a *answer // of the attempt before
	for attempt := 0; ; {
		switch err := pace.acquire(ctx, o.delay); {
		case err == errLeftAlone && a == nil:
			return c.leave(o.url), nil, nil
		case err == errLeftAlone:
			return a, req, nil
		case err != nil:
			return nil, nil, errors.Join(errGaveUp, err)
		}
		if err := c.connect(ctx); err != nil {
			pace.release(0)
			return nil, nil, errors.Join(errGaveUp, err)
		}
		if lease != nil && !lease.Valid() {
			<-c.conns
			pace.release(0)
			return nil, nil, fmt.Errorf("%s: %w", o.url, ErrLeaseLost)
		}
		c.counts.sent(host, attempt > 0 || staled)
		began := time.Now()
		var again, stale bool
		a, again, stale = c.attempt(ctx, req, o)
		if ctx.Err() == nil {
			c.observeLoad(pace, a)
		}
		<-c.conns
		pace.release(time.Since(began))
		if ctx.Err() != nil {
			return nil, nil, errors.Join(errGaveUp, context.Cause(ctx))
		}
		c.counts.received(host, len(a.body))
		if stale && !staled {
			staled = true // a second stale connection in a row counts as a failure
			continue
		}
		if !again || attempt >= c.opt.Retries {
			pace.outcome(a.transient())
			return a, req, nil
		}
		if attempt == 0 {
			pace.repeats(1)
			defer pace.repeats(-1)
		}
		if err := sleep(ctx, retryPause<<attempt); err != nil {
			return nil, nil, errors.Join(errGaveUp, err)
		}
		attempt++
	}
}

// requestOf makes the request that an order is sent as.
func (c *Client) requestOf(o order) (*http.Request, error) {
	req, err := http.NewRequest(http.MethodGet, o.url, nil)
	if err != nil {
		return nil, err
	}
	req.Header = http.Header{
		"User-Agent":      {c.opt.UserAgent},
		"Accept":          {"text/html,application/xhtml+xml,text/plain;q=0.8,*/*;q=0.5"},
		"Accept-Encoding": {coding.Accept},
	}
	if o.anyMedia {
		req.Header.Set("Accept", "*/*")
	}
	if o.part != nil {
		req.Header.Set("Range", o.part.String())
		req.Header.Set("Accept-Encoding", "identity")
	}
	o.old.addValidators(req.Header)
	c.opt.Credentials.send(req)
	return req, nil
}

// connect takes one of the client's connections; receiving from conns gives it
// back.
func (c *Client) connect(ctx context.Context) error {
	select {
	case c.conns <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// observeLoad tells the pacer whether an answer shows the host to be overloaded.
func (c *Client) observeLoad(pace *pacer, a *answer) {
	switch {
	case a.status == http.StatusTooManyRequests || a.status == http.StatusServiceUnavailable:
		pace.overloaded(retryAfter(a.header.Get("Retry-After"), a.date))
	case a.status != 0 && a.status < 500:
		pace.recovered()
	}
}

// retryAfter reads a Retry-After field: seconds, or a date. At most what a
// Duration holds; 0 for a moment that has passed and for what is neither.
func retryAfter(field string, now time.Time) time.Duration {
	field = strings.TrimSpace(field)
	if seconds, err := strconv.ParseInt(field, 10, 64); err == nil || errors.Is(err, strconv.ErrRange) { // which clamps
		return time.Duration(min(max(seconds, 0), int64(math.MaxInt64/time.Second))) * time.Second
	}
	if date, err := http.ParseTime(field); err == nil {
		return max(date.Sub(now), 0) // which clamps, too
	}
	return 0
}

// attempt sends a request once and reads the answer. again reports whether the failure
// is transient; stale that a kept-alive connection may have been closed by the server
// before it saw the request, which is no failure of the host.
func (c *Client) attempt(ctx context.Context, req *http.Request, o order) (a *answer, again, stale bool) {
	within, cancel := context.WithTimeout(ctx, c.opt.Timeout)
	defer cancel()
	var reused, answered atomic.Bool
	within = httptrace.WithClientTrace(within, &httptrace.ClientTrace{
		GotConn:              func(info httptrace.GotConnInfo) { reused.Store(info.Reused) },
		GotFirstResponseByte: func() { answered.Store(true) },
	})
	a = &answer{url: req.URL.String()}
	try := req.WithContext(within)
	try.Body = noRetryBody{}
	resp, err := c.opt.Transport.RoundTrip(try)
	if err == nil {
		a.status, a.header = resp.StatusCode, textproto.MIMEHeader(resp.Header)
		a.header.Del("Transfer-Encoding")
		err = c.readBody(within, a, resp, o)
	}
	a.date = time.Now().UTC().Truncate(time.Millisecond)
	if err != nil {
		a = &answer{url: a.url, date: a.date, reason: page.Network, cause: err.Error()}
		var timeout net.Error
		if errors.Is(err, errPrivate) {
			a.reason = page.Private
		} else if isHeaderTooLarge(err) {
			a.reason = page.TooLarge
		} else if errors.Is(within.Err(), context.DeadlineExceeded) || errors.As(err, &timeout) && timeout.Timeout() {
			a.reason, a.cause = page.Timeout, fmt.Sprintf("no whole answer within %v", c.opt.Timeout)
		}
		return a, !isFinal(err), a.reason == page.Network && reused.Load() && !answered.Load()
	}
	return a, transientStatus(a.status), false
}

// noRetryBody is an empty body, for which net/http sends nothing, not even a length.
// It keeps net/http from repeating the request by itself when a kept-alive connection
// breaks, since that request would bypass the pacer.
type noRetryBody struct{}

func (noRetryBody) Read([]byte) (int, error) { return 0, io.EOF }
func (noRetryBody) Close() error             { return nil }

// isFinal reports whether another attempt would fail with the same error.
func isFinal(err error) bool {
	var dns *net.DNSError
	var cert *tls.CertificateVerificationError
	return errors.As(err, &dns) && dns.IsNotFound || errors.As(err, &cert) || errors.Is(err, errPrivate) || isHeaderTooLarge(err)
}

// isHeaderTooLarge reports whether net/http gave up an answer for the size of its
// header. There is no error value for it, so its text is compared.
func isHeaderTooLarge(err error) bool {
	return strings.Contains(err.Error(), "server response headers exceeded")
}

// readBody reads a body and closes it: up to Options.MaxBytes for pages, up to
// robots.MaxSize for a robots.txt, and nothing for media types that are no pages, unless
// the order is for any media type.
func (c *Client) readBody(ctx context.Context, a *answer, resp *http.Response, o order) error {
	isRules := isRobots(a.url)
	limit := c.opt.MaxBytes
	if isRules {
		limit = robots.MaxSize
	} else if o.part != nil {
		limit = o.part.length
	} else if media := sniff.MediaType(a.header.Get("Content-Type")); a.status >= 200 && a.status <= 299 && !o.anyMedia && !sniff.IsWanted(media, a.url) {
		a.cut = cutUnwanted
		resp.Body.Close()
		return nil
	}
	body, err := httpbody.Read(ctx, resp, limit+1)
	if err != nil {
		return err
	}
	a.body = body
	if int64(len(a.body)) > limit {
		a.cut = cutLength
		if !isRules {
			a.body = nil // what can't be used need not be kept
		}
	}
	return nil
}
