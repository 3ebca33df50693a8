package search_test

import (
	"context"
	"iter"
	"testing"

	"verde/query"
	"verde/search"
)

// dump has all its answers at hand: one.
type dump struct{ query.Query }

func (dump) Name() string { return "dump" }

func (dump) Search(context.Context, query.Query) iter.Seq2[search.Result, error] {
	return func(func(search.Result, error) bool) {}
}

func (d dump) Queries() []query.Query { return []query.Query{d.Query} }

// logged wraps an engine and says so; opaque does not.
type logged struct{ search.Engine }

func (l logged) Unwrap() search.Engine { return l.Engine }

type opaque struct{ search.Engine }

// What an engine can do is found behind any number of wrappers.
func TestAbility(t *testing.T) {
	t.Parallel()
	d := dump{query.Query{ID: "q"}}
	for name, test := range map[string]struct {
		engine search.Engine
		want   bool
	}{
		"none":             {nil, false},
		"itself":           {d, true},
		"wrapped":          {logged{d}, true},
		"wrapped twice":    {logged{logged{d}}, true},
		"wrapper of none":  {logged{}, false},
		"who does not say": {opaque{d}, false},
	} {
		given, ok := search.Ability[search.Offline](test.engine)
		if ok != test.want {
			t.Errorf("%s: found: %v, want %v", name, ok, test.want)
		}
		if ok && given.Queries()[0].ID != "q" {
			t.Errorf("%s: queries %v", name, given.Queries())
		}
	}
}
