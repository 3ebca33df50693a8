// Package metrics tells Prometheus what a process is doing: requests, bytes, pages by
// what came of them, what is queued, which hosts are waited for and why, and how long
// stages take.
//
// The one idea: nothing is counted twice. What fetchers and the steps of a run tell
// anyway is read when somebody asks. No label is a host, a site or a URL: their number
// has no bound.
package metrics

import (
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

// Metrics are those of a process. It is safe for concurrent use.
type Metrics struct {
	registry *prometheus.Registry
	now      func() time.Time

	mu       sync.Mutex
	fetchers []Fetcher
	done     map[progress.Phase]int // of the whole run, of the latest round
	total    map[progress.Phase]int
	spent    map[progress.Phase]time.Duration
	phase    progress.Phase // that the run is in, "" before the first
	since    time.Time
}

// New makes metrics, with those of Go's runtime and of the process. now is the clock.
func New(now func() time.Time) *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry(), now: now, done: map[progress.Phase]int{}, total: map[progress.Phase]int{}, spent: map[progress.Phase]time.Duration{}}
	m.registry.MustRegister(m, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Watch has a fetcher's counts told from now on, also after it is closed.
func (m *Metrics) Watch(f Fetcher) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !slices.Contains(m.fetchers, f) {
		m.fetchers = append(m.fetchers, f)
	}
}

// Tell takes in a step. Those of single sites are left out: the run's own steps count
// them.
func (m *Metrics) Tell(e progress.Event) {
	if e.Site != "" {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if e.Phase != m.phase {
		now := m.now()
		if m.phase != "" {
			m.spent[m.phase] += now.Sub(m.since)
		}
		m.phase, m.since = e.Phase, now
		if e.Done == 0 && e.Total > 0 { // it begins anew, in a later round
			m.done[e.Phase], m.total[e.Phase] = 0, 0
		}
	}
	m.done[e.Phase] = max(m.done[e.Phase], e.Done)
	m.total[e.Phase] = max(m.total[e.Phase], e.Total)
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
	queued   = describe("queue_length", "What is known to be left to do, by stage.", "stage")
	finished = describe("stage_done", "What is done of the stage, in the latest round.", "stage")
	seconds  = describe("stage_seconds_total", "Time that the run was in a stage.", "stage")
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
	all, waiting, longest := sum(m.fetchers)
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
	for phase, total := range m.total {
		gauge(queued, float64(max(total-m.done[phase], 0)), string(phase))
		gauge(finished, float64(m.done[phase]), string(phase))
	}
	for phase := range m.total {
		spent := m.spent[phase]
		if phase == m.phase {
			spent += m.now().Sub(m.since)
		}
		counter(seconds, spent.Seconds(), string(phase))
	}
}

// sum adds up what fetchers tell.
func sum(fetchers []Fetcher) (all fetch.Stats, waiting map[progress.Reason]int, longest map[progress.Reason]time.Duration) {
	waiting, longest = map[progress.Reason]int{}, map[progress.Reason]time.Duration{}
	all.Errors = make(map[page.Reason]int)
	for _, f := range fetchers {
		s := f.Stats()
		all.Requests, all.Retries, all.Pages, all.Hits, all.Bytes = all.Requests+s.Requests, all.Retries+s.Retries, all.Pages+s.Pages, all.Hits+s.Hits, all.Bytes+s.Bytes
		for reason, n := range s.Errors {
			all.Errors[reason] += n
		}
		for _, w := range f.Waits() {
			waiting[w.Reason]++
			longest[w.Reason] = max(longest[w.Reason], w.Interval)
		}
	}
	return all, waiting, longest
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
