package render

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"verde/fetch"
	"verde/internal/scriptweb"
	"verde/page"
)

// newBrowser starts a browser for the test, which is skipped where there is none.
func newBrowser(t *testing.T, opt Options) *Browser {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser takes seconds to start")
	}
	b, err := New(opt)
	if err != nil {
		t.Skipf("renderings are not tested: %v", err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

func newClient(t *testing.T, opt fetch.Options) *fetch.Client {
	t.Helper()
	opt.Delay, opt.Retries = -1, -1
	c, err := fetch.New(opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func bounded(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// mustRender fetches and renders a page.
func mustRender(t *testing.T, b *Browser, c *fetch.Client, url string) (*page.Page, *Document) {
	t.Helper()
	p, err := c.Fetch(bounded(t), url)
	if err != nil {
		t.Fatal(err)
	}
	d, err := b.Render(bounded(t), p, c, time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	return p, d
}

// A rendering has what scripts build, from state in the page, from what they ask for, or
// when more is asked for; and the same again offline, byte for byte.
func TestRender(t *testing.T) {
	t.Parallel()
	b := newBrowser(t, Options{})
	web := scriptweb.New(34)
	dir := t.TempDir()
	c := newClient(t, fetch.Options{Transport: web, Archive: dir})
	tests := []struct {
		url      string
		text     string
		links    int // to instruments
		requests int
		steps    int
	}{
		{"http://lists.example/", "Viola of Cremona 1</a>", 34, 5, 3}, // a script, and four parts of the list
		{"http://parts.example/", "Viola of Cremona 1</a>", 34, 7, 3}, // and two parts again, by the button back and the one forth
		{web.Pages("things.example")[3], "<dd>Stainer</dd>", 0, 2, 0},
		{web.Pages("state.example")[3], "<dd>Stainer</dd>", 0, 1, 0},
		{"http://state.example/", "Zither of Absam 1</a>", 34, 1, 0},
		{web.Pages("plain.example")[3], "<dd>Stainer</dd>", 0, 1, 0},
	}
	made := make(map[string][]byte)
	for _, test := range tests {
		p, d := mustRender(t, b, c, test.url)
		if links := bytes.Count(d.HTML, []byte("/instrument/")); !bytes.Contains(d.HTML, []byte(test.text)) || links != test.links || d.Requests != test.requests || len(d.Failed) > 0 || d.Steps != test.steps || d.Cut != "" {
			t.Errorf("%s: %d links, %d requests, failed %v, %d steps, cut %q\n%s", test.url, links, d.Requests, d.Failed, d.Steps, d.Cut, d.HTML)
		}
		if _, err := c.KeepRendering(p, d.HTML, d.Cut, time.Now()); err != nil {
			t.Error(err)
		}
		made[test.url] = d.HTML
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	requests := web.Requests()
	offline := newClient(t, fetch.Options{Transport: web, Replay: []string{dir}})
	for url, html := range made {
		p, d := mustRender(t, b, offline, url)
		if !bytes.Equal(d.HTML, html) {
			t.Errorf("%s is another document offline:\n%s", url, d.HTML)
		}
		kept, err := offline.Rendering(t.Context(), p)
		if err != nil || kept == nil || !bytes.Equal(kept.Page.Body, html) || kept.Page.Source == p.Source {
			t.Errorf("%s: the archive has %v, error %v", url, kept, err)
		}
	}
	if web.Requests() != requests {
		t.Errorf("%d requests offline", web.Requests()-requests)
	}
}

// hostile answers with pages that misbehave.
type hostile struct{ asked []string }

func (h *hostile) RoundTrip(r *http.Request) (*http.Response, error) {
	rec := httptest.NewRecorder()
	body, ok := map[string]string{
		"/forever":  `<script>for(;;);</script>`,
		"/timers":   `<body><script>let n = 0; setInterval(() => { document.body.textContent = ++n }, 1000)</script>`,
		"/many":     `<body><script>let n = 0; (async () => { for (;;) { try { await fetch("/data?" + ++n) } catch {} } })()</script>`,
		"/away":     `<body><p>here</p><script>location.href = "/other"</script>`,
		"/dialogs":  `<body><script>alert("x"); document.body.append(String(confirm("y")), "after"); window.open("/popup")</script>`,
		"/post":     `<body><script>fetch("/data", {method: "POST", body: "x"}).catch(() => document.body.append("refused"))</script>`,
		"/network":  `<body><script>const w = new WebSocket("ws://127.0.0.1:1/"); w.onerror = () => document.body.append("no socket"); fetch("http://127.0.0.1:1/x").catch(() => document.body.append("no host"))</script>`,
		"/images":   `<body><img src="/i.png"><link rel=icon href="/icon.png"><iframe src="/frame"></iframe><video src="/v.mp4"></video><script>document.body.append("shown")</script>`,
		"/endless":  `<body><ul id=u></ul><button onclick="for (let i = 0; i < 5; i++) u.insertAdjacentHTML('beforeend', '<li><a href=/p' + u.children.length + '>x</a></li>')">more</button><script>for (let i = 0; i < 5; i++) u.insertAdjacentHTML('beforeend', '<li><a href=/p' + i + '>x</a></li>')</script>`,
		"/numbers":  `<body id=verde><ul id=u></ul><div id=d></div><script>function part(n) { u.innerHTML = '<li><a href=/p' + n + '>x</a><li><a href=/q' + n + '>x</a>'; d.innerHTML = ""; for (let i = 0; i < 3; i++) { const a = document.createElement("a"); a.href = "#"; a.textContent = i + 1; a.onclick = () => { if (i !== n) part(i); return false }; d.append(a) } } part(0)</script>`,
		"/tab":      `<body><p id=s>what it says</p><button onclick="s.textContent = 'something else'">Reviews</button>`,
		"/unfold":   `<body><p id=s>what it says</p><button onclick="s.insertAdjacentHTML('afterend', '<p>and more'); this.textContent = 'Less'">More</button>`,
		"/scroll":   `<body style="margin:0"><div id=u><p style="height:3000px"><a href=/p0>x</a></div><script>let n = 0, busy = false; onscroll = () => { if (!busy && n < 2 && scrollY + innerHeight > document.body.scrollHeight - 50) { busy = true; setTimeout(() => { u.insertAdjacentHTML('beforeend', '<p style="height:3000px"><a href=/p' + ++n + '>x</a>'); busy = false }, 100) } }</script>`,
		"/observed": `<body style="margin:0"><div id=u><p style="height:3000px"><a href=/p0>x</a></div><hr id=end><script>let n = 0; new IntersectionObserver(es => { if (es[0].isIntersecting && n < 2) u.insertAdjacentHTML('beforeend', '<p style="height:3000px"><a href=/p' + ++n + '>x</a>') }).observe(end)</script>`,
		"/large":    `<body><script>document.body.append("x ".repeat(5e4))</script>`,
		"/foreign":  `<body><script>fetch("http://api.example/data").then(r => r.text()).then(x => document.body.append(x))</script>`,
		"/throws":   `<body><p>kept</p><script>throw new Error("x")</script>`,
		"/storage":  `<body><script>document.body.append(document.cookie + (localStorage.n || "none")); localStorage.n = "seen"; document.cookie = "a=b"</script>`,
		"/data":     `data`,
	}[r.URL.Path]
	if !ok {
		rec.Code = http.StatusNotFound
	}
	h.asked = append(h.asked, r.Method+" "+r.URL.String())
	rec.Header().Set("Content-Type", "text/html; charset=utf-8")
	rec.Body.WriteString(body)
	resp := rec.Result()
	resp.Request = r
	return resp, nil
}

// What pages do to a browser is bounded, and none of it reaches a network.
func TestHostile(t *testing.T) {
	t.Parallel()
	b := newBrowser(t, Options{Time: 2 * time.Second, Requests: 9, Steps: 3, MaxBytes: 50_000})
	tests := []struct {
		path     string
		want     string // in the document
		requests int
		failed   string // why a request failed
		cut      string
		leads    string
		err      string
	}{
		{path: "/forever", err: "scripts ran for more than 7s"},
		{path: "/timers", want: "<body>2</body>"},
		{path: "/many", requests: 9, failed: "more than 9 requests", cut: CutRequests},
		{path: "/away", want: "<p>here</p>", leads: "http://h.example/other"},
		{path: "/dialogs", want: "falseafter"},
		{path: "/post", want: "refused", failed: "POST is not sent"},
		{path: "/network", want: "no socket", failed: "status 404"},
		{path: "/images", want: "shown"},
		{path: "/endless", want: "/p19", cut: CutSteps},
		{path: "/numbers", want: "<li><a href=\"/p2\">x</a></li><li><a href=\"/q2\">x</a></li><li><a href=\"/p1\">x</a></li><li><a href=\"/q1\">x</a></li><li><a href=\"/p0\">x</a></li>"},
		{path: "/tab", want: "what it says"},
		{path: "/unfold", want: "what it says</p><p>and more"},
		{path: "/scroll", want: "/p2"},
		{path: "/observed", want: "/p2"},
		{path: "/large", err: "50000 are allowed"},
		{path: "/foreign", want: "data", requests: 1},
		{path: "/throws", want: "kept"},
		{path: "/storage", want: "none"},
		{path: "/storage", want: "none"},
	}
	for _, test := range tests {
		t.Run(strings.TrimPrefix(test.path, "/"), func(t *testing.T) {
			web := &hostile{}
			c := newClient(t, fetch.Options{Transport: web, IgnoreRobots: true})
			p, err := c.Fetch(bounded(t), "http://h.example"+test.path)
			if err != nil {
				t.Fatal(err)
			}
			d, err := b.Render(bounded(t), p, c, time.Time{})
			if test.err != "" {
				if err == nil || !strings.Contains(err.Error(), test.err) {
					t.Errorf("error %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			failed := fmt.Sprint(d.Failed)
			if !strings.Contains(string(d.HTML), test.want) || d.Requests != test.requests || (test.failed == "") != (len(d.Failed) == 0) || !strings.Contains(failed, test.failed) || d.Cut != test.cut || d.Leads != test.leads {
				t.Errorf("%d requests, failed %s, cut %q, leads %q, asked %v\n%s", d.Requests, failed, d.Cut, d.Leads, web.asked, d.HTML)
			}
		})
	}
}

// Memory is bounded, of scripts and, where the system can, of what they take beside, and
// the browser gets over it.
func TestMemory(t *testing.T) {
	t.Parallel()
	b := newBrowser(t, Options{Memory: 64, Time: 5 * time.Second})
	render := func(script string) (*Document, error) {
		c := newClient(t, fetch.Options{Transport: papers{"<body><p>here</p><script>const a = []; " + script + `; document.body.append("all")</script>`}})
		p, err := c.Fetch(bounded(t), "http://e.example/")
		if err != nil {
			t.Fatal(err)
		}
		return b.Render(bounded(t), p, c, time.Time{})
	}
	var ended *hungError
	if d, err := render("for (;;) a.push(new Array(1000).fill(a.length))"); !errors.As(err, &ended) {
		t.Errorf("%v, error %v", d, err)
	}
	if runtime.GOOS == "linux" {
		if d, err := render("for (let i = 0; i < 40; i++) a.push(new Uint8Array(64 << 20).fill(1))"); err == nil && bytes.Contains(d.HTML, []byte("</script>all")) {
			t.Error("2.5 GiB were had")
		}
	}
	if d, err := render("a.push(1)"); err != nil || !bytes.Contains(d.HTML, []byte("all</body>")) {
		t.Errorf("after it: error %v", err)
	}
}

// After a page that the browser did not survive the next one is rendered by another.
func TestRestart(t *testing.T) {
	t.Parallel()
	b := newBrowser(t, Options{})
	c := newClient(t, fetch.Options{Transport: scriptweb.New(5)})
	url := "http://state.example/"
	mustRender(t, b, c, url)
	b.mu.Lock()
	b.process.cancel()
	b.mu.Unlock()
	if _, d := mustRender(t, b, c, url); !bytes.Contains(d.HTML, []byte("/instrument/")) {
		t.Errorf("%s", d.HTML)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	cancel(enough)
	p, err := c.Fetch(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Render(ctx, p, c, time.Time{}); !errors.Is(err, enough) {
		t.Errorf("error %v", err)
	}
	if _, err := New(Options{Path: filepath.Join(t.TempDir(), "none")}); err != nil {
		t.Errorf("a browser that is not there is an error when it is started, not %v", err)
	}
}
