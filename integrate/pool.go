package integrate

import (
	"cmp"
	"slices"
)

const (
	// pooledLeast is the overlap of two groups' values from which on they may say the same. It is less than two
	// columns need (profileLeast): what the columns of a group have in common is its attribute's, and
	// what is a site's own is one part of several. Without, columns R of the true values of jobs and cameras are
	// .472 and .644, with it .810 and .711 (table integrate), at a precision of 1.
	pooledLeast = .3
	// pooledLead is by how much rivals have to be worse, as profileLead is.
	pooledLead = profileLead
)

// pool joins groups that say things of one kind, by the overlap of what all columns of each have, where no
// records tell that they differ and no site has both. Rivals of a group are those with a column of a site of its own: two
// others of which no site has both may be one attribute in turn. Cost: for each two groups of a kind the words of both,
// for each of the groups that are joined again those of all.
func (x *left) pool() {
	profiles := x.profileWords()
	pooled := make(map[int]profile)
	for g := range x.groups {
		if x.poolable(g, profiles) {
			pooled[g] = x.pooled(g, profiles)
		}
	}
	apart := make(map[[2]int]bool)
	for i := range x.matches {
		if m := &x.matches[i]; m.Basis == byEntities && !m.Begins && !m.Corresponds && m.Pairs >= negativeAt && m.Kappa < leastKappa && !m.Correlated {
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
			if o := overlapOf(pooled[g], pooled[h]); o > pooledLeast-pooledLead {
				overlaps[k] = o
			} else { // no rival's
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
		a, b := x.bestPooled(overlaps, apart)
		if a < 0 {
			return
		}
		if len(x.groups[a]) < len(x.groups[b]) {
			a, b = b, a
		}
		x.matches = append(x.matches, ColumnMatch{A: int(min(x.groups[a][0], x.groups[b][0])), B: int(max(x.groups[a][0], x.groups[b][0])),
			Agreement: overlaps[[2]int{min(a, b), max(a, b)}], Kappa: leastKappa, Share: 1, Counts: true, Basis: ByValues})
		x.join(b, a)
		delete(pooled, b)
		for k := range overlaps {
			if k[0] == b || k[1] == b {
				delete(overlaps, k)
			}
		}
		pooled[a] = x.pooled(a, profiles)
		score(a, order())
	}
}

// bestPooled gives the two groups that go together best and have no rivals that come near, -1 if there are none.
// Cost: sorting the overlaps, which are those of rivals at least, and for each that is no answer those of its two groups.
func (x *left) bestPooled(overlaps map[[2]int]float64, apart map[[2]int]bool) (a, b int) {
	var list [][2]int
	for k, o := range overlaps {
		if o >= pooledLeast && len(x.groups[k[0]])+len(x.groups[k[1]]) > 2 && !x.conflict(k[0], k[1]) {
			list = append(list, k)
		}
	}
	slices.SortFunc(list, func(p, q [2]int) int {
		return cmp.Or(cmp.Compare(overlaps[q], overlaps[p]), cmp.Compare(p[0], q[0]), cmp.Compare(p[1], q[1]))
	})
	others := make(map[int][]int) // group -> those that it overlaps with
	for k := range overlaps {
		others[k[0]], others[k[1]] = append(others[k[0]], k[1]), append(others[k[1]], k[0])
	}
	rivalled := func(g, h int) bool { // of what goes with g another comes near h
		least := overlaps[[2]int{min(g, h), max(g, h)}] - pooledLead
		return slices.ContainsFunc(others[g], func(o int) bool {
			return o != h && overlaps[[2]int{min(g, o), max(g, o)}] > least && x.conflict(o, h)
		})
	}
	for _, k := range list {
		if !rivalled(k[0], k[1]) && !rivalled(k[1], k[0]) && !x.toldApart(k[0], k[1], apart) {
			return k[0], k[1]
		}
	}
	return -1, -1
}

// toldApart reports whether records tell that a column of one group does not say what one of another does.
func (x *left) toldApart(a, b int, apart map[[2]int]bool) bool {
	for _, p := range x.groups[a] {
		for _, q := range x.groups[b] {
			if apart[[2]int{int(min(p, q)), int(max(p, q))}] {
				return true
			}
		}
	}
	return false
}

// poolable reports whether a group has columns to be pooled: of a profile, and if it is one column alone, under a
// label that is its own.
func (x *left) poolable(g int, profiles []profile) bool {
	members := x.groups[g]
	if len(members) == 0 || !slices.ContainsFunc(members, func(m int32) bool { return profiles[m] != nil }) {
		return false
	}
	col := &x.columns[members[0]]
	return len(members) > 1 || x.wordingOf(col, col.Label) > second
}

// pooled is the mean profile of a group's columns.
func (x *left) pooled(g int, profiles []profile) profile {
	words, n := make(map[int32]float64), 0.
	for _, m := range x.groups[g] {
		if profiles[m] != nil {
			n++
		}
	}
	for _, m := range x.groups[g] {
		for _, s := range profiles[m] {
			words[s.word] += s.of / n
		}
	}
	return inOrder(words)
}

func (x *left) kindOf(g int) string { return x.columns[x.groups[g][0]].Kind }
