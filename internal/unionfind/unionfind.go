// Package unionfind keeps disjoint sets of the numbers from 0, such as the connected
// components of a graph to which edges are added.
package unionfind

// Forest is a partition of the numbers 0 to n-1 into sets. A set's root is its smallest
// number, so that the outcome does not depend on the order of the unions.
//
// Cost: Find and Union take O(log n) amortised, by path halving. Goroutines may work on one
// forest at a time if the sets that they look at are not the same.
type Forest []int32

// New gives n sets of one number each.
func New(n int) Forest {
	f := make(Forest, n)
	for i := range f {
		f[i] = int32(i)
	}
	return f
}

// Find gives the root of the set that has i.
func (f Forest) Find(i int32) int32 {
	for f[i] != i {
		f[i] = f[f[i]]
		i = f[i]
	}
	return i
}

// Union makes one set of those that have a and b, and reports whether they were two.
func (f Forest) Union(a, b int32) bool {
	a, b = f.Find(a), f.Find(b)
	f[max(a, b)] = min(a, b)
	return a != b
}

// Sets lists the sets in the order of their roots, each ascending. Cost: O(n).
func (f Forest) Sets() [][]int {
	sizes := make([]int32, len(f))
	roots := 0
	for i := range f {
		r := f.Find(int32(i))
		if sizes[r]++; sizes[r] == 1 {
			roots++
		}
	}
	all, from := make([]int, len(f)), 0
	out := make([][]int, 0, roots)
	number := sizes // of the set, once its place is made
	for i := range f {
		r := f.Find(int32(i))
		if int(r) == i {
			n := int(sizes[r])
			number[r] = int32(len(out))
			out = append(out, all[from:from:from+n])
			from += n
		}
		c := number[r]
		out[c] = append(out[c], i)
	}
	return out
}

// Keyed is a partition of any keys, made with make; a key is alone until a Union has it.
//
// Cost: Find and Union take O(log n) amortised, by path halving.
type Keyed[K comparable] map[K]K

// Find gives the root of the set that has k.
func (f Keyed[K]) Find(k K) K {
	for {
		above, ok := f[k]
		if !ok {
			return k
		}
		if next, ok := f[above]; ok {
			f[k] = next
		}
		k = above
	}
}

// Union makes one set of those that have a and b, and reports whether they were two. The root
// of a's set stays one: both roots are given, as they were.
func (f Keyed[K]) Union(a, b K) (rootA, rootB K, two bool) {
	a, b = f.Find(a), f.Find(b)
	if a != b {
		f[b] = a
	}
	return a, b, a != b
}
