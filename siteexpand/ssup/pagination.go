package ssup

import (
	"context"
	"math"

	"verde/page"
	"verde/siteexpand/site"
)

// paginate finds the pages of a level that are linked from pages of that level
// rather than from the one above, as the further parts of a list are (SSUP 2014,
// Definitions 4 and 5, Algorithm 3). on and below are the pages of the
// page-path on the level and on the next one; level are the index pages known.
// It returns those with the pages found.
//
// The links of all pages of the level are grouped by link-path and by Weak URL
// Similarity to below, rounded to [sameSimilarity]. A group is taken if its
// first page is at least as much like on as like below. What is taken wrongly
// does no harm but to cost, since it points to nothing like below.
//
// Where the paper is silent: the first page of a group is the first that can be
// had, links that leave the site are left out, and one pass is made, so that
// the parts of a list that the known ones do not link to are not found.
//
// Cost: a download for each group, and a comparison of URLs for each link.
func (s *run) paginate(ctx context.Context, on, below site.ID, level []site.ID) ([]site.ID, error) {
	type key struct {
		path page.LinkPath
		weak int64
	}
	groups := make(map[key]int)
	var lists [][]site.ID
	grouped := make(map[site.Link]bool)
	for _, u := range level {
		n, err := s.Fetch(ctx, u)
		if err != nil {
			return nil, err
		}
		if n == nil {
			continue
		}
		for _, l := range n.Links {
			l.To = s.Resolve(l.To)
			if !s.OnSite(l.To) || grouped[l] {
				continue
			}
			grouped[l] = true
			k := key{l.Path, int64(math.Round(weakSimilarity(s.termsOf(below), s.termsOf(l.To)) / sameSimilarity))}
			i, ok := groups[k]
			if !ok {
				i = len(lists)
				groups[k] = i
				lists = append(lists, nil)
			}
			lists[i] = append(lists[i], l.To)
		}
	}
	have := make(map[site.ID]bool, len(level))
	for _, u := range level {
		have[s.Resolve(u)] = true
	}
	for _, list := range lists {
		ok, err := s.paginates(ctx, on, below, list)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		for _, u := range list {
			if u = s.Resolve(u); !have[u] {
				have[u] = true
				level = append(level, u)
			}
		}
	}
	return level, nil
}

// paginates reports whether the first of pages that can be had is at least as
// much like the page on as like the page below.
func (s *run) paginates(ctx context.Context, on, below site.ID, pages []site.ID) (bool, error) {
	for _, u := range pages {
		n, err := s.Fetch(ctx, u)
		if err != nil {
			return false, err
		}
		if n != nil {
			return s.htmlSimilarity(s.Page(on), n) >= s.htmlSimilarity(s.Page(below), n), nil
		}
	}
	return false, nil
}
