package fetch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"github.com/google/go-cmp/cmp"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"verde/fetch/bucket"
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
	l.all = append(l.all, captures...)
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
		if c.Site == site && c.Transient && c.At.Before(before) {
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
	if !two.Known(base+"/moved") || two.Known(base+"/other") || len(two.Failing(page.Site(base+"/"))) > 0 {
		t.Error("what is known of a run is not what the run before archived")
	}
	down = false
	later, asked, three := ask(process("three", time.Now().Add(time.Second)))
	if failing := three.Failing(page.Site(base + "/")); asked != 1 || cmp.Equal(later[3], first[3]) || len(failing) > 0 {
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
	for rec, err := range ReadArchive(&object) {
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
