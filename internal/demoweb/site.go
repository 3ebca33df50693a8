package demoweb

import (
	"fmt"
	"html/template"
	"slices"
	"strings"
)

// bookSite is a site with a page per book.
type bookSite struct {
	host, name string
	template   string // file with its markup
	size       int    // books that it has
	columns    []column
	nav        []link                             // the menu on every page
	path       func(e *entry) string              // of an entity page
	arrange    func(s *bookSite) []listing        // its index pages, which also sets each entry's trail
	extra      func(s *bookSite, e *entry) []link // further links of an entity page
	printed    func(e *entry) string              // path of its print version, nil: none
	disallow   []string                           // robots.txt
	endless    func(path string) *view            // calendar
	footer     []link

	entries []*entry
}

// column is an attribute as a site shows it.
type column struct {
	attribute, label string
	share            int                 // percentage of the books that have it
	value            func(book) []string // nil values: none
	linked           func(*bookSite, *entry, string) string
}

// entry is a book on the shelf of a site.
type entry struct {
	book
	ID      int
	Path    string
	Fields  []field
	Trail   []link // breadcrumbs from the home page to the list that holds it
	Related []link
	Extra   []link
	Blurb   string
	Review  string
	Reader  string
}

// field is a label with its values on an entity page.
type field struct {
	Label     string
	Values    []link // URL "" for plain text
	attribute string
}

func (f field) texts() []string {
	var out []string
	for _, v := range f.Values {
		out = append(out, v.Text)
	}
	return out
}

// Text is the values in one line.
func (f field) Text() string { return strings.Join(f.texts(), ", ") }

// link is an anchor, with a remark that is not part of it.
type link struct{ URL, Text, Note string }

// listing is an index page.
type listing struct {
	Path, Title string
	Intro       string
	Trail       []link
	Groups      []group
	Pager       []link
}

// group is a part of an index page under a heading.
type group struct {
	Name  string
	Links []link
}

// view is what a page template gets: one of Book, List and Text is set.
type view struct {
	Name, Title string
	Canonical   string
	Nav, Footer []link
	Trail       []link
	Book        *entry
	List        *listing
	Text        []string
}

func (s *bookSite) url(e *entry) string { return "http://" + s.host + e.Path }

// stock puts size books of the library on the shelf: the sample, and the others
// in an order of the site's own.
func (s *bookSite) stock(library []book, p prose) {
	order := slices.Clone(library)
	slices.SortStableFunc(order, func(a, b book) int {
		return s.rank(a) - s.rank(b)
	})
	order = order[:s.size]
	slices.SortFunc(order, func(a, b book) int { return strings.Compare(slug(a.Title), slug(b.Title)) })
	for i, b := range order {
		e := &entry{book: b, ID: i + 1}
		e.Path = s.path(e)
		e.Blurb = p.paragraph("review", 2, b, s.host, "blurb")
		e.Review = p.paragraph("review", 4, b, s.host)
		e.Reader = [...]string{"Mara", "Joost", "Ines", "Tomasz", "Ruth", "Oskar", "Lucía"}[pick(7, s.host, "reader", b.Title)]
		s.entries = append(s.entries, e)
	}
	for _, e := range s.entries {
		e.Fields = s.fields(e)
		e.Related = s.related(e)
		if s.extra != nil {
			e.Extra = s.extra(s, e)
		}
	}
}

func (s *bookSite) rank(b book) int {
	if b.Title == sampleTitle {
		return -1
	}
	return pick(1<<30, s.host, "shelf", b.Title)
}

// fields gives what the page of e says. An attribute that only a share of the
// books has is missing for the same ones every time.
func (s *bookSite) fields(e *entry) []field {
	var out []field
	for _, c := range s.columns {
		if pick(100, s.host, c.attribute, e.Title) >= c.share {
			continue
		}
		f := field{Label: c.label, attribute: c.attribute}
		for _, v := range c.value(e.book) {
			l := link{Text: v}
			if c.linked != nil {
				l.URL = c.linked(s, e, v)
			}
			f.Values = append(f.Values, l)
		}
		if len(f.Values) > 0 {
			out = append(out, f)
		}
	}
	return out
}

// related links to three other books, of the same author first.
func (s *bookSite) related(e *entry) []link {
	others := slices.DeleteFunc(slices.Clone(s.entries), func(o *entry) bool { return o == e })
	slices.SortStableFunc(others, func(a, b *entry) int {
		rank := func(o *entry) int {
			n := pick(1000, s.host, e.Title, o.Title)
			if o.Author == e.Author {
				n -= 1000
			}
			return n
		}
		return rank(a) - rank(b)
	})
	var out []link
	for _, o := range others[:3] {
		out = append(out, link{URL: o.Path, Text: o.Title})
	}
	return out
}

// build renders all pages of the site.
func (s *bookSite) build(p prose) *host {
	h := newHost(s.host, s.disallow...)
	t := parse(s.template)
	for _, l := range s.arrange(s) {
		h.pages[l.Path] = s.render(t, &view{Title: l.Title, Trail: l.Trail, List: &l})
	}
	for _, e := range s.entries {
		h.pages[e.Path] = s.render(t, &view{Title: e.Title, Canonical: s.url(e), Trail: e.Trail, Book: e})
		if s.printed != nil {
			h.pages[s.printed(e)] = s.render(t, &view{Title: e.Title, Book: e})
		}
	}
	for i, l := range s.footer {
		if strings.HasPrefix(l.Note, "dead") {
			continue
		}
		h.pages[l.URL] = s.render(t, &view{Title: l.Text, Trail: []link{{URL: "/", Text: "Home"}}, Text: []string{
			p.paragraph("about", 3, book{}, s.host, fmt.Sprint(i)), p.paragraph("about", 2, book{}, s.host, "more", fmt.Sprint(i))}})
	}
	if s.endless != nil {
		h.endless = func(path string) ([]byte, bool) {
			v := s.endless(path)
			if v == nil {
				return nil, false
			}
			return s.render(t, v), true
		}
	}
	return h
}

func (s *bookSite) render(t *template.Template, v *view) []byte {
	v.Name, v.Nav, v.Footer = s.name, s.nav, s.footer
	return render(t, v)
}

// featured picks n books for the home page.
func (s *bookSite) featured(n int) group {
	g := group{Name: "This week on the front table"}
	for i := range n {
		e := s.entries[(i*7+pick(len(s.entries), s.host, "featured"))%len(s.entries)]
		g.Links = append(g.Links, link{URL: e.Path, Text: e.Title})
	}
	return g
}
