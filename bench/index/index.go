// Package index measures package search/index on real pages. They are parsed
// before, and held in memory: what is measured is the indexing alone, on all
// processors.
package index

import (
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"

	"verde/bench/table"
	"verde/fetch"
	"verde/internal/flathtml"
	"verde/internal/stopwatch"
	"verde/page"
	"verde/query"
	"verde/search/index"
)

// pages is how many are indexed, those of swde/html over and over.
const pages = 3000

// Tables are those of this package.
func Tables() []*table.Table {
	return []*table.Table{{
		Name: "index", About: "The embedded index of pages",
		Columns: []string{"pages", "KB a page", "parse, pages/s a processor", "index, s", "of one processor", "pages/s, clock", "pages/s a processor", "query, ms", "results"},
		Key:     []string{"pages"}, Packages: []string{"search/index"}, Needs: []table.Need{table.Corpora}, Minutes: 1, Measure: measure,
	}}
}

func measure(ctx context.Context, r *table.Run) error {
	var some []*page.Page
	for p, err := range fetch.Pages(table.Corpora.Path("swde", "html")) {
		if err == nil {
			some = append(some, p)
		}
	}
	if len(some) == 0 {
		return fmt.Errorf("no page in %s", table.Corpora.Path("swde", "html"))
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
	dir, err := os.MkdirTemp(r.Work, "index")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	building := stopwatch.Start()
	x, err := index.BuildParsed(ctx, filepath.Join(dir, "index"), repeated(read, pages))
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
	n := float64(x.Stats.Pages)
	return r.Put("go run ./bench/run index", table.Figures{"pages": table.Count(x.Stats.Pages), "KB a page": table.Count(bytes / len(some) >> 10),
		"parse, pages/s a processor": table.Fixed(float64(len(some))/parse.Processor, 0), "index, s": table.Fixed(build.Wall, 1),
		"of one processor": table.Fixed(build.Processor, 1), "pages/s, clock": table.Fixed(n/build.Wall, 0), "pages/s a processor": table.Fixed(n/build.Processor, 0),
		"query, ms": table.Fixed(1000*ask.Wall/asked, 1), "results": table.Count(found / asked)})
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
