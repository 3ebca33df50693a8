package metrics

import (
	"encoding/json"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"verde/fetch"
	"verde/page"
	"verde/progress"
)

// fetcher tells what a test gives it.
type fetcher struct {
	stats fetch.Stats
	waits []progress.Wait
}

func (f *fetcher) Stats() fetch.Stats     { return f.stats }
func (f *fetcher) Waits() []progress.Wait { return f.waits }

// busy is the metrics of a run under way, at a time.
func busy() *Metrics {
	now := time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	m := New(func() time.Time { return now })
	r := m.Begin()
	after := func(d time.Duration, e progress.Event) { now = now.Add(d); r.Tell(e) }
	f := &fetcher{fetch.Stats{Requests: 7, Retries: 2, Pages: 4, Hits: 3, Bytes: 900, Errors: map[page.Reason]int{page.Timeout: 1}},
		[]progress.Wait{{Host: "a.example", Reason: progress.Slow, Interval: 4 * time.Second}, {Host: "b.example", Reason: progress.Slow, Interval: 9 * time.Second}, {Host: "c.example", Reason: progress.RetryAfter}}}
	r.Watch(f)
	r.Watch(f)
	r.Watch(&fetcher{stats: fetch.Stats{Requests: 10, Errors: map[page.Reason]int{page.Timeout: 1, page.Robots: 5}}})
	after(0, progress.Event{Phase: progress.Learning, Total: 1})
	after(time.Minute, progress.Event{Phase: progress.Learning, Done: 1})
	after(0, progress.Event{Phase: progress.Searching, Site: "a.example", Total: 1000})
	after(0, progress.Event{Phase: progress.Asking, Round: 1, Of: 3})
	after(0, progress.Event{Phase: progress.Asking, Total: 30})
	after(time.Second, progress.Event{Phase: progress.Asking, Done: 12})
	after(time.Second, progress.Event{Phase: progress.Asking, Done: 11})
	return m
}

func scrape(t *testing.T, m *Metrics, profiles bool, path string) (int, string) {
	t.Helper()
	w := httptest.NewRecorder()
	m.Handler(profiles).ServeHTTP(w, httptest.NewRequest("GET", path, nil))
	return w.Code, w.Body.String()
}

func TestScrape(t *testing.T) {
	t.Parallel()
	_, got := scrape(t, busy(), false, "/metrics")
	for _, want := range []string{
		"verde_requests_total 17\n", "verde_request_retries_total 2\n", "verde_response_body_bytes_total 900\n", "verde_archive_hits_total 3\n",
		"verde_pages_total{verdict=\"page\"} 4\n", "verde_pages_total{verdict=\"timeout\"} 2\n", "verde_pages_total{verdict=\"robots\"} 5\n",
		"verde_hosts_waited_for{reason=\"slow answers\"} 2\n", "verde_host_interval_seconds{reason=\"slow answers\"} 9\n", "verde_hosts_waited_for{reason=\"Retry-After\"} 1\n",
		"verde_queue_length{stage=\"asking\"} 18\n", "verde_stage_done{stage=\"asking\"} 12\n", "verde_queue_length{stage=\"learning\"} 0\n",
		"verde_stage_seconds_total{stage=\"learning\"} 60\n", "verde_stage_seconds_total{stage=\"asking\"} 2\n", "go_goroutines ",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	if strings.Contains(got, "a.example") {
		t.Error("a host is a label")
	}
}

// Runs of one process keep their stages apart; one that has ended leaves its sums, and
// neither its fetchers nor a stage that goes on.
func TestEnd(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	m := New(func() time.Time { return now })
	wants := func(when string, want ...string) {
		t.Helper()
		_, got := scrape(t, m, false, "/metrics")
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("%s: %q is not in\n%s", when, w, got)
			}
		}
	}
	one, two := m.Begin(), m.Begin()
	old := &fetcher{stats: fetch.Stats{Requests: 7, Errors: map[page.Reason]int{page.Timeout: 1}}, waits: []progress.Wait{{Host: "a.example", Reason: progress.Slow}}}
	one.Watch(old)
	two.Watch(&fetcher{stats: fetch.Stats{Requests: 10}})
	one.Tell(progress.Event{Phase: progress.Asking, Total: 30})
	two.Tell(progress.Event{Phase: progress.Asking, Total: 5})
	one.Tell(progress.Event{Phase: progress.Asking, Done: 10})
	two.Tell(progress.Event{Phase: progress.Learning, Total: 1})
	now = now.Add(time.Minute)
	wants("two", "verde_queue_length{stage=\"asking\"} 25\n", "verde_stage_done{stage=\"asking\"} 10\n", "verde_requests_total 17\n",
		"verde_stage_seconds_total{stage=\"asking\"} 60\n", "verde_stage_seconds_total{stage=\"learning\"} 60\n")
	one.End()
	one.End()
	old.stats.Requests = 1000 // nobody looks any more
	now = now.Add(time.Minute)
	wants("one", "verde_queue_length{stage=\"asking\"} 5\n", "verde_stage_done{stage=\"asking\"} 0\n", "verde_requests_total 17\n", "verde_pages_total{verdict=\"timeout\"} 1\n",
		"verde_stage_seconds_total{stage=\"asking\"} 60\n", "verde_stage_seconds_total{stage=\"learning\"} 120\n")
	if _, got := scrape(t, m, false, "/metrics"); strings.Contains(got, "slow answers") {
		t.Errorf("an ended run waits:\n%s", got)
	}
	two.End()
	wants("none", "verde_queue_length{stage=\"asking\"} 0\n", "verde_requests_total 17\n")
	if len(m.runs) > 0 || one.fetchers != nil {
		t.Error("what has ended is kept")
	}
}

// Profiles are there only where they are asked for.
func TestProfiles(t *testing.T) {
	t.Parallel()
	for _, profiles := range []bool{false, true} {
		code, _ := scrape(t, New(time.Now), profiles, "/debug/pprof/cmdline")
		if (code == 200) != profiles {
			t.Errorf("profiles %v: status %d", profiles, code)
		}
	}
}

// The board of docs/ shows metrics that there are, each of ours.
func TestBoard(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../docs/grafana.json")
	if err != nil {
		t.Fatal(err)
	}
	var board struct {
		Title  string
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(data, &board); err != nil {
		t.Fatal(err)
	}
	_, text := scrape(t, busy(), false, "/metrics")
	there := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^# TYPE (\S+) `).FindAllStringSubmatch(text, -1) {
		there[m[1]] = true
	}
	shown := map[string]bool{}
	for _, p := range board.Panels {
		for _, target := range p.Targets {
			names := regexp.MustCompile(`\b(?:verde|go|process)_[a-z_]+\b`).FindAllString(target.Expr, -1)
			if len(names) == 0 {
				t.Errorf("%s: %q shows nothing", p.Title, target.Expr)
			}
			for _, name := range names {
				if shown[name] = true; !there[name] {
					t.Errorf("%s: there is no metric %s", p.Title, name)
				}
			}
		}
	}
	for name := range there {
		if strings.HasPrefix(name, "verde_") && !shown[name] {
			t.Errorf("the board does not show %s", name)
		}
	}
}
