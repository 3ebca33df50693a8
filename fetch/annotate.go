package fetch

import (
	"bytes"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"verde/fetch/sniff"
	"verde/fetch/warc"
	"verde/page"
)

// maxNote is how many bytes of a field's value are archived.
const maxNote = 4 << 10

// Annotate archives what a run has found out about a page (which judgement it
// got, to which source it belongs) as a metadata record of the page's URL, so
// that the archive tells it to whoever reads it by [warc.Read]. Names are
// those of header fields: letters, digits and hyphens; values are kept as one
// line each, of at most 4 KiB. It is no answer of a server: Fetch gives what it gave before.
//
// Without an archive nothing is done. An error of the archive ends a run.
func (c *Client) Annotate(rawURL string, fields map[string]string) error {
	if c.archive == nil || len(fields) == 0 {
		return nil
	}
	url, err := page.Normalize(rawURL)
	if err != nil {
		return &page.Error{URL: rawURL, Reason: page.BadURL, Err: err}
	}
	block, err := noteBlock(fields)
	if err != nil {
		return fmt.Errorf("annotating %s: %w", url, err)
	}
	return c.archive.note(url, block, time.Now())
}

// noteBlock writes the fields of a note.
func noteBlock(fields map[string]string) ([]byte, error) {
	var block bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if !isFieldName(name) || strings.EqualFold(name, failureField) || strings.EqualFold(name, causeField) {
			return nil, fmt.Errorf("%.60q is no name of a note", name)
		}
		value := oneLine(fields[name])
		if len(value) > maxNote {
			value = strings.ToValidUTF8(value[:maxNote], "") // without the half of a character
		}
		fmt.Fprintf(&block, "%s: %s\r\n", name, value)
	}
	return block.Bytes(), nil
}

func isFieldName(name string) bool {
	for i := 0; i < len(name); i++ {
		c := name[i] | 0x20
		if !('a' <= c && c <= 'z' || '0' <= name[i] && name[i] <= '9' || name[i] == '-') {
			return false
		}
	}
	return name != ""
}

// mimeNote is the media type of notes.
const mimeNote = "application/warc-fields"

// readNote tells which note a record is. Other crawlers' metadata are notes, too.
func readNote(rec warc.Record) (url, digested string, ok bool) {
	if rec.Type != "metadata" || sniff.MediaType(rec.Header.Get("Content-Type")) != mimeNote || bytes.HasPrefix(rec.Block, []byte(failureField+":")) {
		return "", "", false
	}
	url, err := page.Normalize(rec.URL)
	return url, digest(rec.Block), err == nil
}

// note appends a metadata record of a URL, unless it is there.
func (a *archive) note(url string, block []byte, date time.Time) error {
	sum := digest(block)
	n := noteOf(url, sum)
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.notes[n] {
		return nil
	}
	var buf bytes.Buffer
	err := a.packer.pack(&buf, outgoing{kind: "metadata", id: recordID(), url: url, date: date, media: mimeNote, block: block, payload: -1})
	if err != nil {
		return fmt.Errorf("annotating %s: %w", url, err)
	}
	return a.guarded(url, func() error {
		w, at, err := a.put(buf.Bytes())
		if err != nil {
			return err
		}
		a.notes[n] = true
		_, err = a.index.Write(noteLineOf(url, sum, date, entry{offset: at, size: int64(buf.Len())}, filepath.Base(w.path)))
		return err
	})
}
