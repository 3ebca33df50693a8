package dump_test

import (
	"context"
	"fmt"
	"strings"

	"verde/search/dump"
)

// What format a dump has is seen from its lines, here a table.
func ExampleOpen() {
	in := strings.NewReader("query,rank,url\nEmma Austen,1,http://a.example/emma\nEmma Austen,2,http://b.example/7\nDracula Stoker,1,http://a.example/dracula\n")
	d, err := dump.Open([]string{"-"}, in, dump.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, q := range d.Queries() {
		for r, err := range d.Search(context.Background(), q) {
			fmt.Println(r.Query, r.Rank, r.URL, err)
		}
	}
	// Output:
	// Emma Austen 1 http://a.example/emma <nil>
	// Emma Austen 2 http://b.example/7 <nil>
	// Dracula Stoker 1 http://a.example/dracula <nil>
}
