package live

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"verde/query"
	"verde/search"
	"verde/search/searchtest"
)

// searxSettings has searx ask one engine, by its json_engine: the template of an address,
// and where the results are, as a description of ours has them.
const searxSettings = `
general: {debug: false, instance_name: test, contact_url: false, enable_stats: false}
search: {safe_search: 0, autocomplete: "", default_lang: "", ban_time_on_fail: 0, max_ban_time_on_fail: 0, prefer_configured_language: false}
server: {port: %d, bind_address: 127.0.0.1, base_url: false, secret_key: test, image_proxy: false, http_protocol_version: "1.0", method: GET, default_http_headers: {}}
ui: {static_path: /usr/share/python3-searx/static, templates_path: /usr/share/python3-searx/templates, default_theme: oscar, default_locale: en, autofocus: false, archive_today: false, theme_args: {oscar_style: logicodev}}
outgoing: {request_timeout: 10.0, max_request_timeout: 20.0, useragent_suffix: "", pool_connections: 10, pool_maxsize: 10}
locales: {en: English}
doi_resolvers: {none: "http://localhost/"}
default_doi_resolver: none
enabled_plugins: []
checker: {off_when_debug: true, tests: {}, additional_tests: {}}
engines:
  - {name: local, engine: json_engine, shortcut: lo, categories: general, paging: true, enable_http: true, search_url: "%s/?q={query}&p={pageno}", results_query: found/list, url_query: where, title_query: called, content_query: about}
`

// The real searx, where it is installed, over an engine of three pages of three results.
func TestSearx(t *testing.T) {
	t.Parallel()
	program, err := exec.LookPath("searx-run")
	switch {
	case err != nil:
		t.Skip("not tried: searx is not installed (apt-get install searx)")
	case testing.Short():
		t.Skip("not tried: searx takes seconds to start")
	}
	const pages, each = 3, 3
	behind := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.FormValue("q"), "fails") {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		list := []any{}
		for i := 0; i < each && r.FormValue("p") <= fmt.Sprint(pages); i++ {
			list = append(list, map[string]string{"where": fmt.Sprintf("http://e.example/%s/%d", r.FormValue("p"), i), "called": "T", "about": r.FormValue("q")})
		}
		if err := json.NewEncoder(w).Encode(map[string]any{"found": map[string]any{"list": list}}); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(behind.Close)
	address := startSearx(t, program, behind.URL)
	e, err := New("searxng", address, Options{Retries: 7, Interval: -1}) // a minute, until it is up
	if err != nil {
		t.Fatal(err)
	}
	if err := searchtest.TestEngine(t.Context(), e, asked); err != nil {
		t.Fatal(err)
	}
	got, err := collect(t.Context(), e)
	if err != nil || len(got) != pages*each || got[0].Title != "T" || got[0].Snippet == "" || got[len(got)-1].Page != pages {
		t.Errorf("%+v, %v", got, err)
	}
	for _, err = range e.Search(t.Context(), query.Query{ID: "q2", Required: []query.Value{{Text: "fails"}}}) {
		if !errors.Is(err, search.ErrIncomplete) || !strings.Contains(err.Error(), "local") {
			t.Errorf("with a failing engine behind it: %v", err)
		}
	}
	if err == nil {
		t.Error("a failing engine behind it is not told")
	}
}

// startSearx starts searx over an engine, until the end of the test, and gives the address
// where it will answer.
func startSearx(t *testing.T, program, engine string) string {
	t.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := free.Addr().(*net.TCPAddr).Port
	free.Close()
	settings := filepath.Join(t.TempDir(), "settings.yml")
	if err := os.WriteFile(settings, fmt.Appendf(nil, searxSettings, port, engine), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, program)
	cmd.Env = []string{"SEARX_SETTINGS_PATH=" + settings, "PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir()}
	said := new(strings.Builder)
	cmd.Stdout, cmd.Stderr = said, said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		_ = cmd.Wait() // it was killed
		if t.Failed() {
			t.Logf("searx: %.4000s", said)
		}
	})
	return fmt.Sprintf("http://127.0.0.1:%d/search", port)
}
