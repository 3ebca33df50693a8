package verde

import (
	"slices"
	"testing"

	"verde/query"
	"verde/search"
)

func TestResults(t *testing.T) {
	t.Parallel()
	var r Results
	if sources, err := (&Explorer{}).Judge(t.Context(), &r); len(sources) > 0 || err != nil || r.Thin(0) != nil || r.URLs() != 0 || r.Queries() != 0 {
		t.Errorf("of no results: %v, %v", sources, err)
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
	if got := r.Thin(0); got != nil { // asked by itself already
		t.Errorf("thin sites %q", got)
	}
	r = Results{}
	r.Add(emma, search.Result{URL: "http://shop.example/1", Title: "Emma, a novel"})
	if got := r.Thin(0); !slices.Equal(got, []string{"shop.example"}) || r.URLs() != 1 {
		t.Errorf("thin sites %q of %d URLs", got, r.URLs())
	}
}
