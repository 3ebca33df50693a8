package ssup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"verde/internal/sitetest"
	"verde/siteexpand"
	"verde/siteexpand/site"
)

var drivers = []string{"/drivers/2014/driver_00.htm", "/drivers/2014/driver_01.htm", "/drivers/2014/driver_02.htm",
	"/drivers/2015/driver_10.htm", "/drivers/2015/driver_11.htm", "/drivers/2015/driver_12.htm",
	"/drivers/2016/driver_20.htm", "/drivers/2016/driver_21.htm", "/drivers/2016/driver_22.htm"}

func TestSSUP(t *testing.T) {
	t.Parallel()
	for _, exact := range []bool{false, true} {
		m := sitetest.NewMemory(sitetest.Racing())
		res, err := SSUP{}.Expand(t.Context(), m, []string{"http://e.org/drivers/2015/driver_11.htm"}, siteexpand.Options{Exact: exact})
		if err != nil {
			t.Fatal(err)
		}
		got := sitetest.Paths(res.Pages)
		slices.Sort(got)
		if diff := cmp.Diff(drivers, got); diff != "" {
			t.Errorf("exact %v: pages (-want +got):\n%s", exact, diff)
		}
		want := []string{"http://e.org/drivers/", "http://e.org/drivers/2015/", "http://e.org/drivers/2015/driver_11.htm"}
		if diff := cmp.Diff(want, res.Report.PagePath[max(0, len(res.Report.PagePath)-3):]); diff != "" {
			t.Errorf("exact %v: page-path (-want +got):\n%s", exact, diff)
		}
		for u, n := range m.Fetched {
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
	var seen []siteexpand.Progress
	res, err := SSUP{}.Expand(t.Context(), sitetest.NewMemory(sitetest.Racing()), []string{"http://e.org/drivers/2015/driver_11.htm"}, siteexpand.Options{
		Now:      func() time.Time { clock = clock.Add(time.Second); return clock },
		Progress: func(p siteexpand.Progress) { seen = append(seen, p) },
	})
	if err != nil {
		t.Fatal(err)
	}
	r := res.Report
	if r.Method != "ssup" || r.Height != 5 || r.Pages != 9 || r.Seconds != 1 || r.Downloads != len(seen) || r.Requests < r.Downloads || r.Evaluations == 0 {
		t.Errorf("report %+v after %d calls of Progress", r, len(seen))
	}
	want := siteexpand.EntityPage{URL: "http://e.org/drivers/2015/driver_11.htm", Site: "e.org", Level: len(r.PagePath) - 1,
		From: "http://e.org/drivers/2015/", LinkPath: "html/body/div[class]/a[href]", URLSimilarity: 1, HTMLSimilarity: 1, Status: siteexpand.Sample}
	if diff := cmp.Diff(want, res.Pages[0]); diff != "" {
		t.Errorf("sample page (-want +got):\n%s", diff)
	}
	if again := fmt.Sprint(expand(t, sitetest.Racing(), "/drivers/2015/driver_11.htm").Pages); again != fmt.Sprint(res.Pages) {
		t.Error("a second run differs")
	}
}

func expand(t *testing.T, pages map[string]string, samples ...string) *siteexpand.Result {
	t.Helper()
	for i, s := range samples {
		samples[i] = "http://e.org" + s
	}
	res, err := SSUP{}.Expand(t.Context(), sitetest.NewMemory(pages), samples, siteexpand.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// Two samples of two kinds give the union, each page fetched once.
func TestUnion(t *testing.T) {
	t.Parallel()
	m := sitetest.NewMemory(sitetest.Racing())
	res, err := SSUP{}.Expand(t.Context(), m, []string{"http://e.org/drivers/2015/driver_11.htm", "http://e.org/teams/team_01.htm"}, siteexpand.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := sitetest.Paths(res.Pages)
	slices.Sort(got)
	want := append(slices.Clone(drivers), "/teams/team_01.htm", "/teams/team_02.htm")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("pages (-want +got):\n%s", diff)
	}
	if len(res.Report.Runs) != 2 || res.Pages[0].Status != siteexpand.Sample || res.Pages[1].Status != siteexpand.Sample {
		t.Errorf("runs %v, first pages %v", res.Report.Runs, res.Pages[:2])
	}
	for u, n := range m.Fetched {
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
		"/list": sitetest.Anchors("ul", "/p/1", "/p/2", "/p/3") + sitetest.Anchors("nav", "/list"),
		"/p/1":  sitetest.Anchors("i", "/p/2", "/p/3") + sitetest.Anchors("nav", "/list"),
		"/p/2":  sitetest.Anchors("i", "/p/1", "/p/3") + sitetest.Anchors("nav", "/list"),
		"/p/3":  sitetest.Anchors("i", "/p/1", "/p/2") + sitetest.Anchors("nav", "/list"),
	}
	s, gp := openRun(t, pages, "/p/1")
	ip, _, err := s.topIndexPage(t.Context(), gp.ID)
	if err != nil || ip == nil || s.URL(ip.ID) != "http://e.org/list" {
		t.Errorf("index page %v, %v; want /list", ip, err)
	}
}

// Two hops are made when the pages next to gp are poor, and always when exact.
func TestTwoHops(t *testing.T) {
	t.Parallel()
	pages := map[string]string{
		"/e/1":   sitetest.Anchors("p", "/about"),
		"/e/2":   sitetest.Anchors("p", "/about"),
		"/about": sitetest.Anchors("b", "/list"),
		"/list":  sitetest.Anchors("ul", "/e/1", "/e/2") + sitetest.Anchors("nav", "/about"),
	}
	got := sitetest.Paths(expand(t, pages, "/e/1").Pages)
	if diff := cmp.Diff([]string{"/e/1", "/e/2"}, got); diff != "" {
		t.Errorf("pages (-want +got):\n%s", diff)
	}
}

func ExampleSSUP() {
	res, err := SSUP{}.Expand(context.Background(), sitetest.NewMemory(sitetest.Racing()), []string{"http://e.org/teams/team_01.htm"}, siteexpand.Options{Height: 2})
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
func openRun(t *testing.T, pages map[string]string, sample string) (*run, *site.Page) {
	t.Helper()
	s, starts, err := site.Open(t.Context(), "test", sitetest.NewMemory(pages), []string{"http://e.org" + sample}, siteexpand.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return &run{Site: s}, s.Page(starts[0])
}

func TestLimits(t *testing.T) {
	t.Parallel()
	m := sitetest.NewMemory(sitetest.Racing())
	res, err := SSUP{}.Expand(t.Context(), m, []string{"http://e.org/drivers/2015/driver_10.htm"}, siteexpand.Options{MaxDownloads: 4})
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Fetched) > 4 || res.Report.Downloads != 4 {
		t.Errorf("%d pages fetched, report says %d; want 4", len(m.Fetched), res.Report.Downloads)
	}
	if !sitetest.HasCase(res.Report, siteexpand.CutShort) {
		t.Errorf("diagnoses %v, want %q among them", res.Report.Diagnoses, siteexpand.CutShort)
	}
}

func TestBeginErrors(t *testing.T) {
	t.Parallel()
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, test := range []struct {
		name    string
		ctx     context.Context
		samples []string
		says    string
	}{
		{"none", t.Context(), nil, "no sample"},
		{"no URL", t.Context(), []string{"mailto:x"}, "mailto"},
		{"dead", t.Context(), []string{"http://e.org/gone"}, "http://e.org/gone: status 404"},
		{"two sites", t.Context(), []string{"http://e.org/", "http://f.org/"}, "two sites"},
		{"cancelled", cancelled, []string{"http://e.org/"}, "context canceled"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := SSUP{}.Expand(test.ctx, sitetest.NewMemory(sitetest.Racing()), test.samples, siteexpand.Options{})
			if err == nil || !strings.Contains(err.Error(), test.says) {
				t.Errorf("got %v, want an error that says %q", err, test.says)
			}
			if test.name == "cancelled" && !errors.Is(err, context.Canceled) {
				t.Errorf("%v does not wrap the context's error", err)
			}
		})
	}
}

// One of several samples may be dead.
func TestDeadSample(t *testing.T) {
	t.Parallel()
	res, err := SSUP{}.Expand(t.Context(), sitetest.NewMemory(sitetest.Racing()), []string{"http://e.org/gone", "http://e.org/drivers/2015/driver_10.htm"}, siteexpand.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Pages) != 9 || res.Report.Dropped["status"] == 0 {
		t.Errorf("%d pages, dropped %v", len(res.Pages), res.Report.Dropped)
	}
}
