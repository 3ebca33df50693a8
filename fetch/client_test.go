package fetch

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"verde/internal/agent"
	"verde/internal/fetchtest"
	"verde/page"
)

var _ page.Fetcher = (*Client)(nil)

// site serves handlers by path on loopback, 404 elsewhere, and counts.
func site(t *testing.T, handlers map[string]http.HandlerFunc) (base string, requests *atomic.Int64) {
	t.Helper()
	requests = new(atomic.Int64)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		if h := handlers[r.URL.Path]; h != nil {
			h(w, r)
			return
		}
		http.NotFound(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL, requests
}

// send serves a body with header fields, given as name and value in turn.
func send(status int, body string, fields ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(fields); i += 2 {
			w.Header().Set(fields[i], fields[i+1])
		}
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

func redirect(status int, to string) http.HandlerFunc { return send(status, "", "Location", to) }

// fast is polite to no one: the server is the test's own.
func fast(opt Options) Options {
	opt.Delay, opt.Retries = -1, -1
	opt.AllowPrivate = prefixes("127.0.0.0/8", "::1/128")
	return opt
}

// outcome is what a test compares of a fetch.
type outcome struct {
	URL, Requested, Type, Body string
	Status                     int
	Reason                     page.Reason
	Relations                  []page.Relation
	Language                   string
}

func outcomeOf(base string, p *page.Page, err error) outcome {
	var failed *page.Error
	if errors.As(err, &failed) {
		return outcome{Requested: strings.TrimPrefix(failed.URL, base), Status: failed.Status, Reason: failed.Reason}
	}
	if err != nil {
		return outcome{Body: err.Error()}
	}
	return outcome{URL: strings.TrimPrefix(p.URL, base), Requested: strings.TrimPrefix(p.Requested, base), Type: p.ContentType,
		Body: string(p.Body), Status: p.Status, Relations: p.Relations, Language: p.Language}
}

// TestFetchAndReplay fetches one of each kind from a server, and again from
// the archive that is left: the second time is as the first, without a request.
func TestFetchAndReplay(t *testing.T) {
	t.Parallel()
	const html = "text/html"
	big := strings.Repeat("x", 5000)
	base, requests := site(t, map[string]http.HandlerFunc{
		"/robots.txt":     send(200, "User-agent: *\nDisallow: /private\n", "Content-Type", "text/plain"),
		"/plain":          send(200, "<p>é", "Content-Type", "Text/HTML; charset=utf-8"),
		"/latin1":         send(200, "<p>\xe9", "Content-Type", "text/html; charset=iso-8859-1"),
		"/meta":           send(200, "<meta charset=windows-1251><p>\xcf\xf0\xe8", "Content-Type", html),
		"/mislabeled":     send(200, "<p>é", "Content-Type", "text/html; charset=iso-8859-1"),
		"/gzip":           send(200, fetchtest.Gzip("<p>zipped"), "Content-Type", html, "Content-Encoding", "gzip"),
		"/notgzip":        send(200, "<p>plain", "Content-Type", html, "Content-Encoding", "gzip"),
		"/torngzip":       send(200, fetchtest.Gzip(big)[:20], "Content-Type", html, "Content-Encoding", "gzip"),
		"/badbrotli":      send(200, "\xff\xfe\xfd", "Content-Type", html, "Content-Encoding", "br"),
		"/sitemap.xml.gz": send(200, fetchtest.Gzip("<?xml version='1.0'?><urlset/>"), "Content-Type", "application/gzip"),
		"/zipped.gz":      send(200, fetchtest.Gzip("<?xml version='1.0'?><urlset/>"), "Content-Type", "application/gzip"),
		"/brotli":         send(200, fetchtest.Brotli("<p>br"), "Content-Type", html, "Content-Encoding", "br"),
		"/bomb":           send(200, fetchtest.Gzip(strings.Repeat("x", 1<<20)), "Content-Type", html, "Content-Encoding", "gzip"),
		"/big":            send(200, big, "Content-Type", html),
		"/image":          send(200, "GIF89a", "Content-Type", "image/gif"),
		"/untyped": func(w http.ResponseWriter, _ *http.Request) {
			w.Header()["Content-Type"] = nil
			io.WriteString(w, "<html><p>x")
		},
		"/linked":  send(200, "<p>linked", "Content-Type", html, "Link", `</de/>; rel="alternate"; hreflang=de, </s.css>; rel=preload`, "Content-Language", "de-CH"),
		"/empty":   send(200, "", "Content-Type", html),
		"/gone":    send(410, "gone", "Content-Type", html),
		"/error":   send(500, "oh", "Content-Type", html),
		"/broken":  func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"/torn":    send(200, "<p>", "Content-Type", html, "Content-Length", "100"),
		"/moved":   redirect(301, "/there?x=1"),
		"/there":   send(200, "<p>there", "Content-Type", html),
		"/into":    redirect(302, "/private/x"),
		"/loop":    redirect(307, "/loop2"),
		"/loop2":   redirect(308, "/loop"),
		"/away":    redirect(302, "ftp://h.example/"),
		"/nowhere": redirect(302, ""),
		"/chain":   redirect(303, "/chain1"),
		"/chain1":  redirect(303, "/chain2"),
		"/chain2":  redirect(303, "/chain3"),
		"/chain3":  send(200, "too far", "Content-Type", html),
		"/cookie": func(w http.ResponseWriter, r *http.Request) {
			http.SetCookie(w, &http.Cookie{Name: "a", Value: "b"})
			send(200, fmt.Sprint("cookies ", len(r.Cookies())), "Content-Type", html)(w, r)
		},
	})
	tests := []outcome{
		{URL: "/plain", Requested: "/plain", Status: 200, Type: html, Body: "<p>é"},
		{URL: "/latin1", Requested: "/latin1", Status: 200, Type: html, Body: "<p>é"},
		{URL: "/meta", Requested: "/meta", Status: 200, Type: html, Body: "<meta charset=windows-1251><p>При"},
		{URL: "/mislabeled", Requested: "/mislabeled", Status: 200, Type: html, Body: "<p>é"},
		{URL: "/gzip", Requested: "/gzip", Status: 200, Type: html, Body: "<p>zipped"},
		{URL: "/notgzip", Requested: "/notgzip", Status: 200, Type: html, Body: "<p>plain"},
		{Requested: "/torngzip", Status: 200, Reason: page.Unparseable},
		{URL: "/brotli", Requested: "/brotli", Status: 200, Type: html, Body: "<p>br"},
		{Requested: "/bomb", Status: 200, Reason: page.TooLarge},
		{Requested: "/big", Status: 200, Reason: page.TooLarge},
		{Requested: "/image", Status: 200, Reason: page.NotHTML},
		{URL: "/untyped", Requested: "/untyped", Status: 200, Type: html, Body: "<html><p>x"},
		{URL: "/empty", Requested: "/empty", Status: 200, Type: html},
		{Requested: "/gone", Status: 410, Reason: page.Status},
		{Requested: "/error", Status: 500, Reason: page.Status},
		{Requested: "/missing", Status: 404, Reason: page.Status},
		{Requested: "/broken", Reason: page.Network},
		{Requested: "/torn", Reason: page.Network},
		{Requested: "/private", Reason: page.Robots},
		{URL: "/there?x=1", Requested: "/moved", Status: 200, Type: html, Body: "<p>there"},
		{Requested: "/into", Reason: page.Robots},
		{Requested: "/loop", Status: 308, Reason: page.Redirects},
		{Requested: "/away", Status: 302, Reason: page.Redirects},
		{Requested: "/nowhere", Status: 302, Reason: page.Status},
		{Requested: "/chain", Status: 303, Reason: page.Redirects},
		{URL: "/cookie", Requested: "/cookie", Status: 200, Type: html, Body: "cookies 0"},
		{Requested: "/%25zz", Reason: page.Status, Status: 404},
		{Requested: "ftp://h.example/x", Reason: page.BadURL},
		{Requested: "/badbrotli", Status: 200, Reason: page.Unparseable},
		{URL: "/sitemap.xml.gz", Requested: "/sitemap.xml.gz", Status: 200, Type: "text/xml", Body: "<?xml version='1.0'?><urlset/>"},
		{Requested: "/zipped.gz", Status: 200, Reason: page.NotHTML},
		{URL: "/linked", Requested: "/linked", Status: 200, Type: html, Body: "<p>linked", Relations: []page.Relation{{Rel: "alternate", Href: "/de/", Language: "de"}}, Language: "de-CH"},
	}
	opt := fast(Options{Limits: Limits{MaxBytes: 4000, MaxRedirects: 2}, Archive: filepath.Join(t.TempDir(), "archive")})
	first := make([]*page.Page, len(tests))
	errs := make([]string, len(tests))
	c, err := New(opt)
	if err != nil {
		t.Fatal(err)
	}
	ask := func(want outcome) string {
		if strings.Contains(want.Requested, "://") {
			return want.Requested
		}
		return base + want.Requested
	}
	for i, want := range tests {
		p, err := c.Fetch(t.Context(), ask(want))
		if d := cmp.Diff(want, outcomeOf(base, p, err)); d != "" {
			t.Errorf("%s (-want +got, error %v):\n%s", want.Requested, err, d)
		}
		first[i], errs[i] = p, fmt.Sprint(err)
		if p != nil && !strings.HasPrefix(p.Source, "archive/00000.warc.gz:") {
			t.Errorf("source %q", p.Source)
		}
	}
	stats := c.Stats()
	if int64(stats.Requests) != requests.Load() || stats.Pages+sum(stats.Errors) != len(tests) || stats.PerHost[page.Host(base)].Requests != stats.Requests {
		t.Errorf("stats %+v after %d requests", stats, requests.Load())
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	again := func(t *testing.T, opt Options) {
		requests.Store(0)
		c := client(t, opt)
		asked := 0
		for i, want := range tests {
			if want.Status == 500 || want.Reason == page.Network { // asked for again: see TestLaterRunRetries
				continue
			}
			asked++
			p, err := c.Fetch(t.Context(), ask(want))
			if p != nil && opt.Archive == "" {
				p.Source = first[i].Source // named after the file that was given
			}
			if d := cmp.Diff(first[i], p); d != "" || fmt.Sprint(err) != errs[i] {
				t.Errorf("%s changed (-first +second; error %v, then %v):\n%s", want.Requested, errs[i], err, d)
			}
		}
		if n := requests.Load(); n != 0 {
			t.Errorf("%d requests", n)
		}
		if s := c.Stats(); s.Requests != 0 || s.Hits != asked {
			t.Errorf("stats %+v", s)
		}
	}
	t.Run("second run", func(t *testing.T) { again(t, opt) })
	t.Run("index lost", func(t *testing.T) {
		if err := os.Remove(filepath.Join(opt.Archive, "00000.cdxj")); err != nil {
			t.Fatal(err)
		}
		again(t, opt)
	})
	t.Run("offline", func(t *testing.T) {
		offline := opt
		offline.Replay, offline.Archive = []string{opt.Archive}, ""
		c := client(t, offline)
		if _, err := c.Fetch(t.Context(), base+"/never"); fmt.Sprint(err) != base+"/never: not in archive" {
			t.Errorf("of what is not there: %v", err)
		}
		// What robots.txt forbids was never asked for, so it is not there either.
		tests[18].Reason, tests[20].Reason = page.NotArchived, page.NotArchived
		for i, want := range tests {
			p, err := c.Fetch(t.Context(), ask(want))
			if d := cmp.Diff(want, outcomeOf(base, p, err)); d != "" {
				t.Errorf("%d %s (-want +got):\n%s", i, want.Requested, d)
			}
		}
	})
}

func sum(m map[page.Reason]int) (n int) {
	for _, v := range m {
		n += v
	}
	return n
}

// What failed for a reason that passes is asked for again by the next run, and
// by that run once; what was answered for good is not, and what a bound kept
// out only if the run says so.
func TestLaterRunRetries(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		up := false
		w := &web{serve: func(req *http.Request, n int) *http.Response {
			switch {
			case req.URL.Path == "/gone":
				return response(404, "")
			case req.URL.Path == "/large":
				return response(200, strings.Repeat("x", 2000))
			case up || req.URL.Path == "/fine":
				return everything(req, n)
			case req.URL.Path == "/500":
				return response(500, "")
			}
			return nil
		}}
		opt := Options{Transport: w, Archive: t.TempDir(), IgnoreRobots: true, Limits: Limits{MaxBytes: 1000}}
		urls := []string{"http://h.example/fine", "http://h.example/gone", "http://h.example/500", "http://h.example/broken", "http://h.example/large"}
		run := func(pages, requests int) {
			t.Helper()
			c, err := New(opt)
			if err != nil {
				t.Fatal(err)
			}
			for _, url := range append(urls, urls...) {
				c.Fetch(t.Context(), url)
			}
			if s := c.Stats(); s.Pages != pages || s.Requests != requests {
				t.Errorf("%d pages and %d requests, want %d and %d", s.Pages, s.Requests, pages, requests)
			}
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		}
		run(2, 9) // two of them three times each
		run(2, 6)
		archive := opt.Archive
		opt.Replay, opt.Archive = []string{archive}, ""
		run(2, 0) // there is nobody to ask
		opt.Archive = archive
		run(2, 0)
		opt.Replay = nil
		opt.RetryBounded = true
		run(2, 7)
		opt.RetryBounded = false
		up = true
		run(6, 2)
		run(6, 0)
		opt.RetryBounded, opt.MaxBytes = true, 0
		run(8, 1)
		run(8, 0)
	})
}

func TestEndedContext(t *testing.T) {
	t.Parallel()
	c := client(t, Options{Archive: t.TempDir(), Transport: &web{serve: everything}})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Fetch(ctx, "http://h.example/"); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if s := c.Stats(); s.Requests+s.Hits+len(s.Errors) != 0 {
		t.Errorf("stats %+v", s)
	}
}

func TestFullDisk(t *testing.T) {
	t.Parallel()
	c := client(t, Options{Archive: t.TempDir(), Transport: &web{serve: everything}, IgnoreRobots: true, Pace: Pace{Delay: -1}})
	if _, err := c.Fetch(t.Context(), "http://h.example/a"); err != nil {
		t.Fatal(err)
	}
	c.archive.(*archive).fault = errors.New("no space left on device")
	_, err := c.Fetch(t.Context(), "http://h.example/b")
	if _, isPage := page.ReasonOf(err); err == nil || isPage || !errors.Is(err, c.archive.(*archive).fault) {
		t.Errorf("error %v", err)
	}
	if p, err := c.Fetch(t.Context(), "http://h.example/a"); err != nil || string(p.Body) != "<p>page of /a" {
		t.Errorf("what is archived: %v", err)
	}
}

func TestBadOptions(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	writeFile(t, file, []byte("x"))
	for name, opt := range map[string]Options{
		"archive is a file":      {Archive: file},
		"no such mirror":         {Mirrors: []Mirror{{Host: "h.example", Dir: filepath.Join(dir, "none")}}},
		"mirror is a file":       {Mirrors: []Mirror{{Host: "h.example", Dir: file}}},
		"mirror twice":           {Mirrors: []Mirror{{Host: "h.example", Dir: dir}, {Host: "H.example", Dir: dir}}},
		"no such replay":         {Replay: []string{filepath.Join(dir, "none.warc")}},
		"replay without archive": {Replay: []string{dir}},
		"vast pages":             {Limits: Limits{MaxBytes: 1 << 40}},
		"two-line agent":         {UserAgent: "a\nb"},
	} {
		if c, err := New(opt); err == nil {
			c.Close()
			t.Errorf("%s: no error", name)
		} else if !strings.Contains(err.Error(), " ") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %q", name, err)
		}
	}
}

func TestAgentToken(t *testing.T) {
	t.Parallel()
	for agent, want := range map[string]string{
		agent.Default: "verde", "Mozilla/5.0 (compatible; VerDE/1.0)": "verde", "verde": "verde", "My-Bot/1.0": "my-bot", "(x)": "",
		// An address is no product, whoever's name is in it.
		"My-Bot/1.0 (+https://verde.example/bot)": "my-bot", "My-Bot/1.0 (+mailto:verde@example.org)": "my-bot",
		"Mozilla/5.0 (compatible; My-Bot/1.0; +https://example.org/bot)": "my-bot", "Mozilla/5.0 (X11; Linux) Firefox/150.0": "mozilla",
	} {
		if got := agentToken(agent); got != want {
			t.Errorf("%q is addressed as %q, want %q", agent, got, want)
		}
	}
}

// TestManyAtOnce is for the race detector: many callers, few URLs.
func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	base, requests := site(t, map[string]http.HandlerFunc{"/1": redirect(302, "/2"), "/2": send(200, "x", "Content-Type", "text/html")})
	c := client(t, fast(Options{Archive: t.TempDir(), Pace: Pace{PerHost: 4}}))
	var wg sync.WaitGroup
	for i := range 200 {
		wg.Go(func() {
			c.Fetch(t.Context(), fmt.Sprintf("%s/%d", base, i%10))
			c.Stats()
		})
	}
	wg.Wait()
	if n := requests.Load(); n != 11 {
		t.Errorf("%d requests for ten URLs and robots.txt", n)
	}
}

func TestWhatIsSent(t *testing.T) {
	t.Parallel()
	var got []string
	base, _ := site(t, map[string]http.HandlerFunc{"/a": func(w http.ResponseWriter, r *http.Request) {
		got = append(got, fmt.Sprint(r.Method, " ", r.RequestURI, " ", r.Proto, " ", r.ContentLength, " ", r.TransferEncoding, " ", r.Header))
		send(200, "a", "Content-Type", "text/html", "Set-Cookie", "a=b")(w, r)
	}})
	c := client(t, fast(Options{IgnoreRobots: true, UserAgent: "x"}))
	for range 2 {
		if _, err := c.Fetch(t.Context(), base+"/a?b=%2F#c"); err != nil {
			t.Fatal(err)
		}
	}
	want := "GET /a?b=%2F HTTP/1.1 0 [] map[Accept:[text/html,application/xhtml+xml,text/plain;q=0.8,*/*;q=0.5] Accept-Encoding:[gzip, br, zstd] User-Agent:[x]]"
	if d := cmp.Diff([]string{want, want}, got); d != "" {
		t.Errorf("requests (-want +got):\n%s", d)
	}
}

// TestStaleConnection has a server close each connection after one answer,
// without a word, as servers do with idle ones.
func TestStaleConnection(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				br := bufio.NewReader(conn)
				if _, err := http.ReadRequest(br); err != nil {
					return
				}
				io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 1\r\n\r\nx")
				http.ReadRequest(br) // the second request is read, and not answered
			}()
		}
	}()
	c := client(t, fast(Options{IgnoreRobots: true}))
	for i := range 4 {
		if _, err := c.Fetch(t.Context(), fmt.Sprintf("http://%s/%d", l.Addr(), i)); err != nil {
			t.Error(err)
		}
	}
	if s := c.Stats(); s.Requests != 7 || s.Retries != 3 {
		t.Errorf("stats %+v, want a second request for each page but the first", s)
	}
}

// BenchmarkFetch is the cost of a page of 20 kB besides the network: from a
// server on loopback into the archive, and again from the archive.
func BenchmarkFetch(b *testing.B) {
	var body strings.Builder
	for i := range 400 {
		fmt.Fprintf(&body, "<tr><td class=c%d>item %d</td><td>%x</td></tr>\n", i%7, i*i, i*7919)
	}
	server := httptest.NewServer(send(200, body.String(), "Content-Type", "text/html"))
	defer server.Close()
	opt := fast(Options{Archive: b.TempDir(), IgnoreRobots: true})
	c, err := New(opt)
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	n := 0
	b.Run("server", func(b *testing.B) {
		b.SetBytes(int64(body.Len()))
		for b.Loop() {
			n++
			if _, err := c.Fetch(b.Context(), fmt.Sprint(server.URL, "/", n)); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("archive", func(b *testing.B) {
		b.SetBytes(int64(body.Len()))
		i := 0
		for b.Loop() {
			i++
			if _, err := c.Fetch(b.Context(), fmt.Sprint(server.URL, "/", i%n+1)); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkCrawl crawls a site of 5,000 pages with a hundred links each, served
// by this process: fetched, archived, parsed and reduced to link-paths.
func BenchmarkCrawl(b *testing.B) {
	const pages, fan = 5000, 100
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		i, _ := strconv.Atoi(r.URL.Path[1:])
		var body bytes.Buffer
		fmt.Fprintf(&body, "<title>page %d</title><body><div class=main><h1>page %d</h1><ul>", i, i)
		for k := range fan {
			fmt.Fprintf(&body, "<li class=c%d><a href=/%d>page %d</a> and some words</li>\n", k%3, (i*31+k*k*7+k+1)%pages, k)
		}
		w.Write(body.Bytes())
	}))
	defer server.Close()
	for b.Loop() {
		c, err := New(fast(Options{Archive: b.TempDir(), IgnoreRobots: true, Pace: Pace{PerHost: 8}}))
		if err != nil {
			b.Fatal(err)
		}
		var paths page.Paths
		var mu sync.Mutex
		seen := map[string]bool{server.URL + "/0": true}
		queue := make(chan string, pages)
		queue <- server.URL + "/0"
		var left atomic.Int64
		left.Store(1)
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				for url := range queue {
					p, err := c.Fetch(b.Context(), url)
					if err != nil {
						b.Error(err)
					} else if doc, err := p.Parse(); err != nil {
						b.Error(err)
					} else {
						mu.Lock()
						for _, l := range page.NewOutline(p, doc, &paths, page.TagAttr).Links {
							if !seen[l.URL] {
								seen[l.URL] = true
								left.Add(1)
								queue <- l.URL
							}
						}
						mu.Unlock()
					}
					if left.Add(-1) == 0 {
						close(queue)
					}
				}
			})
		}
		wg.Wait()
		if n := c.Stats().Pages; n != pages {
			b.Errorf("%d pages", n)
		}
		if err := c.Close(); err != nil {
			b.Error(err)
		}
	}
	b.ReportMetric(float64(pages*b.N)/b.Elapsed().Seconds(), "pages/s")
}

// A page of more parts than are taken is one of the first of them, and that is
// told, once a page. Other documents are not cut, as they are read in other ways.
func TestCutPages(t *testing.T) {
	t.Parallel()
	crowded := "<p>first" + strings.Repeat("<br>", 1<<20)
	html, xml := []string{"Content-Type", "text/html"}, []string{"Content-Type", "text/xml"}
	base, _ := site(t, map[string]http.HandlerFunc{"/cut": send(200, crowded, html...), "/few": send(200, crowded[:99], html...), "/xml": send(200, crowded, xml...), "/to": redirect(302, "/cut")})
	c := client(t, fast(Options{Archive: t.TempDir(), IgnoreRobots: true}))
	for path, most := range map[string]int{"/cut": len(crowded) - 1, "/few": 99, "/xml": len(crowded), "/to": len(crowded) - 1} {
		p, err := c.Fetch(t.Context(), base+path)
		if err != nil {
			t.Fatal(err)
		}
		cut := path == "/cut" || path == "/to"
		if p.Cut != cut || len(p.Body) > most || len(p.Body) < most*9/10 || !strings.HasPrefix(crowded, string(p.Body)) {
			t.Errorf("%s: cut %v, %d bytes of %d", path, p.Cut, len(p.Body), len(crowded))
		}
	}
	if got := c.Stats().Cut; len(got) != 1 || got[0] != base+"/cut" {
		t.Errorf("told of as cut: %q", got)
	}
}

// A header of one tag tells the language of a document.
func TestContentLanguage(t *testing.T) {
	t.Parallel()
	for want, fields := range map[string][]string{"": {"de, en"}, "pt-BR": {" pt-BR "}, "ja": {"ja"}} {
		if got := contentLanguage(fields); got != want {
			t.Errorf("%q: %q, want %q", fields, got, want)
		}
	}
	for _, fields := range [][]string{nil, {"de", "en"}, {"de en"}, {strings.Repeat("x", 36)}} {
		if got := contentLanguage(fields); got != "" {
			t.Errorf("%q: %q, want none", fields, got)
		}
	}
}
