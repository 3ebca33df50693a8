package cdx

import (
	"context"
	"iter"
	"path/filepath"

	"verde/fetch/sorted"
)

// File is an index on disk, as package sorted reads them: a sorted file of CDX or CDXJ lines,
// the same compressed by gzip, or a ZipNum index by its list of blocks (cluster.idx).
type File string

// Captures gives what the index has of a site, in its order. Lines that can't be read are
// errors, after which the next follow; an error of reading is the last. Cost: a search
// over the file or the list of blocks, and reading the site's lines; all of a compressed
// file.
func (f File) Captures(ctx context.Context, site string) iter.Seq2[Capture, error] {
	return func(yield func(Capture, error) bool) {
		index, err := sorted.Open(ctx, sorted.Folder(filepath.Dir(string(f))), filepath.Base(string(f)))
		if err != nil {
			yield(Capture{}, err)
			return
		}
		var p parser
		for line, err := range index.Lines(ctx, Key(site)) {
			if err != nil {
				yield(Capture{}, err)
				return
			}
			if c, ok, err := p.line(line); (ok || err != nil) && !yield(c, err) {
				return
			}
		}
	}
}
