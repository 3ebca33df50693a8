package fetch

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"
)

// isPackage tells whether a file is a WACZ package, by its name or its content.
func isPackage(name string) bool {
	if isWACZ(name) {
		return true
	}
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	info, err := f.Stat()
	return err == nil && info.Mode().IsRegular() && holdsWARCs(f, info.Size())
}

// holdsWARCs tells whether content is a zip file with WARC files where WACZ has
// them.
func holdsWARCs(r io.ReaderAt, size int64) bool {
	head := make([]byte, len(zipMagic))
	if n, _ := r.ReadAt(head, 0); string(head[:n]) != zipMagic {
		return false
	}
	z, err := zip.NewReader(r, size)
	return err == nil && slices.ContainsFunc(z.File, isPart)
}

// isPart tells whether a file of a zip file is a WARC file of a package.
func isPart(f *zip.File) bool { return path.Dir(f.Name) == "archive" && IsWARC(f.Name) }

// addPackage takes the answers of a WACZ package into the index: those of its
// WARC files, which are read where they are.
func (a *archive) addPackage(name string) error {
	f, parts, err := openPackage(name)
	if err != nil {
		return err
	}
	a.packages = append(a.packages, f)
	return a.addParts(parts)
}

// addContent takes the answers of a WARC file or WACZ package that is open, and
// stays so, into the index. Name is for people.
func (a *archive) addContent(name string, r io.ReaderAt, size int64) error {
	parts, err := contentParts(name, r, size)
	if err != nil {
		return err
	}
	return a.addParts(parts)
}

// contentParts gives the WARC files that content is or holds.
func contentParts(name string, r io.ReaderAt, size int64) ([]packagePart, error) {
	if !holdsWARCs(r, size) {
		return []packagePart{{label: name, data: io.NewSectionReader(r, 0, size)}}, nil
	}
	parts, err := partsOf(name, r, size)
	if err != nil {
		return nil, fmt.Errorf("package %s: %w", name, err)
	}
	return parts, nil
}

func (a *archive) addParts(parts []packagePart) error {
	for _, part := range parts {
		w := &warcFile{path: part.label, name: part.label, r: part.data, size: part.data.Size(), full: true, packed: true}
		a.files = append(a.files, w)
		if err := a.load(w); err != nil {
			return fmt.Errorf("reading archive %s: %w", part.label, err)
		}
	}
	return nil
}

// packagePart is a WARC file in a package, or one without an index beside it.
type packagePart struct {
	label string // for people: names of both
	data  *io.SectionReader
}

// openPackage opens a WACZ package and gives its WARC files.
func openPackage(name string) (_ *os.File, parts []packagePart, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, fmt.Errorf("opening package: %w", err)
	}
	info, err := f.Stat()
	if err == nil {
		parts, err = partsOf(name, f, info.Size())
	}
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("package %s: %w", name, err), f.Close())
	}
	return f, parts, nil
}

// partsOf gives the WARC files in the folder "archive" of a WACZ package in the
// order of their names. Its own indexes are not needed and not trusted.
func partsOf(name string, r io.ReaderAt, size int64) (parts []packagePart, err error) {
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, err
	}
	files := slices.DeleteFunc(slices.Clone(z.File), func(part *zip.File) bool { return !isPart(part) })
	if len(files) == 0 || len(files) > maxParts {
		return nil, fmt.Errorf("%d WARC files in it", len(files))
	}
	slices.SortStableFunc(files, func(x, y *zip.File) int { return strings.Compare(x.Name, y.Name) })
	for _, part := range files {
		label := name + "/" + oneLine(part.Name)
		if part.Method != zip.Store {
			return nil, fmt.Errorf("%s is compressed within it, which WACZ advises against; unpack it and name the WARC files", label)
		}
		offset, err := part.DataOffset()
		length := int64(part.CompressedSize64)
		if err != nil || length < 0 || offset > size-length {
			return nil, fmt.Errorf("%s is not where it should be: %w", label, errors.Join(zip.ErrFormat, err))
		}
		parts = append(parts, packagePart{label: label, data: io.NewSectionReader(r, offset, length)})
	}
	return parts, nil
}
