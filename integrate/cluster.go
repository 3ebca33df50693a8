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

// cluster joins records that are in clusters already: first those that a person joined, then
// surest links first, where no site comes twice but by views of one entity, no decision is against it, and the mean log-odds over
// all pairs of both clusters are above linkOdds. Links are in order. Cost: the
// square of the number of sites for each entity.
func (r *resolver) cluster(begin [][]int32, links []link, d decided) []Cluster {
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
	for _, records := range begin {
		for _, x := range records[1:] {
			if a, b := get(r.main(records[0])), get(r.main(x)); a != b {
				join(a, b)
			}
		}
	}
	for _, l := range d.same {
		if a, b := get(l.a), get(l.b); a != b {
			join(a, b)
		}
	}
	for _, l := range links {
		if l.odds <= linkOdds {
			break
		}
		a, b := get(l.a), get(l.b)
		if a != b && !r.share(*a, *b) && !d.parted(*a, *b) && r.between(*a, *b) > linkOdds {
			join(a, b)
		}
	}
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

// between is the mean log-odds of the pairs between two clusters.
func (r *resolver) between(a, b []int32) float64 {
	sum := 0.
	var v vector
	for _, x := range a {
		for _, y := range b {
			v = r.compare(min(x, y), max(x, y), v[:0])
			sum += r.odds(min(x, y), max(x, y), v)
		}
	}
	return sum / float64(len(a)*len(b))
}

// certainty is the probability of the record that goes least well with the others.
func (r *resolver) certainty(records []int32, d decided) float64 {
	least := math.Inf(1)
	for i, x := range records {
		if slices.ContainsFunc(d.same, func(l link) bool { return l.a == x || l.b == x }) {
			continue
		}
		others := slices.Concat(records[:i], records[i+1:])
		if len(others) > 0 {
			least = min(least, r.between([]int32{x}, others))
		}
	}
	return probability(least)
}

// probability is what log-odds mean.
func probability(odds float64) float64 { return 1 / (1 + math.Exp(-odds)) }

// share reports whether two clusters have records of one site.
func (r *resolver) share(a, b []int32) bool {
	for _, x := range a {
		for _, y := range b {
			if r.siteOf[x] == r.siteOf[y] {
				return true
			}
		}
	}
	return false
}
