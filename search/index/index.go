// Package index is a full-text index over local pages, as an engine: who has
// an archive or a folder of pages can ask it as one would ask the web.
package index

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"iter"
	"runtime"
	"strings"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/custom"
	"github.com/blevesearch/bleve/v2/analysis/token/lowercase"
	"github.com/blevesearch/bleve/v2/analysis/tokenizer/unicode"
	"github.com/blevesearch/bleve/v2/document"
	"github.com/blevesearch/bleve/v2/index/scorch"
	"github.com/blevesearch/bleve/v2/mapping"
	api "github.com/blevesearch/bleve_index_api"
	"golang.org/x/net/html/atom"
	"golang.org/x/sync/errgroup"

	"verde/internal/flathtml"
	"verde/page"
)

// Index is an open index. It is safe for concurrent use.
type Index struct {
	bleve   bleve.Index
	impacts impacts
	Stats   Stats
}

// Stats counts what an index was built from.
type Stats struct {
	Pages    int  // in the index
	Skipped  int  // could not be read or parsed
	Leftover bool // there was a part of an index, of a build that was stopped, which was thrown away
}

const (
	// Pages are handed to bleve so many at a time, or so many bytes of text: with
	// 200 a page costs more than half as much again as with 1500, for the segments
	// that have to be merged.
	batchPages = 1500
	batchBytes = 16 << 20
	waiting    = 16 // parsed pages before each worker
	maxText    = 1 << 20
	maxHost    = 260 // bytes: RFC 1035 leaves 253 to a name, and six are a port's
	maxResults = 200 // of one query: as many as twenty pages of ten
	titleBoost = 2.0
	snippet    = 200 // bytes
)

// queryMapping says how queries are read: in words in lower case and nothing
// else, without stemming and stop words, because required phrases have to match
// to the letter. Pages are read alike, see [words].
func queryMapping() (mapping.IndexMapping, error) {
	m := bleve.NewIndexMapping()
	err := m.AddCustomAnalyzer("words", map[string]any{
		"type": custom.Name, "tokenizer": unicode.Name, "token_filters": []string{lowercase.Name},
	})
	m.DefaultAnalyzer = "words"
	return m, err
}

// Parsed is a page that was read already.
type Parsed struct {
	URL      string
	Document *flathtml.Document
}

// source is a page, or what it says if it was read already.
type source struct {
	Parsed
	page *page.Page
}

// create makes an empty index, in memory or in a folder that is not there yet.
func create(dir string) (*Index, error) {
	m, err := queryMapping()
	if err != nil {
		return nil, err
	}
	// The kind is named, since bleve.NewMemOnly makes its older one: a tree of rows.
	b, err := bleve.NewUsing(dir, m, scorch.Name, scorch.Name, nil)
	if err != nil {
		return nil, fmt.Errorf("making the index: %w", err)
	}
	return &Index{bleve: b}, nil
}

// count sets the number of pages: of those with one URL there is one.
func (x *Index) count() error {
	n, err := x.bleve.DocCount()
	if err != nil {
		return fmt.Errorf("counting the index's pages: %w", err)
	}
	x.Stats.Pages = int(n)
	return nil
}

// Close releases the index.
func (x *Index) Close() error { return x.bleve.Close() }

// add indexes pages on all processors. Each page goes to the worker that its URL
// belongs to, so that of pages with one URL the last counts.
func (x *Index) add(ctx context.Context, pages iter.Seq2[source, error]) error {
	group, working := errgroup.WithContext(ctx)
	workers := make([]*worker, runtime.GOMAXPROCS(0))
	var shared positions
	for i := range workers {
		w := &worker{index: x.bleve, pages: make(chan source, waiting), batch: x.bleve.NewBatch(), positions: &shared}
		workers[i] = w
		group.Go(func() error { return w.work(working) })
	}
	group.Go(func() error {
		defer func() {
			for _, w := range workers {
				close(w.pages)
			}
		}()
		seed := maphash.MakeSeed()
		for p, err := range pages {
			if err != nil {
				x.Stats.Skipped++
				continue
			}
			select {
			case workers[maphash.String(seed, p.URL)%uint64(len(workers))].pages <- p:
			case <-working.Done():
				return working.Err()
			}
		}
		return nil
	})
	if err := group.Wait(); err != nil {
		return err
	}
	for _, w := range workers {
		x.Stats.Skipped += w.skipped
	}
	if err := x.measureImpacts(ctx); err != nil {
		return fmt.Errorf("measuring the index's words: %w", err)
	}
	return x.count()
}

// worker indexes pages in batches.
type worker struct {
	index     bleve.Index
	pages     chan source
	reader    page.Reader
	batch     *bleve.Batch
	bytes     int            // of text in the batch
	indexing  errgroup.Group // of the batch before it
	skipped   int            // pages that do not parse
	positions *positions
}

func (w *worker) work(ctx context.Context) error {
	for p := range w.pages {
		if err := w.add(p); err != nil {
			w.skipped++
			continue
		}
		if w.batch.Size() >= batchPages || w.bytes >= batchBytes {
			if err := w.flush(); err != nil {
				return err
			}
		}
	}
	if ctx.Err() == nil {
		if err := w.flush(); err != nil {
			return err
		}
	}
	return errors.Join(ctx.Err(), w.indexing.Wait())
}

// add puts a page into the batch.
func (w *worker) add(p source) (err error) {
	if p.page != nil {
		if p.Document, err = w.reader.Read(p.page); err != nil {
			return err
		}
	}
	title, text := visible(p.Document)
	d := document.NewDocument(p.URL)
	d.AddField(&field{name: "title", text: title, options: api.IndexField | api.IncludeTermVectors | api.StoreField, positions: w.positions})
	d.AddField(&field{name: "text", text: text, options: api.IndexField | api.IncludeTermVectors, positions: w.positions})
	d.AddField(&field{name: "begin", text: clip(text), options: api.StoreField})
	w.bytes += len(title) + len(text)
	return w.batch.IndexAdvanced(d)
}

// flush starts to index the batch, once the one before is indexed: it may hold
// earlier states of the same pages.
func (w *worker) flush() error {
	if err := w.indexing.Wait(); err != nil {
		return err
	}
	batch := w.batch
	w.batch, w.bytes = w.index.NewBatch(), 0
	w.indexing.Go(func() error {
		if err := w.index.Batch(batch); err != nil {
			return fmt.Errorf("indexing: %w", err)
		}
		return nil
	})
	return nil
}

// visible gives the title and the text that a reader sees, words joined by
// spaces, up to maxText bytes.
func visible(doc *flathtml.Document) (title, text string) {
	var b strings.Builder
	for i := 0; i < len(doc.Nodes); i++ {
		n := &doc.Nodes[i]
		switch {
		case n.Text:
			for f := range strings.FieldsSeq(n.Data) {
				if b.Len() >= maxText {
					break
				}
				if b.Len() > 0 {
					b.WriteByte(' ')
				}
				b.WriteString(f)
			}
		case n.Atom == atom.Title && title == "" && int(n.End) > i+1:
			title = strings.Join(strings.Fields(doc.Nodes[i+1].Data), " ")
			fallthrough
		case n.Atom == atom.Script, n.Atom == atom.Style, n.Atom == atom.Template:
			i = int(n.End) - 1
		}
	}
	return strings.Clone(title), b.String()
}

// Name implements [search.Engine].
func (x *Index) Name() string { return "index" }

func clip(s string) string {
	if len(s) > snippet {
		s = strings.ToValidUTF8(s[:snippet], "")
	}
	return s
}
