package fetch

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"verde/page"
)

const (
	localHost = "http://local.invalid/" // RFC 6761: a name that is nobody's
	maxHead   = 64 << 10                // bytes of a file that are searched for its URL
)

// Pages walks pages that are at hand: those of a WARC file or WACZ package, of a
// folder, or of one file. A folder is walked in the order of names through all its folders;
// its pages are the files that end in .html, .htm or .xhtml, also with .gz, and
// then what its WARC and WACZ files hold.
//
// Of an archive the pages are the HTML documents that were answered with 2xx,
// in the order of the file, and of two answers to a URL the later. Of a file
// the URL is that of its base element, as the files of some collections begin
// with one; else that of its canonical link; else http://local.invalid/ with
// its name; and the first of these that no earlier file of the walk has taken.
//
// What is at hand but can't be read comes as an error (a [*page.Error] where
// the fault is the page's, a [Repair] where it is an archive's), and the walk
// goes on; pages of more than 32 MiB are such. Archives are indexed first, which reads them once unless the index
// is beside them.
func Pages(name string) iter.Seq2[*page.Page, error] {
	return func(yield func(*page.Page, error) bool) {
		info, err := os.Stat(name)
		switch {
		case err != nil:
			yield(nil, fmt.Errorf("reading pages: %w", err))
		case info.IsDir():
			walkFolder(name, yield)
		case isArchive(name):
			walkArchives([]string{name}, yield)
		default:
			root, err := os.OpenRoot(filepath.Dir(name))
			if err != nil {
				yield(nil, fmt.Errorf("reading pages: %w", err))
				return
			}
			defer root.Close()
			w := folder{root: root, dir: filepath.Dir(name), taken: make(map[string]bool)}
			yield(w.read(filepath.Base(name)))
		}
	}
}

// walkArchives gives the pages of WARC files, and whether to go on.
func walkArchives(paths []string, yield func(*page.Page, error) bool) bool {
	a, err := openReplay(paths)
	if err != nil {
		return yield(nil, err)
	}
	defer a.close()
	for _, r := range a.repairs {
		if !yield(nil, r) {
			return false
		}
	}
	for _, url := range a.urls() {
		e, _ := a.lookup(url)
		if e.status < 200 || e.status > 299 || isRobots(url) {
			continue
		}
		ans, err := a.read(url, e)
		if err != nil {
			if !yield(nil, err) {
				return false
			}
			continue
		}
		p, err := ans.page(url, maxBlock/2)
		if reason, _ := page.ReasonOf(err); reason == page.NotHTML || p != nil && !isHTML(p.ContentType) {
			continue // images and the like are no pages that failed
		}
		if !yield(p, err) {
			return false
		}
	}
	return true
}

// walkFolder gives the pages of a folder.
func walkFolder(dir string, yield func(*page.Page, error) bool) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		yield(nil, fmt.Errorf("reading pages: %w", err))
		return
	}
	defer root.Close()
	w := folder{root: root, dir: dir, taken: make(map[string]bool)}
	var archives []string
	err = fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			if !yield(nil, fmt.Errorf("reading pages of %s: %w", dir, err)) {
				return fs.SkipAll
			}
		case d.IsDir():
		case isArchive(name):
			archives = append(archives, filepath.Join(dir, filepath.FromSlash(name)))
		case isPageFile(name):
			if !yield(w.read(name)) {
				archives = nil
				return fs.SkipAll
			}
		}
		return nil
	})
	if err == nil && len(archives) > 0 {
		walkArchives(archives, yield)
	}
}

func isPageFile(name string) bool {
	switch path.Ext(strings.TrimSuffix(strings.ToLower(name), ".gz")) {
	case ".html", ".htm", ".xhtml":
		return true
	}
	return false
}

// folder reads files as pages.
type folder struct {
	root  *os.Root
	dir   string
	taken map[string]bool // URLs of earlier pages
}

// read makes a page of a file.
func (w *folder) read(name string) (*page.Page, error) {
	source := filepath.Join(w.dir, filepath.FromSlash(name))
	if !isRegular(w.root, name) {
		return nil, fmt.Errorf("reading %s: not a file, or a link out of the folder", source)
	}
	body, modified, err := readLimited(w.root, name, maxBlock/2)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", source, err)
	}
	plain, packed := name, ""
	if strings.EqualFold(path.Ext(name), ".gz") {
		plain, packed = name[:len(name)-len(".gz")], "gzip"
	}
	local := localHost + (&url.URL{Path: plain}).EscapedPath()
	if body, err = decompress(body, packed, maxBlock/2); err != nil {
		reason := page.Unparseable
		if errors.Is(err, errTooLarge) {
			reason = page.TooLarge
		}
		return nil, &page.Error{URL: local, Reason: reason, Err: fmt.Errorf("%s: %w", source, err)}
	}
	media := mediaOf(plain, body)
	if !isText(media) {
		return nil, &page.Error{URL: local, Reason: page.NotHTML, Err: fmt.Errorf("%s: it is %s", source, media)}
	}
	p := newPage(body, media, "")
	at, err := w.place(append(ownURLs(p.Body), local))
	if err != nil {
		return nil, &page.Error{URL: local, Reason: page.BadURL, Err: err}
	}
	p.URL, p.Requested, p.Status, p.FetchedAt, p.Source = at, at, 200, modified, source
	return p, nil
}

// place chooses the URL of a page, the first that is one and still free.
func (w *folder) place(candidates []string) (string, error) {
	last := errors.New("another file of the folder has its URL")
	for _, raw := range candidates {
		normal, err := page.Normalize(raw)
		if err != nil {
			last = err
			continue
		}
		if !w.taken[normal] {
			w.taken[normal] = true
			return normal, nil
		}
	}
	return "", last
}

// ownURLs gives the URLs that a document claims for itself in its head, the
// best first.
func ownURLs(body []byte) []string {
	z := html.NewTokenizer(bytes.NewReader(body[:min(len(body), maxHead)]))
	var base, canonical []string
	for {
		switch z.Next() {
		case html.ErrorToken:
			return append(base, canonical...)
		case html.StartTagToken, html.SelfClosingTagToken:
		default:
			continue
		}
		t := z.Token()
		switch t.DataAtom {
		case atom.Body:
			return append(base, canonical...)
		case atom.Base:
			if href := attribute(t, "href"); href != "" && base == nil {
				base = []string{href}
			}
		case atom.Link:
			if href := attribute(t, "href"); strings.EqualFold(attribute(t, "rel"), "canonical") && href != "" && canonical == nil {
				canonical = []string{href}
			}
		}
	}
}

func attribute(t html.Token, key string) string {
	for _, a := range t.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}
