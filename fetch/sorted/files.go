package sorted

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// Files are files that are read in parts, by names with slashes.
type Files interface {
	// Size gives the bytes of a file.
	Size(ctx context.Context, name string) (int64, error)
	// Range reads so many bytes of a file from an offset on; fewer are an error. A name that
	// can be none's is [fs.ErrInvalid], and that of no file [fs.ErrNotExist].
	Range(ctx context.Context, name string, offset, length int64) ([]byte, error)
}

// Folder is a folder of files by its path. Names do not lead out of it. Files are opened for
// each read, so that none is held.
type Folder string

// Size implements [Files].
func (f Folder) Size(_ context.Context, name string) (int64, error) {
	file, err := f.open(name)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return 0, err
	}
	if !info.Mode().IsRegular() {
		return 0, fmt.Errorf("%s is not a file", name)
	}
	return info.Size(), nil
}

// Range implements [Files].
func (f Folder) Range(_ context.Context, name string, offset, length int64) ([]byte, error) {
	file, err := f.open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data := make([]byte, length)
	if n, err := file.ReadAt(data, offset); int64(n) < length {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return nil, fmt.Errorf("reading %s at %d: %w", name, offset, err)
	}
	return data, nil
}

func (f Folder) open(name string) (*os.File, error) {
	local, err := filepath.Localize(name)
	if err != nil {
		return nil, fmt.Errorf("%q is no file of %s: %w", name, f, fs.ErrInvalid)
	}
	return os.Open(filepath.Join(string(f), local))
}

// What is kept of a file that is searched: the first steps of a search are the same for all
// keys, and neighbours are asked for together.
const (
	blockSize  = 64 << 10
	keptBlocks = 128 // 8 MiB a file
)

// blocks reads a file in blocks, some of which it keeps.
type blocks struct {
	*opened
	ctx context.Context // of whoever reads
}

// opened is a file of which blocks are kept.
type opened struct {
	files Files
	name  string
	size  int64

	mu   sync.Mutex
	kept [keptBlocks]block // each block has one place
}

type block struct {
	number int64
	data   []byte // nil for none
}

func open(ctx context.Context, files Files, name string) (*blocks, error) {
	size, err := files.Size(ctx, name)
	if err != nil {
		return nil, err
	}
	return &blocks{&opened{files: files, name: name, size: size}, ctx}, nil
}

// within gives the file as it is read by somebody.
func (b *blocks) within(ctx context.Context) *blocks { return &blocks{b.opened, ctx} }

// from gives what follows an offset.
func (b *blocks) from(offset int64) io.Reader {
	return io.NewSectionReader(b, offset, max(0, b.size-offset))
}

// ReadAt implements [io.ReaderAt].
func (b *blocks) ReadAt(p []byte, offset int64) (n int, err error) {
	for n < len(p) {
		at := offset + int64(n)
		if at >= b.size {
			return n, io.EOF
		}
		data, err := b.block(at / blockSize)
		if err != nil {
			return n, err
		}
		n += copy(p[n:], data[at%blockSize:])
	}
	return n, nil
}

func (b *blocks) block(number int64) ([]byte, error) {
	place := &b.kept[number%keptBlocks]
	b.mu.Lock()
	was := *place
	b.mu.Unlock()
	if was.data != nil && was.number == number {
		return was.data, nil
	}
	offset := number * blockSize
	data, err := b.files.Range(b.ctx, b.name, offset, min(blockSize, b.size-offset))
	if err != nil {
		return nil, err
	}
	b.mu.Lock()
	*place = block{number, data}
	b.mu.Unlock()
	return data, nil
}
