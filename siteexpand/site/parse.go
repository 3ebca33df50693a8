package site

import (
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"verde/internal/flathtml"
	"verde/page"
	"verde/siteexpand"
	"verde/siteexpand/similarity"
)

// pageReader parses pages.
type pageReader struct {
	reader page.Reader
	links  linkSet // of the page being read
	paths  page.Paths
}

// keep stores the page p, which answered for u. doc is its document. If another alternate of the page is
// preferred, it stores nothing and returns that one.
func (s *Site) keep(u ID, p *page.Page, doc *flathtml.Document) (n *Page, preferred ID) {
	final := p.URL
	o := page.OutlineOf(p, doc, &s.pages.paths, s.Options.Notation)
	o.Relate(p.Relations)
	s.Drop(siteexpand.DropCrowded, o.Dropped)
	s.dropParameters(s.params.learn(o, s.Within))
	id := s.Intern(final)
	n = &Page{URL: final, Schema: o.Schema, Title: o.Title, Language: primary(o.Language)}
	if n.Up = NoPage; o.Up != "" && s.Within(o.Up) {
		n.Up = s.Intern(o.Up)
	}
	n.Features = similarity.FeaturesOf(doc, o.Schema)
	internal := s.keepLinks(n, o.Links)
	n.Scripted = !p.Rendered && internal < fewLinks && scripted(doc)
	if s.Resolve(u) != s.Resolve(id) {
		s.unify(u, id)
	}
	s.urls[id] = s.params.strip(final)
	if o.Canonical != "" && s.Within(o.Canonical) && plausibleCanonical(final, o.Canonical) {
		s.unify(id, s.Intern(o.Canonical))
	}
	n.ID = s.Resolve(id)
	same, needless := s.unneeded(n)
	s.unify(n.ID, same)
	s.dropParameters(needless)
	n.ID = s.Resolve(id)
	if o.Canonical == "" { // with one, the site says which of its URLs are one page
		s.unify(n.ID, s.sameText(doc, n))
		n.ID = s.Resolve(id)
	}
	if preferred = s.noteAlternates(n.ID, o.Alternates); preferred != n.ID {
		return nil, preferred
	}
	s.keepRelated(n, o.Parts, partPath)
	s.keepRelated(n, o.Frames, framePath)
	if v := s.visits[n.ID]; v.node != nil {
		v.node.merge(n.Links)
		v.node.Also = append(v.node.Also, n.Also...)
		return v.node, n.ID
	}
	s.visits[n.ID] = visit{node: n}
	return n, n.ID
}

// keepLinks sets the links of a page, each once, and returns how many of them
// are on the site.
func (s *Site) keepLinks(n *Page, links []page.Link) (internal int) {
	n.Links = make([]Link, 0, len(links))
	s.pages.links.reset()
	for _, l := range s.follow(links) {
		k := Link{s.Intern(l.URL), l.Path}
		if s.pages.links.add(k) {
			n.Links = append(n.Links, k)
			if s.onSite[k.To] {
				internal++
			}
		}
	}
	n.Links = slices.Clip(n.Links)
	return internal
}

// keepRelated adds the pages of the site to which a page is related by other
// elements than anchors.
func (s *Site) keepRelated(n *Page, urls []string, path string) {
	for _, u := range urls {
		if s.Within(u) && !s.refuse(u) {
			n.Also = append(n.Also, Link{s.Intern(u), s.pages.paths.Intern(path)})
		}
	}
}

// The link-paths given to link elements and frames, which are no
// anchors and not of a page's schema.
const (
	partPath  = "link[rel]"
	framePath = "frame"
)

// LinkPathName spells a link-path.
func (s *Site) LinkPathName(p page.LinkPath) string { return s.pages.paths.Name(p) }

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

// externalScript is what an external script counts for, in bytes of script: a guess.
const externalScript = 400
