package search_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/query"
	"verde/search"
)

func TestInterleave(t *testing.T) {
	t.Parallel()
	answer := func(urls string) []search.Result {
		out := []search.Result{}
		for _, u := range strings.Fields(urls) {
			out = append(out, search.Result{URL: u})
		}
		return out
	}
	for want, answers := range map[string][]string{
		"":            {},
		"a b":         {"a b", ""},
		"a d b e c f": {"a b c", "d e f"},
		"a d g b c":   {"a b c", "d", "g"},
		"a a b":       {"a b", "a"},
	} {
		var lists [][]search.Result
		for _, a := range answers {
			lists = append(lists, answer(a))
		}
		if d := cmp.Diff(answer(want), search.Interleave(lists...)); d != "" {
			t.Errorf("%v (-want +got):\n%s", answers, d)
		}
	}
}

// moody answers each query as it is told.
type moody struct{ asked []string }

func (*moody) Name() string { return "moody" }

func (m *moody) Search(_ context.Context, q query.Query) iter.Seq2[search.Result, error] {
	return func(yield func(search.Result, error) bool) {
		m.asked = append(m.asked, q.ID)
		switch q.ID {
		case "fails":
			yield(search.Result{}, &search.Error{Reason: "status 500", Err: errors.New("status 500")})
		case "in part":
			_ = yield(search.Result{URL: "http://a.example/"}, nil) && yield(search.Result{}, search.ErrIncomplete)
		case "budget":
			yield(search.Result{}, fmt.Errorf("x: %w", search.ErrBudget))
		}
	}
}

// An engine is left out after ten failures in a row; anything else begins the count anew.
func TestBreaker(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		queries string // f fails, p is answered in part, e is empty, b is over the budget
		asked   int
	}{
		"ten failures":      {"ffffffffffff", search.MaxFailures},
		"an answer between": {"fffffffffpffffffffff", 20},
		"an empty answer":   {"fffffffffeffffffffff", 20},
		"the budget":        {"bbbbbbbbbbbbbbbbbbbb", 20},
		"then well again":   {"ffffffffffpppp", search.MaxFailures},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := new(moody)
			e := &search.Breaker{Engine: m}
			var last error
			for _, c := range test.queries {
				id := map[rune]string{'f': "fails", 'p': "in part", 'b': "budget"}[c]
				for _, err := range e.Search(t.Context(), query.Query{ID: id}) {
					last = err
				}
			}
			if len(m.asked) != test.asked {
				t.Errorf("asked %d queries, want %d", len(m.asked), test.asked)
			}
			if out := search.ReasonOf(last) == search.LeftOut; out != (test.asked < len(test.queries)) || out && !strings.Contains(last.Error(), "10 queries in a row had no answer, the last: status 500") {
				t.Errorf("last error %v", last)
			}
			if _, ok := search.Ability[*moody](e); !ok {
				t.Error("what it wraps is lost")
			}
		})
	}
}
