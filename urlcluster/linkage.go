package urlcluster

import (
	"cmp"
	"slices"
)

// Components gives the connected components of the URLs under steps of
// dissimilarity at most cut, which is what single linkage cut there gives. A
// component is the indexes of its URLs in ascending order; components come in
// the order of their first URL.
//
// Two vectors are within cut of each other exactly if they agree on all but
// some cut positions. So for every choice of cut positions the URLs are hashed
// by the rest, and URLs with equal rests are united; the first with a hash
// stands for all, since all agree with it. A hash is the sum of the hashes of
// (position, part), which makes leaving positions out a subtraction; equal
// sums are verified, so the result is exact.
func Components(urls []string, cut int) [][]int {
	split1 := make([]parts, len(urls))
	byAuthority := map[string][]int{}
	var authorities []string
	for i, u := range urls {
		split1[i] = split(u)
		a := split1[i].authority
		if byAuthority[a] == nil {
			authorities = append(authorities, a)
		}
		byAuthority[a] = append(byAuthority[a], i)
	}
	f := newForest(len(urls))
	for _, a := range authorities {
		if members := byAuthority[a]; len(members) > 1 {
			l := linkage{parts: split1, members: members, cut: cut, forest: f}
			l.link()
		}
	}
	roots := map[int]int{}
	var out [][]int
	for i := range urls {
		r := f.find(i)
		c, ok := roots[r]
		if !ok {
			c = len(out)
			roots[r] = c
			out = append(out, nil)
		}
		out[c] = append(out[c], i)
	}
	return out
}

type linkage struct {
	parts   []parts
	members []int
	cut     int
	forest  forest
}

// maxPositions is the longest vector for which all choices of positions are
// gone through: with 16 and a cut of 3 that are 969.
const maxPositions = 16

func (l *linkage) link() {
	slices.SortStableFunc(l.members, func(a, b int) int { return cmp.Compare(len(l.parts[a].vector), len(l.parts[b].vector)) })
	short := l.members
	for i, m := range l.members {
		if len(l.parts[m].vector) > maxPositions {
			short = l.members[:i]
			break
		}
	}
	l.mask(short)
	if len(short) < len(l.members) {
		// Long ones, and those short ones that may be near a long one.
		from := 0
		for from < len(short) && len(l.parts[short[from]].vector)+l.cut <= maxPositions {
			from++
		}
		l.blocks(l.members[from:])
	}
}

// mask goes through all choices of cut positions. The members are in order of
// length; a choice is made among the positions of the longest that a shorter
// one can be within cut of.
func (l *linkage) mask(members []int) {
	if len(members) < 2 {
		return
	}
	longest := len(l.parts[members[len(members)-1]].vector)
	positions := longest
	hashes := make([][]uint64, len(members))
	sums := make([]uint64, len(members))
	for i, m := range members {
		v := l.parts[m].vector
		hashes[i] = make([]uint64, len(v))
		for j, part := range v {
			h := hash(j, part)
			hashes[i][j] = h
			sums[i] += h
		}
	}
	cut := min(l.cut, positions)
	choice := make([]int, cut)
	for i := range choice {
		choice[i] = i
	}
	seen := make(map[uint64]int, len(members))
	for {
		clear(seen)
		for i, m := range members {
			key := sums[i]
			for _, p := range choice {
				if p < len(hashes[i]) {
					key -= hashes[i][p]
				}
			}
			first, ok := seen[key]
			if !ok {
				seen[key] = m
				continue
			}
			if l.parts[first].distance(l.parts[m]) <= l.cut {
				l.forest.union(first, m)
			}
		}
		if !next(choice, positions) {
			return
		}
	}
}

// next steps to the next combination of len(choice) out of n.
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

// blocks unites long vectors. Those within cut of each other agree on one of
// cut+1 blocks of positions, so only URLs that share a block are compared, and
// only those not united yet. The blocks interleave the positions, since URLs
// agree most at the front.
func (l *linkage) blocks(members []int) {
	n := l.cut + 1
	for b := range n {
		buckets := map[uint64][]int{}
		for _, m := range members {
			var key uint64
			for j, part := range l.parts[m].vector {
				if j%n == b {
					key += hash(j, part)
				}
			}
			buckets[key] = append(buckets[key], m)
		}
		for _, m := range members { // in order, for the sake of equal runs
			var key uint64
			for j, part := range l.parts[m].vector {
				if j%n == b {
					key += hash(j, part)
				}
			}
			for _, o := range buckets[key] {
				if o != m && l.forest.find(o) != l.forest.find(m) && l.parts[o].distance(l.parts[m]) <= l.cut {
					l.forest.union(o, m)
				}
			}
		}
	}
}

// hash mixes a position and a part (FNV-1a with a finalising step).
func hash(position int, part string) uint64 {
	h := 14695981039346656037 ^ uint64(position)*0x9E3779B97F4A7C15
	for i := 0; i < len(part); i++ {
		h = (h ^ uint64(part[i])) * 1099511628211
	}
	h ^= h >> 33
	h *= 0xFF51AFD7ED558CCD
	return h ^ h>>33
}

// forest is a union-find structure over small integers.
type forest []int32

func newForest(n int) forest {
	f := make(forest, n)
	for i := range f {
		f[i] = int32(i)
	}
	return f
}

func (f forest) find(i int) int {
	for f[i] != int32(i) {
		f[i] = f[f[i]]
		i = int(f[i])
	}
	return i
}

// union keeps the smaller root, so that the outcome does not depend on order.
func (f forest) union(a, b int) {
	a, b = f.find(a), f.find(b)
	if a != b {
		f[max(a, b)] = int32(min(a, b))
	}
}
