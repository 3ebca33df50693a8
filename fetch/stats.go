package fetch

import (
	"maps"
	"slices"
	"sync"

	"verde/page"
)

// Stats is what a client has done since it was made.
type Stats struct {
	Requests int                  `json:"requests"`      // sent, those for robots.txt and retries among them
	Retries  int                  `json:"retries"`       // of these, sent because the one before had failed
	Pages    int                  `json:"pages"`         // fetches that gave a page
	Hits     int                  `json:"hits"`          // fetches that were answered without a request
	Bytes    int64                `json:"bytes"`         // of bodies, as they came from the network
	Errors   map[page.Reason]int  `json:"errors"`        // fetches that gave no page
	PerHost  map[string]HostStats `json:"per_host"`      // hosts that were sent requests
	Cut      []string             `json:"cut,omitempty"` // URLs of pages that were not taken whole, see [page.Cut]; at most 1,000
	Left     []LeftAlone          `json:"left_alone,omitempty"`
	Repairs  []Repair             `json:"repairs,omitempty"`
}

const maxCut = 1000 // pages that were cut and are named

// HostStats is the share of one host.
type HostStats struct {
	Requests int   `json:"requests"`
	Bytes    int64 `json:"bytes"`
}

// counters keep the counts of a client.
type counters struct {
	mu    sync.Mutex
	stats Stats
}

func (t *counters) copy() Stats {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := t.stats
	s.Errors = maps.Clone(s.Errors)
	s.PerHost = maps.Clone(s.PerHost)
	s.Cut = slices.Clone(s.Cut)
	return s
}

func (t *counters) sent(host string, again bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stats.Requests++
	if again {
		t.stats.Retries++
	}
	t.host(host, 1, 0)
}

func (t *counters) received(host string, bytes int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stats.Bytes += int64(bytes)
	t.host(host, 0, int64(bytes))
}

func (t *counters) host(host string, requests int, bytes int64) {
	if t.stats.PerHost == nil {
		t.stats.PerHost = make(map[string]HostStats)
	}
	h := t.stats.PerHost[host]
	h.Requests += requests
	h.Bytes += bytes
	t.stats.PerHost[host] = h
}

func (t *counters) fetched(p *page.Page, err error, sent bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	reason, failed := page.ReasonOf(err)
	switch {
	case p != nil:
		t.stats.Pages++
		if p.Cut && len(t.stats.Cut) < maxCut && !slices.Contains(t.stats.Cut, p.URL) {
			t.stats.Cut = append(t.stats.Cut, p.URL)
		}
	case failed:
		if t.stats.Errors == nil {
			t.stats.Errors = make(map[page.Reason]int)
		}
		t.stats.Errors[reason]++
	default:
		return
	}
	if !sent {
		t.stats.Hits++
	}
}
