package focused

import (
	"context"
	"slices"

	"verde/page"
	"verde/siteexpand"
	"verde/siteexpand/site"
)

// seedKnown takes in the pages that are known from an earlier run. They count as entity pages without
// being fetched, so that their classes are decided at no cost. The template is learned from samples only.
func (s *expansion) seedKnown() {
	s.known = make(map[site.ID]bool, len(s.Options.Known))
	for _, raw := range s.Options.Known {
		u, err := page.Normalize(raw)
		if err != nil || !s.Within(u) {
			s.LeaveOut(siteexpand.DropOffSite, raw)
			continue
		}
		s.known[s.Intern(u)] = true
	}
}

// knownExemplars adds known pages from other directories to the starts, as further samples, up to
// minExemplars in all.
func (s *expansion) knownExemplars(ctx context.Context, starts []site.ID) ([]site.ID, error) {
	dirs := map[string]bool{}
	for _, u := range starts {
		dirs[folder(s.URL(s.Resolve(u)))] = true
	}
	for _, raw := range s.Options.Known {
		u, err := page.Normalize(raw)
		if err != nil || len(starts) >= minExemplars || !s.Within(u) || dirs[folder(u)] {
			continue
		}
		dirs[folder(u)] = true
		n, err := s.Fetch(ctx, s.Intern(u))
		if err != nil {
			return nil, err
		}
		if n != nil && !slices.Contains(starts, n.ID) {
			starts = append(starts, n.ID)
		}
	}
	return starts, nil
}

// changes compares the pages found with the known ones, for the report. It asks for up to sideDownloads
// known pages that the crawl did not find, and adds those that still exist to the pages.
func (s *expansion) changes(ctx context.Context, pages []siteexpand.EntityPage) ([]siteexpand.EntityPage, error) {
	c := &siteexpand.Changes{}
	have, before := map[site.ID]bool{}, map[site.ID]bool{}
	for u := range s.known {
		before[s.Resolve(u)] = true
	}
	for _, e := range pages {
		u := s.Resolve(s.Intern(e.URL))
		have[u] = true
		if !before[u] {
			c.New = append(c.New, e.URL)
		}
	}
	var unmet []site.ID
	for u := range s.known {
		switch to := s.Resolve(u); {
		case have[to] && s.URL(to) != s.URL(u) && s.Visited(to):
			c.Moved = append(c.Moved, [2]string{s.URL(u), s.URL(to)})
		case !have[to]:
			unmet = append(unmet, u)
		}
	}
	slices.Sort(unmet)
	for i, u := range unmet {
		if i >= sideDownloads {
			c.Unlinked = append(c.Unlinked, s.URL(u))
			continue
		}
		was := s.URL(u)
		n, err := s.Fetch(ctx, u)
		switch {
		case err != nil:
			return nil, err
		case n == nil && isDead(s.Failure(u)):
			c.Gone = append(c.Gone, was)
		case n != nil && (have[s.Resolve(n.ID)] || s.URL(s.Resolve(n.ID)) != was):
			c.Moved = append(c.Moved, [2]string{was, s.URL(s.Resolve(n.ID))})
		default:
			c.Unlinked = append(c.Unlinked, was)
			pages = append(pages, siteexpand.EntityPage{URL: was, Site: s.Name(), Status: siteexpand.Known})
		}
	}
	slices.SortFunc(c.Moved, func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
	s.Report.Changes = c
	return pages, nil
}
