package index

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"math"
	"slices"
	"strings"

	bleveSearch "github.com/blevesearch/bleve/v2/search"
	api "github.com/blevesearch/bleve_index_api"
)

const (
	end       = math.MaxUint64 // the number of no page
	checkDone = 1 << 10        // pages between two looks at the context
	rounding  = 1 + 1e-9       // of sums of a few scores in another order
)

// unbounded is the bound of scores of which none is known.
var unbounded = math.Inf(1)

// top finds the pages of highest score, a page at a time in the order of their
// numbers, with all postings side by side. It leaves out what cannot change
// the result (MaxScore: Turtle and Flood, Query Evaluation: Strategies and
// Optimizations, 1995): once as many pages are found as are wanted, a page of
// which the words that are looked up already score too little for a place among
// them, whatever the others add, is given up before these are looked up; and
// where no page without one of a few words can have a place, only pages with
// one of these are looked at.
type top struct {
	size     int
	reader   api.IndexReader
	required []*clause
	optional clause // its leaves by falling bounds

	rest    []float64 // sums of the bounds of the optional leaves, from each on
	scoring []*leaf   // leaves that score, the rarest first
	leading []*leaf   // a page needs one of these, if there are some
	least   float64   // score of a place among the hits
	hits    []hit     // best first
	context bleveSearch.SearchContext
	buffer  [8]byte
}

// hit is a page that was found.
type hit struct {
	score float64
	url   string
}

// better compares hits: the higher score first, then the lower URL.
func better(a, b hit) int {
	return cmp.Or(cmp.Compare(b.score, a.score), strings.Compare(a.url, b.url))
}

// clause is a part of a query. Its score is the sum of what of it is on a page
// times the share of its leaves that are (coordination, as bleve has it).
type clause struct{ leaves []*leaf }

// leaf is a word or phrase of a field with the pages that have it.
type leaf struct {
	searcher bleveSearch.Searcher
	count    uint64                     // pages that have it, at most
	bound    float64                    // no page scores more
	leads    bool                       // it is one of those that a page needs one of
	match    *bleveSearch.DocumentMatch // where it stands, nil before the first advance
	number   uint64                     // the match's page, or end
}

func (c *clause) add(s bleveSearch.Searcher, bound float64) {
	c.leaves = append(c.leaves, &leaf{searcher: s, count: s.Count(), bound: bound})
}

// require adds a clause that pages have to match.
func (t *top) require() *clause {
	c := new(clause)
	t.required = append(t.required, c)
	return c
}

// collect finds the hits.
func (t *top) collect(ctx context.Context) error {
	t.prepare()
	looks := 0
	for n := uint64(0); ; n++ {
		if looks%checkDone == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		looks++
		var err error
		if n, err = t.candidate(n); err != nil || n == end {
			return err
		}
		if err := t.weigh(n); err != nil {
			return err
		}
	}
}

// prepare puts what is to be looked at first before the rest, and adds up bounds.
func (t *top) prepare() {
	size := 0
	for c := range t.clauses {
		for _, l := range c.leaves {
			size += l.searcher.DocumentMatchPoolSize() + 1
			if l.bound > 0 {
				t.scoring = append(t.scoring, l)
			}
		}
	}
	t.context = bleveSearch.SearchContext{DocumentMatchPool: bleveSearch.NewDocumentMatchPool(size, 0), IndexReader: t.reader}
	slices.SortStableFunc(t.required, func(a, b *clause) int { return cmp.Compare(pagesOf(a.leaves), pagesOf(b.leaves)) })
	slices.SortStableFunc(t.scoring, func(a, b *leaf) int { return cmp.Compare(a.count, b.count) })
	leaves := t.optional.leaves
	slices.SortStableFunc(leaves, func(a, b *leaf) int { return cmp.Compare(b.bound, a.bound) })
	t.rest = make([]float64, len(leaves)+1)
	for i := len(leaves) - 1; i >= 0; i-- {
		t.rest[i] = t.rest[i+1] + leaves[i].bound
	}
	t.least = math.Inf(-1)
	if len(t.required) == 0 {
		t.leading = leaves
	}
}

// clauses gives all, those that are required first.
func (t *top) clauses(yield func(*clause) bool) {
	for _, c := range t.required {
		if !yield(c) {
			return
		}
	}
	yield(&t.optional)
}

// candidate gives the first page from n on that may have a place.
func (t *top) candidate(n uint64) (uint64, error) {
	for {
		with, err := n, error(nil)
		if len(t.leading) > 0 {
			if with, err = t.advance(t.leading, n); err != nil {
				return 0, err
			}
		}
		if n, err = t.matching(with); err != nil || n == with || n == end {
			return n, err
		}
	}
}

// matching gives the first page from n on that has all that is required.
func (t *top) matching(n uint64) (uint64, error) {
	for i := 0; n != end && i < len(t.required); {
		at, err := t.advance(t.required[i].leaves, n)
		if err != nil {
			return 0, err
		}
		if i++; at > n {
			n, i = at, 0
		}
	}
	return n, nil
}

// weigh scores a page that has all that is required, and gives it its place.
func (t *top) weigh(n uint64) error {
	required := 0.0
	for _, c := range t.required {
		required += c.score(n)
	}
	leaves, sum, matched := t.optional.leaves, 0.0, 0
	for i, l := range leaves {
		if t.atMost(required, sum, matched, i) < t.least {
			return nil
		}
		if err := t.bring(l, n); err != nil {
			return err
		}
		if l.number == n {
			sum += l.match.Score
			matched++
		}
	}
	score := required
	if matched > 0 {
		score += sum * share(matched, len(leaves))
	}
	if score < t.least {
		return nil
	}
	url, err := t.reader.ExternalID(t.id(n))
	if err != nil {
		return err
	}
	h := hit{score, url}
	place, _ := slices.BinarySearchFunc(t.hits, h, better)
	if t.hits = slices.Insert(t.hits, place, h); len(t.hits) < t.size {
		return nil
	}
	t.hits = t.hits[:t.size]
	if least := t.hits[t.size-1].score; least > t.least {
		t.least = least
		t.lead()
	}
	return nil
}

// lead finds the rarest leaves without which no page has a place, if there are fewer pages
// with one of them than pages that have the rarest of what is required.
func (t *top) lead() {
	for _, l := range t.scoring {
		l.leads = false
	}
	for i := range t.scoring {
		t.scoring[i].leads = true
		bound := 0.0
		for c := range t.clauses {
			bound += c.without()
		}
		if bound*rounding < t.least {
			if len(t.required) == 0 || pagesOf(t.scoring[:i+1]) < pagesOf(t.required[0].leaves) {
				t.leading = t.scoring[:i+1]
			}
			return
		}
	}
}

// without gives the highest score of the clause on a page without leaves that lead.
func (c *clause) without() float64 {
	sum, n := 0.0, 0
	for _, l := range c.leaves {
		if !l.leads {
			sum += l.bound
			n++
		}
	}
	if n == 0 {
		return 0
	}
	return sum * share(n, len(c.leaves))
}

// atMost gives the highest score of a page of which all but the optional leaves
// from i on is known: what is required, and the sum of the optional ones that
// it matches.
func (t *top) atMost(required, sum float64, matched, i int) float64 {
	n := len(t.optional.leaves)
	if matched += n - i; matched == 0 {
		return required * rounding
	}
	return (required + (sum+t.rest[i])*share(matched, n)) * rounding
}

func share(matched, of int) float64 { return float64(matched) / float64(of) }

// advance brings leaves to page n or behind, and gives the first page that one
// of them stands at.
func (t *top) advance(leaves []*leaf, n uint64) (uint64, error) {
	first := uint64(end)
	for _, l := range leaves {
		if err := t.bring(l, n); err != nil {
			return 0, err
		}
		first = min(first, l.number)
	}
	return first, nil
}

// bring brings a leaf to page n, or to the first behind that has it.
func (t *top) bring(l *leaf, n uint64) (err error) {
	if l.number >= n && (l.match != nil || l.number == end) {
		return nil
	}
	next := l.match != nil && l.number+1 == n
	if l.match != nil {
		t.context.DocumentMatchPool.Put(l.match)
	}
	if next {
		l.match, err = l.searcher.Next(&t.context)
	} else {
		l.match, err = l.searcher.Advance(&t.context, t.id(n))
	}
	l.number = end
	if l.match != nil {
		l.number = binary.BigEndian.Uint64(l.match.IndexInternalID)
	}
	return err
}

// id is how bleve's index writes the number of a page; it holds until the next.
func (t *top) id(n uint64) api.IndexInternalID {
	return binary.BigEndian.AppendUint64(t.buffer[:0], n)
}

// pagesOf gives how many pages have one of the leaves, at most.
func pagesOf(leaves []*leaf) (n uint64) {
	for _, l := range leaves {
		n += l.count
	}
	return n
}

// score gives the score of page n, at which those of its leaves stand that match it.
func (c *clause) score(n uint64) float64 {
	sum, matched := 0.0, 0
	for _, l := range c.leaves {
		if l.number == n {
			sum += l.match.Score
			matched++
		}
	}
	return sum * share(matched, len(c.leaves))
}

func (t *top) close() (err error) {
	for c := range t.clauses {
		for _, l := range c.leaves {
			err = errors.Join(err, l.searcher.Close())
		}
	}
	return err
}
