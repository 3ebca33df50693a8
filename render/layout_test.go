package render

import (
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/domsnapshot"
	"github.com/google/go-cmp/cmp"

	"verde/fetch"
	"verde/internal/scriptweb"
	"verde/page"
	"verde/siteexpand"
	"verde/siteexpand/gpp"
)

// papers answers with a page, for any URL, that a style sheet and a script shape.
type papers struct{ html string }

func (s papers) RoundTrip(r *http.Request) (*http.Response, error) {
	rec := httptest.NewRecorder()
	switch r.URL.Path {
	case "/robots.txt":
		rec.WriteHeader(http.StatusNotFound)
	case "/style.css":
		rec.Header().Set("Content-Type", "text/css")
		rec.WriteString("body { margin: 0 } a { position: absolute; width: 100px; height: 20px } .left { left: 40px } .gone { display: none }")
	default:
		rec.Header().Set("Content-Type", "text/html")
		rec.WriteString(s.html)
	}
	resp := rec.Result()
	resp.Request = r
	return resp, nil
}

// A layout has the elements where the page's own style sheet puts them, and what scripts
// have made of them.
func TestLayout(t *testing.T) {
	t.Parallel()
	b := newBrowser(t, Options{})
	for name, script := range map[string]string{"static": "", "scripted": `<script>document.getElementById("b").href = "/two"</script>`} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newClient(t, fetch.Options{Transport: papers{`<link rel=stylesheet href=/style.css><div ID=x><a class=left style="top:10px" href=one#part>1</a>` +
				`<a id=b class=left style="top:30px" href=/sub/../2>2</a><a class=gone href=/3>3</a></div>` + script}})
			p, err := c.Fetch(bounded(t), "http://e.example/list/")
			if err != nil {
				t.Fatal(err)
			}
			l, err := Viewer{b, c}.Layout(bounded(t), p)
			if err != nil {
				t.Fatal(err)
			}
			second := "http://e.example/2"
			if script != "" {
				second = "http://e.example/two"
			}
			var got []page.Box
			for i, x := range l.Boxes {
				if x.Link == "" {
					continue
				}
				if in := l.Boxes[x.Parent]; in.Name != "div" || in.Spell(page.TagAttr) != "div[id]" || x.Parent >= i {
					t.Errorf("%s is in %+v", x.Link, in)
				}
				got = append(got, page.Box{Name: x.Spell(page.TagAttr), Link: x.Link, X: x.X, Y: x.Y, Width: x.Width, Height: x.Height})
			}
			want := []page.Box{
				{Name: "a[class,href,style]", Link: "http://e.example/list/one", X: 40, Y: 10, Width: 100, Height: 20},
				{Name: "a[class,href,id,style]", Link: second, X: 40, Y: 30, Width: 100, Height: 20},
				{Name: "a[class,href]", Link: "http://e.example/3"},
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("links (-want +got):\n%s", diff)
			}
			if l.Cost.Pages != 1 || l.Cost.Requests != 1 || l.Cost.Bytes == 0 || l.Cost.Seconds <= 0 || l.Cut != "" || l.Left != 0 {
				t.Errorf("%+v, cut %q, left %d", l.Cost, l.Cut, l.Left)
			}
		})
	}
}

// A page that the browser does not get over has no layout, and the next one has; a browser
// that does not start ends a run.
func TestLayoutFails(t *testing.T) {
	t.Parallel()
	b := newBrowser(t, Options{Time: time.Second})
	c := newClient(t, fetch.Options{Transport: papers{`<a href=/1>1</a>`}})
	v := Viewer{b, c}
	body := func(html string) *page.Page {
		return &page.Page{URL: "http://e.example/", Body: []byte(html), ContentType: "text/html"}
	}
	if _, err := v.Layout(bounded(t), body("<script>for (;;);</script>")); err == nil {
		t.Error("a page whose scripts never end was laid out")
	} else if reason, _ := page.ReasonOf(err); reason != page.NoLayout {
		t.Errorf("error %v", err)
	}
	if l, err := v.Layout(bounded(t), body("<a href=/1>1</a>")); err != nil || len(l.Boxes) != 4 {
		t.Errorf("after it: %+v, error %v", l, err)
	}
	rendered := body("<p>what came of it</p>")
	rendered.Rendered = true
	if l, err := v.Layout(bounded(t), rendered); err != nil || l.Cost.Requests != 1 || l.Cost.Bytes == 0 {
		t.Errorf("a page that was fetched again as it was sent: %+v, error %v", l, err)
	}
	v.Browser = &Browser{opt: Options{Path: "/nowhere/chromium"}.withDefaults(), turns: make(chan struct{}, 1)}
	if _, err := v.Layout(bounded(t), body("<a href=/1>1</a>")); err == nil {
		t.Error("laid out without a browser")
	} else if _, lost := page.ReasonOf(err); lost {
		t.Errorf("a browser that does not start is an error of a page: %v", err)
	}
	f := NewFetcher(c, nil, Auto, nil)
	if _, err := f.Layout(t.Context(), body("")); err != page.ErrNoBrowser {
		t.Errorf("error %v", err)
	}
}

// Snapshots that are not as they should be are read as far as they go.
func TestLayoutOf(t *testing.T) {
	t.Parallel()
	whole := func() *domsnapshot.CaptureSnapshotResult {
		return &domsnapshot.CaptureSnapshotResult{
			Strings: []string{"http://e.example/x", "#document", "HTML", "A", "href", "/1", "#text"},
			Documents: []*domsnapshot.DocumentSnapshot{{
				Nodes: &domsnapshot.NodeTreeSnapshot{ParentIndex: []int64{-1, 0, 1, 2}, NodeType: []int64{9, 1, 1, 3}, NodeName: []domsnapshot.StringIndex{1, 2, 3, 6},
					Attributes: []domsnapshot.ArrayOfStrings{nil, nil, {4, 5}, nil}},
				Layout: &domsnapshot.LayoutTreeSnapshot{NodeIndex: []int64{1, 2, 3}, Bounds: []domsnapshot.Rectangle{{0, 0, 90, 90}, {1, 2, 3, 4}, {5, 6, 7, 8}}},
			}},
		}
	}
	l, err := layoutOf(whole())
	if err != nil || len(l.Boxes) != 2 || l.Boxes[1].Link != "http://e.example/1" || l.Boxes[1].Parent != 0 || l.Boxes[1].X != 1 || l.Boxes[1].Height != 4 {
		t.Fatalf("%+v, error %v", l, err)
	}
	for name, spoil := range map[string]func(*domsnapshot.CaptureSnapshotResult){
		"no document": func(s *domsnapshot.CaptureSnapshotResult) { s.Documents = nil },
		"no nodes":    func(s *domsnapshot.CaptureSnapshotResult) { s.Documents[0].Nodes = nil },
		"no layout":   func(s *domsnapshot.CaptureSnapshotResult) { s.Documents[0].Layout = nil },
		"no strings":  func(s *domsnapshot.CaptureSnapshotResult) { s.Strings = nil },
		"few columns": func(s *domsnapshot.CaptureSnapshotResult) {
			n := s.Documents[0].Nodes
			n.ParentIndex, n.NodeType, n.Attributes = n.ParentIndex[:1], n.NodeType[:2], n.Attributes[:1]
		},
		"parents behind": func(s *domsnapshot.CaptureSnapshotResult) {
			s.Documents[0].Nodes.ParentIndex = []int64{3, 3, 3, 1 << 40}
		},
		"odd attributes": func(s *domsnapshot.CaptureSnapshotResult) {
			s.Documents[0].Nodes.Attributes[2] = domsnapshot.ArrayOfStrings{4, 5, -7}
		},
		"nodes that are not there": func(s *domsnapshot.CaptureSnapshotResult) { s.Documents[0].Layout.NodeIndex = []int64{-1, 1 << 40, 0} },
		"half a rectangle": func(s *domsnapshot.CaptureSnapshotResult) {
			s.Documents[0].Layout.Bounds = []domsnapshot.Rectangle{{1, 2}, nil}
		},
		"no number": func(s *domsnapshot.CaptureSnapshotResult) { s.Documents[0].Layout.Bounds[1][0] = math.NaN() },
	} {
		s := whole()
		spoil(s)
		if l, err := layoutOf(s); err == nil {
			for i, b := range l.Boxes {
				if b.Parent >= i {
					t.Errorf("%s: box %d is in %d", name, i, b.Parent)
				}
			}
		}
	}
	s := whole()
	n := s.Documents[0].Nodes
	for range maxBoxes {
		n.ParentIndex, n.NodeType, n.NodeName = append(n.ParentIndex, 1), append(n.NodeType, 1), append(n.NodeName, 3)
	}
	if l, err := layoutOf(s); err != nil || len(l.Boxes) != maxBoxes || l.Left != 2 || l.Cut != CutBoxes {
		t.Errorf("%d boxes, %d left, cut %q, error %v", len(l.Boxes), l.Left, l.Cut, err)
	}
}

// Growing Parallel Paths finds what lists of a small web lead to, as a browser shows it,
// and the same again from the archive.
func TestGrowingParallelPaths(t *testing.T) {
	t.Parallel()
	b := newBrowser(t, Options{})
	for _, site := range []string{"plain.example", "lists.example"} {
		t.Run(site, func(t *testing.T) {
			t.Parallel()
			web, dir := scriptweb.New(24), t.TempDir()
			all := web.Pages(site)
			run := func(mode Mode) *siteexpand.Result {
				c := newClient(t, fetch.Options{Transport: web, Archive: dir})
				defer c.Close()
				r, err := gpp.GPP{}.Expand(t.Context(), NewFetcher(c, b, mode, nil), []string{all[2]}, siteexpand.Options{})
				if err != nil {
					t.Fatal(err)
				}
				return r
			}
			first := run(Auto)
			var found []string
			for _, p := range first.Pages {
				found = append(found, p.URL)
			}
			slices.Sort(found)
			slices.Sort(all)
			if diff := cmp.Diff(all, found); diff != "" {
				t.Errorf("pages (-want +got):\n%s\n%+v", diff, first.Report)
			}
			if c := first.Report.Layout; c.Pages == 0 || c.Requests == 0 || strings.Join(first.Report.PagePath, " ") != "http://"+site+"/" {
				t.Errorf("%+v, path %q", c, first.Report.PagePath)
			}
			requests := web.Requests()
			if second := run(Auto); len(second.Pages) != len(first.Pages) || web.Requests() != requests {
				t.Errorf("again: %d pages, not %d, %d new requests", len(second.Pages), len(first.Pages), web.Requests()-requests)
			}
		})
	}
}
