package fetch

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"verde/internal/fetchtest"
	"verde/page"
)

func TestRobotsAnswers(t *testing.T) {
	t.Parallel()
	forbid := "User-agent: *\nDisallow: /\n"
	tests := []struct {
		name   string
		serve  func(path string) *http.Response
		reason page.Reason
		passes bool // so a second run asks again
	}{
		{name: "none", serve: func(string) *http.Response { return response(404, forbid) }},
		{name: "forbidden itself", serve: func(string) *http.Response { return response(403, forbid) }},
		{name: "any media type", serve: func(string) *http.Response { return response(200, forbid, "Content-Type", "image/png") }, reason: page.Robots},
		{name: "gzip", serve: func(string) *http.Response { return response(200, fetchtest.Gzip(forbid), "Content-Encoding", "gzip") }, reason: page.Robots},
		{name: "gzip, longer than is read", serve: func(string) *http.Response {
			return response(200, fetchtest.Gzip(forbid+strings.Repeat("#\n", 1<<20)), "Content-Encoding", "gzip")
		}, reason: page.Robots},
		{name: "gzip that breaks off", serve: func(string) *http.Response {
			zipped := fetchtest.Gzip(forbid + strings.Repeat("#\n", 1<<20))
			return response(200, zipped[:len(zipped)-100], "Content-Encoding", "gzip")
		}, reason: page.Robots},
		{name: "gzip of which nothing can be read", serve: func(string) *http.Response {
			return response(200, fetchtest.Gzip(forbid)[:12], "Content-Encoding", "gzip")
		}, reason: page.Unreachable},
		{name: "longer than is read", serve: func(string) *http.Response { return response(200, forbid+strings.Repeat("#\n", 1<<20)) }, reason: page.Robots},
		{name: "server error", serve: func(string) *http.Response { return response(500, "") }, reason: page.Unreachable, passes: true},
		{name: "overloaded", serve: func(string) *http.Response { return response(429, "") }, reason: page.Unreachable, passes: true},
		{name: "no connection", serve: func(string) *http.Response { return nil }, reason: page.Unreachable, passes: true},
		{name: "moved", serve: func(path string) *http.Response {
			if path == "/robots.txt" {
				return response(301, "", "Location", "https://other.example/rules")
			}
			return response(200, forbid)
		}, reason: page.Robots},
		{name: "moved to nowhere", serve: func(string) *http.Response { return response(301, "", "Location", "gopher://x/") }},
		{name: "moved five times", serve: hops(5, forbid), reason: page.Robots},
		{name: "moved six times", serve: hops(6, forbid)},
		{name: "moved to the page", serve: func(path string) *http.Response { return response(301, "", "Location", "/page") }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := &web{serve: func(req *http.Request, n int) *http.Response {
					if req.URL.Path == "/page" {
						return everything(req, n)
					}
					return test.serve(req.URL.Path)
				}}
				dir := t.TempDir()
				var requests [2]int // so far
				for run := range 2 {
					c, err := New(Options{Transport: w, Archive: dir})
					if err != nil {
						t.Fatal(err)
					}
					for range 2 {
						_, err = c.Fetch(t.Context(), "http://h.example/page")
						if reason, _ := page.ReasonOf(err); reason != test.reason {
							t.Errorf("reason %q, want %q (%v)", reason, test.reason, err)
						}
					}
					if err := c.Close(); err != nil {
						t.Error(err)
					}
					requests[run] = len(w.log)
				}
				if second := requests[1] - requests[0]; second != 0 && !test.passes || test.passes && second != requests[0] {
					t.Errorf("%d requests in the second run after %d in the first", second, requests[0])
				}
				if w.seen["http://h.example/page"] > 1 || test.reason != "" && w.seen["http://h.example/page"] > 0 {
					t.Errorf("requests %v", w.log)
				}
			})
		})
	}
}

// hops moves robots.txt n times.
func hops(n int, last string) func(string) *http.Response {
	return func(path string) *http.Response {
		if path == "/robots.txt" {
			path = "/0"
		}
		i := int(path[1] - '0')
		if i == n {
			return response(200, last)
		}
		return response(302, "", "Location", fmt.Sprintf("/%d", i+1))
	}
}

func TestSitemaps(t *testing.T) {
	t.Parallel()
	w := &web{serve: func(req *http.Request, n int) *http.Response {
		if req.URL.Path == "/robots.txt" && req.URL.Host == "h.example" {
			return response(200, "Sitemap: /a.xml\nSitemap: https://other.example/b.xml.gz\nsitemap: http://h.example/a.xml#x\nSitemap: ftp://x/\n")
		}
		return response(404, "")
	}}
	c := client(t, Options{Transport: w, Pace: Pace{Delay: -1}})
	for raw, want := range map[string][]string{"http://h.example/some/page": {"http://h.example/a.xml", "https://other.example/b.xml.gz"}, "http://none.example/": nil} {
		got, err := c.Sitemaps(t.Context(), raw)
		if d := cmp.Diff(want, got); d != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", raw, err, d)
		}
	}
	if _, err := c.Sitemaps(t.Context(), "mailto:x"); err == nil {
		t.Error("a URL that is none")
	}
}

func TestOldRobots(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		rules := "User-agent: *\nDisallow: /a\n"
		w := &web{serve: func(req *http.Request, n int) *http.Response {
			if req.URL.Path == "/robots.txt" {
				return response(200, rules)
			}
			return everything(req, n)
		}}
		dir := t.TempDir()
		run := func(want map[string]bool) {
			t.Helper()
			c, err := New(Options{Transport: w, Archive: dir})
			if err != nil {
				t.Fatal(err)
			}
			for path, allowed := range want {
				_, err := c.Fetch(t.Context(), "http://h.example/"+path)
				if reason, _ := page.ReasonOf(err); (err == nil) != allowed || err != nil && reason != page.Robots {
					t.Errorf("%s: %v", path, err)
				}
			}
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		}
		run(map[string]bool{"a": false, "b": true})
		rules = "User-agent: *\nDisallow: /c\n"
		time.Sleep(23 * time.Hour)
		run(map[string]bool{"a": false, "c": true}) // the day is not over
		time.Sleep(2 * time.Hour)
		rules = "User-agent: *\nDisallow: /d\n"
		run(map[string]bool{"a": false, "b": true, "c": true}) // a repeated run asks nothing
		if n := w.seen["http://h.example/robots.txt"]; n != 1 {
			t.Errorf("robots.txt was requested %d times", n)
		}
		run(map[string]bool{"d": false}) // a new request goes by new rules
		run(map[string]bool{"a": true})  // which from then on are the rules
		if n := w.seen["http://h.example/robots.txt"]; n != 2 {
			t.Errorf("robots.txt was requested %d times", n)
		}
	})
}
