package focused

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/internal/sitetest"
	"verde/page"
	"verde/siteexpand"
)

// translated is a site of sixty books in three languages, each page with a
// switch to the others. say gives what a page says of its forms, by its path
// without the language.
func translated(say func(language, rest string) string) map[string]string {
	pages := map[string]string{"/": "<h1>Language</h1>" + sitetest.Anchors("p", "/en/", "/de/", "/fr/")}
	for _, l := range []string{"en", "de", "fr"} {
		put := func(rest, body string) {
			pages["/"+l+rest] = say(l, rest) + sitetest.Anchors("p class=languages", "/en"+rest, "/de"+rest, "/fr"+rest) + sitetest.Anchors("nav", "/"+l+"/") + body
		}
		var all []string
		for shelf := 1; shelf <= 3; shelf++ {
			var books []string
			for i := 1; i <= 20; i++ {
				book := fmt.Sprintf("/shelf-%d/book-%d.html", shelf, i)
				books = append(books, "/"+l+book)
				put(book, fmt.Sprintf("<h1>Title %d</h1><dl><dt>Written by</dt><dd>Author %d</dd></dl>", i, i)+sitetest.Anchors("p class=up", fmt.Sprintf("/%s/shelf-%d/", l, shelf)))
			}
			all = append(all, fmt.Sprintf("/%s/shelf-%d/", l, shelf))
			put(fmt.Sprintf("/shelf-%d/", shelf), "<h1>Shelf</h1>"+sitetest.Anchors("ol class=books", books...))
		}
		put("/", "<h1>Shelves</h1>"+sitetest.Anchors("ul class=shelves", all...))
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
	german["/en/shelf-2/"] += sitetest.Anchors("s", "/de/shelf-2/book-99.html")
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
			print[p] += sitetest.Anchors("b", "/print"+p)
		}
	}
	for _, x := range []struct {
		name    string
		pages   map[string]string
		samples []string
		opt     siteexpand.Options
		want    []string
		spared  []string // pages under these are downloaded
		most    int      // ... so often at most
	}{
		{"pages say so", translated(alternates), []string{"/en/shelf-1/book-3.html", "/en/shelf-2/book-7.html"}, siteexpand.Options{}, all("en"), []string{"/de/", "/fr/"}, 0},
		{"one sample", translated(alternates), []string{"/de/shelf-1/book-3.html"}, siteexpand.Options{Scope: siteexpand.Siblings}, all("de"), []string{"/en/", "/fr/"}, 0},
		{"samples in two languages", translated(alternates), []string{"/en/shelf-1/book-3.html", "/de/shelf-2/book-7.html"}, siteexpand.Options{}, all("de", "en"), []string{"/fr/"}, 0},
		{"one sample, pages say only what they are", translated(language), []string{"/de/shelf-1/book-3.html"}, siteexpand.Options{Scope: siteexpand.Siblings}, all("de"), nil, 0},
		{"all asked for", translated(alternates), []string{"/en/shelf-1/book-3.html", "/de/shelf-2/book-7.html"}, siteexpand.Options{AllLanguages: true}, all("de", "en", "fr"), nil, 0},
		{"sitemap says so", listed(translated(nothing), true), []string{"/en/shelf-1/book-3.html", "/en/shelf-2/book-7.html"}, siteexpand.Options{}, all("en"), []string{"/de/", "/fr/"}, 0},
		{"sitemap lists all, pages say so", listed(translated(alternates), false), []string{"/en/shelf-1/book-3.html", "/en/shelf-2/book-7.html"}, siteexpand.Options{}, all("en"), []string{"/de/", "/fr/"}, 40},
		{"only in another language", german, []string{"/en/shelf-1/book-3.html", "/en/shelf-2/book-7.html"}, siteexpand.Options{}, all("en"), []string{"/de/", "/fr/"}, 1},
		{"samples say nothing", silent, []string{"/en/shelf-1/book-3.html", "/en/shelf-2/book-7.html", "/de/shelf-3/book-7.html"}, siteexpand.Options{}, all("de", "en", "fr"), nil, 0},
		{"front pages on all pages", front, []string{"/en/shelf-1/book-3.html", "/en/shelf-2/book-7.html"}, siteexpand.Options{}, all("en"), nil, 0},
		{"print versions", print, []string{"/en/shelf-1/book-3.html", "/en/shelf-2/book-7.html"}, siteexpand.Options{}, all("de", "en", "fr"), []string{"/print/"}, 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			got, res, src := sitetest.Expand(t, Method{}, x.pages, x.opt, x.samples...)
			if diff := cmp.Diff(x.want, got); diff != "" {
				t.Errorf("pages (-want +got):\n%s", diff)
			}
			spared := 0
			for u := range src.Fetched {
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
type headed struct{ *sitetest.InMemory }

var linkElement = regexp.MustCompile(`<link rel=alternate hreflang=(\S+) href="(\S+)">`)

func (h headed) Fetch(ctx context.Context, u string) (*page.Page, error) {
	p, err := h.InMemory.Fetch(ctx, u)
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
	want, err := Method{}.Expand(t.Context(), sitetest.NewMemory(translated(alternates)), slices.Clone(samples), siteexpand.Options{})
	if err != nil {
		t.Fatal(err)
	}
	src := sitetest.NewMemory(translated(alternates))
	got, err := Method{}.Expand(t.Context(), headed{src}, samples, siteexpand.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.Pages, got.Pages); diff != "" || got.Report.Dropped[siteexpand.DropLanguage] != want.Report.Dropped[siteexpand.DropLanguage] {
		t.Errorf("dropped %v, want %v; pages (-as elements +as fields):\n%s", got.Report.Dropped, want.Report.Dropped, diff)
	}
	for u := range src.Fetched {
		if !strings.HasPrefix(u, "http://e.org/en/") && strings.Contains(u, "book") {
			t.Errorf("%s was downloaded", u)
		}
	}
}

// The other languages of a page are names of it, once each and counted.
func TestLanguageAliases(t *testing.T) {
	t.Parallel()
	res, err := Method{}.Expand(t.Context(), sitetest.NewMemory(listed(translated(nothing), true)), []string{"http://e.org/en/shelf-1/book-3.html", "http://e.org/en/shelf-2/book-7.html"}, siteexpand.Options{})
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
	if n := res.Report.Dropped[siteexpand.DropLanguage]; n != 2*64 {
		t.Errorf("%d pages counted as of another language, want two of each of 64", n)
	}
}

// Pages that send each other the reader in circles end.
func TestLanguagesInCircles(t *testing.T) {
	t.Parallel()
	pages := translated(alternates)
	for i := 1; i <= 20; i++ { // each says that it is German and the next is English
		pages[fmt.Sprintf("/en/shelf-3/book-%d.html", i)] = fmt.Sprintf(`<link rel=alternate hreflang=de href="/en/shelf-3/book-%d.html"><link rel=alternate hreflang=en href="/en/shelf-3/book-%d.html">`, i, i%20+1)
	}
	res, err := Method{}.Expand(t.Context(), sitetest.NewMemory(pages), []string{"http://e.org/en/shelf-1/book-3.html", "http://e.org/en/shelf-2/book-7.html"}, siteexpand.Options{})
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
	pages := sitetest.Bookshop()
	for p, body := range pages {
		i := strings.Index(body, "<p class=next><a href=\"/books/")
		if i < 0 {
			continue
		}
		next := strings.Split(body[i:], `"`)[1]
		pages[p] = `<link rel="next" href="` + next + `">` + body[:i]
	}
	res := expandShop(t, pages, siteexpand.Options{})
	got := sitetest.Paths(res.Pages)
	slices.Sort(got)
	if diff := cmp.Diff(sitetest.Books("crime", "poems", "travel"), got); diff != "" {
		t.Errorf("pages (-want +got):\n%s", diff)
	}
}
