package growth

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"runtime/debug"

	"verde"
	"verde/bench/stores"
	"verde/bench/table"
	"verde/catalog"
	"verde/internal/cluster"
	"verde/internal/stopwatch"
	"verde/record"
	"verde/vertical"
)

// closingSizes are how many records a run in a database has when a round is closed.
var closingSizes = []int{10_000, 30_000, 100_000, 300_000, 1_000_000}

// measureClosing measures what closing a round takes: all that is known, and what it comes to
// as one catalog. Opening the next one is the first half of that and the queries.
func measureClosing(ctx context.Context, r *table.Run) error {
	for _, records := range closingSizes {
		f := table.Figures{"records": table.Count(records)}
		if skip, err := r.Skip(f); err != nil {
			return err
		} else if skip {
			continue
		}
		r.Sayf("%d records", records)
		if err := closing(ctx, records, f); err != nil {
			return err
		}
		if err := r.Put("go run ./bench/run closing", f); err != nil {
			return err
		}
	}
	return nil
}

func closing(ctx context.Context, records int, f table.Figures) (err error) {
	address := os.Getenv(stores.Database.Variable)
	const run = "bench_closing"
	drop := func() error { return catalog.DropDatabase(context.WithoutCancel(ctx), address, run) }
	_ = drop() // there is one only if a measurement was killed
	cat, err := catalog.OpenDatabase(ctx, address, run)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, cat.Close(), drop()) }()
	if err := settle(ctx, cat, records/ofSite); err != nil {
		return err
	}
	values, err := cat.Values(ctx)
	if err != nil {
		return err
	}
	x := &verde.Explorer{Domain: "book", Catalog: cat}
	v := &vertical.Vertical{Domain: "book", Site: catalog.ListSite, Identifier: "title", Attributes: []vertical.Attribute{{Name: "author"}, {Name: "publisher"}}}
	debug.FreeOSMemory()
	if err := forgetPeak(); err != nil {
		return err
	}
	before := table.PeakMemory("self")
	need := cluster.MemoryFor(values)
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(int64(1e6*before) + need)) // as a worker does
	end := stopwatch.Start()
	if _, err := x.CloseRound(ctx, v, 1); err != nil {
		return err
	}
	took, peak := end(), table.PeakMemory("self")-before
	f["values"], f["s, processors"], f["MB at most"] = table.Count(values), table.Fixed(took.Processor, 1), table.Fixed(peak, 0)
	f["MB allowed"] = table.Fixed(float64(need)/1e6, 0)
	return nil
}

// forgetPeak has the most memory that this process had count from now on. See proc_pid_clear_refs(5).
func forgetPeak() error {
	const peak = "5"
	return os.WriteFile("/proc/self/clear_refs", []byte(peak), 0)
}

// settle fills a catalog with a round that is to be closed.
func settle(ctx context.Context, cat *catalog.Catalog, sites int) error {
	candidates := make([]catalog.Candidate, sites)
	for site := range sites {
		candidates[site] = catalog.Candidate{Round: 1, Site: fmt.Sprintf("s%d.example", site), Body: []byte("{}")}
	}
	if err := cat.OpenRound(ctx, catalog.Round{Round: 1, Report: []byte(`{"round":1}`)}, candidates); err != nil {
		return err
	}
	for site, c := range candidates {
		s := catalog.Settled{Source: catalog.Source{Site: c.Site, Role: catalog.Discovered, Round: 1, State: catalog.Expanded,
			Attributes: map[string]string{label("title", site): "title", label("author", site): "author", label("publisher", site): "publisher"}}}
		for rec, err := range recordsOf(site) {
			if err != nil {
				return err
			}
			s.Pages = append(s.Pages, catalog.Page{URL: rec.URL, Status: "fetched"})
			s.Records = append(s.Records, rec)
		}
		if err := cat.PutSettled(ctx, 1, s); err != nil {
			return err
		}
	}
	return nil
}

// label is what a site calls something.
func label(what string, site int) string { return fmt.Sprint(what, " ", site) }

// recordsOf makes the records of a site: each entity is on copies sites.
func recordsOf(site int) iter.Seq2[record.Record, error] {
	return func(yield func(record.Record, error) bool) {
		for i := range ofSite {
			b := newBook(uint64((site/copies)*ofSite + i))
			if !yield(record.FromTexts(fmt.Sprintf("http://s%d.example/%d", site, i), b.on(site)), nil) {
				return
			}
		}
	}
}
