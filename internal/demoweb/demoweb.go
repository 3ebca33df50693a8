// Package demoweb is a small web of its own making, for the demonstration and
// for tests from end to end: book sites of different templates, URL styles and
// navigation whose shelves overlap, hosts that are none (a blog, a newspaper, a
// forum, a shop for garden tools), and a search engine over all of it.
//
// The one idea: the web is a function of nothing. [New] makes the same hosts,
// pages, search results and [Web.Truth] every time, so that a run over it can
// be held against the truth to the last value. The titles, authors and years
// of the books are facts about classics; publishers, ISBNs, prices and all
// other text are invented.
//
// A Web is reached through HTTP_PROXY, or with the Host header of the site:
//
//	server := httptest.NewServer(demoweb.New().Handler())
//	client := &http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(serverURL)}}
//	client.Get(web.Sample())
package demoweb

import (
	"embed"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
)

//go:embed data templates
var files embed.FS

// Web is a set of hosts with a search engine. It is safe for concurrent use.
type Web struct {
	hosts  map[string]*host
	sites  []*bookSite
	engine *engine

	mu         sync.Mutex
	requests   map[string]int
	violations []string
}

// New makes the web. It always makes the same one. Cost: a quarter of a
// second for the first of a process, half of it to render the pages and half to
// read them for the search; what is shown is shared by all.
func New() *Web {
	first := made()
	return &Web{hosts: first.hosts, sites: first.sites, engine: first.engine, requests: make(map[string]int)}
}

var made = sync.OnceValue(build)

// build renders the pages and reads them for the search.
func build() *Web {
	w := &Web{hosts: make(map[string]*host)}
	library := readBooks()
	prose := readProse()
	add := func(h *host) { w.hosts[h.name] = h }
	for _, s := range bookSites() {
		s.stock(library, prose)
		w.sites = append(w.sites, s)
		add(s.build(prose))
	}
	add(newBlog(library, prose))
	add(newNewspaper(library, prose))
	add(newForum(library, prose))
	add(newToolShop(prose))
	w.engine = newEngine(w.hosts)
	return w
}

// Sample is the URL of the entity page to start from: a book that most sites
// have.
func (w *Web) Sample() string {
	s := w.sites[0]
	for _, e := range s.entries {
		if e.Title == sampleTitle {
			return s.url(e)
		}
	}
	panic("demoweb: the first site does not have " + sampleTitle)
}

// sampleTitle is the book of [Web.Sample]; every site has it.
const sampleTitle = "Great Expectations"

// Sites lists the hosts of the book sites in alphabetic order.
func (w *Web) Sites() []string {
	var out []string
	for _, s := range w.sites {
		out = append(out, s.host)
	}
	slices.Sort(out)
	return out
}

// Truth is what there is to be found: site -> URL of an entity page -> name of
// the attribute -> values as the page shows them. Names are the same on all
// sites (title, author, publisher, year, isbn, pages, language, series, price,
// subject), labels are not.
func (w *Web) Truth() map[string]map[string]map[string][]string {
	truth := make(map[string]map[string]map[string][]string)
	for _, s := range w.sites {
		pages := make(map[string]map[string][]string)
		for _, e := range s.entries {
			values := map[string][]string{"title": {e.Title}}
			for _, f := range e.Fields {
				values[f.attribute] = f.texts()
			}
			pages[s.url(e)] = values
		}
		truth[s.host] = pages
	}
	return truth
}

// Labels gives what a site calls the attributes of [Web.Truth]: attribute ->
// label. The title has none.
func (w *Web) Labels(site string) map[string]string {
	labels := make(map[string]string)
	for _, s := range w.sites {
		if s.host == site {
			for _, c := range s.columns {
				labels[c.attribute] = c.label
			}
		}
	}
	return labels
}

// Requests counts the requests that each host got, with robots.txt and the
// search engine's, and those for pages that are not there.
func (w *Web) Requests() map[string]int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return maps.Clone(w.requests)
}

// Violations lists the URLs that were requested although robots.txt disallows
// them, in the order of the requests.
func (w *Web) Violations() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.violations)
}

// Handler serves the web: as an HTTP proxy, and to requests with the Host
// header of one of its hosts. Other hosts, and https, get 502.
func (w *Web) Handler() http.Handler { return http.HandlerFunc(w.serve) }

func (w *Web) serve(rw http.ResponseWriter, r *http.Request) {
	name, _, _ := strings.Cut(strings.ToLower(r.Host), ":")
	if r.Method == http.MethodConnect {
		http.Error(rw, "this web speaks http only", http.StatusBadGateway)
		return
	}
	h := w.hosts[name]
	if h == nil && name != searchHost {
		http.Error(rw, fmt.Sprintf("no host %q in this web", name), http.StatusBadGateway)
		return
	}
	path := r.URL.RequestURI()
	if r.URL.IsAbs() { // as a proxy
		u := *r.URL
		u.Scheme, u.Host, u.User = "", "", nil
		path = u.RequestURI()
	}
	w.count(name, path, h)
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		http.Error(rw, "only GET and HEAD", http.StatusMethodNotAllowed)
		return
	}
	if h == nil {
		w.engine.serve(rw, r)
		return
	}
	h.serve(rw, path)
}

func (w *Web) count(name, path string, h *host) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.requests[name]++
	if h != nil && h.forbidden(path) {
		w.violations = append(w.violations, "http://"+name+path)
	}
}
