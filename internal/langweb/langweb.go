// Package langweb is a small web of books in one of several languages, for tests and a bench.
//
// The one idea: the webs of all languages have the same structure (sites, templates,
// navigation, which site has which book, where articles speak of books), and differ in
// their texts alone, and in how many authors the books have, who have pages of their own. What is found on the web of one language and not on that of another
// is owed to the language.
//
// Each web has five sites of books with labels and templates of their own, a blog and a
// newspaper that write about the same books in sentences, a forum that lists them, and two
// sites of data about something else in the same templates: a shop of garden tools and a
// lexicon of authors. Titles, authors and years are facts about
// classics; all other text is invented. A [Web] is the fetcher of its pages and a
// search engine over them, without a network.
package langweb

import (
	"context"
	"embed"
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"verde/page"
)

//go:embed data templates
var files embed.FS

// Languages are those that there is a web in, by their codes.
func Languages() []string { return []string{"en", "de", "ru", "ja", "tr", "ko"} }

// Web is the web of a language. It is only read, by several goroutines at once if need be.
type Web struct {
	Language string // its code
	Domain   string // what one entity is called: "book"

	text  text
	pages map[string][]byte                         // by URL
	truth map[string]map[string]map[string][]string // see [Web.Truth]
	docs  []document                                // of the search engine
}

// text is what is written in one language, as data/CODE.yaml has it.
type text struct {
	Domain     string
	GivenFirst bool   `yaml:"given-first"` // names are written as "Jane Austen", else as "夏目漱石"
	Unspaced   bool   // no blank stands between sentences
	Inverted   string // how they are written where the family name comes first or apart
	Date       string
	Months     []string
	Pages      string
	Price      string
	Heading    string // what one site calls a page: "Book: Emma"
	Publishers []string
	Genres     []string
	Kinds      []string
	Readers    []string
	Sites      []struct {
		Name          string
		Labels, Words map[string]string
	}
	Noise struct {
		Blog, Paper, Tools string
		Words, Labels      map[string]string
		Kinds, Materials   []string
		List               []string `yaml:"tools-list"`

		Forum, Lexicon, Item, Best, Threads, Lists, Posts string
		Person                                            map[string]string // labels
		Towns, Trades                                     []string
	}
	Review, Article, Town, About []string // sentences
	Books                        []string // title|given name|family name|year
}

// book is an entity.
type book struct{ title, given, family, year string }

// New makes the web of a language. It always makes the same one. An error means that
// there is none. Cost: some ten milliseconds.
func New(language string) (*Web, error) {
	if !slices.Contains(Languages(), language) {
		return nil, fmt.Errorf("no web in the language %q: there are %s", language, strings.Join(Languages(), ", "))
	}
	data, err := files.ReadFile("data/" + language + ".yaml")
	if err != nil {
		return nil, err
	}
	w := &Web{Language: language, pages: map[string][]byte{}, truth: map[string]map[string]map[string][]string{}}
	if err := yaml.Unmarshal(data, &w.text); err != nil {
		return nil, fmt.Errorf("texts of %s: %w", language, err)
	}
	w.Domain = w.text.Domain
	templates, err := template.ParseFS(files, "templates/pages.html")
	if err != nil {
		return nil, err
	}
	m := maker{Web: w, templates: templates}
	for n := range w.text.Sites {
		m.books(n)
	}
	m.blog()
	m.paper()
	m.tools()
	m.forum()
	m.lexicon()
	if m.err != nil {
		return nil, m.err
	}
	w.docs = documents(w.pages)
	return w, nil
}

// Fetch implements [page.Fetcher].
func (w *Web) Fetch(ctx context.Context, u string) (*page.Page, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	body, ok := w.pages[u]
	if !ok {
		return nil, &page.Error{URL: u, Reason: page.Status, Status: 404}
	}
	return &page.Page{URL: u, Requested: u, Status: 200, ContentType: "text/html", Body: body}, nil
}

// Samples are n pages of the first site about one book each, which most sites have.
func (w *Web) Samples(n int) []string {
	site := w.Sites()[0]
	urls := slices.Sorted(maps.Keys(w.truth[site]))
	of := func(u string) (sites int) {
		for _, pages := range w.truth {
			for _, values := range pages {
				if values["title"][0] == w.truth[site][u]["title"][0] {
					sites++
				}
			}
		}
		return sites
	}
	slices.SortStableFunc(urls, func(a, b string) int { return of(b) - of(a) })
	return urls[:n]
}

// Sites lists the hosts of the sites of books, the one of the samples first.
func (w *Web) Sites() []string { return slices.Sorted(maps.Keys(w.truth)) }

// Truth is what there is to be found: site -> URL of a page about a book -> attribute ->
// values as the page shows them, titles without what the site writes before all of them.
// The attributes are called alike on all sites and in all
// languages (title, author, publisher, published, year, pages, genre, kind, isbn, price).
func (w *Web) Truth() map[string]map[string]map[string][]string { return w.truth }

// Pages lists the URLs of all pages, of noise, too.
func (w *Web) Pages() []string { return slices.Sorted(maps.Keys(w.pages)) }
