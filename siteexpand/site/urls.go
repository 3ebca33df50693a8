package site

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"verde/page"
)

// ID is the number of a normal URL of one run.
type ID int32

// URLs numbers the URLs of a run, knows which of them are on the site, and
// which are names of one page. Slices are indexed by ID.
type URLs struct {
	site string // the site's name, see Name
	base string // scheme and host of the first sample
	home string // base and a slash: most URLs begin with it
	wide bool   // the site is the registrable domain rather than the host

	ids     map[string]ID // by URL without scheme and "www." on the site, by URL off it
	urls    []string
	onSite  []bool
	aliasOf []ID   // another URL of the same page, nearer to the one that stands for it; itself for that one
	slashed []bool // the URL may be written with a slash at the end as well as without
	params  parameters
}

// root makes u, a normal URL, one of the site.
func (s *URLs) root(u string) {
	s.site = s.siteOf(u)
	scheme, _, _ := strings.Cut(u, "://")
	s.base = scheme + "://" + page.Host(u)
	s.home = s.base + "/"
}

func (s *URLs) siteOf(u string) string {
	if s.wide {
		return page.Domain(u)
	}
	return page.Site(u)
}

// Name is what [page.Site] gives for all URLs of the site, or [page.Domain]
// with Options.Wide.
func (s *URLs) Name() string { return s.site }

// Within reports whether a normal URL is on the site.
func (s *URLs) Within(u string) bool {
	return s.home != "" && strings.HasPrefix(u, s.home) || s.siteOf(u) == s.site
}

// Size is the number of URLs that have a number: 0 to Size-1.
func (s *URLs) Size() int { return len(s.urls) }

// URL gives a URL by its number: once it was fetched, the one that it led to.
func (s *URLs) URL(u ID) string { return s.urls[u] }

// OnSite reports whether a URL is on the site.
func (s *URLs) OnSite(u ID) bool { return s.onSite[u] }

// Needless is the number of query parameters that were found to select nothing.
func (s *URLs) Needless() int { return len(s.params.needless) }

// Intern numbers a normal URL. Needless parameters are dropped. URLs of the site have one number if they
// differ only in http or https, in "www.", in a slash at the end, in escapes ("=" or "%3D"), or in the
// order of their parameters. Until the page is fetched, the URL that was met first stands for it. If there
// is no page at that one, [Site.Fetch] also tries the other with or without the slash, if that was met.
func (s *URLs) Intern(u string) ID {
	key, within := u, s.Within(u)
	if within {
		u = s.params.strip(u)
		key = keyOf(u)
	}
	if id, ok := s.ids[key]; ok {
		if within && strings.HasSuffix(u, "/") != strings.HasSuffix(s.urls[id], "/") {
			s.slashed[id] = true
		}
		return id
	}
	if within && !strings.HasPrefix(u, s.home) {
		if bare := strings.TrimPrefix(page.Host(s.base), "www."); bare != "" && strings.HasPrefix(u, "http") {
			if _, rest, _ := strings.Cut(u, "://"); strings.HasPrefix(strings.TrimPrefix(rest, "www."), bare+"/") {
				u = s.base + strings.TrimPrefix(rest, "www.")[len(bare):]
			}
		}
	}
	id := ID(len(s.urls))
	s.ids[key] = id
	s.urls = append(s.urls, u)
	s.onSite = append(s.onSite, within)
	s.aliasOf = append(s.aliasOf, id)
	s.slashed = append(s.slashed, false)
	return id
}

// otherSlash gives a URL without the slash at its end, or with one.
func otherSlash(u string) string {
	if bare, ok := strings.CutSuffix(u, "/"); ok {
		return bare
	}
	return u + "/"
}

// known gives the number of a normal URL of the site, if it has one.
func (s *URLs) known(u string) (ID, bool) {
	id, ok := s.ids[keyOf(s.params.strip(u))]
	return id, ok
}

// keyOf is what the URLs of one page of the site have in common.
func keyOf(u string) string {
	_, key, _ := strings.Cut(u, "://")
	return strings.TrimSuffix(sortQuery(decodeUnreserved(strings.TrimPrefix(key, "www."))), "/")
}

// sortQuery puts the parameters of a query in order: the same ones select the same, whichever stands first.
func sortQuery(u string) string {
	path, query, _ := strings.Cut(u, "?")
	if !strings.Contains(query, "&") {
		return u
	}
	parts := strings.Split(query, "&")
	slices.Sort(parts)
	return path + "?" + strings.Join(parts, "&")
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

// Resolve gives the URL that stands for the page at u.
func (s *URLs) Resolve(u ID) ID {
	for s.aliasOf[u] != u {
		s.aliasOf[u] = s.aliasOf[s.aliasOf[u]]
		u = s.aliasOf[u]
	}
	return u
}

// Aliases lists the aliases of all pages that the run met.
func (s *URLs) Aliases() map[ID][]string {
	names := make(map[ID][]string)
	for u := range ID(len(s.urls)) {
		if v := s.Resolve(u); v != u {
			names[v] = append(names[v], s.urls[u])
		}
	}
	for _, list := range names {
		slices.SortFunc(list, cmp.Compare)
	}
	return names
}
