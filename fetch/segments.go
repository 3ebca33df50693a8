package fetch

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"

	"verde/fetch/warc"
	"verde/page"
)

// Segments is an archive that several processes write: objects with WARC records in a
// bucket, and an index of what they hold in a database. A process collects records and
// stores them as one object, and then their lines in the index, so that no line leads to
// nothing: when there are enough of them, after [Segments.Every], and by
// [Client.Flush]. What a process that is killed had not stored is asked for again.
//
// While the bucket or the index is away, what was archived stays in memory, and each
// [Client.Flush] and each further page tries again to store it; the error of one that
// does so in vain is a [StoreError].
type Segments struct {
	Objects  Objects
	Captures Captures
	Prefix   string        // of the names of the objects; no other process has the same
	Began    time.Time     // of the run, by the clock of the index: failures of before that may pass are asked for again
	Size     int           // bytes of an object, about; default 16 MiB
	Every    time.Duration // longest time that a record waits to be stored; default a minute
	Within   time.Duration // how long one attempt to reach the bucket or the index may take, with all repetitions; default three minutes
}

// StoreError is a failure of the bucket or the index that an archive of segments is kept
// in. It may pass, and is no fault of the page or the site that met it.
type StoreError struct{ Err error }

func (e *StoreError) Error() string { return e.Err.Error() }
func (e *StoreError) Unwrap() error { return e.Err }

// Objects is a bucket.
type Objects interface {
	// Put stores an object whole or not at all; one of that name is an error.
	Put(ctx context.Context, name string, data []byte) error
	// Range reads so many bytes of an object from an offset on. If there is no such object
	// the error is [fs.ErrNotExist]: somebody has deleted it.
	Range(ctx context.Context, name string, offset, length int64) ([]byte, error)
}

// Captures is the index of an archive of segments.
type Captures interface {
	// Add stores the captures of an object, all or none, with the time by its own clock.
	Add(ctx context.Context, captures []Capture) error
	// Lines gives what there is of a URL, in the order in which it was stored.
	Lines(ctx context.Context, url string) ([]Capture, error)
	// Failing gives the URLs of a site, see [page.Site], of which all that there is are
	// failures that may pass and were stored before a time.
	Failing(ctx context.Context, site string, before time.Time) ([]string, error)
}

// Capture is a line of the index.
type Capture struct {
	URL       string
	Site      string
	At        time.Time // by the clock of who fetched it
	Stored    time.Time // by that of the index
	Object    string
	Offset    int64
	Transient bool   // a failure that may pass
	Note      bool   // what a run has noted of a page, see [Client.Annotate]
	Line      string // as in a CDXJ file
}

// Bounds of a segment: an object below 32 MiB is stored by one request, and what a kill
// costs is a minute's pages.
const (
	segmentSize  = 16 << 20
	segmentEvery = time.Minute
	storeWithin  = 3 * time.Minute // a bucket may be away for a minute
)

// maxWaiting bounds the segments in memory: one that is written, one that is stored
// meanwhile, and one that could not be.
const maxWaiting = 3

// segment is an object to be.
type segment struct {
	name   string
	number int32
	data   []byte
	lines  []Capture
	trying chan struct{} // closed when the attempt to store it that is under way has ended; nil for none
	err    error         // of the last attempt
}

// segments is the archive of a client.
type segments struct {
	Segments
	packer packer
	log    *slog.Logger

	mu      sync.Mutex
	names   []string           // of objects, by the numbers that entries have
	numbers map[string]int32   // the reverse
	fresh   map[string]entry   // what this client has archived, by URL
	notes   map[note]bool      // likewise
	waiting map[int32]*segment // that are not stored yet, by number
	current *segment
	written int
	timer   *time.Timer
	closed  bool
	losses  []Repair
}

func openSegments(s Segments, log *slog.Logger) *segments {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	s.Size, s.Every, s.Within = cmp.Or(s.Size, segmentSize), cmp.Or(s.Every, segmentEvery), cmp.Or(s.Within, storeWithin)
	return &segments{Segments: s, log: log, numbers: make(map[string]int32), fresh: make(map[string]entry), notes: make(map[note]bool), waiting: make(map[int32]*segment)}
}

// number gives the number that entries have for an object. The caller holds s.mu.
func (s *segments) number(name string) int32 {
	n, ok := s.numbers[name]
	if !ok {
		n = int32(len(s.names))
		s.names, s.numbers[name] = append(s.names, name), n
	}
	return n
}

// lookup gives what is known of a URL: what this client has archived, or else what the
// index has.
func (s *segments) lookup(ctx context.Context, url string) (entry, bool, error) {
	s.mu.Lock()
	e, ok := s.fresh[url]
	s.mu.Unlock()
	if ok {
		return e, true, nil
	}
	known := newReplay()
	if err := s.replay(ctx, known, url, true); err != nil {
		return entry{}, false, err
	}
	e, ok = known.entries[url]
	return e, ok, nil
}

// replay takes what the index has of a URL into an archive's entries, and of the URL that
// a revisit of it refers to.
func (s *segments) replay(ctx context.Context, known *archive, url string, follow bool) error {
	ctx, cancel := context.WithTimeout(ctx, s.Within)
	defer cancel()
	lines, err := s.Captures.Lines(ctx, url)
	if err != nil {
		return &StoreError{fmt.Errorf("archive: looking for %s: %w", url, err)}
	}
	for _, c := range lines {
		p, ok := parseIndexLine([]byte(c.Line))
		if !ok || p.note != "" {
			continue
		}
		s.mu.Lock()
		p.file, p.old = s.number(c.Object), c.Stored.Before(s.Began)
		s.mu.Unlock()
		var referred func(string) error
		if follow {
			referred = func(url string) error { return s.replay(ctx, known, url, false) }
		}
		if err := known.addLine(p, referred); err != nil {
			return err
		}
	}
	return nil
}

// get gives the answer at an entry, nil for one that can't be read, which is told.
func (s *segments) get(ctx context.Context, url string, e entry) (*answer, error) {
	s.mu.Lock()
	name := s.names[e.file]
	var data []byte
	if w := s.waiting[e.file]; w != nil {
		data = w.data[e.offset : e.offset+e.size]
	}
	s.mu.Unlock()
	if data == nil {
		ctx, cancel := context.WithTimeout(ctx, s.Within)
		defer cancel()
		var err error
		data, err = s.Objects.Range(ctx, name, e.offset, e.size)
		if errors.Is(err, fs.ErrNotExist) {
			s.lose(url, Repair{Kind: Missing, File: name, Offset: e.offset, Bytes: e.size, Records: 1})
			return nil, nil
		}
		if err != nil {
			return nil, &StoreError{fmt.Errorf("archive: reading %s of %s: %w", url, name, err)}
		}
	}
	at := e
	at.offset = 0
	ans, err := at.answer(bytes.NewReader(data), func() (warc.Soundness, error) { return warc.MemberAt(bytes.NewReader(data), 0, e.size) }, url, name)
	var damaged Repair
	if errors.As(err, &damaged) {
		damaged.Offset = e.offset
		s.lose(url, damaged)
		return nil, nil
	}
	if ans != nil {
		ans.source = fmt.Sprintf("%s:%d", name, e.offset)
	}
	return ans, err
}

// lose notes that what was archived of a URL can't be had any more.
func (s *segments) lose(url string, why Repair) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.losses = append(s.losses, why)
	delete(s.fresh, url)
}

// append archives an answer that came of req, and sets its source.
func (s *segments) append(a *answer, req *http.Request) error {
	data, offset, err := s.packer.packAnswer(a, req)
	if err != nil {
		return fmt.Errorf("archiving %s: %w", a.url, err)
	}
	e := entry{size: int64(len(data)) - offset, status: int16(a.status), date: momentOf(a.date), recorded: momentOf(a.date), transient: a.transient(), bounded: a.bounded()}
	return s.add(a.url, data, func(w *segment, at int64) Capture {
		e.file, e.offset = w.number, at+offset
		a.source, a.recorded = fmt.Sprintf("%s:%d", w.name, e.offset), a.date
		s.fresh[a.url] = e
		return Capture{At: a.date, Offset: e.offset, Transient: e.transient, Line: string(indexLineOf(a, e, w.name))}
	})
}

// revisit archives that old is still the answer: see archive.revisit.
func (s *segments) revisit(old, fresh *answer, req *http.Request) error {
	profile := profileIdentical
	if fresh.status == http.StatusNotModified {
		profile = profileNotModified
	}
	data, offset, err := s.packer.packRevisit(old, fresh, req, profile)
	if err != nil {
		return fmt.Errorf("archiving a revisit of %s: %w", old.url, err)
	}
	before, ok, err := s.lookup(context.Background(), old.url) // what was answered is kept although a run ends
	if err != nil {
		return err
	}
	refers := &reference{url: old.url, recorded: old.recorded}
	return s.add(old.url, data, func(w *segment, at int64) Capture {
		if ok {
			before.date, before.old = momentOf(fresh.date), false
			s.fresh[old.url] = before
		}
		e := entry{offset: at + offset, size: int64(len(data)) - offset}
		return Capture{At: fresh.date, Offset: e.offset, Line: string(revisitLineOf(old.url, digest(old.body), refers, fresh.date, e, w.name))}
	})
}

// note appends a metadata record of a URL, unless this client has done it.
func (s *segments) note(url string, block []byte, date time.Time) error {
	sum := digest(block)
	n := noteOf(url, sum)
	s.mu.Lock()
	was := s.notes[n]
	s.notes[n] = true
	s.mu.Unlock()
	if was {
		return nil
	}
	var buf bytes.Buffer
	err := s.packer.pack(&buf, outgoing{kind: "metadata", id: recordID(), url: url, date: date, media: mimeNote, block: block, payload: -1})
	if err != nil {
		err = fmt.Errorf("annotating %s: %w", url, err)
	} else {
		err = s.add(url, buf.Bytes(), func(w *segment, at int64) Capture {
			return Capture{At: date, Offset: at, Note: true, Line: string(noteLineOf(url, sum, date, entry{offset: at, size: int64(buf.Len())}, w.name))}
		})
	}
	if err != nil {
		s.mu.Lock()
		delete(s.notes, n)
		s.mu.Unlock()
	}
	return err
}

// add puts records into the current segment, and the line that capture makes of where
// they are into its index. A segment that is full is stored; while too many wait for
// that, or one could not be stored, no more is archived.
func (s *segments) add(url string, data []byte, capture func(w *segment, at int64) Capture) error {
	if err := s.room(); err != nil {
		return refuse(url, err)
	}
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return refuse(url, io.ErrClosedPipe)
	}
	if s.current == nil {
		s.begin()
	}
	w := s.current
	at := int64(len(w.data))
	w.data = append(w.data, data...)
	c := capture(w, at)
	c.URL, c.Site, c.Object = url, page.Site(url), w.name
	w.lines = append(w.lines, c)
	full := len(w.data) >= s.Size
	s.mu.Unlock()
	if !full {
		return nil
	}
	if err := s.flush(context.Background()); err != nil {
		return refuse(url, err)
	}
	return nil
}

func refuse(url string, err error) error {
	return fmt.Errorf("archiving %s (what was archived before is safe; run again when this is mended): %w", url, err)
}

// begin begins a segment, which is stored when its time has come. The caller holds s.mu.
func (s *segments) begin() {
	s.written++
	w := &segment{name: fmt.Sprintf("%s-%05d.warc.gz", s.Prefix, s.written)}
	w.number = s.number(w.name)
	s.current, s.waiting[w.number] = w, w
	s.timer = time.AfterFunc(s.Every, func() { s.flush(context.Background()) }) // who comes next tries again
}

// room waits until there is room for a further segment.
func (s *segments) room() error {
	for {
		s.mu.Lock()
		var next *segment
		failed := false
		for _, w := range s.waiting {
			failed = failed || w.err != nil
			if w != s.current && (next == nil || w.number < next.number) {
				next = w
			}
		}
		enough := !failed && len(s.waiting) < maxWaiting
		s.mu.Unlock()
		if enough || next == nil {
			return nil
		}
		if err := s.store(context.Background(), next); err != nil {
			return err
		}
	}
}

// flush stores all that was archived before it was called.
func (s *segments) flush(ctx context.Context) error {
	s.mu.Lock()
	if s.current != nil {
		s.timer.Stop()
		s.current = nil
	}
	var all []*segment
	for _, w := range s.waiting {
		all = append(all, w)
	}
	s.mu.Unlock()
	slices.SortFunc(all, func(a, b *segment) int { return cmp.Compare(a.number, b.number) })
	for _, w := range all {
		if err := s.store(ctx, w); err != nil {
			return err
		}
	}
	return nil
}

// store stores a segment, or waits for whoever does so.
func (s *segments) store(ctx context.Context, w *segment) error {
	s.mu.Lock()
	trying, stored := w.trying, s.waiting[w.number] == nil
	own := trying == nil && !stored
	if own {
		w.trying = make(chan struct{})
	}
	s.mu.Unlock()
	switch {
	case stored:
		return nil
	case own:
		err := s.put(w)
		s.mu.Lock()
		defer s.mu.Unlock()
		if w.err = nil; err != nil {
			w.err = &StoreError{err}
		} else {
			delete(s.waiting, w.number)
		}
		close(w.trying)
		w.trying = nil
		return w.err
	}
	select {
	case <-trying:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return w.err
}

// put stores an object and then its lines, again while that fails and there is time.
func (s *segments) put(w *segment) error {
	ctx, cancel := context.WithTimeout(context.Background(), s.Within)
	defer cancel()
	told := false
	attempt := func(what string, do func() error) error {
		for pause := 100 * time.Millisecond; ; pause = min(2*pause, 10*time.Second) {
			err := do()
			if err == nil {
				return nil
			}
			if !told {
				told = true
				s.log.Warn("what was archived can't be stored, which is tried again", "what", what, "of", w.name, "within", s.Within, "error", err)
			}
			if sleep(ctx, pause) != nil {
				return fmt.Errorf("storing %s of %s: %w", what, w.name, err)
			}
		}
	}
	tried := w.err != nil
	err := attempt("the object", func() error {
		err := s.Objects.Put(ctx, w.name, w.data)
		if err != nil && tried { // an attempt before may have come through
			if held, other := s.Objects.Range(ctx, w.name, 0, int64(len(w.data))); other == nil && bytes.Equal(held, w.data) {
				return nil
			}
		}
		tried = true
		return err
	})
	if err != nil {
		return err
	}
	return attempt("the index", func() error { return s.Captures.Add(ctx, w.lines) })
}

// failing lists the URLs of a site that failed for a reason that passes before the run
// began.
func (s *segments) failing(ctx context.Context, site string) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, s.Within)
	defer cancel()
	urls, err := s.Captures.Failing(ctx, site, s.Began)
	if err != nil {
		return nil, &StoreError{fmt.Errorf("archive: looking for failures of %s: %w", site, err)}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	urls = slices.DeleteFunc(urls, func(url string) bool { _, ok := s.fresh[url]; return ok })
	slices.Sort(urls)
	return urls, nil
}

func (s *segments) repaired() []Repair {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.losses)
}

func (s *segments) close() error {
	err := s.flush(context.Background())
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	return err
}

// Flush stores what was archived so far in the bucket, if the archive is in one: only
// then may a result that was made of it be kept.
func (c *Client) Flush(ctx context.Context) error {
	if s, ok := c.archive.(*segments); ok {
		return s.flush(ctx)
	}
	return nil
}
