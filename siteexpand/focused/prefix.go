package focused

import (
	"maps"
	"slices"
	"sort"

	"verde/siteexpand"
	"verde/siteexpand/site"
	"verde/siteexpand/urlclass"
	"verde/siteexpand/urlparts"
)

// prefixScope restricts the result to pages whose file names have the sample's prefix, and gives that
// scope. It does so if the options ask for it or if the prefix separates these pages from the others (see
// prefixSeparates).
func (f *crawl) prefixScope(given []site.ID) (siteexpand.Scope, bool) {
	prefix := f.commonPrefix(given)
	if prefix == "" || f.profile.Samples > 1 { // the features that several samples share are tested already
		return siteexpand.Scope{}, false
	}
	pages, _ := f.result()
	if f.Options.Scope != siteexpand.Prefix && !f.prefixSeparates(prefix, pages) {
		return siteexpand.Scope{}, false
	}
	f.restrictToPrefix(prefix, given)
	sc := siteexpand.Scope{Name: siteexpand.Prefix, Samples: slices.Clone(f.Report.Samples)}
	for _, e := range pages {
		if len(sc.Samples) < minExemplars && e.Status == siteexpand.Fetched && hasPrefix(e.URL, prefix) {
			sc.Samples = append(sc.Samples, e.URL)
		}
	}
	return sc, true
}

// commonPrefix gives the first subtoken of the file names of all URLs, "" if it
// is not the same or is the whole of a name.
func (s *expansion) commonPrefix(urls []site.ID) (prefix string) {
	for i, u := range urls {
		a := urlparts.Split(s.URL(s.Resolve(u)))
		first := urlparts.FirstSubtoken(a.Name)
		if first == a.Name || i > 0 && first != prefix {
			return ""
		}
		prefix = first
	}
	return prefix
}

// hasPrefix reports whether the first subtoken of a URL's file name is the
// prefix.
func hasPrefix(url, prefix string) bool {
	return urlparts.FirstSubtoken(urlparts.Split(url).Name) == prefix
}

// restrictToPrefix admits only URLs with the prefix, and the given samples.
func (f *crawl) restrictToPrefix(prefix string, given []site.ID) {
	f.profile.Prefix = prefix
	f.readmit(given)
}

// restrictToScope admits only URLs in the scope of this name (see inScope), and the starts.
func (f *crawl) restrictToScope(name, sample string) {
	f.within = func(url string) bool { return inScope(name, sample, url) }
	f.readmit(f.starts)
}

// prefixSeparates reports whether a prefix separates pages of the type from others with much the same
// template: see distinct. Scores of exemplars do not count, since the template was made from them. Cost:
// linear in the URLs, and that of sorting scores.
func (f *crawl) prefixSeparates(prefix string, found []siteexpand.EntityPage) bool {
	exemplar := func(url string) bool {
		return slices.ContainsFunc(f.exemplars, func(n *site.Page) bool { return f.URL(f.Resolve(n.ID)) == url })
	}
	var with, without likeness
	for _, e := range found {
		s := &without
		if hasPrefix(e.URL, prefix) {
			s = &with
		}
		s.pages++
		if e.Status == siteexpand.Fetched && !exemplar(e.URL) {
			s.scores = append(s.scores, e.HTMLSimilarity)
		}
	}
	seen, matching := 0, 0
	for n, t := range f.pages(f.order...) {
		if t.sampleForm && t.scored && hasPrefix(f.URL(n.ID), prefix) {
			if seen++; f.isEntityPage(t) {
				matching++
			}
		}
	}
	return distinct(with, without, float64(matching)/float64(max(1, seen)))
}

// likeness counts pages of a result, and has the template scores of those that were fetched.
type likeness struct {
	pages  int
	scores []float64
}

// higher is the share of the pairs of a page of each in which that of l has the higher template score: the statistic of
// Mann and Whitney (1947), which estimates the probability of it. A tie counts half. Both need scores. Cost: that of sorting those of than.
func (l likeness) higher(than likeness) float64 {
	others, sum := slices.Sorted(slices.Values(than.scores)), 0
	for _, x := range l.scores {
		below, _ := slices.BinarySearch(others, x)
		upTo := sort.Search(len(others), func(i int) bool { return others[i] > x })
		sum += below + upTo
	}
	return float64(sum) / 2 / float64(len(l.scores)*len(than.scores))
}

// distinct reports whether the pages found with a prefix are a type of their own: they are the majority,
// at least acceptShare of all fetched pages with the prefix match (share), and a page with it has a
// higher template score than one without it with a probability of confidence. Of both, [urlclass.Trials] pages
// have to be fetched: were they of one type, all pairs would be so with a probability of 1/70. A difference of means
// does not do: of one type, pages of one author or part are more alike.
func distinct(with, without likeness, share float64) bool {
	return with.pages > without.pages && share >= acceptShare &&
		min(len(with.scores), len(without.scores)) >= urlclass.Trials && with.higher(without) >= confidence
}

// knownPrefix gives the prefix that the file names of the starts and of all known pages have: then the
// earlier run may have chosen the scope [siteexpand.Prefix]. It is "" if there is none, if there are too
// few known pages, or if another scope is asked for.
func (s *expansion) knownPrefix(starts []site.ID) string {
	if len(s.known) < urlclass.Trials || s.Options.Scope != "" && s.Options.Scope != siteexpand.Prefix {
		return ""
	}
	return s.commonPrefix(slices.AppendSeq(slices.Clone(starts), maps.Keys(s.known)))
}
