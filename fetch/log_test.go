package fetch

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// Every page leaves a record of what became of it, whoever asked for it and
// wherever it came from.
func TestLog(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/robots.txt":
			w.Write([]byte("User-agent: *\nDisallow: /shut"))
		case "/old":
			http.Redirect(w, r, "/page", http.StatusMovedPermanently)
		case "/page":
			w.Header().Set("Content-Type", "text/html")
			w.Write([]byte("<p>page"))
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	for level, verbose := range map[slog.Level]bool{slog.LevelDebug: true, slog.LevelInfo: false} {
		var out bytes.Buffer
		log := slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: level, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey || a.Key == slog.LevelKey || a.Key == "error" {
				return slog.Attr{}
			}
			return a
		}}))
		c, err := New(fast(Options{Archive: t.TempDir(), Log: log}))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{"/page", "/page", "/old", "/shut", "/gone"} {
			c.Fetch(t.Context(), server.URL+path)
		}
		c.Refresh(t.Context(), server.URL+"/page", time.Now())
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		want := ""
		if verbose {
			want = strings.ReplaceAll(`msg=page url=HOST/page from=network status=200 bytes=7
msg=page url=HOST/page from=kept status=200 bytes=7
msg=page url=HOST/old from=network status=200 bytes=7 redirected=HOST/page
msg="no page" url=HOST/shut reason=robots
msg="no page" url=HOST/gone reason=status
msg=page url=HOST/page from=network status=200 bytes=7
`, "HOST", server.URL)
		}
		if out.String() != want {
			t.Errorf("level %v:\n%s\nwant:\n%s", level, out.String(), want)
		}
	}
}
