package main

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"verde/pageeval"
)

// example is one fragment of the training set.
type example struct {
	site     string // the split is by site
	kind     string // how it was chosen
	data     bool   // shows data, and is no prose, list of links or form
	query    []string
	fragment pageeval.Fragment
}

func (e example) refused() bool { return e.fragment.Adjust(1) < pageeval.Threshold }

type set []example

// How an example was chosen. All kinds but the first are no data.
const (
	kindData    = "data"
	kindArticle = "article"
	kindForm    = "form"
	kindLinks   = "links"
	kindRelated = "related"
	kindReview  = "review"
)

var kinds = []string{kindData, kindArticle, kindForm, kindLinks, kindRelated, kindReview}

// what describes a kind.
func what(kind string) string {
	switch kind {
	case kindData:
		return "two true values of an SWDE page, each in a text of its own, where they stand closest"
	case kindArticle:
		return "two names from the main text of an article"
	case kindForm:
		return "two texts of a form"
	case kindLinks:
		return "two texts of a list of links"
	case kindRelated:
		return "two true values of another entity of the same site: boxes of related items, lists of offers"
	}
	return "two names in prose beside the data or the article: reviews, comments, descriptions"
}

// sites are the sites of the examples, sorted.
func (s set) sites() []string {
	names := map[string]bool{}
	for _, e := range s {
		names[e.site] = true
	}
	return slices.Sorted(maps.Keys(names))
}

// count is how many examples there are of a kind, and from how many sites.
type count struct {
	Kind, What      string
	Data            bool
	Examples, Sites int
}

func (s set) counts() []count {
	var out []count
	for _, kind := range kinds {
		var of set
		for _, e := range s {
			if e.kind == kind {
				of = append(of, e)
			}
		}
		out = append(out, count{kind, what(kind), kind == kindData, len(of), len(of.sites())})
	}
	return out
}

// describe prints how many examples of which kind come from how many sites.
func (s set) describe(w io.Writer) {
	fmt.Fprintf(w, "%-14s %8s %6s\n", "kind", "examples", "sites")
	for _, c := range s.counts() {
		fmt.Fprintf(w, "%-14s %8d %6d\n", c.Kind, c.Examples, c.Sites)
	}
}

// distinct drops examples of a site that are like an earlier one in all
// features: a template repeats its chrome on every page.
func (s set) distinct() set {
	type key struct {
		site     string
		data     bool
		features pageeval.Features
	}
	seen := map[key]bool{}
	var out set
	for _, e := range s {
		if k := (key{e.site, e.data, e.fragment.Features}); !seen[k] {
			seen[k] = true
			out = append(out, e)
		}
	}
	return out
}

// fit trains on the examples that keep approves. Data and the rest weigh the
// same in sum, since how many there are of each is our choice.
func (s set) fit(opt pageeval.FitOptions, keep func(example) bool) (*pageeval.Classifier, error) {
	var x []pageeval.Features
	var y []bool
	data := 0
	for _, e := range s {
		if keep(e) {
			x, y = append(x, e.fragment.Features), append(y, e.data)
			if e.data {
				data++
			}
		}
	}
	for _, d := range y {
		w := float64(len(y)) / 2 / float64(data)
		if !d {
			w = float64(len(y)) / 2 / float64(len(y)-data)
		}
		opt.Weights = append(opt.Weights, w)
	}
	return pageeval.Fit(x, y, opt)
}

func (s set) train(w io.Writer, opt pageeval.FitOptions, out string) error {
	c, err := s.fit(opt, func(example) bool { return true })
	if err != nil {
		return err
	}
	var all score
	for _, e := range s {
		all.add(e.data, c.Probability(e.fragment.Features))
	}
	fmt.Fprintf(w, "\non its own training set: %v\n", all)
	text, err := c.MarshalText()
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "\n%s", text)
	if out == "" {
		return nil
	}
	return os.WriteFile(out, text, 0o644)
}

// judge is the highest probability of the fragments, as the evaluator gives it.
func (t trial) judge(c *pageeval.Classifier) float64 {
	best := 0.0
	for _, f := range t.fragments {
		best = max(best, f.Adjust(c.Probability(f.Features)))
	}
	return best
}
