// Command index measures package search/index on real pages, and prints a
// Markdown table.
//
//	export VERDE_CORPORA=/path/to/corpora
//	go run ./bench/index            # the pages of swde/html, over and over
//	go run ./bench/index -n 10000
//
// VERDE_CORPORA (or -corpora) is the folder that holds swde/html; nothing is
// measured when it is missing. Parsing is measured on its own and taken off:
// the pages are parsed anyway where they come from.
package main

import (
	"context"
	"flag"
	"fmt"
	"iter"
	"os"
	"path/filepath"

	"verde/fetch"
	"verde/internal/stopwatch"
	"verde/page"
	"verde/query"
	"verde/search/index"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "index bench:", err)
		os.Exit(1)
	}
}

func run() error {
	corpora := flag.String("corpora", os.Getenv("VERDE_CORPORA"), "folder that holds swde/")
	n := flag.Int("n", 3000, "pages")
	flag.Parse()
	if *corpora == "" {
		fmt.Println("skipped: set VERDE_CORPORA to the folder that holds swde/")
		return nil
	}
	var some []*page.Page
	for p, err := range fetch.Pages(filepath.Join(*corpora, "swde", "html")) {
		if err == nil {
			some = append(some, p)
		}
	}
	if len(some) == 0 {
		return fmt.Errorf("no page in %s", *corpora)
	}
	parsing := stopwatch.Start()
	bytes := 0
	for p := range repeated(some, *n) {
		bytes += len(p.Body)
		if _, err := p.Parse(); err != nil {
			return err
		}
	}
	parse := parsing()
	dir, err := os.MkdirTemp("", "index")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()
	building := stopwatch.Start()
	x, err := index.Build(ctx, filepath.Join(dir, "index"), repeated(some, *n))
	if err != nil {
		return err
	}
	defer x.Close()
	build := building()
	asking := stopwatch.Start()
	const asked = 200
	found := 0
	for range asked {
		q := query.Query{Required: []query.Value{{Text: "Paperback"}, {Text: "Publisher"}}, Any: []string{"book"}}
		for _, err := range x.Search(ctx, q) {
			if err != nil {
				return err
			}
			found++
		}
	}
	ask := asking()
	indexing := build.Processor - parse.Processor
	fmt.Printf("| pages | MB | parse, s | build, s | both of one processor, s | pages/s without parse, a processor | pages/s with it, clock | query, ms | results |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n")
	fmt.Printf("| %d | %d | %.1f | %.1f | %.1f, %.1f | %.0f | %.0f | %.1f | %d |\n", x.Stats.Pages, bytes>>20, parse.Wall, build.Wall, parse.Processor, build.Processor,
		float64(x.Stats.Pages)/indexing, float64(x.Stats.Pages)/build.Wall, 1000*ask.Wall/asked, found/asked)
	return nil
}

// repeated gives n pages, copies under other addresses once all were given.
func repeated(some []*page.Page, n int) iter.Seq2[*page.Page, error] {
	return func(yield func(*page.Page, error) bool) {
		for i := range n {
			p := *some[i%len(some)]
			p.URL = fmt.Sprintf("http://copy%d.example/%d", i/len(some), i%len(some))
			if !yield(&p, nil) {
				return
			}
		}
	}
}
