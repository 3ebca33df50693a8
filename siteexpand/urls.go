package siteexpand

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"verde/page"
)

// urlID is the number of a normal URL of one run.
type urlID int32

// urlTable numbers the URLs of a run, knows which of them are on the site, and
// which are names of one page. Slices are indexed by urlID.
type urlTable struct {
	name string // what page.Site or page.Domain gives for all URLs of the site
	base string // scheme and host of the first sample
	home string // base and a slash: most URLs begin with it
	wide bool   // the site is the registrable domain rather than the host

	ids     map[string]urlID // by URL without scheme and "www." on the site, by URL off it
	urls    []string
	onSite  []bool
	aliasOf []urlID // the URL by which the same page goes, itself for that one
	params  parameters
}

// root makes u, a normal URL, one of the site.
func (s *urlTable) root(u string) {
	s.name = s.siteOf(u)
	scheme, _, _ := strings.Cut(u, "://")
	s.base = scheme + "://" + page.Host(u)
	s.home = s.base + "/"
}

func (s *urlTable) siteOf(u string) string {
	if s.wide {
		return page.Domain(u)
	}
	return page.Site(u)
}

// siteName is what [page.Site] gives for all URLs of the site, or [page.Domain]
// with Options.Wide.
func (s *urlTable) siteName() string { return s.name }

// within reports whether a normal URL is on the site.
func (s *urlTable) within(u string) bool {
	return s.home != "" && strings.HasPrefix(u, s.home) || s.siteOf(u) == s.name
}

// size is the number of URLs that have a number: 0 to size-1.
func (s *urlTable) size() int { return len(s.urls) }

// url gives a URL by its number: once it was fetched, the one that it led to.
func (s *urlTable) url(u urlID) string { return s.urls[u] }

// isOnSite reports whether a URL is on the site.
func (s *urlTable) isOnSite(u urlID) bool { return s.onSite[u] }

// sessions is the number of query parameters that were found to be sessions.
func (s *urlTable) sessions() int { return len(s.params.session) }

// intern numbers a normal URL. Session parameters are dropped. On the site,
// URLs that differ in http or https, with or without "www." or a slash at the
// end, "=" or "%3D", are one page; until it is fetched it goes by the URL that
// was met first.
func (s *urlTable) intern(u string) urlID {
	key, within := u, s.within(u)
	if within {
		u = s.params.strip(u)
		_, key, _ = strings.Cut(u, "://")
		key = strings.TrimSuffix(decodeUnreserved(strings.TrimPrefix(key, "www.")), "/")
	}
	if id, ok := s.ids[key]; ok {
		return id
	}
	if within && !strings.HasPrefix(u, s.home) {
		if bare := strings.TrimPrefix(page.Host(s.base), "www."); bare != "" && strings.HasPrefix(u, "http") {
			if _, rest, _ := strings.Cut(u, "://"); strings.HasPrefix(strings.TrimPrefix(rest, "www."), bare+"/") {
				u = s.base + strings.TrimPrefix(rest, "www.")[len(bare):]
			}
		}
	}
	id := urlID(len(s.urls))
	s.ids[key] = id
	s.urls = append(s.urls, u)
	s.onSite = append(s.onSite, within)
	s.aliasOf = append(s.aliasOf, id)
	return id
}

// decodeUnreserved decodes the escapes of printable ASCII characters other than
// delimiters, which some pages of a site write and others don't.
func decodeUnreserved(u string) string {
	if strings.IndexByte(u, '%') < 0 {
		return u
	}
	b := make([]byte, 0, len(u))
	for i := 0; i < len(u); i++ {
		if u[i] == '%' && i+2 < len(u) {
			if c, err := strconv.ParseUint(u[i+1:i+3], 16, 8); err == nil && c > ' ' && c < 0x7f && strings.IndexByte("%/?#&;", byte(c)) < 0 {
				b = append(b, byte(c))
				i += 2
				continue
			}
		}
		b = append(b, u[i])
	}
	return string(b)
}

// resolve gives the URL by which a page goes.
func (s *urlTable) resolve(u urlID) urlID {
	for s.aliasOf[u] != u {
		s.aliasOf[u] = s.aliasOf[s.aliasOf[u]]
		u = s.aliasOf[u]
	}
	return u
}

// aliases lists the aliases of all pages that the run met.
func (s *urlTable) aliases() map[urlID][]string {
	names := make(map[urlID][]string)
	for u := range urlID(len(s.urls)) {
		if v := s.resolve(u); v != u {
			names[v] = append(names[v], s.urls[u])
		}
	}
	for _, list := range names {
		slices.SortFunc(list, cmp.Compare)
	}
	return names
}
