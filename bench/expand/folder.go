package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"

	"verde/page"
)

// folder serves a site from files. Dead links cost nothing there. The site has
// one name: what its other names lead to is redirected, and where pages spell
// them out they are put right, since such a site is one site to its visitors.
type folder struct {
	root  string
	bases []string // normal URL prefixes that map to root, the first names the site
}

// path gives the file path of a URL relative to the root, "" if it has none.
// All of a base's host counts, since some sites were built for the top of one.
func (f *folder) path(u string) string {
	for _, base := range f.bases {
		rest, ok := strings.CutPrefix(u, base)
		if !ok {
			if rest, ok = strings.CutPrefix(u, top(base)); !ok {
				continue
			}
		}
		if i := strings.IndexAny(rest, "?#"); i >= 0 {
			rest = rest[:i]
		}
		if p, err := url.PathUnescape(rest); err == nil {
			return "/" + p
		}
	}
	return ""
}

// top is the front page of the host of a normal URL.
func top(u string) string {
	scheme, _, _ := strings.Cut(u, "://")
	return scheme + "://" + page.Host(u) + "/"
}

// file gives the path under which a URL's page is listed.
func (f *folder) file(u string) string {
	p := f.path(u)
	if info, err := os.Stat(filepath.Join(f.root, filepath.FromSlash(path.Clean(p)))); err == nil && info.IsDir() {
		p = path.Join(p, "index.html")
	}
	return strings.TrimPrefix(p, "/")
}

// Fetch implements [page.Fetcher]. A folder answers with its index.html, and
// without the slash at its end with a redirect.
func (f *folder) Fetch(ctx context.Context, u string) (*page.Page, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p := f.path(u)
	if p == "" {
		return nil, &page.Error{URL: u, Reason: page.Status, Status: 404}
	}
	final := u
	for _, base := range f.bases {
		if rest, ok := strings.CutPrefix(u, base); ok {
			final = top(f.bases[0]) + rest
			break
		}
	}
	name := filepath.Join(f.root, filepath.FromSlash(path.Clean(p)))
	info, err := os.Stat(name)
	if err == nil && info.IsDir() {
		name = filepath.Join(name, "index.html")
		if !strings.HasSuffix(p, "/") {
			final += "/"
		}
		info, err = os.Stat(name)
	}
	if err != nil || info.IsDir() {
		return nil, &page.Error{URL: u, Reason: page.Status, Status: 404}
	}
	switch strings.ToLower(filepath.Ext(name)) {
	case ".html", ".htm", ".xhtml":
	default:
		return nil, &page.Error{URL: u, Reason: page.NotHTML, Status: 200}
	}
	body, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &page.Error{URL: u, Reason: page.Status, Status: 404}
	} else if err != nil {
		return nil, fmt.Errorf("reading the page of %s: %w", u, err)
	}
	for _, alias := range f.bases[1:] {
		body = bytes.ReplaceAll(body, []byte(alias), []byte(top(f.bases[0])))
	}
	return &page.Page{URL: final, Requested: u, Status: 200, ContentType: "text/html", Body: body, Source: name}, nil
}
