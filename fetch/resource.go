package fetch

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"verde/fetch/coding"
	"verde/page"
)

// Resource is a file that a page is made of: a script, a style sheet, or the data that a
// script requests.
type Resource struct {
	URL         string // normal, after redirects
	Status      int
	ContentType string // as it was sent, with its parameters
	Body        []byte // content coding removed
	FetchedAt   time.Time
}

// Asker is who requests a resource.
type Asker struct {
	Page  string    // normal URL of the page; "" for the user
	Since time.Time // answers archived before this are ignored
}

// Resource gives what is at a URL, whatever its media type and status. What holds for
// Fetch holds here: mirrors and archives answer before servers do, robots.txt, pacing and
// all bounds apply, and what a server sends goes into the archive first. The error is a
// [*page.Error] if there was no HTTP answer or its body is over a bound; others end a run.
//
// A page must not get at what only the user can reach. So it gets no resource of another
// domain that credentials are sent to or that a mirror serves; and where private
// addresses are allowed, no resource of another domain at all.
func (c *Client) Resource(ctx context.Context, rawURL string, by Asker) (*Resource, error) {
	sent := false
	requested, a, err := c.resolveRedirects(rawURL, func(url string) (*answer, error) {
		if why := c.withheld(url, by.Page); why != "" {
			return refusal(url, page.Private, why), nil
		}
		return c.get(ctx, order{url: url, since: by.Since, anyMedia: true}, &sent)
	})
	if err != nil {
		return nil, err
	}
	fail := func(reason page.Reason, err error) (*Resource, error) {
		return nil, &page.Error{URL: requested, Reason: reason, Status: a.status, Err: err}
	}
	switch {
	case a.status == 0 && a.cause != "":
		return fail(a.reason, errors.New(a.cause))
	case a.status == 0:
		return fail(a.reason, nil)
	case a.cut == cutUnwanted:
		return fail(page.NotArchived, errors.New("the archive has no body of it"))
	case a.cut != "":
		return fail(page.TooLarge, fmt.Errorf("the body was not kept whole (%.60s)", a.cut))
	}
	body, err := coding.Decompress(a.body, strings.Join(a.header["Content-Encoding"], ","), c.opt.MaxBytes)
	switch {
	case errors.Is(err, coding.ErrTooLarge):
		return fail(page.TooLarge, err)
	case err != nil:
		return fail(page.Unparseable, err)
	}
	return &Resource{URL: a.url, Status: a.status, ContentType: a.header.Get("Content-Type"), Body: body, FetchedAt: a.date}, nil
}

// withheld says why a page may not get a resource, "" if it may: a script of a stranger's
// page could otherwise read what only the user can reach, and send it elsewhere.
func (c *Client) withheld(url, by string) string {
	if by == "" || page.Domain(url) == page.Domain(by) {
		return ""
	}
	switch {
	case c.opt.Credentials.cover(url):
		return "it is a site of the user's own, and the page is another's"
	case mirrorFor(c.mirrors, url) != nil:
		return "it is served from a folder, and the page is not"
	case len(c.opt.AllowPrivate) > 0:
		return "private addresses are open, and it is of another domain than the page"
	}
	return ""
}
