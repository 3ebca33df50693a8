package fetch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"verde/fetch/bucket"
	"verde/fetch/warc"
	"verde/page"
)

// indexLines is an index in memory.
type indexLines struct {
	mu    sync.Mutex
	all   []Capture
	added func([]Capture) error
}

func (l *indexLines) Add(_ context.Context, captures []Capture) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.added != nil {
		if err := l.added(captures); err != nil {
			return err
		}
	}
	for _, c := range captures {
		c.Stored = time.Now()
		l.all = append(l.all, c)
	}
	return nil
}

func (l *indexLines) Lines(_ context.Context, url string) (out []Capture, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range l.all {
		if c.URL == url && !c.Note {
			out = append(out, c)
		}
	}
	return out, nil
}

func (l *indexLines) Failing(_ context.Context, site string, before time.Time) (out []string, err error) {
	for _, c := range l.all {
		if c.Site == site && c.Transient && c.Stored.Before(before) {
			out = append(out, c.URL)
		}
	}
	return out, nil
}

// segmented are the options of processes that share an archive of segments in a folder.
func segmented(t *testing.T, index *indexLines) func(process string, began time.Time) Options {
	folder := t.TempDir()
	return func(process string, began time.Time) Options {
		b, err := bucket.Open(t.Context(), (&url.URL{Scheme: "file", Path: folder}).String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { b.Close() })
		return fast(Options{Segments: &Segments{Objects: b, Captures: index, Prefix: "warc/books/" + process, Began: began}})
	}
}

// What one process has archived, another answers with without a request, the same to the
// byte; what failed is asked for again by the next run and not by this one.
func TestSegments(t *testing.T) {
	t.Parallel()
	var down = true
	base, requests := site(t, map[string]http.HandlerFunc{
		"/a":     send(200, "<p>a"),
		"/moved": redirect(301, "/a"),
		"/gone":  send(404, "no"),
		"/down": func(w http.ResponseWriter, r *http.Request) {
			if down {
				w.WriteHeader(503)
				return
			}
			send(200, "<p>up")(w, r)
		},
	})
	index := new(indexLines)
	index.added = func(captures []Capture) error {
		for _, c := range captures {
			if !strings.HasPrefix(c.Object, "warc/books/") || c.Line == "" || c.Site == "" {
				return fmt.Errorf("%+v", c)
			}
		}
		return nil
	}
	began := time.Now()
	process := segmented(t, index)
	paths := []string{"/a", "/moved", "/gone", "/down"}
	ask := func(opt Options) (out []outcome, asked int, c *Client) {
		t.Helper()
		c, err := New(opt)
		if err != nil {
			t.Fatal(err)
		}
		before := requests.Load()
		for _, path := range paths {
			p, err := c.Fetch(t.Context(), base+path)
			out = append(out, outcomeOf(base, p, err))
		}
		return out, int(requests.Load() - before), c
	}
	first, asked, one := ask(process("one", began))
	if asked < 4 {
		t.Fatalf("%d requests", asked)
	}
	if err := one.Annotate(base+"/a", map[string]string{"VerDE-Role": "entity"}); err != nil {
		t.Fatal(err)
	}
	if len(index.all) > 0 {
		t.Error("lines were stored before an object was")
	}
	if _, asked, _ := ask(fast(Options{Segments: one.opt.Segments})); asked == 0 {
		t.Error("another process knows what was not stored yet")
	}
	if err := one.Flush(t.Context()); err != nil || len(index.all) < 5 {
		t.Fatalf("%d lines, %v", len(index.all), err)
	}
	again, asked, two := ask(process("two", began))
	if asked != 0 || !cmp.Equal(first, again) {
		t.Errorf("%d requests, got %+v, want %+v", asked, again, first)
	}
	if len(failing(t, two, base)) > 0 {
		t.Error("what is known of a run is not what the run before archived")
	}
	down = false
	later, asked, three := ask(process("three", time.Now().Add(time.Second)))
	if failing := failing(t, three, base); asked != 1 || cmp.Equal(later[3], first[3]) || len(failing) > 0 {
		t.Errorf("%d requests of a later run, %+v, failing %q", asked, later, failing)
	}
	for _, c := range []*Client{one, two, three} {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
	var object bytes.Buffer
	if err := process("four", began).Segments.Objects.(*bucket.Bucket).Copy(t.Context(), "warc/books/one-00001.warc.gz", &object); err != nil {
		t.Fatal(err)
	}
	n := 0
	for rec, err := range warc.Read(&object) {
		if err != nil {
			t.Fatal(err)
		}
		if rec.Type == "response" {
			n++
		}
	}
	if n < 4 {
		t.Errorf("an object of %d responses", n)
	}
}

// A page that was asked for again and had not changed is archived as that, and another
// process reads it so.
func TestSegmentsRevisit(t *testing.T) {
	t.Parallel()
	base, _ := site(t, map[string]http.HandlerFunc{"/a": send(200, "<p>a")})
	index := new(indexLines)
	process := segmented(t, index)
	c, err := New(process("one", time.Now()))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Fetch(t.Context(), base+"/a"); err != nil {
		t.Fatal(err)
	}
	since := time.Now().Add(time.Minute)
	if _, change, err := c.Refresh(t.Context(), base+"/a", since); err != nil || change != Unchanged {
		t.Errorf("%s, %v", change, err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if c, err = New(process("two", time.Now())); err != nil {
		t.Fatal(err)
	}
	p, err := c.Fetch(t.Context(), base+"/a")
	if err != nil || string(p.Body) != "<p>a" || !p.FetchedAt.After(index.all[0].At.Add(-time.Millisecond)) {
		t.Errorf("%+v, %v", p, err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
}

// objects fail as often as they are told to.
type objects struct {
	Objects
	fails int
}

func (o *objects) Put(ctx context.Context, name string, data []byte) error {
	if o.fails--; o.fails >= 0 {
		if o.fails == 0 { // it came through, and the answer was lost
			if err := o.Objects.Put(ctx, name, data); err != nil {
				return err
			}
		}
		return errors.New("the bucket is away")
	}
	return o.Objects.Put(ctx, name, data)
}

// While the bucket is away a segment waits; an object that was stored though its answer
// was lost is no error. A full segment is stored by itself, and lines never come before
// their object.
func TestSegmentsWait(t *testing.T) {
	t.Parallel()
	base, requests := site(t, map[string]http.HandlerFunc{"/a": send(200, strings.Repeat("<p>a", 1000)), "/b": send(200, "<p>b")})
	index := new(indexLines)
	opt := segmented(t, index)("one", time.Now())
	away := &objects{opt.Segments.Objects, 2}
	opt.Segments.Objects, opt.Segments.Size = away, 1
	index.added = func(captures []Capture) error {
		if away.fails > 0 {
			t.Error("lines before their object")
		}
		_, err := away.Range(t.Context(), captures[0].Object, captures[0].Offset, 1)
		return err
	}
	c, err := New(opt)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		for _, path := range []string{"/a", "/b"} {
			if p, err := c.Fetch(t.Context(), base+path); err != nil || !strings.Contains(p.Source, "warc/books/one-0000") {
				t.Fatal(p, err)
			}
		}
	}
	if n := requests.Load(); n != 3 {
		t.Errorf("%d requests of two pages and robots.txt", n)
	}
	if len(index.all) != 3 {
		t.Errorf("%d lines are stored, want 3", len(index.all))
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
}

// failing gives what a client lists for the site of a test.
func failing(t *testing.T, c *Client, base string) []string {
	t.Helper()
	urls, err := c.Failing(t.Context(), page.Site(base+"/"))
	if err != nil {
		t.Fatal(err)
	}
	return urls
}

// away is a bucket or an index that is away as long as it is told to be.
type away struct {
	Objects
	Captures
	bucket, index bool
}

func (a *away) Put(ctx context.Context, name string, data []byte) error {
	if a.bucket {
		return errors.New("the bucket is away")
	}
	return a.Objects.Put(context.WithoutCancel(ctx), name, data) // which may take longer than an attempt in the test
}

func (a *away) Range(ctx context.Context, name string, offset, length int64) ([]byte, error) {
	return a.Objects.Range(context.WithoutCancel(ctx), name, offset, length)
}

func (a *away) Add(ctx context.Context, captures []Capture) error {
	if a.index {
		return errors.New("the index is away")
	}
	return a.Captures.Add(ctx, captures)
}

func (a *away) Failing(ctx context.Context, site string, before time.Time) ([]string, error) {
	if a.index {
		return nil, errors.New("the index is away")
	}
	return a.Captures.Failing(ctx, site, before)
}

// A bucket or an index that is away for longer than is waited for is an error as long as
// it is away, and of nothing later: what was archived meanwhile is stored when it is back,
// and no page is asked for twice.
func TestSegmentsOutage(t *testing.T) {
	t.Parallel()
	for _, what := range []string{"bucket", "index"} {
		base, requests := site(t, map[string]http.HandlerFunc{"/a": send(200, "<p>a"), "/b": send(200, "<p>b")})
		index := new(indexLines)
		opt := segmented(t, index)("one", time.Now())
		store := &away{Objects: opt.Segments.Objects, Captures: index}
		opt.Segments.Objects, opt.Segments.Captures, opt.Segments.Within = store, store, time.Millisecond
		c, err := New(opt)
		if err != nil {
			t.Fatal(err)
		}
		fetch := func(path string) error {
			_, err := c.Fetch(t.Context(), base+path)
			return err
		}
		note := func() error { return c.Annotate(base+"/a", map[string]string{"VerDE-Role": "entity"}) }
		if err := fetch("/a"); err != nil {
			t.Fatal(err)
		}
		store.bucket, store.index = what == "bucket", what == "index"
		for range 2 { // one that waits for the store, and others that come to know of it
			for do, err := range map[string]error{"flush": c.Flush(t.Context()), "fetch": fetch("/b"), "note": note()} {
				if !errors.As(err, new(*StoreError)) || !strings.Contains(err.Error(), what+" is away") {
					t.Errorf("%s is away: %s gives %v", what, do, err)
				}
			}
		}
		if err := fetch("/a"); err != nil {
			t.Errorf("%s is away: what is in memory: %v", what, err)
		}
		if _, err := c.Failing(t.Context(), page.Site(base+"/")); errors.As(err, new(*StoreError)) != store.index {
			t.Errorf("%s is away: failing gives %v", what, err)
		}
		store.bucket, store.index = false, false
		before := requests.Load()
		for do, err := range map[string]error{"fetch": fetch("/a"), "note": note(), "flush": c.Flush(t.Context())} {
			if err != nil {
				t.Errorf("%s is back: %s gives %v", what, do, err)
			}
		}
		if n := requests.Load(); n != before || len(index.all) != 3 || !index.all[2].Note {
			t.Errorf("%s is back: %d requests more, %d lines", what, n-before, len(index.all))
		}
		if err := errors.Join(fetch("/b"), c.Close()); err != nil || len(index.all) != 4 {
			t.Errorf("%s is back: %v, %d lines", what, err, len(index.all))
		}
		if err := fetch("/c"); err == nil || errors.As(err, new(*page.Error)) {
			t.Errorf("a page of a closed archive: %v", err)
		}
	}
}

// A page of an object that somebody has deleted is asked for again, and told.
func TestSegmentsGone(t *testing.T) {
	t.Parallel()
	base, requests := site(t, map[string]http.HandlerFunc{"/a": send(200, "<p>a")})
	index := new(indexLines)
	process := segmented(t, index)
	for i, want := range []int64{2, 2, 4} { // robots.txt, too
		opt := process(fmt.Sprint(i), time.Now().Add(-time.Hour))
		if i == 2 {
			if err := opt.Segments.Objects.(*bucket.Bucket).Delete(t.Context(), index.all[0].Object); err != nil {
				t.Fatal(err)
			}
		}
		c, err := New(opt)
		if err != nil {
			t.Fatal(err)
		}
		if p, err := c.Fetch(t.Context(), base+"/a"); err != nil || string(p.Body) != "<p>a" {
			t.Errorf("%v, %v", p, err)
		}
		if n := requests.Load(); n != want || (len(c.archive.repaired()) > 0) != (i == 2) {
			t.Errorf("client %d: %d requests, want %d; losses %v", i, n, want, c.archive.repaired())
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
