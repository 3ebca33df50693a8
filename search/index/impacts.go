package index

import (
	"context"
	"encoding/json"
	"fmt"
	"math"

	api "github.com/blevesearch/bleve_index_api"
)

// frequent is how many pages have a word of which the highest impact is kept:
// to read the postings of a rarer one takes a third of a millisecond.
const frequent = 10_000

// impactsKey is where an index keeps its impacts.
var impactsKey = []byte("verde.impacts")

// impacts has the highest impact of frequent words by field: what a word counts
// on a page apart from its weight, the root of its number divided by the root
// of the number of all words.
type impacts map[string]map[string]float64

// of gives the highest impact of a word. Of one that is not frequent, or in an index
// that keeps none, it is that of a text of this word alone.
func (m impacts) of(field, word string) float64 {
	if highest, known := m[field][word]; known {
		return highest
	}
	return 1 + 1e-6 // the roots of lengths are kept in single precision
}

// measure reads the postings of words that so many pages have, some 30 ns each.
func (m impacts) measure(ctx context.Context, reader api.IndexReader, pages uint64) error {
	for _, field := range []string{"title", "text"} {
		m[field] = map[string]float64{}
		words, err := reader.FieldDict(field)
		if err != nil {
			return err
		}
		for w, err := words.Next(); w != nil || err != nil; w, err = words.Next() {
			if err != nil {
				return err
			}
			if w.Count < pages {
				continue
			}
			if m[field][w.Term], err = highest(ctx, reader, field, w.Term); err != nil {
				return err
			}
		}
		if err := words.Close(); err != nil {
			return err
		}
	}
	return nil
}

// highest gives the highest impact of a word by its postings.
func highest(ctx context.Context, reader api.IndexReader, field, word string) (highest float64, err error) {
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	postings, err := reader.TermFieldReader(ctx, []byte(word), field, true, true, false)
	if err != nil {
		return 0, err
	}
	var here api.TermFieldDoc
	p, err := postings.Next(&here)
	for ; p != nil && err == nil; p, err = postings.Next(&here) {
		highest = max(highest, math.Sqrt(float64(p.Freq))*p.Norm)
	}
	if err != nil {
		return 0, err
	}
	return highest, postings.Close()
}

// measureImpacts finds the impacts of an index to which nothing is added any more.
func (x *Index) measureImpacts(ctx context.Context) error {
	inside, err := x.bleve.Advanced()
	if err != nil {
		return err
	}
	reader, err := inside.Reader()
	if err != nil {
		return err
	}
	defer reader.Close()
	x.impacts = impacts{}
	return x.impacts.measure(ctx, reader, frequent)
}

// keepImpacts writes them into the index.
func (x *Index) keepImpacts() error {
	text, err := json.Marshal(x.impacts)
	if err != nil {
		return err
	}
	return x.bleve.SetInternal(impactsKey, text)
}

// readImpacts reads what keepImpacts wrote, which older indexes do not have.
func (x *Index) readImpacts() error {
	text, err := x.bleve.GetInternal(impactsKey)
	if err != nil || text == nil {
		return err
	}
	if err := json.Unmarshal(text, &x.impacts); err != nil {
		return fmt.Errorf("%s: %w", impactsKey, err)
	}
	return nil
}
