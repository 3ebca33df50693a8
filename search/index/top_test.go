package index

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/blevesearch/bleve/v2"

	"verde/page"
	"verde/query"
)

// reference answers a query by bleve alone, all of it: the score of each page.
func reference(t *testing.T, x *Index, q query.Query) map[string]float64 {
	t.Helper()
	all := bleve.NewBooleanQuery()
	for _, v := range q.Required {
		all.AddMust(bleve.NewDisjunctionQuery(phrase(v.Text, "title", titleBoost), phrase(v.Text, "text", 1)))
	}
	if len(q.OneOf) > 0 {
		one := bleve.NewDisjunctionQuery()
		for _, v := range q.OneOf {
			one.AddQuery(phrase(v.Text, "title", titleBoost), phrase(v.Text, "text", 1))
		}
		all.AddMust(one)
	}
	if q.Site != "" {
		site := bleve.NewBooleanQuery()
		site.AddMust(under(q.Site))
		site.SetBoost(0)
		all.AddMust(site)
	}
	for _, w := range q.Any {
		all.AddShould(phrase(w, "text", 1))
	}
	res, err := x.bleve.SearchInContext(t.Context(), bleve.NewSearchRequestOptions(all, 1_000_000, 0, false))
	if err != nil {
		t.Fatal(err)
	}
	scores := make(map[string]float64)
	for _, hit := range res.Hits {
		scores[hit.ID] = hit.Score
	}
	return scores
}

// The best pages are those that bleve scores highest when it looks at all of them, whatever
// bounds are known.
func TestTop(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	zipf := rand.NewZipf(r, 1.2, 2, 60)
	word := func() string { return fmt.Sprintf("w%d", zipf.Uint64()) }
	words := func(n int) string {
		var all []string
		for range n {
			all = append(all, word())
		}
		return strings.Join(all, " ")
	}
	x, err := Build(t.Context(), "", func(yield func(*page.Page, error) bool) {
		for i := range 1200 {
			body := "<title>" + words(1+r.IntN(3)) + "</title><p>" + words(1+r.IntN(60))
			if !yield(&page.Page{URL: fmt.Sprintf("http://s%d.example/%d", i%3, i), Body: []byte(body)}, nil) {
				return
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	inside, err := x.bleve.Advanced()
	if err != nil {
		t.Fatal(err)
	}
	reader, err := inside.Reader()
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	known := impacts{}
	if err := known.measure(t.Context(), reader, 20); err != nil {
		t.Fatal(err)
	}
	values := func(most int) (all []query.Value) {
		for range r.IntN(most + 1) {
			all = append(all, query.Value{Text: words(1 + r.IntN(5)/4)})
		}
		return all
	}
	for range 100 {
		q := query.Query{Required: values(2), OneOf: values(3), Site: []string{"", "", "s1.example", "none.example"}[r.IntN(4)]}
		for range r.IntN(4) {
			q.Any = append(q.Any, words(1+r.IntN(8)/7))
		}
		if len(q.Required)+len(q.OneOf)+len(q.Any) == 0 {
			continue
		}
		scores := reference(t, x, q)
		highest := make([]float64, 0, len(scores))
		for _, s := range scores {
			highest = append(highest, s)
		}
		slices.SortFunc(highest, func(a, b float64) int { return cmp.Compare(b, a) })
		for _, n := range []int{1, 10, 3000} {
			for _, x.impacts = range []impacts{nil, known} {
				hits, err := x.best(t.Context(), reader, q, n)
				if err != nil {
					t.Fatal(err)
				}
				if len(hits) != min(n, len(scores)) {
					t.Fatalf("%+v: %d pages of %d, want %d", q, len(hits), len(scores), n)
				}
				if !slices.IsSortedFunc(hits, better) {
					t.Errorf("%+v: not in order: %v", q, hits)
				}
				for i, h := range hits {
					score, found := scores[h.url]
					if !found || math.Abs(score-highest[i]) > 1e-9*score {
						t.Fatalf("%+v, %d pages, bounds %v: page %d is %s of score %g, want %g", q, n, x.impacts != nil, i, h.url, score, highest[i])
					}
				}
			}
		}
	}
}
