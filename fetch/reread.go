package fetch

import (
	"errors"
	"fmt"
	"os"
	"slices"
)

// ErrReplaced is wrapped by the error of [Client.Reread] if a file is not the one that was
// read, or is gone: another client has to be made.
var ErrReplaced = errors.New("the archive is not the one that was read")

// Reread has a client that replays archives see what was added to them since they were
// read: further files of the folders, and what stands behind the end of a file by now. A
// record that is being written is seen the next time. No page may be fetched meanwhile.
// Cost: linear in what was added.
func (c *Client) Reread() error {
	if len(c.opt.Replay) == 0 {
		return errors.New("fetch: nothing is replayed that could be read again")
	}
	a := c.replays[0].(*archive)
	a.mu.Lock()
	defer a.mu.Unlock()
	known := make(map[string]bool)
	for _, w := range a.files {
		known[w.path] = true
		if err := a.extend(w); err != nil {
			return err
		}
	}
	for _, dir := range c.opt.Replay {
		files, err := archiveFiles(dir)
		if err != nil {
			continue // it is no folder
		}
		for _, file := range files {
			if known[file] || isPackage(file) { // packages are made whole, and are not added to
				continue
			}
			if err := a.include(file); err != nil {
				return err
			}
		}
	}
	return nil
}

// extend takes what stands behind the known end of a file.
func (a *archive) extend(w *warcFile) error {
	if w.f == nil {
		return nil
	}
	now, err := os.Stat(w.path)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrReplaced, err)
	}
	then, err := w.f.Stat()
	if err != nil {
		return fmt.Errorf("reading archive %s: %w", w.path, err)
	}
	if !os.SameFile(now, then) || now.Size() < w.size {
		return fmt.Errorf("%w: %s was replaced", ErrReplaced, w.path)
	}
	from := w.size
	if w.size = now.Size(); w.size == from {
		return nil
	}
	_, gaps, err := a.loadRecords(w, from, true)
	if err != nil {
		return fmt.Errorf("reading archive %s: %w", w.path, err)
	}
	if i := slices.IndexFunc(gaps, func(g gap) bool { return g.end }); i >= 0 {
		w.size = gaps[i].offset // the rest is being written
	}
	return nil
}
