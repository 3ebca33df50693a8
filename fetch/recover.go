package fetch

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"verde/fetch/coding"
	"verde/fetch/warc"
)

// Repair is what was found wrong in an archive, and what was done about it. As
// an error it is what [Pages] gives for it.
type Repair struct {
	Kind    RepairKind `json:"kind"`
	File    string     `json:"file"`
	Offset  int64      `json:"offset"`            // where it begins in the file
	Bytes   int64      `json:"bytes,omitempty"`   // that can't be read
	Records int        `json:"records,omitempty"` // of which the index told, or had no line
}

// RepairKind says what was wrong.
type RepairKind string

// What can be wrong with an archive.
const (
	Unfinished RepairKind = "unfinished" // a last record whose writer was killed: cut off, if the file can be written
	Unreadable RepairKind = "unreadable" // bytes that are no record, or a damaged record: skipped
	Missing    RepairKind = "missing"    // records that the index names and the file does not have
	Misplaced  RepairKind = "misplaced"  // another record is at the place that an index of many files names: skipped
	Reindexed  RepairKind = "reindexed"  // the index was missing or damaged: rebuilt from the records
)

// Lost reports whether answers are lost, which an online client requests again. A rebuilt
// index loses nothing, and the answer of an unfinished record was never used.
func (r Repair) Lost() bool { return r.Kind == Unreadable || r.Kind == Missing || r.Kind == Misplaced }

func (r Repair) Error() string {
	switch r.Kind {
	case Unfinished:
		return fmt.Sprintf("%s: a record was not written to its end; its %d bytes at offset %d are left out", r.File, r.Bytes, r.Offset)
	case Missing:
		return fmt.Sprintf("%s: %d records that its index names are not there; the file is gone, or has lost its end", r.File, r.Records)
	case Misplaced:
		return fmt.Sprintf("%s: another record is at offset %d than the index has there; have the index made anew", r.File, r.Offset)
	case Reindexed:
		return fmt.Sprintf("%s: its index was missing or damaged; %d lines of it are made anew from the records from offset %d on", r.File, r.Records, r.Offset)
	}
	return fmt.Sprintf("%s: %d bytes at offset %d can't be read and are left out", r.File, r.Bytes, r.Offset)
}

const (
	scanKeep   = 1 << 16 // bytes of a block that indexing keeps: it needs the HTTP header only
	maxResumes = 1000    // damaged places of a file after which the rest is given up
)

// loadIndex reads the index beside w, the archive's last file. covered is the end of the
// last record that the index names within the file; indexEnd the length of the index's
// valid part, -1 for all of it; missing the number of records that it names behind the end
// of the file.
func (a *archive) loadIndex(w *warcFile) (covered, indexEnd int64, missing int, err error) {
	if w.packed {
		return 0, -1, 0, nil
	}
	f, err := os.Open(indexPath(w.path))
	if errors.Is(err, os.ErrNotExist) {
		return 0, -1, 0, nil
	}
	if err != nil {
		return 0, 0, 0, err
	}
	defer f.Close()
	br := bufio.NewReaderSize(f, 1<<16)
	for {
		text, err := br.ReadBytes('\n')
		if err == io.EOF && len(text) == 0 {
			return covered, -1, 0, nil
		}
		if err != nil && err != io.EOF {
			return 0, 0, 0, fmt.Errorf("reading its index: %w", err)
		}
		p, ok := parseIndexLine(text)
		// A line counts if it is whole, of this file, and of records that follow each other.
		if !ok || err == io.EOF || p.filename != filepath.Base(w.path) || p.inner == 0 && p.offset < covered {
			return covered, indexEnd, 0, nil
		}
		if p.size > w.size-p.offset {
			missing, err := countRecords(io.MultiReader(bytes.NewReader(text), br), filepath.Base(w.path))
			return covered, indexEnd, missing, err
		}
		covered = p.offset + p.size
		indexEnd += int64(len(text))
		p.file, p.old = int32(len(a.files)-1), true
		if err := a.addLine(p, nil); err != nil {
			return 0, 0, 0, err
		}
	}
}

// completeIndex cuts an index to its valid part (-1 for all of it) and appends lines.
func completeIndex(path string, indexEnd int64, lines []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return err
	}
	if indexEnd >= 0 {
		err = f.Truncate(indexEnd)
	}
	if err == nil {
		_, err = f.Write(lines)
	}
	return errors.Join(err, f.Close())
}

// findOrphans notes the indexes in a run's own archive whose files are gone.
func (a *archive) findOrphans(dir string, files []string) error {
	indexes, err := list(dir, func(name string) bool { return strings.HasSuffix(name, ".cdxj") })
	if err != nil {
		return err
	}
	for _, index := range indexes {
		file := strings.TrimSuffix(index, ".cdxj") + ".warc.gz"
		if n, _ := fileNumber(file); n < 0 || slices.Contains(files, file) {
			continue
		}
		f, err := os.Open(index)
		if err != nil {
			return err
		}
		n, err := countRecords(f, filepath.Base(file))
		if err := errors.Join(err, f.Close()); err != nil {
			return err
		}
		if n > 0 {
			a.repairs = append(a.repairs, Repair{Kind: Missing, File: file, Records: n})
		}
	}
	return nil
}

// countRecords counts the records of a file that lines of an index name.
func countRecords(index io.Reader, filename string) (n int, err error) {
	br := bufio.NewReaderSize(index, 1<<16)
	for {
		text, err := br.ReadBytes('\n')
		if p, ok := parseIndexLine(text); ok && p.filename == filename {
			n++
		}
		if err == io.EOF {
			return n, nil
		}
		if err != nil {
			return n, fmt.Errorf("reading its index: %w", err)
		}
	}
}

// gap is a part of a file that can't be read.
type gap struct {
	offset, bytes int64
	end           bool // it goes to the end of the file, and nothing in it can be read
	torn          bool // it begins as a record does, and breaks off there
}

// scan reads the records of f from one offset to another, in a file that may
// be damaged: where a record can't be read, reading goes on at the next one
// that can, if resume is set. What was passed over is returned.
func scan(f io.ReaderAt, from, to int64, resume bool, visit func(warc.Record)) ([]gap, error) {
	var gaps []gap
	base := from
	begin := func() *warc.Scanner {
		s := warc.NewScanner(io.NewSectionReader(f, base, to-base), scanKeep)
		at := base
		s.Look = func(start int64) (warc.Soundness, error) { return warc.MemberAt(f, at+start, to) }
		return s
	}
	s := begin()
	good := from     // end of what was read
	bad := int64(-1) // where it was that nothing more could be read
	torn := false    // what is there breaks off at the end of the file
	for resumes := 0; ; {
		rec, err := s.Next()
		if err == nil {
			if bad >= 0 {
				gaps = append(gaps, gap{offset: bad, bytes: base + rec.Offset - bad})
				bad = -1
			}
			rec.Offset += base
			visit(rec)
			good = rec.Offset + rec.Size
			continue
		}
		if err == io.EOF {
			if bad >= 0 {
				gaps = append(gaps, gap{offset: bad, bytes: to - bad, end: bad >= good, torn: torn})
			}
			return gaps, nil
		}
		var pathErr *os.PathError
		if errors.As(err, &pathErr) {
			return nil, err // the disk, not the archive
		}
		// Of a gzip member of several records some may be good.
		failed := base + s.Start
		if bad < 0 {
			bad, torn = failed, errors.Is(err, io.ErrUnexpectedEOF)
		}
		if resumes++; resumes > maxResumes {
			return append(gaps, gap{offset: bad, bytes: to - bad}), nil
		}
		base = to
		if resume {
			if base, err = findRecord(f, max(failed+1, good), to); err != nil {
				return nil, err
			}
		}
		s = begin()
	}
}

// findRecord gives the first offset at or after from where a record, or a
// gzip member, may begin; to if there is none.
func findRecord(f io.ReaderAt, from, to int64) (int64, error) {
	const overlap = 8
	buf := make([]byte, 1<<16)
	for at := from; at < to; at += int64(len(buf) - overlap) {
		n, err := f.ReadAt(buf[:min(int64(len(buf)), to-at)], at)
		if err != nil && err != io.EOF {
			return 0, err
		}
		chunk := buf[:n]
		best := -1
		for _, magic := range []string{coding.GzipMagic + "\x08", "WARC/1."} {
			if i := bytes.Index(chunk, []byte(magic)); i >= 0 && (best < 0 || i < best) {
				best = i
			}
		}
		if best >= 0 {
			return at + int64(best), nil
		}
	}
	return to, nil
}
