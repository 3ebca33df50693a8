package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"verde/internal/demoweb"
	"verde/internal/scriptweb"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"verde":   func() { os.Exit(runUntilSignal()) },
		"stuck":   stuck,
		"steered": steered,
		"calling": calling,
	})
}

// stuck is a program that is told to end and gets stuck in cleaning up.
func stuck() {
	ctx, release := untilSignal(context.Background())
	defer release()
	fmt.Println("ready")
	<-ctx.Done()
	fmt.Println("cleaning up")
	select {}
}

// TestScripts runs a script for every command, with the small web as HTTP
// proxy and its sample page and search engine as $SAMPLE and $SEARCH, and as
// $BRAVE one that is paid by the call. What a script writes into web.txt happens
// to the web (see edited).
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			web := demoweb.New()
			whole := paid(beside(web.Handler(), scriptweb.New(14), scriptweb.Sites()), web.SearchEndpoint(), filepath.Join(env.WorkDir, "calls"))
			whole = beside(whole, http.FileServer(http.Dir(env.WorkDir)), []string{filesHost})
			server := httptest.NewServer(edited(whole, filepath.Join(env.WorkDir, "web.txt")))
			env.Defer(server.Close)
			env.Setenv("HTTP_PROXY", server.URL)
			env.Setenv("http_proxy", server.URL)
			env.Setenv("SAMPLE", web.Sample())
			env.Setenv("SEARCH", web.SearchEndpoint())
			env.Setenv("BRAVE", "http://"+paidHost+"/")
			env.Setenv("BRAVE_API_KEY", "key")
			return nil
		},
	})
}

// beside is a web with the hosts of another.
func beside(web, other http.Handler, hosts []string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if slices.Contains(hosts, r.URL.Host) {
			other.ServeHTTP(w, r)
			return
		}
		web.ServeHTTP(w, r)
	})
}

// filesHost is where the files of a script are served.
const filesHost = "files.demo.test"

// paidHost is where the search engine of a web answers as Brave does.
const paidHost = "paid.demo.test"

// paid is a web with that host beside it, where each call adds a line to a file.
func paid(web http.Handler, search, calls string) http.Handler {
	var mu sync.Mutex
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Host != paidHost {
			web.ServeHTTP(w, r)
			return
		}
		mu.Lock()
		defer mu.Unlock()
		asked := r.URL.Query()
		offset, err := strconv.Atoi(asked.Get("offset"))
		if err == nil {
			var log *os.File
			if log, err = os.OpenFile(calls, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err == nil {
				_, err = fmt.Fprintln(log, asked.Get("q"), offset)
				err = errors.Join(err, log.Close())
			}
		}
		free, found := httptest.NewRequest(http.MethodGet, search, nil), httptest.NewRecorder()
		free.URL.RawQuery = url.Values{"q": {asked.Get("q")}, "format": {"json"}, "pageno": {strconv.Itoa(offset + 1)}}.Encode()
		web.ServeHTTP(found, free)
		var answer struct {
			Results []struct{ URL, Title, Content string }
		}
		if err = errors.Join(err, json.Unmarshal(found.Body.Bytes(), &answer)); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		results := []map[string]string{}
		for _, r := range answer.Results {
			results = append(results, map[string]string{"url": r.URL, "title": r.Title, "description": r.Content})
		}
		json.NewEncoder(w).Encode(map[string]any{"type": "search", "query": map[string]any{"original": asked.Get("q"), "more_results_available": true}, "web": map[string]any{"results": results}})
	})
}

// edited is a web with the changes that a file tells, one a line: "gone URL",
// "dead HOST", "away URL URL", "busy HOST SECONDS" (its pages, not its robots.txt), "says HOST TEXT"
// (all its pages), or "edit URL OLD NEW", in which words stand for themselves, or
// "only AGENT" for the beginning of the user agents that are served. One that
// Go's library gives itself never is, as with SearXNG's bot detection.
func edited(web http.Handler, file string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, _ := os.ReadFile(file) // most scripts have none
		agent := r.Header.Get("User-Agent")
		if agent == "" || strings.HasPrefix(agent, "Go-http-client") {
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		for line := range strings.Lines(string(text)) {
			switch f := strings.Fields(line); {
			case len(f) == 2 && f[0] == "gone" && f[1] == r.URL.String():
				w.WriteHeader(http.StatusGone)
				return
			case len(f) == 2 && f[0] == "dead" && f[1] == r.URL.Host:
				panic(http.ErrAbortHandler)
			case len(f) == 2 && f[0] == "only" && !strings.HasPrefix(agent, f[1]):
				w.WriteHeader(http.StatusForbidden)
				return
			case len(f) == 3 && f[0] == "away" && f[1] == r.URL.String():
				http.Redirect(w, r, f[2], http.StatusFound)
				return
			case len(f) == 3 && f[0] == "busy" && f[1] == r.URL.Host && r.URL.Path != "/robots.txt":
				w.Header().Set("Retry-After", f[2])
				w.WriteHeader(http.StatusTooManyRequests)
				return
			case len(f) >= 3 && f[0] == "says" && f[1] == r.URL.Host:
				w.Write([]byte(strings.Join(f[2:], " ")))
				return
			case len(f) == 4 && f[0] == "edit" && f[1] == r.URL.String():
				page := httptest.NewRecorder()
				web.ServeHTTP(page, r)
				w.Header().Set("Content-Type", page.Header().Get("Content-Type"))
				w.Write([]byte(strings.ReplaceAll(page.Body.String(), f[2], f[3])))
				return
			}
		}
		web.ServeHTTP(w, r)
	})
}
