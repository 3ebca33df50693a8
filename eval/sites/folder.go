package sites

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"

	"verde/fetch"
	"verde/page"
)

// Folder serves a site from files; it is a [page.Fetcher]. The site has one
// name: what its other names lead to is redirected, and where pages spell them
// out they are put right, since such a site is one site to its visitors. Dead
// links cost nothing but the look for the file.
type Folder struct {
	dir   string
	root  *os.Root
	bases []string // normal URLs of the folder, with a slash at the end; the first names the site
	front string   // front page of its host
}

// maxPage bounds a page, in bytes. The largest class index of the JDK's
// documentation has 4 MB.
const maxPage = 32 << 20

// OpenFolder opens the folder at dir, which is what the URLs of bases lead to.
// The first one names the site.
func OpenFolder(dir string, bases ...string) (*Folder, error) {
	f := &Folder{dir: dir}
	for _, raw := range bases {
		base, err := page.Normalize(raw)
		if err != nil {
			return nil, err
		}
		if i := strings.IndexByte(base, '?'); i >= 0 {
			return nil, fmt.Errorf("base URL %.100q has a query", base)
		}
		f.bases = append(f.bases, strings.TrimSuffix(base, "/")+"/")
	}
	if len(f.bases) == 0 {
		return nil, fmt.Errorf("site in %s: no URL given", dir)
	}
	f.front = front(f.bases[0])
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("folder of the site: %w", err)
	}
	f.root = root
	return f, nil
}

// Close releases the folder.
func (f *Folder) Close() error { return f.root.Close() }

// front is the front page of the host of a normal URL.
func front(u string) string {
	scheme, _, _ := strings.Cut(u, "://")
	return scheme + "://" + page.Host(u) + "/"
}

// URL gives the normal URL of a file, that of the folder for an index.html.
func (f *Folder) URL(file string) string {
	if dir, name := path.Split(file); name == "index.html" {
		file = dir
	}
	raw := f.bases[0] + (&url.URL{Path: "/" + file}).EscapedPath()[1:]
	if u, err := page.Normalize(raw); err == nil {
		return u
	}
	return raw // longer than any URL that is fetched
}

// path gives the path of a normal URL's page below the folder, "" if it is on
// another site. All of a base's host counts, since some sites were built for
// the front page of one.
func (f *Folder) path(u string) string {
	for _, base := range f.bases {
		rest, ok := strings.CutPrefix(u, base)
		if !ok {
			if rest, ok = strings.CutPrefix(u, front(base)); !ok {
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

// File gives the file that a normal URL's page is in, or would be.
func (f *Folder) File(u string) string {
	p := f.path(u)
	if info, err := f.root.Stat(local(p)); err == nil && info.IsDir() {
		p = path.Join(p, "index.html")
	}
	return strings.TrimPrefix(p, "/")
}

// local gives the file name of a path below the folder.
func local(p string) string {
	return filepath.FromSlash(path.Clean(strings.TrimLeft(path.Clean("/"+p), "/")))
}

// Fetch implements [page.Fetcher]. A folder answers with its index.html, and
// without the slash at its end with a redirect. Safe for concurrent use.
func (f *Folder) Fetch(ctx context.Context, u string) (*page.Page, error) {
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
			final = f.front + rest
			break
		}
	}
	name := local(p)
	info, err := f.root.Stat(name)
	if err == nil && info.IsDir() {
		name = filepath.Join(name, "index.html")
		if !strings.HasSuffix(p, "/") {
			final, _, _ = strings.Cut(final, "?")
			final += "/"
		}
		info, err = f.root.Stat(name)
	}
	if err != nil || !info.Mode().IsRegular() { // opening a pipe can block
		return nil, &page.Error{URL: u, Reason: page.Status, Status: 404}
	}
	media := mediaType(name)
	if media == "" {
		return nil, &page.Error{URL: u, Reason: page.NotHTML, Status: 200}
	}
	body, err := f.read(u, name)
	if err != nil {
		return nil, err
	}
	return &page.Page{URL: final, Requested: u, Status: 200, ContentType: media, Body: body, Source: filepath.Join(f.dir, name)}, nil
}

// Resource gives a file of the folder that a page is made of, as a style sheet or a script;
// whatever lies elsewhere is not there.
func (f *Folder) Resource(ctx context.Context, raw string, _ fetch.Asker) (*fetch.Resource, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	u, err := page.Normalize(raw)
	if err != nil {
		return nil, &page.Error{URL: raw, Reason: page.BadURL, Err: err}
	}
	gone := &page.Error{URL: u, Reason: page.Status, Status: 404}
	p := f.path(u)
	if p == "" {
		return nil, gone
	}
	info, err := f.root.Stat(local(p))
	if err != nil || !info.Mode().IsRegular() {
		return nil, gone
	}
	body, err := f.read(u, local(p))
	if err != nil {
		return nil, err
	}
	return &fetch.Resource{URL: u, Status: 200, ContentType: mime.TypeByExtension(filepath.Ext(p)), Body: body}, nil
}

// mediaType is what a server says a file is, "" if it is none that is fetched.
// Sitemaps are XML or plain text.
func mediaType(name string) string {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".html", ".htm", ".xhtml":
		return "text/html"
	case ".xml":
		return "text/xml"
	case ".txt":
		return "text/plain"
	}
	return ""
}

// read reads a file and puts the site's other names right.
func (f *Folder) read(u, name string) ([]byte, error) {
	file, err := f.root.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &page.Error{URL: u, Reason: page.Status, Status: 404}
	} else if err != nil {
		return nil, fmt.Errorf("reading the page of %s: %w", u, err)
	}
	defer file.Close()
	body, err := io.ReadAll(io.LimitReader(file, maxPage+1))
	if err != nil {
		return nil, fmt.Errorf("reading the page of %s: %w", u, err)
	}
	if len(body) > maxPage {
		return nil, &page.Error{URL: u, Reason: page.TooLarge, Status: 200}
	}
	for _, alias := range f.bases[1:] {
		body = bytes.ReplaceAll(body, []byte(alias), []byte(f.front))
	}
	return body, nil
}
