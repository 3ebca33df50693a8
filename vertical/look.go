package vertical

import (
	"context"
	"maps"
	"slices"

	"verde/page"
	"verde/siteexpand"
	"verde/siteexpand/similarity"
	"verde/siteexpand/site"
	"verde/siteexpand/urlparts"
	"verde/urlcluster"
)

// Look says whether a run can start from a page.
type Look struct {
	URL       string                 `json:"url"` // after redirects
	Title     string                 `json:"title"`
	Links     int                    `json:"links"` // to other pages of its site
	Diagnoses []siteexpand.Diagnosis `json:"diagnoses"`
}

// LookAt fetches a page that a run may be started from, and diagnoses at once what would
// otherwise be found after its site was searched: it has no links, needs JavaScript, is the
// front page, or lists pages of one kind. For the last one a few listed pages are fetched;
// those that can't be are ignored. The error is that of fetching the page itself.
func LookAt(ctx context.Context, pages page.Fetcher, url string) (Look, error) {
	s, starts, err := site.Open(ctx, siteexpand.DefaultMethod, pages, []string{url}, siteexpand.Options{})
	if err != nil {
		return Look{}, err
	}
	sample := s.Page(starts[0])
	look := Look{URL: s.URL(sample.ID), Title: sample.Title}
	s.DiagnoseScripts(sample.ID)
	s.DiagnoseLinks(sample.ID)
	lists := map[page.LinkPath][]string{}
	seen := map[string]bool{look.URL: true}
	for _, l := range sample.Links {
		to := s.URL(s.Resolve(l.To))
		if s.OnSite(l.To) && !seen[to] {
			seen[to] = true
			look.Links++
			lists[l.Path] = append(lists[l.Path], to)
		}
	}
	if urlparts.IsHome(look.URL) {
		s.AddDiagnosis(siteexpand.HomePage, "give a page about one entity", "%s is the front page of its site", look.URL)
	} else if list := longestList(lists, look.URL); len(list) >= site.LongList {
		below, err := leadsBelow(ctx, s, sample, list)
		if err != nil {
			return Look{}, err
		}
		if below {
			s.AddDiagnosis(siteexpand.IndexPage, "give one of those if they are what is wanted", "%s lists %d pages that are more like each other than like it, such as %s", look.URL, len(list), list[0])
		}
	}
	look.Diagnoses = s.Report.Diagnoses
	return look, nil
}

// looked is the number of listed pages that are compared. If three listed pages and the page
// were of one kind, the three pairs of listed pages would be the most similar of the six pairs
// with probability 1/20.
const looked = 3

// leadsBelow reports whether the pages of a long list are of another kind than the sample, and do not
// list pages like it themselves. Cost: at most 2·looked downloads, linear in their links.
func leadsBelow(ctx context.Context, s *site.Site, sample *site.Page, list []string) (bool, error) {
	var pages []*site.Page
	for i := 0; i < 2*looked && len(pages) < looked; i++ {
		n, err := s.Fetch(ctx, s.Intern(list[(2*i+1)*len(list)/(4*looked)]))
		if err != nil {
			return false, err
		}
		if n != nil && n.ID != sample.ID && !slices.Contains(pages, n) {
			if listsLike(s, n, s.URL(sample.ID)) {
				return false, nil
			}
			pages = append(pages, n)
		}
	}
	if len(pages) < looked {
		return false, nil
	}
	among, with := 1., 0.
	for i, n := range pages {
		with = max(with, similarity.Jaccard(n.Features, sample.Features))
		for _, m := range pages[:i] {
			among = min(among, similarity.Jaccard(n.Features, m.Features))
		}
	}
	return among > with, nil
}

// listsLike reports whether a page lists pages with URLs shaped as one.
func listsLike(s *site.Site, n *site.Page, url string) bool {
	urls, seen := []string{url}, map[string]bool{url: true}
	for _, l := range n.Links {
		if to := s.URL(s.Resolve(l.To)); s.OnSite(l.To) && !seen[to] {
			seen[to] = true
			urls = append(urls, to)
		}
	}
	shapes, like := urlcluster.Shapes(urls), 0
	for _, x := range shapes[1:] {
		if x == shapes[0] {
			like++
		}
	}
	return like >= site.LongList
}

// longestList gives the largest set of URLs with one shape on one link-path of a page. URLs with the
// page's own shape are left out, since they are its siblings and not listed below it.
func longestList(lists map[page.LinkPath][]string, own string) (list []string) {
	for _, path := range slices.Sorted(maps.Keys(lists)) {
		urls := lists[path]
		shapes := urlcluster.Shapes(append(slices.Clone(urls), own))
		mine, of := shapes[len(shapes)-1], map[string][]string{}
		for i, s := range shapes[:len(urls)] {
			of[s] = append(of[s], urls[i])
		}
		delete(of, mine)
		for _, s := range slices.Sorted(maps.Keys(of)) {
			if len(of[s]) > len(list) {
				list = of[s]
			}
		}
	}
	return list
}
