package pageeval

import (
	"golang.org/x/net/html"

	"verde/query"
)

// Fragment is a container with its rating.
type Fragment struct {
	XPath       string   `json:"xpath"`
	Probability float64  `json:"probability"` // that it is the data of one thing; 0 if Listing
	Features    Features `json:"features"`
	Matched     int      `json:"matched"`           // values of the query in it
	Listing     bool     `json:"listing,omitempty"` // shows the thing as one of many; see Evaluate
}

// Verdict says whether a page shows what a query asked for as data.
type Verdict struct {
	URL            string     `json:"url"` // left to the caller
	QueryID        string     `json:"query_id"`
	Matched        bool       `json:"matched"` // the required values are there
	Fragments      []Fragment `json:"fragments,omitempty"`
	SemiStructured bool       `json:"semistructured"` // a fragment is data: the page is a candidate
}

// Best is the fragment with the highest probability, the first one of several;
// without fragments the zero value.
func (v Verdict) Best() Fragment {
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

// Evaluate judges a page by the query that led to it (VerDE §VI): it finds the
// containers of the query's values, rates each, and takes the page for a
// candidate if one of them is data with probability at least [Threshold].
//
// Beyond the paper, a fragment is refused as a Listing if it shows the thing
// as one among many of its kind: it is in one of four or more siblings of the
// same make, or the identifying value (the first required one) stands there
// only in rows of links. And where optional values stretch a container over
// more than the required values need, the smaller element is rated too and the
// better rating counts, since a stray optional value in the footer should not
// turn data into a whole page.
//
// Cost: linear in the document.
func (c *Classifier) Evaluate(doc *html.Node, q query.Query) Verdict {
	v := Verdict{QueryID: q.ID}
	s := locate(doc, texts(q.Required), texts(q.Optional))
	v.Matched = len(s.places) > 0
	paths, rows := pathfinder{}, lister{rows: make(map[*html.Node]row)}
	for _, p := range s.places[:min(len(s.places), maxFragments)] {
		f := c.rate(s, p.grown, paths)
		if p.core != p.grown {
			if core := c.rate(s, p.core, paths); core.Probability > f.Probability {
				f = core
			}
		}
		if f.Listing = s.listing(rows, p.core); f.Listing {
			f.Probability = 0
		}
		v.Fragments = append(v.Fragments, f)
		v.SemiStructured = v.SemiStructured || f.Probability >= Threshold
	}
	return v
}

func (c *Classifier) rate(s *sheet, e int, paths pathfinder) Fragment {
	n := s.elements[e].node
	f := Measure(n)
	return Fragment{XPath: paths.xpath(n), Probability: c.Probability(f), Features: f, Matched: s.matched(e)}
}

func texts(values []query.Value) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = v.Text
	}
	return out
}
