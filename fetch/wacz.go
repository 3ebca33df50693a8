package fetch

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"verde/fetch/warc"
)

// maxParts is how many files of a package are read.
const maxParts = 10_000

const zipMagic = "PK\x03\x04"

// resource is a file of a package, as its datapackage.json describes it.
type resource struct {
	Name  string `json:"name"`
	Path  string `json:"path"`
	Hash  string `json:"hash"`
	Bytes int64  `json:"bytes"`
}

// Exported is what [ExportWACZ] has written.
type Exported struct {
	Files   int      // WARC files
	Pages   int      // answers that replay tools list as pages
	Repairs []Repair // of the archive
}

// ExportWACZ writes a run's archive folder as a WACZ 1.1.1 package: its WARC
// files, one sorted index of them, and the list of their pages. Replay tools open
// it. Every record is read before it is copied; damaged parts are left out, and told
// as repairs. The folder must not be in use by a run; an unfinished
// record at its end is cut off, as by [New], and if nothing can be written there,
// left out of the package.
//
// Memory is that of the index, some 300 bytes a page; time that of
// decompressing and copying.
func ExportWACZ(dir string, to io.Writer, title string, now time.Time) (done Exported, err error) {
	if paths, err := warcFiles(dir); err != nil {
		return done, fmt.Errorf("exporting an archive: %w", err)
	} else if len(paths) == 0 {
		return done, fmt.Errorf("exporting an archive: no WARC file in %s", dir)
	}
	a, err := openArchive(dir)
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		a, err = openFrozen(dir)
	}
	if err != nil {
		return done, err
	}
	defer func() { err = errors.Join(err, a.close()) }()
	p := packager{z: zip.NewWriter(to)}
	var parts []undamaged // of each file
	for _, w := range a.files {
		info, err := w.f.Stat()
		if err != nil {
			return done, err
		}
		part, err := a.verify(w)
		if err != nil {
			return done, err
		}
		parts = append(parts, part)
		p.add("archive/"+filepath.Base(w.path), part.reader(w), info.ModTime())
	}
	index, err := a.mergedIndex(parts)
	if err != nil {
		return done, err
	}
	p.add("indexes/index.cdx", bytes.NewReader(index), now)
	pages := a.pageList(parts)
	p.add("pages/pages.jsonl", bytes.NewReader(pages), now)
	description, err := json.MarshalIndent(map[string]any{"profile": "data-package", "wacz_version": "1.1.1", "title": title, "software": "VerDE",
		"created": now.UTC().Format(time.RFC3339), "resources": p.resources}, "", "  ")
	if err != nil {
		return done, err
	}
	p.add("datapackage.json", bytes.NewReader(description), now)
	sum := sha256.Sum256(description)
	p.add("datapackage-digest.json", strings.NewReader(fmt.Sprintf("{\"path\": \"datapackage.json\", \"hash\": \"sha256:%x\"}\n", sum)), now)
	if err := errors.Join(p.err, p.z.Close()); err != nil {
		return done, fmt.Errorf("writing the package of %s: %w", dir, err)
	}
	return Exported{Files: len(a.files), Pages: bytes.Count(pages, []byte("\n")) - 1, Repairs: a.repaired()}, nil
}

// packager writes the files of a package. After an error it writes nothing.
type packager struct {
	z         *zip.Writer
	resources []resource
	err       error
}

// add stores a file, uncompressed, so that readers can seek in it.
func (p *packager) add(name string, from io.Reader, modified time.Time) {
	if p.err != nil {
		return
	}
	w, err := p.z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store, Modified: modified.UTC()})
	if err != nil {
		p.err = err
		return
	}
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(w, sum), from)
	p.err = err
	p.resources = append(p.resources, resource{Name: path.Base(name), Path: name, Hash: "sha256:" + hex.EncodeToString(sum.Sum(nil)), Bytes: n})
}

// undamaged is a file without its damaged parts, which are listed in their order.
type undamaged []gap

// verify reads all records of a file, and notes what can't be read.
func (a *archive) verify(w *warcFile) (undamaged, error) {
	gaps, err := scan(w.r, 0, w.size, true, func(warc.Record) {})
	if err != nil {
		return nil, fmt.Errorf("reading archive %s: %w", w.path, err)
	}
	for _, g := range gaps {
		r := Repair{Kind: Unreadable, File: w.path, Offset: g.offset, Bytes: g.bytes}
		if !slices.Contains(a.repairs, r) { // as it is told already of a file without an index
			a.repairs = append(a.repairs, r)
		}
	}
	return gaps, nil
}

// reader reads the parts that are left of w.
func (p undamaged) reader(w *warcFile) io.Reader {
	var parts []io.Reader
	at := int64(0)
	for _, g := range p {
		parts = append(parts, io.NewSectionReader(w.r, at, g.offset-at))
		at = g.offset + g.bytes
	}
	return io.MultiReader(append(parts, io.NewSectionReader(w.r, at, w.size-at))...)
}

// moved maps the offset of a record in the file to its offset in the copy without the
// damaged parts; false for a record within one.
func (p undamaged) moved(offset int64) (int64, bool) {
	before := int64(0)
	for _, g := range p {
		if offset < g.offset {
			break
		}
		if offset < g.offset+g.bytes {
			return 0, false
		}
		before += g.bytes
	}
	return offset - before, true
}

// mergedIndex gives the lines of all indexes in the order of their keys, but
// for those that replay has no use for: URLs without an answer, and records
// that can't be reached without reading others before them.
func (a *archive) mergedIndex(parts []undamaged) ([]byte, error) {
	var lines []string
	for i, w := range a.files {
		text, err := os.ReadFile(indexPath(w.path))
		if err != nil && !errors.Is(err, os.ErrNotExist) { // a file without answers
			return nil, err
		}
		if w.indexEnd >= 0 {
			text = text[:w.indexEnd]
		}
		text = append(text, bytes.Join(w.lines, nil)...)
		for line := range strings.Lines(string(text)) {
			p, ok := parseIndexLine([]byte(line))
			if !ok || p.inner != 0 || p.status == 0 && p.refers == nil {
				continue
			}
			if offset, ok := parts[i].moved(p.offset); ok {
				lines = append(lines, moveLine(line, p.offset, offset))
			}
		}
	}
	slices.Sort(lines)
	return []byte(strings.Join(lines, "")), nil
}

// pageList lists the pages of an archive, one JSON object a line.
func (a *archive) pageList(parts []undamaged) []byte {
	var b bytes.Buffer
	b.WriteString("{\"format\": \"json-pages-1.0\", \"id\": \"pages\", \"title\": \"Pages\"}\n")
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for _, url := range a.urls() {
		e := a.entries[url]
		if _, there := parts[e.file].moved(e.offset); there && e.status >= 200 && e.status <= 299 && !isRobots(url) {
			_ = enc.Encode(map[string]string{"url": url, "ts": warcDate(e.date.time())}) // a map of strings
		}
	}
	return b.Bytes()
}
