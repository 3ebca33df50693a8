package main

import (
	_ "embed"
	"fmt"
	"io"
	"text/template"

	"verde/pageeval"
)

//go:embed models.md.tmpl
var reportText string

// siteCounts are the examples of one site, by kind in the order of kinds.
type siteCounts struct {
	Site  string
	Kinds []int
}

// hosts are sites without data, together: most have a page each.
type hosts struct {
	Sites       int
	Kinds       []int
	Least, Most int // examples of one site
}

// measured is what was measured of what, with the interval it lies in.
type measured struct {
	What, Measure string
	Value         share
	Range         interval
}

// unseen are examples and pages of sites that teach nothing.
type unseen struct {
	set    set
	trials []trial
}

// modelReport is what the report says of a model.
type modelReport struct {
	Seed         uint64
	PagesPerSite int
	Verticals    []string
	Kinds        []string
	Counts       []count
	Data, Other  int // examples
	DataSites    []siteCounts
	Hosts        hosts
	Own          score // on the training set itself

	Ridge     float64
	Ridges    []tried  // on the owners that are not apart
	Apart     []string // sites with data of the owners kept apart
	ApartRest int      // their sites without
	Every     int

	ApartAlone, ApartEvaluator, ApartVerdicts score // on sites kept apart

	UnseenSites                                  []siteCounts // with data
	UnseenHosts                                  hosts
	UnseenAlone, UnseenEvaluator, UnseenVerdicts score

	ByForm                             score // on sites held out, as the following
	Alone, Evaluator, Verdicts         score
	AloneKinds, AloneSites, EvalByKind []named
	Queries                            []named
	Resamplings                        int
	Intervals                          []measured
	Reliability                        *reliability
}

// report writes models/MODELS.md. Each number in it is computed here.
func (s set) report(w io.Writer, seed uint64, opt pageeval.FitOptions, trials []trial, new unseen) error {
	c, err := s.fit(opt, func(example) bool { return true })
	if err != nil {
		return err
	}
	h, err := s.holdOut(opt, trials)
	if err != nil {
		return err
	}
	form, err := s.byForm().holdOut(opt, nil)
	if err != nil {
		return err
	}
	r := modelReport{
		Ridge: opt.Ridge, Every: every, ByForm: form.fragments(alone, byKind).total(),
		Seed: seed, PagesPerSite: pagesPerSite, Verticals: verticals, Kinds: kinds, Counts: s.counts(),
		Alone: h.fragments(alone, byKind).total(), AloneKinds: h.fragments(alone, byKind).sorted(),
		Evaluator: h.fragments(evaluator, byKind).total(), EvalByKind: h.fragments(evaluator, byKind).sorted(),
		Verdicts: h.verdicts(trialKind).total(), Queries: h.verdicts(trialKind).sorted(),
		Reliability: h.reliability(), Resamplings: resamplings,
	}
	for _, e := range s {
		r.Own.add(e.data, c.Probability(e.fragment.Features))
	}
	r.Data, r.Other = r.Own.Data(), r.Own.Other()
	for _, n := range h.fragments(alone, bySite).sorted() {
		if n.Data() > 0 {
			r.AloneSites = append(r.AloneSites, n)
		}
	}
	r.DataSites, r.Hosts = s.bySite()
	if err := r.choice(s, opt, trials); err != nil {
		return err
	}
	r.meet(c, new)
	for _, m := range []struct {
		name string
		of   func(score) share
	}{{"accuracy", score.Accuracy}, {"precision", score.Precision}, {"recall", score.Recall}} {
		trialOwner := func(t trial) string { return owner(t.site) }
		r.Intervals = append(r.Intervals,
			measured{"fragments, evaluator", m.name, m.of(r.Evaluator), h.fragments(evaluator, byOwner).bootstrap(m.of)},
			measured{"pages", m.name, m.of(r.Verdicts), h.verdicts(trialOwner).bootstrap(m.of)})
	}
	tmpl, err := template.New("report").Parse(reportText)
	if err != nil {
		return err
	}
	if err := tmpl.Execute(w, r); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

// meet judges what taught nothing, by the weights that are shipped.
func (r *modelReport) meet(c *pageeval.Classifier, new unseen) {
	var h heldOut
	for _, e := range new.set {
		h.examples = append(h.examples, judgement{e, c.Probability(e.fragment.Features)})
	}
	for _, t := range new.trials {
		h.pages = append(h.pages, ruling{t, t.judge(c)})
	}
	r.UnseenSites, r.UnseenHosts = new.set.bySite()
	r.UnseenAlone, r.UnseenEvaluator = h.fragments(alone, byKind).total(), h.fragments(evaluator, byKind).total()
	r.UnseenVerdicts = h.verdicts(trialKind).total()
}

// choice fills in what the ridge was chosen by, and how the owners fare that
// were kept apart from that.
func (r *modelReport) choice(s set, opt pageeval.FitOptions, trials []trial) error {
	apart := s.apart()
	var err error
	if r.Ridges, err = s.of(func(o string) bool { return !apart[o] }).tryRidges(); err != nil {
		return err
	}
	h, err := s.without(opt, trials, func(o string) bool { return apart[o] })
	if err != nil {
		return err
	}
	r.ApartAlone, r.ApartEvaluator = h.fragments(alone, byKind).total(), h.fragments(evaluator, byKind).total()
	r.ApartVerdicts = h.verdicts(trialKind).total()
	data, rest := s.of(func(o string) bool { return apart[o] }).bySite()
	for _, d := range data {
		r.Apart = append(r.Apart, d.Site)
	}
	r.ApartRest = rest.Sites
	return nil
}

// bySite counts the examples of the sites with data, and of the others
// together.
func (s set) bySite() (data []siteCounts, rest hosts) {
	of := map[string][]int{}
	for _, e := range s {
		if of[e.site] == nil {
			of[e.site] = make([]int, len(kinds))
		}
		for k, kind := range kinds {
			if e.kind == kind {
				of[e.site][k]++
			}
		}
	}
	rest.Kinds = make([]int, len(kinds))
	for _, site := range s.sites() {
		if of[site][0] > 0 {
			data = append(data, siteCounts{site, of[site]})
			continue
		}
		n := 0
		for k, v := range of[site] {
			rest.Kinds[k] += v
			n += v
		}
		if rest.Sites++; rest.Sites == 1 {
			rest.Least = n
		}
		rest.Least, rest.Most = min(rest.Least, n), max(rest.Most, n)
	}
	return data, rest
}
