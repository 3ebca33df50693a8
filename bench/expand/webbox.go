package main

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"verde/eval"
	"verde/page"
	"verde/siteexpand"
)

// truthHost answers with what webbox knows of its own sites.
const truthHost = "http://webbox.test"

// boxSite is a site of webbox.
type boxSite struct {
	Host   string   `json:"host"`
	Role   string   `json:"role"`
	Nav    string   `json:"nav"`
	Traits []string `json:"traits"`
	Start  string   `json:"start"`

	entities []string
	truth    eval.Truth
}

// runsPerSite is the number of sample sets that a site is measured with.
const runsPerSite = 3

// webbox measures the sites of the webbox that HTTP_PROXY leads to.
func (s setting) webbox(ctx context.Context) error {
	sites, err := s.boxSites(ctx)
	if err != nil {
		return fmt.Errorf("%w; is HTTP_PROXY the address of a webbox?", err)
	}
	rows := make([]eval.Row, len(sites)*runsPerSite)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(s.workers)
	for i := range sites {
		for run := range runsPerSite {
			group.Go(func() (err error) {
				rows[i*runsPerSite+run], err = s.measureBox(ctx, &sites[i], run)
				return err
			})
		}
	}
	if err := group.Wait(); err != nil {
		return err
	}
	fmt.Printf("| site | nav | traits | P | R | F1 | downloads | worst P | worst R |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n")
	all := eval.Summarize(rows)
	types := make(map[string]*eval.TypeSummary, len(all.Types))
	for i := range all.Types {
		types[all.Types[i].Type] = &all.Types[i]
	}
	for _, site := range sites {
		t := types[site.Host]
		lowP, lowR := 1., 1.
		for _, x := range t.Runs {
			lowP, lowR = min(lowP, x.Precision), min(lowR, x.Recall)
		}
		fmt.Printf("| %s | %s | %s | %.2f | %.2f | **%.2f** | %.0f | %.2f | %.2f |\n", strings.TrimSuffix(site.Host, ".example"), site.Nav,
			strings.Join(site.Traits, " "), t.Mean.Precision, t.Mean.Recall, t.Mean.F1, t.Mean.Downloads, lowP, lowR)
	}
	m := all.Mean
	fmt.Printf("| **mean of %d** | | | %.3f | %.3f | **%.3f** | %.0f | | |\n", len(sites), m.Precision, m.Recall, m.F1, m.Downloads)
	return nil
}

// measureBox makes one run. Samples are entity pages chosen by a hash, so that
// they are the same for all methods and lie anywhere on the site.
func (s setting) measureBox(ctx context.Context, site *boxSite, run int) (eval.Row, error) {
	entities := slices.Clone(site.entities)
	key := func(u string) uint64 {
		h := fnv.New64a()
		fmt.Fprint(h, run, u)
		return h.Sum64()
	}
	slices.SortFunc(entities, func(a, b string) int {
		if key(a) < key(b) {
			return -1
		}
		return 1
	})
	opt := s.options
	opt.Now = time.Now
	samples := entities[:min(s.samples, len(entities))]
	res, err := s.method.Expand(ctx, &browser{}, samples, opt)
	if err != nil {
		return eval.Row{}, fmt.Errorf("%s: %w", site.Host, err)
	}
	var found []string
	for _, e := range res.Pages {
		found = append(found, e.URL)
	}
	row := eval.Row{Type: site.Host, Method: s.method.Name(), Choice: eval.Random, Samples: len(samples), Draw: run + 1, URLs: samples,
		Score: eval.Grade(found, site.truth), Downloads: res.Report.Downloads, Requests: res.Report.Requests, Seconds: res.Report.Seconds}
	if s.verbose {
		explain(&row, res.Report)
		wrong, missing := eval.Errors(found, site.truth, 6)
		fmt.Fprintf(os.Stderr, "  wrong %q\n  missing %q\n", wrong, missing)
	}
	return row, nil
}

// explain prints a run's report.
func explain(row *eval.Row, r siteexpand.Report) {
	fmt.Fprintf(os.Stderr, "%s %v: P %.2f R %.2f F %.2f wrong %d missing %d downloads %d in %.1f s\n",
		row.Type, r.Samples, row.Precision, row.Recall, row.F1, row.Wrong, row.Missing, r.Downloads, r.Seconds)
	for _, run := range r.Runs {
		fmt.Fprintf(os.Stderr, "  path %q pages %d html %.3f url %.3f\n", run.PagePath, run.Pages, run.MinHTML, run.MinURL)
	}
	for _, d := range r.Diagnoses {
		fmt.Fprintf(os.Stderr, "  %s: %s\n", d.Case, d.Detail)
	}
	fmt.Fprintf(os.Stderr, "  dropped %v\n", r.Dropped)
}

// boxSites asks webbox for its sites and their entity pages.
func (s setting) boxSites(ctx context.Context) ([]boxSite, error) {
	var all, sites []boxSite
	if err := getJSON(ctx, truthHost+"/__truth/sites", &all); err != nil {
		return nil, err
	}
	var entities map[string][]struct {
		URL     string   `json:"url"`
		Aliases []string `json:"aliases"`
	}
	if err := getJSON(ctx, truthHost+"/__truth/entities", &entities); err != nil {
		return nil, err
	}
	for _, site := range all {
		if site.Role != "site" || !strings.Contains(site.Host, s.only) {
			continue
		}
		site.truth = make(eval.Truth)
		for _, e := range entities[site.Host] {
			for i, raw := range append([]string{e.URL}, e.Aliases...) {
				u, err := page.Normalize(raw)
				if err != nil {
					return nil, err
				}
				if i == 0 {
					site.entities = append(site.entities, u)
				}
				site.truth[u] = site.truth[u] || i == 0
			}
		}
		sites = append(sites, site)
	}
	return sites, nil
}

func getJSON(ctx context.Context, u string, into any) error {
	body, _, err := get(ctx, u)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(body, into); err != nil {
		return fmt.Errorf("reading %s: %w", u, err)
	}
	return nil
}

// get reads what answers at a URL, and where that is.
func get(ctx context.Context, u string) ([]byte, *http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return nil, nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, 8<<20))
	return body, resp, err
}

// browser is a [page.Fetcher] for closed test webs: no pacing, no retries, and
// of robots.txt only the Disallow lines. It serves one run.
type browser struct {
	rules map[string][]string // host -> Disallow prefixes
}

// Fetch implements [page.Fetcher].
func (b *browser) Fetch(ctx context.Context, u string) (*page.Page, error) {
	if !b.allowed(ctx, u) {
		return nil, &page.Error{URL: u, Reason: page.Robots}
	}
	body, resp, err := get(ctx, u)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, &page.Error{URL: u, Reason: page.Network, Err: err}
	case resp.StatusCode != http.StatusOK:
		return nil, &page.Error{URL: u, Reason: page.Status, Status: resp.StatusCode}
	}
	kind, _, _ := strings.Cut(resp.Header.Get("Content-Type"), ";")
	if !strings.Contains(kind, "html") && !strings.Contains(kind, "xml") {
		return nil, &page.Error{URL: u, Reason: page.NotHTML, Status: resp.StatusCode}
	}
	final, err := page.Normalize(resp.Request.URL.String())
	if err != nil {
		return nil, &page.Error{URL: u, Reason: page.BadURL, Err: err}
	}
	return &page.Page{URL: final, Requested: u, Status: 200, ContentType: kind, Body: body}, nil
}

// allowed applies the Disallow lines for all agents, "*" standing for anything.
func (b *browser) allowed(ctx context.Context, u string) bool {
	host := page.Host(u)
	rules, ok := b.rules[host]
	if !ok {
		if b.rules == nil {
			b.rules = make(map[string][]string)
		}
		if body, resp, err := get(ctx, "http://"+host+"/robots.txt"); err == nil && resp.StatusCode == http.StatusOK {
			rules = disallowed(string(body))
		}
		b.rules[host] = rules
	}
	_, path, _ := strings.Cut(strings.TrimPrefix(u, "http://"), "/")
	return !slices.ContainsFunc(rules, func(rule string) bool { return matches("/"+path, rule) })
}

// disallowed lists the Disallow values of the groups for "*".
func disallowed(robots string) (rules []string) {
	ours := false
	for line := range strings.Lines(robots) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		value = strings.TrimSpace(value)
		switch strings.ToLower(name) {
		case "user-agent":
			ours = value == "*"
		case "disallow":
			if ours && value != "" {
				rules = append(rules, value)
			}
		}
	}
	return rules
}

// matches reports whether a path falls under a rule.
func matches(path, rule string) bool {
	parts := strings.Split(strings.TrimSuffix(rule, "$"), "*")
	if !strings.HasPrefix(path, parts[0]) {
		return false
	}
	rest := path[len(parts[0]):]
	for _, part := range parts[1:] {
		i := strings.Index(rest, part)
		if i < 0 {
			return false
		}
		rest = rest[i+len(part):]
	}
	return !strings.HasSuffix(rule, "$") || rest == "" || strings.HasSuffix(rule, "*$")
}
