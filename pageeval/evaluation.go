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

	smaller *Fragment // the element around the required values alone, if optional ones stretched the fragment
}

// Evaluation says whether a page shows what a query asked for as data.
type Evaluation struct {
	URL            string     `json:"url"` // left to the caller
	QueryID        string     `json:"query_id"`
	Matched        bool       `json:"matched"` // the required values are there
	Fragments      []Fragment `json:"fragments,omitempty"`
	SemiStructured bool       `json:"semistructured"` // a fragment is data: the page is a candidate
}

// Best is the fragment with the highest probability, the first one of several;
// without fragments the zero value.
func (v Evaluation) Best() Fragment {
	var best Fragment
	for i, f := range v.Fragments {
		if i == 0 || f.Probability > best.Probability {
			best = f
		}
	}
	return best
}

// maxFragments bounds the fragments that are rated of a page. A page with
// more places for one pair of values is a list.
const maxFragments = 32

// Fragments are the containers of a query's values on a page, at most 32, with
// their features and without a probability.
//
// Three properties that the features of an element can't show are found from
// its surroundings. A fragment is a Listing if it shows the entity as one among
// many of its type: it is in one of four or more siblings of the same
// structure, or the identifying value (the first required one) is there only in
// rows of links, or only in links on a page whose title and heading do not have
// it. It is Prose if some required value is nowhere on the page but in longer
// text; on other pages such text is passed over. It is an Aside if the page has
// a title or main heading with less than half of the words of the identifying
// value: an article's tables and boxes are as structured as data, but the
// article is about something else.
//
// Cost: linear in the document, for each fragment.
func Fragments(doc *html.Node, q query.Query) []Fragment {
	s := mapValues(doc, texts(q.Required), texts(q.Optional))
	s.findContainers(false)
	prose := len(s.containers) == 0
	if prose {
		s.findContainers(true)
	}
	paths, rows := pathfinder{}, rowFinder{rows: make(map[*html.Node]row)}
	aside := s.required > 0 && len(s.containers) > 0 && !s.namedAfter()
	var out []Fragment
	for _, p := range s.containers[:min(len(s.containers), maxFragments)] {
		f := s.fragment(p.grown, paths)
		if p.core != p.grown {
			core := s.fragment(p.core, paths)
			f.smaller = &core
		}
		f.Listing, f.Prose, f.Aside = s.listing(rows, p.core), prose, aside
		out = append(out, f)
	}
	return out
}

func (s *valueMap) fragment(e int, paths pathfinder) Fragment {
	n := s.elements[e].node
	xpath, css := paths.of(n)
	return Fragment{Node: n, XPath: xpath, CSS: css, Features: s.features(e), Matched: s.matched(e)}
}

// Evaluate decides whether a page shows what the query that led to it asked for
// (VerDE §VI): it finds the containers of the query's values, rates each, and
// takes the page for a candidate if one of them is data with probability at
// least [Threshold].
//
// Beyond the paper, a fragment that is a listing or prose is refused whatever
// its features; see [Fragments]. One that is an aside stays an open question,
// since some sites give all their pages one title. And where optional values
// stretch a container over more than the required ones need, the smaller
// element is rated too and the better rating counts: a stray optional value in
// the footer should not turn data into a whole page.
//
// Cost: that of [Fragments].
func (c *Classifier) Evaluate(doc *html.Node, q query.Query) Evaluation {
	v := Evaluation{QueryID: q.ID, Fragments: Fragments(doc, q)}
	v.Matched = len(v.Fragments) > 0
	for i := range v.Fragments {
		f := &v.Fragments[i]
		c.rate(f)
		v.SemiStructured = v.SemiStructured || f.Probability >= Threshold
	}
	return v
}

// rate sets the probability of a fragment.
func (c *Classifier) rate(f *Fragment) {
	f.Probability = c.Probability(f.Features)
	if f.smaller != nil {
		if p := c.Probability(f.smaller.Features); p > f.Probability {
			s := f.smaller
			f.Node, f.XPath, f.CSS, f.Features, f.Matched, f.Probability = s.Node, s.XPath, s.CSS, s.Features, s.Matched, p
		}
		f.smaller = nil
	}
	f.Probability = f.Weigh(f.Probability)
}

// asideMost is the probability of an aside at most: no proof, but no refusal.
const asideMost = 0.45

// Weigh corrects the probability that a fragment's features give by what is
// known beside them.
func (f Fragment) Weigh(p float64) float64 {
	switch {
	case f.Listing || f.Prose:
		return 0
	case f.Aside:
		return min(p, asideMost)
	}
	return p
}

func texts(values []query.Value) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = v.Text
	}
	return out
}
