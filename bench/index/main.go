// Command index measures package search/index on real pages, and prints a
// Markdown table.
//
//	export VERDE_CORPORA=/path/to/corpora
//	go run ./bench/index            # the pages of swde/html, over and over
//	go run ./bench/index -n 10000
//
// VERDE_CORPORA (or -corpora) is the folder that holds swde/html; nothing is
// measured when it is missing. The pages are parsed before, and held in memory:
// what is measured is the indexing alone, on all processors.
package main

import (
	"context"
	"flag"
	"fmt"
	"iter"
	"os"
	"path/filepath"

	"verde/fetch"
	"verde/internal/flathtml"
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
	bytes := 0
	parsing := stopwatch.Start()
	read := make([]index.Parsed, len(some))
	for i, p := range some {
		bytes += len(p.Body)
		root, err := p.Parse()
		if err != nil {
			return err
		}
		read[i].Document = new(flathtml.Document)
		read[i].Document.Fill(root)
	}
	parse := parsing()
	dir, err := os.MkdirTemp("", "index")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()
	building := stopwatch.Start()
	x, err := index.BuildParsed(ctx, filepath.Join(dir, "index"), repeated(read, *n))
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
	pages := float64(x.Stats.Pages)
	fmt.Printf("| pages | KB a page | parse, pages/s a processor | index, s | of one processor | pages/s, clock | pages/s a processor | query, ms | results |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n")
	fmt.Printf("| %d | %d | %.0f | %.1f | %.1f | %.0f | %.0f | %.1f | %d |\n", x.Stats.Pages, bytes/len(some)>>10, float64(len(some))/parse.Processor,
		build.Wall, build.Processor, pages/build.Wall, pages/build.Processor, 1000*ask.Wall/asked, found/asked)
	return nil
}

// repeated gives n pages, copies under other addresses once all were given.
func repeated(some []index.Parsed, n int) iter.Seq2[index.Parsed, error] {
	return func(yield func(index.Parsed, error) bool) {
		for i := range n {
			p := some[i%len(some)]
			p.URL = fmt.Sprintf("http://copy%d.example/%d", i/len(some), i%len(some))
			if !yield(p, nil) {
				return
			}
		}
	}
}
