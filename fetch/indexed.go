package fetch

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"verde/fetch/sorted"
	"verde/page"
)

// Indexed is an archive of any number of WARC files with one sorted CDXJ index of all of
// them, as [IndexArchives], pywb and Common Crawl make. Only the lines and records that are
// asked for are read.
type Indexed struct {
	Index *sorted.Index
	Files sorted.Files // where the index's names of files are found
	Below string       // a folder that these names are to be found in, "" for none
}

// OpenIndexed opens an archive by its index, with names of files as seen from the folder
// that the index is in.
func OpenIndexed(ctx context.Context, files sorted.Files, name string) (Indexed, error) {
	index, err := sorted.Open(ctx, files, name)
	if err != nil {
		return Indexed{}, err
	}
	below := path.Dir(name)
	if below == "." {
		below = ""
	}
	return Indexed{index, files, below}, nil
}

// IsIndex reports whether a file is by its name the index of an archive of many files:
// sorted CDXJ lines, or the list of a ZipNum index.
func IsIndex(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".cdxj", ".idx":
		return true
	}
	return false
}

// Replay adds archives that the client answers from, in this order, after those of
// Options.Replay. Records are read when they are needed, from a server by range requests;
// one that the server does not give now is an error of its page.
func (c *Client) Replay(archives ...Indexed) {
	for _, x := range archives {
		c.replays = append(c.replays, newIndexed(x))
	}
}

// indexed is such an archive.
type indexed struct {
	Indexed

	mu      sync.Mutex
	files   []*warcFile // that were asked for
	numbers map[string]int32
	recent  map[string]*archive // what is known of the URLs that were last asked for
	lost    map[string]bool     // URLs whose records can't be read
	repairs []Repair
}

// Bounds of an archive with an index.
const (
	maxRecentURLs = 256
	maxCaptures   = 10_000          // lines of one URL that are looked at, the last ones
	maxFiles      = 1 << 20         // that are named by what was asked for
	replayWithin  = 3 * time.Minute // that one answer may take
)

func newIndexed(x Indexed) *indexed {
	return &indexed{Indexed: x, numbers: make(map[string]int32), recent: make(map[string]*archive), lost: make(map[string]bool)}
}

// keys gives what lines of a normal URL may begin with: the key that this package writes, and
// as others write it, without a slash at the end and with the parameters in order.
func keys(url string) []string {
	own := surt(url)
	bare, query, has := strings.Cut(own, "?")
	if trimmed := strings.TrimSuffix(bare, "/"); !strings.HasSuffix(trimmed, ")") {
		bare = trimmed
	}
	if has {
		parameters := strings.Split(query, "&")
		slices.Sort(parameters)
		bare += "?" + strings.Join(parameters, "&")
	}
	return slices.Compact([]string{own, bare})
}

// known gives what the index says of a URL, as a small archive.
func (x *indexed) known(ctx context.Context, url string) (*archive, error) {
	x.mu.Lock()
	known := x.recent[url]
	x.mu.Unlock()
	if known != nil {
		return known, nil
	}
	known = newReplay()
	if err := x.find(ctx, known, url, true); err != nil {
		return nil, err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	known.files = slices.Clip(x.files) // further files are no part of it
	if len(x.recent) >= maxRecentURLs {
		clear(x.recent)
	}
	x.recent[url] = known
	return known, nil
}

// find takes what the index has of a URL into an archive.
func (x *indexed) find(ctx context.Context, into *archive, url string, follow bool) error {
	var captures []parsedLine
	for _, key := range keys(url) {
		for text, err := range x.Index.Lines(ctx, key+" ") {
			if err != nil {
				return err
			}
			if p, ok := parseCapture(text); ok && p.url == url {
				captures = latest(append(captures, p))
			}
		}
	}
	return x.addCaptures(ctx, into, captures, follow)
}

// addCaptures adds captures to an archive in the order of their dates, and with follow set
// also the records that revisits among them refer to.
func (x *indexed) addCaptures(ctx context.Context, into *archive, captures []parsedLine, follow bool) error {
	slices.SortStableFunc(captures, func(a, b parsedLine) int {
		return cmp.Or(cmp.Compare(a.date, b.date), strings.Compare(a.filename, b.filename), cmp.Compare(a.offset, b.offset))
	})
	for _, p := range captures {
		var err error
		if p.file, err = x.number(p.filename); err != nil {
			return err
		}
		p.old = true
		var referred func(string) error
		if follow {
			referred = func(url string) error { return x.find(ctx, into, url, false) }
		}
		if err := into.addLine(p, referred); err != nil {
			return err
		}
	}
	return nil
}

// latest leaves the last of the captures of a key, at least maxCaptures of them: an index has
// them in the order of time, and it is the last answer that counts.
func latest(captures []parsedLine) []parsedLine {
	if len(captures) < 2*maxCaptures {
		return captures
	}
	return append(captures[:0], captures[len(captures)-maxCaptures:]...)
}

// number gives the number of a file.
func (x *indexed) number(name string) (int32, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	n, ok := x.numbers[name]
	if !ok {
		if n = int32(len(x.files)); n == maxFiles {
			return 0, fmt.Errorf("index %s names more than %d files", x.Index.Name(), maxFiles)
		}
		x.numbers[name] = n
		at := path.Join(x.Below, name)
		x.files = append(x.files, &warcFile{path: at, name: at, parts: x.Files})
	}
	return n, nil
}

func (x *indexed) lookup(ctx context.Context, url string) (entry, bool, error) {
	within, cancel := context.WithTimeout(ctx, replayWithin)
	defer cancel()
	known, err := x.known(within, url)
	switch {
	case ctx.Err() != nil:
		return entry{}, false, context.Cause(ctx)
	case err != nil:
		return entry{}, false, inTime(within, url, err)
	}
	x.mu.Lock()
	lost := x.lost[url]
	x.mu.Unlock()
	e, ok := known.entries[url]
	return e, ok && !lost, nil
}

func (x *indexed) get(ctx context.Context, url string, e entry) (*answer, error) {
	x.mu.Lock()
	at := newReplay()
	at.files = slices.Clip(x.files)
	x.mu.Unlock()
	a, err := at.read(ctx, url, e)
	var damaged Repair
	var failed *page.Error
	switch {
	case errors.As(err, &damaged):
		x.lose(url, damaged)
		return nil, nil
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case errors.As(err, &failed): // the page may be had another time
		return refusal(url, page.Network, err.Error()), nil
	case errors.Is(err, context.DeadlineExceeded): // of reading the record
		return refusal(url, page.Timeout, errLate.Error()), nil
	case errors.Is(err, errMismatch):
		x.lose(url, Repair{Kind: Misplaced, File: at.fileOf(e).path, Offset: e.offset, Bytes: e.size, Records: 1})
		return nil, nil
	}
	return a, err
}

// errLate says that an archive which is read over a network took too long.
var errLate = fmt.Errorf("the archive gave no answer within %v", replayWithin)

// inTime gives an error of reading the index on behalf of a URL. One that came of the bound
// on the time is an error of the page, which may be had another time, and not of the run.
func inTime(within context.Context, url string, err error) error {
	if within.Err() == nil {
		return err
	}
	return &page.Error{URL: url, Reason: page.Timeout, Err: errLate}
}

// lose notes that what was archived of a URL can't be read.
func (x *indexed) lose(url string, why Repair) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if !x.lost[url] {
		x.lost[url] = true
		x.repairs = append(x.repairs, why)
	}
}

func (x *indexed) rendering(ctx context.Context, p *page.Page) (*Rendering, error) {
	within, cancel := context.WithTimeout(ctx, replayWithin)
	defer cancel()
	known, err := x.known(within, p.URL)
	var r *Rendering
	if err == nil {
		r, err = known.rendering(within, p)
		x.takeRepairs(known)
	}
	switch {
	case err == nil:
		return r, nil
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	}
	return nil, inTime(within, p.URL, err)
}

// takeRepairs has what was found wrong with a rendering told as of the whole archive.
func (x *indexed) takeRepairs(known *archive) {
	known.mu.Lock()
	defer known.mu.Unlock()
	x.mu.Lock()
	defer x.mu.Unlock()
	x.repairs = append(x.repairs, known.repairs...)
	known.repairs = nil
}

func (x *indexed) noted(ctx context.Context, url string, block []byte) bool {
	ctx, cancel := context.WithTimeout(ctx, replayWithin)
	defer cancel()
	known, err := x.known(ctx, url)
	return err == nil && known.noted(ctx, url, block)
}

// of lists the URLs of a site whose entries are wanted, sorted; what the index does not
// give is left out.
func (x *indexed) of(ctx context.Context, site string, wanted func(entry) bool) (urls []string) {
	ctx, cancel := context.WithTimeout(ctx, replayWithin)
	defer cancel()
	key, _, _ := strings.Cut(surt("http://"+site+"/"), "/")
	for known, err := range x.each(ctx, key+"/") {
		if err != nil {
			break
		}
		urls = append(urls, known.of(ctx, site, wanted)...)
	}
	slices.Sort(urls)
	return slices.Compact(urls)
}

// each gives what the index has, key by key, as small archives.
func (x *indexed) each(ctx context.Context, prefix string) iter.Seq2[*archive, error] {
	return func(yield func(*archive, error) bool) {
		var captures []parsedLine
		last := ""
		flush := func() bool {
			if len(captures) == 0 {
				return true
			}
			known := newReplay()
			if err := x.addCaptures(ctx, known, captures, true); err != nil {
				return yield(nil, err)
			}
			own := make(map[string]bool)
			for _, p := range captures {
				own[p.url] = true
			}
			maps.DeleteFunc(known.entries, func(url string, _ entry) bool { return !own[url] }) // what revisits refer to
			captures = captures[:0]
			x.mu.Lock()
			known.files = slices.Clip(x.files)
			x.mu.Unlock()
			return yield(known, nil)
		}
		for text, err := range x.Index.Lines(ctx, prefix) {
			if err != nil {
				yield(nil, err)
				return
			}
			key, _, _ := bytes.Cut(text, []byte(" "))
			if string(key) != last {
				if !flush() {
					return
				}
				last = string(key)
			}
			if p, ok := parseCapture(text); ok {
				captures = latest(append(captures, p))
			}
		}
		flush()
	}
}

// pages walks the pages of the archive, in the order of the index.
func (x *indexed) pages(ctx context.Context, yield func(*page.Page, error) bool) {
	for known, err := range x.each(ctx, "") {
		if err != nil {
			yield(nil, fmt.Errorf("reading pages: %w", err))
			return
		}
		for _, url := range slices.Sorted(maps.Keys(known.entries)) {
			if isRobots(url) {
				continue
			}
			if p, err := known.pageAt(ctx, url, known.entries[url]); !yield(p, err) {
				return
			}
		}
	}
}

func (x *indexed) repaired() []Repair {
	x.mu.Lock()
	defer x.mu.Unlock()
	return slices.Clone(x.repairs)
}

// errReadOnly says that an archive is not this run's to write.
var errReadOnly = errors.New("an archive that is replayed is not written")

func (x *indexed) append(*answer, *http.Request) error               { return errReadOnly }
func (x *indexed) revisit(_, _ *answer, _ *http.Request) error       { return errReadOnly }
func (x *indexed) note(string, []byte, time.Time) error              { return errReadOnly }
func (x *indexed) close() error                                      { return nil }
func (x *indexed) failing(context.Context, string) ([]string, error) { return nil, nil }

func (x *indexed) keepRendering(*page.Page, []byte, string, time.Time) (string, error) {
	return "", errReadOnly
}

// parseCapture reads a line of an index of anybody's, of which the URL need not be normal,
// and whose date is that before the JSON.
func parseCapture(text []byte) (p parsedLine, ok bool) {
	if p, ok = parseIndexLine(text); !ok {
		head, fields, found := bytes.Cut(text, []byte(" {"))
		var line foreignLine
		if !found || json.Unmarshal(append([]byte("{"), fields...), &line) != nil {
			return p, false
		}
		_, stamp, _ := bytes.Cut(head, []byte(" "))
		date, err := time.Parse("20060102150405", string(bytes.TrimSpace(stamp)))
		if err != nil {
			return p, false
		}
		if line.Mime == mimeRevisit {
			line.Refers = line.URL // to what is not said: the record of that URL before it
		}
		own := indexLine{Refers: string(line.Refers), URL: string(line.URL), Mime: string(line.Mime), Status: string(line.Status), Length: string(line.Length), Offset: string(line.Offset), Filename: string(line.Filename), Date: warcDate(date)}
		if p, ok = own.parse(); !ok {
			return p, false
		}
	}
	url, err := page.Normalize(p.url)
	p.url = url
	return p, err == nil
}

// foreignLine is what others write of a capture.
type foreignLine struct {
	URL      loose `json:"url"`
	Mime     loose `json:"mime"`
	Status   loose `json:"status"`
	Length   loose `json:"length"`
	Offset   loose `json:"offset"`
	Filename loose `json:"filename"`
	Refers   loose `json:"-"`
}

// loose is text that some write as a number.
type loose string

// UnmarshalJSON implements [json.Unmarshaler].
func (l *loose) UnmarshalJSON(text []byte) error {
	if len(text) > 0 && text[0] != '"' {
		*l = loose(text)
		return nil
	}
	return json.Unmarshal(text, (*string)(l))
}
