package dump

import (
	"context"
	"io"
	"iter"
	"math"
	"strings"

	"verde/query"
	"verde/search"
	"verde/search/service"
)

// Options say what [Open] keeps of a dump. The zero value keeps all.
type Options struct {
	// Only tells the queries whose results are wanted; nil means all.
	Only func(query.Query) bool
	// Brief keeps of a result its URL and rank, and of a URL the title that it
	// came with first: what sites are judged by.
	Brief bool
	// MaxURLs is how many different URLs are kept at most; one more is
	// [ErrTooMany]. Zero means any number.
	MaxURLs int
	// Shapes describe JSON that is not known.
	Shapes []*service.Service
}

// Dump is a set of results by query, as an [search.Engine].
type Dump struct {
	Summary
	order []string // IDs in the order of the files
	asked map[string]*asked
	urls  []titled
}

// asked is a query and what it has led to.
type asked struct {
	query query.Query
	text  string // as in the dump
	place int32  // in the order
	hits  []hit
}

// hit is a result.
type hit struct {
	url, rank int32          // the URL's place in urls
	full      *search.Result // nil if brief
}

// titled is a URL with the title of its first result.
type titled struct{ url, title string }

// Open reads the named files; "-" is stdin. A file that can't be opened, one that
// is no dump ([ErrNoDump]), files without a single result, and too many URLs are
// an error.
//
// Memory: what is kept of the distinct results, since they are asked for in any
// order; brief, each URL and title once, and some tens of bytes for each query
// that a URL answers. Who needs results once reads them with [Stream].
//
// Cost: one pass over the files.
func Open(paths []string, stdin io.Reader, opt Options) (*Dump, error) {
	d := &Dump{asked: map[string]*asked{}}
	places := map[string]int32{} // of URLs
	seen := map[[2]int32]bool{}  // places of queries and URLs
	others, duplicates := 0, 0
	s, err := Stream(paths, stdin, func(q query.Query, res search.Result) error {
		if opt.Only != nil && !opt.Only(q) {
			others++
			return nil
		}
		a := d.asked[q.ID]
		if a == nil {
			a = &asked{query: q, text: res.Query, place: int32(len(d.order))}
			d.asked[q.ID] = a
			d.order = append(d.order, q.ID)
		}
		url, old := places[res.URL]
		if !old && opt.MaxURLs > 0 && len(d.urls) >= opt.MaxURLs {
			return ErrTooMany
		}
		if !old {
			// Clones, else each keeps the line that it was read from.
			first := titled{strings.Clone(res.URL), strings.Clone(res.Title)}
			url = int32(len(d.urls))
			places[first.url] = url
			d.urls = append(d.urls, first)
		}
		pair := [2]int32{a.place, url}
		if seen[pair] {
			duplicates++
			return nil
		}
		seen[pair] = true
		h := hit{url: url, rank: int32(min(res.Rank, math.MaxInt32))}
		if !opt.Brief {
			full := res
			h.full = &full
		}
		a.hits = append(a.hits, h)
		return nil
	}, opt.Shapes...)
	if err != nil {
		return nil, err
	}
	d.Summary = s
	d.Results, d.Duplicates, d.Others = s.Results-duplicates-others, duplicates, others
	return d, nil
}

// Name implements [search.Engine].
func (d *Dump) Name() string { return "dump" }

// Queries lists the queries that the dump answers, read from their texts, in
// the order of the files. Those without a quoted phrase require nothing.
func (d *Dump) Queries() []query.Query {
	out := make([]query.Query, len(d.order))
	for i, id := range d.order {
		out[i] = d.asked[id].query
	}
	return out
}

// Search implements [search.Engine]. A query is known by its ID or, since IDs
// are made of the required values, by a text with the same values in whatever
// dialect.
func (d *Dump) Search(_ context.Context, q query.Query) iter.Seq2[search.Result, error] {
	return func(yield func(search.Result, error) bool) {
		a := d.asked[q.ID]
		if a == nil {
			return
		}
		rank := 0
		for _, h := range a.hits {
			r := d.result(a, h)
			// Answers of two engines in one dump both begin at 1.
			rank = max(r.Rank, rank+1)
			r.QueryID, r.Rank = q.ID, rank
			if !yield(r, nil) {
				return
			}
		}
	}
}

func (d *Dump) result(a *asked, h hit) search.Result {
	if h.full != nil {
		return *h.full
	}
	u := d.urls[h.url]
	return search.Result{Query: a.text, Rank: int(h.rank), URL: u.url, Title: u.title}
}
