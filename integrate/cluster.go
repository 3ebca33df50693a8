package integrate

import (
	"cmp"
	"math"
	"slices"
)

// Cluster is a set of records that are one entity.
type Cluster struct {
	Records     []int32
	Probability float64 // of the least certain record
}

// cluster joins records into entities: first those that a person joined, then along the links (surest first). Two
// clusters are joined if the mean log-odds over all pairs between them are above linkOdds (average linkage), no
// decision is against it, and no site would come twice but by views of one entity. Cost: for each entity the
// square of the number of its sites, and as much for those that it is kept apart from: of two clusters with
// several links, only pairs of records that were added since the last comparison are compared.
func (r *resolver) cluster(links []link, d recordDecisions) []Cluster {
	of := make([]*[]int32, len(r.urls))
	get := func(rec int32) *[]int32 {
		if of[rec] == nil {
			of[rec] = &[]int32{rec}
		}
		return of[rec]
	}
	join := func(a, b *[]int32) {
		*a = append(*a, *b...)
		for _, x := range *b {
			of[x] = a
		}
	}
	for _, l := range d.same {
		if a, b := get(l.a), get(l.b); a != b {
			join(a, b)
		}
	}
	r.joinLinked(links, d, get, join)
	var out []Cluster
	for rec := range int32(len(r.urls)) {
		c := of[rec]
		if _, view := r.viewOf[rec]; view {
			continue
		}
		if c == nil {
			out = append(out, Cluster{[]int32{rec}, 1})
		} else if slices.Min(*c) == rec {
			slices.Sort(*c)
			out = append(out, Cluster{*c, r.leastProbability(*c, d)})
		}
	}
	r.addViewsToClusters(out)
	slices.SortFunc(out, func(a, b Cluster) int { return cmp.Compare(a.Records[0], b.Records[0]) })
	return out
}

// joinLinked joins clusters along links. get returns the cluster of a record; join appends the second cluster to
// the first.
func (r *resolver) joinLinked(links []link, d recordDecisions, get func(rec int32) *[]int32, join func(a, b *[]int32)) {
	kept := make(map[[2]int32]pairSum) // by the clusters' first records, which stay first
	share := r.sharingSites()
	for _, l := range links {
		if l.odds <= linkOdds {
			break
		}
		a, b := get(l.a), get(l.b)
		if a == b {
			continue
		}
		if len(*a) < len(*b) { // sums of the larger one stay valid
			a, b = b, a
		}
		at := [2]int32{(*a)[0], (*b)[0]}
		had := kept[at]
		if had.covers(*a, *b) || share(*a, *b) || d.separate(*a, *b) {
			continue
		}
		if len(*a) == 1 { // both: the link is all that is between them
			join(a, b)
			continue
		}
		sum := r.sumBetween(*a, *b, had)
		if sum.mean() > linkOdds {
			join(a, b)
			continue
		}
		kept[at] = sum
		kept[[2]int32{at[1], at[0]}] = sum.swapped()
	}
}

// pairSum is the sum of the log-odds of all pairs between the first a records of one cluster and the first b of
// another. Clusters grow at the end.
type pairSum struct {
	a, b int
	sum  float64
}

func (x pairSum) mean() float64    { return x.sum / float64(x.a*x.b) }
func (x pairSum) swapped() pairSum { return pairSum{x.b, x.a, x.sum} }

// covers reports whether the sum is complete.
func (x pairSum) covers(a, b []int32) bool { return x.a == len(a) && x.b == len(b) }

// sumBetween completes the sum of the log-odds of the pairs between two clusters. It stops at an impossible pair
// (-Inf).
func (r *resolver) sumBetween(a, b []int32, had pairSum) pairSum {
	var v comparisonVector
	out := pairSum{len(a), len(b), had.sum}
	for i, x := range a {
		rest := b
		if i < had.a {
			rest = b[had.b:]
		}
		for _, y := range rest {
			if math.IsInf(out.sum, -1) {
				return out
			}
			v = r.compare(min(x, y), max(x, y), v[:0])
			out.sum += r.odds(min(x, y), max(x, y), v)
		}
	}
	return out
}

// leastProbability is the probability of the record that fits the others least. Cost: a comparison of each two
// records.
func (r *resolver) leastProbability(records []int32, d recordDecisions) float64 {
	sums := make([]float64, len(records)) // of the log-odds with all others
	var v comparisonVector
	for i, x := range records {
		for j, y := range records[:i] {
			v = r.compare(y, x, v[:0])
			odds := r.odds(y, x, v)
			sums[i] += odds
			sums[j] += odds
		}
	}
	least := math.Inf(1)
	for i, x := range records {
		if len(records) > 1 && !slices.ContainsFunc(d.same, func(l link) bool { return l.a == x || l.b == x }) {
			least = min(least, sums[i]/float64(len(records)-1))
		}
	}
	return probability(least)
}

// probability converts log-odds.
func probability(odds float64) float64 { return 1 / (1 + math.Exp(-odds)) }

// sharingSites returns a function that reports whether two clusters have records of one site. Cost: linear in
// both.
func (r *resolver) sharingSites() func(a, b []int32) bool {
	seen, epoch := make([]int32, len(r.sites)), int32(0) // site -> the last epoch in which a had it
	return func(a, b []int32) bool {
		if epoch == math.MaxInt32 {
			clear(seen)
			epoch = 0
		}
		epoch++
		for _, x := range a {
			seen[r.siteOf[x]] = epoch
		}
		return slices.ContainsFunc(b, func(y int32) bool { return seen[r.siteOf[y]] == epoch })
	}
}
