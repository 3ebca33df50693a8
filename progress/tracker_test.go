package progress

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// step is what is told some seconds after the beginning.
type step struct {
	at float64
	Event
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

func after(s float64) Left   { return Left{Known: true, Time: seconds(s)} }
func atLeast(s float64) Left { return Left{Known: true, AtLeast: true, Time: seconds(s)} }

// repeated tells n events between two moments, evenly, the last at the end.
func repeated(from, to float64, n int, e func(i int) Event) (steps []step) {
	for i := 1; i <= n; i++ {
		steps = append(steps, step{from + (to-from)*float64(i)/float64(n), e(i)})
	}
	return steps
}

func join(lists ...[]step) (all []step) {
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

func asking(done, total int) Event { return Event{Phase: Asking, Done: done, Total: total} }
func reading(site string, done, total int) Event {
	return Event{Phase: Reading, Site: site, Done: done, Total: total}
}

// judgedInTurn tells of sites that are judged one after the other, each in so
// many seconds.
func judgedInTurn(from, each float64, n int) (steps []step) {
	for i := range n {
		at, site := from+float64(i)*each, fmt.Sprint("site ", i)
		steps = append(steps, step{at, Event{Phase: Judging, Site: site}}, step{at + each, Event{Phase: Judging, Done: i + 1}}, step{at + each, Event{Phase: Ended, Site: site}})
	}
	return steps
}

func TestView(t *testing.T) {
	t.Parallel()
	round := func(n int) Event { return Event{Phase: Asking, Round: n, Of: 3} }
	judged := func(n int) Event { return Event{Phase: Judging, Done: n} }
	const minute = 60.
	for _, test := range []struct {
		name  string
		steps []step
		at    float64
		want  View
	}{
		{"nothing yet", nil, 5, View{}},
		{"a search of which nothing is known", []step{
			{0, Event{Phase: Searching, Site: "a"}},
			{1, Event{Phase: Searching, Site: "a", Done: 1, Total: 61, AtLeast: true, Found: 3}},
		}, 4, View{Elapsed: seconds(4), Pages: 3, AtLeast: true,
			Sites: []Site{{Name: "a", Phase: Searching, Done: 1, Total: 61, AtLeast: true, Found: 3, Elapsed: seconds(4)}}}},
		{"a search that finds as much as it downloads", repeated(0, 100, 100, func(i int) Event {
			return Event{Phase: Searching, Site: "a", Done: i, Total: i + 60, AtLeast: true, Found: i}
		}), 100, View{Elapsed: seconds(99), Pages: 100, AtLeast: true, Left: atLeast(60),
			Sites: []Site{{Name: "a", Phase: Searching, Done: 100, Total: 160, AtLeast: true, Found: 100, Elapsed: seconds(99), Left: atLeast(60)}}}},
		{"a search that finds nothing new", repeated(0, 80, 80, func(i int) Event {
			return Event{Phase: Searching, Site: "a", Done: i, Total: 100, AtLeast: true, Found: 30}
		}), 80, View{Elapsed: seconds(79), Pages: 30, AtLeast: true, Left: atLeast(20),
			Sites: []Site{{Name: "a", Phase: Searching, Done: 80, Total: 100, AtLeast: true, Found: 30, Elapsed: seconds(79), Left: atLeast(20)}}}},
		{"a search that has more to look at than was known", repeated(0, 80, 80, func(i int) Event {
			return Event{Phase: Searching, Site: "a", Done: i, Total: 60, AtLeast: true, Found: 30}
		}), 80, View{Elapsed: seconds(79), Pages: 30, AtLeast: true,
			Sites: []Site{{Name: "a", Phase: Searching, Done: 80, Total: 60, AtLeast: true, Found: 30, Elapsed: seconds(79)}}}},
		{"learning", join([]step{{0, Event{Phase: Learning, Total: 1}}, {0, reading("a", 0, 50)}},
			repeated(0, 20, 20, func(i int) Event { return reading("a", i, 0) })),
			20, View{Phase: Learning, Total: 1, Elapsed: seconds(20), Read: 20, Pages: 50, Part: after(30),
				Sites: []Site{{Name: "a", Phase: Reading, Done: 20, Total: 50, Elapsed: seconds(20), Left: after(30)}}}},
		{"three of many say nothing of the pace", join([]step{{0, asking(0, 60)}}, repeated(0, 6, 3, func(i int) Event { return asking(i, 60) })),
			6, View{Phase: Asking, Done: 3, Total: 60, Elapsed: seconds(6)}},
		{"asking outside of rounds is all", join([]step{{0, asking(0, 60)}}, repeated(0, 24, 12, func(i int) Event { return asking(i, 60) })),
			24, View{Phase: Asking, Done: 12, Total: 60, Elapsed: seconds(24), Left: after(96)}},
		{"within a round it is a part, and more is not known", join([]step{{0, round(1)}, {0, asking(0, 60)}}, repeated(0, 24, 12, func(i int) Event { return asking(i, 60) })),
			24, View{Phase: Asking, Round: 1, Of: 3, Done: 12, Total: 60, Elapsed: seconds(24), Part: after(96)}},
		{"answers at hand do not count", join([]step{{0, asking(0, 60)}}, repeated(0, .5, 50, func(i int) Event { return asking(i, 60) }),
			repeated(.5, 50.5, 5, func(i int) Event { return asking(50+i, 60) })),
			50.5, View{Phase: Asking, Done: 55, Total: 60, Elapsed: seconds(50.5), Left: after(50)}},
		{"a pause takes the pace of all", join([]step{{0, asking(0, 60)}}, repeated(0, 10, 10, func(i int) Event { return asking(i, 60) })),
			40, View{Phase: Asking, Done: 10, Total: 60, Elapsed: seconds(40), Left: after(200)}},
		{"out of order", []step{{0, asking(0, 3)}, {1, asking(2, 0)}, {1, asking(1, 0)}},
			1, View{Phase: Asking, Done: 2, Total: 3, Elapsed: seconds(1)}},
		{"of two sites nobody tells how long others take", []step{
			{0, round(3)}, {10, Event{Phase: Asking, Done: 1, Total: 1}}, {10, Event{Phase: Judging, Total: 8}},
			{10, Event{Phase: Judging, Site: "a"}}, {10, Event{Phase: Judging, Site: "b"}},
			{20, judged(1)}, {20, Event{Phase: Ended, Site: "a"}}, {20, Event{Phase: Judging, Site: "c"}},
			{30, judged(2)}, {30, Event{Phase: Ended, Site: "b"}}, {30, Event{Phase: Judging, Site: "d"}},
		}, 30, View{Phase: Judging, Round: 3, Of: 3, Done: 2, Total: 8, Elapsed: seconds(30),
			Sites: []Site{{Name: "c", Phase: Judging, Elapsed: seconds(10)}, {Name: "d", Phase: Judging}}}},
		{"the rest waits as long as others took, two at a time", join([]step{
			{0, round(3)}, {10, Event{Phase: Asking, Done: 1, Total: 1}}, {10, Event{Phase: Judging, Total: 11}}, {10, Event{Phase: Judging, Site: "x"}}},
			judgedInTurn(10, 10, 4), []step{{50, Event{Phase: Judging, Site: "y"}}}),
			50, View{Phase: Judging, Round: 3, Of: 3, Done: 4, Total: 11, Elapsed: seconds(50), Left: Left{Known: true, AtLeast: true, Time: seconds(3 * 10)},
				Sites: []Site{{Name: "x", Phase: Judging, Elapsed: seconds(40)}, {Name: "y", Phase: Judging}}}},
		{"nobody ends before the longest, and rounds to come are as long", join([]step{
			{0, round(1)}, {0, asking(0, 1)}, {10, asking(1, 0)}, {10, Event{Phase: Judging, Total: 2}},
			{10, Event{Phase: Judging, Site: "a"}}, {10, Event{Phase: Judging, Site: "b"}},
			{10, Event{Phase: Reading, Total: 2}}, {10, judged(2)}, {20, reading("a", 0, 100)}, {20, reading("b", 0, 40)}},
			repeated(20, 60, 20, func(i int) Event { return reading("a", i, 0) }),
			repeated(20, 60, 20, func(i int) Event { return reading("b", i, 0) })),
			60, View{Phase: Reading, Round: 1, Of: 3, Total: 2, Elapsed: minute * time.Second, Read: 40, Pages: 140, Part: after(160), Left: after(160 + 2*220),
				Sites: []Site{{Name: "a", Phase: Reading, Done: 20, Total: 100, Elapsed: seconds(50), Left: after(160)}, {Name: "b", Phase: Reading, Done: 20, Total: 40, Elapsed: seconds(50), Left: after(40)}}}},
		{"what was read is compared", []step{{0, round(1)}, {0, asking(1, 1)}, {0, Event{Phase: Judging, Total: 1}}, {0, Event{Phase: Reading, Total: 1}}, {0, reading("a", 7, 7)}, {5, Event{Phase: Ended, Site: "a"}},
			{5, judged(1)}, {5, Event{Phase: Reading, Done: 1}}, {5, Event{Phase: Comparing}}},
			60, View{Phase: Comparing, Round: 1, Of: 3, Elapsed: seconds(60), Read: 7, Pages: 7}},
		{"a round after another", join([]step{{0, round(1)}, {0, Event{Phase: Judging, Total: 1}}, {0, reading("a", 7, 7)}, {5, Event{Phase: Ended, Site: "a"}}, {5, judged(1)}, {100, round(2)}, {100, asking(0, 20)}},
			repeated(100, 110, 10, func(i int) Event { return asking(i, 20) })),
			110, View{Phase: Asking, Round: 2, Of: 3, Done: 10, Total: 20, Elapsed: seconds(110), Read: 7, Pages: 7, Part: after(10), Left: atLeast(90 + 100)}},
		{"a refresh ends with its slowest site", join([]step{{0, Event{Phase: Refreshing, Total: 100}}, {0, Event{Phase: Refreshing, Site: "a", Total: 20}}, {0, Event{Phase: Refreshing, Site: "b", Total: 80}}},
			repeated(0, 50, 5, func(i int) Event { return Event{Phase: Refreshing, Site: "a", Done: i} }),
			repeated(0, 50, 50, func(i int) Event { return Event{Phase: Refreshing, Site: "b", Done: i} }),
			repeated(0, 50, 55, func(i int) Event { return Event{Phase: Refreshing, Done: i} })),
			50, View{Phase: Refreshing, Done: 55, Total: 100, Elapsed: seconds(50), Left: after(150),
				Sites: []Site{{Name: "a", Phase: Refreshing, Done: 5, Total: 20, Elapsed: seconds(50), Left: after(150)}, {Name: "b", Phase: Refreshing, Done: 50, Total: 80, Elapsed: seconds(50), Left: after(30)}}}},
		{"a site that has just begun goes on as others did", join([]step{{0, Event{Phase: Refreshing, Total: 120}}, {0, Event{Phase: Refreshing, Site: "a", Total: 60}}},
			repeated(0, 30, 60, func(i int) Event { return Event{Phase: Refreshing, Site: "a", Done: i} }),
			repeated(0, 30, 60, func(i int) Event { return Event{Phase: Refreshing, Done: i} }),
			[]step{{30, Event{Phase: Ended, Site: "a"}}, {30, Event{Phase: Refreshing, Site: "b", Total: 60}}, {31, Event{Phase: Refreshing, Site: "b", Done: 2}}, {31, Event{Phase: Refreshing, Done: 62}}}),
			31, View{Phase: Refreshing, Done: 62, Total: 120, Elapsed: seconds(31), Left: after(29),
				Sites: []Site{{Name: "b", Phase: Refreshing, Done: 2, Total: 60, Elapsed: seconds(1), Left: after(29)}}}},
		{"a site that waits for its turn", join([]step{{0, Event{Phase: Refreshing, Total: 180}}, {0, Event{Phase: Waiting, Site: "a", Total: 60}}, {0, Event{Phase: Waiting, Site: "b", Total: 60}},
			{0, Event{Phase: Waiting, Site: "c", Total: 60}}, {0, Event{Phase: Refreshing, Site: "a", Total: 60}}, {0, Event{Phase: Refreshing, Site: "b", Total: 60}}},
			repeated(0, 30, 30, func(i int) Event { return Event{Phase: Refreshing, Site: "a", Done: i} }),
			repeated(0, 30, 20, func(i int) Event { return Event{Phase: Refreshing, Site: "b", Done: i} }),
			repeated(0, 30, 50, func(i int) Event { return Event{Phase: Refreshing, Done: i} })),
			30, View{Phase: Refreshing, Done: 50, Total: 180, Elapsed: seconds(30), Left: after(30 + 60*1.2),
				Sites: []Site{{Name: "b", Phase: Refreshing, Done: 20, Total: 60, Elapsed: seconds(30), Left: after(60)}, {Name: "a", Phase: Refreshing, Done: 30, Total: 60, Elapsed: seconds(30), Left: after(30)}}}},
		{"all is done", []step{{0, Event{Phase: Learning, Total: 1}}, {3, Event{Phase: Learning, Done: 1}}, {3, Event{Phase: Ended, Site: "never begun"}}},
			4, View{Phase: Learning, Done: 1, Total: 1, Elapsed: seconds(4)}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			start := time.Unix(1e9, 0)
			var tr Tracker
			for _, s := range test.steps {
				tr.Add(s.Event, start.Add(seconds(s.at)))
			}
			if d := cmp.Diff(test.want, tr.View(start.Add(seconds(test.at))), near); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

// near takes times for equal that differ by less than a tenth: where the middle
// of the time so far falls between two events is no matter.
var near = cmp.Comparer(func(a, b time.Duration) bool { return max(a-b, b-a) <= max(a, b)/10 })

// However much is told, little is kept, and the pace is still right.
func TestPaceIsBounded(t *testing.T) {
	t.Parallel()
	for _, n := range []int{10, 63, 64, 65, 1000, 100_000} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			c := count{total: 2 * n}
			start := time.Unix(1e9, 0)
			for i := range n + 1 {
				c.add(Event{Done: i}, start.Add(time.Duration(i)*time.Second))
			}
			if len(c.pace.marks) > maxMarks {
				t.Errorf("%d marks", len(c.pace.marks))
			}
			got := c.left(start.Add(time.Duration(n) * time.Second))
			if want := time.Duration(n) * time.Second; !got.Known || got.Time < want*9/10 || got.Time > want*11/10 {
				t.Errorf("left %v, want %v", got, want)
			}
		})
	}
}

// Days of work do not overflow.
func TestLongRuns(t *testing.T) {
	t.Parallel()
	c := count{total: 10_000_000}
	start := time.Unix(1e9, 0)
	for i := range 100 {
		c.add(Event{Done: i}, start.Add(time.Duration(i)*time.Hour))
	}
	if got := c.left(start.Add(100 * time.Hour)); !got.Known || got.Time < 0 {
		t.Errorf("left %v", got)
	}
}
