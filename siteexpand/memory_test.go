package siteexpand

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"verde/page"
)

// inMemory is a site in memory: paths of http://e.org to documents. A document
// that begins with "->" is a redirect to another path or URL.
type inMemory struct {
	pages   map[string]string
	fetched map[string]int
}

func (m *inMemory) Fetch(ctx context.Context, u string) (*page.Page, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m.fetched[u]++
	final := u
	for range 5 {
		body, ok := m.pages[strings.TrimPrefix(final, "http://e.org")]
		if !ok {
			break
		}
		if to, ok := strings.CutPrefix(body, "->"); ok {
			next, err := page.Resolve(final, to)
			if err != nil {
				return nil, err
			}
			final = next
			if !strings.HasPrefix(next, "http://e.org/") {
				return &page.Page{URL: final, Requested: u, Status: 200, Body: []byte("<p>elsewhere")}, nil
			}
			continue
		}
		return &page.Page{URL: final, Requested: u, Status: 200, ContentType: "text/html", Body: []byte(body)}, nil
	}
	return nil, &page.Error{URL: u, Reason: page.Status, Status: 404}
}

func newMemory(pages map[string]string) *inMemory {
	return &inMemory{pages: pages, fetched: make(map[string]int)}
}

// anchors makes a list of links under an element path.
func anchors(open string, hrefs ...string) string {
	var b strings.Builder
	b.WriteString("<" + open + ">")
	for _, h := range hrefs {
		fmt.Fprintf(&b, "<a href=%q>%s</a>", h, h)
	}
	b.WriteString("</" + strings.Fields(open)[0] + ">")
	return b.String()
}

// racing is a site of the kind of SSUP 2019, Figure 2: years of drivers and of
// teams, and pages that are neither.
func racing() map[string]string {
	nav := anchors("nav", "/", "/drivers/", "/teams/", "/rules.html")
	pages := map[string]string{
		"/":           nav + anchors("p", "/drivers/", "/teams/"),
		"/drivers/":   nav + anchors("ul", "/drivers/2014/", "/drivers/2015/", "/drivers/2016/"),
		"/teams/":     nav + anchors("ol", "/teams/team_01.htm", "/teams/team_02.htm"),
		"/rules.html": nav + "<h1>Rules</h1>" + anchors("p", "/points.html"),
	}
	for year := 2014; year <= 2016; year++ {
		index := fmt.Sprintf("/drivers/%d/", year)
		var drivers []string
		for i := range 3 {
			driver := fmt.Sprintf("%sdriver_%02d.htm", index, 10*(year-2014)+i)
			drivers = append(drivers, driver)
			pages[driver] = nav + "<h1>Driver</h1>" + anchors("div", index) + anchors("table", "/teams/team_01.htm")
		}
		pages[index] = nav + anchors("div class=list", append(drivers, fmt.Sprintf("/seasons/%d.htm", year))...) + anchors("p", "/drivers/")
		pages[fmt.Sprintf("/seasons/%d.htm", year)] = nav + "<h1>Season</h1>" + anchors("main", "/points.html")
	}
	for i := 1; i <= 2; i++ {
		pages[fmt.Sprintf("/teams/team_%02d.htm", i)] = nav + "<h1>Team</h1>" + anchors("section", "/teams/")
	}
	return pages
}

// urls lists the paths of result pages.
func urls(pages []EntityPage) (paths []string) {
	for _, p := range pages {
		paths = append(paths, strings.TrimPrefix(p.URL, "http://e.org"))
	}
	return paths
}

// openSite begins a run on pages, for tests of single steps.
func openSite(t *testing.T, pages map[string]string, sample string) (*site, *node) {
	t.Helper()
	s, starts, err := begin(t.Context(), "test", newMemory(pages), []string{"http://e.org" + sample}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s, s.seen(starts[0])
}
