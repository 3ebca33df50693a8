package sites

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"verde/eval"
	"verde/page"
)

// EntityType is a kind of page of a site, with the pages of it there are.
type EntityType struct {
	Name  string
	Site  *Folder
	Truth eval.Truth // files below the site's folder
	given []string   // files
}

// Skipped is a type that cannot be measured.
type Skipped struct {
	Type   string
	Reason string
}

// description is an entry of the file.
type description struct {
	Name    string   `json:"name"`
	Root    string   `json:"root"`
	BaseURL string   `json:"base_url"`
	Aliases []string `json:"aliases"`
	Given   []string `json:"sample_entity_pages"`
}

// Bounds on what is read.
const (
	maxDescriptions = 64 << 20  // bytes of a description file
	maxList         = 512 << 20 // bytes of a list of pages, decompressed
)

// Read reads the types of a description file whose name contains only. pages is
// the folder that holds the roots; types whose root is not in it are skipped,
// all else that is missing or wrong is an error. Close the sites of the types
// after use. Memory: the lists of pages.
func Read(file, pages, only string) ([]EntityType, []Skipped, error) {
	list, err := readDescriptions(file)
	if err != nil {
		return nil, nil, err
	}
	if info, err := os.Stat(pages); err != nil {
		return nil, nil, fmt.Errorf("folder of the sites' pages: %w", err)
	} else if !info.IsDir() {
		return nil, nil, fmt.Errorf("folder of the sites' pages: %s is no folder", pages)
	}
	var types []EntityType
	var skipped []Skipped
	for _, d := range list {
		if !strings.Contains(d.Name, only) {
			continue
		}
		if info, err := os.Stat(filepath.Join(pages, d.Root)); err != nil || !info.IsDir() {
			skipped = append(skipped, Skipped{d.Name, "no folder " + filepath.Join(pages, d.Root)})
			continue
		}
		t := EntityType{Name: d.Name, given: d.Given}
		if t.Truth, err = readTruth(filepath.Join(filepath.Dir(file), d.Name+".reachable.txt")); err == nil {
			t.Site, err = OpenFolder(filepath.Join(pages, d.Root), append([]string{d.BaseURL}, d.Aliases...)...)
		}
		if err != nil {
			return nil, nil, errors.Join(fmt.Errorf("entity type %s: %w", d.Name, err), Close(types))
		}
		types = append(types, t)
	}
	if len(types)+len(skipped) == 0 {
		return nil, nil, fmt.Errorf("%s: no entity type whose name contains %q", file, only)
	}
	return types, skipped, nil
}

// Close closes the sites of all types.
func Close(types []EntityType) error {
	var err error
	for _, t := range types {
		err = errors.Join(err, t.Site.Close())
	}
	return err
}

// Pages lists the URLs of the type's pages.
func (t *EntityType) Pages() []string { return t.urls(t.Truth.Names()) }

// Given lists the URLs of the samples that the description names.
func (t *EntityType) Given() []string { return t.urls(t.given) }

func (t *EntityType) urls(files []string) []string {
	urls := make([]string, len(files))
	for i, f := range files {
		urls[i] = t.Site.URL(f)
	}
	return urls
}

// Files names the pages at URLs by their files, for [eval.Grade].
func (t *EntityType) Files(urls []string) []string {
	files := make([]string, len(urls))
	for i, u := range urls {
		files[i] = t.Site.File(u)
	}
	return files
}

func readDescriptions(file string) ([]description, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("description of the sites: %w", err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxDescriptions+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if len(text) > maxDescriptions {
		return nil, fmt.Errorf("%s: longer than %d bytes", file, maxDescriptions)
	}
	list, err := parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return list, nil
}

// parse reads a JSON array of descriptions.
func parse(text []byte) ([]description, error) {
	var entries []json.RawMessage
	if err := json.Unmarshal(text, &entries); err != nil {
		return nil, fmt.Errorf("line %d: no JSON array of entity types, or torn: %w", lineOf(text, err), err)
	}
	if len(entries) == 0 {
		return nil, errors.New("no entity types in it")
	}
	list := make([]description, len(entries))
	seen := make(map[string]bool)
	for i, entry := range entries {
		d := &list[i]
		if err := json.Unmarshal(entry, d); err != nil {
			return nil, fmt.Errorf("entry %d: %w", i+1, err)
		}
		if err := d.check(); err != nil {
			return nil, fmt.Errorf("entry %d (%.60q): %w%s", i+1, d.Name, err, unread(entry))
		}
		if seen[d.Name] {
			return nil, fmt.Errorf("entry %d: a second %q", i+1, d.Name)
		}
		seen[d.Name] = true
	}
	return list, nil
}

// lineOf gives the line at which decoding failed.
func lineOf(text []byte, err error) int {
	end := len(text)
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		end = int(syntax.Offset) - 1 // before the byte that is wrong
	case errors.As(err, &kind):
		end = int(kind.Offset)
	}
	return 1 + bytes.Count(text[:max(0, min(end, len(text)))], []byte("\n"))
}

// unread names the fields of an entry that mean nothing here, among which the
// reader finds the one that is misspelt.
func unread(entry []byte) string {
	var fields map[string]json.RawMessage
	if json.Unmarshal(entry, &fields) != nil {
		return ""
	}
	for _, known := range [...]string{"name", "root", "base_url", "aliases", "sample_entity_pages"} {
		delete(fields, known)
	}
	if len(fields) == 0 {
		return ""
	}
	return fmt.Sprintf(" (fields not read: %.200s)", strings.Join(slices.Sorted(maps.Keys(fields)), ", "))
}

// check refuses names that could lead out of the folders.
func (d *description) check() error {
	switch {
	case d.Name == "" || d.Root == "" || d.BaseURL == "":
		return errors.New(`"name", "root" and "base_url" are needed`)
	case !filepath.IsLocal(d.Name) || strings.ContainsAny(d.Name, `/\`) || strings.ContainsFunc(d.Name, func(r rune) bool { return r < ' ' }):
		return errors.New(`"name" is no file name`)
	case !filepath.IsLocal(d.Root):
		return fmt.Errorf(`"root" %.60q leads out of the folder of pages`, d.Root)
	}
	for _, u := range append([]string{d.BaseURL}, d.Aliases...) {
		if _, err := page.Normalize(u); err != nil {
			return err
		}
	}
	for _, f := range d.Given {
		if !fs.ValidPath(f) {
			return fmt.Errorf("sample page %.60q is no path below the root", f)
		}
	}
	return nil
}

// readTruth reads the list at name.gz or else at name: a path a line.
func readTruth(name string) (eval.Truth, error) {
	f, err := os.Open(name + ".gz")
	if errors.Is(err, fs.ErrNotExist) {
		if f, err = os.Open(name); errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("no list of its pages, neither %s.gz nor without .gz", name)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("list of its pages: %w", err)
	}
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(f.Name(), ".gz") {
		if r, err = gzip.NewReader(f); err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name(), err)
		}
	}
	truth, err := parseTruth(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name(), err)
	}
	return truth, nil
}

func parseTruth(r io.Reader) (eval.Truth, error) {
	truth := make(eval.Truth)
	bounded := &io.LimitedReader{R: r, N: maxList}
	lines := bufio.NewScanner(bounded)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" {
			continue
		}
		if !fs.ValidPath(line) {
			return nil, fmt.Errorf("line %d: %.60q is no path below the root", n, line)
		}
		truth[line] = true
	}
	switch {
	case lines.Err() != nil:
		return nil, lines.Err()
	case bounded.N <= 0:
		return nil, fmt.Errorf("longer than %d bytes", maxList)
	case len(truth) == 0:
		return nil, errors.New("no page in it")
	}
	return truth, nil
}
