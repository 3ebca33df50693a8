package pageeval

import (
	"math"
	"strings"

	"golang.org/x/net/html"

	"verde/query"
	"verde/values"
)

// UnderHeading rates the element that stands under the name a query asks for. It is for
// pages of which only the name is known, so that no other value shows where their data
// is. The element is the lowest one that holds a heading with the name and, after it,
// text enough to be rated by. If several headings have the name, the best rating counts;
// if none has, the first occurrence of the name counts as the heading. ok is false if
// the page has no such name, or nothing after it.
//
// The probability is that the element is data, not that the page shows what the query
// asks for, which a name alone does not prove.
//
// Cost: linear in the document, for each heading that has the name.
func (c *Classifier) UnderHeading(doc *html.Node, q query.Query) (best Fragment, ok bool) {
	if len(q.Required) == 0 {
		return Fragment{}, false
	}
	s := indexValues(doc, texts(q.Required[:1]), nil)
	containers := s.containers(false)
	if len(containers) == 0 {
		return Fragment{}, false
	}
	paths, groups := pathFinder{}, siblingGroups{}
	aside := !s.isNamedAfterEntity()
	seen := map[int]bool{}
	for _, name := range s.namePlaces(containers) {
		e, found := s.climbFromName(name)
		if !found || seen[e] {
			continue
		}
		seen[e] = true
		f := s.fragment(e, paths)
		f.Features = s.averageOverTexts(f.Features, name, e)
		f.Listing, f.Aside = s.isListing(groups, name), aside
		if f.Probability = f.Adjust(c.Probability(f.Features)); !ok || f.Probability > best.Probability {
			best, ok = f, true
		}
	}
	return best, ok
}

// namePlaces are the elements with the name that are in headings, or else the first
// element with the name.
func (s *valueIndex) namePlaces(containers []containerElements) (out []int) {
	for _, c := range containers[:min(len(containers), maxFragments)] {
		if s.elements[c.core].heading {
			out = append(out, c.core)
		}
	}
	if len(out) == 0 {
		out = append(out, containers[0].core)
	}
	return out
}

// climbFromName climbs from an element with the name to the lowest element with maxLength
// characters after the name, or to the highest one that has more of them than those
// below. found is false if there are none.
func (s *valueIndex) climbFromName(name int) (e int, found bool) {
	chars, last := 0, s.elements[name].last
	e = name
	for up := s.elements[name].parent; up >= 0 && chars < maxLength; up = s.elements[up].parent {
		more := 0
		for _, t := range s.textNodes[last:s.elements[up].last] {
			for w := range strings.FieldsSeq(t.node.Data) {
				more += values.Length(w)
			}
		}
		if more > 0 {
			e = up
		}
		chars, last = chars+more, s.elements[up].last
	}
	return e, chars > 0
}

// averageOverTexts completes the features of the values of element e where a second
// value is not known. f has these features for the name alone. Any text after the name
// may be a value, so each feature becomes the mean of that of the name and of the mean
// over these texts; words-between, which the name alone has not, is the latter. Cost:
// linear in the texts.
func (s *valueIndex) averageOverTexts(f Features, name, e int) Features {
	from, to := s.elements[name].last, s.elements[e].last
	n, beside, inLine, labelled, between := 0., 0., 0., 0., 0.
	for i, t := range s.textNodes[from:to] {
		if t.words == 0 {
			continue
		}
		n++
		beside += math.Log1p(float64(t.words - 1))
		inLine += math.Log1p(float64(max(s.lineWords[t.line]-t.words, t.words-1)))
		between += math.Log1p(float64(t.wordsBefore - s.textNodes[from].wordsBefore))
		if s.isLabelled(occurrence{first: from + i, last: from + i}) {
			labelled++
		}
	}
	if n == 0 {
		return f
	}
	f[wordsBeside] = (f[wordsBeside] + beside/n) / 2
	f[valuesInProse] = (f[valuesInProse] + inLine/n*s.longLineShare(e)) / 2
	f[labelledValues] = (f[labelledValues] + labelled/n) / 2
	f[wordsBetween] = between / n
	return f
}
