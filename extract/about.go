package extract

import (
	"cmp"
	"math"
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode"
)

// A page shows more than what it says of its entity: links to its neighbours, advertisements,
// what readers wrote, hours of opening. All of that varies from page to page and stands below
// labels, so that it is data to an alignment; what it is about is another question than whether
// it was read rightly, and has a probability of its own.

// AboutEvidence is by what columns are thought to be about the entity of their page or not, in
// this order: the log-odds of the confidence in them; those of how many different values their
// pages have (what stands around entities recurs); the shares of the pages where values are links,
// and links to a page addressed as their own is (a neighbour's); and whether there is a column of
// the same label before (lists of neighbours, and what is repeated around the entity's own values).
type AboutEvidence [5]float64

// The weights are those of a logistic regression on columns of generated webs and of documentation, of
// which all true values are known; go run ./bench/run extract-about learns them, and measures on families
// and verticals that they were not learned on how well they tell, and what each kind of evidence gains.
var (
	weightsOfAbout = AboutEvidence{.72, .47, -1.09, -2.59, -.75}
	withoutAbout   = -3.39
)

// about is the probability that a column of this evidence is about the entity.
func (e AboutEvidence) about() float64 {
	return sure(logistic(withoutAbout, weightsOfAbout[:], e[:]))
}

// aboutEvidence is the evidence for a column of these values, of pages with these addresses.
// again tells that a column before it has the same label.
//
// Cost: linear in the values.
func aboutEvidence(confidence float64, cells []Cell, pages []string, again bool) AboutEvidence {
	on, linked, neighbours := 0, 0., 0.
	different := make(map[string]bool)
	for i := range cells {
		values := cells[i].Values
		if len(values) == 0 {
			continue
		}
		on++
		links, alike := 0, 0
		var text strings.Builder
		for k := range values {
			text.WriteString(values[k].Text + "\x00")
			if values[k].Href != "" {
				links++
				if addressedAlike(pages[i], values[k].Href) {
					alike++
				}
			}
		}
		different[text.String()] = true
		linked += float64(links) / float64(len(values))
		neighbours += float64(alike) / float64(len(values))
	}
	n := float64(max(1, on))
	e := AboutEvidence{
		math.Log(confidence / (1 + .001 - confidence)), // a confidence is known to the thousandth
		logOdds(float64(len(different))/n, on),
		linked / n, neighbours / n, 0,
	}
	if again {
		e[4] = 1
	}
	return e
}

// addressedAlike tells whether two addresses are of one form: of one host, with as many parts of a path, the first the same
// where it is a folder, the same ending and the same parameters.
func addressedAlike(a, b string) bool {
	x, errX := url.Parse(a)
	y, errY := url.Parse(b)
	if cmp.Or(errX, errY) != nil || x.Host != y.Host || path.Ext(x.Path) != path.Ext(y.Path) {
		return false
	}
	p, q := strings.Split(x.Path, "/"), strings.Split(y.Path, "/")
	if len(p) != len(q) || len(p) > 2 && p[1] != q[1] {
		return false
	}
	return slices.Equal(parameters(x), parameters(y))
}

func parameters(u *url.URL) []string {
	var out []string
	for key := range u.Query() {
		out = append(out, key)
	}
	slices.Sort(out)
	return out
}

// isAgain tells whether a label is another one with a number, as "Price 2" is.
func isAgain(label string, labels map[string]bool) bool {
	base := strings.TrimRightFunc(label, unicode.IsDigit)
	return base != label && strings.HasSuffix(base, " ") && labels[strings.ToLower(strings.TrimSuffix(base, " "))]
}

// asked tells whether it is a question of what a column is about: a page's title and pictures are of its entity by what they
// are for, and rows of groups are of things of their own.
func asked(c *ColumnRule, cells []Cell) bool {
	if !c.Kind.Data() || c.SameAs != "" || c.Label == "title" {
		return false
	}
	for i := range cells {
		for k, v := range cells[i].Values {
			if v.Src != "" || cells[i].Rows != nil && cells[i].Rows[k].Group > 0 {
				return false
			}
		}
	}
	return true
}
