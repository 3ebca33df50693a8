package demoweb

import (
	"fmt"
	"html/template"
	"strings"
)

// articlePage is the markup of the hosts that write prose.
var articlePage = template.Must(template.New("article").Parse(`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{{.Title}} | {{.Name}}</title></head>
<body><header><a href="/">{{.Name}}</a></header>
<main><article><h1>{{.Title}}</h1>
{{range .Paras}}<p>{{.}}</p>
{{end}}{{if .Items}}<ol>{{range .Items}}<li>{{.}}</li>{{end}}</ol>
{{end}}</article>
{{if .Links}}<ul class="more">{{range .Links}}<li><a href="{{.URL}}">{{.Text}}</a></li>{{end}}</ul>{{end}}</main>
<footer><a href="/about">About</a></footer></body></html>
`))

// article is what articlePage shows.
type article struct {
	Name, Title  string
	Paras, Items []string
	Links        []link
}

// press builds a host of articles with a home page that lists them.
func press(name, title string, articles map[string]article, order []string, about string) *host {
	h := newHost(name)
	home := article{Name: title, Title: title, Paras: []string{about}}
	for _, path := range order {
		a := articles[path]
		a.Name = title
		a.Links = []link{{URL: "/", Text: "All articles"}}
		h.pages[path] = render(articlePage, a)
		home.Links = append(home.Links, link{URL: path, Text: a.Title})
	}
	h.pages["/"] = render(articlePage, home)
	h.pages["/about"] = render(articlePage, article{Name: title, Title: "About", Paras: []string{about}, Links: []link{{URL: "/", Text: "All articles"}}})
	return h
}

// newBlog writes whole articles about books that the sites have.
func newBlog(library []book, p prose) *host {
	articles := map[string]article{}
	var order []string
	for i, b := range library {
		if i%2 == 1 && b.Title != sampleTitle {
			continue
		}
		path := "/posts/" + slug(b.Title)
		articles[path] = article{Title: "Reading " + b.Title, Paras: []string{
			fmt.Sprintf("This week I took %s by %s from the shelf. %s", b.Title, b.Author, p.paragraph("blog", 3, b, "a")),
			p.paragraph("blog", 4, b, "b"), p.paragraph("review", 3, b, "blog")}}
		order = append(order, path)
	}
	return press("marginnotes.example", "Margin Notes", articles, order, "A diary of reading.")
}

// newNewspaper mentions books in its reports.
func newNewspaper(library []book, p prose) *host {
	articles := map[string]article{}
	var order []string
	for i := 0; i+2 < len(library); i += 3 {
		b, c := library[i], library[i+1]
		path := fmt.Sprintf("/2026/culture/%d", 4000+i)
		articles[path] = article{Title: "The town reads " + b.Author, Paras: []string{
			fmt.Sprintf("A reading of %s by %s filled the town hall on Friday. %s", b.Title, b.Author, p.paragraph("news", 3, b, "a")),
			fmt.Sprintf("Next in the series is %s by %s. %s", c.Title, c.Author, p.paragraph("news", 3, c, "b"))}}
		order = append(order, path)
	}
	return press("dailyferry.example", "The Daily Ferry", articles, order, "News from both banks of the river.")
}

// newForum collects lists of best books, each with many titles and authors.
func newForum(library []book, p prose) *host {
	articles := map[string]article{}
	var order []string
	for i := range 6 {
		path := fmt.Sprintf("/lists/%d", i+1)
		a := article{Title: fmt.Sprintf("The best books of all time, list %d", i+1), Paras: []string{p.paragraph("forum", 3, book{}, fmt.Sprint(i))}}
		for j, b := range library {
			if (j+i)%2 == 0 {
				a.Items = append(a.Items, b.Title+" by "+b.Author)
			}
		}
		articles[path] = a
		order = append(order, path)
	}
	return press("bestshelf.example", "Best Shelf", articles, order, "Lists that readers vote on.")
}

var toolPage = template.Must(template.New("tool").Parse(`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{{.Title}} - Spade &amp; Sons</title></head>
<body><div class="menu"><a href="/">Spade &amp; Sons</a> <a href="/tools/">All tools</a></div>
<h1>{{.Title}}</h1>
{{if .Rows}}<table class="facts">{{range .Rows}}<tr><th>{{.Text}}</th><td>{{.Note}}</td></tr>{{end}}</table>{{end}}
{{range .Paras}}<p>{{.}}</p>
{{end}}<ul>{{range .Links}}<li><a href="{{.URL}}">{{.Text}}</a></li>{{end}}</ul></body></html>
`))

// newToolShop sells garden tools on pages made like those of the book shops,
// with some gardeners' favourite books named in the text.
func newToolShop(p prose) *host {
	h := newHost("spadeandsons.example")
	type view struct {
		Title string
		Rows  []link
		Paras []string
		Links []link
	}
	all := view{Title: "All tools"}
	for i, line := range lines("data/tools.tsv") {
		f := strings.Split(line, "\t")
		path := "/tools/" + slug(f[0]) + "-" + fmt.Sprint(10+i) + ".html"
		all.Links = append(all.Links, link{URL: path, Text: f[0]})
		h.pages[path] = render(toolPage, view{Title: f[0], Rows: []link{{Text: "Kind", Note: f[1]}, {Text: "Weight", Note: f[2]}, {Text: "Blade", Note: f[3]}, {Text: "Price", Note: "£" + f[4]}},
			Paras: []string{p.paragraph("garden", 3, book{Title: f[0]})}, Links: []link{{URL: "/tools/", Text: "All tools"}}})
	}
	h.pages["/tools/"] = render(toolPage, all)
	h.pages["/"] = render(toolPage, view{Title: "Spade & Sons", Paras: []string{"Tools for people who dig."}, Links: []link{{URL: "/tools/", Text: "All tools"}}})
	return h
}
