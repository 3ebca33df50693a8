package focused

import (
	"testing"

	"verde/siteexpand"
)

// A page is in the folder in which its name stands, whether its URL ends in a slash or not; parts of a date are one.
func TestInScope(t *testing.T) {
	t.Parallel()
	const sample = "http://e.org/history/people/ann/"
	for _, test := range []struct {
		url              string
		folder, siblings bool
	}{
		{"http://e.org/history/people/bob/", true, true},
		{"http://e.org/history/people/bob", true, true},
		{"http://e.org/history/people/bob/index.html", true, true},
		{"http://e.org/music/people/bob/", false, true},
		{"http://e.org/history/people/", false, false},
		{"http://e.org/music/courses/bob/", false, false},
	} {
		if got := inScope(siteexpand.Folder, sample, test.url); got != test.folder {
			t.Errorf("%s in the folder: %v", test.url, got)
		}
		if got := inScope(siteexpand.Siblings, sample, test.url); got != test.siblings {
			t.Errorf("%s in the siblings: %v", test.url, got)
		}
	}
	if a, b := folder("http://e.org/2014/09/a/"), folder("http://e.org/2015/01/b"); a != b {
		t.Errorf("posts of two months are in %s and %s", a, b)
	}
}
