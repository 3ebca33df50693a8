package demoweb

import (
	"fmt"
	"strconv"
	"strings"
)

// bookSites describes the sites. The first one has the sample.
func bookSites() []*bookSite {
	return []*bookSite{openShelf(), quire(), authorsRoom(), cellar(), isbnHall()}
}

// openShelf is a reading society: a table per book, found by the alphabet.
func openShelf() *bookSite {
	return &bookSite{
		host: "openshelf.example", name: "Open Shelf", template: "openshelf.html", size: 60,
		columns: []column{
			{attribute: "author", label: "Author", share: 100, value: author},
			{attribute: "year", label: "First published", share: 100, value: year},
			{attribute: "publisher", label: "Publisher", share: 90, value: publisher},
			{attribute: "isbn", label: "ISBN-13", share: 100, value: hyphenated},
			{attribute: "pages", label: "Pages", share: 85, value: pages},
			{attribute: "language", label: "Language", share: 100, value: language},
			{attribute: "series", label: "Series", share: 100, value: series},
		},
		nav:     []link{{URL: "/", Text: "Home"}, {URL: "/a-z/", Text: "Books A to Z"}, {URL: "/about.html", Text: "About the society"}},
		footer:  []link{{URL: "/about.html", Text: "About the society"}, {URL: "/contact.html", Text: "Contact"}, {URL: "/help.html", Text: "Help"}},
		path:    func(e *entry) string { return fmt.Sprintf("/book/%s-%d.html", slug(e.Title), 100+e.ID) },
		arrange: alphabet,
	}
}

// quire is a shop: definition lists, one long list cut into pages, and some
// links to books that were sold.
func quire() *bookSite {
	return &bookSite{
		host: "quireandco.example", name: "Quire & Co.", template: "quire.html", size: 52,
		columns: []column{
			{attribute: "author", label: "Written by", share: 100, value: author},
			{attribute: "publisher", label: "Imprint", share: 100, value: publisher},
			{attribute: "year", label: "Year", share: 80, value: year},
			{attribute: "pages", label: "Page count", share: 100, value: pages},
			{attribute: "isbn", label: "EAN", share: 100, value: plainISBN},
			{attribute: "price", label: "Our price", share: 100, value: price("£", 5, "quire")},
		},
		nav:    []link{{URL: "/", Text: "Shop window"}, {URL: "/list?page=1", Text: "All books"}, {URL: "/basket", Text: "Your basket"}},
		footer: []link{{URL: "/terms", Text: "Terms of sale"}, {URL: "/contact", Text: "Write to us"}, {URL: "/basket", Text: "Your basket"}, {URL: "/gift-cards", Text: "Gift cards", Note: "dead"}},
		path:   func(e *entry) string { return fmt.Sprintf("/p?id=%d", e.ID) },
		extra: func(s *bookSite, e *entry) []link {
			if e.ID%9 == 0 {
				return []link{{URL: fmt.Sprintf("/p?id=%d", 900+e.ID), Text: "The same in leather", Note: "dead"}}
			}
			return nil
		},
		arrange: paginated,
	}
}

// authorsRoom is a directory of writers with a calendar that never ends.
func authorsRoom() *bookSite {
	return &bookSite{
		host: "authorsroom.example", name: "The Authors' Room", template: "authorsroom.html", size: 46,
		columns: []column{
			{attribute: "author", label: "Author", share: 100, value: author, linked: func(_ *bookSite, e *entry, _ string) string { return "/author/" + slug(e.Author) + "/" }},
			{attribute: "year", label: "Year of publication", share: 100, value: year},
			{attribute: "language", label: "Original language", share: 100, value: language},
			{attribute: "subject", label: "Subjects", share: 100, value: subjects},
			{attribute: "series", label: "Part of", share: 100, value: series},
			{attribute: "pages", label: "Length in pages", share: 75, value: pages},
		},
		nav:     []link{{URL: "/", Text: "Welcome"}, {URL: "/authors/", Text: "Authors"}, {URL: "/events/2026/05/", Text: "Events"}},
		footer:  []link{{URL: "/about/", Text: "About us"}, {URL: "/contact/", Text: "Contact"}, {URL: "/events/2026/05/", Text: "Events", Note: "dead end"}},
		path:    func(e *entry) string { return "/author/" + slug(e.Author) + "/" + slug(e.Title) + "/" },
		arrange: byAuthor,
		endless: calendar,
	}
}

// cellar sells used books: lines of text, genres as a hub, and print versions
// that robots.txt disallows.
func cellar() *bookSite {
	return &bookSite{
		host: "cellarbooks.example", name: "Cellar Books", template: "cellar.html", size: 40,
		columns: []column{
			{attribute: "author", label: "Author", share: 100, value: author},
			{attribute: "publisher", label: "Publisher", share: 85, value: publisher},
			{attribute: "year", label: "Originally published", share: 100, value: year},
			{attribute: "pages", label: "Extent", share: 100, value: func(b book) []string { return []string{b.Pages + " p."} }},
			{attribute: "isbn", label: "ISBN", share: 70, value: plainISBN},
			{attribute: "price", label: "Price", share: 100, value: price("$", 3, "cellar")},
		},
		nav:      []link{{URL: "/", Text: "Front room"}, {URL: "/catalog/", Text: "Catalogue"}, {URL: "/visit", Text: "Visit us"}},
		footer:   []link{{URL: "/visit", Text: "Visit us"}, {URL: "/buying", Text: "We buy books"}, {URL: "/basket/", Text: "Basket"}},
		path:     func(e *entry) string { return "/catalog/" + genreID(e.Genre) + "/" + strconv.Itoa(1000+e.ID*3) },
		arrange:  hub,
		disallow: []string{"/basket/", "/print/"},
		extra: func(_ *bookSite, e *entry) []link {
			return []link{{URL: printed(e), Text: "Print this page"}, {URL: "/basket/?add=" + strconv.Itoa(1000+e.ID*3), Text: "Put into the basket"}}
		},
		printed: printed,
	}
}

// isbnHall is a register: bare lists, one index page for all.
func isbnHall() *bookSite {
	return &bookSite{
		host: "isbnhall.example", name: "ISBN Hall", template: "isbnhall.html", size: 36,
		columns: []column{
			{attribute: "author", label: "Writer", share: 100, value: author},
			{attribute: "isbn", label: "Number", share: 100, value: hyphenated},
			{attribute: "publisher", label: "Publishing house", share: 100, value: publisher},
			{attribute: "language", label: "Language", share: 90, value: language},
			{attribute: "year", label: "Appeared in", share: 70, value: year},
		},
		nav:     []link{{URL: "/", Text: "Hall"}, {URL: "/isbn/", Text: "Register"}, {URL: "/imprint", Text: "About the register"}},
		footer:  []link{{URL: "/imprint", Text: "About the register"}, {URL: "/feedback", Text: "Report an error"}, {URL: "/downloads", Text: "Downloads", Note: "dead"}},
		path:    func(e *entry) string { return "/isbn/" + e.ISBN },
		arrange: flat,
	}
}

func author(b book) []string     { return []string{b.Author} }
func publisher(b book) []string  { return []string{b.Publisher} }
func year(b book) []string       { return []string{b.Year} }
func pages(b book) []string      { return []string{b.Pages} }
func language(b book) []string   { return []string{b.Language} }
func plainISBN(b book) []string  { return []string{b.ISBN} }
func hyphenated(b book) []string { return []string{hyphens(b.ISBN)} }

func series(b book) []string {
	if b.Series == "" {
		return nil
	}
	return []string{b.Series}
}

// subjects gives one to three subjects.
func subjects(b book) []string {
	n, _ := strconv.Atoi(b.Year[:2])
	out := []string{b.Genre, fmt.Sprintf("%dth century", n+1)}
	if b.Language != "English" {
		out = append(out, "Translations from "+b.Language)
	}
	return out[:min(len(out), 1+pick(3, "subjects", b.Title))]
}

// price invents prices from a lowest one up.
func price(currency string, lowest int, key string) func(book) []string {
	return func(b book) []string {
		return []string{fmt.Sprintf("%s%d.%02d", currency, lowest+pick(19, key, "price", b.Title), 5*pick(20, key, "cents", b.Title))}
	}
}

// printed is where the cellar has a print version.
func printed(e *entry) string { return "/print/" + strconv.Itoa(1000+e.ID*3) }

// calendar makes a month of the calendar, or a day of it: each leads on to the
// next one.
func calendar(path string) *view {
	parts := strings.Split(strings.Trim(path, "/"), "/")
	if len(parts) < 3 || len(parts) > 4 || parts[0] != "events" || !strings.HasSuffix(path, "/") {
		return nil
	}
	y, err1 := strconv.Atoi(parts[1])
	m, err2 := strconv.Atoi(parts[2])
	if err1 != nil || err2 != nil || y < 1 || y > 9999 || m < 1 || m > 12 || !strings.HasPrefix(path, month(y, m)) {
		return nil
	}
	trail := []link{{URL: "/", Text: "Welcome"}}
	if len(parts) == 4 {
		d, err := strconv.Atoi(parts[3])
		if err != nil || d < 1 || d > 28 || parts[3] != fmt.Sprintf("%02d", d) {
			return nil
		}
		trail = append(trail, link{URL: month(y, m), Text: fmt.Sprintf("%d/%d", m, y)})
		return &view{Title: fmt.Sprintf("Events on %d/%d/%d", d, m, y), Trail: trail, Text: []string{"Nothing is planned for this day yet. The room is open from ten to six."}}
	}
	l := &listing{Path: path, Title: fmt.Sprintf("Events in %d/%d", m, y), Intro: "Readings begin at seven.", Trail: trail}
	g := group{Name: "Days"}
	for d := 1; d <= 28; d++ {
		g.Links = append(g.Links, link{URL: fmt.Sprintf("%s%02d/", month(y, m), d), Text: strconv.Itoa(d)})
	}
	l.Groups = []group{g}
	if before := y*12 + m - 2; before >= 12 {
		l.Pager = append(l.Pager, link{URL: month(before/12, before%12+1), Text: "Month before"})
	}
	if after := y*12 + m; after/12 <= 9999 {
		l.Pager = append(l.Pager, link{URL: month(after/12, after%12+1), Text: "Month after"})
	}
	return &view{Title: l.Title, Trail: trail, List: l}
}

func month(y, m int) string { return fmt.Sprintf("/events/%04d/%02d/", y, m) }
