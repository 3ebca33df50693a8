package sitetest

import (
	"fmt"
	"slices"
	"strings"
)

// Thinned is a shop of 180 books in which some that its lists link to are missing.
func Thinned(every int) map[string]string {
	pages := BookshopOf("crime", "poems", "travel", "law", "music", "food")
	for n := every; n <= 180; n += every {
		for p := range pages {
			if strings.HasSuffix(p, fmt.Sprintf("/book-%d.html", n)) {
				delete(pages, p)
			}
		}
	}
	return pages
}

// Bookshop is a site of books in three sections, each page of a list with ten, with
// authors and reviews under the same folders, a calendar without end, and a
// session parameter that nobody needs.
func Bookshop() map[string]string { return BookshopOf("crime", "poems", "travel") }

// BookshopOf is such a shop with these sections.
func BookshopOf(sections ...string) map[string]string {
	nav := Anchors("nav class=top", "/", "/books/", "/calendar/1/", "/about.html")
	var paths []string
	for _, section := range sections {
		paths = append(paths, "/books/"+section+"/")
	}
	pages := map[string]string{
		"/":           nav + "<h1>Shop</h1>" + Anchors("p", "/books/"),
		"/about.html": nav + "<h1>About</h1><p>We sell books</p>",
		"/books/":     nav + "<h1>Sections</h1>" + Anchors("ul class=sections", paths...),
	}
	for i := 1; i <= 400; i++ {
		pages[fmt.Sprintf("/calendar/%d/", i)] = nav + fmt.Sprintf("<h2>Month %d</h2>", i) + Anchors("p class=next", fmt.Sprintf("/calendar/%d/", i+1))
	}
	n := 0
	for _, section := range sections {
		for list := 1; list <= 3; list++ {
			path := fmt.Sprintf("/books/%s/", section)
			here := path
			if list > 1 {
				here = fmt.Sprintf("%s?page=%d", path, list)
			}
			var books []string
			for range 10 {
				n++
				book := fmt.Sprintf("%sbook-%d.html", path, n)
				review := fmt.Sprintf("%sreview-%d.html", path, n)
				books = append(books, book)
				pages[book] = nav + fmt.Sprintf("<h1>Title %d</h1><dl><dt>Written by</dt><dd>Author %d</dd><dt>Pages</dt><dd>%d</dd></dl>", n, n, 100+n) + Anchors("p class=more", review, path)
				pages[review] = nav + fmt.Sprintf("<h1>Title %d</h1><p>Reader %d says</p>", n, n) + Anchors("p class=back", book)
			}
			list := Anchors("ol class=books", books...) + Anchors("p class=next", fmt.Sprintf("%s?page=%d", path, list+1))
			pages[here] = nav + "<h1>Books</h1>" + list
		}
	}
	return pages
}

// Books are the paths of the bookshop's books, of the sections named.
func Books(sections ...string) (paths []string) {
	for p := range Bookshop() {
		if strings.Contains(p, "/book-") && slices.ContainsFunc(sections, func(s string) bool { return strings.Contains(p, s) }) {
			paths = append(paths, p)
		}
	}
	slices.Sort(paths)
	return paths
}

// Anchors makes a list of links under an element path.
func Anchors(open string, hrefs ...string) string {
	var b strings.Builder
	b.WriteString("<" + open + ">")
	for _, h := range hrefs {
		fmt.Fprintf(&b, "<a href=%q>%s</a>", h, h)
	}
	b.WriteString("</" + strings.Fields(open)[0] + ">")
	return b.String()
}

// Racing is a site of the kind of SSUP 2019, Figure 2: years of drivers and of
// teams, and pages that are neither.
func Racing() map[string]string {
	nav := Anchors("nav", "/", "/drivers/", "/teams/", "/rules.html")
	pages := map[string]string{
		"/":           nav + Anchors("p", "/drivers/", "/teams/"),
		"/drivers/":   nav + Anchors("ul", "/drivers/2014/", "/drivers/2015/", "/drivers/2016/"),
		"/teams/":     nav + Anchors("ol", "/teams/team_01.htm", "/teams/team_02.htm"),
		"/rules.html": nav + "<h1>Rules</h1>" + Anchors("p", "/points.html"),
	}
	for year := 2014; year <= 2016; year++ {
		index := fmt.Sprintf("/drivers/%d/", year)
		var drivers []string
		for i := range 3 {
			driver := fmt.Sprintf("%sdriver_%02d.htm", index, 10*(year-2014)+i)
			drivers = append(drivers, driver)
			pages[driver] = nav + "<h1>Driver</h1>" + Anchors("div", index) + Anchors("table", "/teams/team_01.htm")
		}
		pages[index] = nav + Anchors("div class=list", append(drivers, fmt.Sprintf("/seasons/%d.htm", year))...) + Anchors("p", "/drivers/")
		pages[fmt.Sprintf("/seasons/%d.htm", year)] = nav + "<h1>Season</h1>" + Anchors("main", "/points.html")
	}
	for i := 1; i <= 2; i++ {
		pages[fmt.Sprintf("/teams/team_%02d.htm", i)] = nav + "<h1>Team</h1>" + Anchors("section", "/teams/")
	}
	return pages
}

// Schema makes the links of a page on n link-paths of its own, so that pages
// with different names are at a distance of the sum of their numbers.
func Schema(name string, n int) (html string) {
	for i := range n {
		html += Anchors(name+string(rune('a'+i)), "http://other.example/")
	}
	return html
}

// Shop is a site of the kind of INDESIT 2004, §2.2: products that point to a
// page of their category, which points to all its products, and from category
// to category. Products, categories and other pages are at a distance of 10
// and more.
func Shop() map[string]string {
	pages := map[string]string{
		"/help":  Schema("h", 8) + Anchors("p", "/terms"),
		"/terms": Schema("t", 8) + Anchors("p", "/help"),
	}
	for _, c := range []string{"1", "2", "3"} {
		var products []string
		for _, i := range []string{"a", "b", "c", "d"} {
			products = append(products, "/product/"+c+i)
			pages["/product/"+c+i] = Schema("p", 8) + Anchors("b", "/category/"+c) + Anchors("i", "/help")
		}
		pages["/category/"+c] = Schema("c", 8) + Anchors("ul", products...) + Anchors("nav", "/category/1", "/category/2", "/category/3") + Anchors("i", "/help")
	}
	return pages
}
