package webbox

import (
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"verde/eval"
	"verde/page"
	"verde/siteexpand"
)

// Expansion says how sites are expanded.
type Expansion struct {
	Method  siteexpand.Method
	Options siteexpand.Options
	Samples int // given at once
	Draws   int // sets of samples of each site
	Workers int // runs at a time
}

// Expand expands each site of the vertical, and grades each run. The type of a
// row is the site's host.
func (w *Web) Expand(ctx context.Context, x Expansion) ([]eval.Row, error) {
	sites, err := w.Sites(ctx)
	if err != nil {
		return nil, err
	}
	entities, err := w.Entities(ctx)
	if err != nil {
		return nil, err
	}
	sites = slices.DeleteFunc(sites, func(s Site) bool { return !s.OfVertical() })
	rows := make([]eval.Row, len(sites)*x.Draws)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(1, x.Workers))
	for i, site := range sites {
		urls, truth, err := truthOf(entities[site.Host])
		if err != nil {
			return nil, err
		}
		for draw := range x.Draws {
			group.Go(func() (err error) {
				rows[i*x.Draws+draw], err = w.expand(ctx, x, site.Host, draw, urls, truth)
				return err
			})
		}
	}
	return rows, group.Wait()
}

// truthOf lists the entity pages of a site, and what counts as one: aliases
// count neither way.
func truthOf(entities []Entity) (urls []string, truth eval.Truth, err error) {
	truth = eval.Truth{}
	for _, e := range entities {
		for i, raw := range append([]string{e.URL}, e.Aliases...) {
			u, err := page.Normalize(raw)
			if err != nil {
				return nil, nil, err
			}
			if i == 0 {
				urls = append(urls, u)
			}
			truth[u] = truth[u] || i == 0
		}
	}
	return urls, truth, nil
}

// draw chooses n entity pages of a site at random: the same for all methods.
func draw(host string, number int, urls []string, n int) []string {
	h := fnv.New64a()
	io.WriteString(h, host)
	pages := slices.Sorted(slices.Values(urls))
	rand.New(rand.NewPCG(uint64(number), h.Sum64())).Shuffle(len(pages), func(i, j int) { pages[i], pages[j] = pages[j], pages[i] })
	return pages[:min(n, len(pages))]
}

// expand makes one run.
func (w *Web) expand(ctx context.Context, x Expansion, host string, number int, urls []string, truth eval.Truth) (eval.Row, error) {
	samples := draw(host, number, urls, x.Samples)
	opt := x.Options
	opt.Now = time.Now
	res, err := x.Method.Expand(ctx, w.fetcher(), samples, opt)
	if err != nil {
		return eval.Row{}, fmt.Errorf("%s: %w", host, err)
	}
	var found []string
	for _, e := range res.Pages {
		found = append(found, e.URL)
	}
	row := eval.Row{Type: host, Method: x.Method.Name(), Choice: eval.Random, Samples: len(samples), Draw: number + 1, URLs: samples, Score: eval.Grade(found, truth)}
	row.Tell(&res.Report)
	return row, nil
}
