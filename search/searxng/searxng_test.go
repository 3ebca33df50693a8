package searxng

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"verde/query"
	"verde/search"
	"verde/search/searchtest"
)

var asked = query.Query{ID: "q1", Required: []query.Value{{Text: "Emma"}, {Text: "Jane Austen"}}, Any: []string{"book"}}

// standIn answers as SearXNG documents it: three pages of two results.
func standIn(t *testing.T, change func(w http.ResponseWriter, r *http.Request, page string) bool) *Engine {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		q, page := r.URL.Query(), r.URL.Query().Get("pageno")
		if q.Get("format") != "json" || q.Get("q") != `"Emma" AND "Jane Austen" book` {
			http.Error(w, "unexpected query "+r.URL.RawQuery, http.StatusBadRequest)
			return
		}
		if change != nil && change(w, r, page) {
			return
		}
		results := []map[string]string{}
		if page <= "3" && len(page) == 1 {
			for i := range 2 {
				results = append(results, map[string]string{"url": fmt.Sprintf("http://e.org/%s/%d", page, i), "title": "T", "content": strings.Repeat("é", 5000)})
			}
			results = append(results, results[0], map[string]string{"title": "no URL"})
		}
		json.NewEncoder(w).Encode(map[string]any{"query": q.Get("q"), "results": results, "unresponsive_engines": []any{}})
	}))
	t.Cleanup(srv.Close)
	e, err := New(srv.URL+"/search", Options{})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func collect(t *testing.T, e *Engine) (results []search.Result, err error) {
	for r, rerr := range e.Search(t.Context(), asked) {
		if rerr != nil {
			err = rerr
			continue
		}
		results = append(results, r)
	}
	return results, err
}

func TestSearch(t *testing.T) {
	t.Parallel()
	e := standIn(t, nil)
	if err := searchtest.TestEngine(t.Context(), e, asked); err != nil {
		t.Error(err)
	}
	results, err := collect(t, e)
	if err != nil || len(results) != 6 {
		t.Fatalf("%d results, %v; want 6", len(results), err)
	}
	if r := results[5]; r.URL != "http://e.org/3/1" || r.Rank != 6 || r.Page != 3 || len(r.Snippet) > search.MaxText {
		t.Errorf("last result %+v", r)
	}
}

func TestIncomplete(t *testing.T) {
	t.Parallel()
	e := standIn(t, func(w http.ResponseWriter, _ *http.Request, page string) bool {
		if page != "2" {
			return false
		}
		fmt.Fprint(w, `{"results":[{"url":"http://e.org/x"}],"unresponsive_engines":[["google","timeout"]]}`)
		return true
	})
	results, err := collect(t, e)
	if !errors.Is(err, search.ErrIncomplete) || len(results) != 5 {
		t.Errorf("%d results, %v; want 5 and ErrIncomplete", len(results), err)
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, want string
		status     int
		body       string
	}{
		{"json off", "enable format json", http.StatusForbidden, ""},
		{"not there", "search page", http.StatusNotFound, ""},
		{"no json", "no JSON", http.StatusOK, "<html>"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			e := standIn(t, func(w http.ResponseWriter, _ *http.Request, _ string) bool {
				w.WriteHeader(test.status)
				fmt.Fprint(w, test.body)
				return true
			})
			results, err := collect(t, e)
			if err == nil || !strings.Contains(err.Error(), test.want) || len(results) != 0 {
				t.Errorf("%d results, error %v; want one with %q", len(results), err, test.want)
			}
		})
	}
}

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	var calls atomic.Int64
	e := standIn(t, func(w http.ResponseWriter, _ *http.Request, _ string) bool {
		if calls.Add(1) > 1 {
			return false
		}
		w.Header().Set("Retry-After", "0")
		w.WriteHeader(http.StatusTooManyRequests)
		return true
	})
	if results, err := collect(t, e); err != nil || len(results) != 6 {
		t.Errorf("%d results, %v; want 6 after one refusal", len(results), err)
	}
}

func TestNew(t *testing.T) {
	t.Parallel()
	for _, endpoint := range []string{"", "localhost:8888", "ftp://e.org/", "http://"} {
		if _, err := New(endpoint, Options{}); err == nil {
			t.Errorf("New(%q) is accepted", endpoint)
		}
	}
}
