// Package dump reads search results that the user has already.
//
// The one idea: the format of a dump is detected line by line, not declared, so
// files of several engines can be fed as they are. A line that can't be read is
// an error with its number, and reading goes on.
//
// Known are JSON objects of all formats that package answer knows or package service
// describes, one a line, over several lines or in an array; tables (comma, tab, semicolon) with a
// header, or with one URL a row; lists of URLs under a line with their query;
// and the CDXJ index lines of web archives.
package dump

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"iter"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"verde/query"
	"verde/search"
	"verde/search/service"
)

// LineError is a line, or the rest of a file, that could not be read.
type LineError struct {
	File string
	Line int
	Err  error
}

func (e *LineError) Error() string { return fmt.Sprintf("%s, line %d: %v", e.File, e.Line, e.Err) }
func (e *LineError) Unwrap() error { return e.Err }

// Read yields the results in r, which may be compressed with gzip or zstd. name
// is for errors, which are all of type [*LineError]; and what a dump gives no
// query for, as a list of URLs, has answered the query that its file is named
// after. Of a file that is binary or markup nothing is read. Shapes describe JSON
// that is not known.
//
// Memory: one line or object, at most [MaxLine], and a count for each of the
// last queries, whatever the size of the dump.
//
// Cost: linear in r.
func Read(r io.Reader, name string, shapes ...*service.Service) iter.Seq2[search.Result, error] {
	return func(yield func(search.Result, error) bool) {
		in, done, err := decompress(r)
		if err != nil {
			yield(search.Result{}, &LineError{name, 1, err})
			return
		}
		defer done()
		if err := look(in); err != nil {
			yield(search.Result{}, &LineError{name, 1, err})
			return
		}
		p := parser{lines: lines{in: in}, fallback: stem(name), ranks: map[uint64]int{}, seed: maphash.MakeSeed(), shapes: shapes}
		p.read(func(results []search.Result, bad *LineError) bool {
			if bad != nil {
				bad.File = name
				if !yield(search.Result{}, bad) {
					return false
				}
			}
			for _, r := range results {
				if !yield(r, nil) {
					return false
				}
			}
			return true
		})
	}
}

// Files yields the results in the named files, as [Read] does; "-" is stdin. A
// file that can't be opened is an error, that ends it.
func Files(paths []string, stdin io.Reader, shapes ...*service.Service) iter.Seq2[search.Result, error] {
	return func(yield func(search.Result, error) bool) {
		for _, path := range paths {
			if path == "-" {
				for r, err := range Read(stdin, "standard input", shapes...) {
					if !yield(r, err) {
						return
					}
				}
				continue
			}
			f, err := open(path)
			if err != nil {
				yield(search.Result{}, err)
				return
			}
			for r, err := range Read(f, path, shapes...) {
				if !yield(r, err) {
					f.Close()
					return
				}
			}
			f.Close()
		}
	}
}

func open(path string) (*os.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("result dump: %w", err)
	}
	if st, err := f.Stat(); err == nil && st.IsDir() {
		f.Close()
		return nil, fmt.Errorf("result dump %s is a folder: give its files", path)
	}
	return f, nil
}

// maxWindow bounds the memory that a zstd file may ask for: what its --long
// needs.
const maxWindow = 128 << 20

// decompress looks at the first bytes of r.
func decompress(r io.Reader) (in *bufio.Reader, done func(), err error) {
	const buffer = 64 << 10
	in = bufio.NewReaderSize(r, buffer)
	magic, _ := in.Peek(4) // a shorter file is not compressed
	switch {
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, nil, err
		}
		return bufio.NewReaderSize(z, buffer), func() { z.Close() }, nil
	case bytes.Equal(magic, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		z, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			return nil, nil, err
		}
		return bufio.NewReaderSize(z, buffer), z.Close, nil
	}
	return in, func() {}, nil
}

var (
	errBinary = errors.New("binary, or text in UTF-16")
	errMarkup = errors.New("a page of HTML or XML")
)

// look tells of what no line of can be a result: the beginning of a file shows
// it. That NUL is binary is git's and grep's rule too.
func look(in *bufio.Reader) error {
	const enough = 8000         // bytes: git's, too
	begin, _ := in.Peek(enough) // what is wrong with the file shows when it is read
	if bytes.IndexByte(begin, 0) >= 0 {
		return errBinary
	}
	if bytes.HasPrefix(bytes.TrimSpace(bytes.TrimPrefix(begin, []byte("\xef\xbb\xbf"))), []byte("<")) {
		return errMarkup
	}
	return nil
}

// stem is the name of a file without its folders and what it is packed in.
func stem(name string) string {
	if name == "standard input" {
		return ""
	}
	name = filepath.Base(name)
	for {
		ext := filepath.Ext(name)
		if ext == "" || ext == name || !slices.Contains(extensions, strings.ToLower(ext)) {
			return name
		}
		name = strings.TrimSuffix(name, ext)
	}
}

var extensions = []string{".gz", ".zst", ".txt", ".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".cdxj", ".list", ".urls"}

// Options say what [Open] keeps of a dump. The zero value keeps all.
type Options struct {
	// Only tells the queries whose results are wanted; nil means all.
	Only func(query.Query) bool
	// Brief keeps of a result its URL and rank, and of a URL the title that it
	// came with first: what sites are judged by.
	Brief bool
	// MaxURLs is how many different URLs are kept at most; one more is
	// [ErrTooMany]. Zero means any number.
	MaxURLs int
	// Shapes describe JSON that is not known.
	Shapes []*service.Service
}

// ErrTooMany is a dump with more different URLs than were to be kept.
var ErrTooMany = errors.New("too many different URLs")

// Dump is a set of results by query, as an [search.Engine].
type Dump struct {
	Summary
	order []string // IDs in the order of the files
	asked map[string]*asked
	urls  []titled
}

// asked is a query and what it has led to.
type asked struct {
	query query.Query
	text  string // as in the dump
	place int32  // in the order
	hits  []hit
}

// hit is a result.
type hit struct {
	url, rank int32          // the URL's place in urls
	full      *search.Result // nil if brief
}

// titled is a URL with the title of its first result.
type titled struct{ url, title string }

// Open reads the named files; "-" is stdin. A file that can't be opened, one that
// is no dump ([ErrNoDump]), files without a single result, and too many URLs are
// an error.
//
// Memory: what is kept of the distinct results, since they are asked for in any
// order; brief, each URL and title once, and some tens of bytes for each query
// that a URL answers. Who needs results once reads them with [Stream].
//
// Cost: one pass over the files.
func Open(paths []string, stdin io.Reader, opt Options) (*Dump, error) {
	d := &Dump{asked: map[string]*asked{}}
	places := map[string]int32{} // of URLs
	seen := map[[2]int32]bool{}  // places of queries and URLs
	others, duplicates := 0, 0
	s, err := Stream(paths, stdin, func(q query.Query, res search.Result) error {
		if opt.Only != nil && !opt.Only(q) {
			others++
			return nil
		}
		a := d.asked[q.ID]
		if a == nil {
			a = &asked{query: q, text: res.Query, place: int32(len(d.order))}
			d.asked[q.ID] = a
			d.order = append(d.order, q.ID)
		}
		url, old := places[res.URL]
		if !old && opt.MaxURLs > 0 && len(d.urls) >= opt.MaxURLs {
			return ErrTooMany
		}
		if !old {
			// Clones, else each keeps the line that it was read from.
			first := titled{strings.Clone(res.URL), strings.Clone(res.Title)}
			url = int32(len(d.urls))
			places[first.url] = url
			d.urls = append(d.urls, first)
		}
		pair := [2]int32{a.place, url}
		if seen[pair] {
			duplicates++
			return nil
		}
		seen[pair] = true
		h := hit{url: url, rank: int32(min(res.Rank, math.MaxInt32))}
		if !opt.Brief {
			full := res
			h.full = &full
		}
		a.hits = append(a.hits, h)
		return nil
	}, opt.Shapes...)
	if err != nil {
		return nil, err
	}
	d.Summary = s
	d.Results, d.Duplicates, d.Others = s.Results-duplicates-others, duplicates, others
	return d, nil
}

// Name implements [search.Engine].
func (d *Dump) Name() string { return "dump" }

// Queries lists the queries that the dump answers, read from their texts, in
// the order of the files. Those without a quoted phrase require nothing.
func (d *Dump) Queries() []query.Query {
	out := make([]query.Query, len(d.order))
	for i, id := range d.order {
		out[i] = d.asked[id].query
	}
	return out
}

// Search implements [search.Engine]. A query is known by its ID or, since IDs
// are made of the required values, by a text with the same values in whatever
// dialect.
func (d *Dump) Search(_ context.Context, q query.Query) iter.Seq2[search.Result, error] {
	return func(yield func(search.Result, error) bool) {
		a := d.asked[q.ID]
		if a == nil {
			return
		}
		rank := 0
		for _, h := range a.hits {
			r := d.result(a, h)
			// Answers of two engines in one dump both begin at 1.
			rank = max(r.Rank, rank+1)
			r.QueryID, r.Rank = q.ID, rank
			if !yield(r, nil) {
				return
			}
		}
	}
}

func (d *Dump) result(a *asked, h hit) search.Result {
	if h.full != nil {
		return *h.full
	}
	u := d.urls[h.url]
	return search.Result{Query: a.text, Rank: int(h.rank), URL: u.url, Title: u.title}
}
