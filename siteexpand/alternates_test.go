package siteexpand

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/page"
)

// translated is a site of sixty books in three languages, each page with a
// switch to the others. say gives what a page says of its forms, by its path
// without the language.
func translated(say func(language, rest string) string) map[string]string {
	pages := map[string]string{"/": "<h1>Language</h1>" + anchors("p", "/en/", "/de/", "/fr/")}
	for _, l := range []string{"en", "de", "fr"} {
		put := func(rest, body string) {
			pages["/"+l+rest] = say(l, rest) + anchors("p class=languages", "/en"+rest, "/de"+rest, "/fr"+rest) + anchors("nav", "/"+l+"/") + body
		}
		var all []string
		for shelf := 1; shelf <= 3; shelf++ {
			var books []string
			for i := 1; i <= 20; i++ {
				book := fmt.Sprintf("/shelf-%d/book-%d.html", shelf, i)
				books = append(books, "/"+l+book)
				put(book, fmt.Sprintf("<h1>Title %d</h1><dl><dt>Written by</dt><dd>Author %d</dd></dl>", i, i)+anchors("p class=up", fmt.Sprintf("/%s/shelf-%d/", l, shelf)))
			}
			all = append(all, fmt.Sprintf("/%s/shelf-%d/", l, shelf))
			put(fmt.Sprintf("/shelf-%d/", shelf), "<h1>Shelf</h1>"+anchors("ol class=books", books...))
		}
		put("/", "<h1>Shelves</h1>"+anchors("ul class=shelves", all...))
	}
	return pages
}

// alternates are the link elements of a page that is in three languages.
func alternates(_, rest string) string {
	return fmt.Sprintf(`<link rel=alternate hreflang=en href="/en%[1]s"><link rel=alternate hreflang=de href="/de%[1]s"><link rel=alternate hreflang=fr href="/fr%[1]s"><link rel=alternate hreflang=x-default href="/">`, rest)
}

// language is no form, but what the page itself is in.
func language(l, _ string) string { return "<html lang=" + l + ">" }

func nothing(_, _ string) string { return "" }

// listed adds a sitemap of all pages, with their languages if told.
func listed(pages map[string]string, languages bool) map[string]string {
	var b strings.Builder
	b.WriteString("<urlset>")
	for _, p := range slices.Sorted(maps.Keys(pages)) {
		fmt.Fprintf(&b, "<url><loc>http://e.org%s</loc>", p)
		if l, rest, ok := strings.Cut(p[1:], "/"); ok && languages {
			fmt.Fprint(&b, strings.NewReplacer("<link", "<xhtml:link", `">`, `"/>`, "=alternate", `="alternate"`, "=en", `="en"`, "=de", `="de"`, "=fr", `="fr"`, "=x-default", `="x-default"`).Replace(alternates(l, "/"+rest)))
		}
		b.WriteString("</url>")
	}
	pages["/sitemap.xml"] = b.String() + "</urlset>"
	return pages
}

func TestLanguages(t *testing.T) {
	t.Parallel()
	all := func(languages ...string) (paths []string) {
		for p := range translated(nothing) {
			if strings.Contains(p, "/book-") && slices.Contains(languages, p[1:3]) {
				paths = append(paths, p)
			}
		}
		slices.Sort(paths)
		return paths
	}
	german := translated(alternates)
	german["/de/shelf-2/book-99.html"] = strings.NewReplacer("/en/shelf-2/book-9.html", "/de/shelf-2/book-99.html", "hreflang=en", "hreflang=de").Replace(german["/de/shelf-2/book-9.html"])
	german["/en/shelf-2/"] += anchors("s", "/de/shelf-2/book-99.html")
	silent := translated(alternates)
	for _, p := range []string{"/en/shelf-1/book-3.html", "/en/shelf-2/book-7.html", "/de/shelf-3/book-7.html"} {
		silent[p] = silent[p][strings.Index(silent[p], "<p class"):]
	}
	front := translated(func(l, rest string) string { // the front page of each language on every page
		return `<link rel=alternate hreflang=` + l + ` href="/` + l + rest + `"><link rel=alternate hreflang=de href="/de/"><link rel=alternate hreflang=fr href="/">`
	})
	print := translated(func(l, rest string) string { return `<link rel=alternate media=print href="/print/` + l + rest + `">` })
	for _, p := range slices.Collect(maps.Keys(print)) {
		if strings.Contains(p, "/book-") {
			print["/print"+p] = print[p]
			print[p] += anchors("b", "/print"+p)
		}
	}
	for _, x := range []struct {
		name    string
		pages   map[string]string
		samples []string
		opt     Options
		want    []string
		spared  []string // pages under these are downloaded
		most    int      // ... so often at most
	}{
		{"pages say so", translated(alternates), []string{"/en/shelf-1/book-3.html", "/en/shelf-2/book-7.html"}, Options{}, all("en"), []string{"/de/", "/fr/"}, 0},
		{"one sample", translated(alternates), []string{"/de/shelf-1/book-3.html"}, Options{Scope: Siblings}, all("de"), []string{"/en/", "/fr/"}, 0},
		{"samples in two languages", translated(alternates), []string{"/en/shelf-1/book-3.html", "/de/shelf-2/book-7.html"}, Options{}, all("de", "en"), []string{"/fr/"}, 0},
		{"one sample, pages say only what they are", translated(language), []string{"/de/shelf-1/book-3.html"}, Options{Scope: Siblings}, all("de"), nil, 0},
		{"all asked for", translated(alternates), []string{"/en/shelf-1/book-3.html", "/de/shelf-2/book-7.html"}, Options{AllLanguages: true}, all("de", "en", "fr"), nil, 0},
		{"sitemap says so", listed(translated(nothing), true), []string{"/en/shelf-1/book-3.html", "/en/shelf-2/book-7.html"}, Options{}, all("en"), []string{"/de/", "/fr/"}, 0},
		{"sitemap lists all, pages say so", listed(translated(alternates), false), []string{"/en/shelf-1/book-3.html", "/en/shelf-2/book-7.html"}, Options{}, all("en"), []string{"/de/", "/fr/"}, 40},
		{"only in another language", german, []string{"/en/shelf-1/book-3.html", "/en/shelf-2/book-7.html"}, Options{}, all("en"), []string{"/de/", "/fr/"}, 1},
		{"samples say nothing", silent, []string{"/en/shelf-1/book-3.html", "/en/shelf-2/book-7.html", "/de/shelf-3/book-7.html"}, Options{}, all("de", "en", "fr"), nil, 0},
		{"front pages on all pages", front, []string{"/en/shelf-1/book-3.html", "/en/shelf-2/book-7.html"}, Options{}, all("en"), nil, 0},
		{"print versions", print, []string{"/en/shelf-1/book-3.html", "/en/shelf-2/book-7.html"}, Options{}, all("de", "en", "fr"), []string{"/print/"}, 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			got, res, src := expandBy(t, Focused{}, x.pages, x.opt, x.samples...)
			if diff := cmp.Diff(x.want, got); diff != "" {
				t.Errorf("pages (-want +got):\n%s", diff)
			}
			spared := 0
			for u := range src.fetched {
				if slices.ContainsFunc(x.spared, func(p string) bool { return strings.HasPrefix(u, "http://e.org"+p) }) {
					spared++
				}
			}
			if spared > x.most {
				t.Errorf("%d pages of other forms downloaded, want at most %d; dropped %v", spared, x.most, res.Report.Dropped)
			}
		})
	}
}

// headed says in the HTTP header what the link elements of pages say, which it
// takes out of them.
type headed struct{ *inMemory }

var linkElement = regexp.MustCompile(`<link rel=alternate hreflang=(\S+) href="(\S+)">`)

func (h headed) Fetch(ctx context.Context, u string) (*page.Page, error) {
	p, err := h.inMemory.Fetch(ctx, u)
	if err != nil {
		return nil, err
	}
	var fields []string
	for _, m := range linkElement.FindAllSubmatch(p.Body, -1) {
		fields = append(fields, fmt.Sprintf("<%s>; rel=alternate; hreflang=%s", m[2], m[1]))
	}
	p.Body, p.Relations = linkElement.ReplaceAll(p.Body, nil), page.ParseLinkHeader(fields)
	return p, nil
}

// What the HTTP header says of a page's forms counts as if the page said it.
func TestLanguagesInHeader(t *testing.T) {
	t.Parallel()
	samples := []string{"http://e.org/en/shelf-1/book-3.html", "http://e.org/en/shelf-2/book-7.html"}
	want, err := Focused{}.Expand(t.Context(), newMemory(translated(alternates)), slices.Clone(samples), Options{})
	if err != nil {
		t.Fatal(err)
	}
	src := newMemory(translated(alternates))
	got, err := Focused{}.Expand(t.Context(), headed{src}, samples, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.Pages, got.Pages); diff != "" || got.Report.Dropped[DropLanguage] != want.Report.Dropped[DropLanguage] {
		t.Errorf("dropped %v, want %v; pages (-as elements +as fields):\n%s", got.Report.Dropped, want.Report.Dropped, diff)
	}
	for u := range src.fetched {
		if !strings.HasPrefix(u, "http://e.org/en/") && strings.Contains(u, "book") {
			t.Errorf("%s was downloaded", u)
		}
	}
}

// The other languages of a page are names of it, once each and counted.
func TestLanguageAliases(t *testing.T) {
	t.Parallel()
	res, err := Focused{}.Expand(t.Context(), newMemory(listed(translated(nothing), true)), []string{"http://e.org/en/shelf-1/book-3.html", "http://e.org/en/shelf-2/book-7.html"}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range res.Pages {
		rest, own := strings.CutPrefix(e.URL, "http://e.org/en")
		if !own {
			t.Fatalf("%s is in another language", e.URL)
		}
		if diff := cmp.Diff([]string{"http://e.org/de" + rest, "http://e.org/fr" + rest}, e.Aliases); diff != "" {
			t.Fatalf("aliases of %s (-want +got):\n%s", e.URL, diff)
		}
	}
	if n := res.Report.Dropped[DropLanguage]; n != 2*64 {
		t.Errorf("%d pages counted as of another language, want two of each of 64", n)
	}
}

// A URL that two pages name as their alternate is the alternate of neither.
func TestDisputedAlternate(t *testing.T) {
	t.Parallel()
	s, _ := openSite(t, map[string]string{"/a": "A"}, "/a")
	a, b, front := s.intern("http://e.org/a"), s.intern("http://e.org/b"), s.intern("http://e.org/de/")
	s.addAlternate(front, a)
	if s.resolve(front) != a || s.report.Dropped[DropLanguage] != 1 {
		t.Errorf("an alternate that one page names goes by %s, dropped %v", s.url(s.resolve(front)), s.report.Dropped)
	}
	s.addAlternate(front, a)
	s.addAlternate(front, b)
	s.addAlternate(front, a)
	if s.resolve(front) != front || s.report.Dropped[DropLanguage] != 0 {
		t.Errorf("an alternate that two pages name goes by %s, dropped %v", s.url(s.resolve(front)), s.report.Dropped)
	}
	if s.addAlternate(a, b); s.resolve(a) != a {
		t.Error("a page that was downloaded became a name of another")
	}
}

// Pages that send each other the reader in circles end.
func TestLanguagesInCircles(t *testing.T) {
	t.Parallel()
	pages := translated(alternates)
	for i := 1; i <= 20; i++ { // each says that it is German and the next is English
		pages[fmt.Sprintf("/en/shelf-3/book-%d.html", i)] = fmt.Sprintf(`<link rel=alternate hreflang=de href="/en/shelf-3/book-%d.html"><link rel=alternate hreflang=en href="/en/shelf-3/book-%d.html">`, i, i%20+1)
	}
	res, err := Focused{}.Expand(t.Context(), newMemory(pages), []string{"http://e.org/en/shelf-1/book-3.html", "http://e.org/en/shelf-2/book-7.html"}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Pages) < 40 {
		t.Errorf("%d pages, want the forty that are right at least", len(res.Pages))
	}
}

// The next part of a list is found by its link element alone.
func TestParts(t *testing.T) {
	t.Parallel()
	pages := bookshop()
	for p, body := range pages {
		i := strings.Index(body, "<p class=next><a href=\"/books/")
		if i < 0 {
			continue
		}
		next := strings.Split(body[i:], `"`)[1]
		pages[p] = `<link rel="next" href="` + next + `">` + body[:i]
	}
	res := expandShop(t, pages, Options{})
	got := urls(res.Pages)
	slices.Sort(got)
	if diff := cmp.Diff(books("crime", "poems", "travel"), got); diff != "" {
		t.Errorf("pages (-want +got):\n%s", diff)
	}
}
