package index_test

import (
	"context"
	"fmt"

	"verde/page"
	"verde/query"
	"verde/search/index"
)

// An index in memory over two pages, asked for one of them.
func ExampleBuild() {
	pages := func(yield func(*page.Page, error) bool) {
		for url, body := range map[string]string{
			"http://books.example/emma":    "<title>Emma</title><p>by Jane Austen",
			"http://books.example/dracula": "<title>Dracula</title><p>by Bram Stoker",
		} {
			if !yield(&page.Page{URL: url, Body: []byte(body)}, nil) {
				return
			}
		}
	}
	x, err := index.Build(context.Background(), "", pages)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer x.Close()
	for r, err := range x.Search(context.Background(), query.Parse(`"jane austen"`)) {
		fmt.Println(r.Rank, r.URL, r.Title, err)
	}
	// Output:
	// 1 http://books.example/emma Emma <nil>
}
