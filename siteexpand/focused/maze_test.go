package focused

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"verde/internal/stopwatch"
	"verde/page"
	"verde/siteexpand"
	"verde/siteexpand/site"
)

// maze is a site without end whose pages are all of the type. Each leads to two
// more and to thirteen folders of its own, so that another place of the path is
// found to vary with each. With attrs, each link has an attribute of its own, so
// that no two hang on one link-path; with query, a parameter.
type maze struct{ attrs, query bool }

// Fetch implements [page.Fetcher].
func (m maze) Fetch(ctx context.Context, u string) (*page.Page, error) {
	found := &page.Page{URL: u, Requested: u, Status: 200, ContentType: "text/html", Body: []byte("<p>Nothing more")}
	path := strings.TrimPrefix(u, "http://e.org")
	if err := ctx.Err(); err != nil || strings.HasSuffix(path, ".xml") {
		return nil, &page.Error{URL: u, Reason: page.Status, Status: 404, Err: err}
	}
	path, _, _ = strings.Cut(path, "?")
	id, isThing := strings.CutPrefix(strings.TrimSuffix(path, ".html"), "/things/thing-")
	n, err := strconv.Atoi(id)
	if err != nil || !isThing {
		return found, nil
	}
	folder := ""
	for rest := n; len(folder) < 5*len("/x0"); rest /= 10 {
		folder += fmt.Sprintf("/x%d", rest%10)
	}
	var b strings.Builder
	b.WriteString("<html><body><h1 class=name>Thing</h1>")
	for i := range 15 {
		to := fmt.Sprintf("%s/y%d/z.html", folder, i)
		if i < 2 {
			to = fmt.Sprintf("thing-%d.html", 2*n+i)
		}
		attr := ""
		if m.attrs {
			attr = fmt.Sprintf("data-%d-%d", n, i)
		}
		if m.query && i >= 2 {
			to += fmt.Sprintf("?p%d-%d=1", n, i)
		}
		fmt.Fprintf(&b, "<p><a href='%s' %s>More</a>", to, attr)
	}
	b.WriteString("</body></html>")
	found.Body = []byte(b.String())
	return found, nil
}

// On a site where another place varies with each page, URLs are put into classes
// again a bounded number of times, not with each page.
func TestMaze(t *testing.T) {
	t.Parallel()
	const pages = 300
	opened, starts, err := site.Open(t.Context(), "focused", maze{}, []string{"http://e.org/things/thing-1.html", "http://e.org/things/thing-5.html"}, siteexpand.Options{MaxDownloads: pages})
	if err != nil {
		t.Fatal(err)
	}
	f, err := (&expansion{Site: opened}).crawl(t.Context(), starts, true, pages)
	if err != nil {
		t.Fatal(err)
	}
	n := len(f.order)
	if f.reclassified < maxReclassified*n/2 {
		t.Errorf("%d URLs were put into classes again of %d: hardly any place varies", f.reclassified, n)
	}
	if f.reclassified > (maxReclassified+1)*n {
		t.Errorf("%d URLs were put into classes again of %d", f.reclassified, n)
	}
}

// BenchmarkMaze is what a page of a site costs that is made to wear down who
// goes through it. It should hardly grow with the downloads.
func BenchmarkMaze(b *testing.B) {
	for _, m := range []struct {
		name string
		maze
	}{{"folders", maze{}}, {"link-paths", maze{attrs: true}}, {"parameters", maze{query: true}}} {
		for _, downloads := range []int{500, 1000, 2000, 4000} {
			b.Run(fmt.Sprintf("%s/%d", m.name, downloads), func(b *testing.B) {
				end := stopwatch.Start()
				pages := 0
				for b.Loop() {
					pages += expandAs(b, m.maze, siteexpand.Options{MaxDownloads: downloads}, "http://e.org/things/thing-1.html", "http://e.org/things/thing-5.html").Report.Downloads
				}
				b.ReportMetric(float64(pages)/float64(b.N), "pages")
				b.ReportMetric(1e6*end().Processor/float64(pages), "cpu-µs/page")
			})
		}
	}
}
