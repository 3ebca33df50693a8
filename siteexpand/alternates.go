package siteexpand

import (
	"context"
	"slices"
	"strings"
	"unique"

	"verde/page"
)

// DropLanguage counts pages that are in another language than the samples.
const DropLanguage = "other language"

// chooser is what hreflang says of the page that asks for a language.
const chooser = "x-default"

// alternateSet knows which pages are one thing in several forms: in other languages
// (hreflang), for print or for other devices. The form that is wanted is that of
// the samples; the others are names of it and are not downloaded.
//
// Pages say so themselves, by link elements or in the HTTP header, or the site's
// sitemaps do, and what they say may be wrong. So a twin belongs to one page: what a second page names
// too, such as the front page in another language, which some sites put on every
// page, is the twin of neither. Nor is what was downloaded already.
type alternateSet struct {
	languages []string        // of the samples, as hreflang has them; empty if they say none
	owners    map[urlID]urlID // twin -> page that it is a name of
	disputed  map[urlID]bool  // named by several pages
	foreign   map[urlID]bool  // downloaded, and in another language
	sampling  bool            // what is fetched is a sample
	samples   []alternatesOf  // what was
	resolving bool            // what is fetched is the wanted form of what was fetched
}

// primary gives the language of a tag without region or script, in a copy that
// all pages share.
func primary(tag string) string {
	language, _, _ := strings.Cut(tag, "-")
	return unique.Make(language).Value()
}

// foreign reports whether a page says that it is in another language than each of
// the pages that the crawl began with, which say so too.
func (f *crawl) foreign(n *node) bool {
	return n.language != "" && !slices.ContainsFunc(f.starts, func(u urlID) bool {
		s := f.seen(u)
		return s == nil || s.language == "" || s.language == n.language
	})
}

// noteAlternates takes in the forms that there are of the page that goes by id, by its own
// account or a sitemap's, and gives the form that is wanted: id itself, another,
// or none (-1) if there is none in a language of the samples.
func (s *site) noteAlternates(id urlID, forms []page.Alternate) urlID {
	if len(forms) == 0 || s.opt.AllLanguages {
		return id
	}
	t := &s.alternates
	own := "" // the page's own language
	for _, f := range forms {
		if f.Language == "" || f.Language == chooser || !s.within(f.URL) {
			continue
		}
		u := s.intern(f.URL)
		if _, aliased := t.owners[u]; !aliased && s.resolve(u) == s.resolve(id) {
			own = f.Language
			break
		}
	}
	switch {
	case t.sampling: // what is a twin is known when all samples are
		if own != "" && !slices.Contains(t.languages, own) {
			t.languages = append(t.languages, own)
		}
		t.samples = append(t.samples, alternatesOf{id, forms})
		return id
	case own != "" && len(t.languages) > 0 && !slices.Contains(t.languages, own) && !t.resolving:
		for _, f := range forms {
			if slices.Contains(t.languages, f.Language) && s.within(f.URL) {
				return s.resolve(s.intern(f.URL))
			}
		}
		return -1
	}
	if len(t.languages) == 0 {
		own = "" // nothing says which of them is wanted
	}
	owner := s.resolve(id)
	for _, f := range forms {
		if own != "" && own != t.languages[0] && f.Language == t.languages[0] && s.within(f.URL) {
			owner = s.resolve(s.intern(f.URL)) // of the samples' languages one has the twins, so that each is named once
		}
	}
	for _, f := range forms {
		switch {
		case !s.within(f.URL) || f.Language == chooser:
		case f.Language == "":
			s.addAlternate(s.intern(f.URL), s.resolve(id))
		case own != "" && !slices.Contains(t.languages, f.Language):
			s.addAlternate(s.intern(f.URL), owner)
		}
	}
	return id
}

// endSampling ends the time in which what is fetched is a sample.
func (s *site) endSampling() {
	s.alternates.sampling = false
	for _, f := range s.alternates.samples {
		s.noteAlternates(f.id, f.forms)
	}
	s.alternates.samples = nil
}

// addAlternate makes u another name of the page that goes by id, unless there is
// reason to doubt it.
func (s *site) addAlternate(u, id urlID) {
	t := &s.alternates
	owner, owned := t.owners[u]
	switch {
	case t.disputed[u]:
	case owned && s.resolve(owner) != id:
		t.disputed[u] = true
		s.aliasOf[u] = u
		s.undrop(DropLanguage)
	case owned, s.aliasOf[u] != u, u == id, s.visited(u), !plausibleCanonical(s.urls[id], s.urls[u]):
	default:
		s.alias(u, id)
	}
}

// alias makes u a name of the page that goes by id.
func (s *site) alias(u, id urlID) {
	if s.alternates.owners == nil {
		s.alternates.owners, s.alternates.disputed = map[urlID]urlID{}, map[urlID]bool{}
	}
	s.alternates.owners[u], s.aliasOf[u] = id, id
	s.drop(DropLanguage, 1)
}

// undrop takes back that a URL was counted.
func (s *site) undrop(reason string) {
	if s.report.Dropped[reason]--; s.report.Dropped[reason] == 0 {
		delete(s.report.Dropped, reason)
	}
}

// resolveAlternate gives the page at the form that is wanted of the page that answered for
// u, which then is another name of it.
func (s *site) resolveAlternate(ctx context.Context, u, preferred urlID) (*node, error) {
	if s.alternates.foreign == nil {
		s.alternates.foreign = map[urlID]bool{}
	}
	s.alternates.foreign[u] = true
	id := s.resolve(u)
	if preferred < 0 {
		return nil, &page.Error{URL: s.urls[id], Reason: DropLanguage}
	}
	s.alias(id, preferred)
	s.alternates.resolving = true
	defer func() { s.alternates.resolving = false }()
	return s.fetch(ctx, preferred)
}

// dropAlternates leaves out of what sitemaps list the pages in other languages, going by
// what the sitemaps say of them.
func (s *site) dropAlternates(listed []sitemapEntry) (pages []string) {
	samples := map[urlID]bool{}
	for _, u := range s.report.Samples {
		samples[s.resolve(s.intern(u))] = true
	}
	s.alternates.sampling = true
	for _, l := range listed {
		if id := s.intern(l.url); len(l.forms) > 0 && samples[s.resolve(id)] {
			s.noteAlternates(id, l.forms)
		}
	}
	s.endSampling()
	for _, l := range listed {
		id := s.intern(l.url)
		switch to := s.noteAlternates(id, l.forms); {
		case to == id || to == s.resolve(id):
			pages = append(pages, l.url)
		case to < 0:
			s.drop(DropLanguage, 1)
		case s.aliasOf[id] == id && !s.visited(id):
			s.alias(id, to)
		}
	}
	return pages
}

// sitemapEntry is a page that a sitemap lists.
type sitemapEntry struct {
	url   string
	forms []page.Alternate
}

// alternatesOf is a page with the forms that there are of it.
type alternatesOf struct {
	id    urlID
	forms []page.Alternate
}
