package classes

import (
	"cmp"
	"math"
	"slices"

	"verde/siteexpand/similarity"
	"verde/siteexpand/site"
)

// weigh makes the weights of the features, by up to featurePages pages a class.
func (c *crawl) weigh() {
	at := map[*urlClass]int{}
	var pages [][]*site.Page // by class
	for _, m := range c.fetched {
		n := c.Page(m.id)
		if n == nil {
			continue
		}
		if _, met := at[m.class]; !met {
			at[m.class], pages = len(pages), append(pages, nil)
		}
		if of := &pages[at[m.class]]; len(*of) < featurePages {
			*of = append(*of, n)
		}
	}
	c.weights = featureWeights(pages)
}

// featureWeights gives the weights of features by the pages of each class. Cost:
// linear in the features.
func featureWeights(pages [][]*site.Page) map[similarity.Feature]float64 {
	df := map[similarity.Feature]float64{}
	for _, of := range pages {
		for _, n := range of {
			for _, f := range n.Features {
				if f&similarity.Textual == 0 {
					df[f] += 1 / float64(len(of))
				}
			}
		}
	}
	weights := make(map[similarity.Feature]float64, len(df))
	for f, n := range df {
		weights[f] = max(leastWeight, math.Log(float64(len(pages)+1)/(n+.5)))
	}
	return weights
}

// weight is the weight of a feature. A feature that was not weighed yet has the greatest weight.
func (c *crawl) weight(f similarity.Feature) float64 {
	if f&similarity.Textual != 0 {
		return 0
	}
	if w, ok := c.weights[f]; ok {
		return w
	}
	return math.Log(2 * float64(len(c.classes)+1))
}

// similarity is the similarity of a page to the most similar exemplar. Cost: a comparison with each exemplar.
func (c *crawl) similarity(n *site.Page) (most float64) {
	c.Report.Evaluations++
	for _, e := range c.exemplars {
		most = max(most, c.jaccard(n, e))
	}
	return most
}

// jaccard is the weighted Jaccard coefficient of two pages. Cost: linear.
func (c *crawl) jaccard(n, e *site.Page) float64 {
	return similarity.WeightedJaccard(n.Features, e.Features, c.weight)
}

// enlarge adds exemplars from the sample's folder if there is a single sample: of the fetched pages there, in
// descending order of similarity, those at an eighth and at a third. The first ones may be related to the
// sample, and the last ones of another kind.
func (c *crawl) enlarge() {
	if len(c.starts) > 1 || len(c.exemplars) > 1 {
		return
	}
	type scored struct {
		*site.Page
		like float64
	}
	var of []scored
	for _, m := range c.fetched {
		if n := c.Page(m.id); n != nil && m.fits && !m.given {
			of = append(of, scored{n, c.jaccard(n, c.exemplars[0])})
		}
	}
	if len(of) < folderPages {
		return
	}
	slices.SortStableFunc(of, func(a, b scored) int { return cmp.Compare(b.like, a.like) })
	c.exemplars = append(c.exemplars, of[len(of)/8].Page)
	if third := of[len(of)/3].Page; third != c.exemplars[1] && len(c.exemplars) <= exemplarsOfOne {
		c.exemplars = append(c.exemplars, third)
	}
}

// bound keeps a threshold between lowSimilarity and highSimilarity of the least similarity of an exemplar to
// the most similar of the others. Cost: the square of the number of exemplars, which are the samples or three.
func (c *crawl) bound(threshold float64) float64 {
	least := 1.
	for i, e := range c.exemplars {
		nearest := 0.
		for j, o := range c.exemplars {
			if i != j || len(c.exemplars) == 1 {
				nearest = max(nearest, c.jaccard(e, o))
			}
		}
		least = min(least, nearest)
	}
	return min(max(threshold, lowSimilarity*least), highSimilarity*least)
}
