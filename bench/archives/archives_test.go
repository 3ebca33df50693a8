package archives

import (
	"path/filepath"
	"testing"

	"verde/fetch"
)

// Archives are made as they are named, and each page is found in them by either way.
func TestMade(t *testing.T) {
	t.Parallel()
	for _, s := range []size{plain(300), {400, 100, 5000}} {
		dir := filepath.Join(t.TempDir(), s.String())
		if err := makeArchive(dir, s); err != nil {
			t.Fatal(err)
		}
		if named, err := sizeOfName(dir); err != nil || named != s {
			t.Errorf("named %v, %v", named, err)
		}
		made, err := fetch.IndexArchives(t.Context(), dir)
		if err != nil || made.Records != s.records {
			t.Errorf("%d records of %d, %v", made.Records, s.records, err)
		}
		for _, what := range []string{"by-index", "in-memory"} {
			if err := Process(t.Context(), what, dir); err != nil {
				t.Errorf("%s: %v", what, err)
			}
		}
	}
}
