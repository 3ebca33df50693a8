// Package languages measures a whole run on the webs of package langweb, which have the
// same structure in several languages: what one finds in a language as well as in
// English does not rest on English.
package languages

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"

	"verde"
	"verde/catalog"
	"verde/eval"
	"verde/internal/langweb"
	"verde/page"
	"verde/pageeval"
	"verde/query"
	"verde/search"
)

// Score is what a run came to.
type Score struct {
	Keywords       []string // that were chosen
	Sources, Pages eval.Score
	Values         float64  // share of the true values of the pages found that are in the best column of their attribute, to the letter
	Wrong          []string // what is wrong, in words
}

// Explore learns the vertical of a web from n samples, explores it with the default
// options, and holds what was found against the truth. The catalog is made in a folder.
func Explore(ctx context.Context, w *langweb.Web, n int, folder string) (s Score, err error) {
	cat, err := catalog.Open(ctx, filepath.Join(folder, "catalog.sqlite"))
	if err != nil {
		return s, err
	}
	defer func() { err = errors.Join(err, cat.Close()) }()
	classifier, err := pageeval.Default()
	if err != nil {
		return s, err
	}
	x := &verde.Explorer{Domain: w.Domain, Pages: w, Engines: []search.Engine{w}, Catalog: cat, Classifier: classifier}
	v, err := x.Learn(ctx, w.Samples(n))
	if err != nil {
		return s, err
	}
	s.Keywords = v.Keywords
	if _, err := x.Explore(ctx, v); err != nil {
		return s, err
	}
	err = s.grade(ctx, w, cat)
	return s, err
}

// grade holds a catalog against the truth.
func (s *Score) grade(ctx context.Context, w *langweb.Web, cat *catalog.Catalog) error {
	all, err := cat.Sources(ctx)
	if err != nil {
		return err
	}
	var sites, found, pages []string
	for _, source := range all {
		if source.State == catalog.Expanded || source.Role == catalog.Training {
			sites = append(sites, source.Site)
		}
	}
	right, total := 0, 0
	for _, site := range sites {
		for p, err := range cat.Pages(ctx, site) {
			if err != nil {
				return err
			}
			found = append(found, p.URL)
		}
		r, n, err := s.values(ctx, w, cat, site)
		if err != nil {
			return err
		}
		right, total = right+r, total+n
	}
	for _, site := range w.Truth() {
		pages = slices.AppendSeq(pages, maps.Keys(site))
	}
	s.Sources, s.Pages = eval.Grade(sites, truth(w.Sites())), eval.Grade(found, truth(pages))
	s.Values = float64(right) / float64(max(1, total))
	s.differ("site", sites, w.Sites())
	s.differ("page", found, pages)
	return nil
}

func truth(names []string) eval.Truth {
	t := make(eval.Truth, len(names))
	for _, name := range names {
		t[name] = true
	}
	return t
}

// differ tells what is in one list only.
func (s *Score) differ(what string, got, want []string) {
	for _, x := range slices.Sorted(slices.Values(got)) {
		if !slices.Contains(want, x) {
			s.Wrong = append(s.Wrong, what+" that is none: "+x)
		}
	}
	for _, x := range slices.Sorted(slices.Values(want)) {
		if !slices.Contains(got, x) {
			s.Wrong = append(s.Wrong, what+" not found: "+x)
		}
	}
}

// values counts the true values of a site's pages that were read, and those that the best
// column of their attribute has, as the page shows them.
func (s *Score) values(ctx context.Context, w *langweb.Web, cat *catalog.Catalog, site string) (right, total int, err error) {
	truth := w.Truth()[site]
	hits, n := map[string]map[string]int{}, map[string]int{}
	for r, err := range cat.Records(ctx, site) {
		if err != nil {
			return 0, 0, err
		}
		for attribute, want := range truth[r.URL] {
			n[attribute]++
			for label, got := range r.ByLabel() {
				if slices.Equal(got, want) {
					if hits[attribute] == nil {
						hits[attribute] = map[string]int{}
					}
					hits[attribute][label]++
				}
			}
		}
	}
	for _, attribute := range slices.Sorted(maps.Keys(n)) {
		best := 0
		for _, k := range hits[attribute] {
			best = max(best, k)
		}
		if best < n[attribute] {
			s.Wrong = append(s.Wrong, fmt.Sprintf("%s: %d of %d values of %s", site, best, n[attribute], attribute))
		}
		right, total = right+best, total+n[attribute]
	}
	return right, total, nil
}

// Rated is how the shipped classifier rates the pages of a web.
type Rated struct {
	Precision, Recall float64 // of pages taken for data of the book asked for
	Data, Other       int     // pages rated that are, and that are none
	Loss              float64 // mean log loss of the probabilities, both kinds weighing the same
}

// Rate asks for each book of the first site by its title and author, and has the shipped
// classifier rate, by its features alone, each page that shows both, as data or in sentences.
// Lists and pages about something else, which rules without words refuse, are left out.
func Rate(ctx context.Context, w *langweb.Web) (r Rated, err error) {
	classifier, err := pageeval.Default()
	if err != nil {
		return r, err
	}
	data := map[string]bool{}
	for _, pages := range w.Truth() {
		for u := range pages {
			data[u] = true
		}
	}
	right, taken := 0, 0
	var loss [2]float64
	truth := w.Truth()[w.Sites()[0]]
	for _, u := range slices.Sorted(maps.Keys(truth)) {
		q := query.Query{ID: "q", Required: []query.Value{{Attribute: "title", Text: truth[u]["title"][0]}, {Attribute: "author", Text: truth[u]["author"][0]}}}
		for hit, err := range w.Search(ctx, q) {
			if err != nil {
				return r, err
			}
			p, err := w.Fetch(ctx, hit.URL)
			if err != nil {
				return r, err
			}
			doc, err := page.Parse(p.Body)
			if err != nil {
				return r, err
			}
			v := classifier.Evaluate(doc, q)
			probability := -1.
			for _, f := range v.Fragments {
				if !f.Listing && !f.Aside {
					probability = max(probability, classifier.Probability(f.Features))
				}
			}
			if probability < 0 {
				continue
			}
			probability = min(max(probability, 1e-9), 1-1e-9)
			if probability >= pageeval.Threshold {
				taken++
			}
			if data[hit.URL] {
				r.Data++
				loss[0] -= math.Log(probability)
				if probability >= pageeval.Threshold {
					right++
				}
			} else {
				r.Other++
				loss[1] -= math.Log(1 - probability)
			}
		}
	}
	r.Precision, r.Recall = float64(right)/float64(max(1, taken)), float64(right)/float64(max(1, r.Data))
	r.Loss = (loss[0]/float64(max(1, r.Data)) + loss[1]/float64(max(1, r.Other))) / 2
	return r, nil
}
