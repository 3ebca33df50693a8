package integrate

import (
	"cmp"
	"container/heap"
	"maps"
	"slices"
)

// linkage is average-linkage clustering with unknown pairs: it joins nodes into groups, most similar first, while
// the mean similarity of the known pairs between two groups is at least minMean. Unknown pairs do not count. No
// group has two nodes of one site, unless these are alternatives.
//
// Cost: O(e log e) in the number of known pairs, with a map of neighbours for each group.
type linkage struct {
	minMean float64
	groups  []*group
	groupOf []int // node -> its group
	queue   edges
	// alternatives reports whether two nodes of one site may be in one group, nil if none may.
	alternatives func(a, b int32) bool
}

type group struct {
	id         int
	members    []int32
	deferred   bool               // all of its nodes are to be joined after the others
	sites      map[int32][]int32  // site -> its members
	neighbours map[int]*pairStats // group -> what is known of the pairs with it
}

// pairStats sums up the known pairs between two groups. Observed pairs were compared on records; of presumed ones
// only the distributions of values are known.
type pairStats struct {
	sum     float64 // similarities of observed pairs
	support float64 // the greatest similarity of an observed pair times how much is known of it
	n       int     // observed pairs

	presumed, presumedSupport float64 // the same of presumed pairs
	presumedN                 int
}

// mean is the mean similarity of the observed pairs, and only if there are none, of the presumed ones.
func (b *pairStats) mean() float64 {
	if b.n == 0 {
		return b.presumed / float64(b.presumedN)
	}
	return b.sum / float64(b.n)
}

// rank orders the joins, greatest first.
func (b *pairStats) rank() float64 {
	if b.n == 0 {
		return b.presumedSupport
	}
	return b.support
}

// plus adds up two groups' pairs with a third.
func (b *pairStats) plus(o *pairStats) *pairStats {
	if o == nil {
		return b
	}
	return &pairStats{b.sum + o.sum, max(b.support, o.support), b.n + o.n, b.presumed + o.presumed, max(b.presumedSupport, o.presumedSupport), b.presumedN + o.presumedN}
}

type edge struct {
	deferred bool
	rank     float64
	n        int
	a, b     int // groups, a before b
}

type edges []edge

func (e edges) Len() int { return len(e) }
func (e edges) Less(i, j int) bool {
	if e[i].deferred != e[j].deferred {
		return e[j].deferred
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
	l := &linkage{minMean: least}
	for i, s := range sites {
		l.groupOf = append(l.groupOf, i)
		l.groups = append(l.groups, &group{id: i, members: []int32{int32(i)}, sites: map[int32][]int32{s: {int32(i)}}, neighbours: make(map[int]*pairStats)})
	}
	return l
}

// deferNodes marks nodes to be joined after all others. It is called before any pair is added.
func (l *linkage) deferNodes(late func(node int32) bool) {
	for i, g := range l.groups {
		g.deferred = late(int32(i))
	}
}

// addObserved enters the similarity of two nodes, and the share of all that could be known of it. If two nodes of
// one site are about as similar to a third, the one with more known is joined first.
func (l *linkage) addObserved(a, b int, value, share float64) {
	l.add(a, b, &pairStats{sum: value, support: value * share, n: 1})
}

// addPresumed enters the similarity of two nodes that no records show.
func (l *linkage) addPresumed(a, b int, value, share float64) {
	l.add(a, b, &pairStats{presumed: value, presumedSupport: value * share, presumedN: 1})
}

func (l *linkage) add(a, b int, k *pairStats) {
	a, b = l.groupOf[a], l.groupOf[b]
	k = k.plus(l.groups[a].neighbours[b])
	l.groups[a].neighbours[b], l.groups[b].neighbours[a] = k, k
	l.offer(a, b)
}

func (l *linkage) offer(a, b int) {
	if k := l.groups[a].neighbours[b]; k.mean() >= l.minMean {
		heap.Push(&l.queue, edge{l.groups[a].deferred || l.groups[b].deferred, k.rank(), k.n + k.presumedN, min(a, b), max(a, b)})
	}
}

// run joins groups until no two are similar enough, and returns the groups by first member.
func (l *linkage) run() [][]int32 {
	for l.queue.Len() > 0 {
		e := heap.Pop(&l.queue).(edge)
		a, b := l.groups[e.a], l.groups[e.b]
		if a == nil || b == nil {
			continue
		}
		k := a.neighbours[b.id]
		if k == nil || k.n+k.presumedN != e.n || k.rank() != e.rank || l.conflict(a, b) {
			continue // out of date: one of the groups has grown
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

// conflict reports whether two groups have nodes of one site that are no alternatives.
func (l *linkage) conflict(a, b *group) bool {
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

// join merges two groups: the smaller one's neighbours become the larger one's.
func (l *linkage) join(a, b *group) {
	if len(b.neighbours) > len(a.neighbours) {
		a, b = b, a
	}
	a.members = append(a.members, b.members...)
	a.deferred = a.deferred && b.deferred
	for s, nodes := range b.sites {
		a.sites[s] = append(a.sites[s], nodes...)
	}
	delete(a.neighbours, b.id)
	delete(b.neighbours, a.id)
	l.groups[b.id] = nil
	for _, m := range b.members {
		l.groupOf[m] = a.id
	}
	for _, id := range slices.Sorted(maps.Keys(b.neighbours)) {
		o, k := l.groups[id], b.neighbours[id]
		delete(o.neighbours, b.id)
		k = k.plus(a.neighbours[id])
		a.neighbours[id], o.neighbours[a.id] = k, k
		if !l.conflict(a, o) {
			l.offer(a.id, id)
		}
	}
}
