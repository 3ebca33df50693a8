package loop

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"verde"
	"verde/bench/table"
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
	books    = 300 // asked for
)

// offline finds sites of books among real pages that are at hand. The training
// site is booksamillion. What its records name is asked of an index over the
// pages of the other sites of swde/html, of which two sell books, and of
// articles/html; the sites that answer are judged from the same pages.
func offline() *table.Table {
	return &table.Table{
		Name: "offline", About: "Sites of books among real pages that are at hand",
		Columns: []string{"asked", "queries", "site", "queries that lead to it", "judged", "reason or score", "pages examined", "of pages"}, Key: []string{"asked", "site"},
		Packages: []string{".", "models", "search/index"}, Needs: []table.Need{table.Corpora}, Minutes: 3,
		Measure: func(ctx context.Context, r *table.Run) error {
			known, others, err := load(table.Corpora.Path())
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
			profile := query.Analyze(records, titles, nil)
			things := query.Build(query.Instances(records, profile, books, 1, nil), domain, nil, query.Options{OneOf: verde.DefaultOneOf})
			if err := b.ask(ctx, things); err != nil {
				return err
			}
			if err := b.judge(ctx, r, "books", len(things)); err != nil {
				return err
			}
			none := func(string) bool { return false }
			probed := 0
			for _, site := range b.judged.LowSupport(none, b.judged.Candidates(none, 3)) {
				probes := query.Build(query.Common(records, profile, verde.DefaultProbes, 1, nil), domain, nil, verde.ProbeOptions(site))
				if err := b.ask(ctx, probes); err != nil {
					return err
				}
				probed += len(probes)
			}
			return b.judge(ctx, r, "and what books have in common", probed)
		},
	}
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

// judge judges the sites that answered, and puts a row for each of them and for
// each shop that had too few answers.
func (b *bench) judge(ctx context.Context, r *table.Run, asked string, queries int) error {
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
	put := func(site string, state, why string) error {
		return r.Put("go run ./bench/run offline", table.Figures{"asked": table.Value(asked), "queries": table.Count(queries), "site": table.Value(site),
			"queries that lead to it": table.Count(led(b.results, site)), "judged": table.Value(state), "reason or score": table.Value(why),
			"pages examined": table.Count(len(b.pages.fetched)), "of pages": table.Count(len(b.pages.pages))})
	}
	judged := map[string]bool{}
	for _, s := range sources {
		judged[s.Site] = true
		why := s.Reason
		if s.State == catalog.Accepted {
			why = fmt.Sprintf("%.2f", s.Score)
		}
		if err := put(s.Site, string(s.State), why); err != nil {
			return err
		}
	}
	for _, site := range slices.Sorted(maps.Keys(b.pages.sites())) {
		if !judged[site] && led(b.results, site) > 0 && b.pages.shop[site] {
			if err := put(site, "no candidate", "fewer than two"); err != nil {
				return err
			}
		}
	}
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
		records = append(records, query.Record{Source: p.URL, Values: r.ByLabel()})
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
