package fetch

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"verde/progress"
)

// What a host is waited for is told by what makes most of the time between two
// requests, and by nothing once all are answered.
func TestWaits(t *testing.T) {
	t.Parallel()
	slow := func(d time.Duration) func(*http.Request, int) *http.Response {
		return func(req *http.Request, n int) *http.Response { time.Sleep(d); return everything(req, n) }
	}
	failing := func(status int, fields ...string) func(*http.Request, int) *http.Response {
		return func(req *http.Request, n int) *http.Response {
			if n == 1 && strings.HasSuffix(req.URL.Path, "/b") {
				return response(status, "", fields...)
			}
			return everything(req, n)
		}
	}
	for _, test := range []struct {
		name  string
		opt   Options
		serve func(*http.Request, int) *http.Response
		at    time.Duration
		want  progress.Wait
	}{
		{"the user's delay", Options{}, everything, 100 * time.Millisecond, progress.Wait{Reason: progress.Delay, For: 500 * time.Millisecond, Interval: 500 * time.Millisecond}},
		{"the host's", Options{}, func(req *http.Request, n int) *http.Response {
			if req.URL.Path == "/robots.txt" {
				return response(200, "User-agent: *\nCrawl-delay: 10\n", "Content-Type", "text/plain")
			}
			return everything(req, n)
		}, 3 * time.Second, progress.Wait{Reason: progress.CrawlDelay, For: 10 * time.Second, Interval: 10 * time.Second}},
		{"slow answers", Options{IgnoreRobots: true}, slow(3 * time.Second), 5 * time.Second, progress.Wait{Reason: progress.Slow, For: 3 * time.Second, Interval: 6 * time.Second}},
		{"slower than the rest", Options{IgnoreRobots: true}, slow(3 * time.Second), 2 * time.Second, progress.Wait{Reason: progress.Answer, For: 2 * time.Second, Interval: 500 * time.Millisecond}},
		{"Retry-After", Options{IgnoreRobots: true}, failing(429, "Retry-After", "20"), 6 * time.Second, progress.Wait{Reason: progress.RetryAfter, For: 14500 * time.Millisecond, Interval: time.Second}},
		{"overloaded", Options{IgnoreRobots: true}, failing(503), 700 * time.Millisecond, progress.Wait{Reason: progress.Overloaded, For: time.Second, Interval: time.Second}},
		{"a retry", Options{IgnoreRobots: true}, failing(500), 800 * time.Millisecond, progress.Wait{Reason: progress.Retry, Interval: 500 * time.Millisecond}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				test.opt.Transport = &web{serve: test.serve}
				c := client(t, test.opt)
				if got := c.Waits(); got != nil {
					t.Errorf("before anything is asked: %v", got)
				}
				done := make(chan struct{})
				go func() { // one after the other, as a reader does
					defer close(done)
					fetchAll(t, c, "http://www.h.example/a")
					fetchAll(t, c, "http://www.h.example/b")
				}()
				time.Sleep(test.at)
				synctest.Wait()
				test.want.Host, test.want.Site = "www.h.example", "h.example"
				if d := cmp.Diff([]progress.Wait{test.want}, c.Waits()); d != "" {
					t.Errorf("(-want +got):\n%s", d)
				}
				<-done
				if got := c.Waits(); got != nil {
					t.Errorf("after all is answered: %v", got)
				}
			})
		})
	}
}
