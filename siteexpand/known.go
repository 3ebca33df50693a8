package siteexpand

import (
	"context"
	"slices"

	"verde/page"
)

// Changes says what became of the pages that were known before.
type Changes struct {
	New      []string    `json:"new,omitempty"`
	Gone     []string    `json:"gone,omitempty"`     // the server says so
	Moved    [][2]string `json:"moved,omitempty"`    // from, to
	Unlinked []string    `json:"unlinked,omitempty"` // no fetched page links to them; the site does not say that they are gone
}

// maxAsked bounds how many known pages to which nothing links any more are
// asked for.
const maxAsked = 100

// seedKnown takes in the pages that are known from an earlier run. Like samples
// they count as entity pages, so that nothing has to be fetched to decide their
// classes; exemplars of the template are samples alone.
func (s *focusedRun) seedKnown() {
	s.known = make(map[urlID]bool, len(s.opt.Known))
	for _, raw := range s.opt.Known {
		u, err := page.Normalize(raw)
		if err != nil || !s.within(u) {
			s.drop(DropOffSite, 1)
			continue
		}
		s.known[s.intern(u)] = true
	}
}

// knownExemplars adds to the starts a few known pages from other directories
// than the samples', which serve as further samples.
func (s *focusedRun) knownExemplars(ctx context.Context, starts []urlID) ([]urlID, error) {
	dirs := map[string]bool{}
	for _, u := range starts {
		dirs[page.Dir(s.url(s.resolve(u)))] = true
	}
	for _, raw := range s.opt.Known {
		u, err := page.Normalize(raw)
		if err != nil || len(starts) >= minExemplars || !s.within(u) || dirs[page.Dir(u)] {
			continue
		}
		dirs[page.Dir(u)] = true
		n, err := s.fetch(ctx, s.intern(u))
		if err != nil {
			return nil, err
		}
		if n != nil && !slices.Contains(starts, n.id) {
			starts = append(starts, n.id)
		}
	}
	return starts, nil
}

// changes compares the pages found with those known, and asks for up to
// maxAsked known pages that were not met. It returns the pages with the known
// ones that are still there.
func (s *focusedRun) changes(ctx context.Context, pages []EntityPage) ([]EntityPage, error) {
	c := &Changes{}
	have := map[urlID]bool{}
	before := map[urlID]bool{}
	for u := range s.known {
		before[s.resolve(u)] = true
	}
	for _, e := range pages {
		u := s.resolve(s.intern(e.URL))
		have[u] = true
		if !before[u] {
			c.New = append(c.New, e.URL)
		}
	}
	var unmet []urlID
	for u := range s.known {
		switch to := s.resolve(u); {
		case have[to] && s.url(to) != s.url(u) && s.visited(to):
			c.Moved = append(c.Moved, [2]string{s.url(u), s.url(to)})
		case !have[to]:
			unmet = append(unmet, u)
		}
	}
	slices.Sort(unmet)
	for i, u := range unmet {
		if i >= maxAsked {
			c.Unlinked = append(c.Unlinked, s.url(u))
			continue
		}
		was := s.url(u)
		n, err := s.fetch(ctx, u)
		switch {
		case err != nil:
			return nil, err
		case n == nil && isDead(s.failure(u)):
			c.Gone = append(c.Gone, was)
		case n != nil && (have[s.resolve(n.id)] || s.url(s.resolve(n.id)) != was):
			c.Moved = append(c.Moved, [2]string{was, s.url(s.resolve(n.id))})
		default:
			c.Unlinked = append(c.Unlinked, was)
			pages = append(pages, EntityPage{URL: was, Site: s.siteName(), Status: Known})
		}
	}
	slices.SortFunc(c.Moved, func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
	s.report.Changes = c
	return pages, nil
}
