package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"verde/page"
)

// web is a network of one's own: it answers with what serve says, after
// latency, and notes when each request began.
type web struct {
	latency time.Duration
	serve   func(req *http.Request, attempt int) *http.Response // nil breaks the connection

	mu    sync.Mutex
	began time.Time
	log   []string
	seen  map[string]int
	now   map[string]int // requests under way, by host
	most  int
}

func (w *web) RoundTrip(req *http.Request) (*http.Response, error) {
	w.mu.Lock()
	if w.seen == nil {
		w.seen, w.now, w.began = make(map[string]int), make(map[string]int), time.Now()
	}
	url := req.URL.String()
	w.log = append(w.log, fmt.Sprintf("%v %s", time.Since(w.began), url))
	w.seen[url]++
	attempt := w.seen[url]
	w.now[req.URL.Host]++
	w.most = max(w.most, w.now[req.URL.Host])
	w.mu.Unlock()
	defer func() {
		w.mu.Lock()
		w.now[req.URL.Host]--
		w.mu.Unlock()
	}()
	if err := sleep(req.Context(), w.latency); err != nil {
		return nil, err
	}
	if resp := w.serve(req, attempt); resp != nil {
		return resp, nil
	}
	return nil, errors.New("connection reset")
}

func response(status int, body string, fields ...string) *http.Response {
	header := http.Header{"Content-Type": {"text/html"}}
	for i := 0; i+1 < len(fields); i += 2 {
		header.Set(fields[i], fields[i+1])
	}
	return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(strings.NewReader(body))}
}

// everything serves a page at every URL, and no robots.txt.
func everything(req *http.Request, _ int) *http.Response {
	if req.URL.Path == "/robots.txt" {
		return response(404, "")
	}
	return response(200, "<p>page of "+req.URL.Path)
}

func client(t *testing.T, opt Options) *Client {
	t.Helper()
	c, err := New(opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// fetchAll asks for all URLs at once.
func fetchAll(t *testing.T, c *Client, urls ...string) {
	t.Helper()
	var wg sync.WaitGroup
	for _, url := range urls {
		wg.Go(func() {
			if _, err := c.Fetch(t.Context(), url); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

func TestOneRequestAtATime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := &web{latency: 100 * time.Millisecond, serve: everything}
		c := client(t, Options{Transport: w})
		for _, path := range []string{"a", "b"} {
			fetchAll(t, c, "http://h.example/"+path)
		}
		want := []string{"0s http://h.example/robots.txt", "600ms http://h.example/a", "1.2s http://h.example/b"}
		if d := cmp.Diff(want, w.log); d != "" {
			t.Errorf("requests (-want +got):\n%s", d)
		}
	})
}

func TestHostsDoNotWaitForEachOther(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := &web{serve: everything}
		c := client(t, Options{Transport: w, IgnoreRobots: true})
		began := time.Now()
		var urls []string
		for i := range 20 {
			urls = append(urls, fmt.Sprintf("http://h%d.example/", i))
		}
		fetchAll(t, c, urls...)
		if took := time.Since(began); took != 0 {
			t.Errorf("took %v", took)
		}
		// http and https of a name are one host.
		began = time.Now()
		fetchAll(t, c, "https://h0.example/")
		if took := time.Since(began); took != DefaultDelay {
			t.Errorf("https after http took %v, want %v", took, DefaultDelay)
		}
	})
}

func TestPerHost(t *testing.T) {
	t.Parallel()
	tests := map[int]time.Duration{
		1: 13500 * time.Millisecond, // four times 3 s, with .5 s between
		3: 6 * time.Second,          // begun at 0, .5 and 1 s; the fourth when the first has ended
	}
	for connections, want := range tests {
		synctest.Test(t, func(t *testing.T) {
			w := &web{latency: 3 * time.Second, serve: everything}
			c := client(t, Options{Transport: w, IgnoreRobots: true, Pace: Pace{PerHost: connections, DelayFactor: -1}})
			began := time.Now()
			fetchAll(t, c, "http://h.example/1", "http://h.example/2", "http://h.example/3", "http://h.example/4")
			if w.most != connections {
				t.Errorf("at most %d requests at once, want %d", w.most, connections)
			}
			if took := time.Since(began); took != want {
				t.Errorf("%d connections took %v, want %v", connections, took, want)
			}
		})
	}
}

func TestCrawlDelayIsHonoured(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := &web{serve: func(req *http.Request, n int) *http.Response {
			if req.URL.Path == "/robots.txt" {
				return response(200, "User-agent: *\nCrawl-delay: 30\n", "Content-Type", "text/plain")
			}
			return everything(req, n)
		}}
		c := client(t, Options{Transport: w})
		for _, path := range []string{"a", "b", "c"} {
			fetchAll(t, c, "http://h.example/"+path)
		}
		want := []string{"0s http://h.example/robots.txt", "30s http://h.example/a", "1m0s http://h.example/b", "1m30s http://h.example/c"}
		if d := cmp.Diff(want, w.log); d != "" {
			t.Errorf("requests (-want +got):\n%s", d)
		}
	})
}

// A host that asks for more than is honoured is left alone, by its own reason.
func TestTooSlow(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := &web{serve: func(req *http.Request, n int) *http.Response {
			if req.URL.Path == "/robots.txt" {
				return response(200, "User-agent: *\nDisallow: /private\nCrawl-delay: 31\n")
			}
			return everything(req, n)
		}}
		c := client(t, Options{Transport: w})
		for path, want := range map[string]page.Reason{"a": page.TooSlow, "private": page.Robots} {
			_, err := c.Fetch(t.Context(), "http://h.example/"+path)
			if reason, _ := page.ReasonOf(err); reason != want {
				t.Errorf("%s: %v, want %q", path, err, want)
			}
		}
		fetchAll(t, client(t, Options{Transport: w, Pace: Pace{MaxDelay: time.Minute}}), "http://h.example/a")
		if d := cmp.Diff(map[string]int{"http://h.example/robots.txt": 2, "http://h.example/a": 1}, w.seen); d != "" {
			t.Errorf("requests (-want +got):\n%s", d)
		}
	})
}

// A host rests twice as long as its last answer took, within bounds.
func TestSlowHostRests(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		took := map[string]time.Duration{"/1": 2 * time.Second, "/2": 100 * time.Millisecond, "/3": 25 * time.Second}
		w := &web{}
		w.serve = func(req *http.Request, n int) *http.Response {
			time.Sleep(took[req.URL.Path])
			return everything(req, n)
		}
		c := client(t, Options{Transport: w, IgnoreRobots: true})
		for _, path := range []string{"1", "2", "3", "4"} {
			fetchAll(t, c, "http://h.example/"+path)
		}
		want := []string{"0s http://h.example/1", "6s http://h.example/2", "6.6s http://h.example/3", "1m1.6s http://h.example/4"}
		if d := cmp.Diff(want, w.log); d != "" {
			t.Errorf("requests (-want +got):\n%s", d)
		}
	})
}

// However many hosts there are, no more than MaxConns are asked at once.
func TestMaxConns(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var now, most atomic.Int64
		w := &web{serve: func(req *http.Request, n int) *http.Response {
			most.Store(max(most.Load(), now.Add(1)))
			defer now.Add(-1)
			time.Sleep(time.Second)
			return everything(req, n)
		}}
		c := client(t, Options{Transport: w, IgnoreRobots: true, Pace: Pace{MaxConns: 3}})
		var urls []string
		for i := range 9 {
			urls = append(urls, fmt.Sprintf("http://h%d.example/", i))
		}
		began := time.Now()
		fetchAll(t, c, urls...)
		if took := time.Since(began); most.Load() != 3 || took != 3*time.Second {
			t.Errorf("%d at once, %v for all; want 3 and 3 s", most.Load(), took)
		}
	})
}

// robots.txt that could not be had is asked for again, not sooner than after
// ten minutes.
func TestRobotsThatWasDown(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		w := &web{serve: func(req *http.Request, n int) *http.Response {
			if req.URL.Path == "/robots.txt" && time.Since(began) < 15*time.Minute {
				return response(503, "")
			}
			return everything(req, n)
		}}
		c := client(t, Options{Transport: w, Archive: t.TempDir(), Limits: Limits{Retries: -1}})
		for range 25 {
			_, err := c.Fetch(t.Context(), "http://h.example/a")
			if reason, _ := page.ReasonOf(err); err != nil && reason != page.Unreachable {
				t.Error(err)
			}
			time.Sleep(time.Minute)
		}
		want := []string{"0s http://h.example/robots.txt", "11m0s http://h.example/robots.txt", "22m0s http://h.example/robots.txt", "22m1.75s http://h.example/a"}
		if d := cmp.Diff(want, w.log); d != "" {
			t.Errorf("requests (-want +got):\n%s", d)
		}
	})
}

func TestRetryAfterSlowsTheHost(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := &web{serve: func(req *http.Request, n int) *http.Response {
			if req.URL.Path == "/busy" && n == 1 {
				return response(503, "", "Retry-After", "20")
			}
			return everything(req, n)
		}}
		c := client(t, Options{Transport: w, IgnoreRobots: true})
		fetchAll(t, c, "http://h.example/busy", "http://other.example/")
		for _, path := range []string{"a", "b"} {
			fetchAll(t, c, "http://h.example/"+path)
		}
		var got []string
		for _, line := range w.log {
			if !strings.Contains(line, "other") {
				got = append(got, line)
			}
		}
		// After the 20 s the delay is one second, less an eighth for each good answer.
		want := []string{"0s http://h.example/busy", "20s http://h.example/busy", "20.875s http://h.example/a", "21.640625s http://h.example/b"}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("requests (-want +got):\n%s", d)
		}
		if s := c.Stats(); s.Requests != 5 || s.Retries != 1 || s.Pages != 4 {
			t.Errorf("stats %+v", s)
		}
	})
}

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for field, want := range map[string]time.Duration{"": 0, "7": 7 * time.Second, "-7": 0, "99999999": 99999999 * time.Second, "99999999999999999999": math.MaxInt64 / time.Second * time.Second, "-99999999999999999999": 0,
		"soon": 0, " 7 ": 7 * time.Second, "1.5": 0, "NaN": 0, "Fri, 02 Jan 9026 03:04:35 GMT": math.MaxInt64,
		"Fri, 02 Jan 2026 03:04:35 GMT": 30 * time.Second, "Fri, 02 Jan 2025 03:04:35 GMT": 0} {
		if got := retryAfter(field, now); got != want {
			t.Errorf("Retry-After %q is %v, want %v", field, got, want)
		}
	}
}

func TestRetries(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		serve   func(attempt int) *http.Response
		options Options
		sent    int
		reason  page.Reason
		took    time.Duration
	}{
		{name: "broken twice", sent: 3, took: 3 * time.Second, serve: func(n int) *http.Response {
			if n < 3 {
				return nil
			}
			return response(200, "x")
		}},
		{name: "always broken", sent: 3, took: 3 * time.Second, reason: page.Network, serve: func(int) *http.Response { return nil }},
		{name: "broken body", sent: 3, took: 3 * time.Second, reason: page.Network, serve: func(int) *http.Response {
			r := response(200, "")
			r.Body = io.NopCloser(io.MultiReader(strings.NewReader("x"), broken{}))
			return r
		}},
		{name: "server error", sent: 3, took: 3 * time.Second, reason: page.Status, serve: func(int) *http.Response { return response(502, "") }},
		{name: "not found", sent: 1, reason: page.Status, serve: func(int) *http.Response { return response(404, "") }},
		{name: "no retries", sent: 1, reason: page.Network, options: Options{Limits: Limits{Retries: -1}}, serve: func(int) *http.Response { return nil }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := &web{serve: func(_ *http.Request, n int) *http.Response { return test.serve(n) }}
				opt := test.options
				opt.Transport, opt.IgnoreRobots = w, true
				began := time.Now()
				_, err := client(t, opt).Fetch(t.Context(), "http://h.example/")
				if reason, _ := page.ReasonOf(err); reason != test.reason {
					t.Errorf("reason %q, want %q (%v)", reason, test.reason, err)
				}
				if len(w.log) != test.sent {
					t.Errorf("%d requests, want %d", len(w.log), test.sent)
				}
				if took := time.Since(began); took != test.took {
					t.Errorf("took %v, want %v", took, test.took)
				}
			})
		})
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func TestOthersGoOnWhileOneIsRetried(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := &web{serve: func(req *http.Request, n int) *http.Response {
			if req.URL.Path == "/bad" && n == 1 {
				return nil
			}
			return everything(req, n)
		}}
		c := client(t, Options{Transport: w, IgnoreRobots: true, Pace: Pace{Delay: 100 * time.Millisecond}})
		var wg sync.WaitGroup
		wg.Go(func() { fetchAll(t, c, "http://h.example/bad") })
		synctest.Wait()
		fetchAll(t, c, "http://h.example/good")
		wg.Wait()
		want := []string{"0s http://h.example/bad", "100ms http://h.example/good", "1s http://h.example/bad"}
		if d := cmp.Diff(want, w.log); d != "" {
			t.Errorf("requests (-want +got):\n%s", d)
		}
	})
}

func TestTimeout(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := &web{latency: time.Minute, serve: everything}
		c := client(t, Options{Transport: w, IgnoreRobots: true, Limits: Limits{Timeout: 10 * time.Second, Retries: -1}})
		began := time.Now()
		_, err := c.Fetch(t.Context(), "http://h.example/")
		if reason, _ := page.ReasonOf(err); reason != page.Timeout || time.Since(began) != 10*time.Second {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
	})
}

func TestCancellation(t *testing.T) {
	t.Parallel()
	stop := errors.New("stop")
	for name, after := range map[string]time.Duration{"in a request": 50 * time.Millisecond, "between requests": 300 * time.Millisecond,
		"before a retry": 700 * time.Millisecond} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := &web{latency: 100 * time.Millisecond, serve: func(req *http.Request, n int) *http.Response {
					if req.URL.Path == "/robots.txt" {
						return everything(req, n)
					}
					return nil
				}}
				dir := t.TempDir()
				c := client(t, Options{Transport: w, Archive: dir})
				ctx, cancel := context.WithCancelCause(t.Context())
				began := time.Now()
				time.AfterFunc(after, func() { cancel(stop) })
				_, err := c.Fetch(ctx, "http://h.example/x")
				if _, isPage := page.ReasonOf(err); isPage || !errors.Is(err, stop) {
					t.Errorf("error %v, want the context's cause", err)
				}
				if took := time.Since(began); took != after {
					t.Errorf("returned after %v, want %v", took, after)
				}
				// What was given up is free again.
				w.serve = everything
				if _, err := c.Fetch(t.Context(), "http://h.example/x"); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

func TestOneRequestForAll(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := &web{latency: time.Second, serve: everything}
		c := client(t, Options{Transport: w, Pace: Pace{PerHost: 10, Delay: -1}})
		pages := make([]*page.Page, 10)
		first, cancel := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		for i := range pages {
			ctx := t.Context()
			if i == 0 {
				ctx = first
			}
			wg.Go(func() {
				var err error
				if pages[i], err = c.Fetch(ctx, "http://h.example/x"); err != nil && i > 0 {
					t.Error(err)
				}
			})
			synctest.Wait()
		}
		// Whoever came first gives up in robots.txt; the request of another lasts.
		time.Sleep(600 * time.Millisecond)
		cancel()
		wg.Wait()
		want := []string{"0s http://h.example/robots.txt", "600ms http://h.example/robots.txt", "1.6s http://h.example/x"}
		if d := cmp.Diff(want, w.log); d != "" {
			t.Errorf("requests (-want +got):\n%s", d)
		}
		pages[1].Body[0] = '!'
		for i, p := range pages[2:] {
			if string(p.Body) != "<p>page of /x" {
				t.Errorf("page %d shares its body with another", i+2)
			}
		}
	})
}

// A host that is down is given up after a bound, however many of its URLs are
// asked for, and asked again after ten minutes; what it was not asked for is no
// answer. Others are none the worse.
func TestDeadHost(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		opt   Options
		asked int // pages of the host in the first minutes
	}{
		{"by default", Options{}, 10},
		{"sooner", Options{Limits: Limits{MaxFailures: 3}}, 3},
		{"never", Options{Limits: Limits{MaxFailures: -1}}, 40},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				down := true
				w := &web{serve: func(req *http.Request, n int) *http.Response {
					if req.URL.Host == "dead.example" && req.URL.Path != "/robots.txt" && down {
						return nil
					}
					return everything(req, n)
				}}
				opt := test.opt
				opt.Transport, opt.Archive, opt.Retries = w, t.TempDir(), 1
				c := client(t, opt)
				fetch := func(url string) string {
					_, err := c.Fetch(t.Context(), url)
					reason, _ := page.ReasonOf(err)
					return string(reason)
				}
				got := make(map[string]int)
				for i := range 40 {
					got[fetch(fmt.Sprint("http://dead.example/", i))]++
					fetch(fmt.Sprint("http://well.example/", i))
				}
				if want := map[string]int{"network": test.asked, "unreachable": 40 - test.asked}; got["network"] != want["network"] || got["unreachable"] != want["unreachable"] {
					t.Errorf("%v, want %v", got, want)
				}
				if n := c.Stats().PerHost["dead.example"].Requests; n != 1+2*test.asked {
					t.Errorf("%d requests to the host that is down", n)
				}
				if n := c.Stats().PerHost["well.example"].Requests; n != 41 {
					t.Errorf("%d requests to another", n)
				}
				time.Sleep(hostDownAge)
				if reason := fetch("http://dead.example/x"); reason != "network" {
					t.Errorf("after ten minutes it was not asked again: %q", reason)
				}
				down = false
				if test.opt.MaxFailures >= 0 {
					if reason := fetch("http://dead.example/39"); reason != "unreachable" {
						t.Errorf("asked again at once: %q", reason)
					}
					time.Sleep(hostDownAge)
				}
				for _, path := range []string{"a", "b"} {
					if reason := fetch("http://dead.example/" + path); reason != "" {
						t.Errorf("when it is back: %s", reason)
					}
				}
				if test.opt.MaxFailures >= 0 {
					if reason := fetch("http://dead.example/39"); reason != "" {
						t.Errorf("a page that was not asked for is answered: %s", reason)
					}
				}
			})
		})
	}
}

// A section of a site that fails is no reason to give up the rest.
func TestFailuresBetweenPages(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := &web{serve: func(req *http.Request, n int) *http.Response {
			if strings.HasPrefix(req.URL.Path, "/bad") {
				return response(500, "")
			}
			return everything(req, n)
		}}
		c := client(t, Options{Transport: w, Limits: Limits{Retries: -1, MaxFailures: 5}})
		for i := range 40 {
			path := "/bad"
			if i%5 == 4 {
				path = "/good"
			}
			_, err := c.Fetch(t.Context(), fmt.Sprint("http://h.example", path, i))
			if reason, _ := page.ReasonOf(err); reason == page.Unreachable {
				t.Errorf("page %d: %v", i, err)
			}
		}
	})
}
