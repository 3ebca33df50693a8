package demoweb

import (
	"fmt"
	"slices"
	"strings"
)

// The functions here make the index pages of a site, and set the breadcrumbs of
// its entity pages.

// alphabet: home, list of letters, a page per letter with its books.
func alphabet(s *bookSite) []listing {
	home, all := link{URL: "/", Text: "Home"}, link{URL: "/a-z/", Text: "A to Z"}
	letters := grouped(s.entries, func(e *entry) string { return strings.ToUpper(slug(e.Title)[:1]) })
	index := listing{Path: all.URL, Title: "Books A to Z", Trail: []link{home}, Intro: "Choose the letter that the title begins with."}
	var pages []listing
	var buttons []link
	for _, l := range letters {
		buttons = append(buttons, link{URL: "/a-z/" + strings.ToLower(l.name) + ".html", Text: l.name, Note: count(len(l.entries))})
	}
	index.Groups = []group{{Name: "Letters", Links: buttons}}
	for i, l := range letters {
		for _, e := range l.entries {
			e.Trail = []link{home, all, {URL: buttons[i].URL, Text: l.name}}
		}
		pages = append(pages, listing{Path: buttons[i].URL, Title: "Books: " + l.name, Trail: []link{home, all}, Groups: []group{{Name: "Titles", Links: titles(l.entries)}}})
	}
	front := listing{Path: "/", Title: s.name, Intro: "A reading society and its shelves.", Groups: []group{s.featured(5), {Name: "By the alphabet", Links: buttons}}}
	return append([]listing{front, index}, pages...)
}

// perPage is the number of books on a page of a paginated list.
const perPage = 12

// paginated: home, and one list in pages that all link to each other.
func paginated(s *bookSite) []listing {
	home, first := link{URL: "/", Text: "Shop window"}, link{URL: "/list?page=1", Text: "All books"}
	var pager []link
	for i := range (len(s.entries) + perPage - 1) / perPage {
		pager = append(pager, link{URL: fmt.Sprintf("/list?page=%d", i+1), Text: fmt.Sprint(i + 1)})
	}
	out := []listing{{Path: "/", Title: s.name, Intro: "New books of old stories, sent within a day.", Groups: []group{s.featured(6)}, Pager: []link{first}}}
	for i, part := range slices.Collect(slices.Chunk(s.entries, perPage)) {
		g := group{Name: "In stock", Links: titles(part)}
		for j, e := range part {
			e.Trail = []link{home, first}
			if i > 0 {
				e.Trail = append(e.Trail, link{URL: pager[i].URL, Text: "Page " + pager[i].Text})
			}
			g.Links[j].Note = "by " + e.Author
		}
		if i == 0 {
			g.Links = append(g.Links, link{URL: "/p?id=901", Text: "A box of odd volumes", Note: "sold"}) // dead
		}
		out = append(out, listing{Path: pager[i].URL, Title: "All books, page " + pager[i].Text, Trail: []link{home}, Groups: []group{g}, Pager: pager})
	}
	return out
}

// byAuthor: home, a page of all authors, and a page per author.
func byAuthor(s *bookSite) []listing {
	home, all := link{URL: "/", Text: "Welcome"}, link{URL: "/authors/", Text: "Authors"}
	index := listing{Path: all.URL, Title: "Authors", Trail: []link{home}, Intro: "In the order of their first names."}
	var pages []listing
	var names []link
	for _, a := range grouped(s.entries, func(e *entry) string { return e.Author }) {
		l := link{URL: "/author/" + slug(a.name) + "/", Text: a.name, Note: count(len(a.entries))}
		names = append(names, l)
		for _, e := range a.entries {
			e.Trail = []link{home, all, l}
		}
		pages = append(pages, listing{Path: l.URL, Title: a.name, Trail: []link{home, all},
			Intro: "What we have of " + a.name + ".", Groups: []group{{Name: "Works", Links: titles(a.entries)}}})
	}
	index.Groups = []group{{Name: "All authors", Links: names}}
	front := listing{Path: "/", Title: s.name, Intro: "Writers and what they wrote.", Groups: []group{s.featured(4)}, Pager: []link{all}}
	return append([]listing{front, index}, pages...)
}

// hub: home, a page of all genres, and a page per genre.
func hub(s *bookSite) []listing {
	home, all := link{URL: "/", Text: "Front room"}, link{URL: "/catalog/", Text: "Catalogue"}
	var pages []listing
	var genres []link
	for _, g := range grouped(s.entries, func(e *entry) string { return e.Genre }) {
		l := link{URL: "/catalog/" + genreID(g.name) + "/", Text: g.name, Note: count(len(g.entries))}
		genres = append(genres, l)
		for _, e := range g.entries {
			e.Trail = []link{home, all, l}
		}
		pages = append(pages, listing{Path: l.URL, Title: g.name, Trail: []link{home, all}, Groups: []group{{Name: "On this shelf", Links: titles(g.entries)}}})
	}
	index := listing{Path: all.URL, Title: "Catalogue", Trail: []link{home}, Intro: "Nine rooms, each with its own smell.", Groups: []group{{Name: "Rooms", Links: genres}}}
	front := listing{Path: "/", Title: s.name, Intro: "Used books below the street.", Groups: []group{s.featured(3), {Name: "Rooms", Links: genres}}}
	return append([]listing{front, index}, pages...)
}

// flat: home, and one page with all books.
func flat(s *bookSite) []listing {
	home, all := link{URL: "/", Text: "Hall"}, link{URL: "/isbn/", Text: "Register"}
	for _, e := range s.entries {
		e.Trail = []link{home, all}
	}
	return []listing{
		{Path: "/", Title: s.name, Intro: "Every number stands for a book.", Groups: []group{s.featured(4)}, Pager: []link{all}},
		{Path: all.URL, Title: "Register", Trail: []link{home}, Groups: []group{{Name: "All numbers", Links: titles(s.entries)}}},
	}
}

// shelf is what entries have in common.
type shelf struct {
	name    string
	entries []*entry
}

// grouped puts entries together by a key, in the alphabetic order of the keys.
func grouped(entries []*entry, key func(*entry) string) []shelf {
	var out []shelf
	for _, e := range entries {
		k := key(e)
		i, found := slices.BinarySearchFunc(out, k, func(s shelf, k string) int { return strings.Compare(slug(s.name), slug(k)) })
		if !found {
			out = slices.Insert(out, i, shelf{name: k})
		}
		out[i].entries = append(out[i].entries, e)
	}
	return out
}

func titles(entries []*entry) []link {
	var out []link
	for _, e := range entries {
		out = append(out, link{URL: e.Path, Text: e.Title})
	}
	return out
}

func count(n int) string {
	if n == 1 {
		return "1 book"
	}
	return fmt.Sprintf("%d books", n)
}
