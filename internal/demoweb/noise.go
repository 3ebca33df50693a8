package demoweb

import (
	"fmt"
	"strconv"
	"strings"
)

// The hosts here have no pages about one book each. The blog, the newspaper
// and the forum speak of the same books by title and author; the shop has the
// templates of a book shop, and no books.

// leaflet is a page of such a host.
type leaflet struct {
	Name, Title, Date string
	Nav, Trail        []link
	Tags              []link
	Paragraphs        []string
	Items             []string // of a ranking
	Rows              []link   // label and value of a table
	Links             []link   // of a page that leads to others
	Replies           []reply
	Side              []link
}

// reply is what a reader says below an article.
type reply struct {
	Who, Text string
	Posts     int
}

// printer puts the leaflets of a host together.
type printer struct {
	*host
	title, template string
	nav, side       []link
	prose           prose
	paths           []string
	leaves          map[string]*leaflet
}

func newPrinter(name, title, template string, p prose, nav ...link) *printer {
	return &printer{host: newHost(name), title: title, template: template, nav: nav, prose: p, leaves: make(map[string]*leaflet)}
}

func (p *printer) add(path string, l *leaflet) link {
	p.paths = append(p.paths, path)
	p.leaves[path] = l
	return link{URL: path, Text: l.Title, Note: l.Date}
}

// finish adds the pages that every host has and renders all.
func (p *printer) finish() *host {
	for _, name := range [...]string{"About", "Contact"} {
		p.add("/"+strings.ToLower(name), &leaflet{Title: name, Paragraphs: []string{p.prose.paragraph("about", 3, book{}, p.name, name)}})
	}
	t := parse(p.template)
	for _, path := range p.paths {
		l := p.leaves[path]
		l.Name, l.Nav = p.title, p.nav
		if l.Side == nil {
			l.Side = p.side
		}
		p.pages[path] = render(t, l)
	}
	return p.host
}

// replies lets n readers say something of a section about b.
func (p *printer) replies(n int, section string, b book) []reply {
	var out []reply
	for i := range n {
		key := fmt.Sprint(p.name, i)
		who := [...]string{"Birgit", "Quentin", "Noor", "Halvard", "Odile", "Pim", "Samira", "Teodor"}[pick(8, key, b.Title)]
		out = append(out, reply{Who: who, Text: p.prose.paragraph(section, 2, b, key), Posts: 3 + pick(900, who)})
	}
	return out
}

// date invents a day.
func date(key ...string) string {
	months := [...]string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}
	return fmt.Sprintf("%d %s %d", 1+pick(28, append(key, "day")...), months[pick(12, append(key, "month")...)], 2022+pick(4, append(key, "year")...))
}

// newBlog writes a whole article about every second book, in sentences.
func newBlog(library []book, prose prose) *host {
	p := newPrinter("marginnotes.example", "Margin Notes", "blog.html", prose, link{URL: "/", Text: "Diary"}, link{URL: "/archive", Text: "All posts"})
	var all []link
	filed := make(map[string][]link)
	for i, b := range library {
		if i%2 == 1 && b.Title != sampleTitle {
			continue
		}
		tag := link{URL: "/tag/" + slug(b.Genre), Text: b.Genre}
		post := p.add("/posts/"+slug(b.Title), &leaflet{Title: "Reading " + b.Title, Date: date("blog", b.Title), Tags: []link{tag},
			Paragraphs: []string{
				fmt.Sprintf("This week I took %s by %s from the shelf. %s", b.Title, b.Author, prose.paragraph("blog", 3, b, "a")),
				prose.paragraph("blog", 4, b, "b"), prose.paragraph("review", 3, b, "blog")},
			Replies: p.replies(pick(3, "comments", b.Title), "review", b)})
		all = append(all, post)
		filed[b.Genre] = append(filed[b.Genre], post)
	}
	for i, g := range genres() {
		p.add("/tag/"+slug(g), &leaflet{Title: "Filed under " + g, Links: filed[g]})
		p.side = append(p.side, all[i*4])
	}
	p.add("/archive", &leaflet{Title: "All posts", Links: all})
	p.add("/", &leaflet{Title: "Margin Notes", Paragraphs: []string{"A diary of reading."}, Links: all[:8]})
	return p.finish()
}

// newNewspaper mentions two books in each report of its culture pages, and none
// in the others.
func newNewspaper(library []book, prose prose) *host {
	culture, town := link{URL: "/culture/", Text: "Culture"}, link{URL: "/town/", Text: "Town"}
	p := newPrinter("dailyferry.example", "The Daily Ferry", "news.html", prose, culture, town)
	var reports, others []link
	for i := 0; i+2 < len(library); i += 3 {
		b, c := library[i], library[i+1]
		reports = append(reports, p.add(fmt.Sprintf("/2026/culture/%d", 4000+i), &leaflet{Title: "The town reads " + b.Author, Date: date("news", b.Title), Tags: []link{culture},
			Paragraphs: []string{
				fmt.Sprintf("A reading of %s by %s filled the town hall on Friday. %s", b.Title, b.Author, prose.paragraph("news", 3, b, "a")),
				fmt.Sprintf("Next in the series is %s by %s. %s", c.Title, c.Author, prose.paragraph("news", 3, c, "b"))}}))
	}
	for i, title := range [...]string{"Bridge to close for a week", "Council argues about a roof", "Ferry timetable changes", "Market returns to the square", "A hall too small", "Storm takes two trees"} {
		others = append(others, p.add("/2026/town/"+strconv.Itoa(7100+i*3), &leaflet{Title: title, Date: date("news", title), Tags: []link{town},
			Paragraphs: []string{prose.paragraph("town", 4, book{}, title, "a"), prose.paragraph("town", 3, book{}, title, "b")}}))
	}
	p.side = []link{reports[3], others[1], reports[11], others[4]}
	p.add(culture.URL, &leaflet{Title: "Culture", Links: reports})
	p.add(town.URL, &leaflet{Title: "Town", Links: others})
	p.add("/", &leaflet{Title: "The Daily Ferry", Paragraphs: []string{"News from both banks of the river."}, Links: append(reports[:5:5], others...)})
	return p.finish()
}

// newForum has lists of the best books, each with many titles and authors, and
// threads about some of them.
func newForum(library []book, prose prose) *host {
	lists, threads := link{URL: "/lists/", Text: "Lists"}, link{URL: "/threads/", Text: "Threads"}
	p := newPrinter("bestshelf.example", "Best Shelf", "forum.html", prose, lists, threads)
	var ranked, talk []link
	for i := range 6 {
		l := &leaflet{Title: fmt.Sprintf("The best books of all time, list %d", i+1), Paragraphs: []string{"Voted by readers, and counted again every Sunday."}}
		for j, b := range library {
			if (j+i)%2 == 0 {
				l.Items = append(l.Items, b.Title+" by "+b.Author)
			}
		}
		l.Replies = p.replies(3, "forum", library[i*5])
		ranked = append(ranked, p.add("/lists/"+strconv.Itoa(i+1), l))
	}
	for i := range 12 {
		b := library[i*7]
		opening := reply{Who: "Ada", Posts: 41, Text: fmt.Sprintf("I have just finished %s by %s and would like to talk about the ending. %s", b.Title, b.Author, prose.paragraph("forum", 1, b, "opening"))}
		talk = append(talk, p.add("/thread/"+strconv.Itoa(300+i*11), &leaflet{Title: "About " + b.Title, Replies: append([]reply{opening}, p.replies(4, "forum", b)...)}))
		talk[i].Note = "5 posts"
	}
	p.add(lists.URL, &leaflet{Title: "Lists", Links: ranked})
	p.add(threads.URL, &leaflet{Title: "Threads", Links: talk})
	p.add("/", &leaflet{Title: "Best Shelf", Paragraphs: []string{"Lists that readers vote on."}, Links: append(ranked[:3:3], talk[:5]...)})
	return p.finish()
}

// newToolShop sells garden tools, with a page per tool made like those of the
// book sites.
func newToolShop(prose prose) *host {
	all := link{URL: "/tools/", Text: "All tools"}
	p := newPrinter("spadeandsons.example", "Spade & Sons", "tools.html", prose, all)
	var tools, kinds []link
	ofKind := make(map[string][]link)
	for i, line := range lines("data/tools.tsv") {
		f := strings.Split(line, "\t")
		kind := link{URL: "/tools/" + slug(f[1]) + "/", Text: f[1]}
		l := &leaflet{Title: f[0], Trail: []link{{URL: "/", Text: "Yard"}, all, kind},
			Rows:       []link{{Text: "Kind", Note: f[1]}, {Text: "Weight", Note: f[2]}, {Text: "Material", Note: f[3]}, {Text: "Price", Note: "£" + f[4]}},
			Paragraphs: []string{prose.paragraph("garden", 3, book{Title: f[0]})}}
		if i > 0 {
			l.Side = tools[i-1 : i : i]
		}
		tools = append(tools, p.add("/tools/"+slug(f[0])+"-"+strconv.Itoa(10+i)+".html", l))
		if len(ofKind[f[1]]) == 0 {
			kinds = append(kinds, kind)
		}
		ofKind[f[1]] = append(ofKind[f[1]], tools[i])
	}
	for _, k := range kinds {
		p.add(k.URL, &leaflet{Title: k.Text, Trail: []link{{URL: "/", Text: "Yard"}, all}, Links: ofKind[k.Text]})
	}
	p.add(all.URL, &leaflet{Title: "All tools", Trail: []link{{URL: "/", Text: "Yard"}}, Links: tools})
	p.add("/", &leaflet{Title: "Spade & Sons", Paragraphs: []string{"Tools for people who dig."}, Links: kinds})
	return p.finish()
}
