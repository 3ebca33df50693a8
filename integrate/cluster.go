package integrate

import (
	"cmp"
	"math"
	"slices"
)

// Cluster is a set of records that are one entity's.
type Cluster struct {
	Records     []int32
	Probability float64 // of the least certain record
}

// cluster joins records: first those that a person joined, then by links, the surest first, where no site comes twice
// but by views of one entity, no decision is against it, and the mean log-odds over all pairs of both clusters are
// above linkOdds. Links are in order. Cost: for each entity the
// square of the number of its sites, and as much for those that it is kept apart from: two clusters that
// many links are between are compared once, and then by what they have grown.
func (r *resolver) cluster(links []link, d decided) []Cluster {
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
			out = append(out, Cluster{*c, r.certainty(*c, d)})
		}
	}
	r.withViews(out)
	slices.SortFunc(out, func(a, b Cluster) int { return cmp.Compare(a.Records[0], b.Records[0]) })
	return out
}

// joinLinked joins clusters by links, surest first; get gives the cluster of a record, and join puts the second's
// records behind the first's.
func (r *resolver) joinLinked(links []link, d decided, get func(rec int32) *[]int32, join func(a, b *[]int32)) {
	kept := make(map[[2]int32]between) // by the first records of clusters, which stay
	share := r.sharingSites()
	for _, l := range links {
		if l.odds <= linkOdds {
			break
		}
		a, b := get(l.a), get(l.b)
		if a == b {
			continue
		}
		if len(*a) < len(*b) { // what is known of the larger one stays so
			a, b = b, a
		}
		at := [2]int32{(*a)[0], (*b)[0]}
		had := kept[at]
		if had.of(*a, *b) || share(*a, *b) || d.parted(*a, *b) {
			continue
		}
		if len(*a) == 1 { // both: the link is all that is between them
			join(a, b)
			continue
		}
		sum := r.between(*a, *b, had)
		if sum.mean() > linkOdds {
			join(a, b)
			continue
		}
		kept[at] = sum
		kept[[2]int32{at[1], at[0]}] = sum.turned()
	}
}

// between is the log-odds of the pairs between so many of the first records of two clusters, which
// are added to at their ends.
type between struct {
	a, b int
	sum  float64
}

func (x between) mean() float64   { return x.sum / float64(x.a*x.b) }
func (x between) turned() between { return between{x.b, x.a, x.sum} }

// of reports whether it is of all that is between two clusters.
func (x between) of(a, b []int32) bool { return x.a == len(a) && x.b == len(b) }

// between sums up the log-odds of the pairs between two clusters, given the sum of some. What is impossible for one pair
// is so whatever the others say.
func (r *resolver) between(a, b []int32, had between) between {
	var v vector
	out := between{len(a), len(b), had.sum}
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

// certainty is the probability of the record that goes least well with the others. Cost: one comparison
// of each two.
func (r *resolver) certainty(records []int32, d decided) float64 {
	sums := make([]float64, len(records)) // of the log-odds with all others
	var v vector
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

// probability is what log-odds mean.
func probability(odds float64) float64 { return 1 / (1 + math.Exp(-odds)) }

// sharingSites gives a function that reports whether two clusters have records of one site. Cost: linear in both.
func (r *resolver) sharingSites() func(a, b []int32) bool {
	seen, turn := make([]int32, len(r.sites)), int32(0) // site -> the last turn that a had it
	return func(a, b []int32) bool {
		if turn == math.MaxInt32 {
			clear(seen)
			turn = 0
		}
		turn++
		for _, x := range a {
			seen[r.siteOf[x]] = turn
		}
		return slices.ContainsFunc(b, func(y int32) bool { return seen[r.siteOf[y]] == turn })
	}
}
