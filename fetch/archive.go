package fetch

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
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
	// Of an archive that is indexed but not written: how much of the index beside
	// the file makes sense, -1 for all, and the lines behind that.
	intact int64
	lines  [][]byte

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

// openArchive opens a run's own archive in dir, and makes it if need be. What
// a killed writer left unfinished is cut off.
func openArchive(dir string) (*archive, error) {
	abs, err := filepath.Abs(dir)
	if err == nil {
		err = os.MkdirAll(dir, 0o777)
	}
	if err != nil {
		return nil, fmt.Errorf("archive %s: making the folder: %w", dir, err)
	}
	a := &archive{name: filepath.Base(abs), dir: dir, entries: make(map[string]entry), notes: make(map[note]bool), renderings: make(map[string]rendering), indexed: true, limit: maxArchiveFile}
	if a.guard, err = os.OpenFile(filepath.Join(dir, lockName), os.O_RDWR|os.O_CREATE, 0o666); err != nil {
		return nil, fmt.Errorf("archive %s: %w", dir, err)
	}
	if err := a.takeLock(); err != nil {
		return nil, errors.Join(inUse(dir, err), a.guard.Close())
	}
	if err := a.addAll(dir); err != nil {
		return nil, err
	}
	return a, nil
}

// openFrozen opens a run's own archive in dir as it is: nothing in it is written.
func openFrozen(dir string) (*archive, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("archive %s: %w", dir, err)
	}
	a := &archive{name: filepath.Base(abs), entries: make(map[string]entry), notes: make(map[note]bool), renderings: make(map[string]rendering), indexed: true}
	if a.guard, err = os.Open(filepath.Join(dir, lockName)); err == nil {
		if err := a.takeLock(); err != nil {
			return nil, errors.Join(inUse(dir, err), a.close())
		}
	} else if !errors.Is(err, os.ErrNotExist) { // a copy need not have it
		return nil, fmt.Errorf("archive %s: %w", dir, err)
	}
	if err := a.addAll(dir); err != nil {
		return nil, err
	}
	return a, nil
}

// addAll opens the files of a run's own archive. After an error it is closed.
func (a *archive) addAll(dir string) error {
	paths, err := warcFiles(dir)
	if err == nil {
		err = a.findOrphans(dir, paths)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("archive %s: %w", dir, err), a.close())
	}
	for _, path := range paths {
		if err := a.add(path, a.name+"/"+filepath.Base(path)); err != nil {
			return errors.Join(err, a.close())
		}
	}
	return nil
}

// lockName is the file of an archive that the run which uses it has locked.
const lockName = "lock"

func inUse(dir string, err error) error {
	return &inUseError{dir, err}
}

// inUseError wraps why a lock was refused, which people need not read.
type inUseError struct {
	dir string
	err error
}

func (e *inUseError) Error() string {
	return fmt.Sprintf("archive %s is in use by another run; wait for it or choose another folder", e.dir)
}

func (e *inUseError) Unwrap() error { return e.err }

// InUse reports whether a run has the archive in a folder open now. Where there are
// no locks that end with their process it is never known, and false. A run that opens it
// while it is looked at waits for that moment.
func InUse(dir string) (bool, error) {
	f, err := os.Open(filepath.Join(dir, lockName))
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	} else if err != nil {
		return false, fmt.Errorf("archive %s: %w", dir, err)
	}
	defer f.Close()
	if lock(f) != nil {
		return true, nil
	}
	return false, unlock(f)
}

// takeLock takes the archive for this process. A process that was killed may
// hold it for a moment longer.
func (a *archive) takeLock() error {
	err := lock(a.guard)
	for range 20 {
		if err == nil {
			break
		}
		time.Sleep(100 * time.Millisecond)
		err = lock(a.guard)
	}
	return err
}

// openReplay opens archives for reading: WARC files, WACZ packages, and folders
// of them. Nothing is written, and nothing repaired.
func openReplay(paths []string) (*archive, error) {
	a := newReplay()
	for _, path := range paths {
		files := []string{path}
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			if files, err = archiveFiles(path); err == nil && len(files) == 0 {
				err = errors.New("no .warc, .warc.gz or .wacz file in it")
			}
			if err != nil {
				return nil, errors.Join(fmt.Errorf("replay of folder %s: %w", path, err), a.close())
			}
		}
		for _, file := range files {
			if err := a.include(file); err != nil {
				return nil, errors.Join(err, a.close())
			}
		}
	}
	return a, nil
}

// newReplay gives an archive without a file, for reading.
func newReplay() *archive {
	return &archive{entries: make(map[string]entry), notes: make(map[note]bool), renderings: make(map[string]rendering)}
}

// include takes the answers of a WARC file or WACZ package into the index.
func (a *archive) include(file string) error {
	if isPackage(file) {
		return a.addPackage(file)
	}
	return a.add(file, file)
}

// warcFiles lists the WARC files of a folder by name.
func warcFiles(dir string) ([]string, error) { return list(dir, IsWARC) }

// archiveFiles lists the WARC files and WACZ packages of a folder by name.
func archiveFiles(dir string) ([]string, error) { return list(dir, isArchive) }

func list(dir string, wanted func(name string) bool) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, e := range entries {
		if wanted(e.Name()) && !e.IsDir() {
			paths = append(paths, filepath.Join(dir, e.Name()))
		}
	}
	return paths, nil
}

func isArchive(name string) bool { return IsWARC(name) || isWACZ(name) }

// IsWARC reports whether a file is by its name a WARC file.
func IsWARC(name string) bool {
	name = strings.ToLower(name)
	return strings.HasSuffix(name, ".warc") || strings.HasSuffix(name, ".warc.gz")
}

// add opens a file and takes its answers into the index.
func (a *archive) add(path, name string) error {
	mode := os.O_RDONLY
	if a.own() {
		mode = os.O_RDWR
	}
	f, err := os.OpenFile(path, mode, 0)
	if err != nil {
		return fmt.Errorf("opening archive: %w", err)
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("not a file")
	}
	if err != nil {
		return errors.Join(fmt.Errorf("opening archive %s: %w", path, err), f.Close())
	}
	_, ours := fileNumber(path)
	w := &warcFile{path: path, name: name, r: f, f: f, size: info.Size(), full: !a.own() || !ours}
	a.files = append(a.files, w)
	if err := a.load(w); err != nil {
		return fmt.Errorf("reading archive %s: %w", path, err)
	}
	return nil
}

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

// lose takes an answer that can't be read out of the index.
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

// get gives what the archive has of a URL, nil for nothing. An answer that can't
// be read is lost, as if it had never been there, and told.
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

// guarded writes by write, unless writing has failed before: what is not
// archived must not be built upon.
func (a *archive) guarded(url string, write func() error) error {
	if a.fault == nil {
		a.fault = write()
	}
	if a.fault != nil {
		return fmt.Errorf("archiving %s in %s (what was archived before is safe; run again when this is mended): %w", url, a.dir, a.fault)
	}
	return nil
}

// put appends records to the current file, and says where in which. What can't
// be written as a whole is taken back.
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

// importedExt ends the names of files that were imported: they are numbered as
// ours are, but nothing is appended to them and nothing cut off.
const importedExt = ".imported.warc.gz"

// fileNumber gives the number of a file of a run's archive, -1 for one that
// somebody else has put beside them, and whether it is the run's to write.
func fileNumber(path string) (number int, ours bool) {
	name := filepath.Base(path)
	digits, imported := strings.CutSuffix(name, importedExt)
	if !imported {
		digits, ours = strings.CutSuffix(name, ".warc.gz")
	}
	number, err := strconv.Atoi(digits)
	if !imported && !ours || err != nil || number < 0 {
		return -1, false
	}
	return number, ours
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
