package integrate

import (
	"cmp"
	"container/heap"
	"maps"
	"slices"
)

// linkage joins nodes into groups, surest and best known first, while the mean of what is known
// of the pairs between two groups is at least a threshold: average linkage, where what is unknown
// does not count. No group has two nodes of one site, unless these are alternatives.
//
// Cost: O(e log e) in the number of known pairs, with a map of neighbours a group.
type linkage struct {
	least  float64
	groups []*group
	of     []int // node -> its group
	queue  edges
	// alternatives reports whether two nodes of one site may be in one group, nil if none may.
	alternatives func(a, b int32) bool
}

type group struct {
	id      int
	members []int32
	late    bool              // it has nothing but nodes that are joined after the others
	sites   map[int32][]int32 // site -> its members
	next    map[int]*bond     // group -> what is known of the pairs with it
}

// bond is what is known of the pairs between two groups.
type bond struct {
	sum     float64
	support float64 // the most of how well two of them go together by how much is known of it
	n       int     // pairs that were compared on records

	presumed, likely float64 // the same of the others, of which there are
	m                int
}

// mean is how well two groups go together: what was compared tells, and only where nothing was, what is presumed.
func (b *bond) mean() float64 {
	if b.n == 0 {
		return b.presumed / float64(b.m)
	}
	return b.sum / float64(b.n)
}

func (b *bond) rank() float64 {
	if b.n == 0 {
		return b.likely
	}
	return b.support
}

// plus is all that is known of two bonds' pairs.
func (b *bond) plus(o *bond) *bond {
	if o == nil {
		return b
	}
	return &bond{b.sum + o.sum, max(b.support, o.support), b.n + o.n, b.presumed + o.presumed, max(b.likely, o.likely), b.m + o.m}
}

type edge struct {
	late bool
	rank float64
	n    int
	a, b int // groups, a before b
}

type edges []edge

func (e edges) Len() int { return len(e) }
func (e edges) Less(i, j int) bool {
	if e[i].late != e[j].late {
		return e[j].late
	}
	return cmp.Or(cmp.Compare(e[j].rank, e[i].rank), cmp.Compare(e[j].n, e[i].n), cmp.Compare(e[i].a, e[j].a), cmp.Compare(e[i].b, e[j].b)) < 0
}
func (e edges) Swap(i, j int) { e[i], e[j] = e[j], e[i] }
func (e *edges) Push(x any)   { *e = append(*e, x.(edge)) }
func (e *edges) Pop() any {
	last := (*e)[len(*e)-1]
	*e = (*e)[:len(*e)-1]
	return last
}

// newLinkage makes a group of each node, given its site.
func newLinkage(sites []int32, least float64) *linkage {
	l := &linkage{least: least}
	for i, s := range sites {
		l.of = append(l.of, i)
		l.groups = append(l.groups, &group{id: i, members: []int32{int32(i)}, sites: map[int32][]int32{s: {int32(i)}}, next: make(map[int]*bond)})
	}
	return l
}

// after has nodes be joined after all others, and is told of before anything is known.
func (l *linkage) after(late func(node int32) bool) {
	for i, g := range l.groups {
		g.late = late(int32(i))
	}
}

// know enters how well two nodes go together, and by what share of all that could be
// known of them. Of two nodes of one site that go with a third, each about as well, the one
// of which more is known goes first.
func (l *linkage) know(a, b int, value, share float64) {
	l.add(a, b, &bond{sum: value, support: value * share, n: 1})
}

// presume enters how well two nodes may go together where no records tell.
func (l *linkage) presume(a, b int, value, share float64) {
	l.add(a, b, &bond{presumed: value, likely: value * share, m: 1})
}

func (l *linkage) add(a, b int, k *bond) {
	a, b = l.of[a], l.of[b]
	k = k.plus(l.groups[a].next[b])
	l.groups[a].next[b], l.groups[b].next[a] = k, k
	l.offer(a, b)
}

func (l *linkage) offer(a, b int) {
	if k := l.groups[a].next[b]; k.mean() >= l.least {
		heap.Push(&l.queue, edge{l.groups[a].late || l.groups[b].late, k.rank(), k.n + k.m, min(a, b), max(a, b)})
	}
}

// run joins groups until none go together, and gives those left, by first member.
func (l *linkage) run() [][]int32 {
	for l.queue.Len() > 0 {
		e := heap.Pop(&l.queue).(edge)
		a, b := l.groups[e.a], l.groups[e.b]
		if a == nil || b == nil {
			continue
		}
		k := a.next[b.id]
		if k == nil || k.n+k.m != e.n || k.rank() != e.rank || l.exclude(a, b) {
			continue // of a time before one of them grew
		}
		l.join(a, b)
	}
	var out [][]int32
	for _, g := range l.groups {
		if g != nil {
			slices.Sort(g.members)
			out = append(out, g.members)
		}
	}
	slices.SortFunc(out, func(a, b []int32) int { return cmp.Compare(a[0], b[0]) })
	return out
}

// exclude reports whether two groups have nodes of one site that are no alternatives.
func (l *linkage) exclude(a, b *group) bool {
	if len(b.sites) < len(a.sites) {
		a, b = b, a
	}
	for s, nodes := range a.sites {
		for _, x := range nodes {
			for _, y := range b.sites[s] {
				if l.alternatives == nil || !l.alternatives(min(x, y), max(x, y)) {
					return true
				}
			}
		}
	}
	return false
}

// join makes one group of two: the smaller one's bonds become the larger one's.
func (l *linkage) join(a, b *group) {
	if len(b.next) > len(a.next) {
		a, b = b, a
	}
	a.members = append(a.members, b.members...)
	a.late = a.late && b.late
	for s, nodes := range b.sites {
		a.sites[s] = append(a.sites[s], nodes...)
	}
	delete(a.next, b.id)
	delete(b.next, a.id)
	l.groups[b.id] = nil
	for _, m := range b.members {
		l.of[m] = a.id
	}
	for _, id := range slices.Sorted(maps.Keys(b.next)) {
		o, k := l.groups[id], b.next[id]
		delete(o.next, b.id)
		k = k.plus(a.next[id])
		a.next[id], o.next[a.id] = k, k
		if !l.exclude(a, o) {
			l.offer(a.id, id)
		}
	}
}
