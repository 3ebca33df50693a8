package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/textproto"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"verde/fetch/sniff"
	"verde/page"
)

// Mirror serves a host, or the part of it under Prefix, from a folder of files
// such as wget, httrack or a documentation package leave behind.
//
// The prefix is taken off the path of a URL; what is left names a file. A
// folder answers with its index.html (and, asked for without the final slash,
// redirects to itself with it, so that links on its page resolve as on a
// server), x falls back to x.html, and all else is a 404. A query is part of a
// file's name if there is such a file, and of no meaning if not. No name leads
// out of Dir, by symbolic links neither.
type Mirror struct {
	Host   string // with port if there is one; for http and https, with and without a leading "www."
	Prefix string // whole path segments, as in "docs/v2"; "" for the whole host
	Dir    string
}

// ParseMirror reads HOST[/PREFIX]=DIR.
// The error says what of it is missing.
func ParseMirror(s string) (Mirror, error) {
	place, dir, ok := strings.Cut(s, "=")
	if !ok || place == "" || dir == "" {
		return Mirror{}, fmt.Errorf("mirror %q: give HOST[/PREFIX]=DIR, as in docs.example.org/v2=./site", s)
	}
	if strings.Contains(place, "://") {
		return Mirror{}, fmt.Errorf("mirror %q: give the host without http://; a mirror answers for http and https", s)
	}
	host, prefix, _ := strings.Cut(place, "/")
	if _, err := page.Normalize("http://" + host); err != nil {
		return Mirror{}, fmt.Errorf("mirror %q: %w", s, err)
	}
	return Mirror{Host: host, Prefix: strings.Trim(prefix, "/"), Dir: dir}, nil
}

// mirrored is a Mirror that is open.
type mirrored struct {
	host   string // normal
	prefix string // normal; "" or begins with a slash and ends without
	dir    string
	root   *os.Root
	limit  int64 // bytes of a file that are read
}

func (m Mirror) open(limit int64) (*mirrored, error) {
	normal, err := page.Normalize("http://" + m.Host + "/" + strings.Trim(m.Prefix, "/"))
	if err != nil {
		return nil, fmt.Errorf("mirror of host %q: %w", m.Host, err)
	}
	root, err := os.OpenRoot(m.Dir)
	if err != nil {
		return nil, fmt.Errorf("mirror of host %s: opening the folder: %w", m.Host, err)
	}
	return &mirrored{host: page.Host(normal), prefix: strings.TrimRight(pathOf(normal), "/"), dir: m.Dir, root: root, limit: limit}, nil
}

// covers reports whether the mirror serves a host and path, and how specifically: the
// mirror with the greatest rank answers. An equal "www." counts first, then the length of
// the prefix.
func (m *mirrored) covers(host, path string) (rank int, ok bool) {
	if host != m.host {
		if strings.TrimPrefix(host, "www.") != strings.TrimPrefix(m.host, "www.") {
			return 0, false
		}
		rank = -page.MaxURL
	}
	if rest, ok := strings.CutPrefix(path, m.prefix); !ok || rest != "" && rest[0] != '/' && rest[0] != '?' {
		return 0, false
	}
	return rank + len(m.prefix), true
}

// mirrorFor gives the mirror that answers for a normal URL, nil if none does.
func mirrorFor(mirrors []*mirrored, normal string) *mirrored {
	host, path := page.Host(normal), pathOf(normal)
	var best *mirrored
	bestRank := 0
	for _, m := range mirrors {
		if rank, ok := m.covers(host, path); ok && (best == nil || rank > bestRank) {
			best, bestRank = m, rank
		}
	}
	return best
}

// keepMirrored archives a page or redirect that a mirror has answered with, as the run's archive is to have every
// page of the run. It is dated by its file, and archived again only if that is newer.
func (c *Client) keepMirrored(ctx context.Context, a *answer) error {
	if c.archive == nil || a == nil || a.status != http.StatusOK && !isRedirect(a.status) || a.cut != "" || mirrorFor(c.mirrors, a.url) == nil {
		return nil
	}
	if e, ok, err := c.archive.lookup(ctx, a.url); err != nil || ok && !e.date.time().Before(a.date.Truncate(time.Millisecond)) {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.url, nil)
	if err != nil {
		return fmt.Errorf("archiving %s: %w", a.url, err)
	}
	archived := *a              // the page says that it came from the mirror, whether or not it was archived before
	if archived.date.IsZero() { // a redirect has no file
		archived.date = c.began.UTC()
	}
	return c.archive.append(&archived, req)
}

// answer reads the file that a normal URL names.
func (m *mirrored) answer(normal string) *answer {
	whole := pathOf(normal)
	escaped, query, hasQuery := strings.Cut(strings.TrimPrefix(whole, m.prefix), "?")
	name, err := url.PathUnescape(escaped)
	if err != nil {
		return m.missing(normal, err)
	}
	folder := strings.HasSuffix(name, "/") // whose name is "" after the prefix, and then lacks its slash
	name = strings.TrimPrefix(path.Clean("/"+name), "/")
	index := path.Join(name, "index.html")
	file := name
	if folder {
		file = index
	}
	if hasQuery {
		for _, n := range []string{file + "?" + query, file + "?" + query + ".html"} {
			if m.isFile(n) {
				return m.read(normal, n)
			}
		}
	}
	switch {
	case m.isFile(file):
		return m.read(normal, file)
	case !folder && m.isFile(index):
		to, _, _ := strings.Cut(normal, "?")
		to += "/"
		return &answer{url: normal, status: http.StatusMovedPermanently, header: textproto.MIMEHeader{"Location": {to}}, source: m.source(index)}
	case !folder && name != "" && m.isFile(name+".html"):
		return m.read(normal, name+".html")
	}
	return m.missing(normal, nil)
}

func (m *mirrored) source(name string) string { return filepath.Join(m.dir, filepath.FromSlash(name)) }

// isFile is asked before a file is opened: opening a pipe can block.
func (m *mirrored) isFile(name string) bool { return isRegular(m.root, name) }

func isRegular(root *os.Root, name string) bool {
	info, err := root.Stat(filepath.FromSlash(name))
	return err == nil && info.Mode().IsRegular()
}

func (m *mirrored) missing(normal string, err error) *answer {
	status := http.StatusNotFound
	if errors.Is(err, fs.ErrPermission) {
		status = http.StatusForbidden
	}
	return &answer{url: normal, status: status, header: textproto.MIMEHeader{}, source: m.dir}
}

func (m *mirrored) read(normal, name string) *answer {
	body, modified, err := readLimited(m.root, name, m.limit)
	if err != nil {
		return m.missing(normal, err)
	}
	a := &answer{url: normal, status: http.StatusOK, body: body, date: modified, source: m.source(name)}
	a.header = textproto.MIMEHeader{"Content-Type": {sniff.MediaOf(name, body)}}
	if int64(len(body)) > m.limit {
		a.body, a.cut = nil, cutLength
	}
	return a
}

// readLimited reads a file of a folder, one byte more than limit at most.
func readLimited(root *os.Root, name string, limit int64) (body []byte, modified time.Time, err error) {
	f, err := root.Open(filepath.FromSlash(name))
	if err != nil {
		return nil, time.Time{}, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, time.Time{}, err
	}
	body, err = io.ReadAll(io.LimitReader(f, limit+1))
	return body, modifiedOf(info), err
}

func modifiedOf(info fs.FileInfo) time.Time { return info.ModTime().UTC().Truncate(time.Millisecond) }

// openMirrors opens all folders, or none.
func openMirrors(list []Mirror, limit int64) ([]*mirrored, error) {
	var open []*mirrored
	for _, m := range list {
		o, err := m.open(limit)
		if err != nil {
			return nil, errors.Join(err, closeMirrors(open))
		}
		same := func(x *mirrored) bool { return x.host == o.host && x.prefix == o.prefix }
		twice := slices.ContainsFunc(open, same)
		if open = append(open, o); twice {
			return nil, errors.Join(fmt.Errorf("mirror of %s%s is given twice", o.host, o.prefix), closeMirrors(open))
		}
	}
	return open, nil
}

func closeMirrors(list []*mirrored) error {
	var errs []error
	for _, m := range list {
		errs = append(errs, m.root.Close())
	}
	return errors.Join(errs...)
}
