package siteexpand

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/page"
)

func TestIntern(t *testing.T) {
	t.Parallel()
	s := newSite("test", nil, Options{})
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
		first := s.intern(same[0])
		for _, u := range same {
			if s.intern(u) != first {
				t.Errorf("%s and %s are two pages", same[0], u)
			}
		}
		for u := range first {
			if s.url(u) == s.url(first) {
				t.Errorf("%s is there twice", s.url(u))
			}
		}
	}
	if got := s.url(s.intern("http://e.org/new")); got != "https://www.e.org/new" {
		t.Errorf("a page of the site goes by %s", got)
	}
}

func TestAliases(t *testing.T) {
	t.Parallel()
	m := newMemory(map[string]string{
		"/":         anchors("p", "/old", "/print/1", "/1", "/2"),
		"/old":      "->/1",
		"/1":        "<h1>One</h1>" + anchors("p", "/"),
		"/print/1":  `<link rel=canonical href="/1"><b>One</b>` + anchors("div", "/more"),
		"/2":        `<link rel=canonical href="/">` + anchors("p", "/"),
		"/away":     "->http://f.org/",
		"/elsewhat": `<link rel=canonical href="http://f.org/x">` + anchors("p", "/"),
	})
	s, starts, err := begin(t.Context(), "test", m, []string{"http://e.org/"}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	get := func(path string) *node {
		n, err := s.fetch(t.Context(), s.intern("http://e.org"+path))
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	one := get("/old")
	if get("/print/1") != one || get("/1") != one || s.url(one.id) != "http://e.org/1" {
		t.Errorf("a redirect, a print version and their page are not one page: %s", s.url(one.id))
	}
	if m.fetched["http://e.org/1"] != 0 {
		t.Error("a page was fetched again under its own name")
	}
	if len(one.links) != 2 {
		t.Errorf("links %v, want those of the page and of its print version", one.links)
	}
	if n := get("/2"); n.id == starts[0] {
		t.Error("a page that calls itself by the name of the front page is taken for it")
	}
	if n := get("/away"); n != nil || s.report.Dropped[DropOffSite] != 1 {
		t.Errorf("a redirect that leaves the site gives %v, dropped %v", n, s.report.Dropped)
	}
	if n := get("/elsewhat"); s.url(n.id) != "http://e.org/elsewhat" {
		t.Errorf("a canonical link that leaves the site is followed to %s", s.url(n.id))
	}
	if diff := cmp.Diff([]string{"http://e.org/old", "http://e.org/print/1"}, s.aliases()[one.id]); diff != "" {
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
	s, starts, err := begin(t.Context(), "test", &sessions{}, []string{"http://e.org/item?id=0&sid=99&lang=en"}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	queue := starts
	for i := 0; i < len(queue) && i < 200; i++ {
		n, err := s.fetch(t.Context(), queue[i])
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range n.links {
			if !s.visited(l.to) {
				queue = append(queue, l.to)
			}
		}
	}
	// 11 pages, and a few more until the parameter is known for what it is.
	if s.report.Downloads > 11+2*sessionPages {
		t.Errorf("%d downloads of a site of 11 pages", s.report.Downloads)
	}
	if got, want := s.url(s.resolve(starts[0])), "http://e.org/item?id=0&lang=en"; got != want {
		t.Errorf("the sample goes by %s, want %s", got, want)
	}
}

func TestStrip(t *testing.T) {
	t.Parallel()
	p := parameters{session: []string{"sid", "jsessionid"}}
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

func TestLimits(t *testing.T) {
	t.Parallel()
	m := newMemory(racing())
	res, err := SSUP{}.Expand(t.Context(), m, []string{"http://e.org/drivers/2015/driver_10.htm"}, Options{MaxDownloads: 4})
	if err != nil {
		t.Fatal(err)
	}
	if len(m.fetched) > 4 || res.Report.Downloads != 4 {
		t.Errorf("%d pages fetched, report says %d; want 4", len(m.fetched), res.Report.Downloads)
	}
	if !hasCase(res.Report, CutShort) {
		t.Errorf("diagnoses %v, want %q among them", res.Report.Diagnoses, CutShort)
	}
}

func TestBeginErrors(t *testing.T) {
	t.Parallel()
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, test := range []struct {
		name    string
		ctx     context.Context
		samples []string
		says    string
	}{
		{"none", t.Context(), nil, "no sample"},
		{"no URL", t.Context(), []string{"mailto:x"}, "mailto"},
		{"dead", t.Context(), []string{"http://e.org/gone"}, "http://e.org/gone: status 404"},
		{"two sites", t.Context(), []string{"http://e.org/", "http://f.org/"}, "two sites"},
		{"cancelled", cancelled, []string{"http://e.org/"}, "context canceled"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := SSUP{}.Expand(test.ctx, newMemory(racing()), test.samples, Options{})
			if err == nil || !strings.Contains(err.Error(), test.says) {
				t.Errorf("got %v, want an error that says %q", err, test.says)
			}
			if test.name == "cancelled" && !errors.Is(err, context.Canceled) {
				t.Errorf("%v does not wrap the context's error", err)
			}
		})
	}
}

// One of several samples may be dead.
func TestDeadSample(t *testing.T) {
	t.Parallel()
	res, err := SSUP{}.Expand(t.Context(), newMemory(racing()), []string{"http://e.org/gone", "http://e.org/drivers/2015/driver_10.htm"}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Pages) != 9 || res.Report.Dropped["status"] == 0 {
		t.Errorf("%d pages, dropped %v", len(res.Pages), res.Report.Dropped)
	}
}
