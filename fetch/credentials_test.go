package fetch

import (
	"bytes"
	"errors"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"

	"verde/page"
)

// members answers with what was sent to it, and leads from /away to another host.
type members struct{ got map[string]http.Header } // by URL

func (m *members) RoundTrip(r *http.Request) (*http.Response, error) {
	m.got[r.URL.String()] = r.Header
	rec := httptest.NewRecorder()
	rec.Header().Set("Content-Type", "text/html")
	if r.Header.Get("Authorization") != "" || r.Header.Get("Cookie") != "" {
		rec.Header().Set("Set-Cookie", "session=secret-granted")
	}
	switch r.URL.Path {
	case "/robots.txt":
		rec.WriteHeader(http.StatusNotFound)
	case "/away":
		rec.Header().Set("Location", "http://other.example/there")
		rec.WriteHeader(http.StatusFound)
	case "/echo": // repeats what it was sent, as pages that show a key or carry a session in their links do
		rec.Header().Set("X-Echo", r.Header.Get("Authorization"))
		rec.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(rec)
		io.WriteString(z, "<p>"+html.EscapeString(r.Header.Get("Cookie"))+" <a href='/?key="+url.QueryEscape(r.Header.Get("Authorization"))+"'>on</a>")
		z.Close()
	default:
		rec.WriteString("<p>in")
	}
	resp := rec.Result()
	resp.Request = r
	return resp, nil
}

const cookieFile = "# Netscape HTTP Cookie File\n" +
	"h.example\tFALSE\t/\tFALSE\t0\tid\tsecret-of-h,\"xyz\"\n" +
	"#HttpOnly_.wide.example\tTRUE\t/in\tFALSE\t4102444800\twide\tsecret-of-wide\n" +
	"h.example\tFALSE\t/\tFALSE\t1000\told\tsecret-of-old\n" +
	"safe.example\tFALSE\t/\tTRUE\t0\tsafe\tsecret-of-safe\n"

// Credentials go to the hosts they are for, over redirects too, and the archive has no
// word of them.
func TestCredentials(t *testing.T) {
	t.Parallel()
	var own Credentials
	if err := own.AddHeader("http://H.example", "authorization", "Bearer secret-of-header"); err != nil {
		t.Fatal(err)
	}
	if err := own.AddHeader("never.example", "x-key", "secret-of-never"); err != nil {
		t.Fatal(err)
	}
	sent, left, err := own.ReadCookies(strings.NewReader(cookieFile), time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	if sent != 3 || left != 1 || err != nil {
		t.Fatalf("%d cookies, %d left, error %v", sent, left, err)
	}
	dir, web := t.TempDir(), &members{map[string]http.Header{}}
	c := openSmall(t, Options{Transport: web, Archive: dir, Credentials: own})
	for _, test := range []struct{ url, authorization, cookie string }{
		{"http://h.example/page", "Bearer secret-of-header", `id=secret-of-h,"xyz"`},
		{"https://h.example/page", "", `id=secret-of-h,"xyz"`},
		{"http://h.example/away", "Bearer secret-of-header", `id=secret-of-h,"xyz"`},
		{"http://other.example/there", "", ""},
		{"http://sub.h.example/", "", ""},
		{"http://h.example:8080/", "", `id=secret-of-h,"xyz"`}, // cookies know no ports: RFC 6265, §8.5
		{"http://shop.wide.example/in/x", "", "wide=secret-of-wide"},
		{"http://shop.wide.example/out", "", ""},
		{"http://safe.example/", "", ""},
		{"https://safe.example/", "", "safe=secret-of-safe"},
		{"http://h.example/echo", "Bearer secret-of-header", `id=secret-of-h,"xyz"`},
	} {
		if _, err := c.Fetch(t.Context(), test.url); err != nil {
			t.Fatal(err)
		}
		if got := web.got[test.url]; got.Get("Authorization") != test.authorization || got.Get("Cookie") != test.cookie {
			t.Errorf("%s was sent Authorization %q and Cookie %q", test.url, got.Get("Authorization"), got.Get("Cookie"))
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	text := unpacked(t, dir)
	if got := c.Unasked(); !slices.Equal(got, []string{"https://never.example"}) {
		t.Errorf("nothing asked of %v", got)
	}
	if bytes.Contains(text, []byte("secret")) {
		t.Errorf("the archive has credentials:\n%s", text)
	}
	for _, want := range []string{"Authorization: (left out)", "\nCookie: (left out)", "Set-Cookie: (left out)", "X-Echo: Bearer *", "<p>id=*", "key=Bearer+*"} {
		if !bytes.Contains(text, []byte(want)) {
			t.Errorf("the archive does not say %q", want)
		}
	}
}

// unpacked gives the text of an archive's files.
func unpacked(t *testing.T, dir string) (text []byte) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		var r io.Reader = f
		if strings.HasSuffix(name, ".gz") {
			if r, err = gzip.NewReader(f); err != nil {
				t.Fatal(err)
			}
		}
		all, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, all...)
	}
	return text
}

func TestCredentialsRefused(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ host, name, value, want string }{
		{"", "A", "b", "names no host"},
		{"h.example/path", "A", "b", "names no host"},
		{"h.example", "A B", "b", "names no header field"},
		{"h.example", "A", "secret\r\nB: c", "can't stand in a header"},
		{"h.example", "user-agent", "b", "have already"},
	} {
		var c Credentials
		if err := c.AddHeader(test.host, test.name, test.value); err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%+v: error %v", test, err)
		}
	}
	for _, test := range []struct{ line, want string }{
		{"id=secret; path=/", "line 1: 1 fields"},
		{"h.example\tFALSE\t/\tFALSE\tsoon\tid\tsecret", "line 1: the fifth field"},
		{"h.example\tFALSE\t/\tFALSE\t0\tid\tsecret\x01", "line 1: it has a character"},
	} {
		var c Credentials
		if _, _, err := c.ReadCookies(strings.NewReader(test.line), time.Now()); err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: error %v", test.line, err)
		}
	}
}

// A page of strangers gets nothing of what only the user can have, by no way round.
func TestWithheld(t *testing.T) {
	t.Parallel()
	var own Credentials
	if err := own.AddHeader("http://other.example", "Authorization", "secret"); err != nil {
		t.Fatal(err)
	}
	open := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	mirror := Mirror{Host: "folder.example", Dir: t.TempDir()}
	for _, test := range []struct {
		name, url, by string
		opt           Options
		given         bool
	}{
		{"of its own site", "http://other.example/page", "http://other.example/", Options{Credentials: own}, true},
		{"of a host of its domain", "http://other.example/page", "http://shop.other.example/", Options{Credentials: own}, true},
		{"for the user", "http://other.example/page", "", Options{Credentials: own}, true},
		{"of a site with credentials", "http://other.example/page", "http://h.example/", Options{Credentials: own}, false},
		{"of where one's own host leads", "http://h.example/away", "http://h.example/", Options{Credentials: own}, false},
		{"of a third site", "http://cdn.example/page", "http://h.example/", Options{Credentials: own}, true},
		{"of a third site with a way inside", "http://cdn.example/page", "http://h.example/", Options{AllowPrivate: open}, false},
		{"of a mirror", "http://folder.example/page", "http://h.example/", Options{Mirrors: []Mirror{mirror}}, false},
	} {
		web := &members{map[string]http.Header{}}
		test.opt.Transport = web
		c := openSmall(t, test.opt)
		_, err := c.Resource(t.Context(), test.url, Asker{Page: test.by})
		var refused *page.Error
		if (err == nil) != test.given || err != nil && (!errors.As(err, &refused) || refused.Reason != page.Private || len(web.got["http://other.example/there"]) > 0) {
			t.Errorf("%s: error %v", test.name, err)
		}
	}
}
