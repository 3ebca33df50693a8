package simulation

import (
	"container/heap"
	"math"
	"math/rand/v2"
	"slices"
)

// costs are what the database works for each step, in seconds of one of its processors, and
// what a step waits for beside, in seconds.
type costs struct {
	Beat    float64 // a worker's heartbeat, with the leases of eight sites
	Idle    float64 // a second of a worker that looks for jobs and after those of dead ones
	Running float64 // a second of a job under way, for who looks after those of dead workers
	Lookup  float64 // of a page in the index of the archive
	Store   float64 // of a page in that index
	Lease   float64 // taking a site and giving it back
	Site    float64 // a site's job and what it came to
	Record  float64 // a record of it
}

// world is what is simulated: workers that read sites as politely as they do.
type world struct {
	costs
	Workers, Slots, Sites int     // slots are the sites that a worker reads at a time
	Processors            int     // of the database
	Delay                 float64 // s between two requests to a site
	Lease                 float64 // s
	Seed                  uint64
}

// Sizes of sites as the archive has them: lognormal, half of them below the median.
const (
	medianPages = 178
	meanPages   = 388
	mostPages   = 5000 // --max-pages
)

// beats is how many heartbeats a worker sends in a lease, and sure the share of it after which
// it takes its leases for lost, see internal/cluster.
const (
	beats = 5
	sure  = .8
)

// full is the share of the database's processors that can be used: beyond it waits grow
// without bound.
const full = .95

// outcome is what a simulation came to.
type outcome struct {
	Hours     float64 // until the last site is settled
	Least     float64 // hours if nothing but the rests between requests took time
	Busy      float64 // share of the database's processors while all slots are taken
	LongBeat  float64 // s, the heartbeat of a hundred that took longest
	Lost      int     // times that a worker lost its leases
	Pages     float64 // a second, while all slots are taken
	processed int     // sites settled
}

// pagesOf draws the size of a site.
func pagesOf(r *rand.Rand) float64 {
	sigma := math.Sqrt(2 * math.Log(float64(meanPages)/medianPages))
	return max(1, math.Round(min(mostPages, medianPages*math.Exp(sigma*r.NormFloat64()))))
}

// event is a moment at which a slot goes on or a worker sends a heartbeat.
type event struct {
	at    float64
	slot  int // of all workers together; -1 for a heartbeat
	owner int // worker
	epoch int // of the worker's leases when the slot began
	pages float64
}

type events []event

func (e events) Len() int           { return len(e) }
func (e events) Less(i, j int) bool { return e[i].at < e[j].at }
func (e events) Swap(i, j int)      { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)        { *e = append(*e, x.(event)) }
func (e *events) Pop() any {
	last := (*e)[len(*e)-1]
	*e = (*e)[:len(*e)-1]
	return last
}

// database is the server: as many steps at a time as it has processors, in the order in which
// they come, beside what goes on all the time.
type database struct {
	free       []float64 // when each processor is, a heap's order is not needed for as few
	background float64   // share that is always taken
	worked     float64   // seconds of its processors for steps
}

// do gives the moment at which a step that comes at a time has ended.
func (d *database) do(at, cost float64) float64 {
	first := 0
	for i, f := range d.free {
		if f < d.free[first] {
			first = i
		}
	}
	took := cost / (1 - min(d.background, full))
	d.free[first] = max(at, d.free[first]) + took
	d.worked += cost
	return d.free[first]
}

// run simulates until all sites are settled. It is a function of the world. Cost: a few
// microseconds for each site and each heartbeat.
func (w world) run() outcome {
	s := w.begin()
	for s.o.processed < w.Sites {
		e := heap.Pop(&s.queue).(event)
		share, slower := s.load()
		s.db.background = share
		s.pass(e.at, share, slower)
		worked := s.db.worked
		switch {
		case e.slot < 0:
			s.beat(e)
		case e.epoch != s.epochs[e.owner]: // of leases that were lost
		case e.pages == 0:
			s.read(e, slower)
		default:
			s.settle(e)
		}
		if s.isFull() {
			s.whenFull.worked += s.db.worked - worked
		}
	}
	return s.outcome()
}

// simulation is a world at a moment.
type simulation struct {
	world
	random  *rand.Rand
	db      database
	queue   events
	slots   int
	left    int         // sites that nobody has begun
	again   []float64   // pages of sites whose worker lost its leases
	total   float64     // pages of the sites begun
	reading int         // sites under way
	current [][]float64 // worker -> pages of the sites under way, by slot; 0 for none
	epochs  []int       // worker -> how often it has lost its leases

	at       float64
	whenFull struct {
		seconds, worked, pages, background float64 // the latter three are sums over the seconds
	}
	beats int
	waits []float64 // of some heartbeats
	o     outcome
}

// begin is the world before the first event.
func (w world) begin() *simulation {
	s := &simulation{world: w, random: rand.New(rand.NewPCG(w.Seed, 1)), db: database{free: make([]float64, w.Processors)},
		slots: w.Workers * w.Slots, left: w.Sites, current: make([][]float64, w.Workers), epochs: make([]int, w.Workers)}
	for i := range w.Workers {
		s.current[i] = make([]float64, w.Slots)
		heap.Push(&s.queue, event{at: s.random.Float64() * w.Lease / beats, slot: -1, owner: i})
		for slot := range w.Slots {
			heap.Push(&s.queue, event{at: s.random.Float64() * w.Lease / looks, slot: slot, owner: i})
		}
	}
	return s
}

// looks is how often within a lease a worker looks for a job.
const looks = 15

// load gives what goes on all the time, and how much slower than politely sites are read
// where that is more than the database can bear.
func (s *simulation) load() (share, slower float64) {
	idle := float64(s.Workers)*s.Idle + s.Running*float64(s.reading)
	pages := float64(s.reading) / s.Delay * (s.Lookup + s.Store)
	room := max(full*float64(s.Processors)-idle, .01)
	slower = max(1, pages/room)
	return min((idle+pages/slower)/float64(s.Processors), full), slower
}

// isFull reports whether half of the slots, or more, have a site.
func (s *simulation) isFull() bool { return 2*s.reading >= s.slots }

// pass lets the time pass until a moment.
func (s *simulation) pass(until, share, slower float64) {
	took := until - s.at
	s.at = until
	if !s.isFull() {
		return
	}
	s.whenFull.seconds += took
	s.whenFull.background += share * took
	s.whenFull.pages += float64(s.reading) / s.Delay / slower * took
}

// beat is a heartbeat. One that took too long has lost the worker's leases: its sites are begun again.
func (s *simulation) beat(e event) {
	end := s.db.do(e.at, s.Beat)
	if s.beats%97 == 0 { // enough to know the longest of a hundred
		s.waits = append(s.waits, end-e.at)
	}
	s.beats++
	if end-e.at > sure*s.Lease {
		s.o.Lost++
		s.epochs[e.owner]++
		for slot, pages := range s.current[e.owner] {
			if pages > 0 {
				s.again, s.current[e.owner][slot] = append(s.again, pages), 0
				s.reading--
			}
		}
		for slot := range s.Slots {
			heap.Push(&s.queue, event{at: end, slot: slot, owner: e.owner, epoch: s.epochs[e.owner]})
		}
	}
	heap.Push(&s.queue, event{at: max(e.at+s.Lease/beats, end), slot: -1, owner: e.owner})
}

// read has a free slot begin a site, if one is left.
func (s *simulation) read(e event, slower float64) {
	switch {
	case len(s.again) > 0:
		e.pages = s.again[len(s.again)-1]
		s.again = s.again[:len(s.again)-1]
	case s.left > 0:
		s.left--
		e.pages = pagesOf(s.random)
		s.total += e.pages
	default:
		return
	}
	s.current[e.owner][e.slot] = e.pages
	s.reading++
	e.at = s.db.do(e.at, s.costs.Lease) + e.pages*s.Delay*slower
	heap.Push(&s.queue, e)
}

// settle stores a site that was read. The next job is found when the worker looks the next time.
func (s *simulation) settle(e event) {
	end := s.db.do(e.at, s.Site+e.pages*s.Record)
	s.o.processed++
	s.reading--
	s.current[e.owner][e.slot] = 0
	s.o.Hours = end / 3600
	heap.Push(&s.queue, event{at: end + s.random.Float64()*s.Lease/looks, slot: e.slot, owner: e.owner, epoch: e.epoch})
}

// outcome sums up when all sites are settled.
func (s *simulation) outcome() outcome {
	o := s.o
	o.Least = s.total * s.Delay / float64(s.slots) / 3600
	if f := s.whenFull; f.seconds > 0 {
		o.Busy = min(1, f.worked/f.seconds/float64(s.Processors)+f.background/f.seconds)
		o.Pages = f.pages / f.seconds
	}
	slices.Sort(s.waits)
	if len(s.waits) > 0 {
		o.LongBeat = s.waits[len(s.waits)*99/100]
	}
	return o
}
