package fetch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"verde/page"
)

func TestMirror(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	dir := filepath.Join(top, "site")
	modified := time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)
	for name, body := range map[string]string{
		"site/index.html":          "<p>home",
		"site/a.html":              "<p>a",
		"site/sub/index.html":      "<p>sub",
		"site/sub/b.htm":           "<p>b",
		"site/both/index.html":     "<p>folder",
		"site/both.html":           "<p>file",
		"site/bare/x.html":         "<p>x",
		"site/bare.html":           "<p>beside a folder without index",
		"site/show?id=7":           "<html><p>seven",
		"site/list?page=2.html":    "<p>list 2",
		"site/latin.html":          "<meta charset=latin1><p>\xe9",
		"site/with space.html":     "<p>space",
		"site/style.css":           "p {}",
		"site/logo.png":            "\x89PNG\x0d\x0a\x1a\x0a",
		"site/big.html":            strings.Repeat("x", 3000),
		"site/robots.txt":          "User-agent: *\nDisallow: /\n",
		"secret.html":              "secret",
		"docs/index.html":          "<p>docs",
		"docs/v2/page.html":        "<p>of the host's folder",
		"v2/page.html":             "<p>of the prefix's folder",
		"v2/index.html":            "<p>v2",
		"bare-host/only-here.html": "<p>bare host",
	} {
		writeFile(t, filepath.Join(top, filepath.FromSlash(name)), []byte(body))
	}
	if err := os.Chtimes(filepath.Join(dir, "a.html"), modified, modified); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"out.html": "../secret.html", "abs.html": filepath.Join(top, "secret.html"), "outdir": "..",
		"in.html": "a.html", "dangling.html": "none.html"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skip(err)
		}
	}
	var mirrors []Mirror
	for _, s := range []string{"www.H.example=" + dir, "docs.example=" + filepath.Join(top, "docs"), "docs.example/docs/v2/=" + filepath.Join(top, "v2"),
		"two.example=" + filepath.Join(top, "bare-host"), "www.two.example=" + dir, "p.example:8080=" + dir} {
		m, err := ParseMirror(s)
		if err != nil {
			t.Fatal(err)
		}
		mirrors = append(mirrors, m)
	}
	w := &web{serve: everything}
	c := client(t, Options{Mirrors: mirrors, Limits: Limits{MaxBytes: 2000}, Transport: w, IgnoreRobots: true})
	const html = "text/html"
	ok := func(requested, at, body string) outcome {
		return outcome{Requested: requested, URL: at, Status: 200, Type: html, Body: body}
	}
	missing := func(requested string) outcome {
		return outcome{Requested: requested, Status: 404, Reason: page.Status}
	}
	for _, want := range []outcome{
		ok("http://www.h.example/", "http://www.h.example/", "<p>home"),
		ok("https://h.example/", "https://h.example/", "<p>home"),
		ok("http://h.example/?utm=1", "http://h.example/?utm=1", "<p>home"),
		ok("http://h.example/a.html", "http://h.example/a.html", "<p>a"),
		ok("http://h.example/a", "http://h.example/a", "<p>a"),
		ok("http://h.example/sub/", "http://h.example/sub/", "<p>sub"),
		ok("http://h.example/sub", "http://h.example/sub/", "<p>sub"),
		ok("http://h.example/sub?x", "http://h.example/sub/", "<p>sub"),
		ok("http://h.example/sub/b.htm", "http://h.example/sub/b.htm", "<p>b"),
		ok("http://h.example/both", "http://h.example/both/", "<p>folder"),
		ok("http://h.example/bare", "http://h.example/bare", "<p>beside a folder without index"),
		ok("http://h.example/show?id=7", "http://h.example/show?id=7", "<html><p>seven"),
		ok("http://h.example/list?page=2", "http://h.example/list?page=2", "<p>list 2"),
		ok("http://h.example/latin", "http://h.example/latin", "<meta charset=latin1><p>é"),
		ok("http://h.example/with%20space", "http://h.example/with%20space", "<p>space"),
		ok("http://h.example/in.html", "http://h.example/in.html", "<p>a"),
		ok("http://p.example:8080/a", "http://p.example:8080/a", "<p>a"),
		{Requested: "http://h.example/style.css", Status: 200, Reason: page.NotHTML},
		{Requested: "http://h.example/logo.png", Status: 200, Reason: page.NotHTML},
		{Requested: "http://h.example/big", Status: 200, Reason: page.TooLarge},
		missing("http://h.example/none"),
		missing("http://h.example/bare/"),
		missing("http://h.example/show?id=8"),
		missing("http://h.example/a.html/"),
		missing("http://h.example/out.html"),
		missing("http://h.example/out"),
		missing("http://h.example/abs.html"),
		missing("http://h.example/outdir/secret.html"),
		missing("http://h.example/dangling"),
		missing("http://h.example/..%2Fsecret"),
		missing("http://h.example/a%00.html"),
		missing("http://h.example/.html"),
		ok("http://docs.example/", "http://docs.example/", "<p>docs"),
		ok("http://docs.example/docs/v2/page", "http://docs.example/docs/v2/page", "<p>of the prefix's folder"),
		ok("http://docs.example/docs/v2", "http://docs.example/docs/v2/", "<p>v2"),
		missing("http://docs.example/docs/v2x"),
		missing("http://docs.example/docs/page"),
		ok("http://two.example/only-here", "http://two.example/only-here", "<p>bare host"),
		missing("http://www.two.example/only-here"),
		missing("http://www.p.example:8080/none"),
	} {
		p, err := c.Fetch(t.Context(), want.Requested)
		if d := cmp.Diff(want, outcomeOf("", p, err)); d != "" {
			t.Errorf("%s (-want +got, error %v):\n%s", want.Requested, err, d)
		}
	}
	p, err := c.Fetch(t.Context(), "http://h.example/a")
	if err != nil || !p.FetchedAt.Equal(modified) || p.Source != filepath.Join(dir, "a.html") {
		t.Errorf("page %+v, error %v", p, err)
	}
	if len(w.log) > 0 {
		t.Errorf("requests %v", w.log)
	}
}

func TestParseMirror(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Mirror{
		"h.example=dir":         {Host: "h.example", Dir: "dir"},
		"h.example/a/b/=/x=y":   {Host: "h.example", Prefix: "a/b", Dir: "/x=y"},
		"h.example:80=.":        {Host: "h.example:80", Dir: "."},
		"":                      {},
		"h.example":             {},
		"h.example=":            {},
		"=dir":                  {},
		"http://h.example/=dir": {},
		"a b=dir":               {},
	} {
		got, err := ParseMirror(text)
		if got != want || (err == nil) != (want != Mirror{}) {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
}

// What a mirror answers is in the run's archive, once for each state of its file, so that the archive can be read without the mirror.
func TestMirroredPagesAreArchived(t *testing.T) {
	t.Parallel()
	dir, archive := t.TempDir(), t.TempDir()
	file := filepath.Join(dir, "a.html")
	body := func(opt Options) string {
		t.Helper()
		c, err := New(opt)
		if err != nil {
			t.Fatal(err)
		}
		p, err := c.Fetch(t.Context(), "http://h.example/a.html")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Fetch(t.Context(), "http://h.example/none.html"); err == nil {
			t.Error("a page that is not there was found")
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		return string(p.Body)
	}
	size := func() (n int64) {
		t.Helper()
		names, err := archiveFiles(archive)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			info, err := os.Stat(name)
			if err != nil {
				t.Fatal(err)
			}
			n += info.Size()
		}
		return n
	}
	mirrored := Options{Mirrors: []Mirror{{Host: "h.example", Dir: dir}}, Archive: archive}
	for i, want := range []string{"<p>old", "<p>new"} {
		writeFile(t, file, []byte(want))
		modified := time.Date(2020+i, 1, 2, 3, 4, 5, 0, time.UTC)
		if err := os.Chtimes(file, modified, modified); err != nil {
			t.Fatal(err)
		}
		body(mirrored)
		once := size()
		if body(mirrored); size() != once {
			t.Errorf("%s is archived again, %d bytes after %d", want, size(), once)
		}
		if got := body(Options{Replay: []string{archive}}); got != want {
			t.Errorf("the archive has %q, want %q", got, want)
		}
	}
	writeFile(t, filepath.Join(dir, "sub", "index.html"), []byte("<p>sub"))
	for _, opt := range []Options{mirrored, {Replay: []string{archive}}} {
		p, err := client(t, opt).Fetch(t.Context(), "http://h.example/sub")
		if err != nil || p.URL != "http://h.example/sub/" {
			t.Errorf("the page of a folder, by its redirect: %v, %v", p, err)
		}
	}
}
