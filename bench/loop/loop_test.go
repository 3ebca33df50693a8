package loop

import (
	"os"
	"path/filepath"
	"testing"
)

// The results of a run are those of its last round, the pages that it examined those of all.
func TestCount(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	report := `{"rounds": [{"round": 1, "results": 40, "evaluated": 6}, {"round": 2, "results": 50, "evaluated": 4}]}`
	if err := os.WriteFile(filepath.Join(dir, "report.json"), []byte(report), 0o644); err != nil {
		t.Fatal(err)
	}
	x := &run{dir: dir}
	if err := x.count(); err != nil {
		t.Fatal(err)
	}
	if x.urls != 50 || x.examined != 10 || x.share() != .2 || x.says != "" {
		t.Errorf("run %+v", x)
	}
}
