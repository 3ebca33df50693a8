package catalog_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"verde/catalog"
)

// A site is stored whole, and comes out as lines or as a table.
func Example() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "catalog")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	c, err := catalog.Open(ctx, filepath.Join(dir, "catalog.sqlite"))
	if err != nil {
		log.Fatal(err)
	}
	defer c.Close()

	source := catalog.Source{Site: "books.example", Role: catalog.Discovered, State: catalog.Expanded, Attributes: map[string]string{"Written by": "Author"}}
	pages := []catalog.Page{{URL: "http://books.example/emma", Status: "fetched"}}
	records := []catalog.Record{{
		URL:        "http://books.example/emma",
		Values:     map[string][]string{"Written by": {"Jane Austen"}, "Formats": {"paper", "audio"}},
		Provenance: map[string]catalog.Provenance{"Written by": {XPath: "/html/body/dl/dd[1]", Page: "http://books.example/emma"}},
	}}
	if err := c.PutSite(ctx, source, pages, records); err != nil {
		log.Fatal(err)
	}
	for r, err := range c.Records(ctx, "books.example") {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(r.Values["Written by"][0], "at", r.Provenance["Written by"].XPath)
	}
	if err := c.ExportWith(ctx, os.Stdout, catalog.ExportOptions{Format: "csv", Attributes: true}); err != nil {
		log.Fatal(err)
	}
	// Output:
	// Jane Austen at /html/body/dl/dd[1]
	// url,site,Author,Formats
	// http://books.example/emma,books.example,Jane Austen,paper | audio
}
