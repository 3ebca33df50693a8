package langweb

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// The five sites of books.

// shelf is how many books a site of books has.
const shelf = 32

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

// slug is a text as a part of a URL: its letters and digits, percent-encoded where they
// are not of ASCII.
func slug(s string) string {
	words := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
	return url.PathEscape(strings.Join(words, "-"))
}
