package embedding

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"verde/internal/agent"
	"verde/keywords"
)

// serve is a model of two meanings, books and fruit, behind an endpoint as
// OpenAI documents it. change may answer first.
func serve(t *testing.T, change func(w http.ResponseWriter) bool) Options {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body struct {
			Model string
			Input []string
		}
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil || r.Method != http.MethodPost || r.URL.Path != "/v1/embeddings" || body.Model != "small" {
			http.Error(w, "unexpected", http.StatusBadRequest)
			return
		}
		if r.Header.Get("Authorization") != "Bearer secret" {
			w.WriteHeader(http.StatusUnauthorized)
			fmt.Fprintf(w, `{"error":{"message":"Incorrect API key provided: %s"}}`, strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "))
			return
		}
		if got := r.Header.Get("User-Agent"); got != agent.Default {
			t.Errorf("asked by %q, want %q", got, agent.Default)
		}
		if change != nil && change(w) {
			return
		}
		type item struct {
			Index     int       `json:"index"`
			Embedding []float32 `json:"embedding"`
		}
		var data []item
		for i, word := range body.Input {
			v := []float32{5, 1, 0.1 * float32(len(word))}
			if slices.Contains([]string{"banana", "apple", "pear", "plum", "fig"}, word) {
				v = []float32{5, -1, 0.1 * float32(len(word))}
			}
			data = append(data, item{i, v})
		}
		slices.Reverse(data) // their order is not promised
		json.NewEncoder(w).Encode(map[string]any{"object": "list", "data": data, "model": body.Model})
	}))
	t.Cleanup(srv.Close)
	return Options{Endpoint: srv.URL + "/v1/", Model: "small", Retries: -1, Getenv: func(string) string { return "secret" }}
}

var words = []string{"book", "author", "publisher", "paperback", "press", "banana", "apple", "pear", "plum", "fig", "", strings.Repeat("x", 300), "book"}

func TestWords(t *testing.T) {
	t.Parallel()
	v, err := Words(t.Context(), words, serve(t, nil))
	if err != nil {
		t.Fatal(err)
	}
	if near, far := v.Similarity("book", "author"), v.Similarity("book", "banana"); near < 0.8 || far > 0.1 {
		t.Errorf("book is %.2f from author, %.2f from banana", near, far)
	}
	got, err := keywords.Choose("book", []keywords.Candidate{{Word: "author", Pages: 9}, {Word: "banana", Pages: 9}, {Word: "publisher", Pages: 9}}, v, keywords.Options{})
	if err != nil || !slices.Equal(got.Entity, []string{"author", "publisher"}) {
		t.Errorf("%+v, %v", got, err)
	}
	many := make([]string, 3*batch)
	for i := range many {
		many[i] = fmt.Sprint("word", i)
	}
	if v, err := Words(t.Context(), many, serve(t, nil)); err != nil || !v.Knows("word767") {
		t.Errorf("%d words: %v", len(many), err)
	}
}

func TestFailures(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		status     int
		body, want string
	}{
		"a quota":         {429, `{"error":{"message":"Rate limit reached"}}`, "429 Too Many Requests; Rate limit reached"},
		"no JSON":         {200, "<html>", "none of embeddings"},
		"no vectors":      {200, `{"data":[]}`, "no vector for"},
		"a foreign index": {200, `{"data":[{"index":99,"embedding":[1]}]}`, "word 99 of"},
		"a redirect":      {302, "", "redirects"},
		"too much":        {200, strings.Repeat(" ", maxAnswer+1), "over 64 MiB"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			opt := serve(t, func(w http.ResponseWriter) bool {
				w.Header().Set("Location", "http://evil.example/")
				w.WriteHeader(test.status)
				_, _ = w.Write([]byte(test.body)) // the client may have hung up
				return true
			})
			if _, err := Words(t.Context(), words, opt); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
		})
	}
	opt := serve(t, nil)
	opt.Getenv = func(string) string { return "wrong-key" }
	if _, err := Words(t.Context(), words, opt); err == nil || strings.Contains(err.Error(), "wrong-key") || !strings.Contains(err.Error(), "is OPENAI_API_KEY right?") {
		t.Errorf("a wrong key: %v", err)
	}
	if _, err := Words(t.Context(), nil, opt); err == nil {
		t.Error("no words are embedded")
	}
	opt.Endpoint = "localhost:11434"
	if _, err := Words(t.Context(), words, opt); err == nil || !strings.Contains(err.Error(), "as in http://localhost:11434/v1") {
		t.Errorf("an endpoint without scheme: %v", err)
	}
}

// A server that is busy is asked again, when it says.
func TestRetry(t *testing.T) {
	t.Parallel()
	var calls atomic.Int64
	opt := serve(t, func(w http.ResponseWriter) bool {
		if calls.Add(1) > 1 {
			return false
		}
		w.Header().Set("Retry-After", "0")
		w.WriteHeader(http.StatusServiceUnavailable)
		return true
	})
	opt.Retries = 2
	if _, err := Words(t.Context(), words, opt); err != nil || calls.Load() != 2 {
		t.Errorf("%v after %d calls", err, calls.Load())
	}
}
