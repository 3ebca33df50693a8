package pageeval

import (
	"golang.org/x/net/html"

	"verde/query"
)

// Fragment is a container with what is known of it.
type Fragment struct {
	Node        *html.Node `json:"-"`
	XPath       string     `json:"xpath"`
	CSS         string     `json:"css"`         // selector of the same element
	Probability float64    `json:"probability"` // that it is the data of one entity; 0 if Listing or Prose, at most 0.45 if Aside
	Features    Features   `json:"features"`
	Matched     int        `json:"matched"`           // values of the query in it
	Listing     bool       `json:"listing,omitempty"` // shows the entity as one of many
	Prose       bool       `json:"prose,omitempty"`   // the page has a required value in longer text only
	Aside       bool       `json:"aside,omitempty"`   // the page is named after something else

	core *Fragment // the lowest element with the required values, if optional ones extended the fragment
}

// maxFragments bounds the fragments that are rated of a page. A page with
// more places for one pair of values is a list.
const maxFragments = 32

// Fragments are the containers of a query's values on a page, at most 32, with
// their features and without a probability.
//
// Three properties that the features of an element can't show are found from its
// surroundings:
//
//   - Listing: the fragment shows the entity as one among many of its type. It is in one
//     of four or more siblings of the same structure, or the identifying value (the
//     first required one) is there only in rows of links, or only in links on a page
//     whose title and heading do not have it, or another required value is only in the
//     list in which the identifying value is a link.
//   - Prose: some required value is on the page only within longer text. On other pages
//     such text is passed over.
//   - Aside: the page has a title or main heading with less than half of the words of
//     the identifying value. An article's tables and boxes are as structured as data,
//     but the article is about something else.
//
// Cost: linear in the document, for each fragment.
func Fragments(doc *html.Node, q query.Query) []Fragment {
	s := indexValues(doc, texts(q.Required), texts(q.Optional))
	containers := s.containers(false)
	prose := len(containers) == 0
	if prose {
		containers = s.containers(true)
	}
	paths, groups := pathFinder{}, siblingGroups{}
	aside := s.required > 0 && len(containers) > 0 && !s.isNamedAfterEntity()
	var out []Fragment
	for _, c := range containers[:min(len(containers), maxFragments)] {
		f := s.fragment(c.extended, paths)
		if c.core != c.extended {
			core := s.fragment(c.core, paths)
			f.core = &core
		}
		f.Listing, f.Prose, f.Aside = s.isListing(groups, c.core), prose, aside
		out = append(out, f)
	}
	return out
}

// fragment is element e with its paths and features.
func (s *valueIndex) fragment(e int, paths pathFinder) Fragment {
	n := s.elements[e].node
	xpath, css := paths.of(n)
	return Fragment{Node: n, XPath: xpath, CSS: css, Features: s.features(e), Matched: s.countValues(e)}
}

// maxAside is the probability of an aside at most: it is no proof, but not refused.
const maxAside = 0.45

// Adjust corrects the probability p that a classifier gives the fragment's features: 0
// for listings and prose, at most 0.45 for an aside.
func (f Fragment) Adjust(p float64) float64 {
	switch {
	case f.Listing || f.Prose:
		return 0
	case f.Aside:
		return min(p, maxAside)
	}
	return p
}
