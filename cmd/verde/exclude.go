package main

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"verde/exclude"
)

// readExclusion reads the file of --exclude; nil if path is "".
func readExclusion(path string) (*exclude.List, error) {
	if path == "" {
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, usagef("--exclude: %w", err)
	}
	defer f.Close()
	x, err := exclude.Read(f)
	if err != nil {
		return nil, usagef("--exclude %s: %w", path, err)
	}
	return x, nil
}

// lineFilter writes the lines of an export that are not excluded to w, and counts the others.
type lineFilter struct {
	w        io.Writer
	excluded func(line []byte) (bool, error)
	rest     []byte // the beginning of a line that no write has ended yet
	n        *int   // excluded lines
}

func (f *lineFilter) Write(p []byte) (int, error) {
	f.rest = append(f.rest, p...)
	for {
		end := bytes.IndexByte(f.rest, '\n')
		if end < 0 {
			return len(p), nil
		}
		line := f.rest[:end+1]
		out, err := f.excluded(line)
		switch {
		case err != nil:
			return 0, err
		case out:
			*f.n++
		default:
			if _, err := f.w.Write(line); err != nil {
				return 0, err
			}
		}
		f.rest = f.rest[end+1:]
	}
}

// close writes a last line that has no line break.
func (f *lineFilter) close() error {
	_, err := f.w.Write(f.rest)
	return err
}

// tellExcluded writes how many rows were left out of the exports.
func (x *exploration) tellExcluded(w io.Writer) {
	if x.Exclude != nil {
		fmt.Fprintf(w, "excluded from the exports: %d sources, %d pages, %d records\n", *x.leftOut["sources"], *x.leftOut["pages"], *x.leftOut["records"])
	}
}
