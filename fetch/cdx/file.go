package cdx

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/klauspost/compress/gzip"
)

// File is an index on disk: a sorted file of CDX or CDXJ lines, the same compressed by
// gzip, or a ZipNum index by its list of blocks (cluster.idx, or what else ends in .idx).
type File string

// Captures gives what the index has of a site, in its order. Lines that can't be read are
// errors, after which the next follow; an error of reading is the last. Cost: a search
// over the file or the list of blocks, and reading the site's lines; all of a compressed
// file.
func (f File) Captures(ctx context.Context, site string) iter.Seq2[Capture, error] {
	return func(yield func(Capture, error) bool) {
		file, err := os.Open(string(f))
		if err != nil {
			yield(Capture{}, err)
			return
		}
		defer file.Close()
		lines, err := f.stretch(file, Key(site))
		if err != nil {
			yield(Capture{}, fmt.Errorf("index %s: %w", f, err))
			return
		}
		var p parser
		for line, err := range lines {
			if err == nil {
				err = context.Cause(ctx)
			}
			if err != nil {
				yield(Capture{}, fmt.Errorf("index %s: %w", f, err))
				return
			}
			if c, ok, err := p.line(line); (ok || err != nil) && !yield(c, err) {
				return
			}
		}
	}
}

// stretch gives the lines of an index that begin with a key, and the first of the file if
// that says what the columns are.
func (f File) stretch(file *os.File, key string) (iter.Seq2[[]byte, error], error) {
	name := strings.ToLower(string(f))
	switch {
	case strings.HasSuffix(name, ".idx"):
		blocks := &blockReader{dir: filepath.Dir(string(f))}
		from, err := seek(file, key, true)
		if err != nil {
			return nil, err
		}
		return func(yield func([]byte, error) bool) {
			for text, err := range linesOf(io.NewSectionReader(file, from, 1<<62)) {
				if err != nil || string(text) >= key && !bytes.HasPrefix(text, []byte(key)) {
					if err != nil {
						yield(nil, err)
					}
					return
				}
				if !blocks.lines(string(text), key, yield) {
					return
				}
			}
		}, nil
	case strings.HasSuffix(name, ".gz"):
		zr, err := gzip.NewReader(bufio.NewReader(file))
		if err != nil {
			return nil, err
		}
		return within(zr, key, true), nil
	}
	from, err := seek(file, key, false)
	if err != nil {
		return nil, err
	}
	head := within(io.NewSectionReader(file, 0, maxLine), " CDX ", true)
	rest := within(io.NewSectionReader(file, from, 1<<62), key, false)
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

// blockReader reads the blocks of a ZipNum index, which are in files beside its list.
type blockReader struct{ dir string }

// maxBlock is the largest block that is read, compressed: they have 3,000 lines.
const maxBlock = 16 << 20

// lines gives the lines of a block that begin with a key, and tells whether to go on.
func (b *blockReader) lines(entry, key string, yield func([]byte, error) bool) bool {
	f := strings.Split(entry, "\t")
	if len(f) < 4 {
		return yield(nil, fmt.Errorf("line %.60q is none of a list of blocks", entry))
	}
	offset, err1 := strconv.ParseInt(f[2], 10, 64)
	size, err2 := strconv.ParseInt(f[3], 10, 64)
	if err := errors.Join(err1, err2); err != nil || size < 0 || size > maxBlock || !filepath.IsLocal(f[1]) {
		return yield(nil, errors.Join(fmt.Errorf("line %.60q names no block beside it", entry), err))
	}
	file, err := os.Open(filepath.Join(b.dir, f[1]))
	if err != nil {
		return yield(nil, err)
	}
	defer file.Close()
	zr, err := gzip.NewReader(bufio.NewReader(io.NewSectionReader(file, offset, size)))
	if err != nil {
		return yield(nil, fmt.Errorf("block at %d of %s: %w", offset, f[1], err))
	}
	for line, err := range within(zr, key, true) {
		if !yield(line, err) || err != nil {
			return false
		}
	}
	return true
}

// within gives the lines of a reader that begin with a key; with all set it goes on behind
// others, else it ends there.
func within(r io.Reader, key string, all bool) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		for line, err := range linesOf(r) {
			switch {
			case err != nil:
				yield(nil, err)
				return
			case bytes.HasPrefix(line, []byte(key)) || all && bytes.HasPrefix(line, []byte(" CDX ")):
				if !yield(line, nil) {
					return
				}
			case !all || string(line) > key:
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
func seek(file *os.File, key string, before bool) (int64, error) {
	info, err := file.Stat()
	if err != nil {
		return 0, err
	}
	low, high := int64(0), info.Size() // the line sought begins in [low, high]
	last := int64(0)                   // where the last line before the key begins
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
func lineFrom(file *os.File, offset int64) (at int64, line []byte, err error) {
	r := bufio.NewReader(io.NewSectionReader(file, max(offset-1, 0), 2*maxLine))
	at = max(offset-1, 0)
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
