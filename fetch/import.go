package fetch

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/gzip"

	"verde/fetch/coding"
	"verde/fetch/warc"
)

// Imported is what [Import] has done.
type Imported struct {
	Files   int      // WARC files that were taken in
	Known   int      // WARC files that the archive has had already
	Answers int      // URLs that the archive answers from what was taken in
	Repairs []Repair // of the archive as it was, and of the files that were taken in
}

// Import copies archives of other crawlers or runs into a run's archive folder,
// which it makes if need be: WARC files (version 1.0 or 1.1, compressed or not),
// WACZ packages, and folders of both. The run then has their answers as its own
// and requests none of them; of two answers to one URL the later counts.
//
// A file is taken in whole or not at all, as the next numbered file of the
// archive, whatever its name; it is never written afterwards. One that is not
// compressed is packed record by record. One that the archive has already,
// byte for byte, is not taken in again, so that an import that was broken off
// can be repeated. Parts that can't be read are passed over and told; a file
// without one record that can be read is an error, and what was taken in before
// it stays.
//
// Memory is that of the index; time that of copying and reading each file once.
func Import(dir string, paths []string) (Imported, error) {
	return importInto(dir, func(a *archive, done *Imported) error {
		for _, path := range paths {
			if err := a.importPath(path, done); err != nil {
				return err
			}
		}
		return nil
	})
}

// ImportOf is [Import] of one WARC file or WACZ package that is at hand as bytes,
// as one from standard input is. name is for people.
func ImportOf(dir, name string, r io.ReaderAt, size int64) (Imported, error) {
	return importInto(dir, func(a *archive, done *Imported) error {
		parts, err := contentParts(name, r, size)
		if err == nil {
			err = a.importParts(parts, done)
		}
		if err != nil {
			return fmt.Errorf("importing: %w", err)
		}
		return nil
	})
}

// importInto opens an archive for what takes records in, and counts what it then
// answers.
func importInto(dir string, take func(*archive, *Imported) error) (done Imported, err error) {
	a, err := openArchive(dir)
	if err != nil {
		return done, err
	}
	defer func() { err = errors.Join(err, a.close()) }()
	done.Repairs = a.repaired()
	first := len(a.files)
	err = take(a, &done)
	for _, e := range a.entries {
		if int(e.file) >= first {
			done.Answers++
		}
	}
	return done, err
}

// importPath imports what is at a path.
func (a *archive) importPath(path string, done *Imported) error {
	info, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("importing: %w", err)
	}
	files := []string{path}
	if info.IsDir() {
		if own, err := os.Stat(a.dir); err == nil && os.SameFile(own, info) {
			return fmt.Errorf("importing %s: that is the archive itself", path)
		}
		if files, err = archiveFiles(path); err == nil && len(files) == 0 {
			err = errors.New("no .warc, .warc.gz or .wacz file in it")
		}
		if err != nil {
			return fmt.Errorf("importing folder %s: %w", path, err)
		}
	}
	for _, file := range files {
		if isPackage(file) {
			err = a.importPackage(file, done)
		} else {
			err = a.importFile(file, done)
		}
		if err != nil {
			return fmt.Errorf("importing: %w", err)
		}
	}
	return nil
}

func (a *archive) importPackage(name string, done *Imported) error {
	f, parts, err := openPackage(name)
	if err != nil {
		return err
	}
	defer f.Close()
	return a.importParts(parts, done)
}

func (a *archive) importParts(parts []packagePart, done *Imported) error {
	for _, part := range parts {
		if err := a.importPart(part, done); err != nil {
			return err
		}
	}
	return nil
}

func (a *archive) importFile(name string, done *Imported) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("not a file")
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return a.importPart(packagePart{label: name, data: io.NewSectionReader(f, 0, info.Size())}, done)
}

// importPart takes in one WARC file. It is written under a name that nobody
// reads until it is whole.
func (a *archive) importPart(part packagePart, done *Imported) error {
	at := filepath.Join(a.dir, "import.tmp")
	tmp, err := os.OpenFile(at, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return err
	}
	defer os.Remove(at) // gone by then, if all went well
	c, err := copyRecords(tmp, part.data)
	if err == nil && c.records == 0 {
		err = errors.New("no WARC record in it that can be read")
	}
	known := false
	if err == nil {
		known, err = a.hasCopy(tmp, c.size)
	}
	if err = errors.Join(err, tmp.Sync(), tmp.Close()); err != nil {
		return fmt.Errorf("%s: %w", part.label, err)
	}
	if known {
		done.Known++
		return nil
	}
	for _, g := range c.gaps {
		done.Repairs = append(done.Repairs, Repair{Kind: Unreadable, File: part.label, Offset: g.offset, Bytes: g.bytes})
	}
	name := fmt.Sprintf("%05d%s", a.nextNumber(), importedExt)
	path := filepath.Join(a.dir, name)
	if err := os.Remove(indexPath(path)); err != nil && !errors.Is(err, os.ErrNotExist) { // of a file that somebody has removed
		return err
	}
	if err := os.Rename(at, path); err != nil {
		return err
	}
	done.Files++
	return a.add(path, a.name+"/"+name)
}

// copied is what a copy of a WARC file holds.
type copied struct {
	size    int64
	records int
	gaps    []gap // of the original
}

// copyRecords copies a WARC file to f. One that is compressed stays as it is,
// but for an end that can't be read.
func copyRecords(f *os.File, from *io.SectionReader) (c copied, err error) {
	magic := make([]byte, len(coding.GzipMagic))
	if n, err := from.ReadAt(magic, 0); err != nil && err != io.EOF {
		return c, err
	} else if string(magic[:n]) != coding.GzipMagic {
		return packRecords(f, from)
	}
	if c.size, err = io.Copy(f, from); err != nil {
		return c, err
	}
	if c.gaps, err = scan(f, 0, c.size, true, func(warc.Record) { c.records++ }); err != nil {
		return c, err
	}
	if n := len(c.gaps); n > 0 && c.gaps[n-1].end {
		c.size = c.gaps[n-1].offset
		err = f.Truncate(c.size)
	}
	return c, err
}

// packRecords copies the records of an uncompressed WARC file to f, each in a
// gzip member of its own.
func packRecords(f *os.File, from *io.SectionReader) (c copied, err error) {
	to := &written{w: f}
	zw, err := gzip.NewWriterLevel(to, gzip.BestSpeed)
	if err != nil {
		return c, err
	}
	var failed error
	c.gaps, err = scan(from, 0, from.Size(), true, func(rec warc.Record) {
		if failed == nil {
			zw.Reset(to)
			_, err := io.Copy(zw, io.NewSectionReader(from, rec.Offset, rec.Size))
			failed = errors.Join(err, zw.Close())
			c.records++
		}
	})
	c.size = to.n
	return c, errors.Join(err, failed)
}

// written counts what is written through it.
type written struct {
	w io.Writer
	n int64
}

func (c *written) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}

// hasCopy tells whether a file that was imported before is the same as f.
func (a *archive) hasCopy(f *os.File, size int64) (bool, error) {
	for _, w := range a.files {
		if w.size != size || !strings.HasSuffix(w.path, importedExt) {
			continue
		}
		same, err := sameBytes(io.NewSectionReader(w.r, 0, size), io.NewSectionReader(f, 0, size))
		if same || err != nil {
			return same, err
		}
	}
	return false, nil
}

// sameBytes compares two files of one length.
func sameBytes(x, y io.Reader) (bool, error) {
	a, b := make([]byte, 1<<16), make([]byte, 1<<16)
	for {
		n, err := io.ReadFull(x, a)
		if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
			return false, err
		}
		m, errY := io.ReadFull(y, b)
		if errY != nil && errY != io.EOF && errY != io.ErrUnexpectedEOF {
			return false, errY
		}
		if !bytes.Equal(a[:n], b[:m]) {
			return false, nil
		}
		if err != nil {
			return true, nil
		}
	}
}
