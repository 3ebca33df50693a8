package sites

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/eval"
)

// lay writes files below a new folder.
func lay(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func zipped(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

const twoTypes = `[
 {"name": "books", "root": "shop", "base_url": "http://shop.example/v2/", "aliases": ["http://old.example"], "sample_entity_pages": ["b/1.html", "b/über/index.html"], "licence": "free"},
 {"name": "films", "root": "cinema", "base_url": "http://cinema.example/"}
]`

func TestRead(t *testing.T) {
	t.Parallel()
	dir := lay(t, map[string]string{
		"sites.json":                     twoTypes,
		"books.reachable.txt.gz":         zipped(t, "b/1.html\n\n b/2.html\nb/über/index.html\n"),
		"pages/shop/b/1.html":            "<p>1",
		"pages/shop/b/über/index.html":   "<p>3",
		"pages/shop/b/über/picture.html": "<p>4",
	})
	types, skipped, err := Read(filepath.Join(dir, "sites.json"), filepath.Join(dir, "pages"), "")
	if err != nil {
		t.Fatal(err)
	}
	defer Close(types)
	if len(types) != 1 || len(skipped) != 1 || skipped[0].Type != "films" || !strings.Contains(skipped[0].Reason, "cinema") {
		t.Fatalf("types %v, skipped %v; want films skipped for want of its folder", types, skipped)
	}
	books := &types[0]
	if d := cmp.Diff(eval.Truth{"b/1.html": true, "b/2.html": true, "b/über/index.html": true}, books.Truth); d != "" {
		t.Errorf("truth (-want +got):\n%s", d)
	}
	urls := []string{"http://shop.example/v2/b/1.html", "http://shop.example/v2/b/2.html", "http://shop.example/v2/b/%C3%BCber/"}
	if d := cmp.Diff(urls, books.Pages()); d != "" {
		t.Errorf("pages (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]string{urls[0], urls[2]}, books.Given()); d != "" {
		t.Errorf("given (-want +got):\n%s", d)
	}
	if d := cmp.Diff(books.Truth.Names(), books.Files(urls)); d != "" {
		t.Errorf("files (-want +got):\n%s", d)
	}
}

func TestReadRefuses(t *testing.T) {
	t.Parallel()
	const one = `[{"name": "books", "root": "shop", "base_url": "http://shop.example/"}]`
	page := map[string]string{"pages/shop/1.html": "x"}
	for _, test := range []struct {
		name, sites, only string
		files             map[string]string
		want              string
	}{
		{name: "torn", sites: twoTypes[:250], want: "sites.json: line 3: no JSON array of entity types, or torn"},
		{name: "no array", sites: `{"name": "books"}`, want: "line 1: no JSON array"},
		{name: "empty", sites: `[]`, want: "no entity types in it"},
		{name: "misspelt", sites: `[{"name": "books", "root": "shop", "baseurl": "http://shop.example/"}]`, want: `entry 1 ("books"): "name", "root" and "base_url" are needed (fields not read: baseurl)`},
		{name: "of another kind", sites: `[{"name": 7}]`, want: "entry 1: json"},
		{name: "twice", sites: `[` + one[1:len(one)-1] + `,` + one[1:], want: `entry 2: a second "books"`},
		{name: "name leads out", sites: strings.Replace(one, "books", "../books", 1), want: `"name" is no file name`},
		{name: "root leads out", sites: strings.Replace(one, `"shop"`, `"../shop"`, 1), want: "leads out of the folder"},
		{name: "no URL", sites: strings.Replace(one, "http://shop.example/", "ftp://shop.example/", 1), want: "not http or https"},
		{name: "sample leads out", sites: strings.Replace(one, `"name"`, `"sample_entity_pages": ["../x"], "name"`, 1), want: "no path below the root"},
		{name: "no pages at all", sites: one, want: "folder of the sites' pages"},
		{name: "pages are a file", sites: one, files: map[string]string{"pages": "x"}, want: "is no folder"},
		{name: "no list", sites: one, files: page, want: "entity type books: no list of its pages, neither"},
		{name: "list not zipped", sites: one, files: map[string]string{"pages/shop/1.html": "x", "books.reachable.txt.gz": "1.html"}, want: "books.reachable.txt.gz: "},
		{name: "list leads out", sites: one, files: map[string]string{"pages/shop/1.html": "x", "books.reachable.txt": "1.html\n/etc/passwd\n"}, want: `line 2: "/etc/passwd" is no path below the root`},
		{name: "list empty", sites: one, files: map[string]string{"pages/shop/1.html": "x", "books.reachable.txt": "\n"}, want: "no page in it"},
		{name: "none of the name", sites: one, only: "tools", files: page, want: `no entity type whose name contains "tools"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir := lay(t, test.files)
			file := filepath.Join(dir, "sites.json")
			if err := os.WriteFile(file, []byte(test.sites), 0o644); err != nil {
				t.Fatal(err)
			}
			types, _, err := Read(file, filepath.Join(dir, "pages"), test.only)
			if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%v, error %v; want one line with %q", types, err, test.want)
			}
		})
	}
}

func TestTornList(t *testing.T) {
	t.Parallel()
	whole := zipped(t, strings.Repeat("a/page.html\nanother.html\n", 100))
	dir := lay(t, map[string]string{"x.reachable.txt.gz": whole[:len(whole)-6]})
	if truth, err := readTruth(filepath.Join(dir, "x.reachable.txt")); err == nil {
		t.Errorf("a torn list gave %d pages", len(truth))
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(twoTypes))
	f.Add([]byte(`[{"name": "..", "root": "a/../..", "base_url": "http://x/?"}]`))
	f.Fuzz(func(t *testing.T, text []byte) {
		list, err := parse(text)
		if err != nil {
			return
		}
		for _, d := range list {
			if !filepath.IsLocal(d.Name+".reachable.txt") || filepath.Base(d.Name) != d.Name || !filepath.IsLocal(d.Root) {
				t.Errorf("%q in %q leads out", d.Name, d.Root)
			}
		}
	})
}
