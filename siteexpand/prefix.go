package siteexpand

import (
	"maps"
	"slices"

	"verde/page"
)

// prefixScope leaves of the result the pages whose names begin like the samples', if
// their names tell them from the rest or the options ask for it.
func (f *crawl) prefixScope(given []urlID) (Scope, bool) {
	prefix := f.commonPrefix(given)
	if prefix == "" || f.profile.samples > 1 { // several samples have told
		return Scope{}, false
	}
	pages, _ := f.result()
	if f.opt.Scope != Prefix && !f.prefixSeparates(prefix, pages) {
		return Scope{}, false
	}
	f.restrictToPrefix(prefix, given)
	sc := Scope{Name: Prefix, Samples: slices.Clone(f.report.Samples)}
	folders := map[string]bool{}
	for _, u := range sc.Samples {
		folders[page.Dir(u)] = true
	}
	for _, elsewhere := range []bool{true, false} { // pages of other folders tell more
		for _, e := range pages {
			if dir := page.Dir(e.URL); len(sc.Samples) < minExemplars && e.Status == Fetched && hasPrefix(e.URL, prefix) && folders[dir] != elsewhere {
				sc.Samples = append(sc.Samples, e.URL)
				folders[dir] = true
			}
		}
	}
	return sc, true
}

// commonPrefix gives what the names of all URLs begin with, set off from the rest, ""
// if that is nothing.
func (s *site) commonPrefix(urls []urlID) (prefix string) {
	for i, u := range urls {
		a := dissect(s.urls[s.resolve(u)])
		first := firstSubtoken(a.name)
		if first == a.name || i > 0 && first != prefix {
			return ""
		}
		prefix = first
	}
	return prefix
}

// hasPrefix reports whether the name of a URL begins with the prefix, set off from
// the rest.
func hasPrefix(url, prefix string) bool {
	a := dissect(url)
	return firstSubtoken(a.name) == prefix
}

// restrictToPrefix takes all pages whose names do not begin with the prefix for others,
// but for the given ones.
func (f *crawl) restrictToPrefix(prefix string, given []urlID) {
	f.profile.prefix = prefix
	for _, u := range f.order {
		t, a := f.records[u], f.split(u)
		t.readURL(f.urls[u], a, f.profile)
		t.urlAdmitted = f.admitsURL(t, a)
		t.sample = t.sample && (t.urlAdmitted || slices.Contains(given, u))
	}
}

// prefixSeparates reports whether a prefix tells pages of the type from others that are
// made much like them. Judges are left out, as they are what others are
// compared with. Cost: linear in the URLs.
func (f *crawl) prefixSeparates(prefix string, found []EntityPage) bool {
	judges := map[string]bool{}
	for _, j := range f.exemplars {
		judges[f.urls[f.resolve(j.id)]] = true
	}
	var with, without urlStats
	for _, e := range found {
		s := &without
		if hasPrefix(e.URL, prefix) {
			s = &with
		}
		s.urls++
		if e.Status == Fetched && !judges[e.URL] {
			s.scored++
			s.scoreSum += e.HTMLSimilarity
		}
	}
	seen, matching := 0, 0
	for _, u := range f.order {
		if t := f.records[u]; f.resolve(u) == u && t.sampleForm && t.scored && hasPrefix(f.urls[u], prefix) {
			if seen++; f.isEntityPage(t) {
				matching++
			}
		}
	}
	return distinct(with, without, float64(matching)/float64(max(1, seen)))
}

// distinct reports whether the pages found with a prefix are a type of their
// own: most of all, of all pages with it, found or not, a share that makes a
// class accepted, and more like the sample than those without, as far as enough
// were fetched to tell.
func distinct(with, without urlStats, share float64) bool {
	return with.urls > without.urls && share >= acceptShare &&
		min(with.scored, without.scored) >= classTrials &&
		with.scoreSum/with.scored-without.scoreSum/without.scored >= scoreSlack
}

// knownPrefix gives the prefix that the names of all known pages have, for then they
// may be of a run that took the others for another type (see [Prefix]); "" if
// they have none, are too few to tell, or another scope is asked for.
func (s *site) knownPrefix(starts []urlID) string {
	if len(s.known) < classTrials || s.opt.Scope != "" && s.opt.Scope != Prefix {
		return ""
	}
	return s.commonPrefix(slices.AppendSeq(slices.Clone(starts), maps.Keys(s.known)))
}
