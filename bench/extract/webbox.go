package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"verde/extract"
	"verde/fetch"
	"verde/page"
)

// webbox learns a wrapper for each site of a running webbox (behind
// HTTP_PROXY) on some of its entity pages, reads all of them, and writes the
// records for webbox's score command.
func (x *setting) webbox(ctx context.Context) error {
	urls, err := entities(ctx)
	if err != nil {
		return err
	}
	client, err := fetch.New(fetch.Options{Delay: -1, PerHost: 4, IgnoreRobots: true, Archive: x.cache})
	if err != nil {
		return err
	}
	defer client.Close()
	f, err := os.Create(x.out)
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	if x.verbose {
		if err := os.MkdirAll(x.out+".d", 0o755); err != nil {
			return err
		}
	}
	fmt.Println("| site | pages | data columns | learning ms | a page ms, with the parse | parse alone |\n| --- | --- | --- | --- | --- | --- |")
	for _, host := range slices.Sorted(maps.Keys(urls)) {
		if !strings.Contains(host, x.only) {
			continue
		}
		if err := x.webboxSite(ctx, client, host, urls[host], w); err != nil {
			return fmt.Errorf("%s: %w", host, err)
		}
	}
	return w.Flush()
}

// entities asks a webbox for the entity pages of its sites.
func entities(ctx context.Context) (map[string][]string, error) {
	const truth = "http://webbox.test/__truth/entities"
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, truth, nil)
	if err != nil {
		return nil, err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, fmt.Errorf("asking webbox for its entity pages (is HTTP_PROXY its address?): %w", err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", truth, err)
	}
	var listed map[string][]struct{ URL string }
	if err := json.Unmarshal(data, &listed); err != nil {
		return nil, fmt.Errorf("reading %s: %w", truth, err)
	}
	out := make(map[string][]string)
	for host, pages := range listed {
		for _, p := range pages {
			out[host] = append(out[host], p.URL)
		}
	}
	return out, nil
}

func (x *setting) webboxSite(ctx context.Context, client *fetch.Client, host string, urls []string, w io.Writer) error {
	var pages []*page.Page
	for _, u := range urls {
		p, err := client.Fetch(ctx, u)
		if err != nil {
			return err
		}
		pages = append(pages, p)
	}
	r := rand.New(rand.NewPCG(x.seed, 0))
	var sample []*page.Page
	for _, i := range r.Perm(len(pages))[:min(x.learn, len(pages))] {
		sample = append(sample, pages[i])
	}
	start := time.Now()
	wrapper, table, err := extract.Learn(sample, x.options)
	if err != nil {
		return err
	}
	learning := time.Since(start)
	if x.verbose {
		data, err := json.MarshalIndent(wrapper, "", " ")
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(x.out+".d", host+".json"), data, 0o644); err != nil {
			return err
		}
	}
	start = time.Now()
	for _, p := range pages {
		if _, err := p.Parse(); err != nil {
			return err
		}
	}
	parsing := time.Since(start)
	start = time.Now()
	for _, p := range pages {
		rec, err := wrapper.Extract(p)
		if err != nil {
			return err
		}
		line, err := json.Marshal(map[string]any{"site": host, "url": p.Requested, "values": rec.Values})
		if err != nil {
			return err
		}
		if _, err := w.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	each := func(d time.Duration) float64 { return d.Seconds() * 1000 / float64(len(pages)) }
	data := 0
	for _, c := range table.Columns {
		if c.Kind.Data() {
			data++
		}
	}
	fmt.Printf("| %s | %d | %d | %d | %.2f | %.2f |\n", host, len(pages), data, learning.Milliseconds(), each(time.Since(start)), each(parsing))
	return nil
}
