package fetch

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"verde/fetch/warc"
	"verde/internal/fetchtest"
	"verde/page"
)

// TestRefresh fetches pages, lets a day pass in which the site changes, and
// refreshes them; then again from the archive alone, with its index and without.
func TestRefresh(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		later := false
		const modified = "Fri, 02 Jan 2026 03:04:05 GMT"
		tagged := func(req *http.Request, etag, body string) *http.Response {
			if req.Header.Get("If-None-Match") == etag {
				return response(304, "", "ETag", etag)
			}
			return response(200, body, "ETag", etag)
		}
		w := &web{serve: func(req *http.Request, n int) *http.Response {
			switch path := req.URL.Path; {
			case path == "/robots.txt" && later:
				return response(200, "User-agent: *\nDisallow: /private")
			case path == "/tag":
				return tagged(req, `"a"`, "<p>tag")
			case path == "/weak":
				return tagged(req, `W/"b"`, "<p>weak")
			case path == "/new-tag":
				return tagged(req, fmt.Sprintf("%q", fmt.Sprint(later)), fmt.Sprint("<p>later ", later))
			case path == "/time":
				if req.Header.Get("If-Modified-Since") == modified {
					return response(304, "")
				}
				return response(200, "<p>time", "Last-Modified", modified)
			case path == "/always-tag": // a server that knows tags and never uses them
				return response(200, "<p>same", "ETag", fmt.Sprintf(`"%d"`, n))
			case path == "/broken-tag":
				return response(200, "<p>x", "ETag", "none\"of\x01it", "Last-Modified", "yesterday")
			case path == "/changes":
				return response(200, fmt.Sprint("<p>", later))
			case path == "/links": // what the header names belongs to the page
				return response(200, "<p>links", "Link", fmt.Sprintf("</%v>; rel=canonical", later))
			case path == "/styles": // ... but not what it only loads
				return response(200, "<p>styles", "Link", fmt.Sprintf("</%v.css>; rel=preload", later))
			case path == "/goes" && later:
				return response(410, "gone")
			case path == "/comes" && !later:
				return response(404, "not yet")
			case path == "/down" && later:
				return response(503, "")
			case path == "/refuses" && later:
				return response(403, "")
			case path == "/moves" && later, path == "/moved":
				return response(301, "", "Location", "/tag")
			}
			return everything(req, n)
		}}
		opt := Options{Transport: w, Pace: Pace{Delay: -1}, Limits: Limits{Retries: -1}, Archive: filepath.Join(t.TempDir(), "a")}
		steps := []struct {
			path   string
			change Change
			body   string
			cost   int // bytes of bodies
		}{
			{"tag", Unchanged, "<p>tag", 0},
			{"weak", Unchanged, "<p>weak", 0},
			{"time", Unchanged, "<p>time", 0},
			{"new-tag", Changed, "<p>later true", 13},
			{"always-tag", Unchanged, "<p>same", 7},
			{"broken-tag", Unchanged, "<p>x", 4},
			{"changes", Changed, "<p>true", 7},
			{"links", Changed, "<p>links", 8},
			{"styles", Unchanged, "<p>styles", 9},
			{"goes", Gone, "", 4},
			{"comes", Added, "<p>page of /comes", 17},
			{"down", Unknown, "", 0},
			{"refuses", Changed, "", 0},
			{"private", Unknown, "", 0},
			{"moves", Changed, "<p>tag", 0},
			{"moved", Unchanged, "<p>tag", 0},
			{"never", Added, "<p>page of /never", 17},
		}
		open := func() *Client {
			t.Helper()
			c, err := New(opt)
			if err != nil {
				t.Fatal(err)
			}
			return c
		}
		shut := func(c *Client) {
			t.Helper()
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		}
		const base = "http://h.example/"
		c := open()
		for _, s := range steps {
			if s.path != "never" {
				c.Fetch(t.Context(), base+s.path)
			}
		}
		shut(c)
		time.Sleep(25 * time.Hour)
		later = true
		since := time.Now()
		c = open()
		for _, s := range steps {
			before := c.Stats().Bytes
			p, change, err := c.Refresh(t.Context(), base+s.path, since)
			if change != s.change || p != nil && string(p.Body) != s.body || (p != nil) != (s.body != "") || (p == nil) == (err == nil) {
				t.Errorf("%s: %s, %v; want %s", s.path, change, err, s.change)
			}
			if p != nil && p.FetchedAt.Before(since.Truncate(time.Millisecond)) {
				t.Errorf("%s is as of %v", s.path, p.FetchedAt)
			}
			cost := int(c.Stats().Bytes - before)
			if s.path == "tag" {
				cost -= len("User-agent: *\nDisallow: /private")
			}
			if cost != s.cost {
				t.Errorf("%s costs %d bytes, want %d", s.path, cost, s.cost)
			}
		}
		shut(c)
		for _, lost := range []bool{false, true} {
			if lost {
				if err := os.Remove(filepath.Join(opt.Archive, "00000.cdxj")); err != nil {
					t.Fatal(err)
				}
			}
			c = open()
			w.log = nil
			for _, s := range steps {
				p, err := c.Fetch(t.Context(), base+s.path)
				want := s.body
				switch s.path {
				case "down", "private": // what was fetched before is still there
					want = "<p>page of /" + s.path
				}
				if got := body(p); got != want {
					t.Errorf("the archive has %q of %s, want %q (%v)", got, s.path, want, err)
				}
				if s.change == Unchanged && !p.FetchedAt.Truncate(time.Millisecond).Equal(since.UTC().Truncate(time.Millisecond)) {
					t.Errorf("%s is as of %v, want %v", s.path, p.FetchedAt, since)
				}
				if s.change == Unknown {
					continue // asked again by the next refresh
				}
				if _, _, err := c.Refresh(t.Context(), base+s.path, since.Truncate(time.Millisecond)); err != nil && s.body != "" {
					t.Errorf("%s: %v", s.path, err)
				}
			}
			if len(w.log) != 0 {
				t.Errorf("requests %v of what was refreshed", w.log)
			}
			if r := c.Stats().Repairs; slices.ContainsFunc(r, Repair.Lost) {
				t.Errorf("repairs %v", r)
			}
			shut(c)
		}
		// Once more, and most cost nothing.
		time.Sleep(25 * time.Hour)
		c = open()
		for _, path := range []string{"tag", "weak", "time", "new-tag"} {
			if _, change, err := c.Refresh(t.Context(), base+path, time.Now()); change != Unchanged {
				t.Errorf("%s: %s, %v", path, change, err)
			}
		}
		shut(c)
	})
}

func body(p *page.Page) string {
	if p == nil {
		return ""
	}
	return string(p.Body)
}

func TestRefreshWithoutArchive(t *testing.T) {
	t.Parallel()
	c := client(t, Options{Transport: &web{serve: everything}, Pace: Pace{Delay: -1}})
	for range 2 {
		if p, change, err := c.Refresh(t.Context(), "http://h.example/a", time.Now()); err != nil || change != Added || p == nil {
			t.Errorf("%s, %v", change, err)
		}
	}
	if _, change, err := c.Refresh(t.Context(), "mailto:x", time.Now()); err == nil || change != Unknown {
		t.Errorf("%s, %v", change, err)
	}
}

// Revisit records are as the standard has them.
func TestRevisitRecords(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a, err := openArchive(dir)
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequest("GET", "http://h.example/a", nil)
	if err != nil {
		t.Fatal(err)
	}
	old := testAnswer("http://h.example/a", "<p>body")
	if err := a.append(old, req); err != nil {
		t.Fatal(err)
	}
	fresh := &answer{url: old.url, status: 304, date: testDate.Add(time.Hour)}
	same := testAnswer(old.url, "<p>body")
	same.date = testDate.Add(2 * time.Hour)
	for _, ans := range []*answer{fresh, same} {
		if err := a.revisit(old, ans, req); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.close(); err != nil {
		t.Fatal(err)
	}
	var got []string
	for rec, err := range warc.Read(bytes.NewReader(readFile(t, filepath.Join(dir, "00000.warc.gz")))) {
		if err != nil {
			t.Fatal(err)
		}
		if rec.Type == "revisit" {
			h := rec.Header
			got = append(got, strings.Join([]string{h.Get("WARC-Profile"), rec.URL, h.Get("WARC-Date"), h.Get("WARC-Refers-To-Target-URI"), h.Get("WARC-Refers-To-Date"),
				h.Get("WARC-Payload-Digest"), string(rec.Block)}, " "))
		}
	}
	d := digest([]byte("<p>body"))
	want := []string{
		profileNotModified + " http://h.example/a 2026-05-06T08:08:09.123Z http://h.example/a 2026-05-06T07:08:09.123Z " + d + " HTTP/1.1 304 Not Modified\r\n\r\n",
		profileIdentical + " http://h.example/a 2026-05-06T09:08:09.123Z http://h.example/a 2026-05-06T07:08:09.123Z " + d + " HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("records (-want +got):\n%s", diff)
	}
}

// Revisit records of other crawlers stand for what they refer to, and for
// nothing if that is not there.
func TestForeignRevisits(t *testing.T) {
	t.Parallel()
	revisit := func(url, refers, date string) string {
		s := fetchtest.Record("revisit", url, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
		extra := "WARC-Profile: http://netpreserve.org/warc/1.0/revisit/identical-payload-digest\r\n"
		if refers != "" {
			extra += "WARC-Refers-To-Target-URI: <" + refers + ">\r\n"
		}
		if date != "" {
			extra += "WARC-Refers-To-Date: " + date + "\r\n"
		}
		return strings.Replace(s, "WARC-Type", extra+"WARC-Type", 1)
	}
	page := fetchtest.Record("response", "http://h.example/a", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>a")
	var date string
	for rec := range warc.Read(strings.NewReader(fetchtest.Gzip(page))) {
		date = rec.Header.Get("WARC-Date")
	}
	path := filepath.Join(t.TempDir(), "x.warc.gz")
	writeFile(t, path, []byte(fetchtest.Gzip(page, revisit("http://h.example/b", "http://h.example/a", date), revisit("http://h.example/c", "http://h.example/b", ""),
		revisit("http://h.example/a", "", ""), revisit("http://h.example/d", "http://h.example/none", ""), revisit("http://h.example/e", "", ""),
		revisit("http://h.example/f", "http://h.example/a", "2001-01-01T00:00:00Z"), revisit("mailto:x", "http://h.example/a", ""), revisit("http://h.example/g", "mailto:x", ""))))
	want := []string{"http://h.example/a text/html <p>a", "http://h.example/b text/html <p>a", "http://h.example/c text/html <p>a"}
	got := walk(path)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("pages (-want +got):\n%s", d)
	}
}
