package siteexpand

import (
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"verde/internal/flathtml"
	"verde/page"
)

// pageReader parses pages.
type pageReader struct {
	reader page.Reader
	links  linkSet // of the page being read
	paths  page.Paths
}

// keep stores what is kept of the page p, which answered for u and whose
// document is doc. If another alternate of the page is preferred, it keeps
// nothing and returns that one.
func (s *site) keep(u urlID, p *page.Page, doc *flathtml.Document) (n *node, preferred urlID) {
	final := p.URL
	o := page.OutlineOf(p, doc, &s.pages.paths, s.opt.Notation)
	o.Relate(p.Relations)
	s.drop(DropCrowded, o.Dropped)
	for _, name := range s.params.learn(final, o, s.within) {
		s.dropParameter(name)
	}
	id := s.intern(final)
	n = &node{schema: o.Schema, title: o.Title, features: featuresOf(doc, o.Schema), language: primary(o.Language)}
	internal := s.keepLinks(n, o.Links)
	n.scripted = internal < fewLinks && scripted(doc)
	if s.resolve(u) != s.resolve(id) {
		s.unify(u, id)
	}
	s.urls[id] = s.params.strip(final)
	if o.Canonical != "" && s.within(o.Canonical) && plausibleCanonical(final, o.Canonical) {
		s.unify(id, s.intern(o.Canonical))
	}
	n.id = s.resolve(id)
	if preferred = s.noteAlternates(n.id, o.Alternates); preferred != n.id {
		return nil, preferred
	}
	s.keepRelated(n, o.Parts, partPath)
	s.keepRelated(n, o.Frames, framePath)
	if v := s.visits[n.id]; v.node != nil {
		v.node.merge(n.links)
		v.node.also = append(v.node.also, n.also...)
		return v.node, n.id
	}
	s.visits[n.id] = visit{node: n}
	return n, n.id
}

// keepLinks sets the links of a page, each once, and returns how many of them
// are on the site.
func (s *site) keepLinks(n *node, links []page.Link) (internal int) {
	n.links = make([]link, 0, len(links))
	s.pages.links.reset()
	for _, l := range s.follow(links) {
		k := link{s.intern(l.URL), l.Path}
		if s.pages.links.add(k) {
			n.links = append(n.links, k)
			if s.onSite[k.to] {
				internal++
			}
		}
	}
	n.links = slices.Clip(n.links)
	return internal
}

// keepRelated adds the pages of the site to which a page is related by other
// elements than anchors.
func (s *site) keepRelated(n *node, urls []string, path string) {
	for _, u := range urls {
		if s.within(u) && !s.refuse(u) {
			n.also = append(n.also, link{s.intern(u), s.pages.paths.Intern(path)})
		}
	}
}

// The link-paths given to link elements and frames, which are no
// anchors and not of a page's schema.
const (
	partPath  = "link[rel]"
	framePath = "frame"
)

// linkPathName spells a link-path.
func (s *site) linkPathName(p page.LinkPath) string { return s.pages.paths.Name(p) }

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
