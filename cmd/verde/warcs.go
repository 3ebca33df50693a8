package main

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"verde/fetch"
	"verde/fetch/bucket"
	"verde/fetch/sorted"
)

// isWebAddress reports whether a value of a flag is an address of a web server.
func isWebAddress(text string) bool {
	return strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://")
}

// isAddress reports whether a value of a flag is an address, of any kind, and not a path.
func isAddress(text string) bool { return strings.Contains(text, "://") }

// replayed gives what --warc names: files, packages and folders of them, whose indexes are held
// in memory, and archives that are read by one sorted index of all of their files.
func (f *originFlags) replayed() (plain, indexed []string, err error) {
	for _, name := range f.warcs {
		switch {
		case isAddress(name):
			if u, err := url.Parse(name); err != nil || !fetch.IsIndex(u.Path) {
				return nil, nil, usagef("--warc %s: elsewhere an archive is read by its sorted index: name that, a .cdxj or .idx file (see verde archive index)", name)
			}
			indexed = append(indexed, name)
		case fetch.IsIndex(name):
			indexed = append(indexed, name)
		case isIndexedFolder(name):
			index := filepath.Join(name, fetch.IndexName)
			later, err := changedSince(name, index)
			if err != nil {
				return nil, nil, usagef("--warc: %w", err)
			}
			if later != "" {
				return nil, nil, usagef("--warc %s: %s has changed since %s was made: make that again (verde archive index %s), or name the index itself to do without what is new", name, later, index, name)
			}
			indexed = append(indexed, index)
		default:
			plain = append(plain, name)
		}
	}
	if f.warcBase != "" && len(indexed) == 0 {
		return nil, nil, usagef("--warc-base is where the files of an index are: name the index with --warc")
	}
	return plain, indexed, nil
}

// isIndexedFolder reports whether a folder has an index of all of its archives, and not one of
// a file by that name.
func isIndexedFolder(dir string) bool {
	there := func(name string) bool {
		info, err := os.Stat(filepath.Join(dir, name))
		return err == nil && info.Mode().IsRegular()
	}
	return there(fetch.IndexName) && !there("index.warc.gz") && !there("index.warc")
}

// changedSince gives a WARC file in a folder or the folders in it that was written after an
// index of them, "" for none.
func changedSince(dir, index string) (later string, err error) {
	made, err := os.Stat(index)
	if err != nil {
		return "", err
	}
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || !fetch.IsWARC(path) {
			return err
		}
		info, err := d.Info()
		if err == nil && info.ModTime().After(made.ModTime()) {
			later, err = path, fs.SkipAll
		}
		return err
	})
	return later, err
}

// asksServers reports whether pages or parts of archives come from servers.
func (f *originFlags) asksServers() bool {
	return len(f.warcs) == 0 || slices.ContainsFunc(append(slices.Clone(f.warcs), f.warcBase), isWebAddress)
}

// openIndexed has a client answer from archives by their indexes. What is to be closed with
// it is given in any case.
func (f *originFlags) openIndexed(ctx context.Context, c *fetch.Client, indexes []string) (open []io.Closer, err error) {
	place := func(address string) (files sorted.Files, err error) {
		switch {
		case isWebAddress(address):
			return c.Files(address)
		case isAddress(address):
			b, err := bucket.Open(ctx, address)
			if err != nil {
				return nil, err
			}
			open = append(open, b)
			return b, nil
		}
		return sorted.Folder(address), nil
	}
	for _, name := range indexes {
		at, file := splitAddress(name)
		files, err := place(at)
		if err != nil {
			return open, usagef("--warc %s: %w", name, err)
		}
		x, err := fetch.OpenIndexed(ctx, files, file)
		switch {
		case errors.Is(err, sorted.ErrUnsorted):
			return open, usagef("--warc %s: %w; verde archive index makes one of the files in a folder", name, err)
		case err != nil:
			return open, usagef("--warc: %w", err)
		}
		if f.warcBase != "" {
			base := f.warcBase
			if isWebAddress(base) && !strings.HasSuffix(base, "/") {
				base += "/"
			}
			if x.Files, err = place(base); err != nil {
				return open, usagef("--warc-base %s: %w", f.warcBase, err)
			}
			x.Below = ""
		}
		c.Replay(x)
	}
	return open, nil
}

// splitAddress takes the name of a file apart: where it is, and its name there. Of a bucket
// (s3://bucket/folder/file?endpoint=...) that is all of its path.
func splitAddress(name string) (at, file string) {
	if !isAddress(name) {
		return filepath.Split(filepath.Clean(name))
	}
	u, err := url.Parse(name)
	if err != nil {
		return name, ""
	}
	if isWebAddress(name) || u.Scheme == "file" {
		i := strings.LastIndex(u.Path, "/") + 1
		file, u.Path, u.RawPath = u.Path[i:], u.Path[:i], ""
		return u.String(), file
	}
	file, u.Path = strings.TrimPrefix(u.Path, "/"), ""
	return u.String(), file
}

func closeAll(open []io.Closer) error {
	var errs []error
	for _, c := range open {
		errs = append(errs, c.Close())
	}
	return errors.Join(errs...)
}
