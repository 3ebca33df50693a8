package catalog_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"verde/catalog"
	"verde/record"
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
	records := []record.Record{{
		URL: "http://books.example/emma",
		Fields: []record.Field{
			{Label: "Written by", Values: []record.Value{{Text: "Jane Austen", XPath: "/html/body/dl/dd[1]"}}},
			{Label: "Formats", Values: []record.Value{{Text: "paper"}, {Text: "audio"}}},
		},
	}}
	if err := c.PutSite(ctx, source, pages, records); err != nil {
		log.Fatal(err)
	}
	for r, err := range c.Records(ctx, "books.example") {
		if err != nil {
			log.Fatal(err)
		}
		written := r.Fields[0].Values[0]
		fmt.Println(written.Text, "at", written.XPath)
	}
	if err := c.ExportWith(ctx, os.Stdout, catalog.ExportOptions{Format: "csv", Attributes: true}); err != nil {
		log.Fatal(err)
	}
	// Output:
	// Jane Austen at /html/body/dl/dd[1]
	// url,site,Author,Formats
	// http://books.example/emma,books.example,Jane Austen,paper | audio
}
