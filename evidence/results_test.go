package evidence

import (
	"slices"
	"strconv"
	"testing"

	"verde/query"
	"verde/search"
)

func TestResults(t *testing.T) {
	t.Parallel()
	var r Results
	again := func() []string { return r.LowSupport(is(""), r.Candidates(is(""), 3)) }
	if list := r.Candidates(is(""), 3); len(list) > 0 || again() != nil || len(r.URLs()) != 0 || r.Queries() != 0 {
		t.Errorf("of no results: %v", list)
	}
	emma := query.Query{ID: "e", Required: []query.Value{{Text: "Emma"}}}
	austen := query.Query{ID: "a", Required: []query.Value{{Text: "Jane Austen"}}, Site: "shop.example"}
	for _, add := range []struct {
		q    query.Query
		url  string
		want bool
	}{
		{emma, "http://shop.example/1", true},
		{emma, "http://www.shop.example/1#top", true},
		{emma, "http://shop.example/1#top", false},
		{emma, "mailto:x@shop.example", false},
		{austen, "http://shop.example/1", true},
		{austen, "http://other.example/1", false},
	} {
		if got := r.Add(add.q, search.Result{URL: add.url, Title: "Emma, a novel"}); got != add.want {
			t.Errorf("%s of query %s is new: %v", add.url, add.q.ID, got)
		}
	}
	if r.Dropped() != 2 {
		t.Errorf("%d results dropped, want the one that is not http and the one of another site", r.Dropped())
	}
	if r.Queries() != 2 {
		t.Errorf("%d queries", r.Queries())
	}
	if got := again(); got != nil { // asked by itself already
		t.Errorf("sites to ask again %q", got)
	}
	r = Results{}
	r.Add(emma, search.Result{URL: "http://shop.example/1", Title: "Emma, a novel"})
	if got := again(); !slices.Equal(got, []string{"shop.example"}) || len(r.URLs()) != 1 {
		t.Errorf("sites to ask again %q of %d URLs", got, len(r.URLs()))
	}
}

// A home page may answer every query of a dump.
func TestResultsOfOneURL(t *testing.T) {
	t.Parallel()
	const n = 3 * maxScanned
	var r Results
	var want []string
	for i := range n {
		id := strconv.Itoa(i)
		want = append(want, id)
		if !r.Add(query.Query{ID: id}, search.Result{URL: "http://shop.example/"}) {
			t.Errorf("query %s had led to it before", id)
		}
		for _, old := range want {
			if r.Add(query.Query{ID: old}, search.Result{URL: "http://shop.example/"}) {
				t.Errorf("after %d queries, query %s is new again", i+1, old)
			}
		}
	}
	if got := r.QueriesTo("http://shop.example/"); !slices.Equal(got, want) {
		t.Errorf("asked by %q", got)
	}
}

func BenchmarkResultsOfOneURL(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			queries := make([]query.Query, n)
			for i := range queries {
				queries[i].ID = strconv.Itoa(i)
			}
			b.ReportAllocs()
			for b.Loop() {
				var r Results
				for _, q := range queries {
					r.Add(q, search.Result{URL: "http://shop.example/", Title: "Shop"})
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/query")
		})
	}
}
