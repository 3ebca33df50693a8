package fetch

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"verde/page"
)

// What a host asks for within the bound is waited for; one that asks for more is
// not asked again.
func TestRetryAfterIsBounded(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		bound time.Duration
		asks  string
		again string // when it is asked again, "" for never
		left  []LeftAlone
	}{
		{bound: 0, asks: "120", again: "2m0s"},
		{bound: 0, asks: "121", left: []LeftAlone{{Host: "h.example", Asked: 121, URLs: 1}}},
		{bound: 10 * time.Second, asks: "600", left: []LeftAlone{{Host: "h.example", Asked: 600, URLs: 1}}},
		{bound: 10 * time.Second, asks: "Sat, 01 Jan 2000 00:10:00 GMT", left: []LeftAlone{{Host: "h.example", Asked: 600, URLs: 1}}}, // synctest begins with that year
		{bound: time.Hour, asks: "600", again: "10m0s"},
		{bound: 48 * time.Hour, asks: "172800", again: "48h0m0s"},
	} {
		synctest.Test(t, func(t *testing.T) {
			w := &web{serve: func(req *http.Request, n int) *http.Response {
				if n == 1 {
					return response(429, "", "Retry-After", test.asks)
				}
				return everything(req, n)
			}}
			c := client(t, Options{Transport: w, IgnoreRobots: true, Pace: Pace{MaxRetryAfter: test.bound}})
			want := []string{"0s http://h.example/a"}
			if _, err := c.Fetch(t.Context(), "http://h.example/a"); test.again != "" {
				want = append(want, test.again+" http://h.example/a")
				if err != nil {
					t.Error(err)
				}
			} else {
				if reason, _ := page.ReasonOf(err); reason != page.Status {
					t.Errorf("the page that the host answered so: %v", err)
				}
				time.Sleep(24 * time.Hour)
				for range 2 {
					_, err := c.Fetch(t.Context(), "http://h.example/b")
					if reason, _ := page.ReasonOf(err); reason != page.Overloaded {
						t.Errorf("another page: %v", err)
					}
				}
			}
			if !slices.Equal(w.log, want) {
				t.Errorf("%s asked for, %v waited for: requests %q, want %q", test.asks, test.bound, w.log, want)
			}
			if d := cmp.Diff(test.left, c.Stats().Left); d != "" {
				t.Errorf("left alone (-want +got):\n%s", d)
			}
		})
	}
}

// A host that is left alone is so for all of its pages: those that wait for it
// already, whose redirects lead to it, and that its robots.txt, which could not
// be had, would decide on. Nothing of that is archived, and the next run asks.
func TestLeftAlone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		began, dir := time.Now(), t.TempDir()
		w := &web{latency: time.Second}
		w.serve = func(req *http.Request, n int) *http.Response {
			busy := time.Since(began) < time.Hour
			switch url := req.URL.String(); {
			case url == "http://page.example/first" && busy, url == "http://robots.example/robots.txt" && busy:
				return response(503, "", "Retry-After", "3600")
			case url == "http://page.example/robots.txt":
				return response(200, "User-agent: *\nDisallow: /private\n", "Content-Type", "text/plain")
			case url == "http://well.example/moved":
				return response(302, "", "Location", "http://page.example/moved")
			}
			return everything(req, n)
		}
		urls := map[string]page.Reason{
			"http://page.example/first": page.Status, "http://page.example/waiting": page.Overloaded, "http://page.example/private": page.Robots,
			"http://well.example/moved": page.Overloaded, "http://well.example/a": "",
			"http://robots.example/a": page.Overloaded, "http://robots.example/b": page.Overloaded,
		}
		run := func(want func(url string) page.Reason) Stats {
			c, err := New(Options{Transport: w, Archive: dir})
			if err != nil {
				t.Fatal(err)
			}
			var wg sync.WaitGroup
			for range 2 { // at once, and again
				for i, url := range slices.Sorted(maps.Keys(urls)) {
					wg.Go(func() {
						time.Sleep(time.Duration(i) * 600 * time.Millisecond) // so that the first is under way when others come to wait for it
						_, err := c.Fetch(t.Context(), url)
						if reason, _ := page.ReasonOf(err); reason != want(url) {
							t.Errorf("%s: %v, want %q", url, err, want(url))
						}
					})
				}
				wg.Wait()
			}
			stats := c.Stats()
			if err := c.Close(); err != nil {
				t.Error(err)
			}
			return stats
		}
		left := run(func(url string) page.Reason { return urls[url] }).Left
		want := []LeftAlone{{Host: "page.example", Asked: 3600, URLs: 2}, {Host: "robots.example", Asked: 3600, URLs: 2}}
		if d := cmp.Diff(want, left); d != "" {
			t.Errorf("left alone (-want +got):\n%s", d)
		}
		if w.seen["http://page.example/first"] != 1 || w.seen["http://robots.example/robots.txt"] != 1 {
			t.Errorf("hosts that are left alone are asked again: %v", w.seen)
		}
		time.Sleep(time.Hour)
		stats := run(func(url string) page.Reason {
			if strings.HasSuffix(url, "/private") {
				return page.Robots
			}
			return ""
		})
		if len(stats.Left) != 0 {
			t.Errorf("left alone by the next run: %v", stats.Left)
		}
	})
}

func TestLeftAloneIsTold(t *testing.T) {
	t.Parallel()
	got := LeftAlone{Host: "h.example", Asked: 3600.4, URLs: 34}.String()
	if want := "h.example asked to be left alone for 1h0m0s, which is longer than is waited for; URLs not asked for: 34"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
