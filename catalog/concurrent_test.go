package catalog

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"

	"verde/record"
)

// Goroutines of two openings of one file write and read at once: nobody is refused, every site is whole whenever
// it is seen, and nothing is lost.
func TestConcurrent(t *testing.T) {
	t.Parallel()
	ctx, path := t.Context(), filepath.Join(t.TempDir(), "c.db")
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			c, err := Open(ctx, path)
			if err != nil {
				t.Error(err)
				return
			}
			defer c.Close()
			for j := range 6 {
				s, pages, records := site(fmt.Sprint("s", i, j, ".example"), 3)
				if err := c.PutSite(ctx, s, pages, records); err != nil {
					t.Error(err)
				}
				st, err := c.Stats(ctx)
				if err != nil || st.Pages != 3*len(st.PerSite) || st.Values != 9*len(st.PerSite) {
					t.Errorf("%d pages, %d values of %d sites, %v", st.Pages, st.Values, len(st.PerSite), err)
				}
			}
		})
	}
	wg.Wait()
	c, err := Open(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if st, err := c.Stats(ctx); err != nil || st.Records != 4*6*3 {
		t.Errorf("%d records, %v; want 72", st.Records, err)
	}
}

// A new file that others read while it is switched to a write-ahead log is waited for: the openings before and
// after one another are many, so that some meet.
func TestOpenedAtOnce(t *testing.T) {
	t.Parallel()
	times := 10
	if testing.Short() {
		times = 3
	}
	for i := range times {
		path := filepath.Join(t.TempDir(), fmt.Sprint(i, ".db"))
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				c, err := Open(t.Context(), path)
				if err != nil {
					t.Error(err)
					return
				}
				if err := c.Close(); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
	}
}

// A context that ends stops a loop with its error, and writes nothing.
func TestCancelled(t *testing.T) {
	t.Parallel()
	c := open(t)
	s, pages, records := site("a.example", 20)
	if err := c.PutSite(t.Context(), s, pages, records); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	n, last := 0, error(nil)
	for _, err := range c.Records(ctx, "") {
		if last = err; err == nil {
			n++
		}
		cancel()
	}
	if n != 1 || !errors.Is(last, context.Canceled) {
		t.Errorf("%d records and %v after the context ended", n, last)
	}
	if err := c.PutSite(ctx, s, nil, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("PutSite: %v", err)
	}
	if got := collect(t, c.Pages(t.Context(), "")); len(got) != 20 {
		t.Errorf("%d pages left of 20", len(got))
	}
}

// A loop that is left gives its connection back.
func TestBreak(t *testing.T) {
	t.Parallel()
	c := open(t)
	s, pages, records := site("a.example", 3)
	if err := c.PutSite(t.Context(), s, pages, records); err != nil {
		t.Fatal(err)
	}
	for range c.Records(t.Context(), "") {
		break
	}
	for range c.Pages(t.Context(), "") {
		break
	}
	if n := c.reader.Stats().InUse; n != 0 {
		t.Errorf("%d connections in use", n)
	}
}

// The view for people with an SQLite tool has a row a value.
func TestFacts(t *testing.T) {
	t.Parallel()
	c := open(t)
	s, pages, records := site("a.example", 2)
	records[1].Fields = append(records[1].Fields, record.Field{Label: "empty"})
	if err := c.PutSite(t.Context(), s, pages, records); err != nil {
		t.Fatal(err)
	}
	var n int
	var title, xpath string
	row := c.reader.QueryRow("SELECT count(*), max(CASE WHEN label = 'Title' THEN value END), max(xpath) FROM facts")
	if err := row.Scan(&n, &title, &xpath); err != nil || n != 6 || title != "Book <1>" || xpath != "/html/h1" {
		t.Errorf("%d facts, title %q at %q, %v", n, title, xpath, err)
	}
}

// BenchmarkPutSite stores a site of 1,000 pages with 10 values each, in place of what was there.
func BenchmarkPutSite(b *testing.B) {
	ctx := context.Background()
	c, err := Open(ctx, filepath.Join(b.TempDir(), "c.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	s, pages, records := site("a.example", 1000)
	for i := range records {
		for j := range 8 {
			records[i].Fields = append(records[i].Fields, record.Field{Label: fmt.Sprint("Label ", j), Values: []record.Value{{Text: fmt.Sprint("value ", i, " of ", j)}}})
		}
	}
	for b.Loop() {
		if err := c.PutSite(ctx, s, pages, records); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRecords reads them back.
func BenchmarkRecords(b *testing.B) {
	ctx := context.Background()
	c, err := Open(ctx, filepath.Join(b.TempDir(), "c.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	s, pages, records := site("a.example", 1000)
	if err := c.PutSite(ctx, s, pages, records); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		for _, err := range c.Records(ctx, "a.example") {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}
