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

	"verde"
	"verde/catalog"
	"verde/extract"
	"verde/fetch"
	"verde/page"
	"verde/pageeval"
	"verde/query"
	"verde/search"
	"verde/search/index"
)

const training = "book-booksamillion"

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "offline bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	corpora := flag.String("corpora", os.Getenv("VERDE_CORPORA"), "folder that holds swde/ and articles/")
	n := flag.Int("instances", 300, "books asked for")
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
	profile := query.Analyze(records, titles)
	queries := query.Build(query.Instances(records, profile, *n, 1, nil), "book", nil, query.Options{OneOf: verde.DefaultOneOf})
	results, err := ask(ctx, queries, others)
	if err != nil {
		return err
	}
	if *verbose {
		for _, r := range results {
			fmt.Fprintln(os.Stderr, r.Query, r.URL)
		}
	}
	classifier, err := pageeval.Default()
	if err != nil {
		return err
	}
	x := &verde.Explorer{Pages: others, Classifier: classifier}
	sources, err := x.Judge(ctx, queries, results)
	if err != nil {
		return err
	}
	fmt.Printf("%d records, %d queries of %s with %s, %d results\n\n", len(records), len(queries), profile.Identifier, names(profile), len(results))
	fmt.Println("| site | queries that lead to it | judged | reason or score |\n| --- | --- | --- | --- |")
	judged := map[string]bool{}
	for _, s := range sources {
		judged[s.Site] = true
		why := s.Reason
		if s.State == catalog.Accepted {
			why = fmt.Sprintf("%.2f", s.Score)
		}
		fmt.Printf("| %s | %d | %s | %s |\n", s.Site, led(results, s.Site), s.State, why)
	}
	rest := 0
	for _, site := range slices.Sorted(maps.Keys(others.sites())) {
		switch led := led(results, site); {
		case judged[site] || led == 0:
		case others.shop[site]:
			fmt.Printf("| %s | %d | no candidate | fewer than two |\n", site, led)
		default:
			rest++
		}
	}
	fmt.Printf("\n%d other sites answer one query, and are no candidates.\n", rest)
	return nil
}

// local are pages at hand, by URL.
type local struct {
	pages map[string]*page.Page
	shop  map[string]bool // sites of swde/html
}

// Fetch implements [page.Fetcher].
func (l *local) Fetch(_ context.Context, url string) (*page.Page, error) {
	if p := l.pages[url]; p != nil {
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
	others = &local{map[string]*page.Page{}, map[string]bool{}}
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
			titles[p.URL] = page.NewOutline(p.URL, doc, new(page.Paths), page.Tag).Title
		}
	}
	return records, titles, nil
}

// ask asks an index over the pages.
func ask(ctx context.Context, queries []query.Query, pages *local) ([]search.Result, error) {
	x, err := index.Build(ctx, "", func(yield func(*page.Page, error) bool) {
		for _, p := range pages.pages {
			if !yield(p, nil) {
				return
			}
		}
	})
	if err != nil {
		return nil, err
	}
	defer x.Close()
	var out []search.Result
	for _, q := range queries {
		for r, err := range x.Search(ctx, q) {
			if err != nil {
				return nil, err
			}
			out = append(out, r)
		}
	}
	return out, nil
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
