package index

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"time"

	"github.com/blevesearch/bleve/v2"
	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

const (
	// bleve's files: what the folder is, and the root of what it holds, which a
	// process that builds the index has locked.
	metaFile = "index_meta.json"
	rootFile = "store/root.bolt"
	lockWait = 200 * time.Millisecond // for whoever holds the lock only to look
)

// wholeKey is where an index says of itself that it is whole, and what it was
// built from: a name alone does not survive copying.
var wholeKey = []byte("verde.whole")

// whole is what stands there.
type whole struct {
	Pages   int `json:"pages"`
	Skipped int `json:"skipped"`
}

// ErrPartial is an index whose building did not come to its end.
var ErrPartial = errors.New("it is a part of an index, whose building was stopped or still goes on; build it anew with verde index")

// Partial is the name of the folder dir while Build fills it. What stands there
// without a process that fills it was left by one that was killed.
func Partial(dir string) string { return filepath.Clean(dir) + ".partial" }

// buildFolder builds the index in a folder of another name, and gives it its own
// when it is whole.
func buildFolder(ctx context.Context, dir string, pages iter.Seq2[source, error]) (*Index, error) {
	if _, err := os.Lstat(dir); err == nil {
		return nil, fmt.Errorf("making the index %s: %w", dir, fs.ErrExist)
	}
	partial := Partial(dir)
	leftover, err := clearPartial(partial)
	if err != nil {
		return nil, fmt.Errorf("making the index %s: %w", dir, err)
	}
	x, err := create(partial)
	if err != nil {
		return nil, err // what is there now may be another process's
	}
	if err = x.fill(ctx, pages); err == nil {
		err = os.Rename(partial, dir)
	}
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(partial))
	}
	if x, err = Open(dir); err != nil {
		return nil, err
	}
	x.Stats.Leftover = leftover
	return x, nil
}

// clearPartial removes what a build that was killed has left, and reports
// whether there was something.
func clearPartial(partial string) (bool, error) {
	if _, err := os.Lstat(partial); errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	db, err := bbolt.Open(filepath.Join(partial, rootFile), 0o600, &bbolt.Options{ReadOnly: true, Timeout: lockWait})
	switch {
	case errors.Is(err, bolterrors.ErrTimeout):
		return false, fmt.Errorf("%s: another process is building it", partial)
	case err == nil:
		if err := db.Close(); err != nil {
			return false, err
		}
	}
	// Whatever else is wrong with the file goes with it.
	return true, os.RemoveAll(partial)
}

// fill adds pages, has the index say that it is whole, and closes it.
func (x *Index) fill(ctx context.Context, pages iter.Seq2[source, error]) (err error) {
	defer func() { err = errors.Join(err, x.Close()) }()
	if err := x.add(ctx, pages); err != nil {
		return err
	}
	if err := x.keepImpacts(); err != nil {
		return err
	}
	mark, err := json.Marshal(whole{x.Stats.Pages, x.Stats.Skipped})
	if err != nil {
		return err
	}
	return x.bleve.SetInternal(wholeKey, mark)
}

// IsIndex reports whether the folder at dir is one that Build made, whole or in
// part.
func IsIndex(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, metaFile))
	return err == nil
}

// Open opens an index that Build made in a folder. One that is not whole is
// [ErrPartial].
func Open(dir string) (*Index, error) {
	b, err := bleve.OpenUsing(dir, map[string]any{"read_only": true, "bolt_timeout": lockWait.String()})
	if errors.Is(err, bolterrors.ErrTimeout) {
		return nil, fmt.Errorf("index %s: %w", dir, ErrPartial) // it is being filled
	} else if err != nil {
		return nil, fmt.Errorf("opening the index %s: %w; build it anew with verde index", dir, err)
	}
	x := &Index{bleve: b}
	if err := errors.Join(x.checkWhole(), x.readImpacts()); err != nil {
		return nil, errors.Join(fmt.Errorf("index %s: %w", dir, err), x.Close())
	}
	return x, nil
}

// checkWhole reads what the index says of itself, and tells of one that says
// nothing or holds something else.
func (x *Index) checkWhole() error {
	mark, err := x.bleve.GetInternal(wholeKey)
	if err != nil {
		return err
	}
	if mark == nil {
		return ErrPartial
	}
	var w whole
	if err := json.Unmarshal(mark, &w); err != nil {
		return fmt.Errorf("%s: %w", wholeKey, err)
	}
	if err := x.count(); err != nil {
		return err
	}
	if x.Stats.Pages != w.Pages {
		return fmt.Errorf("it holds %d pages of %d: %w", x.Stats.Pages, w.Pages, ErrPartial)
	}
	x.Stats.Skipped = w.Skipped
	return nil
}
