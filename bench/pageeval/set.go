package main

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"verde/pageeval"
)

// example is one fragment of the training set.
type example struct {
	site     string // the split is by site
	kind     string // how it was chosen
	data     bool   // shows data, and is no prose, list of links or form
	fragment pageeval.Fragment
}

func (e example) refused() bool { return e.fragment.Listing || e.fragment.Prose }

type set []example

// describe prints how many examples of which kind come from how many sites.
func (s set) describe(w io.Writer) {
	type tally struct {
		n     int
		sites map[string]bool
	}
	kinds := map[string]*tally{}
	for _, e := range s {
		t := kinds[e.kind]
		if t == nil {
			t = &tally{sites: map[string]bool{}}
			kinds[e.kind] = t
		}
		t.n++
		t.sites[e.site] = true
	}
	fmt.Fprintf(w, "%-14s %8s %6s\n", "kind", "examples", "sites")
	for _, k := range slices.Sorted(maps.Keys(kinds)) {
		fmt.Fprintf(w, "%-14s %8d %6d\n", k, kinds[k].n, len(kinds[k].sites))
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

// restWeight is how much all that is no data weighs, against 1 for the data:
// a page wrongly taken costs the crawl of a site, a page wrongly refused is one
// of several of its site.
var restWeight = 1.0

// fit trains on the examples that keep approves.
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
		w := float64(len(y)) / (1 + restWeight) / float64(data)
		if !d {
			w = restWeight * float64(len(y)) / (1 + restWeight) / float64(len(y)-data)
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
		all.add(e, c.Probability(e.fragment.Features))
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

// holdOut trains without one site after the other and judges that one.
func (s set) holdOut(w io.Writer, opt pageeval.FitOptions) error {
	sites := map[string]bool{}
	for _, e := range s {
		sites[e.site] = true
	}
	var total, verdicts score
	kinds := map[string]*score{}
	fmt.Fprintf(w, "\n%-34s %s\n", "held out", "score")
	var pages []string
	for _, site := range slices.Sorted(maps.Keys(sites)) {
		c, err := s.fit(opt, func(e example) bool { return e.site != site })
		if err != nil {
			return err
		}
		var here score
		for _, e := range s {
			if e.site != site {
				continue
			}
			p := c.Probability(e.fragment.Features)
			here.add(e, p)
			total.add(e, p)
			if e.refused() {
				verdicts.add(e, 0)
			} else {
				verdicts.add(e, p)
			}
			if kinds[e.kind] == nil {
				kinds[e.kind] = &score{}
			}
			kinds[e.kind].add(e, p)
			if (p >= pageeval.Threshold) != e.data || e.data && e.refused() {
				pages = append(pages, fmt.Sprintf("%.3f %v %s %s %.2f %s", p, e.refused(), e.site, e.kind, e.fragment.Features, e.fragment.XPath))
			}
		}
		if here.data() > 0 {
			fmt.Fprintf(w, "%-34s %v\n", site, here)
		}
	}
	fmt.Fprintln(w)
	for _, k := range slices.Sorted(maps.Keys(kinds)) {
		fmt.Fprintf(w, "%-34s %v\n", k, *kinds[k])
	}
	fmt.Fprintf(w, "%-34s %v\n", "all", total)
	fmt.Fprintf(w, "%-34s %v\n", "all, listings and prose refused", verdicts)
	if os.Getenv("PAGEEVAL_ERRORS") != "" {
		fmt.Fprintln(w, strings.Join(pages, "\n"))
	}
	return nil
}

// score is a confusion matrix.
type score struct{ tp, fp, tn, fn int }

func (s *score) add(e example, p float64) {
	switch yes := p >= pageeval.Threshold; {
	case yes && e.data:
		s.tp++
	case yes:
		s.fp++
	case e.data:
		s.fn++
	default:
		s.tn++
	}
}

func (s score) data() int { return s.tp + s.fn }

func (s score) String() string {
	share := func(a, b int) string {
		if b == 0 {
			return "   - "
		}
		return fmt.Sprintf("%.3f", float64(a)/float64(b))
	}
	even := "-"
	if s.data() > 0 && s.fp+s.tn > 0 {
		r, f := float64(s.tp)/float64(s.data()), float64(s.fp)/float64(s.fp+s.tn)
		even = fmt.Sprintf("%.3f %.3f", (r+1-f)/2, r/(r+f))
	}
	return fmt.Sprintf("accuracy %s precision %s recall %s, even classes %s (tp %d fp %d tn %d fn %d)",
		share(s.tp+s.tn, s.tp+s.tn+s.fp+s.fn), share(s.tp, s.tp+s.fp), share(s.tp, s.tp+s.fn), even, s.tp, s.fp, s.tn, s.fn)
}
