package fetch

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"verde/page"
)

// free is a site that nobody else wants.
type free struct{}

func (free) Acquire(context.Context, string) (Lease, error) { return free{}, nil }
func (free) Apart(ctx context.Context) (context.Context, func()) {
	return ctx, func() {}
}
func (free) Valid() bool                     { return true }
func (free) Before() (last, until time.Time) { return time.Time{}, time.Time{} }

// busy answers once that it wants to be left alone for an hour.
type busy struct{ asked int }

func (b *busy) RoundTrip(r *http.Request) (*http.Response, error) {
	rec := httptest.NewRecorder()
	rec.Header().Set("Content-Type", "text/html")
	if b.asked++; b.asked == 1 {
		rec.Header().Set("Retry-After", "3600")
		rec.WriteHeader(http.StatusTooManyRequests)
	}
	resp := rec.Result()
	resp.Request = r
	return resp, nil
}

// A host that asked to be left alone is asked again by the same client once that time has
// passed and it is told so, and not before.
func TestResume(t *testing.T) {
	t.Parallel()
	web := &busy{}
	c := openSmall(t, Options{Transport: web, Hosts: free{}, IgnoreRobots: true, Pace: Pace{MaxRetryAfter: time.Second}})
	fetch := func(path string) error {
		_, err := c.Fetch(t.Context(), "http://www.h.example"+path)
		return err
	}
	overloaded := func(err error) bool {
		var refused *page.Error
		return errors.As(err, &refused) && (refused.Reason == page.Overloaded || refused.Status == http.StatusTooManyRequests)
	}
	if err := fetch("/a"); !overloaded(err) {
		t.Fatal(err)
	}
	c.Resume("h.example")
	if err := fetch("/b"); !overloaded(err) || c.Site("h.example").Asked == 0 || web.asked != 1 {
		t.Errorf("within the pause: %v, asked %d times", err, web.asked)
	}
	c.pacerFor("www.h.example").until = time.Now()
	if err := fetch("/c"); !overloaded(err) {
		t.Errorf("behind the pause, untold: %v", err)
	}
	c.Resume("other.example")
	if err := fetch("/d"); !overloaded(err) {
		t.Errorf("of another site: %v", err)
	}
	p := c.pacerFor("www.h.example")
	p.pause, p.backoff = time.Time{}, 0 // which the test need not wait for
	c.Resume("h.example")
	if err := fetch("/e"); err != nil || c.Site("h.example").Asked != 0 {
		t.Errorf("behind the pause: %v", err)
	}
}
