package serve

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"verde/catalog"
	"verde/outcome"
	"verde/siteexpand"
)

// Steps of a run at which URLs are lost.
const (
	lostResults   = "results"   // of queries, that led to no source
	lostExpansion = "expansion" // of sites that were searched, that are no entity pages or were not followed
	lostPages     = "pages"     // entity pages that were not read
)

// lossStep is a step at which URLs are lost, for people.
type lossStep struct{ Name, Title, About string }

var lossSteps = []lossStep{
	{lostResults, "Results", "Results of queries on sites that are no source, each at the step at which it was lost."},
	{lostExpansion, "Searched sites", "URLs of the sites searched that are no entity pages, could not be had, or were not followed: of each site the first " + strconv.Itoa(siteexpand.MostLeftOut) + " for each reason."},
	{lostPages, "Entity pages", "Entity pages that were not read."},
}

// lostData is a page of the URLs that were lost at a step.
type lostData struct {
	lossStep
	run          *run
	Steps        []lossStep
	Reason, Site string // that are shown, "" for all
	Reasons      []string
	Counts       map[string]int
	All, Offset  int
	URLs         []outcome.Loss
}

// Before and After are where the pages before this one and after it begin, -1 if there is none.
func (d *lostData) Before() int {
	if d.Offset == 0 {
		return -1
	}
	return max(0, d.Offset-perLost)
}

func (d *lostData) After() int {
	if d.Offset+len(d.URLs) >= d.All {
		return -1
	}
	return d.Offset + len(d.URLs)
}

// First and Last are the numbers of the URLs that are listed, from 1.
func (d *lostData) First() int { return d.Offset + 1 }
func (d *lostData) Last() int  { return d.Offset + len(d.URLs) }

// Address is that of such URLs with some reason, from some place on.
func (d *lostData) Address(reason string, offset int) string {
	q := url.Values{"at": {d.Name}}
	for key, v := range map[string]string{"reason": reason, "site": d.Site} {
		if v != "" {
			q.Set(key, v)
		}
	}
	if offset > 0 {
		q.Set("offset", strconv.Itoa(offset))
	}
	return address(d.run, "lost", q)
}

// perLost is how many URLs a page lists.
const perLost = 100

// lost gives the page of lost URLs that a request asks for. Cost: linear in the page; for results, in all results.
func lost(run *run, r *http.Request, most int) (*lostData, error) {
	q := r.URL.Query()
	d := &lostData{run: run, Steps: lossSteps, Reason: q.Get("reason"), Site: q.Get("site")}
	i := slices.IndexFunc(lossSteps, func(s lossStep) bool { return s.Name == cmp.Or(q.Get("at"), lostResults) })
	if i < 0 {
		return nil, badAsk("?at= is none of %s, %s and %s", lostResults, lostExpansion, lostPages)
	}
	d.lossStep = lossSteps[i]
	limit, err := number(q, "limit", perLost, most)
	if err != nil {
		return nil, err
	}
	if d.Offset, err = number(q, "offset", 0, 1e9); err != nil {
		return nil, err
	}
	var list []catalog.LeftOut
	switch d.Name {
	case lostResults:
		err = d.results(run, r, limit)
	case lostExpansion:
		if d.Counts, err = run.catalog.CountLeftOut(r.Context(), d.Site); err == nil {
			list, err = run.catalog.LeftOut(r.Context(), d.Site, d.Reason, d.Offset, limit)
		}
	case lostPages:
		list, d.Counts, err = run.catalog.Unread(r.Context(), []string{siteexpand.Sample, siteexpand.Fetched, siteexpand.Inferred, siteexpand.Known}, d.Site, d.Reason, d.Offset, limit)
	}
	if err != nil {
		return nil, err
	}
	for _, x := range list {
		d.URLs = append(d.URLs, outcome.Loss{URL: x.URL, Site: x.Site, Reason: x.Reason})
	}
	d.Reasons = byCount(d.Counts)
	for reason, n := range d.Counts {
		if d.Reason == "" || d.Reason == reason {
			d.All += n
		}
	}
	return d, nil
}

// results takes the results that are asked for.
func (d *lostData) results(run *run, r *http.Request, limit int) error {
	all, err := outcome.Lost(r.Context(), run.catalog)
	if err != nil {
		return err
	}
	d.Counts = make(map[string]int)
	n := 0
	for _, x := range all {
		if d.Site != "" && x.Site != d.Site {
			continue
		}
		if d.Counts[x.Reason]++; d.Reason != "" && x.Reason != d.Reason {
			continue
		}
		if n >= d.Offset && len(d.URLs) < limit {
			d.URLs = append(d.URLs, x)
		}
		n++
	}
	return nil
}

func showLost(run *run, r *http.Request) (*Page, error) {
	d, err := lost(run, r, perLost)
	if err != nil {
		return nil, err
	}
	return &Page{Title: "Lost: " + d.Title, Template: "lost", Here: "overview", Live: tells, Data: d}, nil
}

// apiLossList is a part of the URLs that were lost at a step.
type apiLossList struct {
	All    int            `json:"all"`    // there are
	Counts map[string]int `json:"counts"` // of them, by reason, of all reasons
	Offset int            `json:"offset"` // of the first
	URLs   []outcome.Loss `json:"urls"`
}

func apiLost(run *run, r *http.Request) (any, error) {
	d, err := lost(run, r, apiMost)
	if err != nil {
		return nil, err
	}
	if d.URLs == nil {
		d.URLs = []outcome.Loss{}
	}
	return apiLossList{d.All, d.Counts, d.Offset, d.URLs}, nil
}
