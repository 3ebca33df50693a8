//go:build !linux

package unprivileged

import (
	"os"
	"testing"
)

// Test tells whether the caller is to go on: it is not root's process.
func Test(t *testing.T) bool {
	t.Helper()
	if os.Geteuid() == 0 || os.Geteuid() == -1 {
		t.Skip("permission bits mean nothing to this user")
	}
	return true
}
