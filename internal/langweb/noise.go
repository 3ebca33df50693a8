package langweb

import (
	"fmt"
	"strconv"
	"strings"
)

// The sites that a search finds, too, and that have no pages of one book each: a blog, a newspaper, a forum,
// a shop of tools and a lexicon of authors.

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
