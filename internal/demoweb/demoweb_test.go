package demoweb

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"verde/page"
)

func get(t *testing.T, w *Web, url string) (int, string) {
	t.Helper()
	rec := httptest.NewRecorder()
	w.Handler().ServeHTTP(rec, httptest.NewRequest("GET", url, nil))
	return rec.Code, rec.Body.String()
}

// links gives the normal URLs that a page links to.
func links(t *testing.T, at, body string) []string {
	t.Helper()
	doc, err := page.Parse([]byte(body))
	if err != nil {
		t.Fatalf("%s: %v", at, err)
	}
	var paths page.Paths
	var out []string
	for _, l := range page.NewOutline(&page.Page{URL: at}, doc, &paths, page.Tag).Links {
		out = append(out, l.URL)
	}
	return out
}

// Every page has its elements closed in order, a title and one heading, and
// links that lead somewhere, but for those that are dead on purpose.
func TestPages(t *testing.T) {
	t.Parallel()
	w := New()
	dead := make(map[string]bool)
	for name, h := range w.hosts {
		for _, path := range h.paths() {
			at := "http://" + name + path
			if err := balanced(string(h.pages[path])); err != nil {
				t.Errorf("%s: %v", at, err)
			}
			if title, _ := textOf(h.pages[path]); title == "" || strings.Count(string(h.pages[path]), "<h1") != 1 {
				t.Errorf("%s: title %q and %d headings", at, title, strings.Count(string(h.pages[path]), "<h1"))
			}
			for _, l := range links(t, at, string(h.pages[path])) {
				if !strings.HasPrefix(l, "http://"+name+"/") {
					t.Errorf("%s links to %s, on another host", at, l)
				}
				if strings.HasPrefix(l, "http://"+name+"/basket/?") {
					continue // forbidden, and never answered
				}
				if code, _ := get(t, w, l); code != http.StatusOK {
					dead[l] = true
				}
			}
		}
	}
	want := []string{"http://isbnhall.example/downloads", "http://quireandco.example/gift-cards", "http://quireandco.example/p?id=901"}
	for id := 9; id <= 52; id += 9 {
		want = append(want, fmt.Sprintf("http://quireandco.example/p?id=%d", 900+id))
	}
	slices.Sort(want)
	if d := cmp.Diff(want, slices.Sorted(maps.Keys(dead))); d != "" {
		t.Errorf("dead links (-want +got):\n%s", d)
	}
}

// balanced reports an element that is not closed where it should be.
func balanced(body string) error {
	void := []string{"meta", "link", "br", "hr"}
	var open []string
	for z := html.NewTokenizer(strings.NewReader(body)); ; {
		switch z.Next() {
		case html.ErrorToken:
			if len(open) > 0 {
				return fmt.Errorf("%s is not closed", open)
			}
			return nil
		case html.StartTagToken:
			if name, _ := z.TagName(); !slices.Contains(void, string(name)) {
				open = append(open, string(name))
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			if len(open) == 0 || open[len(open)-1] != string(name) {
				return fmt.Errorf("%s closed within %s", name, open)
			}
			open = open[:len(open)-1]
		}
	}
}

// Every entity page is reached from its site's home page without the calendar
// or what robots.txt forbids, and shows its truth; nothing else looks like one.
func TestTruth(t *testing.T) {
	t.Parallel()
	w := New()
	truth := w.Truth()
	if d := cmp.Diff(w.Sites(), slices.Sorted(maps.Keys(truth))); d != "" || len(truth) < 5 {
		t.Errorf("sites (-Sites +Truth):\n%s", d)
	}
	for site, pages := range truth {
		if len(pages) < 25 || len(pages) > 60 {
			t.Errorf("%s has %d books", site, len(pages))
		}
		reached := make(map[string]bool)
		queue := []string{"http://" + site + "/"}
		for len(queue) > 0 {
			at := queue[0]
			queue = queue[1:]
			if reached[at] || strings.Contains(at, "/events/") || w.hosts[site].forbidden(strings.TrimPrefix(at, "http://"+site)) {
				continue
			}
			reached[at] = true
			if code, body := get(t, w, at); code == http.StatusOK {
				queue = append(queue, links(t, at, body)...)
			}
		}
		labels := w.Labels(site)
		for url, values := range pages {
			if !reached[url] {
				t.Errorf("%s is not reached from the home page", url)
			}
			_, body := get(t, w, url)
			_, words := textOf([]byte(body))
			text := strings.Join(words, " ")
			for attribute, vs := range values {
				for _, v := range append(slices.Clone(vs), labels[attribute]) {
					if !strings.Contains(text, v) {
						t.Errorf("%s does not show its %s %q", url, attribute, v)
					}
				}
			}
		}
	}
	if _, ok := truth[page.Site(w.Sample())][w.Sample()]; !ok {
		t.Errorf("the sample %s is no entity page", w.Sample())
	}
	if len(w.Violations()) > 0 {
		t.Errorf("violations %q", w.Violations())
	}
}

// Each two sites share at least 30 % of the books of the larger one, and what
// they share they describe alike.
func TestOverlap(t *testing.T) {
	t.Parallel()
	byTitle := make(map[string]map[string]map[string][]string) // site -> title -> attribute -> values
	for site, pages := range New().Truth() {
		byTitle[site] = make(map[string]map[string][]string)
		for _, values := range pages {
			byTitle[site][values["title"][0]] = values
		}
	}
	for a := range byTitle {
		for b := range byTitle {
			both := 0
			for title, values := range byTitle[a] {
				other, ok := byTitle[b][title]
				if !ok {
					continue
				}
				both++
				if d := cmp.Diff(values["author"], other["author"]); d != "" {
					t.Errorf("%s of %s and %s:\n%s", title, a, b, d)
				}
			}
			if 10*both < 3*max(len(byTitle[a]), len(byTitle[b])) {
				t.Errorf("%s and %s share %d titles of %d and %d", a, b, both, len(byTitle[a]), len(byTitle[b]))
			}
		}
	}
}

func TestSame(t *testing.T) {
	t.Parallel()
	a, b := build(), build()
	for name, h := range a.hosts {
		if d := cmp.Diff(h.pages, b.hosts[name].pages); d != "" {
			t.Errorf("%s differs from one web to the next:\n%.500s", name, d)
		}
	}
	if d := cmp.Diff(a.Truth(), b.Truth()); d != "" {
		t.Errorf("truth differs:\n%.500s", d)
	}
}

// The facts that all is made of.
func TestLibrary(t *testing.T) {
	t.Parallel()
	isbns, slugs := make(map[string]bool), make(map[string]bool)
	for _, b := range readBooks() {
		if !slices.Contains(genres(), b.Genre) || b.Title == "" || b.Author == "" || len(b.Year) != 4 || b.Language == "" {
			t.Errorf("incomplete: %+v", b)
		}
		sum := 0
		for i, d := range b.ISBN {
			sum += int(d-'0') * (1 + 2*(i%2))
		}
		if len(b.ISBN) != 13 || sum%10 != 0 || isbns[b.ISBN] || slugs[slug(b.Title)] {
			t.Errorf("%s: ISBN %s or slug %s wrong or taken", b.Title, b.ISBN, slug(b.Title))
		}
		isbns[b.ISBN], slugs[slug(b.Title)] = true, true
	}
	for _, test := range []struct{ in, want string }{
		{"Tess of the d'Urbervilles", "tess-of-the-durbervilles"}, {"Les Misérables", "les-miserables"}, {"Émile Zola", "emile-zola"},
		{"H. G. Wells", "h-g-wells"}, {"  (x)!", "x"},
	} {
		if got := slug(test.in); got != test.want {
			t.Errorf("slug(%q) = %q, want %q", test.in, got, test.want)
		}
	}
}

// Following the calendar never ends, and only the calendar is without end.
func TestCalendar(t *testing.T) {
	t.Parallel()
	w := New()
	at, seen := "http://authorsroom.example/events/2026/05/", make(map[string]bool)
	for range 40 {
		code, body := get(t, w, at)
		if code != http.StatusOK || seen[at] {
			t.Fatalf("%s: status %d, seen before %v", at, code, seen[at])
		}
		seen[at] = true
		all := links(t, at, body)
		at = all[slices.Index(all, "http://authorsroom.example/about/")-1] // the last link before the footer
	}
	if at != "http://authorsroom.example/events/2029/09/" {
		t.Errorf("40 months after May 2026 is %s", at)
	}
	for path, want := range map[string]int{
		"/events/2026/05/17/": 200, "/events/9999/12/": 200, "/events/0001/01/": 200,
		"/events/": 404, "/events/2026/": 404, "/events/2026/13/": 404, "/events/2026/5/": 404, "/events/2026/05": 404, "/events/2026/05/31/": 404,
		"/events/2026/05/17/1/": 404, "/events/10000/01/": 404, "/events/0000/12/": 404, "/events/+026/05/": 404, "/events/2026/05/1/": 404, "/events/x/y/": 404,
	} {
		if code, _ := get(t, w, "http://authorsroom.example"+path); code != want {
			t.Errorf("%s: status %d, want %d", path, code, want)
		}
	}
}

// ask gives the URLs on a page of results.
func ask(t *testing.T, w *Web, q string, number int) []string {
	t.Helper()
	code, body := get(t, w, w.SearchEndpoint()+"?format=json&q="+url.QueryEscape(q)+"&pageno="+fmt.Sprint(number))
	var answer struct {
		Query   string
		Results []struct{ URL, Title, Content string }
	}
	if err := json.Unmarshal([]byte(body), &answer); code != http.StatusOK || err != nil || answer.Query != q {
		t.Fatalf("%s: status %d, %v, query %q", q, code, err, answer.Query)
	}
	var urls []string
	for _, r := range answer.Results {
		if r.Title == "" || r.Content == "" {
			t.Errorf("%s: %s has title %q and snippet %q", q, r.URL, r.Title, r.Content)
		}
		urls = append(urls, r.URL)
	}
	return urls
}

// A query for a book finds it on every site and is answered page by page, with
// the pages about it before those that mention it.
func TestSearch(t *testing.T) {
	t.Parallel()
	w := New()
	const q = `"Great Expectations" AND "Charles Dickens" book OR author`
	var all []string
	for number := 1; ; number++ {
		urls := ask(t, w, q, number)
		if len(urls) == 0 {
			break
		}
		if all = append(all, urls...); len(urls) < perAnswer && len(ask(t, w, q, number+1)) > 0 {
			t.Errorf("page %d has %d results and is not the last", number, len(urls))
		}
	}
	ofSite := make(map[string]int)
	for _, u := range all {
		ofSite[page.Site(u)]++
		if _, body := get(t, w, u); !strings.Contains(body, "Great Expectations") || !strings.Contains(body, "Charles Dickens") {
			t.Errorf("%s lacks a phrase", u)
		}
	}
	truth := w.Truth()
	for site, pages := range truth {
		rank := slices.IndexFunc(all, func(u string) bool {
			return page.Site(u) == site && pages[u] != nil && pages[u]["title"][0] == "Great Expectations"
		})
		if rank < 0 || rank > 12 {
			t.Errorf("the page of %s has rank %d", site, rank)
		}
	}
	if len(slices.Compact(slices.Sorted(slices.Values(all)))) != len(all) || ofSite["marginnotes.example"] == 0 {
		t.Errorf("results %q: want each once, and the blog among them", all)
	}
	for u := range truth["cellarbooks.example"] {
		if slices.Contains(all, strings.Replace(u, "/catalog/", "/print/", 1)) {
			t.Errorf("%s is found although robots.txt forbids it", u)
		}
	}
}

func TestSearchBounds(t *testing.T) {
	t.Parallel()
	w := New()
	ofSite := make(map[string]int)
	for number := 1; number <= 20; number++ {
		for _, u := range ask(t, w, `book OR author OR year`, number) {
			ofSite[page.Site(u)]++
		}
	}
	if len(ofSite) < 5 || slices.Max(slices.Collect(maps.Values(ofSite))) != perHost {
		t.Errorf("results by host: %v, want at most %d", ofSite, perHost)
	}
	if got := ask(t, w, `"no such phrase at all"`, 1); len(got) != 0 {
		t.Errorf("results %v for a phrase that is nowhere", got)
	}
	for query, want := range map[string]int{"?format=json&q=x&pageno=0": 400, "?format=json&q=x&pageno=x": 400, "?format=json": 400, "?q=x": 403, "/more": 404} {
		if code, _ := get(t, w, w.SearchEndpoint()+query); code != want {
			t.Errorf("%s: status %d, want %d", query, code, want)
		}
	}
}

func TestSnippet(t *testing.T) {
	t.Parallel()
	d := document{text: strings.Fields(strings.Repeat("before ", 40) + "stands Jane Austen, here " + strings.Repeat("after ", 40))}
	if got := d.snippet([]string{" jane austen "}); !strings.Contains(got, "before stands Jane Austen, here after") || len(strings.Fields(got)) != snippetSize {
		t.Errorf("snippet %q", got)
	}
	if got := d.snippet(nil); !strings.HasPrefix(got, "before before") {
		t.Errorf("snippet without a term %q", got)
	}
}

// The web answers as a proxy and by Host header, and keeps count.
func TestHandler(t *testing.T) {
	t.Parallel()
	w := New()
	server := httptest.NewServer(w.Handler())
	defer server.Close()
	proxy, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	transport := &http.Transport{Proxy: http.ProxyURL(proxy)}
	defer transport.CloseIdleConnections()
	do := func(method, url, host string) (int, string) {
		req, err := http.NewRequestWithContext(t.Context(), method, url, nil)
		if err != nil {
			t.Fatal(err)
		}
		client := http.DefaultClient
		if req.Host = host; host == "" {
			client = &http.Client{Transport: transport}
		}
		resp, err := client.Do(req)
		if err != nil {
			return 0, err.Error()
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return resp.StatusCode, string(body)
	}
	for _, test := range []struct {
		method, url, host string
		status            int
		want              string
	}{
		{"GET", w.Sample(), "", 200, "<h1>Great Expectations</h1>"},
		{"GET", server.URL + "/isbn/", "isbnhall.example", 200, "<h1>Register</h1>"},
		{"GET", server.URL + "/isbn/", "ISBNhall.example:80", 200, "<h1>Register</h1>"},
		{"GET", "http://quireandco.example/p?id=3", "", 200, "<dt>EAN</dt>"},
		{"GET", "http://quireandco.example/p?id=903", "", 404, "Not found"},
		{"GET", "http://cellarbooks.example/robots.txt", "", 200, "Disallow: /print/\n"},
		{"GET", "http://cellarbooks.example/print/1003", "", 200, "<h1>"},
		{"GET", "http://cellarbooks.example/basket/?add=1003", "", 404, ""},
		{"GET", "http://openshelf.example/robots.txt", "", 404, ""},
		{"HEAD", w.Sample(), "", 200, ""},
		{"POST", w.Sample(), "", 405, "only GET"},
		{"GET", "http://nowhere.example/", "", 502, "nowhere.example"},
		{"GET", "https://openshelf.example/", "", 0, "Bad Gateway"},
	} {
		if code, body := do(test.method, test.url, test.host); code != test.status || !strings.Contains(body, test.want) {
			t.Errorf("%s %s (%s): status %d, want %d with %q; got %.200q", test.method, test.url, test.host, code, test.status, test.want, body)
		}
	}
	want := map[string]int{"openshelf.example": 4, "isbnhall.example": 2, "quireandco.example": 2, "cellarbooks.example": 3}
	if d := cmp.Diff(want, w.Requests()); d != "" {
		t.Errorf("requests (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]string{"http://cellarbooks.example/print/1003", "http://cellarbooks.example/basket/?add=1003"}, w.Violations()); d != "" {
		t.Errorf("violations (-want +got):\n%s", d)
	}
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		New()
	}
}
