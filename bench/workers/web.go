package workers

import (
	"encoding/json"
	"fmt"
	"html"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
)

// What the web is made of: so many sites of so many books each, of so many that there are; each
// book is on a sixth of the sites, which is what they have in common.
const (
	sites   = 200
	perSite = 10
	books   = 60
)

// sampleSite has all the books, and searchHost the engine.
const (
	sampleSite = "books.example"
	searchHost = "search.example"
)

// book is what a page is about.
type book struct{ title, author, publisher, year, isbn string }

// web is a made web of small pages that answers at once: the rest between two requests is the
// program's own.
type web struct {
	books []book
	pages map[string]string // URL -> HTML
	found map[string][]hit  // folded title -> pages
}

// hit is a result, named as SearXNG names it.
type hit struct {
	URL     string `json:"url"`
	Title   string `json:"title"`
	Content string `json:"content"`
}

// words of titles and names; each is used again and again, as a language does.
var words = strings.Fields("amber anchor autumn barley beacon bramble candle cedar cinder copper coral crescent distant ember falcon feather garden granite harbor hollow indigo island " +
	"juniper kettle lantern linden marble meadow midnight mirror morning needle northern orchard paper pebble quiet raven river saffron salt sparrow summer thimble thunder timber valley velvet willow winter wren")

// newWeb makes the web, the same every time.
func newWeb() *web {
	w := &web{pages: make(map[string]string), found: make(map[string][]hit)}
	r := rand.New(rand.NewPCG(1, 2))
	word := func() string { s := words[r.IntN(len(words))]; return strings.ToUpper(s[:1]) + s[1:] }
	for i := range books {
		w.books = append(w.books, book{fmt.Sprintf("%s %s of the %s", word(), word(), word()), word() + " " + word() + fmt.Sprintf("son %c.", 'A'+i%26), word() + " Press",
			fmt.Sprint(1950 + r.IntN(70)), fmt.Sprintf("978-0-%05d-%03d-%d", r.IntN(100_000), r.IntN(1000), r.IntN(10))})
	}
	w.add(sampleSite, w.books, r)
	for i := range sites {
		own := slices.Clone(w.books)
		r.Shuffle(len(own), func(i, j int) { own[i], own[j] = own[j], own[i] })
		w.add(fmt.Sprintf("shelf%03d.example", i), own[:perSite], r)
	}
	return w
}

// add adds a site: an index, a page for each book, and one that is about the site.
func (w *web) add(host string, own []book, r *rand.Rand) {
	index := &strings.Builder{}
	for i, b := range own {
		path := fmt.Sprintf("/book/%d", 1000+i)
		url := "http://" + host + path
		fmt.Fprintf(index, `<li><a href="%s">%s</a></li>`, path, html.EscapeString(b.title))
		price := fmt.Sprintf("%d.%02d", 5+r.IntN(30), r.IntN(100))
		w.pages[url] = page(host, b.title, fmt.Sprintf(`<table class="facts"><tr><th>Author</th><td>%s</td></tr><tr><th>Publisher</th><td>%s</td></tr><tr><th>Year</th><td>%s</td></tr><tr><th>ISBN</th><td>%s</td></tr><tr><th>Price</th><td>$%s</td></tr></table>`,
			b.author, b.publisher, b.year, b.isbn, price))
		key := strings.ToLower(b.title)
		w.found[key] = append(w.found[key], hit{url, b.title + " - " + host, fmt.Sprintf("%s by %s, %s %s, ISBN %s", b.title, b.author, b.publisher, b.year, b.isbn)})
	}
	w.pages["http://"+host+"/"] = page(host, "All books", "<ul>"+index.String()+"</ul>")
	w.pages["http://"+host+"/about"] = page(host, "About us", "<p>We sell books by post.</p>")
}

func page(host, title, body string) string {
	return fmt.Sprintf(`<!DOCTYPE html><html lang="en"><head><title>%s - %s</title></head><body><nav><a href="/">All books</a> <a href="/about">About us</a></nav><main><h1>%s</h1>%s</main><footer>%s</footer></body></html>`,
		html.EscapeString(title), host, html.EscapeString(title), body, host)
}

// ServeHTTP answers as a proxy.
func (w *web) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	if r.Host == searchHost {
		w.search(rw, r)
		return
	}
	text, ok := w.pages["http://"+r.Host+r.URL.Path]
	if !ok {
		http.NotFound(rw, r)
		return
	}
	rw.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprint(rw, text)
}

// perAnswer is how many results an answer has.
const perAnswer = 10

// search gives the pages of the book whose title is in the query.
func (w *web) search(rw http.ResponseWriter, r *http.Request) {
	q, number := strings.ToLower(r.FormValue("q")), 1
	_, _ = fmt.Sscan(r.FormValue("pageno"), &number) // the first without one
	hits := []hit{}
	for _, b := range w.books {
		if key := strings.ToLower(b.title); strings.Contains(q, key) {
			if all := slices.Collect(slices.Chunk(w.found[key], perAnswer)); number <= len(all) {
				hits = all[number-1]
			}
		}
	}
	rw.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(rw).Encode(map[string]any{"query": r.FormValue("q"), "results": hits}) // or the client is gone
}
