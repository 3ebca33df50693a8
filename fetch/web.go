package fetch

import (
	"context"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"verde/fetch/sorted"
	"verde/page"
)

// Files gives the files that a web server has at and below an address (a folder's ends
// with a slash), to be read by range requests (RFC 9110, §14). They are asked for as
// politely as pages, but for robots.txt: it is the user who has named them. What is read
// goes into no archive. A server that answers without ranges is an error.
//
// The error of what could not be had for now is a [*page.Error], that of a file which is
// not there [fs.ErrNotExist].
func (c *Client) Files(address string) (sorted.Files, error) {
	base, err := url.Parse(address)
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" {
		return nil, fmt.Errorf("%q is no address of files on a web server", address)
	}
	return webFiles{c, base}, nil
}

// webFiles are files on a web server.
type webFiles struct {
	client *Client
	base   *url.URL
}

// Size implements [sorted.Files].
func (w webFiles) Size(ctx context.Context, name string) (int64, error) {
	a, err := w.get(ctx, name, &part{0, 1})
	if err != nil {
		return 0, err
	}
	_, all, _ := strings.Cut(a.header.Get("Content-Range"), "/")
	size, err := strconv.ParseInt(all, 10, 64)
	if err != nil || size < 0 {
		return 0, fmt.Errorf("%s: the server does not say of how many bytes it is (Content-Range %.60q)", a.url, a.header.Get("Content-Range"))
	}
	return size, nil
}

// Range implements [sorted.Files].
func (w webFiles) Range(ctx context.Context, name string, offset, length int64) ([]byte, error) {
	if length == 0 {
		return nil, nil
	}
	a, err := w.get(ctx, name, &part{offset, length})
	if err != nil {
		return nil, err
	}
	if said := fmt.Sprintf("bytes %d-%d/", offset, offset+length-1); !strings.HasPrefix(a.header.Get("Content-Range"), said) || int64(len(a.body)) != length {
		return nil, fmt.Errorf("%s: %d bytes of %.60q came for %d from %d on", a.url, len(a.body), a.header.Get("Content-Range"), length, offset)
	}
	return a.body, nil
}

// get asks for a part of a file, and follows redirects. The answer has status 206.
func (w webFiles) get(ctx context.Context, name string, p *part) (*answer, error) {
	if !fs.ValidPath(name) {
		return nil, fmt.Errorf("%q is no file below %s: %w", name, w.base, fs.ErrInvalid)
	}
	c := w.client
	_, a, err := c.resolveRedirects(w.base.ResolveReference(&url.URL{Path: name}).String(), func(url string) (*answer, error) {
		if a := c.leave(url); a != nil {
			return a, nil
		}
		if n := c.pacerFor(page.Host(url)).down(); n > 0 {
			return refusal(url, page.Unreachable, fmt.Sprintf("the last %d requests to its host failed", n)), nil
		}
		a, _, err := c.send(ctx, order{url: url, delay: c.opt.Delay, anyMedia: true, part: p})
		return a, err
	})
	if err != nil {
		return nil, err
	}
	switch {
	case a.status == 0 || transientStatus(a.status):
		why := fmt.Errorf("part of a file: status %d %s", a.status, a.cause)
		reason := a.reason
		if reason == "" {
			reason = page.Status
		}
		return nil, &page.Error{URL: a.url, Reason: reason, Status: a.status, Err: why}
	case a.status == http.StatusNotFound || a.status == http.StatusGone:
		return nil, fmt.Errorf("%s: %w", a.url, fs.ErrNotExist)
	case a.status == http.StatusOK:
		return nil, fmt.Errorf("%s: the server does not answer range requests; copy the files, or serve them with a server that does", a.url)
	case a.status != http.StatusPartialContent:
		return nil, fmt.Errorf("%s: status %d for %s", a.url, a.status, p)
	case a.cut != "":
		return nil, fmt.Errorf("%s: more than the %d bytes came that were asked for", a.url, p.length)
	}
	return a, nil
}
