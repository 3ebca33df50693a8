package site

import (
	"slices"
	"strings"
	"unique"

	"verde/page"
	"verde/siteexpand"
)

// alternateSet knows the alternates of pages: the same page in other languages
// (hreflang), for print or for other devices. The preferred form is the one in
// a language of the samples; the others are aliases of it and are not
// downloaded.
//
// Pages name their alternates by link elements or in the HTTP header, or the site's sitemaps do. They may
// be wrong: some sites name the front page in another language on every page. So a URL that two pages
// name is the alternate of neither. Nor is a URL that was downloaded already.
type alternateSet struct {
	languages     []string       // of the samples, as hreflang has them; empty if they say none
	owners        map[ID]ID      // alternate -> page of which it is an alias
	disputed      map[ID]bool    // named by several pages
	otherLanguage map[ID]bool    // downloaded, and in another language
	sampling      bool           // samples are being fetched
	samples       []alternatesOf // of the samples fetched so far, until sampling ends
	resolving     bool           // the preferred form of a fetched page is being fetched
}

// primary gives the primary subtag of a language tag, without region or script. Equal ones share memory.
func primary(tag string) string {
	language, _, _ := strings.Cut(tag, "-")
	return unique.Make(language).Value()
}

// noteAlternates takes in the alternates that the page id or a sitemap names
// for it, and gives the preferred form of the page: id itself, another, or -1
// if there is none in a language of the samples.
func (s *Site) noteAlternates(id ID, forms []page.Alternate) ID {
	if len(forms) == 0 || s.Options.AllLanguages {
		return id
	}
	t := &s.alternates
	own := "" // the page's own language
	for _, f := range forms {
		if f.Language == "" || f.Language == page.AnyLanguage || !s.Within(f.URL) {
			continue
		}
		u := s.Intern(f.URL)
		if _, aliased := t.owners[u]; !aliased && s.Resolve(u) == s.Resolve(id) {
			own = f.Language
			break
		}
	}
	switch {
	case t.sampling: // the preferred language is known only when all samples are fetched
		if own != "" && !slices.Contains(t.languages, own) {
			t.languages = append(t.languages, own)
		}
		t.samples = append(t.samples, alternatesOf{id, forms})
		return id
	case own != "" && len(t.languages) > 0 && !slices.Contains(t.languages, own) && !t.resolving:
		for _, f := range forms {
			if slices.Contains(t.languages, f.Language) && s.Within(f.URL) {
				return s.Resolve(s.Intern(f.URL))
			}
		}
		return -1
	}
	if len(t.languages) == 0 {
		own = "" // no sample says which form is preferred
	}
	owner := s.Resolve(id)
	for _, f := range forms {
		if own != "" && own != t.languages[0] && f.Language == t.languages[0] && s.Within(f.URL) {
			owner = s.Resolve(s.Intern(f.URL)) // of several forms in the samples' languages, the one in the first owns all alternates
		}
	}
	for _, f := range forms {
		switch {
		case !s.Within(f.URL) || f.Language == page.AnyLanguage:
		case f.Language == "":
			s.addAlternate(s.Intern(f.URL), s.Resolve(id))
		case own != "" && !slices.Contains(t.languages, f.Language):
			s.addAlternate(s.Intern(f.URL), owner)
		}
	}
	return id
}

// endSampling notes the alternates of the samples. It is called when all samples are fetched.
func (s *Site) endSampling() {
	s.alternates.sampling = false
	for _, f := range s.alternates.samples {
		s.noteAlternates(f.id, f.forms)
	}
	s.alternates.samples = nil
}

// addAlternate makes u an alias of the page id. If u is the alternate of
// another page already, it becomes an alias of neither. Nothing happens if u
// was fetched, is an alias, or is no plausible URL of the page.
func (s *Site) addAlternate(u, id ID) {
	t := &s.alternates
	owner, owned := t.owners[u]
	switch {
	case t.disputed[u]:
	case owned && s.Resolve(owner) != id:
		t.disputed[u] = true
		s.aliasOf[u] = u
		s.takeIn(siteexpand.DropLanguage, s.urls[u])
	case owned, s.aliasOf[u] != u, u == id, s.Visited(u), !plausibleCanonical(s.urls[id], s.urls[u]):
	default:
		s.alias(u, id)
	}
}

// alias makes u an alias of the page id.
func (s *Site) alias(u, id ID) {
	if s.alternates.owners == nil {
		s.alternates.owners, s.alternates.disputed = map[ID]ID{}, map[ID]bool{}
	}
	s.alternates.owners[u], s.aliasOf[u] = id, id
	s.LeaveOut(siteexpand.DropLanguage, s.urls[u])
}

// resolveAlternate makes u, which answered with a page in another language than the samples', an alias of
// the preferred form and returns that. If preferred is -1, there is none, and the result is an error.
func (s *Site) resolveAlternate(u, preferred ID) (ID, error) {
	if s.alternates.otherLanguage == nil {
		s.alternates.otherLanguage = map[ID]bool{}
	}
	s.alternates.otherLanguage[u] = true
	id := s.Resolve(u)
	if preferred < 0 {
		return 0, &page.Error{URL: s.urls[id], Reason: siteexpand.DropLanguage}
	}
	s.alias(id, preferred)
	return preferred, nil
}

// InOtherLanguage reports whether u was downloaded and is in another language
// than the samples.
func (s *Site) InOtherLanguage(u ID) bool { return s.alternates.otherLanguage[u] }

// dropAlternates leaves out of the URLs that sitemaps list those in other
// languages than the samples', by the alternates that the sitemaps name.
func (s *Site) dropAlternates(listed []sitemapEntry) (pages []sitemapEntry) {
	samples := map[ID]bool{}
	for _, u := range s.Report.Samples {
		samples[s.Resolve(s.Intern(u))] = true
	}
	s.alternates.sampling = true
	for _, l := range listed {
		if id := s.Intern(l.url); len(l.forms) > 0 && samples[s.Resolve(id)] {
			s.noteAlternates(id, l.forms)
		}
	}
	s.endSampling()
	for _, l := range listed {
		id := s.Intern(l.url)
		switch to := s.noteAlternates(id, l.forms); {
		case to == id || to == s.Resolve(id):
			pages = append(pages, l)
		case to < 0:
			s.LeaveOut(siteexpand.DropLanguage, l.url)
		case s.aliasOf[id] == id && !s.Visited(id):
			s.alias(id, to)
		}
	}
	return pages
}

// sitemapEntry is a URL that a sitemap of the site lists, with its alternates, or that is listed elsewhere.
type sitemapEntry struct {
	url       string
	forms     []page.Alternate
	elsewhere bool
}

// alternatesOf is a page with its alternates.
type alternatesOf struct {
	id    ID
	forms []page.Alternate
}

// plausibleCanonical reports whether a canonical URL is believed. Two mistakes of sites are not: the front
// page as the canonical URL of every page, and a whole URL put behind a path ("../https://example.org/a").
// final is the URL that answered.
func plausibleCanonical(final, canonical string) bool {
	if strings.Count(canonical, "://") > strings.Count(final, "://") {
		return false
	}
	front := canonical == page.Dir(canonical) && strings.Count(canonical, "/") == 3
	if !front || page.Dir(final) != canonical {
		return !front
	}
	file := final[len(canonical):]
	return file == "" || file[0] == '?' || strings.HasPrefix(file, "index.") || strings.HasPrefix(file, "default.") || strings.HasPrefix(file, "home")
}
