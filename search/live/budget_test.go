package live

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"verde/search"
	"verde/search/service"
)

// What a budget leaves of two answers of three pages each, and what is counted.
func TestBudget(t *testing.T) {
	t.Parallel()
	refused := func(w http.ResponseWriter) { w.WriteHeader(http.StatusUnauthorized) }
	broken := func(http.ResponseWriter) { panic(http.ErrAbortHandler) }
	for name, test := range map[string]struct {
		queries, pages int
		change         func(w http.ResponseWriter) // of the first request, and its retries
		found          [2]int                      // results of each answer
		is             [2]error
		spent          [2]int // queries, pages
		calls          int
	}{
		"enough":               {2, 6, nil, [2]int{37, 37}, [2]error{}, [2]int{2, 6}, 6},
		"one query":            {1, 6, nil, [2]int{37, 0}, [2]error{nil, search.ErrBudget}, [2]int{1, 3}, 3},
		"four pages":           {2, 4, nil, [2]int{37, 16}, [2]error{nil, search.ErrIncomplete}, [2]int{2, 4}, 4},
		"three pages":          {2, 3, nil, [2]int{37, 0}, [2]error{nil, search.ErrBudget}, [2]int{1, 3}, 3},
		"nothing":              {0, 0, nil, [2]int{}, [2]error{search.ErrBudget, search.ErrBudget}, [2]int{0, 0}, 0},
		"refused, not counted": {1, 3, refused, [2]int{0, 37}, [2]error{}, [2]int{1, 3}, 4},
		// Each attempt may have been counted there.
		"broken, counted": {9, 9, broken, [2]int{0, 37}, [2]error{}, [2]int{5, 7}, 7},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				calls := 0
				e := engine(t, "brave", func(w http.ResponseWriter, r *http.Request) bool {
					calls++
					if test.change == nil || calls > 1 && (name[:6] != "broken" || calls > 1+defaultRetries) {
						return false
					}
					test.change(w)
					return true
				})
				b := &Budget{Queries: test.queries, Pages: test.pages}
				e.opt.Budget, e.opt.Client.Transport = b, recovering{e.opt.Client.Transport}
				for i := range test.found {
					got, err := collect(t.Context(), e)
					if len(got) != test.found[i] {
						t.Errorf("answer %d: %d results, want %d", i, len(got), test.found[i])
					}
					if want := test.is[i]; want != nil && (!errors.Is(err, want) || !errors.Is(err, search.ErrBudget) || search.ReasonOf(err) != search.OverBudget) ||
						want == nil && errors.Is(err, search.ErrBudget) {
						t.Errorf("answer %d: error %v, want %v", i, err, want)
					}
				}
				queries, pages, err := b.Spent(t.Context(), "brave")
				if got := [2]int{queries, pages}; got != test.spent || err != nil || calls != test.calls {
					t.Errorf("%v spent with %d calls, %v; want %v with %d", got, calls, err, test.spent, test.calls)
				}
			})
		})
	}
}

// recovering breaks the connection where a handler panics.
type recovering struct{ http.RoundTripper }

func (r recovering) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	defer func() {
		if recover() != nil {
			resp, err = nil, errors.New("EOF")
		}
	}()
	return r.RoundTripper.RoundTrip(req)
}

// Engines that share a budget spend it together, with a ledger, which counts each, and
// without.
func TestSharedBudget(t *testing.T) {
	t.Parallel()
	for name, l := range map[string]Ledger{"a ledger": ledgers{}, "none": nil} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				b := &Budget{Queries: 9, Pages: 4, Ledger: l, Engines: []string{"brave", "serper"}}
				brave, serper := engine(t, "brave", nil), engine(t, "serper", nil)
				brave.opt.Budget, serper.opt.Budget = b, b
				if got, err := collect(t.Context(), brave); len(got) != 37 || err != nil {
					t.Errorf("the first: %d results, %v", len(got), err)
				}
				if got, err := collect(t.Context(), serper); len(got) != 8 || !errors.Is(err, search.ErrBudget) || !errors.Is(err, search.ErrIncomplete) {
					t.Errorf("the second: %d results, %v", len(got), err)
				}
				if queries, pages, err := b.Spent(t.Context(), "brave"); queries != 2 || pages != 4 || err != nil {
					t.Errorf("spent %d queries and %d pages, %v", queries, pages, err)
				}
			})
		})
	}
}

// ledgers keeps what each engine was asked.
type ledgers map[string][2]int

func (l ledgers) Spent(_ context.Context, engine string) (queries, pages int, err error) {
	return l[engine][0], l[engine][1], nil
}

func (l ledgers) Spend(_ context.Context, engine string, queries, pages int) error {
	l[engine] = [2]int{l[engine][0] + queries, l[engine][1] + pages}
	return nil
}

// ledger is one for one engine.
type ledger struct {
	queries, pages int
	err            error
}

func (l *ledger) Spent(context.Context, string) (queries, pages int, err error) {
	return l.queries, l.pages, l.err
}

func (l *ledger) Spend(_ context.Context, _ string, queries, pages int) error {
	l.queries, l.pages = l.queries+queries, l.pages+pages
	return l.err
}

// What earlier runs have spent counts; a ledger that fails lets nothing be asked.
func TestLedger(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		calls := 0
		l := &ledger{queries: 8, pages: 20}
		for i, run := range []struct {
			limit int
			want  error
			calls int // in all
		}{{8, search.ErrBudget, 0}, {9, nil, 3}, {9, search.ErrBudget, 3}} {
			e := engine(t, "brave", func(http.ResponseWriter, *http.Request) bool { calls++; return false })
			e.opt.Budget = &Budget{Queries: run.limit, Pages: Unbounded, Ledger: l}
			if _, err := collect(t.Context(), e); !errors.Is(err, run.want) || calls != run.calls {
				t.Errorf("run %d: %v with %d calls, want %v with %d", i, err, calls, run.want, run.calls)
			}
		}
		if l.queries != 9 || l.pages != 23 {
			t.Errorf("spent %+v, want 9 queries and 23 pages", l)
		}
		l.err = errors.New("disk full")
		e := engine(t, "brave", func(http.ResponseWriter, *http.Request) bool { t.Error("it is asked"); return false })
		e.opt.Budget = &Budget{Queries: 99, Pages: 99, Ledger: l}
		if _, err := collect(t.Context(), e); !errors.Is(err, l.err) {
			t.Errorf("error %v, want %v", err, l.err)
		}
	})
}

// Who says nothing about it pays little.
func TestPaid(t *testing.T) {
	t.Parallel()
	free := []string{"searxng", "elasticsearch", "opensearch", "marginalia", "solr", "meilisearch", "typesense", "yacy"}
	for _, name := range service.Names() {
		s, err := service.Shipped(name)
		if err != nil {
			t.Fatal(err)
		}
		paid := !slices.Contains(free, name)
		if s.Paid != paid {
			t.Errorf("%s is paid: %v", name, !paid)
		}
		e, err := New(name, standIns[name].endpoint, Options{Getenv: func(string) string { return "key" }})
		if err != nil {
			t.Fatal(err)
		}
		if bounded := e.opt.Budget != nil && e.opt.Budget.Pages == DefaultPages && e.opt.Budget.Queries == DefaultQueries; bounded != paid || (e.MaxPages() == 1) != paid {
			t.Errorf("%s: %d pages each, budget %+v", name, e.MaxPages(), e.opt.Budget)
		}
	}
	if _, err := New("bing", "", Options{}); err == nil || !strings.Contains(err.Error(), "August 11, 2025") {
		t.Errorf("bing: %v", err)
	}
}
