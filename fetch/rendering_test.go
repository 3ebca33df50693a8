package fetch

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"verde/page"
)

// small answers with a page, its script and its data; what it says of /changing counts up.
type small struct{ asked map[string]int }

func (s *small) RoundTrip(r *http.Request) (*http.Response, error) {
	s.asked[r.URL.Path]++
	rec := httptest.NewRecorder()
	rec.Header().Set("Content-Type", map[string]string{"/app.js": "text/javascript", "/data": "application/json"}[r.URL.Path])
	switch r.URL.Path {
	case "/app.js":
		rec.WriteString("run()")
	case "/data":
		rec.WriteString(`{"a": 1}`)
	case "/changing":
		rec.Header().Set("Content-Type", "text/html")
		rec.WriteString("<p>" + string(rune('0'+s.asked["/changing"])))
	case "/robots.txt":
		rec.Header().Set("Content-Type", "text/plain")
		rec.WriteString("User-agent: *\nDisallow: /private")
	case "/page", "/other", "/third":
		rec.Header().Set("Content-Type", "text/html")
		rec.WriteString("<p>sent " + r.URL.Path)
	default:
		rec.WriteHeader(http.StatusNotFound)
	}
	resp := rec.Result()
	resp.Request = r
	return resp, nil
}

func openSmall(t *testing.T, opt Options) *Client {
	t.Helper()
	opt.Delay, opt.Retries = -1, -1
	c, err := New(opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func have(t *testing.T, c *Client, path string) *page.Page {
	t.Helper()
	p, err := c.Fetch(t.Context(), "http://h.example"+path)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A rendering is kept beside the answer it was made of, found again with and without an
// index, given in place of the answer where an archive is read as a whole, and no more
// when the page is answered anew.
func TestRendering(t *testing.T) {
	t.Parallel()
	dir, web := t.TempDir(), &small{map[string]int{}}
	c := openSmall(t, Options{Transport: web, Archive: dir})
	p, other := have(t, c, "/page"), have(t, c, "/other")
	third := have(t, c, "/third")
	if r, err := c.Rendering(t.Context(), p); r != nil || err != nil || c.Settled(t.Context(), p) {
		t.Errorf("before: %v, error %v", r, err)
	}
	made, err := c.KeepRendering(p, []byte("<p>shown é"), "time", time.Now())
	if err != nil || string(made.Body) != "<p>shown é" || !made.Rendered || made.URL != p.URL || made.Source == p.Source {
		t.Errorf("kept %+v, error %v", made, err)
	}
	if made, err := c.KeepRendering(other, nil, "", time.Now()); err != nil || made != other {
		t.Errorf("nothing kept: %+v, error %v", made, err)
	}
	if err := c.Settle(third); err != nil || !c.Settled(t.Context(), third) || c.Settled(t.Context(), p) {
		t.Errorf("settled: error %v", err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	check := func(how string, c *Client) {
		t.Helper()
		if r, err := c.Rendering(t.Context(), have(t, c, "/page")); err != nil || r == nil || r.Page == nil || string(r.Page.Body) != "<p>shown é" || r.Cut != "time" {
			t.Errorf("%s: %+v, error %v", how, r, err)
		}
		if r, err := c.Rendering(t.Context(), have(t, c, "/other")); err != nil || r == nil || r.Page != nil || r.Cut != "" {
			t.Errorf("%s, of nothing: %+v, error %v", how, r, err)
		}
		if c.archive != nil && (!c.Settled(t.Context(), have(t, c, "/third")) || c.Settled(t.Context(), have(t, c, "/page"))) {
			t.Errorf("%s: what was settled is not", how)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
	check("with its index", openSmall(t, Options{Transport: web, Archive: dir}))
	check("replayed", openSmall(t, Options{Transport: web, Replay: []string{dir}}))
	indexes, err := filepath.Glob(filepath.Join(dir, "*.cdxj"))
	if err != nil || len(indexes) == 0 {
		t.Fatal(indexes, err)
	}
	for _, name := range indexes {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
	check("without an index", openSmall(t, Options{Transport: web, Archive: dir}))
	got := make(map[string]string)
	for p, err := range Pages(dir) {
		if err == nil {
			got[p.URL] = string(p.Body)
		}
	}
	if got["http://h.example/page"] != "<p>shown é" || got["http://h.example/other"] != "<p>sent /other" {
		t.Errorf("pages of the archive: %v", got)
	}
}

func TestRenderingOutdated(t *testing.T) {
	t.Parallel()
	dir, web := t.TempDir(), &small{map[string]int{}}
	c := openSmall(t, Options{Transport: web, Archive: dir})
	p := have(t, c, "/changing")
	if _, err := c.KeepRendering(p, []byte("<p>shown"), "", time.Now()); err != nil {
		t.Fatal(err)
	}
	again, change, err := c.Refresh(t.Context(), p.URL, time.Now().Add(time.Hour))
	if err != nil || change != Changed {
		t.Fatal(change, err)
	}
	if r, err := c.Rendering(t.Context(), again); r != nil || err != nil {
		t.Errorf("rendering of the answer before: %v, error %v", r, err)
	}
}

// A rendering that is damaged is told and lost, and the page beside it is not.
func TestRenderingDamaged(t *testing.T) {
	t.Parallel()
	dir, web := t.TempDir(), &small{map[string]int{}}
	c := openSmall(t, Options{Transport: web, Archive: dir})
	p := have(t, c, "/page")
	made, err := c.KeepRendering(p, []byte("<p>shown"), "", time.Now())
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	_, offset, _ := strings.Cut(made.Source, ":")
	at, err := strconv.ParseInt(offset, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(filepath.Join(dir, "00000.warc.gz"), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt([]byte("damaged"), at+30); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	c = openSmall(t, Options{Transport: web, Archive: dir})
	if r, err := c.Rendering(t.Context(), have(t, c, "/page")); r != nil || err != nil || len(c.Stats().Repairs) != 1 {
		t.Errorf("%v, error %v, repairs %v", r, err, c.Stats().Repairs)
	}
}

// Whatever a page needs is given and archived once, also where the archive has left the
// body out before.
func TestResource(t *testing.T) {
	t.Parallel()
	dir, web := t.TempDir(), &small{map[string]int{}}
	c := openSmall(t, Options{Transport: web, Archive: dir})
	if _, err := c.Fetch(t.Context(), "http://h.example/app.js"); err == nil {
		t.Error("a script is a page")
	}
	for range 2 {
		for path, want := range map[string]string{"/app.js": "run()", "/data": `{"a": 1}`, "/none": ""} {
			r, err := c.Resource(t.Context(), "http://h.example"+path, Asker{})
			if err != nil || string(r.Body) != want || (r.Status == http.StatusOK) != (want != "") {
				t.Errorf("%s: %+v, error %v", path, r, err)
			}
		}
	}
	var refused *page.Error
	if _, err := c.Resource(t.Context(), "http://h.example/private", Asker{}); !errors.As(err, &refused) || refused.Reason != page.Robots {
		t.Errorf("a resource that robots.txt forbids: %v", err)
	}
	if web.asked["/app.js"] != 2 || web.asked["/data"] != 1 || web.asked["/none"] != 1 || web.asked["/private"] != 0 {
		t.Errorf("asked %v", web.asked)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	offline := openSmall(t, Options{Transport: web, Replay: []string{dir}})
	if r, err := offline.Resource(t.Context(), "http://h.example/app.js", Asker{}); err != nil || string(r.Body) != "run()" {
		t.Errorf("offline: %+v, error %v", r, err)
	}
	if _, err := offline.Resource(t.Context(), "http://h.example/else", Asker{}); !errors.As(err, &refused) || refused.Reason != page.NotArchived {
		t.Errorf("offline, of what is not there: %v", err)
	}
}
