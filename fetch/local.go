package fetch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"verde/fetch/coding"
	"verde/fetch/sniff"
	"verde/fetch/sorted"
	"verde/fetch/warc"
	"verde/page"
)

const (
	localHost = "http://local.invalid/" // RFC 6761: a name that is nobody's
	maxHead   = 64 << 10                // bytes of a file that are searched for its URL
)

// Pages walks pages that are at hand: those of a WARC file or WACZ package, of a
// folder, or of one file. A folder is walked in the order of names through all its
// folders, and then through its archives. What a file is its content tells,
// compressed by gzip or not; its name counts where the content is text that may be
// anything. Links within the folder lead to what is read under its own name; those
// that lead out of it are not followed.
//
// Of an archive the pages are the HTML documents that were answered with 2xx,
// in the order of the file, and of two answers to a URL the later. Of a file
// the URL is that of its base element, as the files of some collections begin
// with one; else that of its canonical link; else http://local.invalid/ with
// its name; and the first of these that no earlier file of the walk has taken.
//
// Whatever else there is comes as an error, and the walk goes on: a [*NotAPage]
// was passed over, but for a file that was named, which should be one; a
// [*page.Error] tells of a file that claims to be a page and can't be read as one
// (broken, binary, or more than 32 MiB); a [Repair] tells of a damaged archive; any
// other error tells of a file that can't be read at all, or a link out of the folder. Archives
// are indexed first, which reads them once unless the index is beside them.
func Pages(name string) iter.Seq2[*page.Page, error] {
	return func(yield func(*page.Page, error) bool) {
		fail := func(err error) { yield(nil, fmt.Errorf("reading pages: %w", err)) }
		info, err := os.Stat(name)
		switch {
		case err != nil:
			fail(err)
		case info.IsDir():
			walkFolder(name, yield)
		case IsIndex(name):
			x, err := OpenIndexed(local, sorted.Folder(filepath.Dir(name)), filepath.Base(name))
			if err != nil {
				fail(err)
				return
			}
			newIndexed(x).pages(local, yield)
		case isArchive(name): // its index may be beside it
			walkArchives([]string{name}, yield)
		case !info.Mode().IsRegular():
			fail(fmt.Errorf("%s: not a file", name))
		default:
			f, err := os.Open(name)
			if err != nil {
				fail(err)
				return
			}
			defer f.Close()
			walkContent(content{name: name, path: filepath.Base(name), r: f, size: info.Size(), modified: modifiedOf(info)}, yield)
		}
	}
}

// PagesOf walks the pages of what is open already, as [Pages] does those of a
// file. Its name is for people, and for the URL of a page that tells none.
func PagesOf(name string, r io.ReaderAt, size int64) iter.Seq2[*page.Page, error] {
	return func(yield func(*page.Page, error) bool) {
		walkContent(content{name: name, path: path.Base(filepath.ToSlash(name)), r: r, size: size}, yield)
	}
}

// walkContent gives the page or pages of a file that was named.
func walkContent(c content, yield func(*page.Page, error) bool) {
	kind, err := c.look()
	if err == nil && kind.archive {
		a := newReplay()
		if err := a.addContent(c.name, c.r, c.size); err != nil && !yield(nil, err) {
			return
		}
		walkArchive(a, yield)
		return
	}
	var p *page.Page
	if err == nil {
		p, err = c.page(kind, make(map[string]bool))
	}
	var other *NotAPage
	if errors.As(err, &other) {
		err = &page.Error{URL: c.name, Reason: page.NotHTML, Err: fmt.Errorf("it is %s", other.What)}
	}
	yield(p, err)
}

// walkArchives gives the pages of WARC files and packages, as of one archive. Of
// one that can't be opened it tells.
func walkArchives(paths []string, yield func(*page.Page, error) bool) {
	a := newReplay()
	defer a.close()
	for _, path := range paths {
		if err := a.include(path); err != nil && !yield(nil, err) {
			return
		}
	}
	walkArchive(a, yield)
}

// local is the context of files that are on the disk, of which nothing waits for a server.
var local = context.Background()

func walkArchive(a *archive, yield func(*page.Page, error) bool) {
	for _, r := range a.repairs {
		if !yield(nil, r) {
			return
		}
	}
	for _, url := range a.urls() {
		e, _, _ := a.lookup(local, url)
		if isRobots(url) {
			continue
		}
		p, err := a.pageAt(local, url, e)
		if !yield(p, err) {
			return
		}
	}
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
	err = fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			err = fmt.Errorf("reading pages of %s: %w", dir, err)
		case d.IsDir():
			return nil
		case d.Type()&fs.ModeSymlink != 0:
			if _, err = root.Stat(filepath.FromSlash(name)); err == nil {
				return nil // it leads to what the walk meets, too
			}
			err = fmt.Errorf("reading %s: a link out of the folder, in circles or to nothing; name what it leads to if that is wanted", w.source(name))
		case !d.Type().IsRegular():
			err = &NotAPage{w.source(name), "a pipe, socket or device"}
		}
		var p *page.Page
		if err == nil {
			if p, err = w.read(name); p == nil && err == nil {
				return nil // an archive
			}
		}
		if !yield(p, err) {
			return errStopped
		}
		return nil
	})
	if err == nil && len(w.archives) > 0 {
		walkArchives(w.archives, yield)
	}
}

var errStopped = errors.New("the walk was ended")

// folder reads files as pages.
type folder struct {
	root     *os.Root
	dir      string
	taken    map[string]bool // URLs of earlier pages
	archives []string        // that were met
}

func (w *folder) source(name string) string { return filepath.Join(w.dir, filepath.FromSlash(name)) }

// read makes a page of a file. An archive it notes, and gives nothing.
func (w *folder) read(name string) (*page.Page, error) {
	source := w.source(name)
	f, err := w.root.Open(filepath.FromSlash(name))
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", source, err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", source, err)
	}
	c := content{name: source, path: name, r: f, size: info.Size(), modified: modifiedOf(info)}
	kind, err := c.look()
	switch {
	case err != nil:
		return nil, err
	case kind.archive || isArchive(name):
		w.archives = append(w.archives, source)
		return nil, nil
	case w.keepsArchive(name, info.Size()):
		return nil, nil
	}
	return c.page(kind, w.taken)
}

// keepsArchive reports whether a file is what an archive of ours has beside its WARC
// files: an index of one of them, or the empty file that is locked.
func (w *folder) keepsArchive(name string, size int64) bool {
	stem, index := strings.CutSuffix(name, ".cdxj")
	if !index && (path.Base(name) != lockName || size > 0) {
		return false
	}
	pattern := path.Join(path.Dir(name), "*.warc*")
	if index {
		pattern = stem + ".warc*"
	}
	beside, err := fs.Glob(w.root.FS(), pattern)
	return err == nil && len(beside) > 0
}

// content is a file, or what is read like one.
type content struct {
	name     string // for people
	path     string // for the URL of a page that tells none
	r        io.ReaderAt
	size     int64
	modified time.Time // zero if that is not known
}

// kind is what the beginning of a content tells of it.
type kind struct {
	archive bool   // it is a WARC file or a WACZ package
	packed  string // its content coding, "gzip" or ""
	media   string // of what is packed
	plain   string // its path without the ending that tells of the packing
}

// look tells what a content is.
func (c content) look() (kind, error) {
	head := make([]byte, min(c.size, sniff.Reach))
	n, err := c.r.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return kind{}, fmt.Errorf("reading %s: %w", c.name, err)
	}
	head = head[:n]
	k := kind{plain: c.path}
	if strings.EqualFold(path.Ext(c.path), ".gz") {
		k.plain = c.path[:len(c.path)-len(".gz")]
	}
	if strings.HasPrefix(string(head), coding.GzipMagic) {
		k.packed, head = "gzip", sniff.UnpackedHead(head)
	}
	k.archive = sniff.IsWARCHead(head) || k.packed == "" && holdsWARCs(c.r, c.size)
	k.media = sniff.MediaOf(k.plain, head)
	return k, nil
}

// page makes a page of a content; taken has the URLs of those before.
func (c content) page(k kind, taken map[string]bool) (*page.Page, error) {
	claims := sniff.IsHTML(sniff.MediaNamed(k.plain))
	switch {
	case c.size == 0 && !claims:
		return nil, &NotAPage{c.name, "empty"}
	case !sniff.IsHTML(k.media) && !claims && k.packed != "":
		return nil, &NotAPage{c.name, "application/gzip"}
	case !sniff.IsHTML(k.media) && !claims:
		return nil, &NotAPage{c.name, k.media}
	case !sniff.IsHTML(k.media):
		return nil, &page.Error{URL: c.name, Reason: page.NotHTML, Err: fmt.Errorf("it is %s", k.media)}
	}
	body, err := io.ReadAll(io.NewSectionReader(c.r, 0, min(c.size, warc.MaxBlock/2+1)))
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", c.name, err)
	}
	if body, err = coding.Decompress(body, k.packed, warc.MaxBlock/2); err != nil {
		reason := page.Unparseable
		if errors.Is(err, coding.ErrTooLarge) {
			reason = page.TooLarge
		}
		return nil, &page.Error{URL: c.name, Reason: reason, Err: err}
	}
	p := newPage(body, k.media, "")
	at, err := place(append(ownURLs(p.Body), localHost+(&url.URL{Path: k.plain}).EscapedPath()), taken)
	if err != nil {
		return nil, &page.Error{URL: c.name, Reason: page.BadURL, Err: err}
	}
	p.URL, p.Requested, p.Status, p.FetchedAt, p.Source = at, at, 200, c.modified, c.name
	return p, nil
}

// place chooses the URL of a page, the first that is one and not taken, and takes
// it.
func place(candidates []string, taken map[string]bool) (string, error) {
	last := errors.New("another file of the folder has its URL")
	for _, raw := range candidates {
		normal, err := page.Normalize(raw)
		if err != nil {
			last = err
			continue
		}
		if !taken[normal] {
			taken[normal] = true
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

// NotAPage is what stands among pages and does not claim to be one: an image, a
// style sheet, an archived answer that is an error. It is passed over.
type NotAPage struct {
	Name string // of a file, or URL of an archived answer
	What string // its media type, or as in "status 404"
}

func (e *NotAPage) Error() string { return fmt.Sprintf("%s: it is no page: %s", e.Name, e.What) }
