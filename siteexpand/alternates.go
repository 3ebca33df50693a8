package siteexpand

import (
	"slices"
	"strings"
	"unique"

	"verde/page"
)

// xDefault is the hreflang value of a page that asks visitors for their
// language.
const xDefault = "x-default"

// alternateSet knows the alternates of pages: the same page in other languages
// (hreflang), for print or for other devices. The preferred form is the one in
// a language of the samples; the others are aliases of it and are not
// downloaded.
//
// Pages name their alternates by link elements or in the HTTP header, or the
// site's sitemaps do, and may be wrong. So an alternate belongs to one page. A
// URL that a second page names too, such as the front page in another language,
// which some sites put on every page, is the alternate of neither, nor is one
// that was downloaded already.
type alternateSet struct {
	languages []string        // of the samples, as hreflang has them; empty if they say none
	owners    map[urlID]urlID // alternate -> page of which it is an alias
	disputed  map[urlID]bool  // named by several pages
	foreign   map[urlID]bool  // downloaded, and in another language
	sampling  bool            // samples are being fetched
	samples   []alternatesOf  // of the samples fetched so far, until sampling ends
	resolving bool            // the preferred form of a fetched page is being fetched
}

// primary gives the language of a tag without region or script, as a string
// that all pages share.
func primary(tag string) string {
	language, _, _ := strings.Cut(tag, "-")
	return unique.Make(language).Value()
}

// noteAlternates takes in the alternates that the page id or a sitemap names
// for it, and gives the preferred form of the page: id itself, another, or -1
// if there is none in a language of the samples.
func (s *site) noteAlternates(id urlID, forms []page.Alternate) urlID {
	if len(forms) == 0 || s.opt.AllLanguages {
		return id
	}
	t := &s.alternates
	own := "" // the page's own language
	for _, f := range forms {
		if f.Language == "" || f.Language == xDefault || !s.within(f.URL) {
			continue
		}
		u := s.intern(f.URL)
		if _, aliased := t.owners[u]; !aliased && s.resolve(u) == s.resolve(id) {
			own = f.Language
			break
		}
	}
	switch {
	case t.sampling: // which form is preferred is known once all samples are
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
		own = "" // no sample says which form is preferred
	}
	owner := s.resolve(id)
	for _, f := range forms {
		if own != "" && own != t.languages[0] && f.Language == t.languages[0] && s.within(f.URL) {
			owner = s.resolve(s.intern(f.URL)) // the form in the samples' first language owns the alternates, so that each has one owner
		}
	}
	for _, f := range forms {
		switch {
		case !s.within(f.URL) || f.Language == xDefault:
		case f.Language == "":
			s.addAlternate(s.intern(f.URL), s.resolve(id))
		case own != "" && !slices.Contains(t.languages, f.Language):
			s.addAlternate(s.intern(f.URL), owner)
		}
	}
	return id
}

// endSampling takes in the alternates of the samples, when all of them are
// fetched.
func (s *site) endSampling() {
	s.alternates.sampling = false
	for _, f := range s.alternates.samples {
		s.noteAlternates(f.id, f.forms)
	}
	s.alternates.samples = nil
}

// addAlternate makes u an alias of the page id. If u is the alternate of
// another page already, it becomes an alias of neither. Nothing happens if u
// was fetched, is an alias, or is no plausible URL of the page.
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

// alias makes u an alias of the page id.
func (s *site) alias(u, id urlID) {
	if s.alternates.owners == nil {
		s.alternates.owners, s.alternates.disputed = map[urlID]urlID{}, map[urlID]bool{}
	}
	s.alternates.owners[u], s.aliasOf[u] = id, id
	s.drop(DropLanguage, 1)
}

// resolveAlternate makes u, which answered with a page in another language than
// the samples', an alias of the preferred form, -1 if there is none, and gives that.
func (s *site) resolveAlternate(u, preferred urlID) (urlID, error) {
	if s.alternates.foreign == nil {
		s.alternates.foreign = map[urlID]bool{}
	}
	s.alternates.foreign[u] = true
	id := s.resolve(u)
	if preferred < 0 {
		return 0, &page.Error{URL: s.urls[id], Reason: DropLanguage}
	}
	s.alias(id, preferred)
	return preferred, nil
}

// foreignAlternate reports whether u was downloaded and is in another language
// than the samples.
func (s *site) foreignAlternate(u urlID) bool { return s.alternates.foreign[u] }

// dropAlternates leaves out of the URLs that sitemaps list those in other
// languages than the samples', by the alternates that the sitemaps name.
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

// sitemapEntry is a URL that a sitemap lists, with its alternates.
type sitemapEntry struct {
	url   string
	forms []page.Alternate
}

// alternatesOf is a page with its alternates.
type alternatesOf struct {
	id    urlID
	forms []page.Alternate
}

// plausibleCanonical reports whether the page at final may go by its canonical
// URL. A site that gives each of its pages the front page as canonical URL is
// wrong.
func plausibleCanonical(final, canonical string) bool {
	front := canonical == page.Dir(canonical) && strings.Count(canonical, "/") == 3
	if !front || page.Dir(final) != canonical {
		return !front
	}
	file := final[len(canonical):]
	return file == "" || file[0] == '?' || strings.HasPrefix(file, "index.") || strings.HasPrefix(file, "default.") || strings.HasPrefix(file, "home")
}
