package agent

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestName(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ product, contact, want string }{
		{"", "", "VerDE/0.1"},
		{"", "me@example.org", "VerDE/0.1 (+mailto:me@example.org)"},
		{"", "mailto:me@example.org", "VerDE/0.1 (+mailto:me@example.org)"},
		{"", "https://example.org/bot?a=b", "VerDE/0.1 (+https://example.org/bot?a=b)"},
		{"Bot/1.0", "", "Bot/1.0"},
		{"Bot/1.0 (of us)", "http://example.org/", "Bot/1.0 (of us) (+http://example.org/)"},
	} {
		got, err := Name(test.product, test.contact)
		if err != nil || got != test.want {
			t.Errorf("Name(%q, %q) = %q, %v; want %q", test.product, test.contact, got, err, test.want)
			continue
		}
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Header.Set("User-Agent", got)
		if err := r.Header.Write(new(strings.Builder)); err != nil {
			t.Errorf("%q as a header: %v", got, err)
		}
	}
	for _, bad := range []struct{ product, contact, want string }{
		{"Bot\r\nX: y", "", "control characters"},
		{"\x1b[2JBot", "", "control characters"},
		{" Bot", "", "begins or ends with a space"},
		{"", "me", `contact "me": give a mail address or the URL of a page`},
		{"", "me@", "give a mail address"},
		{"", "Me <me@example.org>", "give a mail address"},
		{"", "https:///bot", "give a mail address"},
		{"", "ftp://example.org/bot", "give a mail address"},
		{"", "https://example.org/bot)", "give a mail address"},
		{"", "https://example.org/\x1b", "give a mail address"},
		{"", "https://example.org/a b", "give a mail address"},
	} {
		if got, err := Name(bad.product, bad.contact); err == nil || !strings.Contains(err.Error(), bad.want) {
			t.Errorf("Name(%q, %q) = %q, %v; want an error with %q", bad.product, bad.contact, got, err, bad.want)
		}
	}
}
