package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io/fs"
	"time"
)

// entry is a file in a package.
type entry struct {
	name string // below the package's folder
	data []byte
	mode fs.FileMode
}

// packTar packs entries below a folder, all of one date and of nobody in particular.
func packTar(folder string, date time.Time, entries []entry) ([]byte, error) {
	var b bytes.Buffer
	gz, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	w := tar.NewWriter(gz)
	for _, e := range entries {
		h := &tar.Header{Name: folder + "/" + e.name, Size: int64(len(e.data)), Mode: int64(e.mode), ModTime: date, Format: tar.FormatUSTAR}
		if err := w.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := w.Write(e.data); err != nil {
			return nil, err
		}
	}
	err = errors.Join(w.Close(), gz.Close())
	return b.Bytes(), err
}

// packZip is packTar for systems that have no tar.
func packZip(folder string, date time.Time, entries []entry) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, e := range entries {
		h := &zip.FileHeader{Name: folder + "/" + e.name, Method: zip.Deflate, Modified: date}
		h.SetMode(e.mode)
		f, err := w.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := f.Write(e.data); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return b.Bytes(), err
}
