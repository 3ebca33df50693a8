package leaves

import (
	"math/bits"
	"slices"
)

// Symbols numbers strings.
type Symbols struct {
	IDs   map[string]int32
	Names []string
}

// Intern is the number of a string, the same for equal ones.
func (s *Symbols) Intern(name string) int32 {
	if id, ok := s.IDs[name]; ok {
		return id
	}
	if s.IDs == nil {
		s.IDs = make(map[string]int32)
	}
	id := int32(len(s.Names))
	s.IDs[name], s.Names = id, append(s.Names, name)
	return id
}

// Sequences numbers sequences of symbols (paths of tags, of ids, of classes)
// as nodes of a trie. Sequence 0 is the empty one.
type Sequences struct {
	next  map[Step]int32
	Nodes []Step
	depth []int32
	memo  map[uint64]float32
	a, b  []int32 // scratch of similarity
	where []int32 // scratch of common, by symbol
	masks []uint64
	row   []uint64
}

type Step struct{ parent, Symbol int32 }

// maxMemo bounds the remembered similarities; beyond it they are computed anew.
const maxMemo = 1 << 20

func NewSequences() *Sequences {
	return &Sequences{next: make(map[Step]int32), Nodes: []Step{{-1, -1}}, depth: []int32{0}, memo: make(map[uint64]float32)}
}

// Extend gives the number of the sequence s followed by symbol.
func (q *Sequences) Extend(s, symbol int32) int32 {
	k := Step{s, symbol}
	if id, ok := q.next[k]; ok {
		return id
	}
	id := int32(len(q.Nodes))
	q.next[k] = id
	q.Nodes = append(q.Nodes, k)
	q.depth = append(q.depth, q.depth[s]+1)
	return id
}

// Last returns the last symbol of a sequence, -1 if it is empty.
func (q *Sequences) Last(s int32) int32 { return q.Nodes[s].Symbol }

// Spell appends the symbols of s to buf, first symbol first.
func (q *Sequences) Spell(s int32, buf []int32) []int32 {
	n := len(buf)
	for ; s > 0; s = q.Nodes[s].parent {
		buf = append(buf, q.Nodes[s].Symbol)
	}
	slices.Reverse(buf[n:])
	return buf
}

// Similarity is the length of the longest common subsequence over the length
// of the longer sequence (DCA, Equation 2); 1 for two empty ones.
//
// Cost: a map look-up, and once per pair the product of what is left of the
// lengths after cutting the common beginning and end, over 64.
func (q *Sequences) Similarity(s, t int32) float32 {
	if s == t {
		return 1
	}
	if s > t {
		s, t = t, s
	}
	key := uint64(s)<<32 | uint64(t)
	if v, ok := q.memo[key]; ok {
		return v
	}
	q.a, q.b = q.Spell(s, q.a[:0]), q.Spell(t, q.b[:0])
	v := float32(q.common(q.a, q.b)) / float32(max(len(q.a), len(q.b)))
	if len(q.memo) < maxMemo {
		q.memo[key] = v
	}
	return v
}

// common is the length of the longest common subsequence of a and b: a row of
// the usual table at a time, of which only the places where it grows are kept, a
// bit each (Hyyrö, Bit-Parallel LCS-length Computation Revisited, 2004).
func (q *Sequences) common(a, b []int32) int {
	n := 0
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b, n = a[1:], b[1:], n+1
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b, n = a[:len(a)-1], b[:len(b)-1], n+1
	}
	if len(a) == 0 || len(b) == 0 {
		return n
	}
	words := (len(b) + 63) / 64
	for len(q.where) <= int(slices.Max(b)) {
		q.where = append(q.where, make([]int32, 1+len(q.where))...)
	}
	q.masks = q.masks[:0]
	for i, y := range b { // masks: by symbol of b, the places where it stands
		if q.where[y] == 0 {
			q.masks = append(q.masks, make([]uint64, words)...)
			q.where[y] = int32(len(q.masks) / words)
		}
		q.masks[(int(q.where[y])-1)*words+i/64] |= 1 << (i % 64)
	}
	q.row = q.row[:0]
	for range words {
		q.row = append(q.row, ^uint64(0))
	}
	for _, x := range a {
		if int(x) >= len(q.where) || q.where[x] == 0 {
			continue
		}
		mask := q.masks[(int(q.where[x])-1)*words:][:words]
		carry := uint64(0)
		for k, v := range q.row {
			u := v & mask[k]
			var sum uint64
			sum, carry = bits.Add64(v, u, carry)
			q.row[k] = sum | (v &^ mask[k])
		}
	}
	for _, y := range b {
		q.where[y] = 0
	}
	for _, v := range q.row { // what is 0 by now is a place of b at which one more is in common
		n += bits.OnesCount64(^v)
	}
	return n
}

// Heaviest returns the indexes of a strictly increasing subsequence of xs, whose values are from 0 to below n, that has the
// greatest sum of weights, which are above 0; of equal ones one that ends in smaller values, and of these the last.
// Cost: len(xs) times log n.
func Heaviest(xs []int32, n int, weight func(i int) float64) []int {
	ends := make([]int, n+1) // a Fenwick tree: the heaviest subsequence that ends below x ends in i, as i+1
	sums, back := make([]float64, len(xs)), make([]int, len(xs))
	better := func(i, j int) bool {
		return i > 0 && (j == 0 || sums[i-1] > sums[j-1] || sums[i-1] == sums[j-1] && xs[i-1] <= xs[j-1])
	}
	last := 0
	for i, x := range xs {
		for k := int(x); k > 0; k -= k & -k {
			if better(ends[k], back[i]) {
				back[i] = ends[k]
			}
		}
		sums[i] = weight(i)
		if back[i] > 0 {
			sums[i] += sums[back[i]-1]
		}
		for k := int(x) + 1; k <= n; k += k & -k {
			if better(i+1, ends[k]) {
				ends[k] = i + 1
			}
		}
		if better(i+1, last) {
			last = i + 1
		}
	}
	var out []int
	for ; last > 0; last = back[last-1] {
		out = append(out, last-1)
	}
	slices.Reverse(out)
	return out
}
