package render

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"verde/fetch"
	"verde/internal/scriptweb"
	"verde/page"
	"verde/siteexpand"
	"verde/siteexpand/methods"
)

// expand expands a site of a web from three of its pages, and gives precision and recall.
func expand(t *testing.T, pages page.Fetcher, web *scriptweb.Web, site string) (precision, recall float64, r *siteexpand.Result) {
	t.Helper()
	all := web.Pages(site)
	m, err := methods.ByName(siteexpand.DefaultMethod)
	if err != nil {
		t.Fatal(err)
	}
	r, err = m.Expand(t.Context(), pages, []string{all[2], all[11], all[17]}, siteexpand.Options{})
	if err != nil {
		t.Fatal(err)
	}
	right := 0
	for _, p := range r.Pages {
		if slices.Contains(all, p.URL) {
			right++
		}
	}
	return float64(right) / float64(max(1, len(r.Pages))), float64(right) / float64(len(all)), r
}

// Sites that scripts build are found and read with rendering and not without, and a
// site on which scripts do nothing costs a few renderings only. A second run over the same
// archive renders nothing and finds the same.
func TestFetcher(t *testing.T) {
	t.Parallel()
	b := newBrowser(t, Options{})
	for _, test := range []struct {
		site    string
		without float64 // recall when nothing is rendered
		most    int     // renderings
	}{
		{"lists.example", .13, 10},
		{"things.example", 1, 100}, // its list is plain, but nothing tells pages of the kind from others
		{"state.example", .13, 100},
		{"plain.example", 1, siteTrials + shapeTrials},
	} {
		t.Run(test.site, func(t *testing.T) {
			t.Parallel()
			web := scriptweb.New(24)
			dir := t.TempDir()
			if _, recall, _ := expand(t, newClient(t, fetch.Options{Transport: web}), web, test.site); recall > test.without {
				t.Errorf("recall without rendering %.2f", recall)
			}
			c := newClient(t, fetch.Options{Transport: web, Archive: dir})
			f := NewFetcher(c, b, Auto, nil)
			precision, recall, first := expand(t, f, web, test.site)
			s := f.Stats()
			t.Logf("P %.2f R %.2f %+v", precision, recall, s)
			if precision < .95 || recall < .95 || s.Rendered > test.most || s.Failed+s.Cut > 0 {
				t.Errorf("precision %.2f, recall %.2f, %+v", precision, recall, s)
			}
			if err := c.Close(); err != nil {
				t.Fatal(err)
			}
			requests := web.Requests()
			again := NewFetcher(newClient(t, fetch.Options{Transport: web, Archive: dir}), nil, Auto, nil)
			_, _, second := expand(t, again, web, test.site)
			if s := again.Stats(); s.Rendered+s.Without > 0 || s.Archived == 0 || web.Requests() != requests || len(first.Pages) != len(second.Pages) {
				t.Errorf("the second run: %+v, %d requests, %d pages, not %d", s, web.Requests()-requests, len(second.Pages), len(first.Pages))
			}
		})
	}
}

// shop answers with pages whose price a script asks for.
type shop struct {
	price  string
	status int
	asked  int
}

func (s *shop) RoundTrip(r *http.Request) (*http.Response, error) {
	rec := httptest.NewRecorder()
	switch {
	case r.URL.Path == "/robots.txt":
		rec.WriteHeader(http.StatusNotFound)
	case strings.HasPrefix(r.URL.Path, "/price"):
		s.asked++
		rec.WriteHeader(s.status)
		rec.WriteString(s.price)
	default:
		rec.Header().Set("Content-Type", "text/html")
		rec.WriteString(`<body><h1>Thing</h1><script>fetch("/price" + location.pathname).then(async r => { if (r.ok) document.body.append("costs now " + await r.text()) })</script>`)
	}
	resp := rec.Result()
	resp.Request = r
	return resp, nil
}

// A page whose data did not come is told, taken as it was sent, and tried again by the
// next run; one whose data has changed has changed.
func TestLackingAndRefresh(t *testing.T) {
	t.Parallel()
	b := newBrowser(t, Options{})
	web := &shop{price: "12", status: http.StatusServiceUnavailable}
	dir, url := t.TempDir(), "http://shop.example/thing"
	open := func() (*Fetcher, *fetch.Client) {
		c := newClient(t, fetch.Options{Transport: web, Archive: dir})
		return NewFetcher(c, b, Auto, nil), c
	}
	f, c := open()
	p, err := f.Fetch(bounded(t), url)
	if s := f.Stats(); err != nil || p.Rendered || bytes.Contains(p.Body, []byte("now 12")) || s.Lacking != 1 || s.Gained != 0 {
		t.Errorf("without its data: %+v, error %v", s, err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	web.status = http.StatusOK
	f, _ = open()
	if p, err = f.Fetch(bounded(t), url); err != nil || !p.Rendered || !bytes.Contains(p.Body, []byte("now 12")) {
		t.Errorf("with its data: %+v, error %v", f.Stats(), err)
	}
	for _, test := range []struct {
		price string
		want  fetch.Change
	}{{"12", fetch.Unchanged}, {"13", fetch.Changed}} {
		web.price = test.price
		asked := web.asked
		p, change, err := f.Refresh(bounded(t), url, time.Now().Add(time.Hour))
		if err != nil || change != test.want || !bytes.Contains(p.Body, []byte("now "+test.price)) || web.asked != asked+1 {
			t.Errorf("price %s: %s, asked %d times, error %v", test.price, change, web.asked-asked, err)
		}
	}
	without := NewFetcher(f.Pages, nil, Auto, nil)
	if p, change, err := without.Refresh(bounded(t), url, time.Now().Add(time.Hour)); err != nil || change != fetch.Unknown || !bytes.Contains(p.Body, []byte("now 13")) {
		t.Errorf("without a browser: %s, error %v", change, err)
	}
}

// A browser that does not start is started once, and pages are taken as they were sent.
func TestBroken(t *testing.T) {
	t.Parallel()
	path, err := exec.LookPath("false")
	if err != nil {
		t.Skip(err)
	}
	b, err := New(Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	c := newClient(t, fetch.Options{Transport: scriptweb.New(14)})
	f := NewFetcher(c, b, Always, nil)
	for i, url := range scriptweb.New(14).Pages("state.example") {
		if p, err := f.Fetch(bounded(t), url); err != nil || p.Rendered {
			t.Errorf("page %d: %v, error %v", i, p, err)
		}
	}
	if s := f.Stats(); s.Failed != siteFailures || b.started || b.broken == nil {
		t.Errorf("%+v, started %v, %v", s, b.started, b.broken)
	}
}

// Only scripts that can change a page are worth a browser.
func TestBuilds(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		html          string
		builds, empty bool
	}{
		{`<p>text</p>`, false, false},
		{`<p>text</p><script src=/a.js></script>`, true, true},
		{`<p>` + words(200) + `</p><script src=/a.js></script>`, true, false},
		{`<script type="application/ld+json">{"name": "append"}</script>`, false, false},
		{`<script type=module src=/a.js></script>`, true, true},
		{`<script>window.__DATA__ = {"user": null}</script>`, false, true},
		{`<script>document.write("x")</script>`, true, true},
		{`<script>el.textContent = 1</script>`, true, true},
	} {
		c, err := contentsOf(&page.Page{URL: "http://a.example/", Body: []byte(test.html)})
		if err != nil || c.builds != test.builds || c.empty() != test.empty {
			t.Errorf("%s: builds %v, empty %v, error %v", test.html, c.builds, c.empty(), err)
		}
	}
}

func TestGain(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, sent, rendered string
		links                int
		words                float64
		some                 bool
	}{
		{"same", `<p>a b c</p><a href=/x>d</a>`, `<p>a b c</p><a href=/x>d</a>`, 0, 0, false},
		{"text", `<p>a</p>`, `<p>a b c d</p>`, 0, .75, true},
		{"a link", `<p>a b</p>`, `<p>a <a href=/x#y>b</a></p>`, 1, 0, true},
		{"a link to elsewhere", `<p>a b</p>`, `<p>a <a href=http://b.example/>b</a></p>`, 0, 0, false},
		{"state", `<script>x = {"name": "b c"}</script><p>a</p>`, `<script>x = {"name": "b c"}</script><p>a b c</p>`, 0, 0, false},
		{"a clock", `<p>` + words(40) + `</p>`, `<p>` + words(40) + ` 12:30</p>`, 0, 2. / 42, false},
	} {
		sent, rendered := &page.Page{URL: "http://a.example/p", Body: []byte(test.sent)}, &page.Page{URL: "http://a.example/p", Body: []byte(test.rendered)}
		before, err := contentsOf(sent)
		if err != nil {
			t.Fatal(err)
		}
		g, err := gainOf(&before, rendered)
		if err != nil || g.Links != test.links || g.Words != test.words || g.Some() != test.some {
			t.Errorf("%s: %+v, %v, error %v", test.name, g, g.Some(), err)
		}
	}
}

func words(n int) (text string) {
	for i := range n {
		text += string(rune('a'+i%26)) + string(rune('a'+i/26)) + " "
	}
	return text
}
