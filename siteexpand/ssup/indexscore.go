package ssup

import (
	"cmp"
	"math"
	"slices"

	"verde/page"
	"verde/siteexpand/site"
)

// termWeights say how well each URL term of a page separates it, and pages like
// it, from the other pages to which its index page links.
type termWeights struct {
	terms  []uint32  // sorted
	weight []float64 // weight of each term
	sum    float64   // of all weights; 0 if no term separates anything
}

// indexScore is the Index_Score of an index page for a page it links to, on the
// link-path where it is greatest.
type indexScore struct {
	path    page.LinkPath
	weights termWeights
	score   float64 // Index_Score
}

// scoreIndex weighs the URL terms of sp on the index page ip, for each
// link-path of among by which ip links to sp, and gives the one with the
// largest Index_Score, the first of them in the document if several have it
// (SSUP 2019, Definitions 4.2 and 4.4). TF counts URLs on that link-path; the
// logarithm of IDF is natural, which changes no ratio.
//
// Cost: a sort of ip's links, and per link a merge of two URLs' terms.
func (s *run) scoreIndex(ip *site.Page, sp site.ID, among []page.LinkPath) indexScore {
	byPath := slices.Clone(ip.Links)
	slices.SortStableFunc(byPath, func(a, b site.Link) int { return cmp.Compare(a.Path, b.Path) })
	terms := s.termsOf(sp)
	holds := make([]int, len(terms)) // link-paths with a URL that contains the term
	paths := 0
	spans := make(map[page.LinkPath][]site.Link, len(among))
	in := make([]bool, len(terms))
	for i := 0; i < len(byPath); paths++ {
		j := i
		clear(in)
		for ; j < len(byPath) && byPath[j].Path == byPath[i].Path; j++ {
			eachCommon(terms, s.termsOf(s.Resolve(byPath[j].To)), func(k int) { in[k] = true })
		}
		for k, yes := range in {
			if yes {
				holds[k]++
			}
		}
		if slices.Contains(among, byPath[i].Path) {
			spans[byPath[i].Path] = byPath[i:j]
		}
		i = j
	}
	best := indexScore{score: -1}
	for _, path := range among {
		st := indexScore{path: path, weights: termWeights{terms: terms, weight: make([]float64, len(terms))}}
		for _, l := range spans[path] {
			eachCommon(terms, s.termsOf(s.Resolve(l.To)), func(k int) { st.weights.weight[k]++ })
		}
		for k := range terms {
			if holds[k] > 0 {
				st.weights.weight[k] *= math.Log(float64(paths) / float64(holds[k]))
			}
			st.weights.sum += st.weights.weight[k]
		}
		for _, l := range spans[path] {
			st.score += s.strongSimilarity(&st.weights, s.Resolve(l.To))
		}
		if st.score > best.score {
			best = st
		}
	}
	return best
}

// eachCommon calls shared with the index in a of each element that both sorted
// lists have.
func eachCommon(a, b []uint32, shared func(i int)) {
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			shared(i)
			i++
			j++
		case a[i] < b[j]:
			i++
		default:
			j++
		}
	}
}

// strongSimilarity is the Strong URL Similarity of tp to the page that w weighs
// (SSUP 2019, Definition 4.3). When no term has weight, as on an index page
// with one link-path, it is the Weak URL Similarity.
func (s *run) strongSimilarity(w *termWeights, tp site.ID) float64 {
	terms := s.termsOf(tp)
	if w.sum == 0 {
		return weakSimilarity(w.terms, terms)
	}
	sum := 0.
	eachCommon(w.terms, terms, func(k int) { sum += w.weight[k] })
	return sum / w.sum
}

// weakSimilarity is the Weak URL Similarity of two pages by their URLs' terms: the
// Jaccard coefficient (SSUP 2014, Definition 10).
func weakSimilarity(a, b []uint32) float64 {
	both := 0
	eachCommon(a, b, func(int) { both++ })
	return float64(both) / float64(len(a)+len(b)-both)
}

// htmlSimilarity is the HTML similarity of two pages (SSUP 2019, Equation 3).
func (s *run) htmlSimilarity(a, b *site.Page) float64 {
	s.Report.Evaluations++
	return a.Schema.Similarity(b.Schema)
}
