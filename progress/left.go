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

// minUnits is what has to be done before its pace says anything: of n things
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

// mostLeft is the longest time that is told, so that sums do not overflow. Nobody
// waits for it.
const mostLeft = 365 * 24 * time.Hour

// times is what n things take, one after the other.
func times(n int, unit time.Duration) time.Duration {
	return time.Duration(min(float64(unit)*float64(max(0, n)), float64(mostLeft)))
}

// left is what a phase needs at its pace; at least that, where more may come to
// be known. That nothing is to be done at least says nothing.
func (c *count) left(now time.Time) Left {
	unit, ok := c.pace.unit(now)
	if !ok || c.total == 0 || c.atLeast && c.total <= c.done {
		return Left{}
	}
	return Left{Known: true, AtLeast: c.atLeast, Time: times(c.total-c.done, unit)}
}

// usual is what entity pages take that are read or visited again, a site with
// another.
type usual struct {
	pages int
	spent time.Duration
}

func (u *usual) add(w *work, now time.Time) {
	if (w.phase == Reading || w.phase == Refreshing) && w.done > 0 {
		u.pages += w.done
		u.spent += now.Sub(w.pace.marks[0].at)
	}
}

// of is what so many pages take, one after the other.
func (u usual) of(pages int) time.Duration {
	return times(pages, u.spent/time.Duration(u.pages))
}

// left is what a site needs, at the usual pace while its own is not known.
func (w *work) left(now time.Time, u usual) Left {
	l := w.count.left(now)
	if !l.Known && !w.atLeast && w.total > 0 && u.pages >= minUnits {
		l = Left{Known: true, Time: u.of(w.total - w.done)}
	}
	return l
}

// estimate adds to a view what is left: of the run, and of the phase or round
// where more comes after it. A round that comes is taken to last as long as the
// longest so far.
func (t *Tracker) estimate(v *View, u usual, now time.Time) {
	switch v.Phase {
	case Learning:
		v.Part = longest(v.Sites).told()
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
		left := t.roundLeft(v).told()
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
		v.Left = longest(v.Sites).told()
	case Refreshing:
		v.Left = t.refreshLeft(v, u).told()
	default:
		v.Left = t.find(v.Phase).left(now)
	}
}

// told is the estimate, or nothing if nothing is known.
func (l Left) told() Left {
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

// roundLeft is what the sites of a round need: those that are worked on what is
// known of them, those that wait as long as others took on average.
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
func (t *Tracker) refreshLeft(v *View, u usual) Left {
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
		queue = append(queue, u.of(t.queue[site]))
	}
	return Left{Known: true, AtLeast: l.AtLeast, Time: t.inTurn(v.Sites, queue)}
}

// inTurn is when the last of the sites is done, if those that wait go on in the
// place of one that is done, as many at a time as there were.
func (t *Tracker) inTurn(sites []Site, queue []time.Duration) time.Duration {
	places := make([]time.Duration, max(1, t.most, len(sites)))
	for i, s := range sites {
		places[i] = s.Left.Time
	}
	for _, d := range queue {
		i := slices.Index(places, slices.Min(places))
		places[i] = min(places[i]+d, mostLeft)
	}
	return slices.Max(places)
}
