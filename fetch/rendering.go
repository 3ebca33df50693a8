package fetch

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"verde/fetch/sniff"
	"verde/fetch/warc"
	"verde/page"
)

// mimeRendering is the media type of renderings: a browser gives them in UTF-8.
const mimeRendering = "text/html; charset=utf-8"

// mimeConversion marks lines of an index that are of renderings.
const mimeConversion = "warc/conversion"

// rendering is where an archive has the document that a browser made of an answer.
type rendering struct {
	entry
	of moment // when that answer was archived
}

// Rendering is what an archive has of a page's renderings.
type Rendering struct {
	Page *page.Page // nil where the rendering was found to add nothing
	Cut  string     // the bound that ended it, "" for none
}

// rendering gives what the archive has of a page's renderings.
func (a *archive) rendering(ctx context.Context, p *page.Page) (*Rendering, error) {
	r, ok := a.rendered(p.URL)
	if !ok {
		return nil, nil
	}
	w := a.fileOf(r.entry)
	from, member, err := w.open(ctx, r.entry)
	var rec warc.Record
	if err == nil {
		rec, err = r.record(from, member, w.path)
	}
	var damaged Repair
	switch {
	case errors.As(err, &damaged):
		a.loseRendering(p.URL, r, damaged)
		return nil, nil
	case err != nil:
		return nil, err
	case rec.Type != "conversion" || warc.TrimURI(rec.URL) != p.URL:
		return nil, fmt.Errorf("archive %s at offset %d should hold a rendering of %s (remove %s to have it made anew): %w",
			w.path, r.offset, p.URL, filepath.Base(indexPath(w.path)), errMismatch)
	case len(rec.Block) == 0:
		return &Rendering{}, nil
	}
	return &Rendering{renderedPage(p, rec.Block, fmt.Sprintf("%s:%d", w.name, r.offset)), rec.Header.Get("WARC-Truncated")}, nil
}

// loseRendering takes a rendering that can't be read out of the archive, and has it told.
func (a *archive) loseRendering(url string, r rendering, damage Repair) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.renderings[url] == r {
		delete(a.renderings, url)
		a.repairs = append(a.repairs, damage)
	}
}

// renderedPage gives the document of a page as another page of the same answer.
func renderedPage(p *page.Page, document []byte, source string) *page.Page {
	made := newPage(document, "text/html", mimeRendering)
	made.Rendered = true
	made.URL, made.Requested, made.Status, made.FetchedAt, made.Source, made.Relations, made.Language = p.URL, p.Requested, p.Status, p.FetchedAt, source, p.Relations, p.Language
	return made
}

// rendered gives the rendering of the answer that the archive has of a normal URL.
func (a *archive) rendered(url string) (rendering, bool) {
	a.mu.RLock()
	defer a.mu.RUnlock()
	r, ok := a.renderings[url]
	e := a.entries[url]
	behind := cmp.Or(cmp.Compare(r.file, e.file), cmp.Compare(r.offset, e.offset)) > 0 // two answers may be of one millisecond
	return r, ok && behind && e.recorded == r.of
}

// keepRendering appends the document that a browser made of the answer to a page's URL,
// and says where it is; "" if there is no such answer.
func (a *archive) keepRendering(p *page.Page, document []byte, cut string, at time.Time) (source string, err error) {
	url := p.URL
	a.mu.RLock()
	e, ok := a.entries[url]
	a.mu.RUnlock()
	if !ok {
		return "", nil
	}
	from := a.fileOf(e)
	response, err := e.record(from.r, func() (warc.Soundness, error) { return from.member(e.offset) }, from.path)
	if err != nil {
		return "", err
	}
	var buf bytes.Buffer
	extra := fmt.Sprintf("WARC-Refers-To: %s\r\nWARC-Refers-To-Date: %s\r\n", oneLine(response.Header.Get("WARC-Record-ID")), warcDate(e.recorded.time()))
	if cut != "" {
		extra += "WARC-Truncated: " + oneLine(cut) + "\r\n"
	}
	if err := a.packer.pack(&buf, outgoing{kind: "conversion", id: recordID(), url: url, date: at, media: mimeRendering, extra: extra, block: document, payload: 0}); err != nil {
		return "", fmt.Errorf("archiving a rendering of %s: %w", url, err)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	err = a.guarded(url, func() error {
		w, offset, err := a.put(buf.Bytes())
		if err != nil {
			return err
		}
		r := rendering{entry{file: int32(len(a.files) - 1), offset: offset, size: int64(buf.Len()), date: momentOf(at)}, e.recorded}
		a.renderings[url] = r
		source = fmt.Sprintf("%s:%d", w.name, offset)
		_, err = a.index.Write(renderingLineOf(url, digest(document), at, r, filepath.Base(w.path)))
		return err
	})
	return source, err
}

// renderingOf reads a rendering that was archived by a client: of which URL, and of
// which of its answers. Other conversions are none.
func renderingOf(rec warc.Record) (url string, of moment, ok bool) {
	if rec.Type != "conversion" || !strings.EqualFold(rec.Header.Get("Content-Type"), mimeRendering) {
		return "", 0, false
	}
	url, err := page.Normalize(rec.URL)
	if err != nil {
		return "", 0, false
	}
	date, err := time.Parse(time.RFC3339, rec.Header.Get("WARC-Refers-To-Date"))
	return url, momentOf(date), err == nil
}

// renderingLineOf gives the line of a rendering. Tools that look for answers pass over
// it, as it has no status.
func renderingLineOf(url, digest string, date time.Time, r rendering, filename string) []byte {
	line := lineOf(url, mimeConversion, digest, date, r.entry, filename)
	line.Recorded = warcDate(r.of.time())
	return line.encode(date)
}

// noted tells whether the archive has a note of a URL.
func (a *archive) noted(_ context.Context, url string, block []byte) bool {
	a.mu.RLock()
	defer a.mu.RUnlock()
	return a.notes[noteOf(url, digest(block))]
}

// pageAt makes a page of an answer in the archive, or of its rendering.
func (a *archive) pageAt(ctx context.Context, url string, e entry) (*page.Page, error) {
	if e.status == 0 {
		return nil, &NotAPage{url, "no answer"}
	} else if e.status < 200 || e.status > 299 {
		return nil, &NotAPage{url, "status " + strconv.Itoa(int(e.status))}
	}
	ans, err := a.read(ctx, url, e)
	if err != nil {
		return nil, err
	}
	p, err := ans.page(url, warc.MaxBlock/2)
	media := sniff.MediaType(ans.header.Get("Content-Type"))
	switch reason, _ := page.ReasonOf(err); {
	case err == nil && sniff.IsHTML(p.ContentType):
		switch r, err := a.rendering(ctx, p); {
		case err != nil:
			return nil, err
		case r != nil && r.Page != nil:
			return r.Page, nil
		}
		return p, nil
	case err == nil:
		return nil, &NotAPage{url, p.ContentType}
	case reason == page.NotHTML && media == "":
		media, _ = sniff.Content(ans.body)
		return nil, &NotAPage{url, media}
	case reason == page.NotHTML && !sniff.IsHTML(media):
		return nil, &NotAPage{url, media}
	}
	return nil, err
}
