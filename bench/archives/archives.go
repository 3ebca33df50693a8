// Package archives measures what archives of any size cost: memory by the number of their
// records, with an index in memory and with one on the disk, and the time of making a search
// engine of their pages and asking it.
//
// The archives are made: short pages (a title, some words, two links) of many sites in gzip
// members of their own; in the largest a page is as long as on the web, not compressed, and
// each file is there many times under other names, as links, for 100 GB of files on .5 GB of
// disk.
package archives

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/klauspost/compress/gzip"

	"verde/bench/table"
	"verde/fetch"
	"verde/fetch/sorted"
	"verde/internal/stopwatch"
	"verde/page"
	"verde/query"
	"verde/search/index"
)

// size is that of an archive.
type size struct {
	records  int
	distinct int // of which so many are different
	filler   int // bytes that a page has beyond its words
}

// Sizes that are measured.
var (
	archiveSizes = []size{plain(250_000), plain(1_000_000), plain(4_000_000), {2_000_000, 10_000, 50_000}}
	indexSizes   = []size{plain(100_000), plain(1_000_000)}
)

// plain is an archive of different short pages.
func plain(records int) size { return size{records, records, 0} }

// perFile is how many records a file has: fewer long ones.
func (s size) perFile() int {
	if s.filler > 0 {
		return 10_000
	}
	return 250_000
}

// sizeOfName reads a size from the name of the folder of an archive.
func sizeOfName(dir string) (s size, err error) {
	_, err = fmt.Sscanf(filepath.Base(dir), "%d-%d-%d", &s.records, &s.distinct, &s.filler)
	return s, err
}

func (s size) String() string { return fmt.Sprintf("%d-%d-%d", s.records, s.distinct, s.filler) }

const (
	perSite = 1000
	looked  = 1000 // pages that are asked for
	asked   = 300  // queries
)

// Tables are those of this package.
func Tables() []*table.Table {
	return []*table.Table{{
		Name: "archives", About: "Archives of any size, by an index in memory and by one on the disk",
		Columns: []string{"records", "files, MB", "index, MB", "making it, µs of processor a record", "making it, MB of memory", "a page by it, ms", "by it, MB of memory", "by an index in memory, s of processor to open", "MB of memory"},
		Key:     []string{"records"}, Packages: []string{"fetch", "fetch/sorted"}, Minutes: 30, Measure: measureArchives,
	}, {
		Name: "index-archive", About: "A search engine of one's own of an archive",
		Columns: []string{"pages", "reading alone, pages/s", "indexing, pages/s", "µs of processor a page, reading", "indexing", "index, MB", "MB of memory", "query as of a run, ms of a processor, median", "95 of 100 below", "a word of many pages, ms, median", "at most"},
		Key:     []string{"pages"}, Packages: []string{"fetch", "search/index"}, Minutes: 15, Measure: measureIndex,
	}}
}

// address is that of a page.
func address(i int) string { return fmt.Sprintf("http://s%d.example/page/%d", i/perSite, i) }

// words are made of syllables, the first the most frequent (see [text]).
func word(i int) string {
	const syllables = "ba ke li mo nu ra se ti vo zu da fe gi ho ju pa"
	parts := strings.Fields(syllables)
	var b strings.Builder
	for i += 16; i > 0; i /= 16 {
		b.WriteString(parts[i%16])
	}
	return b.String()
}

// name is the name that a page is about: two words that hardly another page has together.
func name(i int) string { return word(5000+i%40_000) + " " + word(i) }

// document is a page, of which the filler is the same text over and over.
func document(i, filler int) string {
	r := rand.New(rand.NewPCG(1, uint64(i)))
	zipf := rand.NewZipf(r, 1.1, 10, 50_000)
	var b strings.Builder
	fmt.Fprintf(&b, "<!DOCTYPE html><html><head><title>%s</title></head><body><h1>%s</h1><p>", name(i), name(i))
	for range 60 {
		b.WriteString(word(int(zipf.Uint64())) + " ")
	}
	for from := b.Len(); b.Len() < from+filler; {
		fmt.Fprintf(&b, "<p>%.1000s", b.String())
	}
	fmt.Fprintf(&b, `</p><table><tr><th>%s</th><td>%d</td></tr></table><a href="/page/%d">%s</a></body></html>`, word(3), i%997, i+1, word(7))
	return b.String()
}

// makeArchive writes an archive into a folder, unless it is there.
func makeArchive(dir string, s size) error {
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	partial := dir + ".partial"
	if err := errors.Join(os.RemoveAll(partial), os.MkdirAll(partial, 0o755)); err != nil {
		return err
	}
	named := func(n int) string { return filepath.Join(partial, fmt.Sprintf("%05d.warc.gz", n)) }
	files := 0
	for from := 0; from < s.distinct; from += s.perFile() {
		if err := makeFile(named(files), from, min(s.distinct, from+s.perFile()), s.filler); err != nil {
			return err
		}
		files++
	}
	for n := files; n < files*s.records/s.distinct; n++ {
		if err := os.Link(named(n%files), named(n)); err != nil {
			return err
		}
	}
	return os.Rename(partial, dir)
}

func makeFile(file string, from, to, filler int) (err error) {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	level := gzip.BestSpeed
	if filler > 0 {
		level = gzip.NoCompression
	}
	var record, packed bytes.Buffer
	zw, err := gzip.NewWriterLevel(&packed, level)
	if err != nil {
		return err
	}
	for i := from; i < to; i++ {
		body := "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + document(i, filler)
		record.Reset()
		fmt.Fprintf(&record, "WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-%012d>\r\nWARC-Target-URI: %s\r\nWARC-Date: 2026-01-01T00:00:00Z\r\nContent-Type: application/http;msgtype=response\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", i, address(i), len(body), body)
		zw.Reset(&packed)
		if _, err := zw.Write(record.Bytes()); err != nil {
			return err
		}
		if err := zw.Close(); err != nil {
			return err
		}
		if packed.Len() > 1<<20 || i == to-1 {
			if _, err := f.Write(packed.Bytes()); err != nil {
				return err
			}
			packed.Reset()
		}
	}
	return nil
}

// Process does one thing with an archive, as another process, and prints nothing.
func Process(ctx context.Context, what, dir string) error {
	switch what {
	case "make-index":
		_, err := fetch.IndexArchives(ctx, dir)
		return err
	case "by-index", "in-memory":
		opt := fetch.Options{IgnoreRobots: true}
		if what == "in-memory" {
			opt.Replay = []string{dir}
		}
		c, err := fetch.New(opt)
		if err != nil {
			return err
		}
		if what == "by-index" {
			x, err := fetch.OpenIndexed(ctx, sorted.Folder(dir), fetch.IndexName)
			if err != nil {
				return err
			}
			c.Replay(x)
		}
		return errors.Join(lookUp(ctx, c, dir), c.Close())
	}
	return fmt.Errorf("no process %q", what)
}

// lookUp asks for pages from all over an archive, whose folder is named after its size.
func lookUp(ctx context.Context, c *fetch.Client, dir string) error {
	size, err := sizeOfName(dir)
	if err != nil {
		return err
	}
	for k := range looked {
		i := int(uint64(k*7919+13) * 2654435761 % uint64(size.distinct))
		p, err := c.Fetch(ctx, address(i))
		if err != nil {
			return err
		}
		if string(p.Body) != document(i, size.filler) {
			return fmt.Errorf("%s is another page", p.URL)
		}
	}
	return nil
}

// run runs a process, and gives the seconds of processors that it took, and its memory in MB.
func run(ctx context.Context, what, dir string) (processor, memory float64, err error) {
	self, err := os.Executable()
	if err != nil {
		return 0, 0, err
	}
	cmd := exec.CommandContext(ctx, self, "as", "archive", what, dir)
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return 0, 0, fmt.Errorf("%s: %w", what, err)
	}
	if u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		memory = float64(u.Maxrss<<10) / 1e6 // Linux counts in KiB
	}
	return (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds(), memory, nil
}

// each makes an archive of each size that is wanted, and has it measured.
func each(r *table.Run, sizes []size, column string, measure func(dir string, n int, f table.Figures) error) error {
	for _, size := range sizes {
		n := size.records
		f := table.Figures{column: table.Count(n)}
		if skip, err := r.Skip(f); err != nil {
			return err
		} else if skip {
			continue
		}
		dir := filepath.Join(r.Work, "archives", size.String())
		r.Sayf("making an archive of %d records", n)
		if err := makeArchive(dir, size); err != nil {
			return err
		}
		if err := measure(dir, n, f); err != nil {
			return err
		}
		if err := errors.Join(r.Put("go run ./bench/run "+r.Table.Name, f), os.RemoveAll(dir)); err != nil {
			return err
		}
	}
	return nil
}

func measureArchives(ctx context.Context, r *table.Run) error {
	return each(r, archiveSizes, "records", func(dir string, n int, f table.Figures) error {
		size, err := sizeOf(dir)
		if err != nil {
			return err
		}
		processor, memory, err := run(ctx, "make-index", dir)
		if err != nil {
			return err
		}
		f["making it, µs of processor a record"], f["making it, MB of memory"] = table.Fixed(processor*1e6/float64(n), 0), table.Fixed(memory, 0)
		info, err := os.Stat(filepath.Join(dir, fetch.IndexName))
		if err != nil {
			return err
		}
		f["files, MB"], f["index, MB"] = table.Fixed(size, 0), table.Fixed(float64(info.Size())/1e6, 0)
		processor, memory, err = run(ctx, "by-index", dir)
		if err != nil {
			return err
		}
		f["a page by it, ms"], f["by it, MB of memory"] = table.Fixed(processor*1e3/looked, 2), table.Fixed(memory, 0)
		if processor, memory, err = run(ctx, "in-memory", dir); err != nil {
			return err
		}
		f["by an index in memory, s of processor to open"], f["MB of memory"] = table.Fixed(processor, 1), table.Fixed(memory, 0)
		return nil
	})
}

func measureIndex(ctx context.Context, r *table.Run) error {
	return each(r, indexSizes, "pages", func(dir string, n int, f table.Figures) error {
		if _, err := fetch.IndexArchives(ctx, dir); err != nil {
			return err
		}
		return indexOne(ctx, dir, n, f)
	})
}

// indexOne reads the pages of an archive, indexes them, and asks the index.
func indexOne(ctx context.Context, dir string, n int, f table.Figures) error {
	from := filepath.Join(dir, fetch.IndexName)
	reading := stopwatch.Start()
	var reader page.Reader
	pages := 0
	for p, err := range fetch.Pages(from) {
		if err == nil {
			_, err = reader.Read(p)
		}
		if err != nil {
			return err
		}
		pages++
	}
	if pages != n {
		return fmt.Errorf("%d pages of %d were read", pages, n)
	}
	read := reading()
	into := dir + ".index"
	if err := os.RemoveAll(into); err != nil {
		return err
	}
	building := stopwatch.Start()
	x, err := index.Build(ctx, into, fetch.Pages(from))
	if err != nil {
		return err
	}
	defer os.RemoveAll(into)
	defer x.Close()
	built := building()
	size, err := sizeOf(into)
	if err != nil {
		return err
	}
	var took, often []float64
	ask := func(q query.Query, into *[]float64) error {
		results := 0
		end := stopwatch.Start()
		for _, err := range x.Search(ctx, q) {
			if err != nil {
				return err
			}
			results++
		}
		*into = append(*into, end().Processor*1e3) // the clock says as much where nobody else computes
		if results == 0 {
			return fmt.Errorf("%v has no result", q)
		}
		return nil
	}
	for k := range asked {
		i := int(uint64(k) * 2654435761 % uint64(n))
		err := ask(query.Query{Required: []query.Value{{Text: name(i)}}, OneOf: []query.Value{{Text: fmt.Sprint(i % 997)}, {Text: word(2)}, {Text: name(i + 1)}}, Any: []string{word(3), word(7), word(20)}}, &took)
		if err == nil && k%10 == 0 {
			err = ask(query.Query{Required: []query.Value{{Text: word(k % 40)}}, Any: []string{word(3), word(7), word(20)}}, &often)
		}
		if err != nil {
			return err
		}
	}
	slices.Sort(took)
	slices.Sort(often)
	count := float64(n)
	f["reading alone, pages/s"], f["indexing, pages/s"] = table.Fixed(count/read.Wall, 0), table.Fixed(count/built.Wall, 0)
	f["µs of processor a page, reading"], f["indexing"] = table.Fixed(read.Processor*1e6/count, 0), table.Fixed(built.Processor*1e6/count, 0)
	f["index, MB"], f["MB of memory"] = table.Fixed(size, 0), table.Fixed(table.PeakMemory("self"), 0)
	f["query as of a run, ms of a processor, median"], f["95 of 100 below"] = table.Fixed(took[asked/2], 1), table.Fixed(took[asked*95/100], 1)
	f["a word of many pages, ms, median"], f["at most"] = table.Fixed(often[len(often)/2], 0), table.Fixed(often[len(often)-1], 0)
	return nil
}

// sizeOf gives the MB of all files in a folder.
func sizeOf(dir string) (float64, error) {
	total := int64(0)
	err := filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			total += info.Size()
		}
		return err
	})
	return float64(total) / 1e6, err
}
