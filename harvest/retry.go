package harvest

import (
	"context"
	"errors"
	"maps"
	"slices"

	"verde/page"
)

// Lacks reports whether another run may read more pages of a site: pages that were over a
// lower limit, or that failed for a reason that may pass. statuses counts the site's pages
// by status; inPart is true if its expansion lacked pages.
func (r Reader) Lacks(statuses map[string]int, inPart bool) bool {
	return inPart || r.limitWasRaised(statuses) || slices.ContainsFunc(slices.Collect(maps.Keys(statuses)), IsTransient)
}

// limitWasRaised reports whether pages were not read because of a lower MaxPages.
func (r Reader) limitWasRaised(statuses map[string]int) bool {
	read := 0
	for status, n := range statuses {
		if status != OverLimit {
			read += n
		}
	}
	return statuses[OverLimit] > 0 && read < r.withDefaults().MaxPages
}

// MayReadMore reports whether pages that a site lacks (see [Reader.Lacks]) can be read
// now. It requests failed ones again until one can.
func (r Reader) MayReadMore(ctx context.Context, site string, statuses map[string]int, inPart bool) (bool, error) {
	if !r.Lacks(statuses, inPart) || r.limitWasRaised(statuses) {
		return r.limitWasRaised(statuses), nil
	}
	return r.anyRecovered(ctx, site)
}

// anyRecovered requests again what failed of a site for a reason that may pass, and
// reports whether any of it no longer fails so: a page or a sitemap that always times out
// must not make each run read the whole site again. It is true if nothing is known to
// fail.
func (r Reader) anyRecovered(ctx context.Context, site string) (bool, error) {
	from, ok := page.Ability[page.FailureLister](r.Pages)
	if !ok {
		return true, nil
	}
	urls, err := from.Failing(ctx, site)
	if err != nil {
		return false, err
	}
	for _, url := range urls {
		_, err := r.Pages.Fetch(ctx, url)
		var failed *page.Error
		switch {
		case err == nil || errors.As(err, &failed) && !IsTransient(StatusOf(failed)):
			return true, nil
		case failed == nil:
			return false, err
		}
	}
	return len(urls) == 0, nil
}
