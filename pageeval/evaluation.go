package pageeval

import (
	"golang.org/x/net/html"

	"verde/query"
)

// Evaluation is whether a page shows what a query asked for as data.
type Evaluation struct {
	URL            string     `json:"url"` // set by the caller
	QueryID        string     `json:"query_id"`
	Matched        bool       `json:"matched"` // the required values are on the page
	Fragments      []Fragment `json:"fragments,omitempty"`
	SemiStructured bool       `json:"semistructured"` // a fragment is data: the page is a candidate
}

// Best is the fragment with the highest probability, the first one of equals;
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

// Threshold is the probability from which on a fragment is semi-structured.
const Threshold = 0.5

// Evaluate decides whether a page shows what the query that led to it asked for
// (VerDE §VI): it finds the containers of the query's values, rates each, and
// takes the page for a candidate if one of them is data with probability at
// least [Threshold].
//
// Two things go beyond the paper. First, [Fragment.Adjust]: a listing or prose is
// refused whatever its features. An aside stays an open question, since some sites give
// all their pages one title. Second, where optional values extended a container beyond
// the element of the required ones, that smaller element is rated too, and the better
// rating counts: a stray optional value in the footer should not make the fragment the
// whole page.
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

// rate sets the probability of a fragment, and reduces it to its core if that is rated
// better.
func (c *Classifier) rate(f *Fragment) {
	p := c.Probability(f.Features)
	if core := f.core; core != nil {
		if corep := c.Probability(core.Features); corep > p {
			f.Node, f.XPath, f.CSS, f.Features, f.Matched, p = core.Node, core.XPath, core.CSS, core.Features, core.Matched, corep
		}
		f.core = nil
	}
	f.Probability = f.Adjust(p)
}
