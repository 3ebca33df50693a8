package verde

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

// pending passes fetches on and remembers what failed for a reason that passes:
// a site that was searched without those pages was searched in part.
type pending struct {
	page.Fetcher

	mu     sync.Mutex
	failed map[string]string // URL -> status, see failure
}

// Fetch is the fetcher's.
func (f *pending) Fetch(ctx context.Context, url string) (*page.Page, error) {
	p, err := f.Fetcher.Fetch(ctx, url)
	var failed *page.Error
	if errors.As(err, &failed) && passes(failure(failed)) {
		f.mu.Lock()
		defer f.mu.Unlock()
		if f.failed == nil {
			f.failed = make(map[string]string)
		}
		f.failed[url] = failure(failed)
	}
	return p, err
}

// Sitemaps is the fetcher's, if it knows of any.
func (f *pending) Sitemaps(ctx context.Context, url string) ([]string, error) {
	if from, ok := f.Fetcher.(interface {
		Sitemaps(ctx context.Context, url string) ([]string, error)
	}); ok {
		return from.Sitemaps(ctx, url)
	}
	return nil, nil
}

// reason tells what is missing, "" for nothing: "searched without 2 pages
// (status 503), 1 page (timeout)".
func (f *pending) reason() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	counts := make(map[string]int)
	for _, status := range f.failed {
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
	if len(parts) == 0 {
		return ""
	}
	return "searched without " + strings.Join(parts, ", ")
}

// passes tells of a page's status whether a later run may read the page.
func passes(status string) bool {
	if code, ok := strings.CutPrefix(status, string(page.Status)+" "); ok {
		return code == "408" || code == "429" || code >= "500" // as package fetch has it
	}
	switch page.Reason(status) {
	case page.Timeout, page.Network, page.Unreachable, page.Overloaded:
		return true
	}
	return false
}

// failure is the status of a page that could not be had: the reason, with the
// number of the server's answer if that is the reason, as "status 404".
func failure(err *page.Error) string {
	if err.Reason == page.Status {
		return fmt.Sprintf("%s %d", err.Reason, err.Status)
	}
	return string(err.Reason)
}
