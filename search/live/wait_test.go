package live

import (
	"net/http"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"verde/progress"
)

func TestWaits(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, engine string
		slow         time.Duration
		first        int    // status of the first answer, 0 for a good one
		after        string // its Retry-After
		at           time.Duration
		want         progress.Wait
	}{
		{"the service's pace", "brave", 0, 0, "", 300 * time.Millisecond, progress.Wait{Host: "api.search.brave.com", Reason: progress.Delay, For: time.Second}},
		{"an answer", "searxng", 5 * time.Second, 0, "", 2 * time.Second, progress.Wait{Host: "localhost:8888", Reason: progress.Answer, For: 2 * time.Second}},
		{"Retry-After", "searxng", 0, 429, "7", 3 * time.Second, progress.Wait{Host: "localhost:8888", Reason: progress.RetryAfter, For: 4 * time.Second}},
		{"a retry", "searxng", 0, 500, "", 300 * time.Millisecond, progress.Wait{Host: "localhost:8888", Reason: progress.Retry}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var n atomic.Int64
				e := engine(t, test.engine, func(w http.ResponseWriter, _ *http.Request) bool {
					time.Sleep(test.slow)
					if n.Add(1) > 1 || test.first == 0 {
						return false
					}
					w.Header().Set("Retry-After", test.after)
					w.WriteHeader(test.first)
					return true
				})
				if got := e.Waits(); got != nil {
					t.Errorf("before anything is asked: %v", got)
				}
				done := make(chan error)
				go func() {
					_, err := collect(t.Context(), e)
					done <- err
				}()
				time.Sleep(test.at)
				synctest.Wait()
				if d := cmp.Diff([]progress.Wait{test.want}, e.Waits()); d != "" {
					t.Errorf("(-want +got):\n%s", d)
				}
				if err := <-done; err != nil {
					t.Error(err)
				}
				if got := e.Waits(); got != nil {
					t.Errorf("after all is answered: %v", got)
				}
			})
		})
	}
}
