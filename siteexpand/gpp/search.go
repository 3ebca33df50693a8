package gpp

import (
	"cmp"
	"context"
	"slices"

	"verde/siteexpand"
	"verde/siteexpand/site"
)

// hop is a page on a path and the list of it that leads on.
type hop struct {
	from site.ID
	place
}

// searcher looks for paths to a sample, breadth first.
type searcher struct {
	*viewer
	home, sample site.ID
	level        map[site.ID]int       // of the pages met, from the front page
	turn         map[site.ID]int       // when a page was visited
	parents      map[site.ID][]site.ID // visited pages that link to a page, in order
	ways         map[site.ID][]hop     // to a page; nil if no lists lead there
	vain         int                   // pages laid out since the last path
}

// search gives up to K paths of lists from the front page to the sample.
func search(ctx context.Context, v *viewer, home, sample site.ID) (found [][]hop, err error) {
	s := &searcher{viewer: v, home: home, sample: sample, level: map[site.ID]int{home: 0}, turn: make(map[site.ID]int),
		parents: make(map[site.ID][]site.ID), ways: map[site.ID][]hop{home: {}}}
	fetched := 0 // since the last path
	for queue := []site.ID{home}; len(queue) > 0 && !v.Spent(); queue = queue[1:] {
		if s.vain >= v.Options.Bounds.Fruitless || len(found) > 0 && fetched >= v.Options.Bounds.Fruitless {
			for _, u := range queue {
				v.LeaveOut(siteexpand.DropFruitless, v.URL(u))
			}
			break
		}
		u := v.Resolve(queue[0])
		v.Ahead = len(queue)
		next, hit, err := s.visit(ctx, u)
		if err != nil {
			return nil, err
		}
		fetched++
		if hit {
			paths, err := s.pathsBy(ctx, u)
			if err != nil {
				return nil, err
			}
			if len(paths) > 0 {
				s.vain, fetched = 0, 0
			}
			found = append(found, paths...)
		}
		if k := v.Options.Paths; len(found) >= k {
			found = found[:k]
			break
		}
		queue = append(queue, next...)
	}
	v.Ahead = 0
	return found, nil
}

// visit fetches a page and notes what it links to: the pages that are met by it, and
// whether the sample is among its links.
func (s *searcher) visit(ctx context.Context, u site.ID) (next []site.ID, hit bool, err error) {
	n, err := s.Fetch(ctx, u)
	if n == nil || err != nil {
		return nil, false, err
	}
	if u != n.ID { // it goes by another name now, by which it may have been met, too
		s.parents[n.ID] = append(s.parents[n.ID], s.parents[u]...)
		slices.SortFunc(s.parents[n.ID], func(a, b site.ID) int { return cmp.Compare(s.turn[s.Resolve(a)], s.turn[s.Resolve(b)]) })
	}
	if _, ok := s.turn[n.ID]; ok {
		return nil, false, nil
	}
	s.turn[n.ID] = len(s.turn)
	if _, ok := s.level[n.ID]; !ok {
		s.level[n.ID] = s.level[u]
	}
	linked := make(map[site.ID]bool)
	for _, l := range n.Links {
		to := s.Resolve(l.To)
		if !s.OnSite(to) || to == n.ID || linked[to] {
			continue
		}
		linked[to] = true
		s.parents[to] = append(s.parents[to], n.ID)
		_, met := s.level[to]
		if !met && s.level[n.ID]+1 < s.Options.Height {
			s.level[to] = s.level[n.ID] + 1
			next = append(next, to)
		}
	}
	return next, linked[s.sample], nil
}

// pathsBy gives the paths of lists to the sample whose last page is u: one for each
// place of it whose lists have the sample.
func (s *searcher) pathsBy(ctx context.Context, u site.ID) (found [][]hop, err error) {
	places, err := s.placesOf(ctx, u, s.sample)
	if len(places) == 0 || err != nil {
		return nil, err
	}
	way, err := s.wayTo(ctx, s.Resolve(u))
	if way == nil || err != nil {
		return nil, err
	}
	for _, p := range places {
		found = append(found, append(slices.Clone(way), hop{s.Resolve(u), p}))
	}
	return found, nil
}

// placesOf gives the places of a page's lists that lead to another page.
func (s *searcher) placesOf(ctx context.Context, u, to site.ID) (places []place, err error) {
	before := len(s.lists)
	lists, err := s.view(ctx, u)
	s.vain += len(s.lists) - before
	if err != nil {
		return nil, err
	}
	for _, l := range lists {
		if !slices.Contains(places, l.place) && slices.Contains(s.targets(l), to) {
			places = append(places, l.place)
		}
	}
	return places, nil
}

// wayTo gives the first path of lists from the front page to a page that was visited; nil
// if there is none. Only pages that were visited before it are on the way, so it ends.
func (s *searcher) wayTo(ctx context.Context, u site.ID) ([]hop, error) {
	if way, ok := s.ways[u]; ok {
		return way, nil
	}
	s.ways[u] = nil
	for _, p := range s.parents[u] {
		if p = s.Resolve(p); s.turn[p] >= s.turn[u] || s.vain >= s.Options.Bounds.Fruitless {
			continue
		}
		way, err := s.wayTo(ctx, p)
		if err != nil {
			return nil, err
		}
		if way == nil {
			continue
		}
		places, err := s.placesOf(ctx, p, u)
		if err != nil {
			return nil, err
		}
		if len(places) > 0 {
			s.ways[u] = append(slices.Clone(way), hop{p, places[0]})
			break
		}
	}
	return s.ways[u], nil
}
