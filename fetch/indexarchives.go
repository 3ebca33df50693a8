package fetch

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/lanrat/extsort"
)

// IndexName is the name of the index that [IndexArchives] makes in a folder.
const IndexName = "index.cdxj"

// IndexedAll is what [IndexArchives] has done.
type IndexedAll struct {
	Files   int // WARC files
	Records int // lines of the index
	Packed  []string
	Repairs []Repair
}

// sortedLines is how many lines are sorted in memory, of some 400 bytes each, three times at
// a moment.
const sortedLines = 50_000

// IndexArchives makes one sorted CDXJ index, [IndexName], of all WARC files in a folder and
// its folders, which it takes the place of when it is whole. The files are not changed.
// Packages are left out, and told. Indexes beside the files, of runs or by an earlier
// call, save reading them.
//
// Memory is that of 150,000 lines and the largest record; time that of decompressing what
// has no index, and sorting.
func IndexArchives(ctx context.Context, dir string) (done IndexedAll, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	lines := make(chan string, 1000)
	sorter, out, failed := extsort.Strings(lines, &extsort.Config{ChunkSize: sortedLines, NumWorkers: 1, ChanBuffSize: 0, SortedChanBuffSize: 1000, TempFilesDir: dir})
	read := make(chan error, 1)
	go func() {
		defer close(lines)
		read <- filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.Type().IsRegular() && isWACZ(d.Name()):
				done.Packed = append(done.Packed, file)
				return nil
			case !d.Type().IsRegular() || !IsWARC(d.Name()):
				return nil
			}
			name, err := filepath.Rel(dir, file)
			if err != nil {
				return err
			}
			done.Files++
			repairs, err := collectLines(file, filepath.ToSlash(name), func(line string) error {
				select {
				case lines <- line:
					done.Records++
					return nil
				case <-ctx.Done():
					return context.Cause(ctx)
				}
			})
			done.Repairs = append(done.Repairs, repairs...)
			return err
		})
	}()
	go sorter.Sort(ctx)
	written := writeIndex(filepath.Join(dir, IndexName+".partial"), out)
	if written != nil {
		cancel()
	}
	for range out { // so that whoever sorts ends
	}
	if err := errors.Join(written, <-failed, <-read); err != nil {
		return done, errors.Join(fmt.Errorf("indexing %s: %w", dir, err), os.RemoveAll(filepath.Join(dir, IndexName+".partial")))
	}
	return done, os.Rename(filepath.Join(dir, IndexName+".partial"), filepath.Join(dir, IndexName))
}

// writeIndex writes lines to a new file.
func writeIndex(name string, lines <-chan string) (err error) {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<16)
	for line := range lines {
		if _, err = w.WriteString(line); err != nil {
			break
		}
	}
	return errors.Join(err, w.Flush(), f.Close())
}

// collectLines gives the lines of a WARC file as one of those in a folder, by the name that it
// has from there: from the index beside it as far as that goes, and else from its records.
func collectLines(file, name string, take func(line string) error) (repairs []Repair, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	covered, err := copyLines(file, name, info.Size(), take)
	if err != nil {
		return nil, err
	}
	a, w := newReplay(), &warcFile{path: file, name: name, r: f, size: info.Size()}
	a.indexed = true
	var failed error
	gaps, err := a.records(w, covered, true, name, func(found found) {
		if found.line != nil && failed == nil {
			failed = take(string(found.line))
		}
	})
	for _, g := range gaps {
		repairs = append(repairs, Repair{Kind: Unreadable, File: file, Offset: g.offset, Bytes: g.bytes})
	}
	return repairs, errors.Join(failed, err)
}

// copyLines gives the lines of the index beside a file of so many bytes, and how far they go.
func copyLines(file, name string, size int64, take func(line string) error) (covered int64, err error) {
	if filepath.Base(indexPath(file)) == IndexName { // which is that of all
		return 0, nil
	}
	index, err := os.Open(indexPath(file))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	} else if err != nil {
		return 0, err
	}
	defer index.Close()
	lines := bufio.NewReaderSize(index, 1<<16)
	for {
		text, err := lines.ReadString('\n')
		p, ok := parseIndexLine([]byte(text))
		// As in [archive.loadIndex].
		if err == io.EOF || ok && p.size > size-p.offset || !ok || p.filename != path.Base(name) || p.inner == 0 && p.offset < covered {
			return covered, nil
		}
		if err != nil {
			return covered, err
		}
		covered = p.offset + p.size
		if err := take(renameLine(text, name)); err != nil {
			return covered, err
		}
	}
}
