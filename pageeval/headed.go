package pageeval

import (
	"math"
	"strings"

	"golang.org/x/net/html"

	"verde/query"
	"verde/values"
)

// Headed is the element that the name a query asks for heads on a page, rated by its
// form: the lowest element that holds a heading with the name and, after it, text enough
// to tell data from prose by; where no heading has it, that of its first place on the
// page. ok is false if the name is nowhere or nothing comes after it. It is for pages of
// which nothing but the name is known, so that no other value shows where their data is.
// The probability is not that the page shows what the query asks for, which one name
// does not prove.
//
// Cost: linear in the document, for each heading that has the name.
func (c *Classifier) Headed(doc *html.Node, q query.Query) (best Fragment, ok bool) {
	if len(q.Required) == 0 {
		return Fragment{}, false
	}
	s := mapValues(doc, texts(q.Required[:1]), nil)
	if s.findContainers(false); len(s.containers) == 0 {
		return Fragment{}, false
	}
	paths, rows := pathfinder{}, rowFinder{rows: make(map[*html.Node]row)}
	aside := !s.namedAfter()
	seen := map[int]bool{}
	for _, core := range s.heads() {
		e, found := s.headed(core)
		if !found || seen[e] {
			continue
		}
		seen[e] = true
		f := s.fragment(e, paths)
		f.Features = s.anyText(f.Features, core, e)
		f.Listing, f.Aside = s.listing(rows, core), aside
		if f.Probability = f.Weigh(c.Probability(f.Features)); !ok || f.Probability > best.Probability {
			best, ok = f, true
		}
	}
	return best, ok
}

// heads are the places of the name in headings, or else the first of all.
func (s *valueMap) heads() (cores []int) {
	for _, p := range s.containers[:min(len(s.containers), maxFragments)] {
		for e := p.core; e >= 0; e = s.elements[e].parent {
			if isHeading(s.elements[e].node) {
				cores = append(cores, p.core)
				break
			}
		}
	}
	if len(cores) == 0 {
		cores = append(cores, s.containers[0].core)
	}
	return cores
}

// headed climbs from a place of the name to the lowest element that has maxLength
// characters after it, from which on length tells nothing, or to the highest if there
// are fewer; found is false if there are none.
func (s *valueMap) headed(core int) (e int, found bool) {
	after, last := 0, s.elements[core].last
	e = core
	for up := s.elements[core].parent; up >= 0 && after < maxLength; up = s.elements[up].parent {
		grown := 0
		for _, p := range s.pieces[last:s.elements[up].last] {
			for w := range strings.FieldsSeq(p.node.Data) {
				grown += values.Length(w)
			}
		}
		if grown > 0 {
			e = up
		}
		after, last = after+grown, s.elements[up].last
	}
	return e, after > 0
}

// anyText gives the features of element e that depend on values, where a second value
// is not known: the means over the texts after the name, any of which may be one. The
// features given are those of the name alone. Cost: linear in the texts.
func (s *valueMap) anyText(f Features, core, e int) Features {
	from, to := s.elements[core].last, s.elements[e].last
	n, beside, inLine, labelled, between := 0., 0., 0., 0., 0.
	for i, p := range s.pieces[from:to] {
		if p.words == 0 {
			continue
		}
		n++
		beside += math.Log1p(float64(p.words - 1))
		inLine += math.Log1p(float64(max(s.lines[p.line]-p.words, p.words-1)))
		between += math.Log1p(float64(p.before - s.pieces[from].before))
		if s.labelled(occurrence{first: from + i, last: from + i}) {
			labelled++
		}
	}
	if n == 0 {
		return f
	}
	f[8], f[10], f[11] = (f[8]+beside/n)/2, (f[10]+labelled/n)/2, between/n
	f[9] = (f[9] + inLine/n*s.longShare(e)) / 2
	return f
}
