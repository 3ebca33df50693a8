package cdx

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"

	"verde/fetch"
)

func TestKey(t *testing.T) {
	t.Parallel()
	for site, want := range map[string]string{"shop.example.com": "com,example,shop)/", "www.example.com": "com,example)/", "example.com:8080": "com,example:8080)/"} {
		if got := Key(site); got != want {
			t.Errorf("%s: %s, want %s", site, got, want)
		}
	}
}

// Lines of all forms are read, as the servers and tools named write them.
func TestParse(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, text string
		want       []Capture
		errs       int
	}{
		{"pywb and Common Crawl", `{"urlkey": "com,a)/x", "timestamp": "20260101000000", "url": "http://a.com/x", "mime": "text/html", "status": "200"}`,
			[]Capture{{"http://a.com/x", 200, "text/html"}}, 0},
		{"CDXJ", "com,a)/x 20260101000000 {\"url\": \"http://a.com/x\", \"mime\": \"text/html\", \"status\": 404}\n!meta {}\n",
			[]Capture{{"http://a.com/x", 404, "text/html"}}, 0},
		{"the Wayback Machine", `[["urlkey","timestamp","original","mimetype","statuscode","digest","length"],
["com,a)/x", "20260101000000", "http://A.com:80/x", "text/html", "200", "D", "1"],
["com,a)/y", "20260101000000", "http://a.com/y", "warc/revisit", "-", "D", "1"]]`,
			[]Capture{{"http://a.com/x", 200, "text/html"}, {"http://a.com/y", 0, ""}}, 0},
		{"nothing known", "[]\n", nil, 0},
		{"CDX with 11 columns", " CDX N b a m s k r M S V g\ncom,a)/x 20260101000000 http://a.com/x text/html 200 D - - 1 2 f.warc.gz\n",
			[]Capture{{"http://a.com/x", 200, "text/html"}}, 0},
		{"CDX with other columns", " CDX N a b s m\ncom,a)/x http://a.com/x 20260101000000 301 text/html\n", []Capture{{"http://a.com/x", 301, "text/html"}}, 0},
		{"CDX without its first line", "com,a)/x 20260101000000 http://a.com/x text/html 200 D - - 1 2 f\n", []Capture{{"http://a.com/x", 200, "text/html"}}, 0},
		{"bad lines", "{\"url\": \nnonsense\n[\"x\ncom,a)/x 1 {\"url\": \"mailto:x\"}\n" + `{"url": "http://a.com/x"}`, []Capture{{URL: "http://a.com/x"}}, 4},
	} {
		var got []Capture
		errs := 0
		for c, err := range Parse(strings.NewReader(test.text)) {
			if err != nil {
				errs++
				continue
			}
			got = append(got, c)
		}
		if !slices.Equal(got, test.want) || errs != test.errs {
			t.Errorf("%s: %+v with %d errors", test.name, got, errs)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`[["original"],["http://a.com/"]]`))
	f.Add([]byte(" CDX a\nhttp://a.com/\n"))
	f.Add([]byte(`com,a)/ 1 {"url": "http://a.com/"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		for c, err := range Parse(bytes.NewReader(text)) {
			if err == nil && c.URL == "" {
				t.Errorf("a capture of nothing in %q", text)
			}
		}
	})
}

// captured gives lines of an index of sites, n of each.
func captured(n int, sites ...string) (lines []string) {
	for _, site := range sites {
		for i := range n {
			lines = append(lines, fmt.Sprintf(`%spage/%04d 20260101000000 {"url": "http://%s/page/%04d", "mime": "text/html", "status": "200"}`, Key(site), i, site, i))
		}
		lines = append(lines, fmt.Sprintf(`%szebra.png 20260101000000 {"url": "http://%s/zebra.png", "mime": "image/png", "status": "200"}`, Key(site), site),
			fmt.Sprintf(`%szero 20260101000000 {"url": "http://%s/zero", "mime": "text/html", "status": "404"}`, Key(site), site))
	}
	slices.Sort(lines)
	return lines
}

func write(t *testing.T, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func zipped(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	zw := gzip.NewWriter(&b)
	if _, err := zw.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := zw.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// zipNum writes lines as a ZipNum index, and gives the path of its list of blocks.
func zipNum(t *testing.T, lines []string, perBlock int) string {
	t.Helper()
	dir := t.TempDir()
	var blocks, list bytes.Buffer
	for block := range slices.Chunk(lines, perBlock) {
		packed := zipped(t, strings.Join(block, "\n")+"\n")
		key, _, _ := strings.Cut(block[0], " {")
		fmt.Fprintf(&list, "%s\tcdx-00000.gz\t%d\t%d\t1\n", key, blocks.Len(), len(packed))
		blocks.Write(packed)
	}
	for name, content := range map[string][]byte{"cdx-00000.gz": blocks.Bytes(), "cluster.idx": list.Bytes()} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "cluster.idx")
}

// What a file has of a site is found in it, wherever it stands, and nothing of others.
func TestFile(t *testing.T) {
	t.Parallel()
	sites := []string{"a.example", "b.example", "b.example:8080", "bb.example", "sub.b.example", "z.other"}
	lines := captured(25, sites...)
	text := strings.Join(lines, "\n") + "\n"
	for name, path := range map[string]string{
		"plain":              write(t, "index.cdxj", []byte(text)),
		"no newline":         write(t, "index.cdxj", []byte(strings.TrimSuffix(text, "\n"))),
		"gzip":               write(t, "index.cdxj.gz", zipped(t, text)),
		"blocks of 1":        zipNum(t, lines, 1),
		"blocks of 7":        zipNum(t, lines, 7),
		"one block for all":  zipNum(t, lines, 1000),
		"blocks like a site": zipNum(t, lines, 27),
	} {
		for _, site := range sites {
			urls, err := URLs(t.Context(), site, File(path))
			if err != nil || len(urls) != 25 || !strings.HasPrefix(urls[0], "http://"+site+"/page/0000") {
				t.Errorf("%s, %s: %d URLs %.3v, error %v", name, site, len(urls), urls, err)
			}
		}
		for _, site := range []string{"0.example", "c.example", "zz.other"} {
			if urls, err := URLs(t.Context(), site, File(path)); err != nil || len(urls) > 0 {
				t.Errorf("%s, %s: %v, error %v", name, site, urls, err)
			}
		}
	}
	for name, path := range map[string]string{
		"none":              filepath.Join(t.TempDir(), "none.cdxj"),
		"no gzip":           write(t, "index.gz", []byte("text")),
		"a block elsewhere": write(t, "cluster.idx", []byte("com,a)/ 1\t../../x\t0\t10\t1\n")),
		"no list":           write(t, "cluster.idx", []byte("com,a)/ 1\n")),
	} {
		if _, err := URLs(t.Context(), "a.com", File(path)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	stopped, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	cancel(enough)
	if _, err := URLs(stopped, "a.example", File(write(t, "index.cdxj", []byte(text)))); !errors.Is(err, enough) {
		t.Errorf("stopped: %v", err)
	}
}

// served answers as a CDX server does, some lines a page.
type served struct {
	lines   []string
	perPage int // 0 for a server that knows no pages
	asked   int
}

func (s *served) Resource(_ context.Context, asked string, _ fetch.Asker) (*fetch.Resource, error) {
	s.asked++
	u, err := url.Parse(asked)
	if err != nil {
		return nil, err
	}
	q := u.Query()
	key := Key(strings.TrimSuffix(q.Get("url"), "/*"))
	var mine []string
	for _, line := range s.lines {
		if strings.HasPrefix(line, key) {
			mine = append(mine, line[strings.Index(line, "{"):])
		}
	}
	if s.perPage > 0 {
		pages := slices.Collect(slices.Chunk(mine, s.perPage))
		var n int
		if _, err := fmt.Sscan(q.Get("page"), &n); err != nil {
			return nil, err
		}
		if n >= len(pages) {
			return &fetch.Resource{Status: http.StatusBadRequest}, nil
		}
		mine = pages[n]
	}
	if len(mine) == 0 {
		return &fetch.Resource{Status: http.StatusNotFound, Body: []byte(`{"message": "No Captures found for: ` + q.Get("url") + `"}`)}, nil
	}
	return &fetch.Resource{Status: http.StatusOK, Body: []byte(strings.Join(mine, "\n"))}, nil
}

func TestServer(t *testing.T) {
	t.Parallel()
	lines := captured(25, "a.example", "b.example")
	for _, test := range []struct{ perPage, asked int }{{0, 2}, {10, 4}, {27, 2}} {
		s := &served{lines: lines, perPage: test.perPage}
		urls, err := URLs(t.Context(), "b.example", Server{"http://index.example/cdx?filter=x", s})
		if err != nil || len(urls) != 25 || s.asked != test.asked {
			t.Errorf("%d a page: %d URLs, asked %d times, error %v", test.perPage, len(urls), s.asked, err)
		}
	}
	for _, address := range []string{"index", "http://"} {
		if _, err := URLs(t.Context(), "b.example", Server{address, &served{}}); err == nil {
			t.Errorf("%s: no error", address)
		}
	}
	if urls, err := URLs(t.Context(), "c.example", Server{"http://index.example/cdx", &served{lines: lines}}); len(urls) > 0 || err != nil {
		t.Errorf("a site that is not known: %v, error %v", urls, err)
	}
}

// answers says the same to whatever is asked.
type answers fetch.Resource

func (a *answers) Resource(context.Context, string, fetch.Asker) (*fetch.Resource, error) {
	return (*fetch.Resource)(a), nil
}

// Only a server that says so knows nothing of a site; another may be none of the protocol.
func TestServerNotFound(t *testing.T) {
	t.Parallel()
	for body, known := range map[string]bool{
		`{"message": "No Captures found for: b.example/*"}`: true,
		"no captures found":  true,
		"<h1>Not Found</h1>": false,
		"":                   false,
	} {
		_, err := URLs(t.Context(), "b.example", Server{"http://index.example/cdx", &answers{Status: http.StatusNotFound, Body: []byte(body)}})
		if (err == nil) != known {
			t.Errorf("404 and %q: error %v", body, err)
		}
	}
}

// What is cut is told, and only that.
func TestCut(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name            string
		known, perBlock int
		urls            int
		cut             bool
	}{
		{"as many as are taken", MaxURLs, 0, MaxURLs, false},
		{"one more", MaxURLs + 1, 0, MaxURLs, true},
		{"nineteen answers", 19 * 7, 7, 19 * 7, false},
		{"more answers than are asked for", 21 * 7, 7, maxPages * 7, true},
	} {
		lines := make([]string, test.known)
		for i := range lines {
			lines[i] = fmt.Sprintf(`%s%06d {"url": "http://a.example/%06d"}`, Key("a.example"), i, i)
		}
		index := Index(Server{"http://index.example/cdx", &served{lines: lines, perPage: test.perBlock}})
		if test.perBlock == 0 {
			index = File(write(t, "index.cdxj", []byte(strings.Join(lines, "\n"))))
		}
		urls, err := URLs(t.Context(), "a.example", index)
		if len(urls) != test.urls || errors.Is(err, ErrCut) != test.cut || err != nil && !test.cut {
			t.Errorf("%s: %d URLs, error %v; want %d, cut %v", test.name, len(urls), err, test.urls, test.cut)
		}
	}
}

// A caller may stop wherever it likes: an iterator that went on would panic.
func TestStop(t *testing.T) {
	t.Parallel()
	lines := captured(5, "a.example", "b.example")
	bad := slices.Insert(slices.Clone(lines), 3, Key("a.example")+"page/0002 1 {")
	head := " CDX N b a\n"
	for name, index := range map[string]Index{
		"plain, with columns":  File(write(t, "index.cdx", []byte(head+strings.Join(lines, "\n")))),
		"plain, a bad line":    File(write(t, "index.cdx", []byte(head+strings.Join(bad, "\n")))),
		"gzip":                 File(write(t, "index.cdx.gz", zipped(t, head+strings.Join(bad, "\n")))),
		"a long line":          File(write(t, "index.cdx", []byte(head+strings.Repeat("x", 2*maxLine)))),
		"blocks":               File(zipNum(t, bad, 2)),
		"a list of no blocks":  File(write(t, "cluster.idx", []byte("com,a)/ 1\nexample,a)/ 1\nexample,a)/ 2\n"))),
		"a block that is gone": File(write(t, "cluster.idx", []byte("example,a)/ 1\tx\t0\t9\nexample,a)/ 2\tx\t0\t9\n"))),
		"no file":              File("none.cdx"),
		"server":               Server{"http://index.example/cdx", &served{lines: bad, perPage: 2}},
		"server that is none":  Server{"http://index.example/cdx", &answers{Status: http.StatusNotFound}},
		"no server":            Server{"index", nil},
	} {
		all := 0
		for range index.Captures(t.Context(), "a.example") {
			all++
		}
		for most := range all {
			n := 0
			for range index.Captures(t.Context(), "a.example") {
				if n++; n > most {
					break
				}
			}
			if n != most+1 {
				t.Errorf("%s: stopped after %d of %d, want %d", name, n, all, most+1)
			}
		}
		if all == 0 {
			t.Errorf("%s: nothing, not even an error", name)
		}
	}
}
