package verde

import (
	"context"
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"testing"

	"verde/catalog"
	"verde/evidence/evidencetest"
	"verde/known"
	"verde/query"
	"verde/record"
	"verde/search"
	"verde/vertical"
)

// shops is an engine that knows one page about each author a site, and can't
// restrict queries to one.
type shops []string

func (shops) Name() string { return "shops" }

func (s shops) Search(_ context.Context, q query.Query) iter.Seq2[search.Result, error] {
	return func(yield func(search.Result, error) bool) {
		for _, site := range s {
			if !yield(search.Result{URL: fmt.Sprintf("http://%s/by/%s", site, q.ID), QueryID: q.ID, Title: q.Required[0].Text}, nil) {
				return
			}
		}
	}
}

// A site that too few queries led to is asked by what things have in common, which
// makes it a candidate; the round asks once, and no more than its share.
func TestProbe(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	v := &vertical.Vertical{Domain: "book", Identifier: "name", Attributes: []vertical.Attribute{{Name: "author", Distinct: .5, Score: 1}, {Name: "publisher", Distinct: .5, Score: .9}}}
	entities := known.New(v.Profile())
	var records []record.Record
	for i := range 12 {
		records = append(records, record.FromTexts(fmt.Sprint("http://training.example/", i), map[string][]string{"name": {fmt.Sprintf("Book %c", 'a'+i)}, "author": {fmt.Sprintf("Author %c", 'a'+i/2)}, "publisher": {fmt.Sprintf("Press %c", 'a'+i/3)}}))
	}
	addTraining(t, entities, "training.example", records)
	for name, test := range map[string]struct {
		opt     Options
		engine  search.Engine
		sites   int
		support []string // sites that are candidates then
	}{
		"asked":               {Options{Asking: Asking{Instances: 10, Probes: 4}}, shops{"once.example", "far.example"}, 2, []string{"far.example 1", "once.example 1"}},
		"no more than asked":  {Options{Asking: Asking{Instances: 4, Probes: 4}}, shops{"once.example", "far.example"}, 1, []string{"far.example 1"}},
		"fewer than a site's": {Options{Asking: Asking{Instances: 2, Probes: 4}}, shops{"once.example", "far.example"}, 1, []string{"far.example 1"}},
		"switched off":        {Options{Asking: Asking{Probes: -1}}, shops{"once.example"}, 0, nil},
		"a dump":              {Options{}, shelf{}, 0, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cat, err := catalog.Open(ctx, filepath.Join(t.TempDir(), "c.sqlite"))
			if err != nil {
				t.Fatal(err)
			}
			defer cat.Close()
			x := &Explorer{Catalog: cat, Engines: []search.Engine{test.engine}, Options: test.opt}
			a := evidencetest.Results("Emma | http://once.example/1 | Emma", "Emma | http://far.example/1 | Emma", "Emma | http://talk.example/1 | My week")
			emma, _ := a.Query("Emma")
			if err := cat.AddQueries(ctx, 1, planFor(v, x.Options).String(), []query.Query{emma}); err != nil {
				t.Fatal(err)
			}
			results := make([]search.Result, len(a.URLs()))
			for i, url := range a.URLs() {
				results[i] = search.Result{URL: url, QueryID: "Emma", Title: a.Title(url)}
			}
			if err := cat.PutAnswer(ctx, "Emma", test.engine.Name(), results, true); err != nil {
				t.Fatal(err)
			}
			got, sites, err := x.probe(ctx, v, 1, entities, a, new(misses))
			if err != nil || sites != test.sites {
				t.Fatalf("%d sites, %v; want %d", sites, err, test.sites)
			}
			var support []string
			for _, c := range got.Candidates(entities.Explored, 3) {
				support = append(support, fmt.Sprintf("%s %d", c.Site, c.Support))
			}
			if !slices.Equal(support, test.support) {
				t.Errorf("candidates %q, want %q", support, test.support)
			}
			asked, err := cat.Queries(ctx)
			if err != nil || len(asked) != 1+min(test.opt.Instances, test.opt.Probes)*test.sites {
				t.Errorf("%d queries, %v", len(asked), err)
			}
			again, sites, err := x.probe(ctx, v, 1, entities, got, new(misses))
			if again != got || sites != test.sites || err != nil {
				t.Errorf("repeated: other answers %v, %d sites, %v; want the same and %d", again != got, sites, err, test.sites)
			}
		})
	}
}
