package articles

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

func TestRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "html"), 0o755); err != nil {
		t.Fatal(err)
	}
	truth := `{"b": {"articleBody": "Text.", "url": "https://WWW.news.example.co.uk/x"}, "a": {"articleBody": "", "url": ""}}`
	if err := os.WriteFile(filepath.Join(dir, "ground-truth.json"), []byte(truth), 0o644); err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	fmt.Fprint(z, "<p>Text.")
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "html", "b.html.gz"), packed.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	got, err := Read(dir)
	if err != nil || len(got) != 2 {
		t.Fatalf("%d articles, error %v", len(got), err)
	}
	if got[0].Site != "a" || got[1].Site != "example.co.uk" || got[1].Text != "Text." {
		t.Errorf("articles %+v", got)
	}
	if body, err := got[1].HTML(); err != nil || string(body) != "<p>Text." {
		t.Errorf("HTML %q, error %v", body, err)
	}
	if _, err := got[0].HTML(); err == nil {
		t.Error("no error for a page that is not there")
	}
}

// All articles of a site are of one half, and the halves are about equal.
func TestNoise(t *testing.T) {
	t.Parallel()
	noise := 0
	for i := range 1000 {
		site := fmt.Sprintf("news%d.example", i)
		a, b := Article{ID: "1", Site: site}, Article{ID: "2", Site: site, Text: "more"}
		if a.Noise() != b.Noise() {
			t.Errorf("%s is on both sides", site)
		}
		if a.Noise() {
			noise++
		}
	}
	if noise < 450 || noise > 550 {
		t.Errorf("%d of 1000 sites are noise", noise)
	}
}
