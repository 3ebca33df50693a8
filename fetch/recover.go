package fetch

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

const (
	scanKeep   = 1 << 16 // bytes of a block that indexing keeps: it needs the HTTP header only
	maxResumes = 1000    // damaged places of a file after which the rest is given up
)

// indexPath names the index beside an archive file: 00000.cdxj of
// 00000.warc.gz.
func indexPath(path string) string {
	lower := strings.ToLower(path)
	for _, ext := range []string{".warc.gz", ".warc"} {
		if strings.HasSuffix(lower, ext) {
			return path[:len(path)-len(ext)] + ".cdxj"
		}
	}
	return path + ".cdxj"
}

// Repair says what was done about a part of an archive that can't be read,
// because its writer was killed in the middle of a record or because the file
// is damaged.
type Repair struct {
	File   string `json:"file"`
	Offset int64  `json:"offset"` // of the first byte that can't be read
	Lost   int64  `json:"lost"`   // bytes
	Cut    bool   `json:"cut"`    // they were the end of the file, and are cut off
}

func (r Repair) String() string {
	if r.Cut {
		return fmt.Sprintf("%s: a record was not written to its end; its %d bytes at offset %d are cut off", r.File, r.Lost, r.Offset)
	}
	return fmt.Sprintf("%s: %d bytes at offset %d can't be read and are passed over", r.File, r.Lost, r.Offset)
}

// load takes the answers of the archive's last file into its index: from the
// index beside the file as far as that goes, and from the records behind what
// it covers. In a run's own archive the index is then completed, and an
// unfinished record at the end of the file cut off.
//
// Cost: that of reading the index, some 5 µs a line; without one that of
// decompressing the file.
func (a *archive) load(w *warcFile) error {
	covered, intact, err := a.loadIndex(w)
	if err != nil {
		return err
	}
	// Behind an index there is at most what a killed writer was writing. There a
	// search for further records could only find what a page has made up.
	resume := !a.own() || covered == 0
	var lines bytes.Buffer
	now := time.Now()
	damaged, err := scan(w.r, covered, w.size, resume, func(rec Record) {
		if rec.Date.After(now) { // nothing was fetched then; such an answer would count for ever
			rec.Date = now
		}
		if url, refers, ok := referenceOf(rec); ok {
			if a.refer(url, refers, rec.Date) && a.own() {
				at := entry{offset: rec.Offset, inner: rec.inner, size: rec.size}
				lines.Write(revisitLineOf(url, rec.Header.Get("WARC-Payload-Digest"), refers, rec.Date, at, filepath.Base(w.path)))
			}
			return
		}
		if url, digest, ok := readNote(rec); ok {
			if a.own() {
				a.notes[noteOf(url, digest)] = true
				at := entry{offset: rec.Offset, inner: rec.inner, size: rec.size}
				lines.Write(noteLineOf(url, digest, rec.Date, at, filepath.Base(w.path)))
			}
			return
		}
		ans, ok := answerOf(rec)
		if !ok {
			return
		}
		e := entry{file: int32(len(a.files) - 1), offset: rec.Offset, inner: rec.inner, size: rec.size, status: int16(ans.status), date: momentOf(ans.date),
			recorded: momentOf(ans.date), transient: ans.transient(), bounded: ans.bounded(), old: true}
		a.enter(ans.url, e)
		if a.own() {
			lines.Write(indexLineOf(ans, e, filepath.Base(w.path)))
		}
	})
	if err != nil {
		return err
	}
	for _, d := range damaged {
		d.File = w.path
		d.Cut = d.Cut && !w.full
		if d.Cut {
			if err := w.f.Truncate(d.Offset); err != nil {
				return fmt.Errorf("cutting off an unfinished record at offset %d: %w", d.Offset, err)
			}
			w.size = d.Offset
		}
		a.repairs = append(a.repairs, d)
	}
	if a.own() && (lines.Len() > 0 || intact >= 0) {
		return mendIndex(indexPath(w.path), intact, lines.Bytes())
	}
	return nil
}

// loadIndex reads the index beside w, the archive's last file. Covered is the
// end of the last record that it names; intact the length of its part that
// makes sense, or -1 if that is all of it.
func (a *archive) loadIndex(w *warcFile) (covered, intact int64, err error) {
	if w.packed {
		return 0, -1, nil
	}
	f, err := os.Open(indexPath(w.path))
	if errors.Is(err, os.ErrNotExist) {
		return 0, -1, nil
	}
	if err != nil {
		return 0, 0, err
	}
	defer f.Close()
	br := bufio.NewReaderSize(f, 1<<16)
	for {
		text, err := br.ReadBytes('\n')
		if err == io.EOF && len(text) == 0 {
			return covered, -1, nil
		}
		if err != nil && err != io.EOF {
			return 0, 0, fmt.Errorf("reading its index: %w", err)
		}
		p, ok := parseIndexLine(text)
		// A line counts if it is whole, of this file, and of records that follow each other.
		if !ok || err == io.EOF || p.filename != filepath.Base(w.path) || p.inner == 0 && p.offset < covered || p.size > w.size-p.offset {
			return covered, intact, nil
		}
		covered = p.offset + p.size
		intact += int64(len(text))
		switch {
		case p.note != "":
			a.notes[noteOf(p.url, p.note)] = true
		case p.refers != nil:
			a.refer(p.url, p.refers, p.date.time())
		default:
			p.file, p.old = int32(len(a.files)-1), true
			a.enter(p.url, p.entry)
		}
	}
}

// enter takes an answer of a file into the archive's entries. Of two answers to
// one URL the later counts: within a file the one behind, of two files by their
// dates. A failure that may pass does not take the place of another's answer.
func (a *archive) enter(url string, e entry) {
	if old, ok := a.entries[url]; ok && old.file != e.file && (old.date > e.date || e.transient && !old.transient) {
		return
	}
	a.entries[url] = e
}

// mendIndex cuts an index to its intact part (-1 for all) and adds lines.
func mendIndex(path string, intact int64, lines []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return err
	}
	if intact >= 0 {
		err = f.Truncate(intact)
	}
	if err == nil {
		_, err = f.Write(lines)
	}
	return errors.Join(err, f.Close())
}

// scan reads the records of f from one offset to another, in a file that may
// be damaged: where a record can't be read, reading goes on at the next one
// that can, if resume is set. What was passed over is returned; Cut marks an
// unreadable end.
func scan(f io.ReaderAt, from, to int64, resume bool, visit func(Record)) ([]Repair, error) {
	var damaged []Repair
	s, base := newScanner(io.NewSectionReader(f, from, to-from), scanKeep), from
	good := from     // end of what was read
	bad := int64(-1) // where it was that nothing more could be read
	for resumes := 0; ; {
		rec, err := s.next()
		if err == nil {
			if bad >= 0 {
				damaged = append(damaged, Repair{Offset: bad, Lost: base + rec.Offset - bad})
				bad = -1
			}
			rec.Offset += base
			visit(rec)
			good = rec.Offset + rec.size
			continue
		}
		if err == io.EOF {
			if bad >= 0 {
				damaged = append(damaged, Repair{Offset: bad, Lost: to - bad, Cut: bad >= good})
			}
			return damaged, nil
		}
		var pathErr *os.PathError
		if errors.As(err, &pathErr) {
			return nil, err // the disk, not the archive
		}
		// Of a gzip member of several records some may be good.
		failed := base + s.start
		if bad < 0 {
			bad = failed
		}
		if resumes++; resumes > maxResumes {
			return append(damaged, Repair{Offset: bad, Lost: to - bad}), nil
		}
		base = to
		if resume {
			if base, err = findRecord(f, max(failed+1, good), to); err != nil {
				return nil, err
			}
		}
		s = newScanner(io.NewSectionReader(f, base, to-base), scanKeep)
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
		for _, magic := range []string{gzipMagic + "\x08", "WARC/1."} {
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
