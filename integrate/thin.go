package integrate

import "slices"

// mostChance bounds the pairs of a site that are counted, once for each other site: shares are known from as many to a percent.
const mostChance = 1 << 14

// calibrateThin fits a curve for the thin pairs of each site that has some, by how many of them chance explains: the frequencies of names
// and what is beside them, as the pairs of the site's own records tell, which are of different entities. Compared by what the other
// site says, too, and no more, a share q of these reaches a score; so does q of the pairs of its records and the
// other's that are of no entity of both. matched is how many are, by the seeds. Cost: linear in the pairs, of which there are
// mostChance at most for each site.
func (r *resolver) calibrateThin(across *comparison, scores []float64, best []int, within *comparison, matched map[[2]int32]float64) []*calibration {
	n := len(r.sites)
	cross, own := make([][]float64, n), make([][]int, n)
	with := make([]map[int32]bool, n) // site -> those that it has thin pairs with
	for s := range with {
		with[s] = make(map[int32]bool)
	}
	for _, i := range best {
		if len(across.of(i)) <= thin {
			s, t := r.siteOf[across.pairs[i].a], r.siteOf[across.pairs[i].b]
			cross[s], cross[t] = append(cross[s], scores[i]), append(cross[t], scores[i])
			with[s][t], with[t][s] = true, true
		}
	}
	for i, p := range within.pairs {
		own[r.siteOf[p.a]] = append(own[r.siteOf[p.a]], i)
	}
	says := r.says()
	out := make([]*calibration, n)
	parallel(n, func() func(int) {
		var v vector
		return func(s int) {
			if len(cross[s]) == 0 {
				return
			}
			var chance, times []float64 // the scores of pairs within, and for how many across each stands
			step := 1 + len(own[s])*len(with[s])/mostChance
			for t := range int32(n) {
				if !with[s][t] {
					continue
				}
				both := matched[[2]int32{min(int32(s), t), max(int32(s), t)}]
				here, there := r.recordsOf(int32(s)), r.recordsOf(t)
				across := max(0, here-both) * max(0, there-both) / (here * (here - 1) / 2)
				for i := int(t) % step; i < len(own[s]); i += step {
					p := within.pairs[own[s][i]]
					v = slices.DeleteFunc(append(v[:0], within.of(own[s][i])...), func(x agreement) bool { return !says[t][x.attribute()] })
					if len(v) <= thin {
						chance, times = append(chance, r.score(v, r.rarities(p.a, p.b, v))), append(times, float64(step)*across)
					}
				}
			}
			// Steps are of single pairs: of few, the one that is surest is not like the rest.
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

// says tells of each site which attributes it has something under.
func (r *resolver) says() [][]bool {
	out := make([][]bool, len(r.sites))
	for s := range out {
		out[s] = make([]bool, r.of.width)
		for rec := r.first[s]; rec < r.first[s+1]; rec++ {
			for _, x := range r.of.all(rec) {
				out[s][x.attribute] = true
			}
		}
	}
	return out
}

func (c *Corpus) recordsOf(s int32) float64 { return float64(c.first[s+1] - c.first[s]) }

// sitesOfPair are the sites of two records, in order.
func (c *Corpus) sitesOfPair(a, b int32) [2]int32 {
	s, t := c.siteOf[a], c.siteOf[b]
	return [2]int32{min(s, t), max(s, t)}
}
