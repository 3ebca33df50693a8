package classes

import (
	"cmp"
	"math"
	"slices"

	"verde/siteexpand/similarity"
	"verde/siteexpand/site"
)

// reweigh makes the classes, the weights of features, the threshold and the traits
// that are required anew, and judges all fetched pages again.
func (c *crawl) reweigh() {
	c.weighed = max(len(c.fetched), classPages)
	c.classes, c.groups, c.forms, c.queue = map[string]*urlClass{}, map[listKey]*linkGroup{}, map[string]*urlClass{}, nil
	for _, m := range c.order {
		c.classify(m)
	}
	c.require()
	c.weigh()
	c.enlarge()
	var sims []float64
	seen := map[*urlClass]int{}
	for _, m := range c.fetched {
		if n := c.Page(m.id); n != nil {
			m.alive, m.like = true, c.similarity(n)
			if seen[m.class]++; seen[m.class] <= featurePages {
				sims = append(sims, m.like)
			}
		}
	}
	c.threshold = c.bound(similarity.Otsu(sims))
	for _, m := range c.fetched {
		c.count(m)
		g := c.groups[listKey{m.class.key, m.path}]
		g.yields = append(g.yields, m.yield)
	}
}

// weigh makes the weights of the features, by up to featurePages pages a class.
func (c *crawl) weigh() {
	at := map[*urlClass]int{}
	var pages [][]*site.Page // by class
	for _, m := range c.fetched {
		n := c.Page(m.id)
		if n == nil {
			continue
		}
		i, met := at[m.class]
		if !met {
			i = len(pages)
			at[m.class], pages = i, append(pages, nil)
		}
		if len(pages[i]) < featurePages {
			pages[i] = append(pages[i], n)
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

// weight is that of a feature, of one that was not weighed yet the greatest.
func (c *crawl) weight(f similarity.Feature) float64 {
	if f&similarity.Textual != 0 {
		return 0
	}
	if w, ok := c.weights[f]; ok {
		return w
	}
	return math.Log(2 * float64(len(c.classes)+1))
}

// similarity is that of a page with the nearest exemplar.
func (c *crawl) similarity(n *site.Page) (most float64) {
	c.Report.Evaluations++
	for _, e := range c.exemplars {
		most = max(most, c.jaccard(n, e))
	}
	return most
}

// jaccard is the weighted Jaccard coefficient of two pages. Cost: linear.
func (c *crawl) jaccard(n, e *site.Page) float64 {
	both, either := 0., 0.
	a, b := n.Features, e.Features
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0] < b[0]:
			either += c.weight(a[0])
			a = a[1:]
		case len(a) == 0 || b[0] < a[0]:
			either += c.weight(b[0])
			b = b[1:]
		default:
			w := c.weight(a[0])
			both, either = both+w, either+w
			a, b = a[1:], b[1:]
		}
	}
	if either == 0 {
		return 1
	}
	return both / either
}

// enlarge gives a single sample exemplars of its own folder: of the fetched pages
// there, those at an eighth and a third of the most similar ones. What is nearest
// may be a relative of the sample, what is far another kind.
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

// bound keeps a threshold between two shares of the least similarity that an
// exemplar has with the nearest of the others.
func (c *crawl) bound(threshold float64) float64 {
	least := 1.
	for i, e := range c.exemplars {
		nearest := 0.
		for j, o := range c.exemplars {
			if i != j {
				nearest = max(nearest, c.jaccard(e, o))
			}
		}
		if len(c.exemplars) > 1 {
			least = min(least, nearest)
		}
	}
	return min(max(threshold, lowSimilarity*least), highSimilarity*least)
}

// require finds the traits that all samples' names share and would hardly share by
// chance: a share f of the names of their place has one, so n samples have it with
// probability f^n.
func (c *crawl) require() {
	c.required = [3]string{}
	if len(c.starts) < 2 {
		return
	}
	shared := nameTraits(c.info[c.Resolve(c.starts[0])].name)
	for _, u := range c.starts[1:] {
		for i, t := range nameTraits(c.info[c.Resolve(u)].name) {
			if t != shared[i] {
				shared[i] = ""
			}
		}
	}
	var have [3]float64
	all := 0.
	for _, m := range c.order {
		if !m.fits {
			continue
		}
		all++
		for i, t := range nameTraits(m.name) {
			if t == shared[i] {
				have[i]++
			}
		}
	}
	for i, t := range shared {
		if t != "" && math.Pow(have[i]/all, float64(len(c.starts))) < chanceOfTrait {
			c.required[i] = t
		}
	}
}
