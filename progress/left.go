package progress

import (
	"maps"
	"slices"
	"time"
)

// Left is an estimate of the time that is left.
type Left struct {
	Known   bool
	AtLeast bool // there is more to do than is known yet
	Time    time.Duration
}

// minUnits is what has to be done before its pace says anything: of n units
// that come at random the pace is off by one part in the root of n, half for 4.
const minUnits = 4

// pace remembers when how much was done.
type pace struct {
	marks []mark
}

type mark struct {
	at   time.Time
	done int
}

// maxMarks bounds the marks of a pace; every other one is dropped when there
// are more.
const maxMarks = 64

func (p *pace) add(done int, now time.Time) {
	if n := len(p.marks); n > 0 && p.marks[n-1].done == done {
		return
	}
	if len(p.marks) == maxMarks {
		for i := range maxMarks / 2 {
			p.marks[i] = p.marks[2*i]
		}
		p.marks = p.marks[:maxMarks/2]
	}
	p.marks = append(p.marks, mark{now, done})
}

// unit is the time for one more, by the later half of the time so far: what is
// at hand from an earlier run comes first and at once, and tells nothing of the
// rest. It is false while too little was done.
func (p *pace) unit(now time.Time) (time.Duration, bool) {
	if len(p.marks) == 0 {
		return 0, false
	}
	first, last := p.marks[0], p.marks[len(p.marks)-1]
	if last.done-first.done < minUnits {
		return 0, false
	}
	from, middle := first, first.at.Add(now.Sub(first.at)/2)
	for _, m := range p.marks {
		if !m.at.After(middle) {
			from = m
		}
	}
	if from.done == last.done { // nothing in that half
		from = first
	}
	return now.Sub(from.at) / time.Duration(last.done-from.done), true
}

// maxLeft bounds estimates, so that sums do not overflow. Nobody waits so long.
const maxLeft = 365 * 24 * time.Hour

// timeFor is the time for n units, one after the other.
func timeFor(n int, unit time.Duration) time.Duration {
	return time.Duration(min(float64(unit)*float64(max(0, n)), float64(maxLeft)))
}

// left is what a phase needs at its pace; at least that, where more may come to
// be known. That nothing is to be done at least says nothing.
func (c *count) left(now time.Time) Left {
	unit, ok := c.pace.unit(now)
	if !ok || c.total == 0 || c.atLeast && c.total <= c.done {
		return Left{}
	}
	return Left{Known: true, AtLeast: c.atLeast, Time: timeFor(c.total-c.done, unit)}
}

// usualPace is the time that reading or refreshing entity pages took, over all sites.
type usualPace struct {
	pages int
	spent time.Duration
}

func (u *usualPace) add(w *work, now time.Time) {
	if (w.phase == Reading || w.phase == Refreshing) && w.done > 0 {
		u.pages += w.done
		u.spent += now.Sub(w.pace.marks[0].at)
	}
}

// timeFor is the time for so many pages, one after the other.
func (u usualPace) timeFor(pages int) time.Duration {
	return timeFor(pages, u.spent/time.Duration(u.pages))
}

// left is what a site needs, at the usual pace while its own is not known.
func (w *work) left(now time.Time, u usualPace) Left {
	l := w.count.left(now)
	if !l.Known && !w.atLeast && w.total > 0 && u.pages >= minUnits {
		l = Left{Known: true, Time: u.timeFor(w.total - w.done)}
	}
	return l
}

// estimate adds to a view what is left: of the run, and of the phase or round
// where more comes after it. A round that comes is taken to last as long as the
// longest so far.
func (t *Tracker) estimate(v *View, u usualPace, now time.Time) {
	switch v.Phase {
	case Learning:
		v.Part = longest(v.Sites).orNone()
	case Asking, Probing:
		v.Part = t.find(v.Phase).left(now)
		if v.Round == 0 {
			v.Left, v.Part = v.Part, Left{}
			return
		}
		r := t.rounds
		if done := now.Sub(r.began); r.longest > 0 && v.Part.Known {
			round := max(r.longest, done+v.Part.Time)
			v.Left = Left{Known: true, AtLeast: true, Time: round - done + time.Duration(v.Of-v.Round)*round}
		}
	case Judging, Reading:
		left := t.roundLeft(v).orNone()
		if v.Round == v.Of {
			v.Left = left
			return
		}
		v.Part = left
		if left.Known && !left.AtLeast {
			round := max(t.rounds.longest, now.Sub(t.rounds.began)+left.Time)
			v.Left = Left{Known: true, Time: left.Time + time.Duration(v.Of-v.Round)*round}
		}
	case "":
		v.Left = longest(v.Sites).orNone()
	case Refreshing:
		v.Left = t.refreshLeft(v, u).orNone()
	default:
		v.Left = t.find(v.Phase).left(now)
	}
}

// orNone is the estimate, or the zero value if the time is not known.
func (l Left) orNone() Left {
	if !l.Known {
		return Left{}
	}
	return l
}

// longest is the time until the last of the sites is done, which are worked on
// at the same time.
func longest(sites []Site) Left {
	var l Left
	for _, s := range sites {
		if !s.Left.Known {
			l.AtLeast = true
			continue
		}
		l = Left{Known: true, AtLeast: l.AtLeast || s.Left.AtLeast, Time: max(l.Time, s.Left.Time)}
	}
	return l
}

// roundLeft is the time that the sites of a round need: for a site that is worked on
// its own estimate, for one that waits the mean of those that have ended.
func (t *Tracker) roundLeft(v *View) Left {
	l := longest(v.Sites)
	waiting := -len(v.Sites) - t.ended.round
	if c := t.find(Judging); c != nil {
		waiting += c.total
	}
	switch {
	case waiting <= 0:
		return l
	case t.ended.sites < minUnits:
		l.AtLeast = true
		return l
	}
	queue := make([]time.Duration, waiting)
	for i := range queue {
		queue[i] = t.ended.spent / time.Duration(t.ended.sites)
	}
	return Left{Known: true, AtLeast: l.AtLeast, Time: t.inTurn(v.Sites, queue)}
}

// refreshLeft is what the sites need that are visited again, of which all pages
// are known.
func (t *Tracker) refreshLeft(v *View, u usualPace) Left {
	l := longest(v.Sites)
	if len(t.queue) == 0 {
		return l
	}
	if u.pages < minUnits {
		l.AtLeast = true
		return l
	}
	var queue []time.Duration
	for _, site := range slices.Sorted(maps.Keys(t.queue)) {
		queue = append(queue, u.timeFor(t.queue[site]))
	}
	return Left{Known: true, AtLeast: l.AtLeast, Time: t.inTurn(v.Sites, queue)}
}

// inTurn is the time until the last of the sites is done, if each of the queue begins
// when one before it is done, with as many at a time as there were so far.
func (t *Tracker) inTurn(sites []Site, queue []time.Duration) time.Duration {
	places := make([]time.Duration, max(1, t.most, len(sites)))
	for i, s := range sites {
		places[i] = s.Left.Time
	}
	for _, d := range queue {
		i := slices.Index(places, slices.Min(places))
		places[i] = min(places[i]+d, maxLeft)
	}
	return slices.Max(places)
}

// find gives the count of a phase of the run, nil if no event told of it.
func (t *Tracker) find(p Phase) *count {
	for _, c := range t.counts {
		if c.phase == p {
			return c
		}
	}
	return nil
}
