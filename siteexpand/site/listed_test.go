package site

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"verde/internal/sitetest"
	"verde/page"
	"verde/siteexpand"
)

// archived is a fetcher that knows an archive's URLs.
type archived struct {
	*sitetest.InMemory
	urls []string
}

func (a archived) URLs(context.Context, string) ([]string, error) { return a.urls, nil }

// Of fifty things the front page leads to forty. An archive knows every second one, and one
// that is gone: so of 25 of the type that it knows the site leads to 20, .8 of all, and 40
// by links are .8 of 49.8 (26·41/21 - 1) by Chapman's estimate, of which 45 are known.
func TestCompareListed(t *testing.T) {
	t.Parallel()
	pages := map[string]string{}
	var linked, urls, found []string
	for i := range 50 {
		path := fmt.Sprintf("/thing/%d", i)
		pages[path] = fmt.Sprintf("<h1>Thing %d</h1>", i) + sitetest.Anchors("p", "/")
		if i < 40 {
			linked = append(linked, path)
		}
		if i%2 == 0 {
			urls = append(urls, "http://e.org"+path)
		}
		if i < 40 || i%2 == 0 {
			found = append(found, path)
		}
	}
	pages["/"] = sitetest.Anchors("p", linked...)
	compared := func(t *testing.T, urls []string, found []string) *siteexpand.Listed {
		t.Helper()
		s, starts, err := Open(t.Context(), "test", archived{sitetest.NewMemory(pages), urls}, []string{"http://e.org/thing/0"}, siteexpand.Options{})
		if err != nil {
			t.Fatal(err)
		}
		seeds, err := s.Seeds(t.Context(), starts)
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range seeds {
			if _, err := s.Fetch(t.Context(), u); err != nil {
				t.Fatal(err)
			}
		}
		var result []siteexpand.EntityPage
		for _, path := range found {
			result = append(result, siteexpand.EntityPage{URL: "http://e.org" + path})
		}
		return s.Finish(result).Report.Listed
	}
	near := cmpopts.EquateApprox(0, .01)
	want := &siteexpand.Listed{URLs: 26, Failed: 1, Pages: 25, New: 20, Linked: 20, Share: .8, Low: .62, High: .92,
		Missing: &siteexpand.Missing{Pages: 4.76, Low: 0, High: 20.04}}
	got := compared(t, append(urls, "http://e.org/gone"), found)
	if diff := cmp.Diff(want, got, near, cmpopts.IgnoreFields(siteexpand.Missing{}, "High")); diff != "" {
		t.Errorf("want -, got +\n%s", diff)
	}
	if got.Missing.High < 5 {
		t.Errorf("at most %.1f are missing, and 5 are", got.Missing.High)
	}
	if got := compared(t, nil, found); got != nil {
		t.Errorf("nobody lists a URL, and the report has %+v", got)
	}
	if got := compared(t, []string{"http://e.org/"}, found); got == nil || got.Pages != 0 || got.New != len(found) || got.Missing != nil {
		t.Errorf("an archive without one of the pages: %+v", got)
	}
	// All that the archive knows is known by it alone: nothing is said of what is missing.
	if got := compared(t, []string{"http://e.org/thing/44"}, []string{"/thing/44"}); got == nil || got.Pages != 1 || got.Linked != 0 || got.Missing != nil || got.Low != 0 {
		t.Errorf("a page that the archive alone knows: %+v", got)
	}
}

// Where links and the archive know pages independently of each other, the interval holds
// what is missing about as often as it says.
func TestMissingInterval(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	const draws = 2000
	for _, test := range []struct {
		pages        int
		link, listed float64
	}{{50, .8, .5}, {200, .9, .3}, {200, .5, .5}, {1000, .95, .2}} {
		within := 0
		for range draws {
			c := &siteexpand.Listed{}
			own, found := 0, 0
			for range test.pages {
				linked, listed := r.Float64() < test.link, r.Float64() < test.listed
				if linked {
					own++
				}
				if listed {
					c.Pages++
				}
				if linked && listed {
					c.Linked++
				}
				if linked || listed {
					found++
				}
			}
			estimateMissing(c, own, found)
			missing := float64(test.pages - found)
			if c.Missing.Low <= missing+.5 && missing <= c.Missing.High+.5 {
				within++
			}
		}
		if share := float64(within) / draws; share < .93 {
			t.Errorf("%+v: within the interval in %.3f of the draws", test, share)
		}
	}
}

var _ page.URLLister = archived{}
