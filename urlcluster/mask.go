package urlcluster

import (
	"cmp"
	"hash/maphash"
	"slices"

	"verde/internal/unionfind"
)

// This file finds, among the URLs of one host, steps of dissimilarity at most
// cut, enough of them to connect what is connected, without comparing all
// pairs.
//
// Two vectors are within cut of each other exactly if they agree on all but
// some cut positions. So for every choice of cut positions the URLs are hashed
// by the rest, and URLs with equal rests are united; the first with a rest
// stands for all, since all agree with it. A hash is the sum of the hashes of
// (position, part), which makes leaving positions out a subtraction. Positions
// at which all agree are no choice.
//
// Where the choices are too many, as with long paths, the group is divided by
// its parts at the most telling position: a step joins two of one subgroup, or
// differs at that position and at cut-1 others, which is the same problem with
// one position masked. Groups that are one cluster already are left.
//
// Hashes only propose: a step that would join two clusters is counted on the
// URLs themselves, and where hashes turn out to be equal by accident all pairs
// of that hash are. So the result is exact. The hash is seeded at random, so
// that nobody can write URLs that collide.
//
// Cost for n URLs that vary in v positions: n times the choices of cut of v;
// beyond maxChoices n·(d^cut), where d is how often a group can be divided by
// its most telling position, mostly the logarithm of n, at worst v. Memory: 8
// bytes a part of the largest host on each processor, and 36 a URL.

const (
	// maxChoices is how many choices of masked positions are gone through
	// before a group is divided instead: where both take the same time on URLs
	// of 12 parts with 20 values each.
	maxChoices = 84
	// A group of up to maxPairwise URLs is compared pair by pair, which is faster
	// than anything else.
	maxPairwise = 24
	// A group of up to pairwiseFactor·k³ URLs is compared pair by pair rather than
	// divided, where dividing would go on k levels deep.
	pairwiseFactor = 150
	// About sampled URLs of a group are looked at to choose a position.
	sampled = 64
)

// host is what is known of the URLs of one authority while they are linked.
type host struct {
	urls   []string
	forest unionfind.Forest

	members []int32 // indexes of the host's URLs; the slices below follow them
	start   []int   // where a member's hashes start; one more for the end
	hashes  []uint64
	sums    []uint64 // of a member's hashes, without the masked positions

	cut      int
	clusters int // an upper bound of their number; at 1 all URLs are united

	group          []int32 // places in members
	keys           []uint64
	table          []int32 // open addressing: a place in members, plus 1
	count          map[uint64]int
	p, q           []string // for vectors
	pairwiseFactor int      // the constant, but in tests
	weaken         uint64   // bits taken from every hash, in tests
}

var seed = maphash.MakeSeed()

// hashURLs fills start, hashes, sums and group for the URLs of one host, in place of
// the host before. An empty part has the hash 0, as a position past the end.
func (h *host) hashURLs(members []int32) {
	h.members, h.clusters = members, len(members)
	h.start, h.hashes, h.sums, h.group = h.start[:0], h.hashes[:0], h.sums[:0], h.group[:0]
	for i, m := range members {
		p := splitInto(h.p, h.urls[m])
		h.p = p.vector
		h.start = append(h.start, len(h.hashes))
		sum := uint64(0)
		for position, part := range p.vector {
			x := uint64(0) // as at a position past the end
			if part != "" {
				x = hash(position, part) &^ h.weaken
			}
			h.hashes = append(h.hashes, x)
			sum += x
		}
		h.sums = append(h.sums, sum)
		h.group = append(h.group, int32(i))
	}
	h.start = append(h.start, len(h.hashes))
	h.keys = slices.Grow(h.keys[:0], len(members))[:len(members)]
}

// hash mixes a position into a part's hash, by the finalizer of SplitMix64.
func hash(position int, part string) uint64 {
	x := maphash.String(seed, part) + uint64(position+1)*0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// row gives the hashes of the i-th member, one for each position.
func (h *host) row(i int32) []uint64 { return h.hashes[h.start[i]:h.start[i+1]] }

// at gives the hash of the i-th member at a position, 0 past its end.
func (h *host) at(i int32, position int) uint64 {
	if row := h.row(i); position < len(row) {
		return row[position]
	}
	return 0
}

// link unites all URLs of the host that chains of steps connect, each between two URLs
// at a distance of at most cut (single linkage).
func (h *host) link(cut int) {
	h.cut = cut
	h.linkGroup(h.group, cut, nil)
}

// linkGroup unites all pairs of the group that differ at no more than k positions
// beside the masked ones. k + len(masked) is cut. The group's order is changed.
func (h *host) linkGroup(group []int32, k int, masked []int) {
	if h.united(group) {
		return
	}
	if len(group) <= maxPairwise {
		h.linkPairs(group)
		return
	}
	every := max(1, len(group)/sampled)
	varying := h.varying(group, every, masked)
	if every > 1 && choices(len(varying), k) <= maxChoices {
		varying = h.varying(group, 1, masked)
	}
	if choices(len(varying), k) <= maxChoices {
		h.linkMasked(group, varying, k)
		return
	}
	if len(group) <= h.pairwiseFactor*k*k*k {
		h.linkPairs(group)
		return
	}
	position, most := h.mostSelective(group, every, varying)
	if k == 1 && most*2 > sampled { // dividing hardly helps; masking one position at a time costs no more than positions
		h.linkMasked(group, h.varying(group, 1, masked), k)
		return
	}
	slices.SortFunc(group, func(a, b int32) int { return cmp.Compare(h.at(a, position), h.at(b, position)) })
	for from := 0; from < len(group); {
		to, x := from+1, h.at(group[from], position)
		for to < len(group) && h.at(group[to], position) == x {
			to++
		}
		h.linkGroup(group[from:to], k, masked)
		from = to
	}
	for _, i := range group {
		h.sums[i] -= h.at(i, position)
	}
	h.linkGroup(group, k-1, append(slices.Clip(masked), position))
	for _, i := range group {
		h.sums[i] += h.at(i, position)
	}
}

// united reports whether the group is one cluster already.
func (h *host) united(group []int32) bool {
	if h.clusters == 1 || len(group) < 2 {
		return true
	}
	root := h.forest.Find(h.members[group[0]])
	for _, i := range group[1:] {
		if h.forest.Find(h.members[i]) != root {
			return false
		}
	}
	return true
}

// varying lists the positions, without the masked ones, at which not all URLs of a
// sample agree: the group's 0th, every-th, 2·every-th and so on.
func (h *host) varying(group []int32, every int, masked []int) []int {
	first := h.row(group[0])
	differs := make([]bool, len(first))
	for n := 0; n < len(group); n += every {
		row := h.row(group[n])
		for len(differs) < len(row) {
			differs = append(differs, true)
		}
		for i, x := range first {
			if i >= len(row) || row[i] != x {
				differs[i] = true
			}
		}
	}
	var out []int
	for i, d := range differs {
		if d && !slices.Contains(masked, i) {
			out = append(out, i)
		}
	}
	return out
}

// mostSelective chooses, on the sample that varying takes, the position whose most
// frequent part is least frequent; most is how often that part is in the sample.
func (h *host) mostSelective(group []int32, every int, varying []int) (position, most int) {
	if h.count == nil {
		h.count = map[uint64]int{}
	}
	most = len(group) + 1
	for _, p := range varying {
		clear(h.count)
		top := 0
		for n := 0; n < len(group) && top < most; n += every {
			x := h.at(group[n], p)
			h.count[x]++
			top = max(top, h.count[x])
		}
		if top < most {
			position, most = p, top
		}
	}
	return position, most
}

// linkPairs unites by comparing all pairs. Cost: quadratic.
func (h *host) linkPairs(group []int32) {
	for n, a := range group {
		for _, b := range group[:n] {
			if h.within(h.row(a), h.row(b)) {
				h.unite(a, b)
			}
		}
	}
}

// within reports whether rows of hashes differ at no more than cut positions. For URLs
// within cut of each other it is always true; for others only by a collision of
// hashes.
func (h *host) within(a, b []uint64) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	left := h.cut
	for i, x := range b {
		if i >= len(a) || a[i] != x {
			if left--; left < 0 {
				return false
			}
		}
	}
	return true
}

// linkMasked unites the URLs of the group that differ at no more than k of the given
// positions and agree on all others that are not masked.
func (h *host) linkMasked(group []int32, positions []int, k int) {
	k = min(k, len(positions))
	size := 4
	for size < 2*len(group) {
		size *= 2
	}
	h.table = slices.Grow(h.table[:0], size)[:size]
	choice := make([]int, k)
	for i := range choice {
		choice[i] = i
	}
	for more := true; more && h.clusters > 1; more = next(choice, len(positions)) {
		for _, i := range group {
			row, key := h.row(i), h.sums[i]
			for _, c := range choice {
				if p := positions[c]; p < len(row) {
					key -= row[p]
				}
			}
			h.keys[i] = key
		}
		clear(h.table)
		for _, i := range group {
			key := h.keys[i]
			slot := key & uint64(size-1)
			for h.table[slot] != 0 && h.keys[h.table[slot]-1] != key {
				slot = (slot + 1) & uint64(size-1)
			}
			if h.table[slot] == 0 {
				h.table[slot] = i + 1
			} else if !h.unite(h.table[slot]-1, i) {
				h.linkColliding(group, key)
			}
		}
	}
}

// linkColliding compares all pairs of URLs with a key that URLs far from each other
// were found to share, by a collision of hashes.
func (h *host) linkColliding(group []int32, key uint64) {
	var equal []int32
	for _, i := range group {
		if h.keys[i] == key {
			equal = append(equal, i)
		}
	}
	h.linkPairs(equal)
}

// unite joins the clusters of two members if their URLs, not only their hashes, are
// within cut of each other, and reports whether they are in one cluster now.
func (h *host) unite(a, b int32) bool {
	u, v := h.members[a], h.members[b]
	if h.forest.Find(u) == h.forest.Find(v) {
		return true
	}
	p, q := splitInto(h.p, h.urls[u]), splitInto(h.q, h.urls[v])
	h.p, h.q = p.vector, q.vector
	if p.distance(q) > h.cut {
		return false
	}
	h.forest.Union(u, v)
	h.clusters--
	return true
}

// choices is the binomial coefficient of n and k, or maxChoices+1 if it is larger.
func choices(n, k int) int {
	c := 1
	for i := range min(k, n-k) {
		if c = c * (n - i) / (i + 1); c > maxChoices {
			return maxChoices + 1
		}
	}
	return c
}

// next turns choice into the next combination of len(choice) out of n in lexicographic
// order; false after the last.
func next(choice []int, n int) bool {
	k := len(choice)
	for i := k - 1; i >= 0; i-- {
		if choice[i] < n-k+i {
			choice[i]++
			for j := i + 1; j < k; j++ {
				choice[j] = choice[j-1] + 1
			}
			return true
		}
	}
	return false
}
