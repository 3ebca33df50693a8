package steering

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"verde/internal/linefile"
)

// List is a list of decisions: lines of JSON, in the order in which they were taken. One
// that nobody has written has none.
type List interface {
	// Read calls each for every line, with its number from 1. Its error is told with the
	// list and the line.
	Read(ctx context.Context, each func(line []byte, n int) error) error
	// Write has do change the list while nobody else does, in this process or another. It
	// waits for who does. After an error of do the list is as it was, or as do left it.
	Write(ctx context.Context, do func(Draft) error) error
	// Changed is when the list was changed last; zero for never.
	Changed(ctx context.Context) (time.Time, error)
}

// Draft is a list that one caller alone may change.
type Draft interface {
	Read(each func(line []byte, n int) error) error
	Append(v any) error
	Replace(all []any) error
}

// Lists gives the list of a run that has a name, as [SitesFile].
type Lists func(name string) List

// Folder gives the lists of a run's folder, which are files there.
func Folder(dir string) Lists {
	return func(name string) List { return File(filepath.Join(dir, name)) }
}

// File is a file as a list. It need not be there.
func File(path string) List { return file(path) }

type file string

func (f file) Read(_ context.Context, each func([]byte, int) error) error {
	return linefile.Read(string(f), each)
}

func (f file) Write(_ context.Context, do func(Draft) error) error {
	return linefile.With(string(f), func(l linefile.File) error { return do(fileDraft{l, f}) })
}

func (f file) Changed(context.Context) (time.Time, error) {
	st, err := os.Stat(string(f))
	if errors.Is(err, fs.ErrNotExist) {
		return time.Time{}, nil
	} else if err != nil {
		return time.Time{}, err
	}
	return st.ModTime(), nil
}

type fileDraft struct {
	linefile.File
	path file
}

func (d fileDraft) Read(each func([]byte, int) error) error {
	return linefile.Read(string(d.path), each)
}
func (d fileDraft) Replace(all []any) error { return linefile.Replace(d.File, all) }
