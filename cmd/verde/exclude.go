package main

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"verde"
)

// readExclusion reads the file of --exclude, "" for none.
func readExclusion(path string) (*verde.Exclusion, error) {
	if path == "" {
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, usagef("--exclude: %w", err)
	}
	defer f.Close()
	x, err := verde.ReadExclusion(f)
	if err != nil {
		return nil, usagef("--exclude %s: %w", path, err)
	}
	return x, nil
}

// keeper passes on the lines of an export that are not excluded, and counts the others.
type keeper struct {
	w        io.Writer
	excluded func(line []byte) (bool, error)
	rest     []byte // of the last write: a line that is not whole yet
	n        *int
}

func (k *keeper) Write(p []byte) (int, error) {
	k.rest = append(k.rest, p...)
	for {
		end := bytes.IndexByte(k.rest, '\n')
		if end < 0 {
			return len(p), nil
		}
		line := k.rest[:end+1]
		out, err := k.excluded(line)
		switch {
		case err != nil:
			return 0, err
		case out:
			*k.n++
		default:
			if _, err := k.w.Write(line); err != nil {
				return 0, err
			}
		}
		k.rest = k.rest[end+1:]
	}
}

// close passes on a last line without an end.
func (k *keeper) close() error {
	_, err := k.w.Write(k.rest)
	return err
}

// tellExcluded says how much the exports go without.
func (x *exploration) tellExcluded(w io.Writer) {
	if x.Exclude != nil {
		fmt.Fprintf(w, "excluded from the exports: %d sources, %d pages, %d records\n", *x.leftOut["sources"], *x.leftOut["pages"], *x.leftOut["records"])
	}
}
