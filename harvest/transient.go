package harvest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"verde/page"
)

// OverLimit is the status of pages that Reader.MaxPages keeps from being read.
const OverLimit = string(page.LimitReached)

// StatusOf is the status of a page that could not be had: the reason, with the
// number of the server's answer if that is the reason, as "status 404".
func StatusOf(err *page.Error) string {
	if err.Reason == page.Status {
		return fmt.Sprintf("%s %d", err.Reason, err.Status)
	}
	return string(err.Reason)
}

// IsTransient reports whether a later run may read a page of this status.
func IsTransient(status string) bool {
	if code, ok := strings.CutPrefix(status, string(page.Status)+" "); ok {
		return code == "408" || code == "429" || code >= "500" // as package fetch has it
	}
	switch page.Reason(status) {
	case page.Timeout, page.Network, page.Unreachable, page.Overloaded:
		return true
	}
	return false
}

// RunError is a failure that ends the run, rather than that of a page or site: the archive
// can't be written, for example.
type RunError struct{ error }

func (e *RunError) Unwrap() error { return e.error }

// TransientRecorder passes fetches on and records which failed for a reason that may
// pass: whatever was made of a site without these pages is incomplete. It is safe for
// concurrent use.
type TransientRecorder struct {
	page.Fetcher

	mu       sync.Mutex
	failed   map[string]string // URL -> status, see StatusOf
	runError error             // the first error that is not of a page
}

// Fetch implements [page.Fetcher].
func (r *TransientRecorder) Fetch(ctx context.Context, url string) (*page.Page, error) {
	p, err := r.Fetcher.Fetch(ctx, url)
	var failed *page.Error
	r.mu.Lock()
	defer r.mu.Unlock()
	if err != nil && !errors.As(err, &failed) && r.runError == nil {
		r.runError = &RunError{err}
	}
	if failed != nil && IsTransient(StatusOf(failed)) {
		if r.failed == nil {
			r.failed = make(map[string]string)
		}
		r.failed[url] = StatusOf(failed)
	}
	return p, err
}

// Unwrap gives the fetcher that fetches are passed on to.
func (r *TransientRecorder) Unwrap() page.Fetcher { return r.Fetcher }

// Missing counts the failed pages by reason, as in "2 pages (status 503), 1 page
// (timeout)"; "" if there are none.
func (r *TransientRecorder) Missing() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	counts := make(map[string]int)
	for _, status := range r.failed {
		counts[status]++
	}
	var parts []string
	for _, status := range slices.Sorted(maps.Keys(counts)) {
		plural := "s"
		if counts[status] == 1 {
			plural = ""
		}
		parts = append(parts, fmt.Sprintf("%d page%s (%s)", counts[status], plural, status))
	}
	return strings.Join(parts, ", ")
}
