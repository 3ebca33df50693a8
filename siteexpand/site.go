package siteexpand

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/html/atom"

	"verde/internal/flathtml"
	"verde/page"
)

// urlID is the number of a normal URL of one run.
type urlID int32

// link is a link of a page.
type link struct {
	to   urlID
	path page.LinkPath
}

// node is what is kept of a fetched page. Its links are distinct and in
// document order, and include those of all its variants (print version, other
// session, next part of a list under one canonical URL). Schema and features
// come from the variant that was fetched first.
type node struct {
	id       urlID
	links    []link
	also     []link // from link elements (next and previous) and frames
	schema   page.Schema
	features []feature
	title    string
	language string // primary subtag of the html element's, "" if it has none
	scripted bool   // next to no links, but scripts
}

// site is a page source: it fetches and parses every page once and knows which
// URLs are names of one page. It is the state of one run.
type site struct {
	fetcher page.Fetcher
	opt     Options
	bounds  Bounds
	runState
	address
	urlTable
	pageReader

	visits        map[urlID]visit
	alternates    alternateSet
	refusedHashes map[uint64]bool // hashes of URLs that were counted as over a bound
	known         map[urlID]bool  // entity pages of an earlier run
	sitemapsRead  bool
	sitemapURLs   []string // pages that the sitemaps list
}

// runState is what is reported of a run.
type runState struct {
	started time.Time
	report  Report
	found   func() int // entity pages so far, for progress
	ahead   int        // downloads that are still to come, for progress
}

// address says which URLs are on the site.
type address struct {
	name string // what page.Site or page.Domain gives for all its URLs
	base string // scheme and host of the first sample
	home string // base and a slash: most URLs begin with it
}

// urlTable numbers URLs. Slices are indexed by urlID.
type urlTable struct {
	ids         map[string]urlID // by URL without scheme and "www." on the site, by URL off it
	urls        []string
	onSite      []bool
	aliasOf     []urlID    // the URL by which the same page goes, itself for that one
	terms       [][]uint32 // sorted URL terms; nil until asked for
	termIDs     map[page.Term]uint32
	termScratch []page.Term
	params      parameters
}

// pageReader parses pages.
type pageReader struct {
	reader page.Reader
	links  linkSet // of the page being read
	paths  page.Paths
}

type visit struct {
	node *node
	err  error
}

func newSite(method string, src page.Fetcher, opt Options) *site {
	s := &site{fetcher: src, opt: opt, bounds: opt.Bounds.withDefaults(),
		urlTable: urlTable{ids: make(map[string]urlID), termIDs: make(map[page.Term]uint32)},
		visits:   make(map[urlID]visit), refusedHashes: make(map[uint64]bool),
		runState: runState{report: Report{Method: method, Dropped: make(map[string]int), Diagnoses: []Diagnosis{}}, found: func() int { return 0 }}}
	if opt.Now != nil {
		s.started = opt.Now()
	}
	return s
}

// root makes s the site of the normal URL u.
func (s *site) root(u string) {
	s.name = s.siteOf(u)
	scheme, _, _ := strings.Cut(u, "://")
	s.base = scheme + "://" + page.Host(u)
	s.home = s.base + "/"
}

func (s *site) siteOf(u string) string {
	if s.opt.Wide {
		return page.Domain(u)
	}
	return page.Site(u)
}

func (s *site) within(u string) bool {
	return s.home != "" && strings.HasPrefix(u, s.home) || s.siteOf(u) == s.name
}

// intern numbers a normal URL. Session parameters are dropped. On the site,
// URLs that differ in http or https, with or without "www." or a slash at the
// end, "=" or "%3D", are one page; until it is fetched it goes by the URL that
// was met first.
func (s *site) intern(u string) urlID {
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
	s.terms = append(s.terms, nil)
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
func (s *site) resolve(u urlID) urlID {
	for s.aliasOf[u] != u {
		s.aliasOf[u] = s.aliasOf[s.aliasOf[u]]
		u = s.aliasOf[u]
	}
	return u
}

// unify makes u an alias of v. If both were fetched, they become one page.
func (s *site) unify(u, v urlID) {
	u, v = s.resolve(u), s.resolve(v)
	if u == v {
		return
	}
	s.aliasOf[u] = v
	was, ok := s.visits[u]
	if !ok {
		return
	}
	delete(s.visits, u)
	switch now, ok := s.visits[v]; {
	case !ok || now.node == nil:
		if was.node != nil {
			was.node.id = v
		}
		s.visits[v] = was
	case was.node != nil:
		now.node.merge(was.node.links)
		was.node.id = v
	}
}

func (n *node) merge(more []link) {
	var have linkSet
	have.reset()
	for _, l := range n.links {
		have.add(l)
	}
	for _, l := range more {
		if have.add(l) {
			n.links = append(n.links, l)
		}
	}
}

// linkSet is a set of links, to be reused for one page after the other.
type linkSet struct{ set map[uint64]struct{} }

// maxReused is the size from which on a set is made anew instead of cleared:
// clearing takes as long for the small pages after a large one as for the large
// one.
const maxReused = 1 << 10

func (s *linkSet) reset() {
	if s.set == nil || len(s.set) > maxReused {
		s.set = make(map[uint64]struct{})
	}
	clear(s.set)
}

// add puts a link in, and reports whether it is new.
func (s *linkSet) add(l link) bool {
	before := len(s.set)
	s.set[uint64(l.to)<<32|uint64(l.path)] = struct{}{}
	return len(s.set) > before
}

// visited reports whether u was fetched or can't be.
func (s *site) visited(u urlID) bool {
	_, ok := s.visits[s.resolve(u)]
	return ok
}

// seen gives the page at u if it was fetched, else nil.
func (s *site) seen(u urlID) *node { return s.visits[s.resolve(u)].node }

// failure says why there is no page at u.
func (s *site) failure(u urlID) error { return s.visits[s.resolve(u)].err }

// fetch gives the page at u, nil if it can't be fetched; the error ends the run.
func (s *site) fetch(ctx context.Context, u urlID) (*node, error) {
	u = s.resolve(u)
	if v, ok := s.visits[u]; ok {
		return v.node, nil
	}
	n, err := s.get(ctx, u)
	if err == nil {
		return n, nil
	}
	var failed *page.Error
	if ctx.Err() != nil || !errors.As(err, &failed) {
		return nil, err
	}
	s.drop(string(failed.Reason), 1)
	s.visits[s.resolve(u)] = visit{err: err}
	return nil, nil
}

// drop counts URLs that are not followed or not returned.
func (s *site) drop(reason string, n int) {
	if n > 0 {
		s.report.Dropped[reason] += n
	}
}

// spent reports whether the limit of downloads is reached, or that of requests,
// which is twice as high.
func (s *site) spent() bool {
	return s.report.Downloads >= s.opt.MaxDownloads || s.report.Requests >= 2*s.opt.MaxDownloads
}

func (s *site) get(ctx context.Context, u urlID) (*node, error) {
	if !s.onSite[u] {
		return nil, &page.Error{URL: s.urls[u], Reason: DropOffSite}
	}
	if s.spent() {
		return nil, &page.Error{URL: s.urls[u], Reason: page.LimitReached}
	}
	s.report.Requests++
	p, err := s.fetcher.Fetch(ctx, s.urls[u])
	if err != nil {
		return nil, err
	}
	s.report.Downloads++
	if s.opt.Progress != nil {
		s.opt.Progress(Progress{Method: s.report.Method, URL: p.URL, Downloads: s.report.Downloads, Found: s.found(), Ahead: max(0, s.ahead-1)})
	}
	if !s.within(p.URL) {
		return nil, &page.Error{URL: s.urls[u], Reason: DropOffSite}
	}
	doc, err := s.reader.Read(p)
	if err != nil {
		return nil, err
	}
	n, preferred := s.keep(u, p, doc)
	if n == nil {
		return s.resolveAlternate(ctx, u, preferred)
	}
	return n, nil
}

// keep stores what is kept of the page p, which answered for u and whose
// document is doc. If another alternate of the page is preferred, it keeps
// nothing and returns that one.
func (s *site) keep(u urlID, p *page.Page, doc *flathtml.Document) (n *node, preferred urlID) {
	final := p.URL
	o := page.OutlineOf(p, doc, &s.paths, s.opt.Notation)
	o.Relate(p.Relations)
	s.drop(DropCrowded, o.Dropped)
	for _, name := range s.params.learn(final, o, s.within) {
		s.dropParameter(name)
	}
	id := s.intern(final)
	n = &node{schema: o.Schema, title: o.Title, features: featuresOf(doc, o.Schema), language: primary(o.Language)}
	n.links = make([]link, 0, len(o.Links))
	s.links.reset()
	internal := 0
	for _, l := range s.follow(o.Links) {
		k := link{s.intern(l.URL), l.Path}
		if s.links.add(k) {
			n.links = append(n.links, k)
			if s.onSite[k.to] {
				internal++
			}
		}
	}
	n.scripted = internal < fewLinks && scripted(doc)
	n.links = slices.Clip(n.links)
	if s.resolve(u) != s.resolve(id) {
		s.unify(u, id)
	}
	s.urls[id], s.terms[id] = s.params.strip(final), nil
	if o.Canonical != "" && s.within(o.Canonical) && plausibleCanonical(final, o.Canonical) {
		s.unify(id, s.intern(o.Canonical))
	}
	n.id = s.resolve(id)
	if preferred = s.noteAlternates(n.id, o.Alternates); preferred != n.id {
		return nil, preferred
	}
	for _, also := range []struct {
		urls []string
		path string
	}{{o.Parts, partPath}, {o.Frames, framePath}} {
		for _, u := range also.urls {
			if s.within(u) && !s.refuse(u) {
				n.also = append(n.also, link{s.intern(u), s.paths.Intern(also.path)})
			}
		}
	}
	if v := s.visits[n.id]; v.node != nil {
		v.node.merge(n.links)
		v.node.also = append(v.node.also, n.also...)
		return v.node, n.id
	}
	s.visits[n.id] = visit{node: n}
	return n, n.id
}

// The link-paths given to link elements and frames, which are no
// anchors and not of a page's schema.
const (
	partPath  = "link[rel]"
	framePath = "frame"
)

// dropParameter makes all URLs with a session parameter aliases of the URLs
// without it.
func (s *site) dropParameter(name string) {
	for u := range urlID(len(s.urls)) {
		if s.onSite[u] && strings.Contains(s.urls[u], name) {
			if bare := s.params.strip(s.urls[u]); bare != s.urls[u] {
				s.unify(u, s.intern(bare))
			}
		}
	}
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

// fewLinks is the number of links below which a page is tested for scripts.
const fewLinks = 3

// scripted reports whether a document has more script than text.
func scripted(doc *flathtml.Document) bool {
	script, text := 0, 0
	for i := range doc.Nodes {
		n := &doc.Nodes[i]
		switch {
		case !n.Text:
			if _, loaded := doc.Attribute(n, "src"); loaded && n.Atom == atom.Script {
				script += externalScript
			}
		case doc.Nodes[n.Parent].Atom == atom.Script:
			script += len(n.Data)
		case doc.Nodes[n.Parent].Atom != atom.Style:
			text += len(strings.TrimSpace(n.Data))
		}
	}
	return script > text
}

// externalScript is the weight of an external script, in bytes of text: a guess
// at what a page says whose content comes from there.
const externalScript = 400

// termsOf gives the sorted URL terms of u.
func (s *site) termsOf(u urlID) []uint32 {
	if s.terms[u] == nil {
		s.termScratch = page.AppendTerms(s.termScratch[:0], s.urls[u])
		ids := make([]uint32, len(s.termScratch))
		for i, t := range s.termScratch {
			id, ok := s.termIDs[t]
			if !ok {
				id = uint32(len(s.termIDs))
				s.termIDs[t] = id
			}
			ids[i] = id
		}
		slices.Sort(ids)
		s.terms[u] = ids
	}
	return s.terms[u]
}

// aliases lists the aliases of all pages that the run met.
func (s *site) aliases() map[urlID][]string {
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
