package siteexpand

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var drivers = []string{"/drivers/2014/driver_00.htm", "/drivers/2014/driver_01.htm", "/drivers/2014/driver_02.htm",
	"/drivers/2015/driver_10.htm", "/drivers/2015/driver_11.htm", "/drivers/2015/driver_12.htm",
	"/drivers/2016/driver_20.htm", "/drivers/2016/driver_21.htm", "/drivers/2016/driver_22.htm"}

func TestSSUP(t *testing.T) {
	t.Parallel()
	for _, exact := range []bool{false, true} {
		m := newMemory(racing())
		res, err := SSUP{}.Expand(t.Context(), m, []string{"http://e.org/drivers/2015/driver_11.htm"}, Options{Exact: exact})
		if err != nil {
			t.Fatal(err)
		}
		got := urls(res.Pages)
		slices.Sort(got)
		if diff := cmp.Diff(drivers, got); diff != "" {
			t.Errorf("exact %v: pages (-want +got):\n%s", exact, diff)
		}
		want := []string{"http://e.org/drivers/", "http://e.org/drivers/2015/", "http://e.org/drivers/2015/driver_11.htm"}
		if diff := cmp.Diff(want, res.Report.PagePath[max(0, len(res.Report.PagePath)-3):]); diff != "" {
			t.Errorf("exact %v: page-path (-want +got):\n%s", exact, diff)
		}
		for u, n := range m.fetched {
			if n > 1 {
				t.Errorf("exact %v: %s fetched %d times", exact, u, n)
			}
		}
	}
}

// What the report says of a run, and of a page.
func TestReport(t *testing.T) {
	t.Parallel()
	clock := time.Unix(0, 0)
	var seen []Progress
	res, err := SSUP{}.Expand(t.Context(), newMemory(racing()), []string{"http://e.org/drivers/2015/driver_11.htm"}, Options{
		Now:      func() time.Time { clock = clock.Add(time.Second); return clock },
		Progress: func(p Progress) { seen = append(seen, p) },
	})
	if err != nil {
		t.Fatal(err)
	}
	r := res.Report
	if r.Method != "ssup" || r.Height != 5 || r.Pages != 9 || r.Seconds != 1 || r.Downloads != len(seen) || r.Requests < r.Downloads || r.Evaluations == 0 {
		t.Errorf("report %+v after %d calls of Progress", r, len(seen))
	}
	want := EntityPage{URL: "http://e.org/drivers/2015/driver_11.htm", Site: "e.org", Level: len(r.PagePath) - 1,
		From: "http://e.org/drivers/2015/", LinkPath: "html/body/div[class]/a[href]", URLSimilarity: 1, HTMLSimilarity: 1, Status: Sample}
	if diff := cmp.Diff(want, res.Pages[0]); diff != "" {
		t.Errorf("sample page (-want +got):\n%s", diff)
	}
	if again := fmt.Sprint(expand(t, racing(), "/drivers/2015/driver_11.htm").Pages); again != fmt.Sprint(res.Pages) {
		t.Error("a second run differs")
	}
}

func expand(t *testing.T, pages map[string]string, samples ...string) *Result {
	t.Helper()
	for i, s := range samples {
		samples[i] = "http://e.org" + s
	}
	res, err := SSUP{}.Expand(t.Context(), newMemory(pages), samples, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// Two samples of two kinds give the union, each page fetched once.
func TestUnion(t *testing.T) {
	t.Parallel()
	m := newMemory(racing())
	res, err := SSUP{}.Expand(t.Context(), m, []string{"http://e.org/drivers/2015/driver_11.htm", "http://e.org/teams/team_01.htm"}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := urls(res.Pages)
	slices.Sort(got)
	want := append(slices.Clone(drivers), "/teams/team_01.htm", "/teams/team_02.htm")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("pages (-want +got):\n%s", diff)
	}
	if len(res.Report.Runs) != 2 || res.Pages[0].Status != Sample || res.Pages[1].Status != Sample {
		t.Errorf("runs %v, first pages %v", res.Report.Runs, res.Pages[:2])
	}
	for u, n := range m.fetched {
		if n > 1 {
			t.Errorf("%s fetched %d times", u, n)
		}
	}
}

// A candidate that hangs on its finder as gp hangs on it is a sibling (line 6
// of Algorithm 1): pages of a chain of "next" links do not index each other.
func TestSiblingIsNoIndex(t *testing.T) {
	t.Parallel()
	pages := map[string]string{
		"/list": anchors("ul", "/p/1", "/p/2", "/p/3") + anchors("nav", "/list"),
		"/p/1":  anchors("i", "/p/2", "/p/3") + anchors("nav", "/list"),
		"/p/2":  anchors("i", "/p/1", "/p/3") + anchors("nav", "/list"),
		"/p/3":  anchors("i", "/p/1", "/p/2") + anchors("nav", "/list"),
	}
	s, gp := openRun(t, pages, "/p/1")
	ip, _, err := s.topIndexPage(t.Context(), gp.id)
	if err != nil || ip == nil || s.url(ip.id) != "http://e.org/list" {
		t.Errorf("index page %v, %v; want /list", ip, err)
	}
}

// Two hops are made when the pages next to gp are poor, and always when exact.
func TestTwoHops(t *testing.T) {
	t.Parallel()
	pages := map[string]string{
		"/e/1":   anchors("p", "/about"),
		"/e/2":   anchors("p", "/about"),
		"/about": anchors("b", "/list"),
		"/list":  anchors("ul", "/e/1", "/e/2") + anchors("nav", "/about"),
	}
	got := urls(expand(t, pages, "/e/1").Pages)
	if diff := cmp.Diff([]string{"/e/1", "/e/2"}, got); diff != "" {
		t.Errorf("pages (-want +got):\n%s", diff)
	}
}

func TestMethodByName(t *testing.T) {
	t.Parallel()
	for _, name := range Names() {
		m, err := MethodByName(name)
		if err != nil || m.Name() != name {
			t.Errorf("MethodByName(%q) = %v, %v", name, m, err)
		}
	}
	if m, err := MethodByName(""); err != nil || m.Name() != Names()[0] {
		t.Errorf("the default is %v, %v; want %s", m, err, Names()[0])
	}
	if _, err := MethodByName("magic"); err == nil {
		t.Error("no error for an unknown method")
	}
}

func ExampleSSUP() {
	res, err := SSUP{}.Expand(context.Background(), newMemory(racing()), []string{"http://e.org/teams/team_01.htm"}, Options{Height: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range res.Pages {
		line, _ := json.Marshal(p)
		fmt.Println(string(line))
	}
	// Output:
	// {"url":"http://e.org/teams/team_01.htm","site":"e.org","level":1,"from":"http://e.org/teams/","link_path":"html/body/ol/a[href]","url_similarity":1,"html_similarity":1,"status":"sample"}
	// {"url":"http://e.org/teams/team_02.htm","site":"e.org","level":1,"from":"http://e.org/teams/","link_path":"html/body/ol/a[href]","url_similarity":0.857142857,"html_similarity":1,"status":"fetched"}
}

// openRun begins a run on pages, for tests of single steps.
func openRun(t *testing.T, pages map[string]string, sample string) (*ssupRun, *node) {
	t.Helper()
	s, starts, err := begin(t.Context(), "test", newMemory(pages), []string{"http://e.org" + sample}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return &ssupRun{site: s}, s.seen(starts[0])
}
