package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"verde"
	"verde/catalog"
	"verde/page"
	"verde/query"
	"verde/record"
	"verde/serve/archived"
	"verde/siteexpand"
	"verde/siteexpand/urlclass"
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

// Why says in a few words why a site is in its state: the reason that was kept, of a source
// what speaks for it, and what is in doubt about its pages.
func (l sourceLine) Why() string {
	var out []string
	switch {
	case l.Reason != "":
		out = append(out, l.Reason)
	case l.Role == catalog.Training:
		out = append(out, "the run began from it")
	case l.Parts != nil:
		out = append(out, fmt.Sprintf("%d of %d entities met are shown as data", l.Parts.Instances, l.Parts.Met))
	}
	for _, d := range l.Doubts {
		out = append(out, "in doubt: "+d.Case)
	}
	return strings.Join(out, "; ")
}

// standingOrder has sources before sites that may be, and these before those that are none.
var standingOrder = []string{catalog.Expanded, catalog.Accepted, catalog.Doubtful, catalog.Failed, catalog.Refused}

// rank orders sites: the one that the run began from, then sources, the best first.
func rank(a, b catalog.Source) int {
	return cmp.Or(strings.Compare(b.Role, a.Role), // training before discovered
		cmp.Compare(slices.Index(standingOrder, a.State), slices.Index(standingOrder, b.State)),
		cmp.Compare(b.Score, a.Score), cmp.Compare(b.Support, a.Support), strings.Compare(a.Site, b.Site))
}

func listSources(run *run, r *http.Request) (*Page, error) {
	d := sourcesData{State: r.FormValue("state"), States: []string{catalog.Expanded, catalog.Doubtful, catalog.Refused, catalog.Failed}}
	sources, err := run.catalog.Sources(r.Context())
	if err != nil {
		return nil, err
	}
	slices.SortFunc(sources, rank)
	decided, err := run.decided(r.Context())
	if err != nil {
		return nil, err
	}
	d.Decided = decided.Sites
	var now, round bool
	for _, s := range sources {
		n, r := verde.Pending(s, decided.Sites[s.Site])
		now, round = now || n, round || r
	}
	waiting, err := run.waiting(r.Context(), now, round)
	if err != nil {
		return nil, err
	}
	stats, err := run.catalog.SiteStats(r.Context())
	if err != nil {
		return nil, err
	}
	counts := make(map[string]catalog.SiteStats)
	for _, s := range stats {
		counts[s.Site] = s
	}
	for _, s := range sources {
		if d.State == "" || d.State == s.State {
			d.Sources = append(d.Sources, sourceLine{s, counts[s.Site]})
		}
	}
	return &Page{Title: "Sources", Template: "sources", Here: "sources", Live: tells, Waiting: waiting, Data: d}, nil
}

// distinct removes repetitions from a short list.
func distinct(list []string) (out []string) {
	for _, s := range list {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
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
	Only     string            // status of the pages that are listed, "" for all
	Taken    samples           // an even sample of the entity pages that were read
	Refused  samples           // an even sample of pages that were judged and refused, or read and left out
	Asked    map[string]string // text of the queries in the evidence, by ID
	Cut      bool              // the following fields are made of the first groupedPages pages only
	Lists    []listLine        // pages that link to those taken, the most links first
	Classes  []classLine       // of the URLs that were taken or read, the most taken first
}

// listLine is a page that links to pages taken.
type listLine struct {
	URL   string
	Taken int
}

// classLine is a class of URLs, see package urlclass.
type classLine struct {
	Class, Example      string
	Taken, Unread, Left int // pages: taken, of them without being read, read and left out
}

// groupedPages bounds the pages of a site that are looked at for how they were found, so
// that a site of a million is shown about as soon as another.
const groupedPages = 10_000

// shownGroups bounds the lists and the classes of URLs of a site that are shown.
const shownGroups = 12

// found fills in Lists and Classes: the pages that link to entity pages, and the classes of
// the URLs that were taken or read and left out. Cost: linear in both.
func (d *sourceData) found(taken []catalog.Page, left []string) {
	lists, urls := make(map[string]int), make([]string, 0, len(taken)+len(left))
	for _, p := range taken {
		urls = append(urls, p.URL)
		if p.From != "" {
			lists[p.From]++
		}
	}
	for _, url := range byCount(lists) {
		d.Lists = append(d.Lists, listLine{url, lists[url]})
	}
	d.Lists = d.Lists[:min(len(d.Lists), shownGroups)]
	classes := make(map[string]*classLine)
	urls = append(urls, left...)
	for i, class := range urlclass.Group(d.Samples, urls) {
		line := classes[class]
		if line == nil {
			line = &classLine{Class: class, Example: urls[i]}
			classes[class] = line
		}
		switch {
		case i >= len(taken):
			line.Left++
		case taken[i].Status == siteexpand.Inferred:
			line.Unread++
			fallthrough
		default:
			line.Taken++
		}
	}
	for _, line := range classes {
		d.Classes = append(d.Classes, *line)
	}
	slices.SortFunc(d.Classes, func(a, b classLine) int {
		return cmp.Or(cmp.Compare(b.Taken, a.Taken), cmp.Compare(b.Left, a.Left), cmp.Compare(a.Class, b.Class))
	})
	d.Classes = d.Classes[:min(len(d.Classes), shownGroups)]
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

// sampleOf is a sample, with a frame that marks its container if the archive has the page.
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

// whyRefused says why the judge refused a page.
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
	decided, err := run.decided(r.Context())
	if err != nil {
		return nil, err
	}
	d := sourceData{Source: source, Only: r.FormValue("status"), Decided: decided.Sites[site], Training: source.Role == catalog.Training}
	now, round := verde.Pending(source, d.Decided)
	waiting, err := run.waiting(r.Context(), now, round)
	if err != nil {
		return nil, err
	}
	if d.Statuses, err = run.catalog.PageStatuses(r.Context(), site); err != nil {
		return nil, err
	}
	d.Order = byCount(d.Statuses)
	for i, scope := range d.Scopes {
		d.Scopes[i].Samples = distinct(scope.Samples)
	}
	if err := d.pages(run, r, site); err != nil {
		return nil, err
	}
	if d.Asked, err = run.texts(r.Context(), d.Evidence); err != nil {
		return nil, err
	}
	slices.SortFunc(d.Evidence, func(a, b catalog.Evidence) int {
		return cmp.Or(cmp.Compare(a.URL, b.URL), cmp.Compare(a.QueryID, b.QueryID))
	})
	return &Page{Title: site, Template: "source", Here: "sources", Live: tells, Waiting: waiting, Data: d}, nil
}

// pages fills in the pages of a site: those that are listed, some that were taken beside some
// that were refused, and how they were found.
func (d *sourceData) pages(run *run, r *http.Request, site string) error {
	var taken, read, all []catalog.Page // taken, of them read, and with those that gave nothing
	d.All = d.Statuses[d.Only]
	for _, n := range d.Statuses {
		if d.Only == "" {
			d.All += n
		}
	}
	for p, err := range run.catalog.Pages(r.Context(), site) {
		if err != nil {
			return err
		}
		if d.Cut = len(all) == groupedPages; d.Cut {
			break
		}
		all = append(all, p)
		switch p.Status {
		case siteexpand.Sample, siteexpand.Fetched:
			read = append(read, p)
			fallthrough
		case siteexpand.Inferred, siteexpand.Known:
			taken = append(taken, p)
		}
	}
	d.Pages = all[:min(len(all), shownPages)]
	if d.Only != "" {
		d.Pages = nil
		for p, err := range run.catalog.PagesOf(r.Context(), site, d.Only, shownPages) {
			if err != nil {
				return err
			}
			d.Pages = append(d.Pages, p)
		}
	}
	for _, p := range evenSample(read, besideEach) {
		d.Taken = append(d.Taken, sampleOf(run, r, p.URL, "", "like the sample "+share(p.HTMLSimilarity)))
	}
	refused, err := run.catalog.RefusedPages(r.Context(), site, shownPages)
	if err != nil {
		return err
	}
	known := addresses(all)
	refused = slices.DeleteFunc(refused, func(v catalog.Verdict) bool { return known[v.URL] }) // looked at for another query than its own
	for _, v := range evenSample(refused, besideEach) {
		d.Refused = append(d.Refused, sampleOf(run, r, v.URL, v.FragmentXPath, whyRefused(v)))
	}
	var left []string
	if !d.Cut { // else what is not among the pages looked at may be taken
		if left, err = run.leftOut(r.Context(), site, known, refused); err != nil {
			return err
		}
	}
	for _, url := range evenSample(left, besideEach-len(d.Refused)) {
		d.Refused = append(d.Refused, sampleOf(run, r, url, "", "read, and not of the kind"))
	}
	if len(d.Samples) > 0 {
		d.found(taken, left)
	}
	return nil
}

// addresses are those of pages.
func addresses(pages []catalog.Page) map[string]bool {
	out := make(map[string]bool, len(pages))
	for _, p := range pages {
		out[p.URL] = true
		for _, alias := range p.Aliases {
			out[alias] = true
		}
	}
	return out
}

// leftOut gives the archived pages of a site that are neither taken nor refused by the
// judge: lists that lead to pages, and pages of other kinds. A run without an archive has
// none.
func (r *run) leftOut(ctx context.Context, site string, taken map[string]bool, refused []catalog.Verdict) (left []string, err error) {
	if err := r.openArchive(); err != nil {
		if missing := (*missingError)(nil); errors.As(err, &missing) {
			return nil, nil
		}
		return nil, err
	}
	known := maps.Clone(taken)
	for _, v := range refused {
		known[v.URL] = true
	}
	r.mu.RLock()
	defer r.mu.RUnlock()
	for _, found := range r.pages.Archived(ctx, site) {
		if u, err := url.Parse(found); err == nil && u.Path != "/robots.txt" && !known[found] {
			left = append(left, found)
		}
	}
	return left, nil
}

// texts gives the text of the queries that evidence names, by ID.
func (r *run) texts(ctx context.Context, evidence []catalog.Evidence) (map[string]string, error) {
	if len(evidence) == 0 {
		return nil, nil
	}
	asked, err := r.catalog.Queries(ctx)
	texts := make(map[string]string, len(asked))
	for _, a := range asked {
		texts[a.Query.ID] = a.Query.Render(query.Plain)
	}
	return texts, err
}

// besideEach is the number of pages in each of the two samples of a site.
const besideEach = 6

// evenSample takes n elements of a list at even distances.
func evenSample[T any](list []T, n int) (out []T) {
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
