// Package linefile keeps files of JSON lines that people edit and several processes
// write: what is decided of a run, and what its fragments were labelled.
//
// The one idea: whoever writes holds the lock of the file, which the system gives up
// when its process ends; readers need none, since a line is added by one write and a
// file is replaced by a whole one.
package linefile

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/google/renameio/v2/maybe"
	"github.com/rogpeppe/go-internal/lockedfile"
)

// maxLine bounds a line, in bytes.
const maxLine = 1 << 20

// Read calls each for every line of a file that is not blank, with its number. A file
// that is not there has none. The error tells the file and the line.
func Read(path string, each func(line []byte, n int) error) error {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	in.Buffer(nil, maxLine)
	for n := 1; in.Scan(); n++ {
		if strings.TrimSpace(in.Text()) == "" {
			continue
		}
		if err := each(in.Bytes(), n); err != nil {
			return fmt.Errorf("%s, line %d: %w", path, n, err)
		}
	}
	if err := in.Err(); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// LockSuffix ends the name of the file that stands beside a file and is locked in its
// place: the file itself may be replaced meanwhile.
const LockSuffix = ".lock"

// File is a file that this process alone writes now.
type File struct{ path string }

// With has do write a file that nobody else writes meanwhile, in this process or
// another. It waits for who does.
func With(path string, do func(File) error) error {
	unlock, err := lockedfile.MutexAt(path + LockSuffix).Lock()
	if err != nil {
		return fmt.Errorf("locking %s: %w", path, err)
	}
	defer unlock()
	return do(File{path})
}

// Append adds a line to the file, whose last one an editor may have left without its
// end.
func (f File) Append(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	out, err := os.OpenFile(f.path, os.O_APPEND|os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return err
	}
	return errors.Join(addLine(out, line), out.Close())
}

func addLine(f *os.File, line []byte) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	last := []byte{'\n'}
	if n := info.Size(); n > 0 {
		if _, err := f.ReadAt(last, n-1); err != nil {
			return err
		}
	}
	if last[0] != '\n' {
		line = append([]byte{'\n'}, line...)
	}
	_, err = f.Write(append(line, '\n'))
	return err
}

// Replace writes lines in place of the file, whole or not at all.
func Replace[T any](f File, all []T) error {
	var text []byte
	for _, v := range all {
		line, err := json.Marshal(v)
		if err != nil {
			return err
		}
		text = append(append(text, line...), '\n')
	}
	return maybe.WriteFile(f.path, text, 0o644)
}
