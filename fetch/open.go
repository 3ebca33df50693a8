package fetch

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// openArchive opens a run's own archive in dir, and makes it if need be. What
// a killed writer left unfinished is cut off.
func openArchive(dir string) (*archive, error) {
	abs, err := filepath.Abs(dir)
	if err == nil {
		err = os.MkdirAll(dir, 0o777)
	}
	if err != nil {
		return nil, fmt.Errorf("archive %s: making the folder: %w", dir, err)
	}
	a := &archive{name: filepath.Base(abs), dir: dir, entries: make(map[string]entry), notes: make(map[note]bool), renderings: make(map[string]rendering), indexed: true, limit: maxArchiveFile}
	if a.guard, err = os.OpenFile(filepath.Join(dir, lockName), os.O_RDWR|os.O_CREATE, 0o666); err != nil {
		return nil, fmt.Errorf("archive %s: %w", dir, err)
	}
	if err := a.takeLock(); err != nil {
		return nil, errors.Join(inUse(dir, err), a.guard.Close())
	}
	if err := a.addAll(dir); err != nil {
		return nil, err
	}
	return a, nil
}

// openFrozen opens a run's own archive in dir as it is: nothing in it is written.
func openFrozen(dir string) (*archive, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("archive %s: %w", dir, err)
	}
	a := &archive{name: filepath.Base(abs), entries: make(map[string]entry), notes: make(map[note]bool), renderings: make(map[string]rendering), indexed: true}
	if a.guard, err = os.Open(filepath.Join(dir, lockName)); err == nil {
		if err := a.takeLock(); err != nil {
			return nil, errors.Join(inUse(dir, err), a.close())
		}
	} else if !errors.Is(err, os.ErrNotExist) { // a copy need not have it
		return nil, fmt.Errorf("archive %s: %w", dir, err)
	}
	if err := a.addAll(dir); err != nil {
		return nil, err
	}
	return a, nil
}

// addAll opens the files of a run's own archive. After an error it is closed.
func (a *archive) addAll(dir string) error {
	paths, err := warcFiles(dir)
	if err == nil {
		err = a.findOrphans(dir, paths)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("archive %s: %w", dir, err), a.close())
	}
	for _, path := range paths {
		if err := a.add(path, a.name+"/"+filepath.Base(path)); err != nil {
			return errors.Join(err, a.close())
		}
	}
	return nil
}

func inUse(dir string, err error) error {
	return &inUseError{dir, err}
}

// inUseError wraps why a lock was refused, which people need not read.
type inUseError struct {
	dir string
	err error
}

func (e *inUseError) Error() string {
	return fmt.Sprintf("archive %s is in use by another run; wait for it or choose another folder", e.dir)
}

func (e *inUseError) Unwrap() error { return e.err }

// InUse reports whether a run has the archive in a folder open now. Where there are
// no locks that end with their process it is never known, and false. A run that opens it
// while it is looked at waits for that moment.
func InUse(dir string) (bool, error) {
	f, err := os.Open(filepath.Join(dir, lockName))
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	} else if err != nil {
		return false, fmt.Errorf("archive %s: %w", dir, err)
	}
	defer f.Close()
	if lock(f) != nil {
		return true, nil
	}
	return false, unlock(f)
}

// takeLock takes the archive for this process. A process that was killed may
// hold it for a moment longer.
func (a *archive) takeLock() error {
	err := lock(a.guard)
	for range 20 {
		if err == nil {
			break
		}
		time.Sleep(100 * time.Millisecond)
		err = lock(a.guard)
	}
	return err
}

// openReplay opens archives for reading: WARC files, WACZ packages, and folders
// of them. Nothing is written, and nothing repaired.
func openReplay(paths []string) (*archive, error) {
	a := newReplay()
	for _, path := range paths {
		files := []string{path}
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			if files, err = archiveFiles(path); err == nil && len(files) == 0 {
				err = errors.New("no .warc, .warc.gz or .wacz file in it")
			}
			if err != nil {
				return nil, errors.Join(fmt.Errorf("replay of folder %s: %w", path, err), a.close())
			}
		}
		for _, file := range files {
			if err := a.include(file); err != nil {
				return nil, errors.Join(err, a.close())
			}
		}
	}
	return a, nil
}

// newReplay gives an archive without a file, for reading.
func newReplay() *archive {
	return &archive{entries: make(map[string]entry), notes: make(map[note]bool), renderings: make(map[string]rendering)}
}

// include takes the answers of a WARC file or WACZ package into the index.
func (a *archive) include(file string) error {
	if isPackage(file) {
		return a.addPackage(file)
	}
	return a.add(file, file)
}

// add opens a file and takes its answers into the index.
func (a *archive) add(path, name string) error {
	mode := os.O_RDONLY
	if a.own() {
		mode = os.O_RDWR
	}
	f, err := os.OpenFile(path, mode, 0)
	if err != nil {
		return fmt.Errorf("opening archive: %w", err)
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("not a file")
	}
	if err != nil {
		return errors.Join(fmt.Errorf("opening archive %s: %w", path, err), f.Close())
	}
	_, ours := fileNumber(path)
	w := &warcFile{path: path, name: name, r: f, f: f, size: info.Size(), full: !a.own() || !ours}
	a.files = append(a.files, w)
	if err := a.load(w); err != nil {
		return fmt.Errorf("reading archive %s: %w", path, err)
	}
	return nil
}
