package fetch

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"verde/page"
)

// Change says what has become of a page since it was archived.
type Change string

// What [Client.Refresh] finds.
const (
	Added     Change = "added"     // it was not archived, or not as a page
	Unchanged Change = "unchanged" // the server has the same
	Changed   Change = "changed"   // the server has another, or leads elsewhere
	Gone      Change = "gone"      // the server says that there is none (404, 410)
	Unknown   Change = "unknown"   // the server did not say: it was down, or may not be asked
)

// Refresh is Fetch for pages that may be archived already: what was archived
// before since is asked for again, by a conditional request (RFC 9110 §13) if
// the server has given an ETag or a Last-Modified time, so that a page which
// has not changed costs a header. What the archive has of since or later is
// taken as it is; so a refresh that was killed goes on where it was.
//
// The archive then has the new answer, or a revisit record for an old one that
// holds. A failure that may pass (no connection, 5xx, 429) leaves the old answer
// in its place: Fetch still gives the page, and the next Refresh asks again.
//
// The page is nil where Fetch would give none, and the error then is the same.
// Without an archive every page is Added.
func (c *Client) Refresh(ctx context.Context, rawURL string, since time.Time) (*page.Page, Change, error) {
	var before *page.Page
	if c.archive != nil {
		before, _ = c.follow(rawURL, func(url string) (*answer, error) {
			a, err := c.archived(ctx, url)
			if err == nil && a == nil {
				err = errUnknown
			}
			return a, err
		})
	}
	sent := false
	p, err := c.follow(rawURL, func(url string) (*answer, error) { return c.get(ctx, order{url: url, since: since}, &sent) })
	c.counts.fetched(p, err, sent)
	c.logPage(ctx, rawURL, p, err, sent)
	var failed *page.Error
	if err != nil && !errors.As(err, &failed) {
		return nil, Unknown, err // of the run
	}
	switch {
	case err == nil && before == nil:
		return p, Added, nil
	case err == nil && p.URL == before.URL && bytes.Equal(p.Body, before.Body) && slices.Equal(p.Relations, before.Relations):
		return p, Unchanged, nil
	case err == nil:
		return p, Changed, nil
	case failed.Status == http.StatusNotFound || failed.Status == http.StatusGone:
		return nil, Gone, err
	case failed.Reason == page.Status && !transientStatus(failed.Status), failed.Reason == page.NotHTML, failed.Reason == page.Redirects:
		return nil, Changed, err
	}
	return nil, Unknown, err
}
