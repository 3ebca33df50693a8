package site

import (
	"slices"
	"strings"

	"verde/page"
)

// parameters learns which query parameters are needless: they select nothing, and give each page many URLs.
// There are two kinds. A session parameter says who asks: a page puts one value into all its links, and
// another download has another value. Others say where a link was followed ("ref", "utm_source"): pages
// are the same with them and without.
type parameters struct {
	uniform  map[string]map[string]int // name -> value -> pages all of whose links carry it
	same     map[string]map[ID]bool    // name -> pages that are the same without it
	selects  map[string]bool           // names without which some page is another one
	asked    map[string]int            // name -> pages that were asked for without it, see [Site.AskBare]
	asks     int                       // in all
	unasked  bool                      // the bound mostAsked kept a page from being asked for
	needless []string                  // names found to select nothing
}

const (
	sessionPages = 3               // values that make a session parameter, one on each page (by hand)
	sessionShare = .8              // share of a page's links that have a session parameter: static files and forms may lack it (by hand)
	needlessIn   = 3               // pages that are the same without a parameter that make it needless, if none is another one: as for a session
	sameShare    = .95             // share of features and of links in common that makes two pages one: a page may show the time, or what others look at (by hand)
	mostAsked    = 10 * needlessIn // pages in all that are asked for without a parameter: a bound on the cost
	maxCompared  = 8               // parameters of a URL up to which its page is compared with others: a bound on the cost
)

// learn looks for session parameters in the links of a page, and returns those that were found now. Cost:
// linear in the links.
func (p *parameters) learn(o *page.Outline, within func(string) bool) (found []string) {
	var urls []string
	for _, l := range o.Links {
		if within(l.URL) {
			urls = append(urls, l.URL)
		}
	}
	for name, value := range carried(urls) {
		if p.selects[name] || slices.Contains(p.needless, name) {
			continue
		}
		if p.uniform == nil {
			p.uniform = make(map[string]map[string]int)
		}
		if p.uniform[name] == nil {
			p.uniform[name] = make(map[string]int)
		}
		p.uniform[name][value]++
		pages := 0
		for _, m := range p.uniform[name] {
			pages += m
		}
		// Parameters for a language or a shop have one value on most pages, and are no session.
		if values := len(p.uniform[name]); values >= sessionPages && 2*values > pages {
			found = append(found, name)
		}
	}
	slices.Sort(found)
	p.needless = append(p.needless, found...)
	return found
}

// carried gives the parameters that at least sessionShare of the distinct links of a page have with one value,
// and that value. Cost: linear in the links.
func carried(links []string) map[string]string {
	counts, different := make(map[[2]string]int), make(map[string]bool)
	for _, u := range links {
		if different[u] {
			continue
		}
		different[u] = true
		for name, value := range queryOf(u) {
			counts[[2]string{name, value}]++
		}
	}
	all := make(map[string]string)
	for k, n := range counts {
		if len(different) >= fewLinks && float64(n) >= sessionShare*float64(len(different)) {
			all[k[0]] = k[1]
		}
	}
	return all
}

// fewLinks is the number of links below which a page says nothing about sessions, and is tested for scripts
// that may make its links (by hand).
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

// strip gives u without needless parameters. Cost: linear in u.
func (p *parameters) strip(u string) string { return withoutParameters(u, p.needless) }

// withoutParameters gives u without the parameters of some names.
func withoutParameters(u string, names []string) string {
	if len(names) == 0 {
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
		if name, _, ok := strings.Cut(part, "="); ok && slices.Contains(names, name) {
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

// withoutSome gives the sets of parameters of a URL that are left out to see which select nothing: all, each
// alone, and all but each.
func withoutSome(names []string) [][]string {
	sets := [][]string{names}
	if len(names) == 1 {
		return sets
	}
	for i, name := range names {
		sets = append(sets, []string{name})
		if len(names) > 2 {
			sets = append(sets, slices.Delete(slices.Clone(names), i, i+1))
		}
	}
	return sets
}

// noteSame counts a page that is the same without a parameter, and reports whether that makes the parameter
// needless.
func (p *parameters) noteSame(name string, page ID) bool {
	switch {
	case p.selects[name] || slices.Contains(p.needless, name):
		return false
	case p.same == nil:
		p.same = make(map[string]map[ID]bool)
	}
	if p.same[name] == nil {
		p.same[name] = make(map[ID]bool)
	}
	p.same[name][page] = true
	if len(p.same[name]) < needlessIn {
		return false
	}
	p.needless = append(p.needless, name)
	return true
}

// noteSelects notes that a page without a parameter is another one.
func (p *parameters) noteSelects(name string) {
	if p.selects == nil {
		p.selects = make(map[string]bool)
	}
	p.selects[name] = true
}

// ask reports whether one more page is to be asked for without a parameter, and counts it.
func (p *parameters) ask(name string) bool {
	if p.asked[name] == needlessIn {
		return false
	}
	if p.asks == mostAsked {
		p.unasked = true
		return false
	}
	if p.asked == nil {
		p.asked = make(map[string]int)
	}
	p.asked[name]++
	p.asks++
	return true
}
