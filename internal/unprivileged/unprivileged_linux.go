// Package unprivileged runs tests as somebody to whom permission bits mean
// something, which they do not to root.
package unprivileged

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// nobody is the user and group that own nothing.
const nobody = 65534

// Test runs the calling test, of the top level, again in a process of nobody's
// if root runs it, and tells whether the caller is to go on: it is that process,
// or was started by somebody else than root. Where no such process can be
// started the test is skipped.
func Test(t *testing.T) bool {
	t.Helper()
	if os.Geteuid() != 0 {
		return true
	}
	cmd := exec.CommandContext(t.Context(), link(t), "-test.run=^"+t.Name()+"$")
	cmd.Dir = "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	out, err := cmd.CombinedOutput()
	if _, ran := err.(*exec.ExitError); err != nil && !ran {
		t.Skipf("nobody can't run it: %v", err)
	}
	if err != nil {
		t.Errorf("as nobody: %v\n%s", err, out)
	}
	return false
}

// link gives the test's program another name, where everybody may run it: it is
// in a folder of root's. (A copy might be held open for writing by what another
// test starts at this moment, and can't be run then.)
func link(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "unprivileged")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "test")
	if err := os.Link(self, name); err != nil {
		t.Skipf("nobody can't run it: %v", err)
	}
	return name
}
