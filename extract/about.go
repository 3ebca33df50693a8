package extract

import (
	"fmt"
	"maps"
	"math"
	"net/url"
	"path"
	"slices"
	"strings"
)

// A page shows more than what it says of its entity: links to its neighbours, advertisements,
// what readers wrote, hours of opening. All of that varies from page to page and stands below
// labels, so that it is data to an alignment; what it is about is another question than whether
// it was read rightly, and has a probability of its own.

// AboutEvidence is by what columns are thought to be about the entity of their page or not, in
// this order: the log-odds of the confidence in them; those of how many different values their
// pages have (what stands around entities recurs); and the shares of the pages where values are
// links, and links to a page addressed as their own is (a neighbour's).
type AboutEvidence [4]float64

// The weights are those of a logistic regression on columns of generated webs and of documentation, of
// which all true values are known; go run ./bench/run extract-about learns them, and measures on families
// and verticals that they were not learned on how well they tell, and what each kind of evidence gains.
var (
	weightsOfAbout = AboutEvidence{.77, .47, -1.16, -2.70}
	withoutAbout   = -3.65
)

// about is the probability that a column of this evidence is about the entity.
func (e AboutEvidence) about() float64 {
	return sure(logistic(withoutAbout, weightsOfAbout[:], e[:]))
}

// aboutEvidence is the evidence for a column of these values, of pages with these addresses.
//
// Cost: linear in the values.
func aboutEvidence(confidence float64, cells []Cell, pages []string) AboutEvidence {
	on, linked, neighbours := 0, 0., 0.
	different := make(map[string]bool)
	for i := range cells {
		values := cells[i].Values
		if len(values) == 0 {
			continue
		}
		on++
		links, alike, own := 0, 0, addressForm(pages[i])
		var text strings.Builder
		for k := range values {
			text.WriteString(values[k].Text + "\x00")
			if values[k].Href != "" {
				links++
				if addressForm(values[k].Href) == own {
					alike++
				}
			}
		}
		different[text.String()] = true
		linked += float64(links) / float64(len(values))
		neighbours += float64(alike) / float64(len(values))
	}
	n := float64(max(1, on))
	return AboutEvidence{
		math.Log(confidence / (1 + .001 - confidence)), // a confidence is known to the thousandth
		logOdds(float64(len(different))/n, on),
		linked / n, neighbours / n,
	}
}

// addressForm is what addresses of pages of one kind have in common: the host, how many parts the path has, the first of
// them where it is a folder, the ending, and the names of the parameters; "" for what is no address.
func addressForm(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	parts, folder := strings.Split(u.Path, "/"), ""
	if len(parts) > 2 {
		folder = parts[1]
	}
	return fmt.Sprintf("%s/%d/%s%s?%s", u.Host, len(parts), folder, path.Ext(u.Path), slices.Sorted(maps.Keys(u.Query())))
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
