// Package dump reads search results that the user has already.
//
// The one idea: the shape of a dump is detected line by line, not declared, so
// files of several engines can be fed as they are. A line that can't be read is
// an error with its number, and reading goes on.
package dump

import (
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"

	"verde/query"
	"verde/search"
)

// LineError is a line, or the rest of a file, that could not be read.
type LineError struct {
	File string
	Line int
	Err  error
}

func (e *LineError) Error() string { return fmt.Sprintf("%s, line %d: %v", e.File, e.Line, e.Err) }
func (e *LineError) Unwrap() error { return e.Err }

// MaxLine is the longest line that is read; a longer one is a [LineError].
const MaxLine = 4 << 20

// Read yields the results in r, which may be compressed with gzip. name is for
// errors, which are all of type [*LineError]. Memory: one line.
func Read(r io.Reader, name string) iter.Seq2[search.Result, error] {
	return func(yield func(search.Result, error) bool) {
		in := bufio.NewReaderSize(r, 64<<10)
		if magic, err := in.Peek(2); err == nil && magic[0] == 0x1f && magic[1] == 0x8b {
			z, err := gzip.NewReader(in)
			if err != nil {
				yield(search.Result{}, &LineError{name, 1, err})
				return
			}
			in = bufio.NewReaderSize(z, 64<<10)
		}
		p := parser{ranks: map[string]int{}}
		for n := 1; ; n++ {
			line, err := readLine(in)
			if len(line) > 0 {
				results, perr := p.line(line)
				if perr != nil && !yield(search.Result{}, &LineError{name, n, perr}) {
					return
				}
				for _, res := range results {
					if !yield(res, nil) {
						return
					}
				}
			}
			switch {
			case errors.Is(err, errLongLine):
				if !yield(search.Result{}, &LineError{name, n, err}) {
					return
				}
			case errors.Is(err, io.EOF):
				return
			case err != nil:
				yield(search.Result{}, &LineError{name, n, err})
				return
			}
		}
	}
}

var errLongLine = fmt.Errorf("longer than %d bytes", MaxLine)

// readLine reads a line without its end. A line that is too long is skipped.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := in.ReadSlice('\n')
		if !long {
			line = append(line, part...)
		}
		if len(line) > MaxLine {
			line, long = nil, true
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		for len(line) > 0 && (line[len(line)-1] == '\n' || line[len(line)-1] == '\r') {
			line = line[:len(line)-1]
		}
		if long && err == nil {
			err = errLongLine
		}
		return line, err
	}
}

// Dump is a set of results by query, as an [search.Engine].
type Dump struct {
	Results    int          // distinct (query, URL) pairs
	Duplicates int          // pairs seen again
	Bad        []*LineError // the first lines that could not be read
	BadLines   int          // how many there were
	order      []string     // IDs in the order of the files
	queries    map[string]query.Query
	byID       map[string][]search.Result
}

// maxBad is how many bad lines are kept to be shown.
const maxBad = 20

// Open reads the named files; "-" is stdin. A file that can't be opened, or
// files without a single result, are an error.
func Open(paths []string, stdin io.Reader) (*Dump, error) {
	d := &Dump{queries: map[string]query.Query{}, byID: map[string][]search.Result{}}
	seen := map[[2]string]bool{}
	for _, path := range paths {
		if path == "-" {
			d.read(stdin, "standard input", seen)
			continue
		}
		f, err := os.Open(path)
		if err != nil {
			return nil, fmt.Errorf("result dump: %w", err)
		}
		if st, err := f.Stat(); err == nil && st.IsDir() {
			f.Close()
			return nil, fmt.Errorf("result dump %s is a folder: give its files", path)
		}
		d.read(f, path, seen)
		f.Close()
	}
	if d.Results == 0 {
		err := errors.New("no result in it")
		if len(d.Bad) > 0 {
			err = d.Bad[0]
		}
		return nil, fmt.Errorf("result dump %v: %w; known are JSON lines of VerDE, SearXNG, Bing, Brave, Google, SerpAPI and Serper, and CSV with a header", paths, err)
	}
	return d, nil
}

func (d *Dump) read(r io.Reader, name string, seen map[[2]string]bool) {
	for res, err := range Read(r, name) {
		if err != nil {
			d.BadLines++
			var le *LineError
			if errors.As(err, &le) && len(d.Bad) < maxBad {
				d.Bad = append(d.Bad, le)
			}
			continue
		}
		q := query.Parse(res.Query)
		if res.QueryID != "" {
			q.ID = res.QueryID
		}
		if key := [2]string{q.ID, res.URL}; seen[key] {
			d.Duplicates++
			continue
		} else {
			seen[key] = true
		}
		if _, old := d.queries[q.ID]; !old {
			d.queries[q.ID] = q
			d.order = append(d.order, q.ID)
		}
		d.Results++
		d.byID[q.ID] = append(d.byID[q.ID], res)
	}
}

// Name implements [search.Engine].
func (d *Dump) Name() string { return "dump" }

// Queries lists the queries that the dump answers, read from their texts, in
// the order of the files. Those without a quoted phrase require nothing.
func (d *Dump) Queries() []query.Query {
	out := make([]query.Query, len(d.order))
	for i, id := range d.order {
		out[i] = d.queries[id]
	}
	return out
}

// All yields every result in the order of the files' queries.
func (d *Dump) All() iter.Seq[search.Result] {
	return func(yield func(search.Result) bool) {
		for _, id := range d.order {
			for _, r := range d.byID[id] {
				if !yield(r) {
					return
				}
			}
		}
	}
}

// Search implements [search.Engine]. A query is known by its ID or, since IDs
// are made of the required values, by a text with the same values in whatever
// dialect.
func (d *Dump) Search(_ context.Context, q query.Query) iter.Seq2[search.Result, error] {
	return func(yield func(search.Result, error) bool) {
		for _, r := range d.byID[q.ID] {
			r.QueryID = q.ID
			if !yield(r, nil) {
				return
			}
		}
	}
}
