package urlcluster

import (
	"cmp"
	"hash/maphash"
	"slices"

	"verde/internal/unionfind"
)

// This file joins the URLs of one host that are within a Hamming distance of cut, without
// comparing all pairs. It finds pairs enough to connect every cluster, not all pairs.
//
// Two vectors are within cut of each other exactly if there are cut positions such that
// they agree on all others. So for every combination of cut positions to be masked, the
// URLs are hashed by their other parts, and URLs with equal hashes are united with the
// first of them. A hash is the sum of the hashes of (position, part), so that masking a
// position is a subtraction. Positions at which all URLs agree need not be masked.
//
// If there are too many combinations, as with long paths, the group is divided by its
// parts at the most selective position. Two URLs within cut are then either in one
// subgroup, or differ at that position and at cut-1 others at most, which is the same
// problem with one position masked. Groups that are one cluster already are skipped.
//
// Hashes only propose pairs: before two clusters are united, the distance of the two URLs
// themselves is computed, and if their hashes are equal by accident, all pairs with that
// hash are compared. So the result is exact. The hash is seeded at random, so that nobody
// can write URLs that collide.
//
// Cost for n URLs that vary in v positions: n times the number of combinations of cut of v
// positions. If these are more than maxCombinations, n·(d^cut), where d is how often a
// group can be divided by its most selective position, mostly the logarithm of n, at
// worst v. Memory on each processor: 8 bytes for each part and 36 for each URL of the
// largest host.

const (
	// maxCombinations is the number of combinations of masked positions from which on,
	// exclusive, a group is divided instead: both ways take the same time there on URLs
	// of 12 parts with 20 values each.
	maxCombinations = 84
	// A group of up to maxPairwise URLs is compared pair by pair, which is faster
	// than anything else.
	maxPairwise = 24
	// A group of up to pairwiseFactor·k³ URLs is compared pair by pair rather than
	// divided, if dividing would go k levels deep.
	pairwiseFactor = 150
	// sampled is about how many URLs of a group are read to choose a position.
	sampled = 64
)

// host is the URLs of one authority while they are linked.
type host struct {
	urls   []string
	forest unionfind.Forest

	members []int32 // indexes of the host's URLs; the slices below have one entry for each of these
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
		h.p = p.parts
		h.start = append(h.start, len(h.hashes))
		sum := uint64(0)
		for position, part := range p.parts {
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

// hashesOf gives the hashes of the i-th member, one for each position.
func (h *host) hashesOf(i int32) []uint64 { return h.hashes[h.start[i]:h.start[i+1]] }

// hashAt gives the hash of the i-th member at a position, 0 past its end.
func (h *host) hashAt(i int32, position int) uint64 {
	if row := h.hashesOf(i); position < len(row) {
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
	if h.isOneCluster(group) {
		return
	}
	if len(group) <= maxPairwise {
		h.linkPairs(group)
		return
	}
	every := max(1, len(group)/sampled)
	varying := h.varying(group, every, masked)
	if every > 1 && combinations(len(varying), k) <= maxCombinations {
		varying = h.varying(group, 1, masked)
	}
	if combinations(len(varying), k) <= maxCombinations {
		h.linkMasked(group, varying, k)
		return
	}
	if len(group) <= h.pairwiseFactor*k*k*k {
		h.linkPairs(group)
		return
	}
	position, most := h.mostSelective(group, every, varying)
	if k == 1 && most*2 > sampled { // dividing hardly helps, and there are only as many combinations as positions
		h.linkMasked(group, h.varying(group, 1, masked), k)
		return
	}
	slices.SortFunc(group, func(a, b int32) int { return cmp.Compare(h.hashAt(a, position), h.hashAt(b, position)) })
	for from := 0; from < len(group); {
		to, x := from+1, h.hashAt(group[from], position)
		for to < len(group) && h.hashAt(group[to], position) == x {
			to++
		}
		h.linkGroup(group[from:to], k, masked)
		from = to
	}
	for _, i := range group {
		h.sums[i] -= h.hashAt(i, position)
	}
	h.linkGroup(group, k-1, append(slices.Clip(masked), position))
	for _, i := range group {
		h.sums[i] += h.hashAt(i, position)
	}
}

// isOneCluster reports whether the group is one cluster already.
func (h *host) isOneCluster(group []int32) bool {
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
	first := h.hashesOf(group[0])
	differs := make([]bool, len(first))
	for n := 0; n < len(group); n += every {
		row := h.hashesOf(group[n])
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
			x := h.hashAt(group[n], p)
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
			if h.mayBeWithin(h.hashesOf(a), h.hashesOf(b)) {
				h.unite(a, b)
			}
		}
	}
}

// mayBeWithin reports whether rows of hashes differ at no more than cut positions. For URLs
// within cut of each other it is always true; for others only by a collision of
// hashes.
func (h *host) mayBeWithin(a, b []uint64) bool {
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
	for more := true; more && h.clusters > 1; more = nextCombination(choice, len(positions)) {
		for _, i := range group {
			row, key := h.hashesOf(i), h.sums[i]
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
	h.p, h.q = p.parts, q.parts
	if p.distance(q) > h.cut {
		return false
	}
	h.forest.Union(u, v)
	h.clusters--
	return true
}

// combinations is the binomial coefficient of n and k, or maxCombinations+1 if it is larger.
func combinations(n, k int) int {
	c := 1
	for i := range min(k, n-k) {
		if c = c * (n - i) / (i + 1); c > maxCombinations {
			return maxCombinations + 1
		}
	}
	return c
}

// nextCombination turns choice into the next combination of len(choice) out of n in lexicographic
// order; false after the last.
func nextCombination(choice []int, n int) bool {
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
