package sites

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"verde/page"
)

func open(t *testing.T, dir string, bases ...string) *Folder {
	t.Helper()
	f, err := OpenFolder(dir, bases...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func TestFetch(t *testing.T) {
	t.Parallel()
	dir := lay(t, map[string]string{
		"secret.html":          "secret",
		"site/index.html":      `<a href="https://alias.example/x/b/1.html">`,
		"site/b/index.html":    "list",
		"site/b/1.html":        "one",
		"site/b/a%20b c.HTM":   "odd",
		"site/sql-index.html":  "index of sql",
		"site/style.css":       "x",
		"site/sitemap.xml":     "<urlset><url><loc>https://alias.example/x/b/1.html",
		"site/empty/keep.html": "x",
	})
	if err := os.Symlink(filepath.Join(dir, "secret.html"), filepath.Join(dir, "site", "out.html")); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	f := open(t, filepath.Join(dir, "site"), "http://s.example/v2", "https://alias.example/x/", "http://plain.example/")
	for _, test := range []struct {
		url, final, body string
		reason           page.Reason
	}{
		{url: "http://s.example/v2/b/1.html", final: "http://s.example/b/1.html", body: "one"},
		{url: "http://s.example/b/1.html", final: "http://s.example/b/1.html", body: "one"},
		{url: "https://alias.example/x/b/1.html", final: "http://s.example/b/1.html", body: "one"},
		{url: "http://plain.example/b/1.html", final: "http://s.example/b/1.html", body: "one"},
		{url: "http://s.example/b/1.html?print=1", final: "http://s.example/b/1.html?print=1", body: "one"},
		{url: "http://s.example/b/", final: "http://s.example/b/", body: "list"},
		{url: "http://s.example/b", final: "http://s.example/b/", body: "list"},
		{url: "http://s.example/b?page=2", final: "http://s.example/b/", body: "list"},
		{url: "http://s.example/", final: "http://s.example/", body: `<a href="http://s.example/b/1.html">`},
		{url: "http://s.example/b/a%2520b%20c.HTM", final: "http://s.example/b/a%2520b%20c.HTM", body: "odd"},
		{url: "http://s.example/empty/", reason: page.Status},
		{url: "http://s.example/gone.html", reason: page.Status},
		{url: "http://s.example/out.html", reason: page.Status},
		{url: "http://s.example/%2e%2e/secret.html", reason: page.Status},
		{url: "http://s.example/b/..%2f..%2f..%2fsecret.html", reason: page.Status},
		{url: "http://other.example/b/1.html", reason: page.Status},
		{url: "http://s.example/sitemap.xml", final: "http://s.example/sitemap.xml", body: "<urlset><url><loc>http://s.example/b/1.html"},
		{url: "http://s.example/style.css", reason: page.NotHTML},
	} {
		t.Run(test.url, func(t *testing.T) {
			t.Parallel()
			p, err := f.Fetch(context.Background(), test.url)
			if reason, _ := page.ReasonOf(err); reason != test.reason {
				t.Fatalf("error %v, want reason %q", err, test.reason)
			}
			if err == nil && (p.URL != test.final || string(p.Body) != test.body || p.Requested != test.url) {
				t.Errorf("%s: %q; want %s: %q", p.URL, p.Body, test.final, test.body)
			}
		})
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := f.Fetch(ctx, "http://s.example/"); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v of a context that is done", err)
	}
}

// A file's URL leads to the page that is in it.
func TestURL(t *testing.T) {
	t.Parallel()
	names := []string{"index.html", "b/index.html", "sql-createindex.html", "a b.html", "50%.html", "50%25.html", "who?.html", "a#b.html", "c:d.html", "über/ü.html", "x;y=1.html", "a+b&c.html", "operator'.html"}
	files := make(map[string]string)
	for _, name := range names {
		files[name] = "page " + name
	}
	for _, base := range []string{"http://s.example/", "http://s.example/deep/er"} {
		f := open(t, lay(t, files), base)
		for _, name := range names {
			u := f.URL(name)
			if !strings.HasPrefix(u, base) || strings.Contains(u, "//index") || f.File(u) != name {
				t.Errorf("%s has URL %s, which is of %s", name, u, f.File(u))
			}
			p, err := f.Fetch(context.Background(), u)
			if err != nil || string(p.Body) != "page "+name {
				t.Errorf("%s at %s: %v", name, u, err)
			} else if again, err := page.Normalize(p.URL); err != nil || again != p.URL || f.File(p.URL) != name {
				t.Errorf("%s answers as %s", u, p.URL)
			}
		}
	}
	if got := open(t, t.TempDir(), "http://s.example/").URL("b/index.html"); got != "http://s.example/b/" {
		t.Errorf("URL of b/index.html is %s", got)
	}
}

func TestOpenFolderRefuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, test := range []struct {
		dir   string
		bases []string
	}{{dir, nil}, {dir, []string{"nowhere"}}, {dir, []string{"http://s.example/?a=b"}}, {filepath.Join(dir, "gone"), []string{"http://s.example/"}}} {
		if f, err := OpenFolder(test.dir, test.bases...); err == nil {
			f.Close()
			t.Errorf("%s for %q: want an error", test.dir, test.bases)
		}
	}
}
