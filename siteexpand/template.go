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
// classes, a link-path, or a short text in an element. Two of the some
// hundred features that samples share fall together with one of a page's
// once in millions of pages.
type feature uint32

// textual marks the features that are texts.
const textual feature = 1 << 31

// maxText is the length in bytes of the texts that are features. Labels and
// headings are shorter; what is longer is hardly ever template.
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
// raised for its weight. A page has hundreds of features that are a little
// more frequent in its kind than elsewhere, and they depend on each other, so
// that a plain sum, naive Bayes, drowns the few that tell.
const sharpness = 5

// template tells how much a page is made like the judges, which are pages known
// to be of the type. What enough judges share is their template, each feature
// weighted by how well it separates: how much more often it stands in the
// judges than in the site's other classes of URLs.
type template struct {
	exemplars [][]feature
	features  []weightedFeature
	weight    float64 // weight of the template
}

// weightedFeature is a feature of the template.
type weightedFeature struct {
	feature
	weight float64
	count  int // judges that have it
}

// quorum is the number of n judges that have to share a feature of the
// template: all of the first few, then some may lack it.
func quorum(n int) int { return int(math.Ceil(.75 * float64(n))) }

// classSample is a class of URLs as far as its pages have been seen.
type classSample struct {
	hasExemplar bool    // a judge is of it
	weight      float64 // as one of those among which pages of the type are to be expected
	pages       [][]feature
}

// learn makes the template. A feature weighs more the rarer it is in classes
// that no judge is of, each class having one vote, and the more common it is
// among the pages near the judges: what a few pages share by chance, or as a
// small kind within the type, is rare there, which counts to the given power.
// Cost: linear in all features.
func (l *template) learn(seen []classSample, power float64) {
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
	for _, c := range seen {
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

// eachShared calls f with the index of every feature of the template in a page.
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

// similarity gives the share of the template, by weight, that a page has. Cost: linear
// in both.
func (l *template) similarity(p []feature) float64 {
	if l.weight == 0 {
		return 1
	}
	sum := 0.
	l.eachShared(p, func(i int) { sum += l.features[i].weight })
	return sum / l.weight
}

// leaveOneOut is the least likeness of a judge with what the others share.
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

// jaccard compares two pages by their features but texts, for as long as there
// is a single judge.
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
