//go:build unix

package fetch

import (
	"os"
	"syscall"
)

// lock takes the file for this process alone. The system gives it up when the
// process ends, however it ends.
func lock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }

// unlock gives the file up. To close it is not enough: a program that is being
// started holds copies of all open files until it runs.
func unlock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_UN) }
