package site

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/internal/sitetest"
	"verde/page"
	"verde/siteexpand"
)

func TestIntern(t *testing.T) {
	t.Parallel()
	s := New("test", nil, siteexpand.Options{})
	s.root("https://www.e.org/a")
	for _, same := range [][]string{
		{"https://www.e.org/a", "http://www.e.org/a", "https://e.org/a", "http://e.org/a/"},
		{"http://e.org/a=b", "http://e.org/a%3Db"},
		{"http://e.org/a%2Fb"},
		{"http://e.org/a/b"},
		{"http://e.org/a?x=1"},
		{"http://f.org/a"},
		{"https://f.org/a"},
		{"https://f.org/a/"},
	} {
		first := s.Intern(same[0])
		for _, u := range same {
			if s.Intern(u) != first {
				t.Errorf("%s and %s are two pages", same[0], u)
			}
		}
		for u := range first {
			if s.URL(u) == s.URL(first) {
				t.Errorf("%s is there twice", s.URL(u))
			}
		}
	}
	if got := s.URL(s.Intern("http://e.org/new")); got != "https://www.e.org/new" {
		t.Errorf("a page of the site goes by %s", got)
	}
}

func TestAliases(t *testing.T) {
	t.Parallel()
	m := sitetest.NewMemory(map[string]string{
		"/":         sitetest.Anchors("p", "/old", "/print/1", "/1", "/2"),
		"/old":      "->/1",
		"/1":        "<h1>One</h1>" + sitetest.Anchors("p", "/"),
		"/print/1":  `<link rel=canonical href="/1"><b>One</b>` + sitetest.Anchors("div", "/more"),
		"/2":        `<link rel=canonical href="/">` + sitetest.Anchors("p", "/"),
		"/away":     "->http://f.org/",
		"/glued":    `<link rel=canonical href="./https://e.org/glued">` + sitetest.Anchors("p", "/"),
		"/elsewhat": `<link rel=canonical href="http://f.org/x">` + sitetest.Anchors("p", "/"),
	})
	s, starts, err := Open(t.Context(), "test", m, []string{"http://e.org/"}, siteexpand.Options{})
	if err != nil {
		t.Fatal(err)
	}
	get := func(path string) *Page {
		n, err := s.Fetch(t.Context(), s.Intern("http://e.org"+path))
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	one := get("/old")
	if get("/print/1") != one || get("/1") != one || s.URL(one.ID) != "http://e.org/1" {
		t.Errorf("a redirect, a print version and their page are not one page: %s", s.URL(one.ID))
	}
	if m.Fetched["http://e.org/1"] != 0 {
		t.Error("a page was fetched again under its own name")
	}
	if len(one.Links) != 2 {
		t.Errorf("links %v, want those of the page and of its print version", one.Links)
	}
	if n := get("/2"); n.ID == starts[0] {
		t.Error("a page that calls itself by the name of the front page is taken for it")
	}
	if n := get("/away"); n != nil || s.Report.Dropped[siteexpand.DropOffSite] != 1 {
		t.Errorf("a redirect that leaves the site gives %v, dropped %v", n, s.Report.Dropped)
	}
	if n := get("/glued"); s.URL(n.ID) != "http://e.org/glued" {
		t.Errorf("a canonical URL that is no URL of a page is taken: %s", s.URL(n.ID))
	}
	if n := get("/elsewhat"); s.URL(n.ID) != "http://e.org/elsewhat" {
		t.Errorf("a canonical link that leaves the site is followed to %s", s.URL(n.ID))
	}
	if diff := cmp.Diff([]string{"http://e.org/old", "http://e.org/print/1"}, s.Aliases()[one.ID]); diff != "" {
		t.Errorf("aliases (-want +got):\n%s", diff)
	}
}

// sessions is a site that puts a new number into all links of each answer.
type sessions struct{ n int }

func (s *sessions) Fetch(_ context.Context, u string) (*page.Page, error) {
	s.n++
	_, query, _ := strings.Cut(u, "?")
	items := ""
	for i := range 10 {
		items += fmt.Sprintf(`<a href="/item?id=%d&sid=%d&lang=en">x</a><a href="/list?sid=%d&lang=en">y</a>`, i, s.n, s.n)
	}
	return &page.Page{URL: u, Status: 200, Body: []byte("<title>" + query + "</title>" + items)}, nil
}

func TestSessions(t *testing.T) {
	t.Parallel()
	s, starts, err := Open(t.Context(), "test", &sessions{}, []string{"http://e.org/item?id=0&sid=99&lang=en"}, siteexpand.Options{})
	if err != nil {
		t.Fatal(err)
	}
	queue := starts
	for i := 0; i < len(queue) && i < 200; i++ {
		n, err := s.Fetch(t.Context(), queue[i])
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range n.Links {
			if !s.Visited(l.To) {
				queue = append(queue, l.To)
			}
		}
	}
	// 11 pages, and a few more until the parameter is known for what it is.
	if s.Report.Downloads > 11+2*sessionPages {
		t.Errorf("%d downloads of a site of 11 pages", s.Report.Downloads)
	}
	if got, want := s.URL(s.Resolve(starts[0])), "http://e.org/item?id=0&lang=en"; got != want {
		t.Errorf("the sample goes by %s, want %s", got, want)
	}
}

// keptSessions is a site that begins a session for whoever comes without one, and puts
// it into the path of all links, as servlets do; some of them are dead. German pages are
// asked for.
type keptSessions struct{ n int }

func (s *keptSessions) Fetch(_ context.Context, u string) (*page.Page, error) {
	_, session, ok := strings.Cut(u, ";sid=")
	session, _, _ = strings.Cut(session, "?")
	if !ok {
		s.n++
		session = fmt.Sprintf("%08X", s.n)
	}
	_, query, _ := strings.Cut(u, "?")
	if strings.Contains(u, "/old") {
		return nil, &page.Error{URL: u, Reason: page.Status}
	}
	items := fmt.Sprintf(`<a href="/">front</a><p><a href="/">logo</a></p><div><a href="/">home</a></div><a href="/list;sid=%s?lang=de">y</a>`, session)
	for i := range sessionPages {
		items += fmt.Sprintf(`<a href="/old/%d;sid=%s?lang=de">z</a>`, i, session)
	}
	for i := range 10 {
		items += fmt.Sprintf(`<a href="/item;sid=%s?id=%d&lang=de">x</a>`, session, i)
	}
	return &page.Page{URL: u, Status: 200, Body: []byte("<title>" + query + "</title>" + items)}, nil
}

// A session that a server keeps is found out by coming without it, whether the sample
// has one or not.
func TestKeptSessions(t *testing.T) {
	t.Parallel()
	for _, sample := range []string{"http://e.org/item?id=0&lang=de", "http://e.org/item;sid=ABC?id=0&lang=de"} {
		s, starts, err := Open(t.Context(), "test", &keptSessions{}, []string{sample}, siteexpand.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := s.Report.Samples, []string{"http://e.org/item?id=0&lang=de"}; !slices.Equal(got, want) || s.URL(starts[0]) != want[0] {
			t.Errorf("%s goes by %q, want %q", sample, got, want)
		}
		for _, l := range s.Page(starts[0]).Links {
			if u := s.URL(s.Resolve(l.To)); strings.Contains(u, "sid") || u != "http://e.org/" && !strings.Contains(u, "lang=de") {
				t.Errorf("%s: a link goes by %s", sample, u)
			}
		}
		if s.Report.Downloads > 2*sessionPages {
			t.Errorf("%s: %d downloads", sample, s.Report.Downloads)
		}
	}
}

func TestStrip(t *testing.T) {
	t.Parallel()
	p := parameters{needless: []string{"sid", "jsessionid"}}
	for _, test := range [][2]string{
		{"http://e.org/a", "http://e.org/a"},
		{"http://e.org/a?sid=1", "http://e.org/a"},
		{"http://e.org/a?sid=1&b=2", "http://e.org/a?b=2"},
		{"http://e.org/a?b=2&sid=1&c=3", "http://e.org/a?b=2&c=3"},
		{"http://e.org/a?b=2&sid=1", "http://e.org/a?b=2"},
		{"http://e.org/a;jsessionid=1", "http://e.org/a"},
		{"http://e.org/a;jsessionid=1?b=2", "http://e.org/a?b=2"},
		{"http://e.org/a?sid", "http://e.org/a?sid"},
		{"http://e.org/a?xsid=1&", "http://e.org/a?xsid=1&"},
	} {
		if got := p.strip(test[0]); got != test[1] {
			t.Errorf("strip(%s) = %s, want %s", test[0], got, test[1])
		}
	}
}

// openSite begins a run on pages, for tests of single steps.
func openSite(t *testing.T, pages map[string]string, sample string) (*Site, *Page) {
	t.Helper()
	s, starts, err := Open(t.Context(), "test", sitetest.NewMemory(pages), []string{"http://e.org" + sample}, siteexpand.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s, s.Page(starts[0])
}

// A parameter without which page after page is the same selects nothing, and no URL has it
// from then on. One without which a page is another stays, whatever other pages do; but a page that is the same is one page.
func TestNeedless(t *testing.T) {
	t.Parallel()
	item := func(i int, more string) string {
		return fmt.Sprintf(`<title>Item %d</title><h1>Item %d</h1><a href="/">home</a><a href="/about">about</a><a href="/items">items</a>%s`, i, i, more)
	}
	pages := map[string]string{}
	for i := range 5 {
		pages[fmt.Sprintf("/item?id=%d", i)] = item(i, "<div data-query></div>")
		for _, from := range []string{"ref=home", "ref=list", "utm_source=mail&utm_medium=x"} {
			pages[fmt.Sprintf("/item?id=%d&%s", i, from)] = item(i, fmt.Sprintf(`<div data-query=%q></div>`, from))
		}
		pages[fmt.Sprintf("/item?id=%d&view=photos", i)] = item(i, `<img class=photo><p>Photo`)
		pages[fmt.Sprintf("/item?id=%d&page=2", i)] = item(i, fmt.Sprintf(`<a href="/item?id=%d&page=1">1</a>`, i))
		pages[fmt.Sprintf("/item?id=%d&page=1", i)] = item(i, fmt.Sprintf(`<a href="/item?id=%d&page=2">2</a>`, i))
	}
	s, _ := openSite(t, pages, "/item?id=0")
	fetch := func(path string) ID {
		n, err := s.Fetch(t.Context(), s.Intern("http://e.org"+path))
		if err != nil || n == nil {
			t.Fatalf("%s: no page, error %v", path, err)
		}
		return n.ID
	}
	bare := fetch("/item?id=0")
	if got := fetch("/item?id=0&ref=home"); got != bare {
		t.Errorf("a page that is the same is another: %s", s.URL(got))
	}
	if got := fetch("/item?id=0&ref=list"); got != bare || s.Needless() != 0 {
		t.Errorf("of one page it is known that %d parameters are needless", s.Needless())
	}
	for i := range needlessIn {
		for _, rest := range []string{"", "&ref=home", "&utm_source=mail&utm_medium=x", "&view=photos", "&page=1", "&page=2"} {
			fetch(fmt.Sprintf("/item?id=%d%s", i, rest))
		}
	}
	before := s.Report.Downloads
	if got := fetch("/item?id=4&utm_source=mail&utm_medium=x&ref=list"); s.URL(got) != "http://e.org/item?id=4" || s.Report.Downloads != before+1 {
		t.Errorf("it goes by %s", s.URL(got))
	}
	for _, rest := range []string{"view=photos", "page=2"} {
		if id, ok := s.known("http://e.org/item?id=3&" + rest); ok && s.Resolve(id) == s.Resolve(s.Intern("http://e.org/item?id=3")) {
			t.Errorf("%s selects something", rest)
		}
		if u := "http://e.org/item?id=3&" + rest; s.params.strip(u) != u {
			t.Errorf("%s was dropped", rest)
		}
	}
	if s.Needless() != 3 {
		t.Errorf("needless are %q, want ref, utm_source and utm_medium", s.params.needless)
	}
}

// Which of a page's URLs comes first makes no difference: it is compared once both were fetched, if
// the one without the parameter was met by then.
func TestNeedlessFirst(t *testing.T) {
	t.Parallel()
	pages := map[string]string{}
	var links []string
	for i := range needlessIn + 1 {
		u := fmt.Sprintf("/item-%d", i)
		links = append(links, u, u+"?ref=home", u+"?view=photos")
		pages[u] = fmt.Sprintf(`<title>Item %d</title><h1>Item</h1><a href="/">home</a><a href="/about">about</a>`, i)
		pages[u+"?ref=home"], pages[u+"?view=photos"] = pages[u], pages[u]+"<img class=photo><p>Photo"
	}
	pages["/"] = sitetest.Anchors("p", links...)
	s, _ := openSite(t, pages, "/")
	for i := range needlessIn {
		for _, rest := range []string{"?ref=home", "?view=photos", ""} {
			if n, err := s.Fetch(t.Context(), s.Intern(fmt.Sprintf("http://e.org/item-%d%s", i, rest))); err != nil || n == nil {
				t.Fatalf("item-%d%s: no page, error %v", i, rest, err)
			}
		}
		if with, bare := s.Intern(fmt.Sprintf("http://e.org/item-%d?ref=home", i)), s.Intern(fmt.Sprintf("http://e.org/item-%d", i)); s.Resolve(with) != s.Resolve(bare) {
			t.Errorf("item-%d is two pages", i)
		}
	}
	if want := []string{"ref"}; !slices.Equal(s.params.needless, want) {
		t.Errorf("needless are %q, want %q", s.params.needless, want)
	}
}

// What makes a result doubtful is told before remarks, each in the order in which it was found.
func TestDoubtsFirst(t *testing.T) {
	t.Parallel()
	s := New("test", nil, siteexpand.Options{})
	s.AddRemark("1", "", "")
	s.AddDiagnosis("2", "", "")
	s.AddRemark("3", "", "")
	s.AddDiagnosis("4", "", "")
	var got []string
	for _, d := range s.Finish(nil).Report.Diagnoses {
		got = append(got, d.Case)
	}
	if d := cmp.Diff([]string{"2", "4", "1", "3"}, got); d != "" {
		t.Errorf("want -, got +\n%s", d)
	}
}

// The folder above a sample is a guess: where it has no page with a slash at its end, there may be one without.
// The same holds for any page that links write both ways.
func TestSlashes(t *testing.T) {
	t.Parallel()
	const list = "<p>all of them</p>"
	for _, c := range []struct {
		name    string
		pages   map[string]string
		ask     []string // of these one after the other
		fetched map[string]int
		failed  bool // the last
	}{
		{"folder without", map[string]string{"/things": list}, nil, map[string]int{"/things/": 1, "/things": 1}, false},
		{"folder with", map[string]string{"/things/": list}, nil, map[string]int{"/things/": 1}, false},
		{"neither", nil, nil, map[string]int{"/things/": 1, "/things": 1}, true},
		{"linked both ways", map[string]string{"/": sitetest.Anchors("p", "/a", "/a/"), "/a/": list}, []string{"/", "/a"}, map[string]int{"/": 1, "/a": 1, "/a/": 1}, false},
		{"linked one way", map[string]string{"/": sitetest.Anchors("p", "/a"), "/a/": list}, []string{"/", "/a"}, map[string]int{"/": 1, "/a": 1}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			pages := map[string]string{"/things/1": "<h1>One</h1>"}
			maps.Copy(pages, c.pages)
			m := sitetest.NewMemory(pages)
			s, starts, err := Open(t.Context(), "test", m, []string{"http://e.org/things/1"}, siteexpand.Options{})
			if err != nil {
				t.Fatal(err)
			}
			seeds, err := s.Seeds(t.Context(), starts)
			if err != nil {
				t.Fatal(err)
			}
			clear(m.Fetched)
			last := seeds[0]
			if c.ask == nil {
				_, err = s.Fetch(t.Context(), last)
			}
			for _, at := range c.ask {
				last = s.Intern("http://e.org" + at)
				if _, err = s.Fetch(t.Context(), last); err != nil {
					break
				}
			}
			if err != nil || (s.Page(last) == nil) != c.failed {
				t.Errorf("page %v, error %v", s.Page(last), err)
			}
			want := map[string]int{}
			for at, n := range c.fetched {
				want["http://e.org"+at] = n
			}
			if d := cmp.Diff(want, m.Fetched); d != "" {
				t.Errorf("fetched (-want +got):\n%s", d)
			}
		})
	}
}
