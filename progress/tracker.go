package progress

import (
	"cmp"
	"slices"
	"time"
)

// Tracker makes a view of events. It is told the time and never asks for it.
// The zero value is ready for use, by one at a time.
type Tracker struct {
	began  time.Time
	rounds rounds
	counts []*count // of the run or round, in the order of the phases
	sites  map[string]*work
	most   int            // sites worked on at a time
	queue  map[string]int // entity pages of sites whose turn has not come
	ended  ended
}

// rounds are rounds of queries: the number of the current one and how many there
// are, when it began, and how long the longest ended one took.
type rounds struct {
	now, of int
	began   time.Time
	longest time.Duration
}

// ended sums up the sites for which nothing more is done.
type ended struct {
	round       int           // sites, in this round
	sites       int           // in all rounds
	spent       time.Duration // on these, each by itself
	read, pages int           // entity pages, those of training sites too
	units       usualPace
}

// count is how far a phase is.
type count struct {
	phase       Phase
	done, total int
	atLeast     bool
	found       int
	pace        pace
}

// work is what is done for a site.
type work struct {
	name  string
	began time.Time
	count
}

// View is what a person wants to know of a run at some moment.
type View struct {
	Phase       Phase // "" for a run that tells of one site only
	Round, Of   int   // 0 outside of rounds
	Done, Total int   // of the phase; Total is 0 if it is not known
	Found       int   // results, of Asking
	Elapsed     time.Duration
	Sites       []Site // that are worked on, the one that is likely to take longest first
	Read, Pages int    // entity pages read, and to be read of all sites so far
	AtLeast     bool   // Pages is what is known so far
	Left        Left   // of the run
	Part        Left   // of the phase or round, where that is not all of the run
}

// Site is what is done for a site.
type Site struct {
	Name        string
	Phase       Phase
	Done, Total int
	AtLeast     bool
	Found       int
	Elapsed     time.Duration
	Left        Left
}

// order is the order of a run's phases. Its current phase is the first one that it
// has begun and not completed.
var order = [...]Phase{Learning, Asking, Probing, Judging, Reading, Comparing}

// Add takes in what happened at a time.
func (t *Tracker) Add(e Event, now time.Time) {
	if t.began.IsZero() {
		t.began = now
	}
	if r := &t.rounds; e.Round > r.now {
		if r.now > 0 {
			r.longest = max(r.longest, now.Sub(r.began))
		}
		r.now, r.of, r.began = e.Round, e.Of, now
		t.counts, t.ended.round, t.most = nil, 0, 0
	}
	switch {
	case e.Site == "":
		t.count(e.Phase).add(e, now)
	case e.Phase == Ended:
		t.end(e.Site, now)
	case e.Phase == Waiting:
		if t.queue == nil {
			t.queue = make(map[string]int)
		}
		t.queue[e.Site] = e.Total
	default:
		delete(t.queue, e.Site)
		t.work(e.Site, now).add(e, now)
		t.most = max(t.most, len(t.sites))
	}
}

// count is find for a phase that an event tells of.
func (t *Tracker) count(p Phase) *count {
	if c := t.find(p); c != nil {
		return c
	}
	c := &count{phase: p}
	t.counts = append(t.counts, c)
	slices.SortStableFunc(t.counts, func(a, b *count) int {
		return cmp.Compare(slices.Index(order[:], a.phase), slices.Index(order[:], b.phase))
	})
	return c
}

func (t *Tracker) work(site string, now time.Time) *work {
	w := t.sites[site]
	if w == nil {
		if t.sites == nil {
			t.sites = make(map[string]*work)
		}
		w = &work{name: site, began: now}
		t.sites[site] = w
	}
	return w
}

func (t *Tracker) end(site string, now time.Time) {
	w := t.sites[site]
	if w == nil {
		return
	}
	delete(t.sites, site)
	t.ended.units.add(w, now)
	if w.phase == Reading {
		t.ended.read += w.done
		t.ended.pages += w.total
	}
	if t.current() != Learning {
		t.ended.round++
		t.ended.sites++
		t.ended.spent += now.Sub(w.began)
	}
}

func (w *work) add(e Event, now time.Time) {
	if w.phase != e.Phase {
		w.count = count{phase: e.Phase}
	}
	w.count.add(e, now)
}

func (c *count) add(e Event, now time.Time) {
	c.done = max(c.done, e.Done)
	if c.atLeast = e.AtLeast; e.AtLeast {
		c.total = e.Total
	}
	c.total = max(c.total, e.Total)
	c.found = e.Found
	c.pace.add(c.done, now)
}

// current is the phase that the run is in, "" if no event told of one.
func (t *Tracker) current() Phase {
	for _, c := range t.counts {
		if c.total == 0 || c.done < c.total {
			return c.phase
		}
	}
	if n := len(t.counts); n > 0 {
		return t.counts[n-1].phase
	}
	return ""
}

// View tells how far the run is at a time.
func (t *Tracker) View(now time.Time) View {
	v := View{Phase: t.current(), Round: t.rounds.now, Of: t.rounds.of, Read: t.ended.read, Pages: t.ended.pages}
	if !t.began.IsZero() {
		v.Elapsed = now.Sub(t.began)
	}
	if c := t.find(v.Phase); c != nil {
		v.Done, v.Total, v.Found = c.done, c.total, c.found
	}
	units := t.ended.units
	for _, w := range t.sites {
		units.add(w, now)
	}
	for _, w := range t.sites {
		s := Site{Name: w.name, Phase: w.phase, Done: w.done, Total: w.total, AtLeast: w.atLeast, Found: w.found, Elapsed: now.Sub(w.began), Left: w.left(now, units)}
		switch w.phase {
		case Reading:
			v.Read += w.done
			v.Pages += w.total
		case Searching:
			v.Pages += w.found
			v.AtLeast = true
		}
		v.Sites = append(v.Sites, s)
	}
	slices.SortFunc(v.Sites, func(a, b Site) int {
		return cmp.Or(cmp.Compare(b.likely(), a.likely()), cmp.Compare(a.Name, b.Name))
	})
	t.estimate(&v, units, now)
	return v
}

// likely is how long a site may take yet: where nothing tells, as long again as
// it has taken.
func (s Site) likely() time.Duration {
	if s.Left.Known {
		return s.Left.Time
	}
	return s.Elapsed
}
