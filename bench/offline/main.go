// Command offline finds sites of books among real pages that are at hand, and
// prints a Markdown table:
//
//	export VERDE_CORPORA=/path/to/corpora   # swde/html and articles/html
//	go run ./bench/offline
//
// The training site is booksamillion. What its records name is asked of an index
// over the pages of the other sites of swde/html, of which two sell books, and
// of articles/html; the sites that answer are judged from the same pages.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"verde"
	"verde/catalog"
	"verde/evidence"
	"verde/extract"
	"verde/fetch"
	"verde/judge"
	"verde/page"
	"verde/pageeval"
	"verde/query"
	"verde/search"
	"verde/search/index"
	"verde/urlcluster"
)

const (
	training = "book-booksamillion"
	domain   = "book"
)

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "offline bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	corpora := flag.String("corpora", os.Getenv("VERDE_CORPORA"), "folder that holds swde/ and articles/")
	n := flag.Int("instances", 300, "books asked for")
	probes := flag.Int("probes", verde.DefaultProbes, "values that things have in common, asked of each site that too few queries led to")
	everywhere := flag.Bool("everywhere", false, "ask them of all sites instead")
	verbose := flag.Bool("v", false, "list the queries that were answered")
	flag.Parse()
	if *corpora == "" {
		fmt.Println("skipped: set VERDE_CORPORA to the folder that holds swde/ and articles/")
		return nil
	}
	known, others, err := load(*corpora)
	if err != nil {
		return err
	}
	records, titles, err := read(known)
	if err != nil {
		return err
	}
	x, err := index.Build(ctx, "", others.all)
	if err != nil {
		return err
	}
	defer x.Close()
	b := &bench{index: x, pages: others}
	profile := query.Analyze(records, titles)
	things := query.Build(query.Instances(records, profile, *n, 1, nil), domain, nil, query.Options{OneOf: verde.DefaultOneOf})
	if err := b.ask(ctx, things); err != nil {
		return err
	}
	fmt.Printf("%d records, %d queries of %s with %s, %d results\n\n", len(records), len(things), profile.Identifier, names(profile), len(b.results))
	if err := b.judge(ctx); err != nil {
		return err
	}
	common := query.Common(records, profile, *probes, 1, nil)
	none := func(string) bool { return false }
	sites := b.judged.LowSupport(none, b.judged.Candidates(none, 3))
	if *everywhere {
		sites = []string{""}
	}
	if err := b.probe(ctx, common, sites); err != nil {
		return err
	}
	fmt.Println()
	if *verbose {
		for _, r := range b.results {
			fmt.Fprintln(os.Stderr, r.Query, r.URL)
		}
	}
	if err := b.judge(ctx); err != nil {
		return err
	}
	return shared(*corpora)
}

// bench is what was asked so far, of an index over pages at hand.
type bench struct {
	index   *index.Index
	pages   *local
	results []search.Result
	judged  evidence.Results
}

func (b *bench) ask(ctx context.Context, queries []query.Query) error {
	for _, q := range queries {
		for r, err := range b.index.Search(ctx, q) {
			if err != nil {
				return err
			}
			b.results = append(b.results, r)
			b.judged.Add(q, r)
		}
	}
	return nil
}

// probe asks the sites, "" for all of them, for values that things have in common.
func (b *bench) probe(ctx context.Context, common []query.Instance, sites []string) error {
	if len(common) == 0 {
		return nil
	}
	for _, site := range sites {
		before := len(b.results)
		if err := b.ask(ctx, query.Build(common, domain, nil, verde.ProbeOptions(site))); err != nil {
			return err
		}
		if site == "" {
			site = "all sites"
		}
		fmt.Printf("\nasked of %s: %d values of %s, %d results\n", site, len(common), common[0].Values[0].Attribute, len(b.results)-before)
	}
	return nil
}

// judge prints the sites that were judged, the shops that were not, and what it
// took.
func (b *bench) judge(ctx context.Context) error {
	classifier, err := pageeval.Default()
	if err != nil {
		return err
	}
	j := judge.Judge{Pages: b.pages, Classifier: classifier}
	b.pages.fetched = map[string]bool{}
	sources, err := j.Candidates(ctx, b.judged.Candidates(nil, urlcluster.MaxCut), &b.judged, 8)
	if err != nil {
		return err
	}
	fmt.Println("| site | queries that lead to it | judged | reason or score |\n| --- | --- | --- | --- |")
	judged := map[string]bool{}
	for _, s := range sources {
		judged[s.Site] = true
		why := s.Reason
		if s.State == catalog.Accepted {
			why = fmt.Sprintf("%.2f", s.Score)
		}
		fmt.Printf("| %s | %d | %s | %s |\n", s.Site, led(b.results, s.Site), s.State, why)
	}
	rest := 0
	for _, site := range slices.Sorted(maps.Keys(b.pages.sites())) {
		switch led := led(b.results, site); {
		case judged[site] || led == 0:
		case b.pages.shop[site]:
			fmt.Printf("| %s | %d | no candidate | fewer than two |\n", site, led)
		default:
			rest++
		}
	}
	fmt.Printf("\n%d other sites answer one query, and are no candidates. Of %d pages in the index %d were examined.\n", rest, len(b.pages.pages), len(b.pages.fetched))
	return nil
}

// local are pages at hand, by URL.
type local struct {
	pages map[string]*page.Page
	shop  map[string]bool // sites of swde/html

	mu      sync.Mutex
	fetched map[string]bool
}

// all gives the pages in the order of their URLs.
func (l *local) all(yield func(*page.Page, error) bool) {
	for _, url := range slices.Sorted(maps.Keys(l.pages)) {
		if !yield(l.pages[url], nil) {
			return
		}
	}
}

// Fetch implements [page.Fetcher].
func (l *local) Fetch(_ context.Context, url string) (*page.Page, error) {
	if p := l.pages[url]; p != nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.fetched[url] = true
		return p, nil
	}
	return nil, &page.Error{URL: url, Reason: page.Network, Err: errors.New("not at hand")}
}

func (l *local) sites() map[string]bool {
	out := map[string]bool{}
	for url := range l.pages {
		out[page.Site(url)] = true
	}
	return out
}

// load reads the pages of the training site, and the others.
func load(corpora string) (known []*page.Page, others *local, err error) {
	others = &local{pages: map[string]*page.Page{}, shop: map[string]bool{}}
	folders, err := filepath.Glob(filepath.Join(corpora, "swde", "html", "*"))
	if err != nil {
		return nil, nil, err
	}
	for _, dir := range append(folders, filepath.Join(corpora, "articles", "html")) {
		for p, err := range fetch.Pages(dir) {
			if err != nil {
				continue // some articles are nested deeper than the parser goes
			}
			if filepath.Base(dir) == training {
				known = append(known, p)
				continue
			}
			url, err := page.Normalize(p.URL)
			if err != nil {
				continue
			}
			p.URL, p.Requested = url, url
			others.pages[url] = p
			if strings.Contains(dir, "swde") {
				others.shop[page.Site(url)] = true
			}
		}
	}
	if len(known) == 0 {
		return nil, nil, fmt.Errorf("no pages of %s in %s", training, corpora)
	}
	return known, others, nil
}

// read makes records of the training site's pages.
func read(pages []*page.Page) ([]query.Record, map[string]string, error) {
	const learnOn = 30
	wrapper, _, err := extract.Learn(pages[:min(learnOn, len(pages))], extract.Options{})
	if err != nil {
		return nil, nil, err
	}
	var records []query.Record
	titles := map[string]string{}
	for _, p := range pages {
		r, err := wrapper.Extract(p)
		if err != nil {
			continue
		}
		records = append(records, query.Record{Source: p.URL, Values: r.Values})
		if doc, err := p.Parse(); err == nil {
			titles[p.URL] = page.NewOutline(p, doc, new(page.Paths), page.Tag).Title
		}
	}
	return records, titles, nil
}

// led counts the queries that lead to a site.
func led(results []search.Result, site string) int {
	ids := map[string]bool{}
	for _, r := range results {
		if page.Site(r.URL) == site {
			ids[r.QueryID] = true
		}
	}
	return len(ids)
}

func names(p query.Profile) string {
	var out []string
	for _, a := range p.Attributes {
		out = append(out, a.Name)
	}
	return strings.Join(slices.Compact(out[:min(len(out), 5)]), ", ")
}
