package site

import (
	"slices"
	"strings"

	"verde/page"
)

// parameters learns which query parameters are sessions: names whose value a
// page puts into all its links and the next page replaces in all of them. Such
// a parameter says who asks, not what is asked for; each page under it has as
// many URLs as there are pages that link to it.
type parameters struct {
	uniform map[string]map[string]int // name -> value -> pages all of whose links carry it
	session []string                  // names found to be sessions
}

const (
	sessionPages = 3  // pages with as many values that make a session
	sessionShare = .8 // of a page's links with the parameter: static files and forms may go without
)

// learn looks at the links of the page at final, and returns the parameters
// that it made a session. Cost: linear in the links.
func (p *parameters) learn(final string, o *page.Outline, within func(string) bool) (found []string) {
	counts := make(map[[2]string]int)
	links := 0
	for _, l := range o.Links {
		if !within(l.URL) {
			continue
		}
		links++
		for name, value := range queryOf(l.URL) {
			counts[[2]string{name, value}]++
		}
	}
	if links < fewLinks {
		return nil
	}
	for k, n := range counts {
		if float64(n) < sessionShare*float64(links) || slices.Contains(p.session, k[0]) {
			continue
		}
		if p.uniform == nil {
			p.uniform = make(map[string]map[string]int)
		}
		if p.uniform[k[0]] == nil {
			p.uniform[k[0]] = make(map[string]int)
		}
		p.uniform[k[0]][k[1]]++
		pages := 0
		for _, m := range p.uniform[k[0]] {
			pages += m
		}
		// A language or a shop is the same value on most pages.
		if values := len(p.uniform[k[0]]); values >= sessionPages && 2*values > pages {
			found = append(found, k[0])
		}
	}
	slices.Sort(found)
	found = slices.Compact(found)
	p.session = append(p.session, found...)
	return found
}

// fewLinks is the number of links below which a page tells nothing of sessions,
// and is tested for scripts.
const fewLinks = 3

// queryOf gives the names and values of a URL's query, and of the parameters
// that some servers put behind the path (";jsessionid=").
func queryOf(u string) func(yield func(name, value string) bool) {
	return func(yield func(name, value string) bool) {
		i := strings.IndexAny(u, "?;")
		if i < 0 {
			return
		}
		for part := range strings.FieldsFuncSeq(u[i:], separates) {
			name, value, ok := strings.Cut(part, "=")
			if ok && value != "" && !yield(name, value) {
				return
			}
		}
	}
}

func separates(r rune) bool { return r == '?' || r == '&' || r == ';' }

// strip gives u without session parameters. Cost: linear in u.
func (p *parameters) strip(u string) string {
	if len(p.session) == 0 {
		return u
	}
	i := strings.IndexAny(u, "?;")
	if i < 0 {
		return u
	}
	var kept strings.Builder
	kept.Grow(len(u))
	kept.WriteString(u[:i])
	query := false // a "?" was kept
	for rest := u[i:]; rest != ""; {
		end := strings.IndexAny(rest[1:], "?&;") + 1
		if end == 0 {
			end = len(rest)
		}
		sep, part := rest[:1], rest[1:end]
		rest = rest[end:]
		if name, _, ok := strings.Cut(part, "="); ok && slices.Contains(p.session, name) {
			continue
		}
		if sep == "&" && !query {
			sep = "?"
		}
		query = query || sep == "?"
		kept.WriteString(sep)
		kept.WriteString(part)
	}
	if kept.Len() == len(u) {
		return u
	}
	return kept.String()
}
