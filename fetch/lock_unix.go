//go:build unix

package fetch

import (
	"os"
	"syscall"
)

// lock takes the file for this process alone. The system gives it up when the
// process ends, however it ends.
func lock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }
