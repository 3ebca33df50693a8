package site

import (
	"strings"
	"testing"

	"verde/page"
	"verde/siteexpand"
)

func TestRefusedURLs(t *testing.T) {
	t.Parallel()
	b := siteexpand.Options{Bounds: siteexpand.Bounds{URL: 60}}.WithDefaults().Bounds
	for url, want := range map[string]string{
		"http://e.org/":                                   "",
		"http://e.org/a/a/a/a.html":                       "",
		"http://e.org/a/a/a/a/":                           siteexpand.DropRepeats,
		"http://e.org/x/a/a/a/a/y/z":                      siteexpand.DropRepeats,
		"http://e.org/a/b/a/b/a/b/c":                      "",
		"http://e.org/a/b/a/b/a/b/a/b/c":                  siteexpand.DropRepeats,
		"http://e.org/a/a/b/b/a/a/b/b/a/a/b/b/a/a/b/b/":   siteexpand.DropRepeats,
		"http://e.org/0/0/0/0/0/12":                       "",
		"http://e.org/2024/2024/2024/2024/":               "",
		"http://e.org/a?u=/b/b/b/b/b/":                    "",
		"http://a/a/a/a/":                                 "",
		"http://e.org/" + strings.Repeat("x", 60-13):      "",
		"http://e.org/" + strings.Repeat("x", 61-13):      siteexpand.DropLong,
		"http://e.org/?q=" + strings.Repeat("x", 1000):    siteexpand.DropLong,
		"http://e.org/a/b/c/a/b/c/a/b/c/a/b/c/a/b/c/last": siteexpand.DropRepeats,
	} {
		if got := violation(b, url); got != want {
			t.Errorf("%s: %q, want %q", url, got, want)
		}
	}
	if got := violation(siteexpand.Options{Bounds: siteexpand.Bounds{URL: -1, Repeats: -1}}.WithDefaults().Bounds, "http://e.org/"+strings.Repeat("a/", page.MaxURL)); got != "" {
		t.Errorf("without bounds: %q", got)
	}
}
