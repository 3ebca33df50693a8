package siteexpand

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/atom"

	"verde/internal/flathtml"
	"verde/page"
)

// feature is a hash of something that a page has: an element with one of its
// classes, a link-path, or a short text in an element. With some hundred
// features shared by the samples, one of them collides with a feature of a page
// once in millions of pages.
type feature uint32

// textual is the bit that is set in the features that are texts.
const textual feature = 1 << 31

// maxText is the greatest length in bytes of a text that is a feature. Labels and
// headings are shorter; longer texts are hardly ever the template's.
const maxText = 40

// featuresOf gives a document's features, sorted. Cost: linear.
func featuresOf(doc *flathtml.Document, schema page.Schema) []feature {
	out := make([]feature, 0, len(schema)+len(doc.Nodes))
	for _, p := range schema {
		out = append(out, hash("path", uint32(p), ""))
	}
	for i := range doc.Nodes {
		n := &doc.Nodes[i]
		if n.Text {
			parent := &doc.Nodes[n.Parent]
			if t := strings.TrimSpace(n.Data); t != "" && len(t) <= maxText && utf8.ValidString(t) && !invisible(parent) {
				out = append(out, hash(parent.Data, 2, t)|textual)
			}
			continue
		}
		class := ""
		for _, a := range doc.Attributes(n) {
			if a.Key == "class" {
				class = a.Val
			}
		}
		if class == "" {
			out = append(out, hash(n.Data, 0, ""))
		}
		for c := range strings.FieldsSeq(class) {
			out = append(out, hash(n.Data, 1, c))
		}
	}
	slices.Sort(out)
	return slices.Clone(slices.Compact(out))
}

// invisible reports whether text right inside an element is not shown.
func invisible(n *flathtml.Node) bool {
	switch n.Atom {
	case atom.Script, atom.Style, atom.Textarea, atom.Option, atom.Noscript, atom.Template:
		return true
	}
	return false
}

// hash is FNV-1a over the parts, without the highest bit.
func hash(a string, n uint32, b string) feature {
	h := uint32(2166136261)
	for i := range len(a) {
		h = (h ^ uint32(a[i])) * 16777619
	}
	h = (h ^ (n & 0xff)) * 16777619
	h = (h ^ (n >> 8)) * 16777619
	for i := range len(b) {
		h = (h ^ uint32(b[i])) * 16777619
	}
	return feature(h) &^ textual
}

// sharpness is the power to which the log-likelihood ratio of a feature is
// raised for its weight. A page has hundreds of features that are a little more
// frequent in its template than elsewhere, and they depend on each other, so
// that a plain sum (naive Bayes) drowns the few that separate well.
const sharpness = 5

// template is the set of page features that exemplars share. A feature weighs
// the more, the more frequent it is in the exemplars than in the other URL
// classes of the site.
type template struct {
	exemplars [][]feature       // features of each, sorted
	features  []weightedFeature // that at least quorum(n) of n exemplars have, sorted
	weight    float64           // sum of the weights of features
}

// weightedFeature is a feature of the template.
type weightedFeature struct {
	feature
	weight float64
	count  int // exemplars that have it
}

// quorum is the number of n exemplars that have to have a feature for it to be
// in the template: ⌈¾n⌉, which is all of the first three.
func quorum(n int) int { return int(math.Ceil(.75 * float64(n))) }

// classSample is the fetched pages of a URL class.
type classSample struct {
	hasExemplar bool        // an exemplar is in the class
	weight      float64     // how many entity pages are expected in the class
	pages       [][]feature // features of each
}

// learn chooses the features of the template and weighs them. With p the share
// of exemplars that have a feature, q its mean share over the classes without
// an exemplar, and r its share among the pages where entities are expected
// (classSample.weight), the weight is
//
//	(ln(p/q) + ln((1-q)/(1-p)))^sharpness · r^power, and 0 if p <= q.
//
// So a feature that the exemplars share by chance, or as one part of the type,
// weighs little since r is small. Shares are smoothed by ½. Cost: linear in all
// features.
func (l *template) learn(sampled []classSample, power float64) {
	counts := map[feature]int{}
	for _, j := range l.exemplars {
		for _, f := range j {
			counts[f]++
		}
	}
	n, need := len(l.exemplars), quorum(len(l.exemplars))
	l.features = l.features[:0]
	for f, c := range counts {
		if c >= need && (n > 1 || f&textual == 0) {
			l.features = append(l.features, weightedFeature{feature: f, count: c})
		}
	}
	slices.SortFunc(l.features, func(a, b weightedFeature) int { return cmp.Compare(a.feature, b.feature) })
	elsewhere, votes := make([]float64, len(l.features)), 0.
	around, total := make([]float64, len(l.features)), 0.
	for _, c := range sampled {
		vote := 1.
		if c.hasExemplar {
			vote = 0
		}
		votes, total = votes+vote, total+c.weight
		for _, p := range c.pages {
			l.eachShared(p, func(i int) {
				elsewhere[i] += vote / float64(len(c.pages))
				around[i] += c.weight / float64(len(c.pages))
			})
		}
	}
	l.weight = 0
	for i := range l.features {
		m := &l.features[i]
		here := (float64(m.count) + .5) / float64(n+1)
		there := (elsewhere[i] + .5) / (votes + 1)
		m.weight = 0
		if here > there {
			common := (around[i] + float64(m.count)) / (total + float64(n))
			m.weight = math.Pow(math.Log(here/there)+math.Log((1-there)/(1-here)), sharpness) * math.Pow(common, power)
		}
		l.weight += m.weight
	}
}

// eachShared calls f with the index of every feature of the template that a
// page has.
func (l *template) eachShared(p []feature, f func(i int)) {
	for i, t := 0, l.features; i < len(t) && len(p) > 0; {
		switch {
		case t[i].feature < p[0]:
			i++
		case t[i].feature > p[0]:
			p = p[1:]
		default:
			f(i)
			i, p = i+1, p[1:]
		}
	}
}

// similarity is the share of the template, by weight, that a page has: 1 for
// all of it. Cost: linear in both.
func (l *template) similarity(p []feature) float64 {
	if l.weight == 0 {
		return 1
	}
	sum := 0.
	l.eachShared(p, func(i int) { sum += l.features[i].weight })
	return sum / l.weight
}

// leaveOneOut is the least score of an exemplar by the template of the others
// (those features that a quorum of the others has); 1 if there are fewer than
// three exemplars.
func (l *template) leaveOneOut() float64 {
	low, n := 1., len(l.exemplars)
	if n < 3 {
		return low
	}
	for _, j := range l.exemplars {
		have, total := 0., 0.
		next := 0
		for _, m := range l.features {
			for next < len(j) && j[next] < m.feature {
				next++
			}
			has := next < len(j) && j[next] == m.feature
			count := m.count
			if has {
				count--
			}
			if count < quorum(n-1) {
				continue
			}
			total += m.weight
			if has {
				have += m.weight
			}
		}
		if total > 0 {
			low = min(low, have/total)
		}
	}
	return low
}

// jaccard is the Jaccard coefficient of two pages' features without texts. It
// stands in for the template while there is a single exemplar.
func jaccard(a, b []feature) float64 {
	both, either := 0, 0
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0] < b[0]:
			if a[0]&textual == 0 {
				either++
			}
			a = a[1:]
		case len(a) == 0 || b[0] < a[0]:
			if b[0]&textual == 0 {
				either++
			}
			b = b[1:]
		default:
			if a[0]&textual == 0 {
				both, either = both+1, either+1
			}
			a, b = a[1:], b[1:]
		}
	}
	if either == 0 {
		return 1
	}
	return float64(both) / float64(either)
}
