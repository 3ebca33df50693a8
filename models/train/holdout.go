package main

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"verde/pageeval"
)

// judgement is an example with its probability, by a classifier that has seen
// nothing of its site.
type judgement struct {
	example
	p float64
}

func (j judgement) wrong() bool { return (j.p >= pageeval.Threshold) != j.data }

// ruling is the same for a page and query.
type ruling struct {
	trial
	p float64
}

// heldOut is what came out of holding out each site once.
type heldOut struct {
	examples []judgement
	pages    []ruling
}

// owner is who made a site: two sites of one owner, as book-amazon and
// camera-amazon, have a look in common and are held out together.
func owner(site string) string {
	_, name, ok := strings.Cut(site, "-")
	if !ok || strings.Contains(site, ".") {
		return site
	}
	return name
}

// owners are those of the examples, sorted.
func (s set) owners() []string {
	names := map[string]bool{}
	for _, e := range s {
		names[owner(e.site)] = true
	}
	return slices.Sorted(maps.Keys(names))
}

// holdOut trains without one owner's sites after the other's and judges those.
func (s set) holdOut(opt pageeval.FitOptions, trials []trial) (heldOut, error) {
	var out heldOut
	for _, o := range s.owners() {
		h, err := s.without(opt, trials, func(name string) bool { return name == o })
		if err != nil {
			return out, fmt.Errorf("without %s: %w", o, err)
		}
		out.examples, out.pages = append(out.examples, h.examples...), append(out.pages, h.pages...)
	}
	return out, nil
}

// without trains on the sites of all owners but those held, and judges theirs.
func (s set) without(opt pageeval.FitOptions, trials []trial, held func(owner string) bool) (heldOut, error) {
	var out heldOut
	c, err := s.fit(opt, func(e example) bool { return !held(owner(e.site)) })
	if err != nil {
		return out, err
	}
	for _, e := range s {
		if held(owner(e.site)) {
			out.examples = append(out.examples, judgement{e, c.Probability(e.fragment.Features)})
		}
	}
	for _, t := range trials {
		if held(owner(t.site)) {
			out.pages = append(out.pages, ruling{t, t.judge(c)})
		}
	}
	return out, nil
}

// scores are confusion matrices by a name.
type scores map[string]*score

func (m scores) add(name string, data bool, p float64) {
	if m[name] == nil {
		m[name] = &score{}
	}
	m[name].add(data, p)
}

// named is a score with its name.
type named struct {
	Name string
	score
}

func (m scores) sorted() []named {
	var out []named
	for _, k := range slices.Sorted(maps.Keys(m)) {
		out = append(out, named{k, *m[k]})
	}
	return out
}

// fragments scores the examples by a probability of each: that of the
// classifier alone, or that of the evaluator.
func (h heldOut) fragments(p func(judgement) float64, by func(example) string) scores {
	m := scores{}
	for _, j := range h.examples {
		m.add(by(j.example), j.data, p(j))
	}
	return m
}

// alone is the probability that the classifier gives.
func alone(j judgement) float64 { return j.p }

// evaluator is the probability of a fragment as the evaluator gives it, which
// refuses listings and prose besides, and doubts asides.
func evaluator(j judgement) float64 {
	return j.fragment.Adjust(j.p)
}

// verdicts scores the evaluator on pages and queries.
func (h heldOut) verdicts(by func(trial) string) scores {
	m := scores{}
	for _, r := range h.pages {
		m.add(by(r.trial), r.data, r.p)
	}
	return m
}

func (h heldOut) reliability() *reliability {
	var r reliability
	for _, j := range h.examples {
		r.add(j.data, j.p)
	}
	return &r
}

// total is the sum of the scores.
func (m scores) total() score {
	var t score
	for _, s := range m {
		t.TP, t.FP, t.TN, t.FN = t.TP+s.TP, t.FP+s.FP, t.TN+s.TN, t.FN+s.FN
	}
	return t
}

// resamplings is how often the owners are drawn anew for an interval.
const resamplings = 2000

// interval is where the middle 95 % of a measure lies when the owners of the
// scores are drawn anew, with replacement (a bootstrap by cluster): pages of a
// site are too much alike to count as drawn one by one.
type interval struct{ low, high float64 }

func (i interval) String() string { return fmt.Sprintf("%.3f to %.3f", i.low, i.high) }

// bootstrap gives the interval of a measure of the scores by owner.
func (m scores) bootstrap(of func(score) share) interval {
	parts := m.sorted()
	rng := newRand(1)
	var got []float64
	for range resamplings {
		drawn := scores{}
		for i := range parts {
			drawn[strconv.Itoa(i)] = &parts[rng.IntN(len(parts))].score
		}
		if v := of(drawn.total()).value(); !math.IsNaN(v) {
			got = append(got, v)
		}
	}
	slices.Sort(got)
	if len(got) == 0 {
		return interval{math.NaN(), math.NaN()}
	}
	tail := len(got) / 40
	return interval{got[tail], got[len(got)-1-tail]}
}

func byOwner(e example) string { return owner(e.site) }
func bySite(e example) string  { return e.site }
func byKind(e example) string  { return e.kind }
func trialKind(t trial) string { return t.kind }

// print writes the scores for a person, with the errors if verbose.
func (h heldOut) print(w io.Writer, verbose bool) {
	row := func(name string, s score) { fmt.Fprintf(w, "%-34s %v\n", name, s) }
	fmt.Fprintf(w, "\n%-34s %s\n", "held out", "score")
	for _, s := range h.fragments(alone, bySite).sorted() {
		if s.Data() > 0 {
			row(s.Name, s.score)
		}
	}
	fmt.Fprintln(w)
	for _, s := range h.fragments(alone, byKind).sorted() {
		row(s.Name, s.score)
	}
	row("all", h.fragments(alone, byKind).total())
	row("all, as the evaluator has it", h.fragments(evaluator, byKind).total())
	fmt.Fprintln(w, "\nverdicts on a page and a query:")
	for _, s := range h.verdicts(trialKind).sorted() {
		row(s.Name, s.score)
	}
	row("all", h.verdicts(trialKind).total())
	fmt.Fprintln(w, "\nprobability   examples  weight   mean  share of data")
	r := h.reliability()
	for _, b := range r.Bins() {
		fmt.Fprintf(w, "%.1f to %.1f  %9d  %6.3f  %v  %v\n", b.From, b.To, b.Examples, b.Weight, b.Mean, b.Data)
	}
	fmt.Fprintf(w, "calibration error %v, Brier score %v\n", r.Error(), r.Brier())
	if verbose {
		h.errors(w)
	}
}

// maxExcerpt bounds what is printed of a fragment, in runes.
const maxExcerpt = 300

// excerpt is how the text of an element begins.
func excerpt(n *html.Node) string {
	t := []rune(text(n))
	return string(t[:min(len(t), maxExcerpt)])
}

// errors names each wrong decision.
func (h heldOut) errors(w io.Writer) {
	for _, j := range h.examples {
		if j.wrong() || j.data && j.refused() {
			fmt.Fprintf(w, "%.3f refused %v %s %s %q %.2f %s\n     %s\n", j.p, j.refused(), j.site, j.kind, j.query, j.fragment.Features, j.fragment.XPath, excerpt(j.fragment.Node))
		}
	}
	for _, r := range h.pages {
		if (r.p >= pageeval.Threshold) != r.data {
			fmt.Fprintf(w, "page %.3f %s %s %q\n", r.p, r.site, r.kind, r.query)
			for _, f := range r.fragments {
				fmt.Fprintf(w, "     listing %v prose %v aside %v %.2f %s\n", f.Listing, f.Prose, f.Aside, f.Features, f.XPath)
			}
		}
	}
}
