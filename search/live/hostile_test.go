package live

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"verde/search"
	"verde/search/service"
)

// own is a service as its user describes it, at an address of a test.
func own(t *testing.T, handler http.HandlerFunc, change ...string) (*Engine, *httptest.Server) {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	text := strings.NewReplacer(change...).Replace(`name: own
example: http://localhost/
keys: [OWN_LOGIN, OWN_KEY]
dialect: plain
request:
  query: {q: "{query}", page: "{page}", key: "{OWN_KEY}"}
  basic: "{OWN_LOGIN}:{OWN_KEY}"
answer:
  recognise: $.results
  results: $.results[*]
  url: $.url
  title: $.title
  snippet: $.text
  failure: $.error
  missing: $.missing[*]
`)
	s, err := service.Parse("own.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	e, err := Open(s, server.URL+"/search", Options{Retries: -1, Interval: -1, Getenv: func(name string) string { return "a+secret/of=" + name }})
	if err != nil {
		t.Fatal(err)
	}
	return e, server
}

// A key that a service repeats, in whatever form it was sent, is in no error and no
// result.
func TestKeyRepeated(t *testing.T) {
	t.Parallel()
	var status int
	var member string
	e, _ := own(t, func(w http.ResponseWriter, r *http.Request) {
		key, encoded := r.URL.Query().Get("key"), r.URL.RawQuery
		_, basic, _ := strings.Cut(r.Header.Get("Authorization"), " ")
		said := strings.Join([]string{"it is", key, encoded, basic}, " ")
		if member == "redirect" {
			http.Redirect(w, r, "http://e.org/"+url.PathEscape(key)+"?"+encoded, status)
			return
		}
		w.WriteHeader(status)
		switch member {
		case "error":
			fmt.Fprintf(w, `{"error":%q}`, said)
		case "results":
			fmt.Fprintf(w, `{"results":[{"url":"http://e.org/?%s","title":%q,"text":%q}],"missing":[%q]}`, encoded, said, said, said)
		default:
			fmt.Fprintf(w, "<title>%s</title>", said)
		}
	})
	for says, statuses := range map[string][]int{"error": {200, 401}, "results": {200, 401}, "page": {200, 401}, "redirect": {302, 307}} {
		member = says
		for _, status = range statuses {
			results, err := collect(t.Context(), e)
			data, _ := json.Marshal(results)
			if err == nil {
				t.Errorf("%d %s: no error", status, member)
			}
			for _, secret := range e.secrets {
				if strings.Contains(fmt.Sprint(err), secret) || strings.Contains(string(data), secret) {
					t.Errorf("%d %s: %q is in %v or %s", status, member, secret, err, data)
				}
			}
			if status == 200 && member == "results" && (len(results) == 0 || !strings.Contains(results[0].Title, "it is KEY")) {
				t.Errorf("results %.500s", data)
			}
		}
	}
	if len(e.secrets) < 4 {
		t.Errorf("only %d forms of the keys", len(e.secrets))
	}
}

// Keys are sent to no other host, nor without the encryption that they were asked to be
// sent with.
func TestRedirects(t *testing.T) {
	t.Parallel()
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("another host is asked") }))
	t.Cleanup(other.Close)
	for name, to := range map[string]string{"another host": other.URL, "the same host by another port": other.URL + "/search", "none": ""} {
		e, server := own(t, nil)
		server.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/moved" {
				fmt.Fprint(w, `{"results":[]}`)
				return
			}
			http.Redirect(w, r, map[bool]string{true: to, false: "/moved"}[to != ""], http.StatusTemporaryRedirect)
		})
		if _, err := collect(t.Context(), e); (err != nil) != (to != "") || to != "" && !strings.Contains(err.Error(), "redirects elsewhere") {
			t.Errorf("%s: %v", name, err)
		}
	}
	e := engine(t, "searxng", func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Scheme == "https" {
			return false
		}
		w.Header().Set("Location", "https://"+r.URL.Host+r.URL.RequestURI())
		w.WriteHeader(http.StatusMovedPermanently)
		return true
	})
	if got, err := collect(t.Context(), e); err != nil || len(got) != 37 {
		t.Errorf("to encryption: %d results, %v", len(got), err)
	}
	e = engine(t, "tavily", func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Scheme == "http" {
			t.Error("the key is sent in clear")
		}
		w.Header().Set("Location", "http://"+r.URL.Host+r.URL.Path)
		w.WriteHeader(http.StatusTemporaryRedirect)
		return true
	})
	e.opt.Retries = -1
	if _, err := collect(t.Context(), e); err == nil {
		t.Error("a redirect without encryption is followed")
	}
}

// A service that always has a further page, and one that is as large as may be.
func TestEndless(t *testing.T) {
	t.Parallel()
	asked := 0
	e, _ := own(t, func(w http.ResponseWriter, _ *http.Request) {
		asked++
		fmt.Fprintf(w, `{"results":[{"url":"http://e.org/%d"},7,"x",null,{"url":{}},{"url":[1]},[]]}`, asked)
	})
	if got, err := collect(t.Context(), e); len(got) != defaultPages || asked != defaultPages || err != nil {
		t.Errorf("%d results of %d pages, %v", len(got), asked, err)
	}
	e, _ = own(t, func(w http.ResponseWriter, _ *http.Request) {
		for range 10 << 20 / 1000 {
			if _, err := w.Write([]byte(strings.Repeat(" ", 1000))); err != nil {
				return
			}
		}
		fmt.Fprint(w, `{"results":[]}`)
	})
	if _, err := collect(t.Context(), e); search.ReasonOf(err) != "too large" {
		t.Errorf("10 MB: %v", err)
	}
	// Deep as the decoder bears, and deeper.
	for _, depth := range []int{9_000, 100_000} {
		e, _ = own(t, func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprint(w, `{"results":[{"url":"http://e.org/","x":`+strings.Repeat("[", depth)+strings.Repeat("]", depth)+`}]}`)
		}, "results: $.results[*]", "results: $..results[*]")
		got, err := collect(t.Context(), e)
		if whole := depth < 10_000; whole != (len(got) == 1) || whole != (err == nil) {
			t.Errorf("depth %d: %d results, %v", depth, len(got), err)
		}
	}
}

// A service that gives what asks for its next page is asked with that, until it gives
// none or the same again.
func TestNext(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		tokens []string // that the pages give
		asked  string
	}{
		"three pages":    {[]string{`"a"`, `7`, `null`}, " a 7"},
		"one page":       {[]string{`""`}, ""},
		"the same again": {[]string{`"a"`, `"a"`, `"a"`, `"a"`}, " a a"}, // whose results are no new ones
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var asked []string
			e, _ := own(t, func(w http.ResponseWriter, r *http.Request) {
				token := test.tokens[min(len(asked), len(test.tokens)-1)]
				asked = append(asked, r.URL.Query().Get("page"))
				url := len(asked)
				if name == "the same again" {
					url = min(url, 2)
				}
				fmt.Fprintf(w, `{"results":[{"url":"http://e.org/%d"}],"cursor":%s}`, url, token)
			}, `page: "{page}"`, `page: "{next}"`, "  failure: $.error\n", "  next: $.cursor\n")
			if _, err := collect(t.Context(), e); err != nil || strings.Join(asked, " ") != test.asked {
				t.Errorf("asked for %q, want %q; %v", strings.Join(asked, " "), test.asked, err)
			}
		})
	}
	e, _ := own(t, func(http.ResponseWriter, *http.Request) {})
	if _, err := collect(t.Context(), e); err == nil || errors.Is(err, search.ErrIncomplete) {
		t.Errorf("an empty answer: %v", err)
	}
}
