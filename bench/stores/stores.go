// Package stores measures how fast records come into a catalog, in a file and in
// PostgreSQL, one after the other in one run.
//
// The records are made: six values each, a thousand records a site, a site in one
// transaction, as a run stores them.
package stores

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"verde/bench/table"
	"verde/catalog"
	"verde/internal/stopwatch"
	"verde/record"
)

// perSite is how many records a site has.
const perSite = 1000

// sizes are how many records are stored.
var sizes = []int{20_000, 1_000_000}

// run is the catalog's in PostgreSQL, which is dropped before and afterwards.
const run = "bench_stores"

// Database names a server, in which the schema of that run is made.
var Database = table.Need{Variable: "VERDE_BENCH_DATABASE", What: "the address of a PostgreSQL database that may be written to"}

// Tables are those of this package.
func Tables() []*table.Table {
	return []*table.Table{{
		Name: "stores", About: "Made records into a catalog in a file and in PostgreSQL",
		Columns: []string{"records", "catalog", "s, clock", "s, processors of this process", "records a second"},
		Key:     []string{"records", "catalog"}, Packages: []string{"catalog"}, Minutes: 10, Measure: measure,
	}}
}

func measure(ctx context.Context, r *table.Run) error {
	for _, n := range sizes {
		file, err := os.MkdirTemp(r.Work, "stores")
		if err != nil {
			return err
		}
		err = errors.Join(
			store(ctx, r, n, "SQLite", func() (*catalog.Catalog, error) { return catalog.Open(ctx, filepath.Join(file, "c.sqlite")) }, nil),
			os.RemoveAll(file))
		if address := os.Getenv(Database.Variable); err == nil && address != "" {
			drop := func() error { return catalog.DropDatabase(context.WithoutCancel(ctx), address, run) }
			err = store(ctx, r, n, "PostgreSQL", func() (*catalog.Catalog, error) {
				_ = drop() // there is one only if a measurement was killed
				return catalog.OpenDatabase(ctx, address, run)
			}, drop)
		} else if err == nil {
			r.Sayf("PostgreSQL is left out: %s is not set (%s)", Database.Variable, Database.What)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// store stores records in a catalog and keeps the row. drop deletes the catalog, nil for
// one that the caller deletes.
func store(ctx context.Context, r *table.Run, n int, name string, open func() (*catalog.Catalog, error), drop func() error) (err error) {
	f := table.Figures{"records": table.Count(n), "catalog": table.Value(name)}
	if skip, err := r.Skip(f); err != nil || skip {
		return err
	}
	c, err := open()
	if err != nil {
		return err
	}
	defer func() {
		if err = errors.Join(err, c.Close()); drop != nil {
			err = errors.Join(err, drop())
		}
	}()
	var took stopwatch.Spent
	for s := range n / perSite {
		source := catalog.Source{Site: fmt.Sprintf("s%04d.example", s), State: catalog.Expanded}
		pages, records := make([]catalog.Page, perSite), make([]record.Record, perSite)
		for i := range perSite {
			at := fmt.Sprintf("http://%s/item/%d", source.Site, i)
			pages[i] = catalog.Page{URL: at, Status: "fetched"}
			texts := make(map[string][]string, 6)
			for k, label := range []string{"name", "author", "publisher", "pages", "price", "format"} {
				texts[label] = []string{fmt.Sprintf("%s %d of %d", label, i*(k+7), s)}
			}
			records[i] = record.FromTexts(at, texts)
		}
		end := stopwatch.Start()
		if err := c.PutSite(ctx, source, pages, records); err != nil {
			return err
		}
		spent := end()
		took.Wall, took.Processor = took.Wall+spent.Wall, took.Processor+spent.Processor
	}
	f["s, clock"], f["s, processors of this process"] = table.Fixed(took.Wall, 1), table.Fixed(took.Processor, 1)
	f["records a second"] = table.Fixed(float64(n)/took.Wall, 0)
	return r.Put("go run ./bench/run stores", f)
}
