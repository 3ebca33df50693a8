package fetch

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"verde/fetch/sorted"
	"verde/fetch/warc"
	"verde/page"
)

// maxArchiveFile is where a further archive file is begun: the gigabyte that
// the WARC standard recommends.
const maxArchiveFile = 1 << 30

// archive is a set of WARC files with an index in memory. Reading is safe for
// concurrent use; a run's own archive is also written.
type archive struct {
	packer packer
	name   string // what sources are named after: the folder's name
	dir    string // of a run's own archive; "" for one that is read only

	mu         sync.RWMutex
	files      []*warcFile
	entries    map[string]entry     // by URL
	notes      map[note]bool        // that are archived
	renderings map[string]rendering // by URL
	indexed    bool                 // lines of an index are made for records that have none
	repairs    []Repair
	packages   []*os.File // that files are parts of
	guard      *os.File   // lock on dir
	index      *os.File   // of the last file, open for appending
	limit      int64      // where a file is full
	fault      error      // of writing; after one nothing is written
}

// warcFile is an open file of an archive.
type warcFile struct {
	path   string
	name   string // as sources name it
	r      io.ReaderAt
	f      *os.File // nil for a part of a package
	size   int64
	full   bool         // nothing is appended to it
	packed bool         // a part of a package, without an index beside it
	parts  sorted.Files // of an archive that is read by an index of all of its files; r is nil then
	// In an archive that is indexed but not written: the length of the valid part of the
	// index beside the file, -1 for all of it, and the lines that belong after it.
	indexEnd int64
	lines    [][]byte

	mu      sync.Mutex
	members map[int64]warc.Soundness // by offset, of those with several records that were read from
}

// member tells whether the gzip member at an offset is sound. It is read to its
// end for that, once.
func (w *warcFile) member(offset int64) (warc.Soundness, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if known, ok := w.members[offset]; ok {
		return known, nil
	}
	known, err := warc.MemberAt(w.r, offset, w.size)
	if err == nil {
		if w.members == nil {
			w.members = make(map[int64]warc.Soundness)
		}
		w.members[offset] = known
	}
	return known, err
}

// open gives where an entry of the file can be read, and what tells of its gzip member.
func (w *warcFile) open(ctx context.Context, e entry) (io.ReaderAt, func() (warc.Soundness, error), error) {
	if w.parts == nil {
		return w.r, func() (warc.Soundness, error) { return w.member(e.offset) }, nil
	}
	r, err := w.load(ctx, e)
	return r, func() (warc.Soundness, error) { return warc.MemberAt(r, e.offset, e.offset+e.size) }, err
}

// lockName is the file of an archive that the run which uses it has locked.
const lockName = "lock"

// own tells whether this is a run's own archive, which is written.
func (a *archive) own() bool { return a.dir != "" }

// lookup gives the entry of a normal URL.
func (a *archive) lookup(_ context.Context, url string) (entry, bool, error) {
	a.mu.RLock()
	defer a.mu.RUnlock()
	e, ok := a.entries[url]
	return e, ok, nil
}

// repaired gives what was found wrong so far.
func (a *archive) repaired() []Repair {
	a.mu.RLock()
	defer a.mu.RUnlock()
	return slices.Clone(a.repairs)
}

// lose removes an answer that can't be read from the index, and reports it.
func (a *archive) lose(url string, e entry, r Repair) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.entries[url] != e {
		return // somebody else was faster
	}
	delete(a.entries, url)
	if !slices.Contains(a.repairs, r) { // a record may stand for several URLs
		a.repairs = append(a.repairs, r)
	}
}

// get gives the archived answer to a URL, nil for none. One that can't be read is
// removed from the index and reported.
func (a *archive) get(ctx context.Context, url string, e entry) (*answer, error) {
	ans, err := a.read(ctx, url, e)
	var r Repair
	if errors.As(err, &r) {
		a.lose(url, e, r)
		return nil, nil
	}
	return ans, err
}

// read gives the answer at e, which was found under url. The error is a
// [Repair] if the record is damaged.
func (a *archive) read(ctx context.Context, url string, e entry) (*answer, error) {
	w := a.fileOf(e)
	r, member, err := w.open(ctx, e)
	if err != nil {
		return nil, err
	}
	ans, err := e.answer(r, member, url, w.path)
	if ans != nil {
		ans.source = fmt.Sprintf("%s:%d", w.name, e.offset)
	}
	return ans, err
}

// fileOf gives the file that an entry is in.
func (a *archive) fileOf(e entry) *warcFile {
	a.mu.RLock()
	defer a.mu.RUnlock()
	return a.files[e.file]
}

// answer reads the answer at an entry of a file; member tells whether its gzip member is
// sound. It has no source yet.
func (e entry) answer(r io.ReaderAt, member func() (warc.Soundness, error), url, file string) (*answer, error) {
	rec, err := e.record(r, member, file)
	if err != nil {
		return nil, err
	}
	kept := url
	if e.refers != nil {
		kept = e.refers.url
	}
	ans, ok := answerOf(rec)
	if !ok || ans.url != kept {
		return nil, fmt.Errorf("archive %s at offset %d should hold %s (remove %s to have it made anew): %w",
			file, e.offset, url, filepath.Base(indexPath(file)), errMismatch)
	}
	ans.url, ans.date, ans.recorded = url, e.date.time(), e.recorded.time()
	return ans, nil
}

// record reads the record at an entry. The error is a [Repair] if it is damaged.
func (e entry) record(r io.ReaderAt, member func() (warc.Soundness, error), file string) (warc.Record, error) {
	s := warc.NewScanner(io.NewSectionReader(r, e.offset, e.size), warc.MaxBlock)
	s.Look = func(int64) (warc.Soundness, error) { return member() }
	rec, err := s.Next()
	for err == nil && rec.Inner < e.inner {
		rec, err = s.Next()
	}
	var disk *os.PathError
	switch {
	case errors.As(err, &disk):
		return rec, fmt.Errorf("reading archive %s: %w", file, err)
	case err != nil, rec.Inner != e.inner && s.Known == warc.Torn:
		return rec, Repair{Kind: Unreadable, File: file, Offset: e.offset, Bytes: e.size}
	}
	return rec, nil
}

var errMismatch = errors.New("the index does not fit the archive")

// append archives an answer that came of req, and sets its source. A record is
// whole in the file before its line is in the index, so a kill at any moment
// costs at most the answer that is being written.
func (a *archive) append(ans *answer, req *http.Request) error {
	data, offset, err := a.packer.packAnswer(ans, req)
	if err != nil {
		return fmt.Errorf("archiving %s: %w", ans.url, err)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.guarded(ans.url, func() error {
		w, at, err := a.put(data)
		if err != nil {
			return err
		}
		e := entry{file: int32(len(a.files) - 1), offset: at + offset, size: int64(len(data)) - offset, status: int16(ans.status), date: momentOf(ans.date),
			recorded: momentOf(ans.date), transient: ans.transient(), bounded: ans.bounded()}
		ans.source, ans.recorded = fmt.Sprintf("%s:%d", w.name, e.offset), ans.date
		a.entries[ans.url] = e
		_, err = a.index.Write(indexLineOf(ans, e, filepath.Base(w.path)))
		return err
	})
}

// guarded calls write unless writing has failed before: after a failed write the run must
// not go on with answers that are not archived.
func (a *archive) guarded(url string, write func() error) error {
	if a.fault == nil {
		a.fault = write()
	}
	if a.fault != nil {
		return fmt.Errorf("archiving %s in %s (what was archived before is safe; run again when this is mended): %w", url, a.dir, a.fault)
	}
	return nil
}

// put appends records to the current file, and returns the file and the offset. A partial
// write is undone.
func (a *archive) put(data []byte) (w *warcFile, at int64, err error) {
	if w, err = a.current(); err != nil {
		return nil, 0, err
	}
	if _, err := w.f.WriteAt(data, w.size); err != nil {
		return nil, 0, errors.Join(err, w.f.Truncate(w.size))
	}
	at = w.size
	w.size += int64(len(data))
	return w, at, nil
}

// current gives the file to append to, a new one if the last is full.
func (a *archive) current() (*warcFile, error) {
	if n := len(a.files); n > 0 {
		if w := a.files[n-1]; !w.full && w.size < a.limit {
			var err error
			if a.index == nil {
				a.index, err = os.OpenFile(indexPath(w.path), os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666)
			}
			return w, err
		}
	}
	if err := a.sync(); err != nil {
		return nil, err
	}
	w, err := a.create()
	if err != nil {
		return nil, err
	}
	a.files = append(a.files, w)
	a.index, err = os.OpenFile(indexPath(w.path), os.O_WRONLY|os.O_APPEND|os.O_CREATE|os.O_TRUNC, 0o666)
	return w, err
}

// create begins a new file, with a record that says what it is.
func (a *archive) create() (*warcFile, error) {
	name := fmt.Sprintf("%05d.warc.gz", a.nextNumber())
	var head bytes.Buffer
	err := a.packer.pack(&head, outgoing{kind: "warcinfo", id: recordID(), date: time.Now(), media: "application/warc-fields", payload: -1,
		extra: "WARC-Filename: " + name + "\r\n", block: []byte("software: VerDE\r\nformat: WARC File Format 1.1\r\n")})
	if err != nil {
		return nil, err
	}
	w := &warcFile{path: filepath.Join(a.dir, name), name: a.name + "/" + name, size: int64(head.Len())}
	if w.f, err = os.OpenFile(w.path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666); err != nil {
		return nil, err
	}
	w.r = w.f
	if _, err := w.f.WriteAt(head.Bytes(), 0); err != nil {
		return nil, errors.Join(err, w.f.Close())
	}
	return w, nil
}

// nextNumber gives a number above that of all files, since they are read in
// the order of their names.
func (a *archive) nextNumber() int {
	next := 0
	for _, w := range a.files {
		number, _ := fileNumber(w.path)
		next = max(next, number+1)
	}
	return next
}

// sync brings the last file to the disk and closes its index.
func (a *archive) sync() error {
	if a.index == nil {
		return nil
	}
	err := errors.Join(a.files[len(a.files)-1].f.Sync(), a.index.Close())
	a.index = nil
	return err
}

// close ends reading and writing.
func (a *archive) close() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	errs := []error{a.sync()}
	for _, w := range a.files {
		if w.f != nil {
			errs = append(errs, w.f.Close())
		}
	}
	for _, f := range a.packages {
		errs = append(errs, f.Close())
	}
	if a.guard != nil {
		errs = append(errs, unlock(a.guard), a.guard.Close())
	}
	a.fault = os.ErrClosed
	return errors.Join(errs...)
}

// failing lists the URLs of a site that failed for a reason that passes before
// the archive was opened.
func (a *archive) failing(ctx context.Context, site string) ([]string, error) {
	return a.of(ctx, site, func(e entry) bool { return e.old && e.transient }), nil
}

// of lists the URLs of a site whose entries are wanted, sorted.
func (a *archive) of(_ context.Context, site string, wanted func(entry) bool) (urls []string) {
	a.mu.RLock()
	defer a.mu.RUnlock()
	for url, e := range a.entries {
		if wanted(e) && page.Site(url) == site {
			urls = append(urls, url)
		}
	}
	slices.Sort(urls)
	return urls
}

// urls lists the archived URLs in the order of their records, those of one
// record in the order of the URLs.
func (a *archive) urls() []string {
	return slices.SortedFunc(maps.Keys(a.entries), func(x, y string) int {
		ex, ey := a.entries[x], a.entries[y]
		return cmp.Or(cmp.Compare(ex.file, ey.file), cmp.Compare(ex.offset, ey.offset), cmp.Compare(ex.inner, ey.inner), cmp.Compare(x, y))
	})
}

// answerStore keeps answers by URL: an [archive] of files, [segments] in a bucket, or an
// [indexed] archive.
type answerStore interface {
	lookup(ctx context.Context, url string) (entry, bool, error)
	get(ctx context.Context, url string, e entry) (*answer, error)
	append(a *answer, req *http.Request) error
	revisit(old, fresh *answer, req *http.Request) error
	note(url string, block []byte, date time.Time) error
	failing(ctx context.Context, site string) ([]string, error)
	repaired() []Repair
	close() error
}

// load reads an entry's record or gzip member, by one request.
func (w *warcFile) load(ctx context.Context, e entry) (io.ReaderAt, error) {
	if e.size > warc.MaxBlock {
		return nil, Repair{Kind: Unreadable, File: w.path, Offset: e.offset, Bytes: e.size}
	}
	ctx, cancel := context.WithTimeout(ctx, replayWithin)
	defer cancel()
	data, err := w.parts.Range(ctx, w.path, e.offset, e.size)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrInvalid), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, Repair{Kind: Missing, File: w.path, Offset: e.offset, Bytes: e.size, Records: 1}
	case err != nil:
		return nil, fmt.Errorf("archive %s: %w", w.path, err)
	}
	return &excerpt{data, e.offset}, nil
}

// excerpt is a part of a file, at the offsets that it has there.
type excerpt struct {
	data []byte
	at   int64
}

func (x *excerpt) ReadAt(p []byte, offset int64) (int, error) {
	if offset < x.at || offset >= x.at+int64(len(x.data)) {
		return 0, io.EOF
	}
	n := copy(p, x.data[offset-x.at:])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// addLine adds the record of an index line to the archive. If that is a revisit of another
// URL's answer, follow adds this answer first; nil if it has been added already.
func (a *archive) addLine(p parsedLine, follow func(url string) error) error {
	switch {
	case p.note != "":
		a.notes[noteOf(p.url, p.note)] = true
	case p.rendering:
		a.renderings[p.url] = rendering{p.entry, p.recorded}
	case p.refers == nil:
		a.addAnswer(p.url, p.entry)
	default:
		if follow != nil && p.refers.url != p.url {
			if err := follow(p.refers.url); err != nil {
				return err
			}
		}
		a.addRevisit(p.url, p.refers, p.date.time())
	}
	return nil
}

// addAnswer adds an answer to the archive's entries. Of two answers to one URL the later
// counts: by their order within a file, by their dates in two files. A transient failure
// does not replace an answer of another file.
func (a *archive) addAnswer(url string, e entry) {
	if old, ok := a.entries[url]; ok && old.file != e.file && (old.date > e.date || e.transient && !old.transient) {
		return
	}
	a.entries[url] = e
}

// addRevisit adds a revisit to the archive's entries: from its date on the answer to url
// is the record that it refers to. It returns false, and changes nothing, if that record is
// missing or was replaced by a later one, or if the archive has a later answer to url.
func (a *archive) addRevisit(url string, refers *reference, date time.Time) bool {
	e, ok := a.entries[refers.url]
	if !ok || e.status == 0 {
		return false
	}
	if !refers.recorded.IsZero() && !e.recorded.time().Truncate(time.Second).Equal(refers.recorded.Truncate(time.Second)) {
		return false
	}
	if now, ok := a.entries[url]; ok && now.date > momentOf(date) {
		return false
	}
	if refers.url != url && e.refers == nil {
		e.refers = refers
	}
	e.date = momentOf(date)
	a.entries[url] = e
	return true
}
