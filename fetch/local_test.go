package fetch

import (
	"archive/zip"
	"bytes"
	"errors"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/fetch/sniff"
	"verde/internal/fetchtest"
	"verde/page"
)

// walk gives what Pages gives, as lines.
func walk(name string) []string { return lines(Pages(name)) }

// lines gives what is walked, as lines.
func lines(pages iter.Seq2[*page.Page, error]) []string {
	var list []string
	var other *NotAPage
	for p, err := range pages {
		switch {
		case err == nil:
			list = append(list, p.URL+" "+p.ContentType+" "+string(p.Body))
		case errors.As(err, &other):
			list = append(list, "passed over "+filepath.Base(other.Name)+" "+other.What)
		default:
			reason, _ := page.ReasonOf(err)
			list = append(list, "error "+string(reason))
		}
	}
	return list
}

// walkPages is walk without what is passed over.
func walkPages(name string) []string {
	return slices.DeleteFunc(walk(name), func(line string) bool { return strings.HasPrefix(line, "passed over ") })
}

func TestPagesOfAFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, body := range map[string]string{
		"0.htm":       "\ufeff<base href=\"http://h.example/a?x=1\"/>\n<html>",
		"1.html":      `<link rel="stylesheet" href="/x"><link rel=Canonical href=https://h.example/b>`,
		"2.html.gz":   fetchtest.Gzip("<p>zipped"),
		"3.html":      `<base href="/relative/"><p>x`,
		"4.html":      `<base href="http://h.example/">first`,
		"5.html":      `<base href="http://h.example/">second`,
		"6.html":      `<body><link rel=canonical href=http://h.example/in-body>`,
		"7.htm.gz":    "not gzip after all",
		"8.html.gz":   fetchtest.Gzip(strings.Repeat("x", 1000))[:25],
		"9 a?.html":   "<meta charset=latin1>\xe9",
		"a/b.xhtml":   "<html/>",
		"a/notes.txt": "text",
		"a/x.png":     "png",
		"z.warc":      fetchtest.Record("response", "http://h.example/w", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nfrom a WARC"),
	} {
		writeFile(t, filepath.Join(dir, filepath.FromSlash(name)), []byte(body))
	}
	outside := filepath.Join(t.TempDir(), "outside.html")
	writeFile(t, outside, []byte("outside"))
	want := []string{
		"http://h.example/a?x=1 text/html <base href=\"http://h.example/a?x=1\"/>\n<html>",
		`https://h.example/b text/html <link rel="stylesheet" href="/x"><link rel=Canonical href=https://h.example/b>`,
		"http://local.invalid/2.html text/html <p>zipped",
		`http://local.invalid/3.html text/html <base href="/relative/"><p>x`,
		`http://h.example/ text/html <base href="http://h.example/">first`,
		`http://local.invalid/5.html text/html <base href="http://h.example/">second`,
		`http://local.invalid/6.html text/html <body><link rel=canonical href=http://h.example/in-body>`,
		"http://local.invalid/7.htm text/html not gzip after all",
		"error unparseable",
		"http://local.invalid/9%20a%3F.html text/html <meta charset=latin1>é",
		"http://local.invalid/a/b.xhtml application/xhtml+xml <html/>",
		"passed over notes.txt text/plain",
		"passed over x.png text/plain",
		"http://h.example/w text/html from a WARC",
	}
	if os.Symlink(outside, filepath.Join(dir, "a", "c.html")) == nil {
		want = append(want[:11:11], append([]string{"error "}, want[11:]...)...)
	}
	for range 2 {
		if d := cmp.Diff(want, walk(dir)); d != "" {
			t.Errorf("pages (-want +got):\n%s", d)
		}
	}
	n := 0
	for range Pages(dir) {
		if n++; n == 3 {
			break
		}
	}
	for p, err := range Pages(filepath.Join(dir, "0.htm")) {
		if err != nil || p.URL != "http://h.example/a?x=1" || p.Source != filepath.Join(dir, "0.htm") || p.FetchedAt.IsZero() {
			t.Errorf("page %+v, error %v", p, err)
		}
	}
}

func TestPagesOfAnArchive(t *testing.T) {
	t.Parallel()
	answer := func(url, media, body string) string {
		return fetchtest.Record("response", url, "HTTP/1.1 200 OK\r\nContent-Type: "+media+"\r\n\r\n"+body)
	}
	file := fetchtest.Gzip(
		fetchtest.Record("request", "http://h.example/a", "GET /a HTTP/1.1\r\n\r\n"),
		answer("http://h.example/a", "text/html", "old"),
		answer("http://h.example/robots.txt", "text/plain", "User-agent: *"),
		answer("http://h.example/feed", "text/xml", "<rss/>"),
		answer("http://h.example/i.png", "image/png", "png"),
		answer("http://h.example/b", "text/html; charset=latin1", "\xe9"),
		fetchtest.Record("response", "http://h.example/gone", "HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\n\r\ngone"),
		answer("http://h.example/c", "text/html\r\nContent-Encoding: br", "\xff\xfe\xfd"),
		answer("http://h.example/a", "text/html", "new"),
	)
	path := filepath.Join(t.TempDir(), "crawl.warc.gz")
	writeFile(t, path, []byte(file))
	want := []string{"passed over feed text/xml", "passed over i.png image/png", "http://h.example/b text/html é", "passed over gone status 404", "error unparseable", "http://h.example/a text/html new"}
	if d := cmp.Diff(want, walk(path)); d != "" {
		t.Errorf("pages (-want +got):\n%s", d)
	}
	// All but the end of the last record is still there, and the end is told.
	writeFile(t, path, []byte(file[:len(file)-4]))
	want = []string{"error ", "http://h.example/a text/html old", "passed over feed text/xml", "passed over i.png image/png", "http://h.example/b text/html é", "passed over gone status 404", "error unparseable"}
	if d := cmp.Diff(want, walk(path)); d != "" {
		t.Errorf("pages of a torn file (-want +got):\n%s", d)
	}
	if info, err := os.Stat(path); err != nil || info.Size() != int64(len(file)-4) {
		t.Error("reading changed the file")
	}
}

func TestPagesOfARun(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "archive")
	c, err := New(Options{Transport: &web{serve: everything}, Archive: dir, Pace: Pace{Delay: -1}})
	if err != nil {
		t.Fatal(err)
	}
	fetchAll(t, c, "http://h.example/1")
	fetchAll(t, c, "http://h.example/2")
	// A run's archive can be read while the run goes on; what else is its own is no page that
	// is passed over.
	writeFile(t, filepath.Join(dir, "other.cdxj"), []byte("a line"))
	want := []string{"passed over other.cdxj text/plain", "http://h.example/1 text/html <p>page of /1", "http://h.example/2 text/html <p>page of /2"}
	if d := cmp.Diff(want, walk(dir)); d != "" {
		t.Errorf("pages (-want +got):\n%s", d)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestPagesOfNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if got := walk(dir); got != nil {
		t.Errorf("pages of an empty folder: %v", got)
	}
	writeFile(t, filepath.Join(dir, "x.pdf"), []byte("%PDF-1.4"))
	for name, want := range map[string]string{"none": "error ", "x.pdf": "error not html"} {
		if d := cmp.Diff([]string{want}, walk(filepath.Join(dir, name))); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}

// A page tells the character set that it came in, said or not, and its links
// ask in it, whether it is a file or from an archive.
func TestPagesCharset(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const text, ask = "\xeb\xce\xc9\xc7\xc1 \xc4\xcc\xd1 \xc4\xc5\xd4\xc5\xca \xcf \xcd\xcf\xd2\xc5", "<a href='?q=\xcd\xcf\xd2\xc5'>x</a>" // KOI8
	writeFile(t, filepath.Join(dir, "a.html"), []byte("<base href='http://h.example/a'><p>"+text+ask))
	writeFile(t, filepath.Join(dir, "b.html"), []byte("<base href='http://h.example/b'><meta charset=utf-8>море<a href='?q=море'>x</a>"))
	writeFile(t, filepath.Join(dir, "z.warc"), []byte(fetchtest.Record("response", "http://h.example/c", "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=koi8-r\r\n\r\n"+ask)))
	want := map[string][2]string{
		"http://h.example/a": {"koi8-u", "http://h.example/a?q=%CD%CF%D2%C5"},
		"http://h.example/b": {"", "http://h.example/b?q=%D0%BC%D0%BE%D1%80%D0%B5"},
		"http://h.example/c": {"koi8-r", "http://h.example/c?q=%CD%CF%D2%C5"},
	}
	got := make(map[string][2]string)
	for p, err := range Pages(dir) {
		if err != nil {
			t.Fatal(err)
		}
		doc, err := p.Parse()
		if err != nil {
			t.Fatal(err)
		}
		o := page.NewOutline(p, doc, new(page.Paths), page.Tag)
		if len(o.Links) != 1 {
			t.Fatalf("%s: links %v", p.URL, o.Links)
		}
		got[p.URL] = [2]string{p.Charset, o.Links[0].URL}
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("character sets and links (-want +got):\n%s", d)
	}
}

// TestPagesByContent checks that what wget saves under any name is read, and
// that what is no page is passed over or, if it is called one, told.
func TestPagesByContent(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	binary := "\x7fELF\x02\x01\x01\x00\x00\x00\x00<html>\x00\x03\x00>\x00\x01"
	warc := fetchtest.Record("response", "http://h.example/w", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nfrom a WARC")
	for name, body := range map[string]string{
		"about":          "<!DOCTYPE html><p>about",
		"binary.html":    binary,
		"empty":          "",
		"index.php?id=1": "<base href=http://h.example/1>one",
		"main.js?v=3":    "document.write('<html>')",
		"photo.html":     "\x89PNG\r\n\x1a\n",
		"program":        binary,
		"sub/crawl":      fetchtest.Gzip(warc),
		"sub/page.gz":    fetchtest.Gzip("<title>packed</title>"),
		"sub/style":      "body { color: red }",
		"torn.html":      fetchtest.Gzip(strings.Repeat("x", 100))[:20],
		"torn.warc.gz":   "",
		"x.wacz":         "no package",
	} {
		writeFile(t, filepath.Join(dir, filepath.FromSlash(name)), []byte(body))
	}
	want := []string{
		"http://local.invalid/about text/html <!DOCTYPE html><p>about",
		"error not html",
		"passed over empty empty",
		"http://h.example/1 text/html <base href=http://h.example/1>one",
		"passed over main.js?v=3 text/javascript",
		"error not html",
		"passed over program application/octet-stream",
		"http://local.invalid/sub/page text/html <title>packed</title>",
		"passed over style text/plain",
		"error unparseable",
		"error ", // x.wacz
		"http://h.example/w text/html from a WARC",
	}
	if d := cmp.Diff(want, walk(dir)); d != "" {
		t.Errorf("pages (-want +got):\n%s", d)
	}
	for name, want := range map[string]string{
		"about":     "http://local.invalid/about text/html <!DOCTYPE html><p>about",
		"program":   "error not html",
		"sub/style": "error not html",
		"sub/crawl": "http://h.example/w text/html from a WARC",
	} {
		if d := cmp.Diff([]string{want}, walk(filepath.Join(dir, filepath.FromSlash(name)))); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}

// TestPagesBehindLinks checks that what links within the folder lead to is read
// once and without loops, and that those out of it are not followed but told.
func TestPagesBehindLinks(t *testing.T) {
	t.Parallel()
	dir, outside := t.TempDir(), t.TempDir()
	writeFile(t, filepath.Join(dir, "data", "v2", "a.html"), []byte("<p>a"))
	writeFile(t, filepath.Join(dir, "data", "b.html"), []byte("<p>b"))
	writeFile(t, filepath.Join(outside, "secret.html"), []byte("<p>secret"))
	for link, to := range map[string]string{
		"current":            "data/v2",
		"data/v2/up":         "../..", // a loop
		"data/v2/self":       ".",
		"index":              "data/b.html",
		"gone.html":          "nowhere",
		"out":                outside,
		"secret.html":        filepath.Join(outside, "secret.html"),
		"data/v2/again.html": "a.html",
		"data/turns":         "turns2",
		"data/turns2":        "turns",
		"data/v2/out-and-in": "../../../" + filepath.Base(dir) + "/data/b.html",
	} {
		if err := os.Symlink(filepath.FromSlash(to), filepath.Join(dir, filepath.FromSlash(link))); err != nil {
			t.Skip("no links here:", err)
		}
	}
	want := []string{
		"http://local.invalid/data/b.html text/html <p>b",
		"error ", // data/turns
		"error ", // data/turns2
		"http://local.invalid/data/v2/a.html text/html <p>a",
		"error ", // data/v2/out-and-in leaves the folder on its way
		"error ", // gone.html
		"error ", // out
		"error ", // secret.html
	}
	if d := cmp.Diff(want, walk(dir)); d != "" {
		t.Errorf("pages (-want +got):\n%s", d)
	}
}

// TestPagesOfAStream checks that what has no name, as standard input, is read by
// its content: one page, or an archive.
func TestPagesOfAStream(t *testing.T) {
	t.Parallel()
	warc := fetchtest.Record("response", "http://h.example/w", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nfrom a WARC")
	second := fetchtest.Record("response", "http://h.example/x", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nfrom it, too")
	const fromWARC = "http://h.example/w text/html from a WARC"
	for name, tt := range map[string]struct {
		body string
		want []string
	}{
		"page":          {"<title>x</title>", []string{"http://local.invalid/in text/html <title>x</title>"}},
		"page, packed":  {fetchtest.Gzip("<title>x</title>"), []string{"http://local.invalid/in text/html <title>x</title>"}},
		"page with URL": {"<base href=http://h.example/p>", []string{"http://h.example/p text/html <base href=http://h.example/p>"}},
		"WARC":          {warc + second, []string{fromWARC, "http://h.example/x text/html from it, too"}},
		"WARC, packed":  {fetchtest.Gzip(warc, second), []string{fromWARC, "http://h.example/x text/html from it, too"}},
		"WARC, cut":     {(warc + second)[:len(warc)+40], []string{"error ", fromWARC}},
		"packed, cut":   {fetchtest.Gzip(warc, second)[:len(fetchtest.Gzip(warc))+40], []string{"error ", fromWARC}},
		"WACZ":          {packageOf(t, warc), []string{fromWARC}},
		"WACZ, cut":     {packageOf(t, warc)[:200], []string{"error not html"}},
		"text":          {"a text", []string{"error not html"}},
		"empty":         {"", []string{"error not html"}},
		"picture":       {"\x89PNG\r\n\x1a\n", []string{"error not html"}},
	} {
		if d := cmp.Diff(tt.want, lines(PagesOf("in", strings.NewReader(tt.body), int64(len(tt.body))))); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}

// packageOf gives a zip file that has a WARC file where WACZ has them.
func packageOf(t testing.TB, warc string) string {
	var b strings.Builder
	z := zip.NewWriter(&b)
	w, err := z.CreateHeader(&zip.FileHeader{Name: "archive/a.warc", Method: zip.Store})
	if err == nil {
		_, err = w.Write([]byte(warc))
	}
	if err := errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// FuzzPagesOf checks that whatever comes as a page or an archive gives pages with
// an address of their own and of HTML, or errors.
func FuzzPagesOf(f *testing.F) {
	warc := fetchtest.Record("response", "http://h.example/w", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nfrom a WARC")
	f.Add([]byte("<base href='http://h.example/'><p>x"))
	f.Add([]byte(fetchtest.Gzip(warc)))
	f.Add([]byte(packageOf(f, warc)))
	f.Fuzz(func(t *testing.T, body []byte) {
		seen := make(map[string]bool)
		for p, err := range PagesOf("in", bytes.NewReader(body), int64(len(body))) {
			if (p == nil) == (err == nil) {
				t.Fatalf("page %v with error %v", p, err)
			}
			if p == nil {
				continue
			}
			if normal, err := page.Normalize(p.URL); err != nil || normal != p.URL || seen[p.URL] || !sniff.IsHTML(p.ContentType) {
				t.Errorf("page %q, %s (%v)", p.URL, p.ContentType, err)
			}
			seen[p.URL] = true
		}
	})
}
