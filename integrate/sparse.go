package integrate

import "slices"

// maxChancePairs bounds the own pairs of a site that are counted, once for each other site: so many determine
// shares to a percent.
const maxChancePairs = 1 << 14

// calibrateSparse fits a curve for the sparse pairs of each site that has some. How many of them are coincidences
// is estimated from the pairs of the site's own records, which are different entities: reduced to the attributes
// that the other site has, a share q of them reaches a score, and so does a share q of the pairs of the two sites'
// records that are in no common entity. matched is the number of common entities of two sites, by the seeds. Cost:
// linear in the pairs, at most maxChancePairs for each site.
func (r *resolver) calibrateSparse(across *comparisons, scores []float64, best []int, within *comparisons, matched map[[2]int32]float64) []*calibration {
	n := len(r.sites)
	cross, own := make([][]float64, n), make([][]int, n)
	with := make([]map[int32]bool, n) // site -> sites that it has sparse pairs with
	for s := range with {
		with[s] = make(map[int32]bool)
	}
	for _, i := range best {
		if len(across.vector(i)) <= sparseAttributes {
			s, t := r.siteOf[across.pairs[i].a], r.siteOf[across.pairs[i].b]
			cross[s], cross[t] = append(cross[s], scores[i]), append(cross[t], scores[i])
			with[s][t], with[t][s] = true, true
		}
	}
	for i, p := range within.pairs {
		own[r.siteOf[p.a]] = append(own[r.siteOf[p.a]], i)
	}
	says := r.attributesBySite()
	out := make([]*calibration, n)
	parallel(n, func() func(int) {
		var v comparisonVector
		return func(s int) {
			if len(cross[s]) == 0 {
				return
			}
			var chance, times []float64 // scores of own pairs, and how many cross pairs each represents
			step := 1 + len(own[s])*len(with[s])/maxChancePairs
			for t := range int32(n) {
				if !with[s][t] {
					continue
				}
				both := matched[[2]int32{min(int32(s), t), max(int32(s), t)}]
				here, there := r.recordCount(int32(s)), r.recordCount(t)
				across := max(0, here-both) * max(0, there-both) / (here * (here - 1) / 2)
				for i := int(t) % step; i < len(own[s]); i += step {
					p := within.pairs[own[s][i]]
					v = slices.DeleteFunc(append(v[:0], within.vector(own[s][i])...), func(x agreement) bool { return !says[t][x.attribute()] })
					if len(v) <= sparseAttributes {
						chance, times = append(chance, r.score(v, r.rarities(p.a, p.b, v))), append(times, float64(step)*across)
					}
				}
			}
			// Bins hold single pairs: among few pairs, the surest differs from the rest.
			out[s] = calibrateBy(cross[s], chance, 1, .5, func(_, edges []float64) []float64 {
				different := slices.Repeat([]float64{.25}, len(edges))
				for i, c := range chance {
					at, _ := slices.BinarySearch(edges, c)
					different[at] += times[i]
				}
				return different
			})
		}
	})
	return out
}

// attributesBySite tells for each site which attributes its records have values of.
func (r *resolver) attributesBySite() [][]bool {
	out := make([][]bool, len(r.sites))
	for s := range out {
		out[s] = make([]bool, r.aligned.width)
		for rec := r.firstRecord[s]; rec < r.firstRecord[s+1]; rec++ {
			for _, x := range r.aligned.row(rec) {
				out[s][x.attribute] = true
			}
		}
	}
	return out
}

func (c *Corpus) recordCount(s int32) float64 { return float64(c.firstRecord[s+1] - c.firstRecord[s]) }

// sitesOfPair returns the sites of two records, in order.
func (c *Corpus) sitesOfPair(a, b int32) [2]int32 {
	s, t := c.siteOf[a], c.siteOf[b]
	return [2]int32{min(s, t), max(s, t)}
}
