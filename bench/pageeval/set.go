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

// holdOut trains without one site after the other and judges that one.
func (s set) holdOut(w io.Writer, opt pageeval.FitOptions, trials []trial, verbose bool) error {
	sites := map[string]bool{}
	for _, e := range s {
		sites[e.site] = true
	}
	var total, verdicts score
	kinds := map[string]*score{}
	pages := map[string]*score{"all": {}}
	add := func(m map[string]*score, kind string, data bool, p float64) {
		if m[kind] == nil {
			m[kind] = &score{}
		}
		m[kind].add(data, p)
	}
	fmt.Fprintf(w, "\n%-34s %s\n", "held out", "score")
	var wrong []string
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
			here.add(e.data, p)
			total.add(e.data, p)
			add(kinds, e.kind, e.data, p)
			if e.refused() {
				p = 0
			}
			verdicts.add(e.data, p)
			if (p >= pageeval.Threshold) != e.data || e.data && e.refused() {
				wrong = append(wrong, fmt.Sprintf("%.3f %v %s %s %.2f %s", p, e.refused(), e.site, e.kind, e.fragment.Features, e.fragment.XPath))
			}
		}
		for _, t := range trials {
			if t.site == site {
				p := t.judge(c)
				add(pages, t.kind, t.data, p)
				if (p >= pageeval.Threshold) != t.data {
					wrong = append(wrong, fmt.Sprintf("page %.3f %s %s %q %v", p, t.site, t.kind, t.query, t.fragments))
				}
				pages["all"].add(t.data, p)
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
	fmt.Fprintln(w, "\nverdicts on a page and a query:")
	for _, k := range slices.Sorted(maps.Keys(pages)) {
		fmt.Fprintf(w, "%-34s %v\n", k, *pages[k])
	}
	if verbose {
		fmt.Fprintln(w, strings.Join(wrong, "\n"))
	}
	return nil
}

// judge is the highest probability of the fragments.
func (t trial) judge(c *pageeval.Classifier) float64 {
	best := 0.0
	for _, f := range t.fragments {
		if p := c.Probability(f.Features); !f.Listing && !f.Prose && p > best {
			best = p
		}
	}
	return best
}

// score is a confusion matrix.
type score struct{ tp, fp, tn, fn int }

func (s *score) add(data bool, p float64) {
	switch yes := p >= pageeval.Threshold; {
	case yes && data:
		s.tp++
	case yes:
		s.fp++
	case data:
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
