package index

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"regexp"

	"github.com/blevesearch/bleve/v2"
	bleveSearch "github.com/blevesearch/bleve/v2/search"
	"github.com/blevesearch/bleve/v2/search/query"
	api "github.com/blevesearch/bleve_index_api"

	verdequery "verde/query"
	"verde/search"
)

// Search implements [search.Engine]: all required phrases have to stand in the
// title or the text, of a page of the site if the query names one; the
// alternatives raise the rank. Pages are scored as bleve scores such a Boolean
// query (TF-IDF, and the share of a disjunction that is matched). Equal scores
// are in the order of their URLs, so that the same index always answers the
// same. What a query costs is the postings of its words, but for words that
// only raise the rank: theirs are passed over where they cannot make a page one
// of the results.
func (x *Index) Search(ctx context.Context, q verdequery.Query) iter.Seq2[search.Result, error] {
	return func(yield func(search.Result, error) bool) {
		results, err := x.search(ctx, q)
		if err != nil {
			yield(search.Result{}, fmt.Errorf("searching the index: %w", err))
			return
		}
		for _, r := range results {
			if !yield(r, nil) {
				return
			}
		}
	}
}

func (x *Index) search(ctx context.Context, q verdequery.Query) (results []search.Result, err error) {
	if len(q.Required)+len(q.OneOf)+len(q.Any) == 0 {
		return nil, nil
	}
	inside, err := x.bleve.Advanced()
	if err != nil {
		return nil, err
	}
	reader, err := inside.Reader()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, reader.Close()) }()
	hits, err := x.best(ctx, reader, q, maxResults)
	if err != nil {
		return nil, err
	}
	text := q.Render(verdequery.Bleve)
	for i, hit := range hits {
		title, begin, err := stored(reader, hit.url)
		if err != nil {
			return nil, err
		}
		results = append(results, search.Result{Query: text, QueryID: q.ID, Engine: x.Name(), Rank: i + 1, URL: hit.url,
			Title: search.Clip(title), Snippet: begin, Page: 1 + i/10})
	}
	return results, nil
}

// best finds the n best pages.
func (x *Index) best(ctx context.Context, reader api.IndexReader, q verdequery.Query, n int) (hits []hit, err error) {
	t := &top{size: n, reader: reader}
	defer func() { err = errors.Join(err, t.close()) }()
	if err := x.clauses(ctx, t, q); err != nil {
		return nil, err
	}
	err = t.collect(ctx)
	return t.hits, err
}

// clauses gives t what the query requires and what raises the rank.
func (x *Index) clauses(ctx context.Context, t *top, q verdequery.Query) error {
	for _, any := range q.Clauses() {
		c := t.require()
		for _, text := range any {
			if err := errors.Join(x.leaf(ctx, t, c, text, "title", titleBoost), x.leaf(ctx, t, c, text, "text", 1)); err != nil {
				return err
			}
		}
	}
	if q.Site != "" {
		s, err := under(q.Site).Searcher(ctx, t.reader, x.bleve.Mapping(), bleveSearch.SearcherOptions{Score: "none"})
		if err != nil {
			return err
		}
		t.require().add(s, 0)
	}
	for _, w := range q.Any {
		if err := x.leaf(ctx, t, &t.optional, w, "text", 1); err != nil {
			return err
		}
	}
	return nil
}

// leaf adds the phrase to a clause.
func (x *Index) leaf(ctx context.Context, t *top, c *clause, text, field string, boost float64) error {
	only, single := singleWord(text)
	s, err := phrase(text, field, boost).Searcher(ctx, t.reader, x.bleve.Mapping(), bleveSearch.SearcherOptions{})
	if err != nil {
		return err
	}
	s.SetQueryNorm(1)
	bound := unbounded
	if single {
		// bleve's score of a word is its impact x IDF x (boost x IDF), and its
		// weight the square of what stands in the parenthesis.
		bound = x.impacts.of(field, only) * s.Weight() / boost
	}
	c.add(s, bound)
	return nil
}

// under matches pages of a site and of those below it by their URLs. Of the
// index's sorted URLs those of another host are passed over together.
func under(site string) query.Query {
	if len(site) > maxHost {
		return bleve.NewMatchNoneQuery()
	}
	q := bleve.NewRegexpQuery(`https?://([^/?#]*\.)?` + regexp.QuoteMeta(site) + "/.*")
	q.SetField("_id")
	return q
}

// phrase matches the words of a text in their order. A single word is no phrase: where it
// stands need not be looked up, which takes several times as long.
func phrase(text, field string, boost float64) query.Query {
	if only, single := singleWord(text); single {
		t := bleve.NewTermQuery(only)
		t.SetField(field)
		t.SetBoost(boost)
		return t
	}
	p := bleve.NewMatchPhraseQuery(text)
	p.SetField(field)
	p.SetBoost(boost)
	return p
}

// stored gives what is kept of a page to be shown.
func stored(reader api.IndexReader, url string) (title, begin string, err error) {
	d, err := reader.Document(url)
	if err != nil || d == nil {
		return "", "", err
	}
	d.VisitFields(func(f api.Field) {
		switch f.Name() {
		case "title":
			title = string(f.Value())
		case "begin":
			begin = string(f.Value())
		}
	})
	return title, begin, nil
}
