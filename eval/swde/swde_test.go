package swde

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Pages have the values of their number, and sites without pages are left out.
func TestRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"groundtruth/book-x-title.txt":  "\ufeffbook\tx\ttitle\n2\t2\t2\t2\n0000\t1\tTom &amp; Jerry\n0001\t1\t<NULL>\n",
		"groundtruth/book-x-author.txt": "book\tx\tauthor\n2\t2\t2\t2\n0000\t2\tA\tB\n",
		"groundtruth/book-y-author.txt": "book\ty\tauthor\n2\t2\t2\t2\n0000\t1\tC\n",
		"html/book-x/0001.htm":          "<p>second",
		"html/book-x/0000.htm":          "<p>first \xff",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	sites, err := Read(dir)
	if err != nil || len(sites) != 1 {
		t.Fatalf("%d sites, error %v", len(sites), err)
	}
	s := sites[0]
	if s.Name != "book-x" || s.Vertical != "book" || len(s.Pages) != 2 || s.Pages[0].URL != "0000" || string(s.Pages[0].Body) != "<p>first " {
		t.Errorf("site %+v", s)
	}
	want := map[string]Record{"0000": {"title": {"Tom & Jerry"}, "author": {"A", "B"}}}
	if d := cmp.Diff(want, s.Records()); d != "" {
		t.Errorf("records (-want +got):\n%s", d)
	}
}
