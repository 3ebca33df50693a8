// Package unprivileged runs tests as somebody to whom permission bits mean
// something, which they do not to root.
package unprivileged

import (
	"os"
	"os/exec"
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
	cmd := exec.CommandContext(t.Context(), "/proc/self/exe", "-test.run=^"+t.Name()+"$") // the file itself may be in a folder of root's
	cmd.Env = append(os.Environ(), "TMPDIR=/tmp")
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
