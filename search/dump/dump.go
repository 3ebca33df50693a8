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
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"iter"

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

// maxWindow bounds the memory that a zstd file may ask for: what its --long
// needs.
const maxWindow = 128 << 20

var (
	errBinary = errors.New("binary, or text in UTF-16")
	errMarkup = errors.New("a page of HTML or XML")
)

var extensions = []string{".gz", ".zst", ".txt", ".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".cdxj", ".list", ".urls"}

// ErrTooMany is a dump with more different URLs than were to be kept.
var ErrTooMany = errors.New("too many different URLs")
