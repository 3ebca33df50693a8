package main

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"verde/page"
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
	relevant map[string]bool
}

// runsPerSite is the number of sample sets that a site is measured with.
const runsPerSite = 3

// webbox measures the sites of the webbox that HTTP_PROXY leads to.
func (s setting) webbox(ctx context.Context) error {
	sites, err := s.boxSites(ctx)
	if err != nil {
		return fmt.Errorf("%w; is HTTP_PROXY the address of a webbox?", err)
	}
	scores := make([][runsPerSite]score, len(sites))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(s.workers)
	for i := range sites {
		for run := range runsPerSite {
			group.Go(func() (err error) {
				scores[i][run], err = s.measureBox(ctx, &sites[i], run)
				return err
			})
		}
	}
	if err := group.Wait(); err != nil {
		return err
	}
	fmt.Printf("| site | nav | traits | P | R | F1 | downloads | worst P | worst R |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n")
	var all []score
	for i, site := range sites {
		m := mean(scores[i][:])
		all = append(all, m)
		lowP, lowR := 1., 1.
		for _, x := range scores[i] {
			lowP, lowR = min(lowP, x.p), min(lowR, x.r)
		}
		fmt.Printf("| %s | %s | %s | %.2f | %.2f | **%.2f** | %.0f | %.2f | %.2f |\n",
			strings.TrimSuffix(site.Host, ".example"), site.Nav, strings.Join(site.Traits, " "), m.p, m.r, m.f, m.downloads, lowP, lowR)
	}
	m := mean(all)
	fmt.Printf("| **mean of %d** | | | %.3f | %.3f | **%.3f** | %.0f | | |\n", len(all), m.p, m.r, m.f, m.downloads)
	return nil
}

// measureBox makes one run. Samples are entity pages chosen by a hash, so that
// they are the same for all methods and lie anywhere on the site.
func (s setting) measureBox(ctx context.Context, site *boxSite, run int) (score, error) {
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
	res, err := s.method.Expand(ctx, &browser{}, entities[:min(s.samples, len(entities))], opt)
	if err != nil {
		return score{}, fmt.Errorf("%s: %w", site.Host, err)
	}
	var found []string
	for _, e := range res.Pages {
		found = append(found, e.URL)
	}
	sc := grade(found, site.relevant, res.Report)
	if s.verbose {
		explain(site.Host, sc, res.Report)
		listErrors(found, site.relevant)
	}
	return sc, nil
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
		site.relevant = make(map[string]bool)
		for _, e := range entities[site.Host] {
			for i, raw := range append([]string{e.URL}, e.Aliases...) {
				u, err := page.Normalize(raw)
				if err != nil {
					return nil, err
				}
				if i == 0 {
					site.entities = append(site.entities, u)
				}
				site.relevant[u] = site.relevant[u] || i == 0
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
