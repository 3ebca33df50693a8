package urlclass

import (
	"fmt"
	"strings"
	"testing"

	"verde/siteexpand/urlparts"
)

// URLs that differ only where the site's URLs vary are of one class, whichever came first.
func TestGroup(t *testing.T) {
	t.Parallel()
	samples, urls := []string{"http://e.org/book/1.html", "http://e.org/book/2.html"}, []string{"http://e.org/about.html"}
	for i := range 40 {
		urls = append(urls, fmt.Sprintf("http://e.org/book/%d.html", i), fmt.Sprintf("http://e.org/reviews/%d", i))
	}
	got := Group(samples, urls)
	for i := range urls {
		if want := got[min(i, 2-i%2)]; got[i] != want {
			t.Errorf("%s is of class %q, others of %q", urls[i], got[i], want)
		}
	}
	if got[0] == got[1] || got[1] == got[2] || got[0] == got[2] {
		t.Errorf("classes %q, want three that differ", got[:3])
	}
}

// A program's pages are not those of another that takes the same parameter. Of static pages the name tells which it is, and a query
// does not change that.
func TestPrograms(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		sample, url string
		same        bool
	}{
		{"http://e.org/book.php?id=1", "http://e.org/book.php?id=2", true},
		{"http://e.org/book.php?id=1", "http://e.org/author.php?id=2", false},
		{"http://e.org/view/book.aspx?id=1", "http://e.org/view/author.aspx?id=1", false},
		{"http://e.org/amber.html?id=1", "http://e.org/basil.html?id=2", true},
		{"http://e.org/amber?id=1", "http://e.org/basil?id=2", true},
	} {
		urls := []string{test.url}
		for i := range 40 { // so many values that the parameter chooses pages
			urls = append(urls, fmt.Sprintf("%s%d", test.sample, i))
		}
		if got := Group([]string{test.sample}, append(urls, test.sample)); (got[0] == got[len(got)-1]) != test.same {
			t.Errorf("%s is of class %q, %s of %q", test.url, got[0], test.sample, got[len(got)-1])
		}
	}
}

// What is remembered of a URL of hundreds of parameters or folders is bounded.
func TestManyPositions(t *testing.T) {
	t.Parallel()
	c := New(NewProfile([]string{"http://e.org/a/1.html", "http://e.org/a/b/2.html"}, true))
	url := "http://e.org" + strings.Repeat("/f", 500) + "/p?" + strings.Repeat("x&", 500)
	a := urlparts.Split(url)
	c.ClassOf(&a, 0, true)
	if n := len(c.values) + len(c.behind["f"]); n > maxFeatures+minRecurring {
		t.Errorf("%d beginnings of one URL are remembered", n)
	}
}
