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
	"hash/fnv"
	"html/template"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"

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

// Labels gives what a site calls the attributes; the title has no label.
func (w *Web) Labels(site string) map[string]string {
	if n := slices.Index(w.Sites(), site); n >= 0 {
		return w.text.Sites[n].Labels
	}
	return nil
}

// link is an anchor with a remark that is not part of it.
type link struct{ URL, Text, Note string }

// field is a label with its value.
type field struct{ attribute, Label, Value string }

// group is a part of a list under a heading.
type group struct {
	Name  string
	Links []link
}

// entry is a book on a site.
type entry struct {
	Fields         []field
	Review, Reader string
	Related        []link
}

// view is what a template gets; one of Book, List and Text is set.
type view struct {
	Language, Name, Title, Closing string
	Words                          map[string]string
	Nav, Pager                     []link
	Book                           *entry
	List                           []group
	Text                           []string
}

// maker puts a web together.
type maker struct {
	*Web
	templates *template.Template
	err       error // the first one
}

// add renders a page of a host with one of the five templates.
func (m *maker) add(host, path string, layout int, v view) link {
	v.Language = m.Language
	v.Closing = m.sentences(m.text.About, 1, book{}, host)
	var b strings.Builder
	if err := m.templates.ExecuteTemplate(&b, strconv.Itoa(layout), v); err != nil && m.err == nil {
		m.err = err
	}
	m.pages["http://"+host+path] = []byte(b.String())
	return link{URL: path, Text: v.Title}
}

// shelf is how many books a site of books has.
const shelf = 32

// library gives all books.
func (m *maker) library() []book {
	out := make([]book, len(m.text.Books))
	for i, line := range m.text.Books {
		f := strings.Split(line, "|")
		out[i] = book{f[0], f[1], f[2], f[3]}
	}
	return out
}

// author writes a name as most sites do.
func (m *maker) author(b book) string {
	if m.text.GivenFirst {
		return b.given + " " + b.family
	}
	return b.family + b.given
}

// title is what a site calls the page about a book.
func (m *maker) title(b book, site int) string {
	if site == 4 {
		return strings.NewReplacer("{T}", b.title).Replace(m.text.Heading)
	}
	return b.title
}

// sentences gives n different sentences about b, of which there have to be as many.
func (m *maker) sentences(all []string, n int, b book, key ...string) string {
	at := pick(len(all), append(key, b.year)...)
	step := 3
	for divisor(step, len(all)) > 1 { // else the first would come again before all have been
		step++
	}
	out := make([]string, n)
	for i := range out {
		out[i] = strings.NewReplacer("{T}", b.title, "{A}", m.author(b)).Replace(all[(at+i*step)%len(all)])
	}
	sep := " "
	if m.text.Unspaced {
		sep = ""
	}
	return strings.Join(out, sep)
}

// value gives what the i-th book of the library has of an attribute, as a site writes it: the
// same books have the same numbers in all languages.
func (m *maker) value(attribute string, i int, b book, site int) string {
	n := strconv.Itoa(i)
	fill := func(form string, number int) string {
		return strings.NewReplacer("{n}", strconv.Itoa(number), "{c}", fmt.Sprintf("%02d", 5*pick(20, "cents", n))).Replace(form)
	}
	of := func(list []string) string { return list[pick(len(list), attribute, n)] }
	switch attribute {
	case "author":
		if site == 1 || site == 3 {
			return strings.NewReplacer("{given}", b.given, "{family}", b.family).Replace(m.text.Inverted)
		}
		return m.author(b)
	case "publisher":
		return of(m.text.Publishers)
	case "genre":
		return of(m.text.Genres)
	case "kind":
		return of(m.text.Kinds)
	case "year":
		return b.year
	case "published":
		month := strconv.Itoa(1 + pick(12, "month", n))
		if len(m.text.Months) > 0 {
			month = m.text.Months[pick(12, "month", n)]
		}
		return strings.NewReplacer("{y}", b.year, "{month}", month, "{m}", month, "{d}", strconv.Itoa(1+pick(28, "day", n))).Replace(m.text.Date)
	case "pages":
		return fill(m.text.Pages, 96+pick(720, "pages", n))
	case "isbn":
		return isbn(978100421000 + int64(i)*37)
	}
	return fill(m.text.Price, 5+pick(19, "price", n))
}

// order is that in which a site shows attributes.
var order = []string{"author", "publisher", "published", "year", "genre", "kind", "pages", "isbn", "price"}

// hosts are the names of the sites of books, in the order of their texts.
var hosts = []string{"a-room.example", "b-quay.example", "c-lane.example", "d-lantern.example", "e-harbour.example"}

// books makes the n-th site of books.
func (m *maker) books(n int) {
	host, t, library := hosts[n], m.text.Sites[n], m.library()
	stock := make([]int, len(library))
	for i := range stock {
		stock[i] = i
	}
	slices.SortStableFunc(stock, func(a, b int) int { return m.rank(host, a) - m.rank(host, b) })
	stock = stock[:shelf]
	slices.Sort(stock)
	words := t.Words
	base := view{Name: t.Name, Words: words, Nav: []link{{URL: "/", Text: words["home"]}, {URL: "/all/", Text: words["all"]}, {URL: "/news/", Text: words["news"]}, {URL: "/about.html", Text: words["about"]}, {URL: "/contact.html", Text: words["contact"]}}}
	path := func(i int) string { return m.path(n, i, library[i]) }
	titles := func(list []int) (out []link) {
		for _, i := range list {
			out = append(out, link{URL: path(i), Text: library[i].title})
		}
		return out
	}
	m.truth[host] = map[string]map[string][]string{}
	for at, i := range stock {
		b := library[i]
		e := &entry{Review: m.sentences(m.text.Review, 3, b, host), Reader: m.text.Readers[pick(len(m.text.Readers), host, b.year)]}
		title := m.title(b, n)
		truth := map[string][]string{"title": {b.title}}
		for _, attribute := range order {
			label, has := t.Labels[attribute]
			if !has || attribute != "author" && pick(100, host, attribute, strconv.Itoa(i)) >= 90 {
				continue
			}
			value := m.value(attribute, i, b, n)
			e.Fields = append(e.Fields, field{attribute, label, value})
			truth[attribute] = []string{value}
		}
		for k := 1; k <= 3; k++ {
			e.Related = append(e.Related, titles([]int{stock[(at+k*7)%len(stock)]})...)
		}
		v := base
		v.Title, v.Book = title, e
		m.add(host, path(i), n, v)
		m.truth[host]["http://"+host+path(i)] = truth
	}
	m.lists(host, n, base, stock, titles)
	var news []link
	for k := range 8 {
		v, b := base, library[stock[k*3]]
		v.Title = b.title + " / " + m.text.Noise.Words["article"]
		v.Text = []string{m.sentences(m.text.Article, 3, b, host, "news"), m.sentences(m.text.Town, 2, b, host)}
		news = append(news, m.add(host, fmt.Sprintf("/news/%d.html", 310+k*7), n, v))
	}
	v := base
	v.Title, v.List = words["news"], []group{{words["news"], news}}
	m.add(host, "/news/", n, v)
	for _, p := range []string{"about", "contact"} {
		v := base
		v.Title, v.Text = words[p], []string{m.sentences(m.text.About, 2, book{}, host, p), m.sentences(m.text.About, 2, book{}, host, p, "more")}
		m.add(host, "/"+p+".html", n, v)
	}
	v = base
	v.Title, v.List = t.Name, []group{{words["facts"], titles(stock[3:7])}, {words["news"], news[:3]}}
	v.Text = []string{m.sentences(m.text.About, 1, book{}, host, "home")}
	m.add(host, "/", n, v)
}

// rank orders the library for a host: the first books are on all shelves.
func (m *maker) rank(host string, i int) int {
	if i%8 == 0 {
		return -1
	}
	return pick(1<<20, host, "shelf", strconv.Itoa(i))
}

// path is that of the page of the i-th book on the n-th site.
func (m *maker) path(n, i int, b book) string {
	switch n {
	case 0:
		return fmt.Sprintf("/book/%d-%s.html", 100+i, slug(b.title))
	case 1:
		return fmt.Sprintf("/p?id=%d", 700+i)
	case 2:
		return "/by/" + slug(b.family) + "/" + slug(b.title) + "/"
	case 3:
		return fmt.Sprintf("/catalog/%d/%d", 11+pick(len(m.text.Kinds), "kind", strconv.Itoa(i)), 3000+i*3)
	}
	return "/item/" + isbn(978100421000+int64(i)*37)
}

// perPage is how many books a page of a list shows.
const perPage = 10

// lists makes the pages that lead to the books of the n-th site: a list in pages, or
// shelves by author or kind, or one list of all.
func (m *maker) lists(host string, n int, base view, stock []int, titles func([]int) []link) {
	words, library := base.Words, m.library()
	all := base
	all.Title = words["all"]
	switch n {
	case 0, 1:
		parts := slices.Collect(slices.Chunk(stock, perPage))
		at := func(k int) string {
			if k == 0 {
				return "/all/"
			}
			return fmt.Sprintf("/all/?page=%d", k+1)
		}
		for k, part := range parts {
			v := all
			v.List = []group{{words["all"], titles(part)}}
			if k > 0 {
				v.Pager = append(v.Pager, link{URL: at(k - 1), Text: words["previous"]})
			}
			if k+1 < len(parts) {
				v.Pager = append(v.Pager, link{URL: at(k + 1), Text: words["next"]})
			}
			m.add(host, at(k), n, v)
		}
		return
	case 2, 3:
		shelves := map[string][]int{}
		for _, i := range stock {
			p := m.path(n, i, library[i])
			p = p[:strings.LastIndexByte(strings.TrimSuffix(p, "/"), '/')+1]
			shelves[p] = append(shelves[p], i)
		}
		var index []link
		for _, p := range slices.Sorted(maps.Keys(shelves)) {
			v := base
			if v.Title = m.author(library[shelves[p][0]]); n == 3 {
				v.Title = m.value("kind", shelves[p][0], book{}, n)
			}
			v.List = []group{{words["all"], titles(shelves[p])}}
			index = append(index, m.add(host, p, n, v))
		}
		all.List = []group{{words["all"], index}}
	default:
		all.List = []group{{words["all"], titles(stock)}}
	}
	m.add(host, "/all/", n, all)
}

// shell is the view of a host of noise.
func (m *maker) shell(name, all string) view {
	words := m.text.Noise.Words
	return view{Name: name, Words: words, Nav: []link{{URL: "/", Text: words["home"]}, {URL: "/all/", Text: all}, {URL: "/about.html", Text: words["about"]}}}
}

// close adds the pages that every host of noise has.
func (m *maker) close(host string, layout int, base view, all []link) {
	v := base
	v.Title, v.List = base.Nav[1].Text, []group{{base.Nav[1].Text, all}}
	m.add(host, "/all/", layout, v)
	v = base
	v.Title, v.Text = base.Nav[2].Text, []string{m.sentences(m.text.About, 3, book{}, host)}
	m.add(host, "/about.html", layout, v)
	v = base
	v.Title, v.List = base.Name, []group{{base.Name, all[:6]}}
	m.add(host, "/", layout, v)
}

// blog writes about every book, in sentences.
func (m *maker) blog() {
	const host = "margin.example"
	base := m.shell(m.text.Noise.Blog, m.text.Noise.Words["posts"])
	var all []link
	for i, b := range m.library() {
		v := base
		v.Title = m.text.Noise.Words["article"] + ": " + b.title
		v.Text = []string{m.sentences(m.text.Article, 4, b, "blog"), m.sentences(m.text.Review, 3, b, "blog"), m.sentences(m.text.Article, 3, b, "blog", "end")}
		all = append(all, m.add(host, fmt.Sprintf("/posts/%d", 40+i), 0, v))
	}
	m.close(host, 0, base, all)
}

// paper writes about two books in each report of culture, and about none in others.
func (m *maker) paper() {
	const host = "ferry.example"
	base := m.shell(m.text.Noise.Paper, m.text.Noise.Words["all"])
	library := m.library()
	var all []link
	for i := 0; i+1 < len(library); i += 2 {
		b, c := library[i], library[i+1]
		v := base
		v.Title = m.author(b) + " / " + m.author(c)
		v.Text = []string{m.sentences(m.text.Article, 3, b, "paper"), m.sentences(m.text.Article, 3, c, "paper", "second"), m.sentences(m.text.Town, 2, b, "paper")}
		all = append(all, m.add(host, fmt.Sprintf("/2026/%d.html", 4000+i), 3, v))
	}
	for i := range 10 {
		v := base
		text := m.text.Town[i%len(m.text.Town)]
		v.Title = string([]rune(text)[:14])
		v.Text = []string{m.sentences(m.text.Town, 4, book{}, "town", strconv.Itoa(i)), m.sentences(m.text.Town, 3, book{}, "town", strconv.Itoa(i), "more")}
		all = append(all, m.add(host, fmt.Sprintf("/2026/%d.html", 7000+i), 3, v))
	}
	m.close(host, 3, base, all)
}

// tools has a page for each garden tool, made as pages about books are.
func (m *maker) tools() {
	const host = "spade.example"
	t := m.text.Noise
	base := m.shell(t.Tools, t.Words["tools"])
	base.Words = map[string]string{"review": t.Words["about"], "related": t.Words["tools"]}
	var all []link
	for i, name := range t.List {
		n := strconv.Itoa(i)
		v := base
		v.Title = name
		v.Book = &entry{Review: m.sentences(m.text.About, 2, book{}, n), Reader: m.text.Readers[i%len(m.text.Readers)], Fields: []field{
			{Label: t.Labels["kind"], Value: t.Kinds[i/4]}, {Label: t.Labels["weight"], Value: fmt.Sprintf("%d,%d kg", 1+i%3, i%9)},
			{Label: t.Labels["material"], Value: t.Materials[i%4]}, {Label: t.Labels["price"], Value: m.value("price", i, book{}, 0)}}}
		all = append(all, m.add(host, fmt.Sprintf("/tool/%d.html", 10+i), 0, v))
	}
	m.close(host, 0, base, all)
}

// forum has lists of the best books and threads about some.
func (m *maker) forum() {
	const host = "shelf.example"
	t, library := m.text.Noise, m.library()
	base := m.shell(t.Forum, t.Threads)
	said := func(b book) string { return strings.NewReplacer("{T}", b.title, "{A}", m.author(b)).Replace(t.Item) }
	var all []link
	for i := range 6 {
		v, g := base, group{Name: t.Lists}
		v.Title = fmt.Sprintf("%s %d", t.Best, i+1)
		for j, b := range library {
			if (j+i)%2 == 0 {
				g.Links = append(g.Links, link{URL: "/all/", Text: said(b), Note: strings.ReplaceAll(t.Posts, "{n}", strconv.Itoa(2+j))})
			}
		}
		v.List = []group{g}
		all = append(all, m.add(host, fmt.Sprintf("/lists/%d", i+1), 1, v))
	}
	for i := 0; i < len(library); i += 3 {
		v, b := base, library[i]
		v.Title = b.title
		v.Text = []string{said(b)}
		for k := range 4 {
			v.Text = append(v.Text, m.text.Readers[(i+k)%len(m.text.Readers)]+": "+m.sentences(m.text.Review, 2, b, "forum", strconv.Itoa(k)))
		}
		all = append(all, m.add(host, fmt.Sprintf("/threads/%d", 300+i), 1, v))
	}
	m.close(host, 1, base, all)
}

// lexicon has pages of data about authors, with what they wrote.
func (m *maker) lexicon() {
	const host = "lexicon.example"
	t := m.text.Noise
	base := m.shell(t.Lexicon, t.Words["all"])
	base.Words = map[string]string{"review": t.Words["about"], "related": t.Words["all"], "facts": t.Words["about"]}
	works := map[string][]string{}
	var names []string
	for _, b := range m.library() {
		name := m.author(b)
		if works[name] == nil {
			names = append(names, name)
		}
		works[name] = append(works[name], b.title)
	}
	var all []link
	for i, name := range names {
		n, v := strconv.Itoa(i), base
		v.Title = name
		v.Book = &entry{Review: m.sentences(m.text.About, 2, book{}, "lexicon", n), Fields: []field{
			{Label: t.Person["author"], Value: name}, {Label: t.Person["born"], Value: strconv.Itoa(1700 + pick(190, "born", n))}, {Label: t.Person["died"], Value: strconv.Itoa(1790 + pick(160, "died", n))},
			{Label: t.Person["town"], Value: t.Towns[pick(len(t.Towns), "town", n)]}, {Label: t.Person["trade"], Value: t.Trades[pick(len(t.Trades), "trade", n)]},
			{Label: t.Person["works"], Value: strings.Join(works[name], "; ")}}}
		all = append(all, m.add(host, fmt.Sprintf("/person/%d", 50+i), 1, v))
	}
	m.close(host, 1, base, all)
}

// divisor is the greatest that two numbers have in common.
func divisor(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// slug is a text as a part of a URL: its letters and digits, percent-encoded where they
// are not of ASCII.
func slug(s string) string {
	words := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
	return url.PathEscape(strings.Join(words, "-"))
}

// isbn gives the ISBN-13 that begins with 12 digits.
func isbn(twelve int64) string {
	digits := fmt.Sprintf("%012d", twelve)
	sum := 0
	for i, d := range digits {
		sum += int(d-'0') * (1 + 2*(i%2))
	}
	return digits + strconv.Itoa((10-sum%10)%10)
}

// pick chooses one of n for a key, the same one every time.
func pick(n int, key ...string) int {
	h := fnv.New64a()
	for _, k := range key {
		_, _ = h.Write([]byte(k))
		_, _ = h.Write([]byte{0})
	}
	x := h.Sum64() // FNV does not mix its high bits down
	x ^= x >> 32
	x *= 0xd6e8feb86659fd93
	x ^= x >> 32
	return int(x % uint64(n))
}
