package siteexpand

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/page"
)

// endless is a site on which every page points to two new ones and back.
type endless struct{}

func (endless) Fetch(ctx context.Context, u string) (*page.Page, error) {
	n, err := strconv.Atoi(strings.TrimPrefix(u, "http://e.org/day/"))
	if err != nil {
		return nil, &page.Error{URL: u, Reason: page.Status, Status: 404}
	}
	body := fmt.Sprintf(`<ul><a href="/day/%d">next</a><a href="/day/%d">other</a></ul><p><a href="/day/%d">back</a></p>`, 2*n, 2*n+1, n/2)
	return &page.Page{URL: u, Status: 200, ContentType: "text/html", Body: []byte(body)}, ctx.Err()
}

// Every method ends on an endless site, keeps to its budget, and says that it
// was cut off; with a context that is done it ends at once.
func TestMethodsEnd(t *testing.T) {
	t.Parallel()
	for _, m := range methods() {
		t.Run(m.Name(), func(t *testing.T) {
			t.Parallel()
			run := func(ctx context.Context) (*Result, error) {
				return m.Expand(ctx, endless{}, []string{"http://e.org/day/1"}, Options{MaxDownloads: 50})
			}
			res, err := run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if r := res.Report; r.Downloads > 50 || r.Method != m.Name() || r.Pages != len(res.Pages) {
				t.Errorf("report %+v", r)
			}
			if res.Pages[0].Status != Sample || res.Pages[0].URL != "http://e.org/day/1" {
				t.Errorf("first page %+v", res.Pages[0])
			}
			again, err := run(t.Context())
			if diff := cmp.Diff(res, again); diff != "" || err != nil {
				t.Errorf("a second run differs (%v):\n%s", err, diff)
			}
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			if _, err := run(ctx); !errors.Is(err, context.Canceled) {
				t.Errorf("error %v of a context that is done", err)
			}
		})
	}
}

// Two samples of two kinds give the pages of both to every method but the two
// focused crawls, which take what they have in common.
func TestMethodsUnion(t *testing.T) {
	t.Parallel()
	for _, m := range methods()[2:] {
		t.Run(m.Name(), func(t *testing.T) {
			t.Parallel()
			one, _, _ := expandBy(t, m, shop(), Options{}, "/product/1a")
			two, _, _ := expandBy(t, m, shop(), Options{}, "/help")
			both, res, _ := expandBy(t, m, shop(), Options{}, "/product/1a", "/help")
			want := append(one, two...)
			slices.Sort(want)
			if diff := cmp.Diff(slices.Compact(want), both); diff != "" {
				t.Errorf("pages (-want +got):\n%s", diff)
			}
			if res.Pages[0].Status != Sample || res.Pages[1].Status != Sample {
				t.Errorf("first pages %+v", res.Pages[:2])
			}
		})
	}
}

// In the notation of tags alone, pages have one template that differ by their
// attributes.
func TestMethodsNotation(t *testing.T) {
	t.Parallel()
	pages := map[string]string{"/": anchors("ul", "/1", "/2", "/3")}
	for i := 1; i <= 3; i++ {
		links := anchors("p", "/")
		for j := 1; j <= 6; j++ {
			links += anchors(fmt.Sprintf("h%d x%d=1", j, i), "http://other.example/")
		}
		pages[fmt.Sprintf("/%d", i)] = links
	}
	for _, m := range []Method{INDESIT{Jaccard: true}, Trivial{Jaccard: true}} {
		for notation, want := range map[page.Notation]int{page.Tag: 3, page.TagAttr: 1} {
			if got, _, _ := expandBy(t, m, pages, Options{Notation: notation}, "/1"); len(got) != want {
				t.Errorf("%s in %v finds %v, want %d", m.Name(), notation, got, want)
			}
		}
	}
}
