package main

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"verde/page"
	"verde/siteexpand"
)

// entityType is an entry of sites.json.
type entityType struct {
	Name    string   `json:"name"`
	Root    string   `json:"root"`
	BaseURL string   `json:"base_url"`
	Aliases []string `json:"aliases"`
	Samples []string `json:"sample_entity_pages"`

	relevant map[string]bool // paths below the root
	site     *folder
}

// sites measures the entity types of VERDE_CORPORA.
func (s setting) sites(ctx context.Context) error {
	if s.corpora == "" || s.pages == "" {
		fmt.Println("skipped: set VERDE_CORPORA and -pages")
		return nil
	}
	types, err := s.load()
	if err != nil {
		return err
	}
	scores := make([][]score, len(types))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(s.workers)
	for i := range types {
		t := &types[i]
		sets := t.sampleSets(s.samples)
		if s.draws > 0 {
			sets = t.drawn(s.samples, s.draws)
		}
		scores[i] = make([]score, len(sets))
		for j, set := range sets {
			group.Go(func() (err error) {
				scores[i][j], err = s.measure(ctx, t, set)
				return err
			})
		}
	}
	if err := group.Wait(); err != nil {
		return err
	}
	fmt.Printf("| type | relevant | P | R | F1 | downloads | F1 per run |\n| --- | --- | --- | --- | --- | --- | --- |\n")
	var all []score
	for i, t := range types {
		m := mean(scores[i])
		all = append(all, m)
		fmt.Printf("| %s | %d | %.2f | %.2f | **%.2f** | %.0f |", t.Name, len(t.relevant), m.p, m.r, m.f, m.downloads)
		for _, x := range scores[i] {
			fmt.Printf(" %.2f", x.f)
		}
		fmt.Println(" |")
	}
	m := mean(all)
	fmt.Printf("| **mean of %d** | | %.3f | %.3f | **%.3f** | %.0f | |\n", len(all), m.p, m.r, m.f, m.downloads)
	return nil
}

// sampleSets splits the samples of a type into sets of n.
func (t *entityType) sampleSets(n int) (sets [][]string) {
	var urls []string
	for _, p := range t.Samples {
		u, err := page.Resolve(t.site.bases[0], strings.TrimSuffix(p, "index.html"))
		if err == nil {
			urls = append(urls, u)
		}
	}
	for ; len(urls) >= max(n, 1); urls = urls[max(n, 1):] {
		sets = append(sets, urls[:max(n, 1)])
	}
	return sets
}

// drawn gives random sets of n true pages, the same each time.
func (t *entityType) drawn(n, draws int) (sets [][]string) {
	paths := slices.Sorted(maps.Keys(t.relevant))
	for draw := range draws {
		h := fnv.New64a()
		fmt.Fprint(h, t.Name, draw)
		rng := rand.New(rand.NewPCG(1, h.Sum64()))
		var set []string
		for _, i := range rng.Perm(len(paths))[:n] {
			if u, err := page.Resolve(t.site.bases[0], strings.TrimSuffix(paths[i], "index.html")); err == nil {
				set = append(set, u)
			}
		}
		sets = append(sets, set)
	}
	return sets
}

// measure makes one run.
func (s setting) measure(ctx context.Context, t *entityType, samples []string) (score, error) {
	opt := s.options
	opt.Now = time.Now
	res, err := s.method.Expand(ctx, t.site, samples, opt)
	if err != nil {
		return score{}, fmt.Errorf("%s from %q: %w", t.Name, samples, err)
	}
	var found []string
	for _, e := range res.Pages {
		found = append(found, t.site.file(e.URL))
	}
	sc := grade(found, t.relevant, res.Report)
	if s.verbose {
		explain(t.Name, sc, res.Report)
		listErrors(found, t.relevant)
	}
	return sc, nil
}

// explain prints a run's report.
func explain(name string, sc score, r siteexpand.Report) {
	fmt.Fprintf(os.Stderr, "%s %v: P %.2f R %.2f F %.2f wrong %d missing %d downloads %d in %.1f s\n", name, r.Samples, sc.p, sc.r, sc.f, sc.wrong, sc.missing, r.Downloads, r.Seconds)
	for _, run := range r.Runs {
		fmt.Fprintf(os.Stderr, "  path %q pages %d html %.3f url %.3f\n", run.PagePath, run.Pages, run.MinHTML, run.MinURL)
	}
	for _, d := range r.Diagnoses {
		fmt.Fprintf(os.Stderr, "  %s: %s\n", d.Case, d.Detail)
	}
	fmt.Fprintf(os.Stderr, "  dropped %v\n", r.Dropped)
}

// listErrors prints a few wrong and missing pages.
func listErrors(found []string, relevant map[string]bool) {
	few := 6
	if os.Getenv("FEW") != "" {
		few = 100000
	}
	have := make(map[string]bool)
	n := 0
	for _, f := range found {
		have[f] = true
		if _, ok := relevant[f]; !ok && n < few {
			fmt.Fprintln(os.Stderr, "  wrong", f)
			n++
		}
	}
	n = 0
	for f, counts := range relevant {
		if counts && !have[f] && n < few {
			fmt.Fprintln(os.Stderr, "  missing", f)
			n++
		}
	}
}

// load reads the types whose sites are at hand.
func (s setting) load() ([]entityType, error) {
	dir := filepath.Join(s.corpora, "sites")
	text, err := os.ReadFile(filepath.Join(dir, "sites.json"))
	if err != nil {
		return nil, err
	}
	var all, types []entityType
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, fmt.Errorf("reading sites.json: %w", err)
	}
	for _, t := range all {
		root := filepath.Join(s.pages, t.Root)
		if _, err := os.Stat(root); err != nil || !strings.Contains(t.Name, s.only) {
			continue
		}
		t.site = &folder{root: root, bases: append([]string{t.BaseURL}, t.Aliases...)}
		if t.relevant, err = readPaths(filepath.Join(dir, t.Name+".reachable.txt.gz")); err != nil {
			return nil, err
		}
		types = append(types, t)
	}
	return types, nil
}

// readPaths reads a gzipped list of paths, one a line.
func readPaths(name string) (map[string]bool, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	paths := make(map[string]bool)
	lines := bufio.NewScanner(z)
	for lines.Scan() {
		if line := strings.TrimSpace(lines.Text()); line != "" {
			paths[line] = true
		}
	}
	return paths, lines.Err()
}
