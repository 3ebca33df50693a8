package integrate

import (
	"cmp"
	"slices"
)

const (
	// minPooledOverlap is the overlap of two groups' profiles from which on they may have one meaning. It is less
	// than two columns need (minProfileOverlap), since the mean of a group's columns is closer to its attribute
	// than one site's column is. Without joining groups, columns R of the true values of jobs and cameras are .472
	// and .644, with it .810 and .711 (table integrate), at a precision of 1.
	minPooledOverlap = .3
	// pooledMargin is how much less the rivals of a pair of groups have to overlap.
	pooledMargin = profileMargin
)

// joinByProfile joins groups of one kind whose mean profiles overlap, if no records speak against it and no site
// has columns in both. A rival of a pair is a group that overlaps with one of them about as much and shares a site
// with the other: two groups that share no site with each other may be joined one after the other. Cost: for each
// two groups of a kind the words of both; for each joined group the same again with all others.
func (x *columnGroups) joinByProfile() {
	profiles := x.columnProfiles()
	pooled := make(map[int]profile)
	for g := range x.groups {
		if x.canPool(g, profiles) {
			pooled[g] = x.pooledProfile(g, profiles)
		}
	}
	apart := make(map[[2]int]bool)
	for i := range x.matches {
		if m := &x.matches[i]; m.Basis == byEntities && !m.ByPrefix && !m.OneToOne && m.Pairs >= minPairsNegative && m.Kappa < minKappa && !m.Correlated {
			apart[[2]int{m.A, m.B}] = true
		}
	}
	overlaps := make(map[[2]int]float64)
	score := func(g int, others []int) {
		for _, h := range others {
			if h == g || x.kindOf(g) != x.kindOf(h) {
				continue
			}
			k := [2]int{min(g, h), max(g, h)}
			if o := profileOverlap(pooled[g], pooled[h]); o > minPooledOverlap-pooledMargin {
				overlaps[k] = o
			} else { // too small to be a rival
				delete(overlaps, k)
			}
		}
	}
	order := func() (out []int) {
		for g := range pooled {
			out = append(out, g)
		}
		slices.Sort(out)
		return out
	}
	all := order()
	for i, g := range all {
		score(g, all[:i])
	}
	for {
		a, b := x.bestPooledPair(overlaps, apart)
		if a < 0 {
			return
		}
		if len(x.groups[a]) < len(x.groups[b]) {
			a, b = b, a
		}
		x.matches = append(x.matches, ColumnMatch{A: int(min(x.groups[a][0], x.groups[b][0])), B: int(max(x.groups[a][0], x.groups[b][0])),
			Agreement: overlaps[[2]int{min(a, b), max(a, b)}], Kappa: minKappa, Share: 1, Accepted: true, Basis: ByValues})
		x.join(b, a)
		delete(pooled, b)
		for k := range overlaps {
			if k[0] == b || k[1] == b {
				delete(overlaps, k)
			}
		}
		pooled[a] = x.pooledProfile(a, profiles)
		score(a, order())
	}
}

// bestPooledPair returns the two groups that overlap most and have no rival within pooledMargin, -1 if there are
// none. Cost: sorting the overlaps, which are those of rivals at least, and for each pair that is refused the
// overlaps of its two groups.
func (x *columnGroups) bestPooledPair(overlaps map[[2]int]float64, apart map[[2]int]bool) (a, b int) {
	var list [][2]int
	for k, o := range overlaps {
		if o >= minPooledOverlap && len(x.groups[k[0]])+len(x.groups[k[1]]) > 2 && !x.conflict(k[0], k[1]) {
			list = append(list, k)
		}
	}
	slices.SortFunc(list, func(p, q [2]int) int {
		return cmp.Or(cmp.Compare(overlaps[q], overlaps[p]), cmp.Compare(p[0], q[0]), cmp.Compare(p[1], q[1]))
	})
	others := make(map[int][]int) // group -> groups that it overlaps with
	for k := range overlaps {
		others[k[0]], others[k[1]] = append(others[k[0]], k[1]), append(others[k[1]], k[0])
	}
	rivalled := func(g, h int) bool { // another group that excludes h overlaps with g about as much
		least := overlaps[[2]int{min(g, h), max(g, h)}] - pooledMargin
		return slices.ContainsFunc(others[g], func(o int) bool {
			return o != h && overlaps[[2]int{min(g, o), max(g, o)}] > least && x.conflict(o, h)
		})
	}
	for _, k := range list {
		if !rivalled(k[0], k[1]) && !rivalled(k[1], k[0]) && !x.separated(k[0], k[1], apart) {
			return k[0], k[1]
		}
	}
	return -1, -1
}

// separated reports whether records show that a column of one group and a column of another differ.
func (x *columnGroups) separated(a, b int, apart map[[2]int]bool) bool {
	for _, p := range x.groups[a] {
		for _, q := range x.groups[b] {
			if apart[[2]int{int(min(p, q)), int(max(p, q))}] {
				return true
			}
		}
	}
	return false
}

// canPool reports whether a group has a profile; of a group of one column, whether it has a label of its own.
func (x *columnGroups) canPool(g int, profiles []profile) bool {
	members := x.groups[g]
	if len(members) == 0 || !slices.ContainsFunc(members, func(m int32) bool { return profiles[m] != nil }) {
		return false
	}
	col := &x.columns[members[0]]
	return len(members) > 1 || x.labelQualityIn(col, col.Label) > labelRepeated
}

// pooledProfile is the mean profile of a group's columns.
func (x *columnGroups) pooledProfile(g int, profiles []profile) profile {
	words, n := make(map[int32]float64), 0.
	for _, m := range x.groups[g] {
		if profiles[m] != nil {
			n++
		}
	}
	for _, m := range x.groups[g] {
		for _, s := range profiles[m] {
			words[s.word] += s.share / n
		}
	}
	return sortedProfile(words)
}

func (x *columnGroups) kindOf(g int) string { return x.columns[x.groups[g][0]].Kind }
