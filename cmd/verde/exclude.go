package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"verde"
	"verde/catalog"
	"verde/record"
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

// withoutExcluded is a writer for an export of the catalog, "sources", "pages" or
// "records", that leaves out what --exclude names.
func (x *exploration) withoutExcluded(ctx context.Context, what string, w io.Writer) (*keeper, error) {
	if x.leftOut == nil {
		x.leftOut = map[string]*int{}
	}
	x.leftOut[what] = new(int)
	k := &keeper{w: w, n: x.leftOut[what], excluded: func([]byte) (bool, error) { return false, nil }}
	if x.Exclude == nil {
		return k, nil
	}
	sources, err := x.Catalog.Sources(ctx)
	if err != nil {
		return nil, err
	}
	bySite := make(map[string]catalog.Source, len(sources))
	for _, s := range sources {
		bySite[s.Site] = s
	}
	v, err := verde.LoadVertical(x.verticalFile())
	if err != nil {
		return nil, err
	}
	k.excluded = func(line []byte) (bool, error) {
		if what != "records" {
			var row struct{ Site, URL string }
			err := json.Unmarshal(line, &row)
			return x.Exclude.Site(row.Site) || x.Exclude.URL(row.URL), err
		}
		var r record.Record
		if err := json.Unmarshal(line, &r); err != nil {
			return false, err
		}
		return x.Exclude.Record(r, bySite[r.Site], v.Identifier), nil
	}
	return k, nil
}

// tellExcluded says how much the exports go without.
func (x *exploration) tellExcluded(w io.Writer) {
	if x.Exclude != nil {
		fmt.Fprintf(w, "excluded from the exports: %d sources, %d pages, %d records\n", *x.leftOut["sources"], *x.leftOut["pages"], *x.leftOut["records"])
	}
}
