package verde_test

import (
	"context"
	"fmt"

	"verde"
	"verde/catalog"
	"verde/fetch"
	"verde/pageeval"
	"verde/search"
	"verde/search/live"
)

// What docs/library.md shows: it is compiled here, and not run, since it needs a search
// engine.
func ExampleExplorer_library() {
	ctx := context.Background()
	client, err := fetch.New(fetch.Options{Archive: "books/archive"}) // polite, archived
	store, err := catalog.Open(ctx, "books/catalog.sqlite")
	engine, err := live.New("searxng", "http://localhost:8888/search", live.Options{})
	classifier, err := pageeval.Default()
	x := &verde.Explorer{Domain: "book", Pages: client, Catalog: store, Engines: []search.Engine{engine}, Classifier: classifier}
	vertical, err := x.Learn(ctx, []string{"https://books.example/b/42"})
	report, err := x.Explore(ctx, vertical)
	for record, err := range store.Records(ctx, "") {
		fmt.Println(record.URL, record.Value("Author"), err)
	}
	fmt.Println(report.Sources, err)
}
