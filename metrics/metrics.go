// Package metrics tells Prometheus what a process is doing: requests, bytes, pages by
// what came of them, what is queued, which hosts are waited for and why, and how long
// stages take.
//
// The one idea: nothing is counted twice. What fetchers and the steps of a run tell
// anyway is read when somebody asks. No label is a host, a site or a URL: their number
// has no bound.
package metrics

import (
	"maps"
	"net/http"
	"net/http/pprof"
	"slices"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"verde/fetch"
	"verde/page"
	"verde/progress"
)

// Fetcher is what a [fetch.Client] tells of itself.
type Fetcher interface {
	Stats() fetch.Stats
	progress.Waiter
}

// Metrics are those of a process, in which several runs may be under way. It is safe for
// concurrent use.
type Metrics struct {
	registry *prometheus.Registry
	now      func() time.Time

	mu    sync.Mutex
	runs  map[*Run]bool                    // that are under way
	ended fetch.Stats                      // of the fetchers of those that have ended
	spent map[progress.Phase]time.Duration // by those, too
}

// Run is a run, or another piece of work, that tells what it does until it ends. It is
// safe for concurrent use.
type Run struct {
	m *Metrics // whose lock is held for what follows

	fetchers []Fetcher
	done     map[progress.Phase]int // of the whole run, of the latest round
	total    map[progress.Phase]int
	spent    map[progress.Phase]time.Duration
	phase    progress.Phase // that the run is in, "" before the first
	since    time.Time
}

// New makes metrics, with those of Go's runtime and of the process. now is the clock.
func New(now func() time.Time) *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry(), now: now, runs: make(map[*Run]bool), spent: make(map[progress.Phase]time.Duration)}
	m.ended.Errors = make(map[page.Reason]int)
	m.registry.MustRegister(m, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Begin has a run told, until it ends.
func (m *Metrics) Begin() *Run {
	r := &Run{m: m, done: make(map[progress.Phase]int), total: make(map[progress.Phase]int), spent: make(map[progress.Phase]time.Duration)}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.runs[r] = true
	return r
}

// End has nothing more told of the run but what it has come to: its fetchers are let go,
// and their counts stay in the sums. The last stage ends, and nothing is queued. Ending
// again does nothing.
func (r *Run) End() {
	r.m.mu.Lock()
	defer r.m.mu.Unlock()
	if !r.m.runs[r] {
		return
	}
	delete(r.m.runs, r)
	for _, f := range r.fetchers {
		add(&r.m.ended, f.Stats())
	}
	for phase, d := range r.stages() {
		r.m.spent[phase] += d
	}
	r.fetchers = nil
}

// Watch has a fetcher's counts told from now on, until the run ends.
func (r *Run) Watch(f Fetcher) {
	r.m.mu.Lock()
	defer r.m.mu.Unlock()
	if !slices.Contains(r.fetchers, f) {
		r.fetchers = append(r.fetchers, f)
	}
}

// Tell takes in a step. Those of single sites are left out: the run's own steps count
// them.
func (r *Run) Tell(e progress.Event) {
	if e.Site != "" {
		return
	}
	r.m.mu.Lock()
	defer r.m.mu.Unlock()
	if e.Phase != r.phase {
		now := r.m.now()
		if r.phase != "" {
			r.spent[r.phase] += now.Sub(r.since)
		}
		r.phase, r.since = e.Phase, now
		if e.Done == 0 && e.Total > 0 { // it begins anew, in a later round
			r.done[e.Phase], r.total[e.Phase] = 0, 0
		}
	}
	r.done[e.Phase] = max(r.done[e.Phase], e.Done)
	r.total[e.Phase] = max(r.total[e.Phase], e.Total)
}

// stages are how long the run was in each stage by now.
func (r *Run) stages() map[progress.Phase]time.Duration {
	out := maps.Clone(r.spent)
	if r.phase != "" {
		out[r.phase] += r.m.now().Sub(r.since)
	}
	return out
}

func describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("verde_"+name, help, labels, nil)
}

// What is told. Names follow the conventions of Prometheus.
var (
	requests = describe("requests_total", "Requests sent to sites, those for robots.txt and retries among them.")
	retries  = describe("request_retries_total", "Requests that were sent because the one before had failed.")
	bytes    = describe("response_body_bytes_total", "Bytes of bodies as they came from the network.")
	verdicts = describe("pages_total", "Fetches by verdict: page, or the reason why there is none.", "verdict")
	hits     = describe("archive_hits_total", "Fetches that were answered from the archive.")
	hosts    = describe("hosts_waited_for", "Hosts that are waited for at this moment, by the reason.", "reason")
	interval = describe("host_interval_seconds", "Longest time between requests to a host that is waited for, by the reason.", "reason")
	queued   = describe("queue_length", "What the runs under way know to be left to do, by stage.", "stage")
	finished = describe("stage_done", "What is done of the stage, in the latest round of the runs under way.", "stage")
	seconds  = describe("stage_seconds_total", "Time that runs were in a stage.", "stage")
)

// Describe implements [prometheus.Collector].
func (m *Metrics) Describe(out chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{requests, retries, bytes, verdicts, hits, hosts, interval, queued, finished, seconds} {
		out <- d
	}
}

// Collect implements [prometheus.Collector].
func (m *Metrics) Collect(out chan<- prometheus.Metric) {
	m.mu.Lock()
	defer m.mu.Unlock()
	counter := func(d *prometheus.Desc, v float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, v, labels...)
	}
	gauge := func(d *prometheus.Desc, v float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
	}
	all, waiting, longest := m.sum()
	counter(requests, float64(all.Requests))
	counter(retries, float64(all.Retries))
	counter(bytes, float64(all.Bytes))
	counter(hits, float64(all.Hits))
	counter(verdicts, float64(all.Pages), "page")
	for reason, n := range all.Errors {
		counter(verdicts, float64(n), string(reason))
	}
	for reason, n := range waiting {
		gauge(hosts, float64(n), string(reason))
		gauge(interval, longest[reason].Seconds(), string(reason))
	}
	left, done, spent := make(map[progress.Phase]int), make(map[progress.Phase]int), maps.Clone(m.spent)
	for phase := range spent { // a stage that was told stays there
		left[phase], done[phase] = 0, 0
	}
	for r := range m.runs {
		for phase, total := range r.total {
			left[phase] += max(total-r.done[phase], 0)
			done[phase] += r.done[phase]
		}
		for phase, d := range r.stages() {
			spent[phase] += d
		}
	}
	for phase, n := range left {
		gauge(queued, float64(n), string(phase))
		gauge(finished, float64(done[phase]), string(phase))
	}
	for phase, d := range spent {
		counter(seconds, d.Seconds(), string(phase))
	}
}

// sum adds up what fetchers tell.
func (m *Metrics) sum() (all fetch.Stats, waiting map[progress.Reason]int, longest map[progress.Reason]time.Duration) {
	waiting, longest = map[progress.Reason]int{}, map[progress.Reason]time.Duration{}
	all = m.ended
	all.Errors = maps.Clone(m.ended.Errors)
	for r := range m.runs {
		for _, f := range r.fetchers {
			add(&all, f.Stats())
			for _, w := range f.Waits() {
				waiting[w.Reason]++
				longest[w.Reason] = max(longest[w.Reason], w.Interval)
			}
		}
	}
	return all, waiting, longest
}

// add adds the counts that are told.
func add(all *fetch.Stats, s fetch.Stats) {
	all.Requests, all.Retries, all.Pages, all.Hits, all.Bytes = all.Requests+s.Requests, all.Retries+s.Retries, all.Pages+s.Pages, all.Hits+s.Hits, all.Bytes+s.Bytes
	for reason, n := range s.Errors {
		all.Errors[reason] += n
	}
}

// Handler serves /metrics, and with profiles what go tool pprof reads under
// /debug/pprof/.
func (m *Metrics) Handler(profiles bool) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
	if profiles {
		mux.HandleFunc("GET /debug/pprof/", pprof.Index)
		mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
		mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
		mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
		mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	}
	return mux
}
