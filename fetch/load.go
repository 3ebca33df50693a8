package fetch

import (
	"bytes"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"time"

	"verde/fetch/warc"
)

// load takes the answers of the archive's last file into its index: from the
// index beside the file as far as that goes, and from the records behind what
// it covers. In a run's own archive the index is then completed, and an
// unfinished record at the end of the file cut off.
//
// Cost: that of reading the index, some 5 µs a line; without one that of
// decompressing the file.
func (a *archive) load(w *warcFile) error {
	covered, indexEnd, missing, err := a.loadIndex(w)
	if err != nil {
		return err
	}
	// Behind an index there is at most what a killed writer was writing. There a
	// search for further records could only find what a page has made up.
	resume := !a.own() || covered == 0
	lines, gaps, err := a.loadRecords(w, covered, resume)
	if err != nil {
		return err
	}
	if missing > 0 {
		a.repairs = append(a.repairs, Repair{Kind: Missing, File: w.path, Offset: w.size, Records: missing})
	}
	if err := a.reportGaps(w, gaps, missing > 0); err != nil {
		return err
	}
	w.indexEnd, w.lines = indexEnd, lines
	if !a.own() || len(lines) == 0 && indexEnd < 0 {
		return nil
	}
	// A writer that was killed leaves the index one record behind.
	if n, _ := fileNumber(w.path); n >= 0 && len(lines) > 1 {
		a.repairs = append(a.repairs, Repair{Kind: Reindexed, File: w.path, Offset: covered, Records: len(lines)})
	}
	w.indexEnd, w.lines = -1, nil
	return completeIndex(indexPath(w.path), indexEnd, bytes.Join(lines, nil))
}

// reportGaps reports the unreadable parts of a file as repairs. One at the end of a file
// that the run writes is cut off: its writer was killed there. cut says that the file
// was shortened since, so that the index names records behind its end.
func (a *archive) reportGaps(w *warcFile, gaps []gap, cut bool) error {
	_, ours := fileNumber(w.path)
	for _, g := range gaps {
		r := Repair{Kind: Unreadable, File: w.path, Offset: g.offset, Bytes: g.bytes}
		if g.end && g.torn && !cut && ours && a.indexed {
			r.Kind = Unfinished
		}
		if g.end && !w.full {
			if err := w.f.Truncate(g.offset); err != nil {
				return fmt.Errorf("cutting off an unfinished record at offset %d: %w", g.offset, err)
			}
		}
		if g.end {
			w.size = g.offset
		}
		a.repairs = append(a.repairs, r)
	}
	return nil
}

// found is a record about a URL: an answer, a revisit, a rendering, or a note.
type found struct {
	url    string
	at     entry
	refers *reference // of a revisit
	note   string     // of a note, its digest
	of     *moment    // of a rendering, when the answer that it was made of was archived
	line   []byte     // of an index; nil if there is none to be made
	id     string     // of the record
	with   string     // record that it says it is concurrent to
}

// loadRecords takes what a file says from an offset on into the archive, and
// gives the lines of an index for it.
func (a *archive) loadRecords(w *warcFile, from int64, resume bool) (lines [][]byte, gaps []gap, err error) {
	file := int32(slices.Index(a.files, w))
	gaps, err = a.records(w, from, resume, filepath.Base(w.path), func(f found) {
		f.at.file = file
		switch {
		case f.note != "":
			a.notes[noteOf(f.url, f.note)] = true
		case f.of != nil:
			a.renderings[f.url] = rendering{f.at, *f.of}
		case f.refers == nil:
			a.addAnswer(f.url, f.at)
		case !a.addRevisit(f.url, f.refers, f.at.date.time()):
			return
		}
		if f.line != nil {
			lines = append(lines, f.line)
		}
	})
	return lines, gaps, err
}

// maxRequestGap is how many records may lie between a request and its answer in a file:
// writers put them side by side.
const maxRequestGap = 1000

// records visits the answers, revisits, renderings and notes of a file from an offset on;
// filename is its name in index lines. Answers to POST or HEAD are left out, since they
// are not the page at the URL.
func (a *archive) records(w *warcFile, from int64, resume bool, filename string, visit func(found)) ([]gap, error) {
	others := make(map[string]bool) // records of requests that do not ask for a page, and of their answers
	now := time.Now()
	var waiting []found // since their requests may follow
	pass := func(keep int) {
		n := max(0, len(waiting)-keep)
		for _, f := range waiting[:n] {
			if !others[f.id] && !others[f.with] {
				visit(f)
			}
		}
		waiting = append(waiting[:0], waiting[n:]...)
	}
	gaps, err := scan(w.r, from, w.size, resume, func(rec warc.Record) {
		if rec.Date.After(now) { // nothing was fetched then; such an answer would count for ever
			rec.Date = now
		}
		if rec.Type == "request" {
			if method, _, _ := bytes.Cut(rec.Block, []byte(" ")); string(method) != http.MethodGet {
				others[rec.Header.Get("WARC-Record-ID")], others[rec.Header.Get("WARC-Concurrent-To")] = true, true
				delete(others, "")
			}
		} else if f, ok := a.find(rec, filename); ok {
			waiting = append(waiting, f)
		}
		if len(waiting) > 2*maxRequestGap {
			pass(maxRequestGap)
		}
	})
	pass(0)
	return gaps, err
}

// find reads what a record says of a URL.
func (a *archive) find(rec warc.Record, filename string) (f found, ok bool) {
	f = found{id: rec.Header.Get("WARC-Record-ID"), with: rec.Header.Get("WARC-Concurrent-To"),
		at: entry{offset: rec.Offset, inner: rec.Inner, size: rec.Size, date: momentOf(rec.Date), recorded: momentOf(rec.Date), old: true}}
	if f.url, f.refers, ok = referenceOf(rec); ok {
		if a.indexed {
			f.line = revisitLineOf(f.url, rec.Header.Get("WARC-Payload-Digest"), f.refers, rec.Date, f.at, filename)
		}
		return f, true
	}
	if f.url, f.note, ok = readNote(rec); ok {
		if a.indexed {
			f.line = noteLineOf(f.url, f.note, rec.Date, f.at, filename)
		}
		return f, a.indexed
	}
	if url, of, ok := renderingOf(rec); ok {
		f.url, f.of = url, &of
		if a.indexed {
			f.line = renderingLineOf(url, rec.Header.Get("WARC-Payload-Digest"), rec.Date, rendering{f.at, of}, filename)
		}
		return f, true
	}
	ans, ok := answerOf(rec)
	if !ok {
		return f, false
	}
	ans.digest = rec.Header.Get("WARC-Payload-Digest") // the body is here in part only
	f.url = ans.url
	f.at.status, f.at.transient, f.at.bounded = int16(ans.status), ans.transient(), ans.bounded()
	if a.indexed {
		f.line = indexLineOf(ans, f.at, filename)
	}
	return f, true
}
