package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"verde/fetch"
	"verde/page"
)

// inputHelp says what pages are read from.
const inputHelp = `Pages come from files, folders, WARC files and WACZ packages, and of more than memory
holds by their sorted index (.cdxj, .idx; see verde archive index); - is a file
from standard input, and whatever comes may be packed by gzip. A file is what its
content tells, under any name that wget gives it. Links out of a folder are not
followed. What is no page is passed over and named; what should be one and can't
be read is named too, and the exit code is 3.
`

// stdinName is what standard input, which is given as "-", is called.
const stdinName = "standard input"

// pageInput is where a command reads pages that are at hand: files, folders,
// archives, and streams.
type pageInput struct {
	paths   []string
	streams map[string]*spool // by path
	losses  *losses
	walked  bool              // what is lost is counted once
	only    map[string]string // URLs of the pages that are wanted, with that of the page that was met for each; nil for all
}

// spool is what a stream gave, kept so that it can be read where needed and again.
type spool struct {
	name string // for people
	file *os.File
	size int64
}

// openInput opens paths of pages that an argument or a flag names. Those that are
// not there are wrong usage.
func openInput(cmd *cobra.Command, flag string, paths []string) (*pageInput, error) {
	in := &pageInput{paths: paths, streams: make(map[string]*spool), losses: lossesOf(cmd)}
	if err := checkPaths(flag, paths); err != nil {
		return nil, err
	}
	for _, path := range paths {
		s, err := spoolOf(cmd, path)
		if s != nil && s.size == 0 {
			err = errors.Join(fmt.Errorf("%s: %s is empty, or was read already", flag, s.name), s.close())
		}
		if err != nil {
			return nil, errors.Join(err, in.close())
		}
		if s != nil {
			in.streams[path] = s
		}
	}
	return in, nil
}

// checkPaths tells of paths of pages that are not there.
func checkPaths(flag string, paths []string) error {
	for _, path := range paths {
		if path == "-" {
			continue
		}
		if _, err := os.Stat(path); err != nil {
			return usagef("%s: %w", flag, err)
		}
	}
	return nil
}

// spoolOf keeps what standard input or a pipe gives, nil for another path.
func spoolOf(cmd *cobra.Command, path string) (*spool, error) {
	s := &spool{name: path}
	r := cmd.InOrStdin()
	if path == "-" {
		s.name = stdinName
	} else if info, err := os.Stat(path); err != nil || info.IsDir() || info.Mode().IsRegular() {
		return nil, err
	} else {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		r = f
	}
	var err error
	if s.file, err = os.CreateTemp("", "verde-*"); err != nil {
		return nil, fmt.Errorf("keeping %s: %w", s.name, err)
	}
	_ = os.Remove(s.file.Name()) // Unix lets go of it however the process ends; elsewhere close does
	if s.size, err = io.Copy(s.file, r); err != nil {
		return nil, errors.Join(fmt.Errorf("keeping %s: %w", s.name, err), s.close())
	}
	return s, nil
}

func (s *spool) close() error {
	err := s.file.Close()
	if gone := os.Remove(s.file.Name()); !errors.Is(gone, fs.ErrNotExist) {
		err = errors.Join(err, gone)
	}
	return err
}

func (in *pageInput) close() error {
	var errs []error
	for _, s := range in.streams {
		errs = append(errs, s.close())
	}
	return errors.Join(errs...)
}

// String names the input for people.
func (in *pageInput) String() string {
	names := make([]string, len(in.paths))
	for i, path := range in.paths {
		names[i] = path
		if s := in.streams[path]; s != nil {
			names[i] = s.name
		}
	}
	return strings.Join(names, " ")
}

// pages walks the pages of the input, as often as need be. An error is of a page
// that can't be read, which is told when the command is done, as is what else is
// lost.
func (in *pageInput) pages() iter.Seq2[*page.Page, error] {
	return func(yield func(*page.Page, error) bool) {
		told := in.losses
		if in.walked {
			told = new(losses)
		}
		in.walked = true
		for _, path := range in.paths {
			for p, err := range in.of(path) {
				if err == nil && !in.wants(p) || in.only != nil && isOther(err) {
					continue
				}
				if !told.take(p, err) && !yield(p, err) {
					return
				}
			}
		}
	}
}

// isOther reports whether err tells of what is no page.
func isOther(err error) bool {
	var other *fetch.NotAPage
	return errors.As(err, &other)
}

// restrict leaves but the pages at urls. Those that are no URLs are an error.
func (in *pageInput) restrict(urls []string) error {
	in.only = make(map[string]string, len(urls))
	for _, raw := range urls {
		u, err := page.Normalize(raw)
		if err != nil {
			return usagef("%w", err)
		}
		in.only[u] = ""
	}
	return nil
}

// wants reports whether a page is wanted, by the URL that it has, that it was asked
// for by, or that it says is its own. Of several pages for one URL the first is.
func (in *pageInput) wants(p *page.Page) bool {
	if in.only == nil {
		return true
	}
	for _, u := range []string{p.URL, p.Requested} {
		if _, ok := in.only[u]; ok {
			return in.take(u, p)
		}
	}
	doc, err := p.Parse()
	if err != nil {
		return false
	}
	canonical := page.NewOutline(p, doc, new(page.Paths), page.Tag).Canonical
	_, ok := in.only[canonical]
	return ok && in.take(canonical, p)
}

// take has a page be that of a wanted URL, unless another is.
func (in *pageInput) take(u string, p *page.Page) bool {
	if in.only[u] == "" {
		in.only[u] = p.URL
	}
	return in.only[u] == p.URL
}

// lacking gives how many wanted pages were not met, and one of them.
func (in *pageInput) lacking() (n int, first string) {
	for _, u := range slices.Sorted(maps.Keys(in.only)) {
		if in.only[u] == "" {
			if n++; first == "" {
				first = u
			}
		}
	}
	return n, first
}

func (in *pageInput) of(path string) iter.Seq2[*page.Page, error] {
	if s := in.streams[path]; s != nil {
		return fetch.PagesOf(s.name, s.file, s.size)
	}
	return fetch.Pages(path)
}

// sample takes n pages, evenly spread, or all of fewer, and counts all.
func (in *pageInput) sample(n int) (sample []*page.Page, total int, err error) {
	for _, err := range in.pages() {
		if err == nil {
			total++
		}
	}
	if total == 0 {
		return nil, 0, fmt.Errorf("no page in %s that can be read", in)
	}
	i := 0
	for p, err := range in.pages() {
		if err != nil {
			continue
		}
		if k := len(sample); k < min(n, total) && i == k*total/min(n, total) {
			sample = append(sample, p)
		}
		i++
	}
	return sample, total, nil
}
