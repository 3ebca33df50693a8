package fetch

import (
	"bytes"
	"fmt"
	"net/http"
	"path/filepath"
	"time"

	"verde/fetch/warc"
	"verde/page"
)

// Profiles of revisit records (WARC 1.1, §6.7): the server said that nothing
// has changed, or sent the same again.
const (
	profileNotModified = "http://netpreserve.org/warc/1.1/revisit/server-not-modified"
	profileIdentical   = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
)

// mimeRevisit marks lines of an index that are of revisit records.
const mimeRevisit = "warc/revisit"

// reference names the record that a revisit record refers to.
type reference struct {
	url      string    // normal
	recorded time.Time // the date of that record, zero if it is not said
}

// referenceOf reads a revisit record: which URL was asked for again when, and
// what its answer is the same as. Without a target that is the same URL.
func referenceOf(rec warc.Record) (url string, refers *reference, ok bool) {
	if rec.Type != "revisit" {
		return "", nil, false
	}
	url, err := page.Normalize(rec.URL)
	if err != nil {
		return "", nil, false
	}
	refers = &reference{url: url}
	if target := rec.Header.Get("WARC-Refers-To-Target-URI"); target != "" {
		if refers.url, err = page.Normalize(warc.TrimURI(target)); err != nil {
			return "", nil, false
		}
	}
	if date, err := time.Parse(time.RFC3339, rec.Header.Get("WARC-Refers-To-Date")); err == nil {
		refers.recorded = date.UTC()
	}
	return url, refers, true
}

// revisit appends a revisit record: old, an archived answer, is still what the server
// has. fresh is its answer to req, without a body or with that of old; only its header is
// archived.
func (a *archive) revisit(old, fresh *answer, req *http.Request) error {
	profile := profileIdentical
	if fresh.status == http.StatusNotModified {
		profile = profileNotModified
	}
	data, offset, err := a.packer.packRevisit(old, fresh, req, profile)
	if err != nil {
		return fmt.Errorf("archiving a revisit of %s: %w", old.url, err)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	refers := &reference{url: old.url, recorded: old.recorded}
	return a.guarded(old.url, func() error {
		w, at, err := a.put(data)
		if err != nil {
			return err
		}
		a.addRevisit(old.url, refers, fresh.date)
		e := entry{offset: at + offset, size: int64(len(data)) - offset}
		_, err = a.index.Write(revisitLineOf(old.url, digest(old.body), refers, fresh.date, e, filepath.Base(w.path)))
		return err
	})
}

// packRevisit gives request and revisit record of an answer that is as old.
func (p *packer) packRevisit(old, fresh *answer, req *http.Request, profile string) (data []byte, offset int64, err error) {
	var buf bytes.Buffer
	id := recordID()
	asked := requestBlock(req)
	err = p.pack(&buf, outgoing{kind: "request", id: recordID(), url: old.url, date: fresh.date, media: "application/http;msgtype=request",
		extra: "WARC-Concurrent-To: " + id + "\r\n", block: asked, payload: len(asked)})
	if err != nil {
		return nil, 0, err
	}
	offset = int64(buf.Len())
	bare := *fresh
	bare.body = nil
	block, _ := responseBlock(&bare)
	extra := fmt.Sprintf("WARC-Profile: %s\r\nWARC-Refers-To-Target-URI: %s\r\nWARC-Refers-To-Date: %s\r\nWARC-Payload-Digest: %s\r\n",
		profile, old.url, warcDate(old.recorded), digest(old.body))
	if profile == profileIdentical {
		extra += "WARC-Truncated: length\r\n" // §6.7.2: the payload is left
	}
	err = p.pack(&buf, outgoing{kind: "revisit", id: id, url: old.url, date: fresh.date, media: "application/http;msgtype=response",
		extra: extra, block: block, payload: -1})
	return buf.Bytes(), offset, err
}
