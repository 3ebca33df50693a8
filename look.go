package verde

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"verde/page"
	"verde/siteexpand"
	"verde/siteexpand/site"
	"verde/siteexpand/urlparts"
	"verde/urlcluster"
)

// Look is what a page tells of whether a run can start from it.
type Look struct {
	URL       string                 `json:"url"` // after redirects
	Title     string                 `json:"title"`
	Links     int                    `json:"links"` // to other pages of its site
	Diagnoses []siteexpand.Diagnosis `json:"diagnoses"`
}

// LookAt fetches a page that a run may be started from and tells at once what would
// otherwise be told after its site was searched: that it has no links, needs JavaScript,
// is the front page, or lists pages of one kind. Nothing else is fetched. The error is
// for a page that can't be had.
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
	switch shape, n := longestList(lists, look.URL); {
	case urlparts.IsHome(look.URL):
		s.AddDiagnosis(siteexpand.HomePage, "give a page about one entity", "%s is the front page of its site", look.URL)
	case n >= site.LongList && 2*n > look.Links:
		s.AddDiagnosis(siteexpand.IndexPage, "give one of those if they are what is wanted", "most links of %s, %d of %d, are one list of pages like %s", look.URL, n, look.Links, shape)
	}
	look.Diagnoses = s.Report.Diagnoses
	return look, nil
}

// longestList gives the shape and number of the URLs of which one link-path of a page
// has most, those left out that are shaped as its own: what is like the page is beside
// it and not below.
func longestList(lists map[page.LinkPath][]string, own string) (shape string, n int) {
	for _, path := range slices.Sorted(maps.Keys(lists)) {
		shapes := urlcluster.Shapes(append(slices.Clone(lists[path]), own))
		mine, count := shapes[len(shapes)-1], map[string]int{}
		for _, s := range shapes {
			count[s]++
		}
		delete(count, mine)
		for _, s := range slices.SortedFunc(maps.Keys(count), func(a, b string) int {
			return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b))
		}) {
			if count[s] > n {
				shape, n = s, count[s]
			}
			break
		}
	}
	return shape, n
}
