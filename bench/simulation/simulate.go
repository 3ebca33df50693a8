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
	HalfIdle  float64 // share of the time in which less than half of the slots read
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
	r := rand.New(rand.NewPCG(w.Seed, 1))
	db := &database{free: make([]float64, w.Processors)}
	var queue events
	left, reading, total := w.Sites, 0, 0.
	epochs := make([]int, w.Workers)
	current := make([][]float64, w.Workers) // pages of the sites under way, by slot; 0 for none
	var again []float64                     // sites whose worker lost its leases
	for i := range w.Workers {
		current[i] = make([]float64, w.Slots)
		heap.Push(&queue, event{at: r.Float64() * w.Lease / beats, slot: -1, owner: i})
		for s := range w.Slots {
			heap.Push(&queue, event{at: r.Float64() * w.Lease / 15, slot: s, owner: i})
		}
	}
	slots := float64(w.Workers * w.Slots)
	// load gives what goes on all the time, and how much slower than politely sites are read
	// where that is more than the database can bear.
	load := func() (share, slower float64) {
		idle := float64(w.Workers)*w.Idle + w.Running*float64(reading)
		pages := float64(reading) / w.Delay * (w.Lookup + w.Store)
		room := max(full*float64(w.Processors)-idle, .01)
		slower = max(1, pages/room)
		return min((idle+pages/slower)/float64(w.Processors), full), slower
	}
	var o outcome
	var waits []float64
	begun, half, fullUntil, workedFull, pagesFull, backgroundFull := 0, 0., 0., 0., 0., 0.
	before := 0.
	for o.processed < w.Sites {
		e := heap.Pop(&queue).(event)
		share, slower := load()
		db.background = share
		if 2*reading < int(slots) {
			half += e.at - before
		} else {
			fullUntil += e.at - before
			backgroundFull += share * (e.at - before)
			pagesFull += float64(reading) / w.Delay / slower * (e.at - before)
		}
		before = e.at
		worked := db.worked
		switch {
		case e.slot < 0:
			end := db.do(e.at, w.Beat)
			if begun%97 == 0 { // enough to know the longest of a hundred
				waits = append(waits, end-e.at)
			}
			begun++
			next := e.at + w.Lease/beats
			if end-e.at > sure*w.Lease {
				o.Lost++
				epochs[e.owner]++
				for s, pages := range current[e.owner] {
					if pages > 0 {
						again, current[e.owner][s] = append(again, pages), 0
						reading--
					}
				}
				for s := range w.Slots {
					heap.Push(&queue, event{at: end, slot: s, owner: e.owner, epoch: epochs[e.owner]})
				}
			}
			heap.Push(&queue, event{at: max(next, end), slot: -1, owner: e.owner})
		case e.epoch != epochs[e.owner]: // of leases that were lost
		case e.pages == 0: // the slot is free
			switch {
			case len(again) > 0:
				e.pages = again[len(again)-1]
				again = again[:len(again)-1]
			case left > 0:
				left--
				e.pages = pagesOf(r)
				total += e.pages
			default:
				continue
			}
			current[e.owner][e.slot] = e.pages
			reading++
			e.at = db.do(e.at, w.costs.Lease) + e.pages*w.Delay*slower
			heap.Push(&queue, e)
		default: // it is read
			end := db.do(e.at, w.Site+e.pages*w.Record)
			o.processed++
			reading--
			current[e.owner][e.slot] = 0
			o.Hours = end / 3600
			// The next job is found when the worker looks the next time.
			heap.Push(&queue, event{at: end + r.Float64()*w.Lease/15, slot: e.slot, owner: e.owner, epoch: e.epoch})
		}
		if 2*reading >= int(slots) {
			workedFull += db.worked - worked
		}
	}
	o.Least = total * w.Delay / slots / 3600
	o.HalfIdle = half / (half + fullUntil)
	if fullUntil > 0 {
		o.Busy = min(1, workedFull/fullUntil/float64(w.Processors)+backgroundFull/fullUntil)
		o.Pages = pagesFull / fullUntil
	}
	slices.Sort(waits)
	if len(waits) > 0 {
		o.LongBeat = waits[len(waits)*99/100]
	}
	return o
}
