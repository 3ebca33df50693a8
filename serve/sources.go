package serve

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"

	"verde"
	"verde/catalog"
	"verde/page"
	"verde/record"
	"verde/serve/archived"
	"verde/siteexpand"
	"verde/steering"
)

// sourcesData is the list of sites.
type sourcesData struct {
	Decided map[string]steering.Site
	State   string // those that are shown, "" for all
	States  []string
	Sources []sourceLine
}

type sourceLine struct {
	catalog.Source
	Counts catalog.SiteStats
}

func listSources(run *run, r *http.Request) (*Page, error) {
	d := sourcesData{State: r.FormValue("state"), States: []string{catalog.Expanded, catalog.Doubtful, catalog.Refused, catalog.Failed}}
	sources, err := run.catalog.Sources(r.Context())
	if err != nil {
		return nil, err
	}
	decided, err := run.decided()
	if err != nil {
		return nil, err
	}
	d.Decided = decided.Sites
	var now, round bool
	for _, s := range sources {
		n, r := verde.Pending(s, decided.Sites[s.Site])
		now, round = now || n, round || r
	}
	waiting, err := run.waiting(now, round)
	if err != nil {
		return nil, err
	}
	stats, err := run.catalog.Stats(r.Context())
	if err != nil {
		return nil, err
	}
	counts := make(map[string]catalog.SiteStats)
	for _, s := range stats.PerSite {
		counts[s.Site] = s
	}
	for _, s := range sources {
		if d.State == "" || d.State == s.State {
			d.Sources = append(d.Sources, sourceLine{s, counts[s.Site]})
		}
	}
	return &Page{Title: "Sources", Template: "sources", Here: "sources", Live: true, Waiting: waiting, Data: d}, nil
}

// shownPages bounds the pages of a site that are listed.
const shownPages = 200

// sourceData is one site.
type sourceData struct {
	catalog.Source
	Decided  steering.Site
	Training bool
	Statuses map[string]int
	Order    []string // of Statuses
	Pages    []catalog.Page
	All      int
	Only     string  // status of the pages that are listed, "" for all
	Taken    samples // some that were read, evenly spread
	Refused  samples // some that were looked at and show nothing that was asked for as data
}

// samples are pages that stand beside others.
type samples []sample

type sample struct {
	URL, Container, Why string
	Frame               string // address of the archived page for a frame, "" if it is not archived
}

// First is the frame of the first sample that has one.
func (s samples) First() string {
	for _, x := range s {
		if x.Frame != "" {
			return x.Frame
		}
	}
	return ""
}

// sampleOf is a page, with what stands for it marked, if the archive has it.
func sampleOf(run *run, r *http.Request, url, container, why string) sample {
	s := sample{URL: url, Container: container, Why: why}
	if _, err := run.archived(r.Context(), url); err != nil {
		return s
	}
	if s.Frame = at(run, "archived", "?", "url", url) + "#mark"; container != "" {
		s.Frame = at(run, "archived", "?", "url", url, "container", container) + "#container"
	}
	return s
}

// whyRefused says why a page that was looked at is none of those wanted.
func whyRefused(v catalog.Verdict) string {
	switch {
	case v.Reason != "":
		return v.Reason
	case v.Matched:
		return "data with probability " + share(v.Probability)
	}
	return "does not show what was asked for"
}

func showSource(run *run, r *http.Request) (*Page, error) {
	site := r.PathValue("site")
	source, ok, err := run.catalog.Source(r.Context(), site)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, notFound("this run has met no site of this name")
	}
	decided, err := run.decided()
	if err != nil {
		return nil, err
	}
	d := sourceData{Source: source, Only: r.FormValue("status"), Decided: decided.Sites[site], Training: source.Role == catalog.Training}
	waiting, err := run.waiting(verde.Pending(source, d.Decided))
	if err != nil {
		return nil, err
	}
	if d.Statuses, err = run.catalog.PageStatuses(r.Context(), site); err != nil {
		return nil, err
	}
	d.Order = byCount(d.Statuses)
	var taken []catalog.Page
	for p, err := range run.catalog.Pages(r.Context(), site) {
		if err != nil {
			return nil, err
		}
		if p.Status == siteexpand.Sample || p.Status == siteexpand.Fetched {
			taken = append(taken, p)
		}
		if d.Only != "" && p.Status != d.Only {
			continue
		}
		d.All++
		if len(d.Pages) < shownPages {
			d.Pages = append(d.Pages, p)
		}
	}
	for _, p := range spread(taken, besideEach) {
		d.Taken = append(d.Taken, sampleOf(run, r, p.URL, "", "like the sample "+share(p.HTMLSimilarity)))
	}
	refused, err := run.catalog.RefusedPages(r.Context(), site, shownPages)
	if err != nil {
		return nil, err
	}
	for _, v := range spread(refused, besideEach) {
		d.Refused = append(d.Refused, sampleOf(run, r, v.URL, v.FragmentXPath, whyRefused(v)))
	}
	slices.SortFunc(d.Evidence, func(a, b catalog.Evidence) int {
		return cmp.Or(cmp.Compare(a.URL, b.URL), cmp.Compare(a.QueryID, b.QueryID))
	})
	return &Page{Title: site, Template: "source", Here: "sources", Waiting: waiting, Data: d}, nil
}

// besideEach is how many pages taken stand beside so many refused.
const besideEach = 6

// spread takes n elements of a list, evenly spread.
func spread[T any](list []T, n int) (out []T) {
	n = min(n, len(list))
	for i := range n {
		out = append(out, list[i*len(list)/n])
	}
	return out
}

// pageData is a page with what was read from it.
type pageData struct {
	URL     string
	Label   string // the field that is marked, "" for all
	Records []record.Record
	Frame   string // address of the archived page with the marks
	Missing string // why it can't be shown, "" if it can
}

func showPage(run *run, r *http.Request) (*Page, error) {
	d := pageData{URL: r.FormValue("url"), Label: r.FormValue("label")}
	if d.URL == "" {
		return nil, badAsk("no page is named: ?url= is missing")
	}
	var err error
	if d.Records, err = run.catalog.RecordsAt(r.Context(), d.URL); err != nil {
		return nil, err
	}
	q := url.Values{"url": {d.URL}}
	if d.Label != "" {
		q.Set("label", d.Label)
	}
	if v := r.FormValue("container"); v != "" {
		q.Set("container", v)
	}
	d.Frame = address(run, "archived", q) + "#mark"
	if _, err := run.archived(r.Context(), d.URL); err != nil {
		d.Missing = err.Error()
	}
	return &Page{Title: d.URL, Template: "page", Data: d}, nil
}

// archivedPage is the page for the frame.
func (s *Server) archivedPage(w http.ResponseWriter, r *http.Request) {
	run, err := s.run(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	p, err := run.archived(r.Context(), r.FormValue("url"))
	if err != nil {
		http.Error(w, "This page can't be shown: "+err.Error(), http.StatusNotFound)
		return
	}
	records, err := run.catalog.RecordsAt(r.Context(), r.FormValue("url"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	shown, err := archived.Show(p.Body, page.Parse, p.URL, r.FormValue("container"), places(records, r.FormValue("label"))...)
	if err != nil {
		http.Error(w, "This page can't be shown: "+err.Error(), http.StatusUnprocessableEntity)
		return
	}
	w.Header().Set("Content-Security-Policy", archived.Policy)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Write(shown.HTML)
}

// maxMarks bounds the places that are marked on a page; each costs a walk.
const maxMarks = 200

// places gives where the values under a label stand, or all values for "".
func places(records []record.Record, label string) []string {
	var out []string
	for i := range records {
		records[i].All(func(f *record.Field) bool {
			for _, v := range f.Values {
				if (label == "" || f.Label == label) && v.XPath != "" && len(out) < maxMarks && !slices.Contains(out, v.XPath) {
					out = append(out, v.XPath)
				}
			}
			return len(out) < maxMarks
		})
	}
	return out
}
