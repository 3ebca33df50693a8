// Package sorted finds lines in the indexes of web archives by what they begin with.
//
// The one idea: an index of captures is sorted, so what it has of one URL or one site is one
// stretch of it, found by a few reads whatever its size, wherever the file is: in a folder,
// on a server that answers range requests, or in a bucket. Three kinds are read: files of
// sorted lines, the same compressed by gzip (which are read to the place), and ZipNum
// indexes, whose lines are compressed in blocks with a list of their first keys (cluster.idx)
// beside them.
package sorted

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/klauspost/compress/gzip"
)

// Index is an index by its name: sorted lines, in a file that ends in .gz compressed, or
// the list of a ZipNum index, which ends in .idx. It is safe for concurrent use.
type Index struct {
	files Files
	name  string
	file  *blocks
}

// ErrUnsorted says that a file is not sorted, so that nothing can be searched in it.
var ErrUnsorted = errors.New("its lines are not sorted by their bytes (as LC_ALL=C sort does)")

// Open opens an index, and reads its beginning. The error is [ErrUnsorted] if that is not
// sorted.
func Open(ctx context.Context, files Files, name string) (*Index, error) {
	file, err := open(ctx, files, name)
	if err == nil {
		err = checkSorted(file)
	}
	if err != nil {
		return nil, fmt.Errorf("index %s: %w", name, err)
	}
	return &Index{files, name, file}, nil
}

// checkSorted looks at the lines of the first block of a file.
func checkSorted(file *blocks) error {
	head, err := io.ReadAll(io.NewSectionReader(file, 0, min(file.size, blockSize)))
	if err != nil || bytes.HasPrefix(head, []byte("\x1f\x8b")) {
		return err
	}
	last := ""
	for line := range strings.Lines(string(head)) {
		if !strings.HasSuffix(line, "\n") {
			break
		}
		if line < last {
			return ErrUnsorted
		}
		last = line
	}
	return nil
}

// Name is that of the index within its files.
func (x *Index) Name() string { return x.name }

// maxLine is the longest line that is read: a URL of 8 KiB in its two forms, and the rest.
const maxLine = 64 << 10

// Lines gives the lines that begin with a prefix, all for "", without their ends, and before
// them the first of the file if that names the columns of a CDX file. A line holds until the
// next is given. An error is the last. Cost: a search over the file or the list of blocks,
// and reading the lines; all before them, too, of a compressed file.
func (x *Index) Lines(ctx context.Context, prefix string) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		fail := func(err error) { yield(nil, fmt.Errorf("index %s: %w", x.name, err)) }
		lines, err := x.stretch(ctx, prefix)
		if err != nil {
			fail(err)
			return
		}
		for line, err := range lines {
			if err == nil {
				err = context.Cause(ctx)
			}
			if err != nil {
				fail(err)
				return
			}
			if !yield(line, nil) {
				return
			}
		}
	}
}

// stretch gives the lines.
func (x *Index) stretch(ctx context.Context, prefix string) (iter.Seq2[[]byte, error], error) {
	file := x.file.within(ctx)
	switch name := strings.ToLower(x.name); {
	case strings.HasSuffix(name, ".idx"):
		from, err := seek(file, prefix, true)
		if err != nil {
			return nil, err
		}
		return func(yield func([]byte, error) bool) {
			for text, err := range linesOf(file.from(from)) {
				if err != nil || string(text) >= prefix && !bytes.HasPrefix(text, []byte(prefix)) {
					if err != nil {
						yield(nil, err)
					}
					return
				}
				if !x.block(ctx, string(text), prefix, yield) {
					return
				}
			}
		}, nil
	case strings.HasSuffix(name, ".gz"):
		zr, err := gzip.NewReader(bufio.NewReader(file.from(0)))
		if err != nil {
			return nil, err
		}
		return beginning(zr, prefix, true), nil
	}
	from, err := seek(file, prefix, false)
	if err != nil {
		return nil, err
	}
	rest := beginning(file.from(from), prefix, false)
	if prefix == "" {
		return rest, nil
	}
	head := beginning(io.NewSectionReader(file, 0, maxLine), columns, true)
	return func(yield func([]byte, error) bool) {
		for line, err := range head {
			if err != nil {
				break
			}
			if !yield(line, nil) {
				return
			}
		}
		rest(yield)
	}, nil
}

// columns begins the line of a CDX file that names its columns.
const columns = " CDX "

// maxBlock is the largest block that is read, compressed: they have 3,000 lines.
const maxBlock = 16 << 20

// block gives the lines of a block of a ZipNum index that begin with a prefix, and tells
// whether to go on. An entry of the list has its first key, and the file beside the list
// in which it is, and where.
func (x *Index) block(ctx context.Context, entry, prefix string, yield func([]byte, error) bool) bool {
	f := strings.Split(entry, "\t")
	if len(f) < 4 {
		return yield(nil, fmt.Errorf("line %.60q is none of a list of blocks", entry))
	}
	offset, err1 := strconv.ParseInt(f[2], 10, 64)
	size, err2 := strconv.ParseInt(f[3], 10, 64)
	if err := errors.Join(err1, err2); err != nil || offset < 0 || size < 0 || size > maxBlock || !filepath.IsLocal(f[1]) {
		return yield(nil, errors.Join(fmt.Errorf("line %.60q names no block beside it", entry), err))
	}
	packed, err := x.files.Range(ctx, path.Join(path.Dir(x.name), f[1]), offset, size)
	if err != nil {
		return yield(nil, err)
	}
	zr, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return yield(nil, fmt.Errorf("block at %d of %s: %w", offset, f[1], err))
	}
	for line, err := range beginning(zr, prefix, true) {
		if !yield(line, err) || err != nil {
			return false
		}
	}
	return true
}

// beginning gives the lines of a reader that begin with a prefix; with all set it goes on
// behind others, else it ends there.
func beginning(r io.Reader, prefix string, all bool) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		for line, err := range linesOf(r) {
			switch {
			case err != nil:
				yield(nil, err)
				return
			case bytes.HasPrefix(line, []byte(prefix)) || all && bytes.HasPrefix(line, []byte(columns)):
				if !yield(line, nil) {
					return
				}
			case !all || string(line) > prefix:
				return
			}
		}
	}
}

func linesOf(r io.Reader) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		lines := bufio.NewScanner(r)
		lines.Buffer(nil, maxLine)
		for lines.Scan() {
			if !yield(lines.Bytes(), nil) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			yield(nil, err)
		}
	}
}

// seek gives where in a sorted file the lines from a key on begin; with before set the
// line before them, whose block may have the first. Cost: logarithmic in the file.
func seek(file *blocks, key string, before bool) (int64, error) {
	low, high := int64(0), file.size // the line sought begins in [low, high]
	last := int64(0)                 // where the last line before the key begins
	for low < high {
		middle := low + (high-low)/2
		at, line, err := lineFrom(file, middle)
		if err != nil {
			return 0, err
		}
		if line == nil || string(line) >= key {
			high = middle
		} else {
			low, last = at+int64(len(line))+1, at
		}
	}
	if before {
		return last, nil
	}
	return low, nil
}

// lineFrom gives the first line that begins at an offset or behind it, nil for none.
func lineFrom(file *blocks, offset int64) (at int64, line []byte, err error) {
	at = max(offset-1, 0)
	r := bufio.NewReader(io.NewSectionReader(file, at, 2*maxLine))
	if offset > 0 {
		skipped, err := r.ReadBytes('\n')
		if err == io.EOF {
			return 0, nil, nil
		} else if err != nil {
			return 0, nil, err
		}
		at += int64(len(skipped))
	}
	line, err = r.ReadBytes('\n')
	if err == io.EOF {
		err = nil
	}
	if len(line) == 0 || err != nil {
		return 0, nil, err
	}
	return at, bytes.TrimSuffix(line, []byte("\n")), nil
}
