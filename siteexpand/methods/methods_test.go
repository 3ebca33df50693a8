package methods

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde/internal/sitetest"
	"verde/page"
	"verde/siteexpand"
	"verde/siteexpand/indesit"
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

// Layout implements [page.LayoutFinder].
func (endless) Layout(ctx context.Context, p *page.Page) (*page.Layout, error) {
	return sitetest.Column(ctx, p)
}

// Every method ends on an endless site, keeps to its budget, and says that it
// was cut off; with a context that is done it ends at once.
func TestMethodsEnd(t *testing.T) {
	t.Parallel()
	for _, m := range methods() {
		t.Run(m.Name(), func(t *testing.T) {
			t.Parallel()
			run := func(ctx context.Context) (*siteexpand.Result, error) {
				return m.Expand(ctx, endless{}, []string{"http://e.org/day/1"}, siteexpand.Options{MaxDownloads: 50})
			}
			res, err := run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if r := res.Report; r.Downloads > 50 || r.Method != m.Name() || r.Pages != len(res.Pages) {
				t.Errorf("report %+v", r)
			}
			if res.Pages[0].Status != siteexpand.Sample || res.Pages[0].URL != "http://e.org/day/1" {
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
			one, _, _ := sitetest.Expand(t, m, sitetest.Shop(), siteexpand.Options{}, "/product/1a")
			two, _, _ := sitetest.Expand(t, m, sitetest.Shop(), siteexpand.Options{}, "/help")
			both, res, _ := sitetest.Expand(t, m, sitetest.Shop(), siteexpand.Options{}, "/product/1a", "/help")
			want := append(one, two...)
			slices.Sort(want)
			if diff := cmp.Diff(slices.Compact(want), both); diff != "" {
				t.Errorf("pages (-want +got):\n%s", diff)
			}
			if res.Pages[0].Status != siteexpand.Sample || res.Pages[1].Status != siteexpand.Sample {
				t.Errorf("first pages %+v", res.Pages[:2])
			}
		})
	}
}

// In the notation of tags alone, pages have one template that differ by their
// attributes.
func TestMethodsNotation(t *testing.T) {
	t.Parallel()
	pages := map[string]string{"/": sitetest.Anchors("ul", "/1", "/2", "/3")}
	for i := 1; i <= 3; i++ {
		links := sitetest.Anchors("p", "/")
		for j := 1; j <= 6; j++ {
			links += sitetest.Anchors(fmt.Sprintf("h%d x%d=1", j, i), "http://other.example/")
		}
		pages[fmt.Sprintf("/%d", i)] = links
	}
	for _, m := range []siteexpand.Method{indesit.INDESIT{Jaccard: true}, indesit.Trivial{Jaccard: true}} {
		for notation, want := range map[page.Notation]int{page.Tag: 3, page.TagAttr: 1} {
			if got, _, _ := sitetest.Expand(t, m, pages, siteexpand.Options{Notation: notation}, "/1"); len(got) != want {
				t.Errorf("%s in %v finds %v, want %d", m.Name(), notation, got, want)
			}
		}
	}
}

// Every method keeps to the bounds of a page's links and of URLs.
func TestBoundsOfAllMethods(t *testing.T) {
	t.Parallel()
	for _, m := range methods() {
		t.Run(m.Name(), func(t *testing.T) {
			t.Parallel()
			long := "/long/" + strings.Repeat("x", 100)
			pages := sitetest.Racing()
			pages["/drivers/"] += sitetest.Anchors("ul", long, "/a/a/a/a/a/") + sitetest.Anchors("p class=wide", slices.Repeat([]string{"/", "/rules.html"}, 50)...)
			shop := sitetest.NewMemory(pages)
			res, err := m.Expand(t.Context(), shop, []string{"http://e.org/drivers/2014/driver_01.htm"}, siteexpand.Options{Bounds: siteexpand.Bounds{URL: 80, Links: 60}})
			if err != nil {
				t.Fatal(err)
			}
			for u := range shop.Fetched {
				if len(u) > 80 || strings.Contains(u, "/a/a/a/a") {
					t.Errorf("%s is fetched", u)
				}
			}
			if d := res.Report.Dropped; d[siteexpand.DropLong] != 1 || d[siteexpand.DropRepeats] != 1 || d[siteexpand.DropLinks] == 0 {
				t.Errorf("dropped %v", d)
			}
		})
	}
}

// With Verify no method returns what it has not fetched, unless the limit comes
// before; then it says so.
func TestVerify(t *testing.T) {
	t.Parallel()
	pages := sitetest.Thinned(7)
	for _, m := range methods() {
		for _, limit := range []int{0, 90} {
			got, res, _ := sitetest.Expand(t, m, pages, siteexpand.Options{Verify: true, MaxDownloads: limit}, "/books/crime/book-3.html")
			dead := slices.ContainsFunc(got, func(p string) bool { return pages[p] == "" })
			if cut := sitetest.HasCase(res.Report, siteexpand.CutShort); !cut && (dead || res.Report.Inferred > 0) || limit == 0 && cut || len(got) < 2 {
				t.Errorf("%s, limit %d: %d pages, dead ones %v, %d not fetched; %v", m.Name(), limit, len(got), dead, res.Report.Inferred, res.Report.Diagnoses)
			}
		}
	}
}

func TestByName(t *testing.T) {
	t.Parallel()
	for _, name := range Names() {
		m, err := ByName(name)
		if err != nil || m.Name() != name {
			t.Errorf("ByName(%q) = %v, %v", name, m, err)
		}
	}
	if m, err := ByName(""); err != nil || m.Name() != Names()[0] {
		t.Errorf("the default is %v, %v; want %s", m, err, Names()[0])
	}
	if _, err := ByName("magic"); err == nil {
		t.Error("no error for an unknown method")
	}
}
