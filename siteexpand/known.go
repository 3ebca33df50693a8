package siteexpand

import (
	"context"
	"slices"

	"verde/page"
)

// Changes is what has become of the pages that were known before.
type Changes struct {
	New      []string    `json:"new,omitempty"`
	Gone     []string    `json:"gone,omitempty"`     // the server says so
	Moved    [][2]string `json:"moved,omitempty"`    // from, to
	Unlinked []string    `json:"unlinked,omitempty"` // no fetched page links to them; the site does not say that they are gone
}

// maxAsked is the number of known pages that nothing links to any more which
// are asked for whether they are there.
const maxAsked = 100

// seedKnown takes in the pages that are known from an earlier run. They stand for
// the type like samples do, so nothing has to be fetched to decide their
// classes; of the template, samples alone are judges.
func (s *site) seedKnown() {
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

// knownExemplars gives a few known pages of other folders than the samples', which
// tell the scope as further samples would.
func (s *site) knownExemplars(ctx context.Context, starts []urlID) ([]urlID, error) {
	folders := map[string]bool{}
	for _, u := range starts {
		folders[page.Dir(s.urls[s.resolve(u)])] = true
	}
	for _, raw := range s.opt.Known {
		u, err := page.Normalize(raw)
		if err != nil || len(starts) >= minExemplars || !s.within(u) || folders[page.Dir(u)] {
			continue
		}
		folders[page.Dir(u)] = true
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

// changes compares the pages found with those known, and asks for a part of
// those that were not met. It returns the pages with those that are there all
// the same.
func (s *site) changes(ctx context.Context, pages []EntityPage) ([]EntityPage, error) {
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
		case have[to] && s.urls[to] != s.urls[u] && s.visited(to):
			c.Moved = append(c.Moved, [2]string{s.urls[u], s.urls[to]})
		case !have[to]:
			unmet = append(unmet, u)
		}
	}
	slices.Sort(unmet)
	for i, u := range unmet {
		if i >= maxAsked {
			c.Unlinked = append(c.Unlinked, s.urls[u])
			continue
		}
		was := s.urls[u]
		n, err := s.fetch(ctx, u)
		switch {
		case err != nil:
			return nil, err
		case n == nil && isDead(s.failure(u)):
			c.Gone = append(c.Gone, was)
		case n != nil && (have[s.resolve(n.id)] || s.urls[s.resolve(n.id)] != was):
			c.Moved = append(c.Moved, [2]string{was, s.urls[s.resolve(n.id)]})
		default:
			c.Unlinked = append(c.Unlinked, was)
			pages = append(pages, EntityPage{URL: was, Site: s.name, Status: Known})
		}
	}
	slices.SortFunc(c.Moved, func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
	s.report.Changes = c
	return pages, nil
}
