package unprivileged

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func TestPermissionsCount(t *testing.T) {
	t.Parallel()
	if !Test(t) {
		return
	}
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "x"), nil, 0o666); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("a file is made in a folder that can't be written: %v", err)
	}
}
