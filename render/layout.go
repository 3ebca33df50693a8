package render

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/domsnapshot"
	"github.com/chromedp/cdproto/performance"
	"golang.org/x/net/html"

	"verde/page"
)

// Bounds of layouts: the nodes of a document of which one is made, and the elements that
// it has; pages with more links than people read have some 50,000.
const (
	maxNodes = 1 << 20
	maxBoxes = 1 << 18
)

// CutBoxes says that a layout lacks elements, for [page.Layout].Cut.
const CutBoxes = "boxes"

// Layout gives where the elements of a page are shown after its scripts have run, in a
// window of 1280 by 2000 pixels. All that is said of Render holds for it. Images and
// fonts are not fetched, so images without a size in the page take no room, and texts
// are set in a font of this machine.
//
// Cost: as Render, and memory for a box an element.
func (b *Browser) Layout(ctx context.Context, p *page.Page, pages Source, since time.Time) (*page.Layout, error) {
	l, took, err := shown(ctx, b, p, pages, since, (*tab).layout)
	if err != nil {
		return nil, err
	}
	l.Cost.Pages, l.Cost.Seconds = 1, took.Seconds()
	return l, nil
}

// layout loads the page and reads where its elements are.
func (t *tab) layout() (*page.Layout, error) {
	load := t.begin
	if scripted(t.page) { // else it does not change, and has nothing more
		load = func() error { _, err := t.load(); return err }
	}
	if err := load(); err != nil {
		return nil, err
	}
	if err := t.countable(); err != nil {
		return nil, err
	}
	if n, err := within[int](t, "document.documentElement.outerHTML.length"); err != nil || n > t.opt.MaxBytes {
		return nil, cmp.Or(err, fmt.Errorf("its document is of %d characters, and %d are allowed", n, t.opt.MaxBytes))
	}
	got, err := answered(t, domsnapshot.CaptureSnapshot, domsnapshot.CaptureSnapshotParams{ComputedStyles: []string{}})
	if err != nil {
		return nil, err
	}
	l, err := layoutOf(&got)
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if l.Cut == "" {
		l.Cut = t.cut
	}
	l.Lacks, l.Cost.Requests, l.Cost.Bytes = len(t.failed), t.served, t.bytes
	return l, nil
}

// countable returns an error if the page has more than maxNodes nodes. The browser counts
// them, since scripts of the page could falsify the count.
func (t *tab) countable() error {
	if err := call(t, performance.Enable, performance.EnableParams{}); err != nil {
		return err
	}
	got, err := answered(t, performance.GetMetrics, cdp.Empty{})
	if err != nil {
		return err
	}
	for _, m := range got.Metrics {
		if m.Name == "Nodes" && m.Value > maxNodes {
			return fmt.Errorf("its document has %.0f nodes, and %d are allowed", m.Value, maxNodes)
		}
	}
	return nil
}

// layoutOf reads a snapshot of a page's document, without those in its frames.
func layoutOf(s *domsnapshot.CaptureSnapshotResult) (*page.Layout, error) {
	if len(s.Documents) == 0 || s.Documents[0].Nodes == nil || s.Documents[0].Layout == nil {
		return nil, errors.New("the browser gave no layout")
	}
	doc := s.Documents[0]
	r := snapshot{strings: s.Strings, nodes: doc.Nodes, number: make([]int, len(doc.Nodes.NodeName)), own: make([]bool, len(doc.Nodes.NodeName)), layout: &page.Layout{}}
	r.base = r.text(int64(doc.BaseURL))
	for i := range r.number {
		r.add(i)
	}
	for i, node := range doc.Layout.NodeIndex {
		if node < 0 || int(node) >= len(r.number) || i >= len(doc.Layout.Bounds) || len(doc.Layout.Bounds[i]) != 4 || !r.own[node] {
			continue
		}
		box, b := doc.Layout.Bounds[i], &r.layout.Boxes[r.number[node]]
		b.X, b.Y, b.Width, b.Height = box[0], box[1], box[2], box[3]
	}
	if r.layout.Left > 0 {
		r.layout.Cut = CutBoxes
	}
	return r.layout, nil
}

// snapshot is a document of a snapshot that is read.
type snapshot struct {
	strings []string
	nodes   *domsnapshot.NodeTreeSnapshot
	base    string
	number  []int // box of each node, or of the nearest element around it; -1 for none
	own     []bool
	layout  *page.Layout
}

// elementNode is the number of elements among the kinds of nodes (DOM Standard, §4.4).
const elementNode = 1

// above gives the box of the element around a node, -1 for none.
func (r *snapshot) above(i int) int {
	if i >= len(r.nodes.ParentIndex) {
		return -1
	}
	if p := r.nodes.ParentIndex[i]; p >= 0 && p < int64(i) {
		return r.number[p]
	}
	return -1
}

// add makes the box of a node, if it is an element.
func (r *snapshot) add(i int) {
	r.number[i] = r.above(i)
	if i >= len(r.nodes.NodeType) || r.nodes.NodeType[i] != elementNode {
		return
	}
	if len(r.layout.Boxes) == maxBoxes {
		r.layout.Left++
		return
	}
	b := page.Box{Parent: r.number[i], Name: strings.ToLower(r.text(int64(r.nodes.NodeName[i])))}
	if i < len(r.nodes.Attributes) {
		pairs := r.nodes.Attributes[i]
		for k := 0; k+1 < len(pairs); k += 2 {
			b.Attributes = append(b.Attributes, html.Attribute{Key: r.text(pairs[k]), Val: r.text(pairs[k+1])})
		}
	}
	if b.Name == "a" || b.Name == "area" {
		for _, a := range b.Attributes {
			if a.Key == "href" {
				b.Link, _ = page.Resolve(r.base, a.Val) // "" for what is no link to a page
			}
		}
	}
	r.number[i], r.own[i] = len(r.layout.Boxes), true
	r.layout.Boxes = append(r.layout.Boxes, b)
}

// text gives a string of the snapshot, "" for one that is not there.
func (r *snapshot) text(i int64) string {
	if i < 0 || i >= int64(len(r.strings)) {
		return ""
	}
	return r.strings[i]
}

// Viewer lays pages out. It is a [page.LayoutFinder].
type Viewer struct {
	Browser *Browser
	Pages   interface { // as they are sent
		page.Fetcher
		Source
	}
}

// Layout gives where the browser shows the elements of a page. A rendered page is fetched
// again as sent (without an archive this is another request), since its scripts could build
// the same elements twice. If the browser can't show the page the error has the reason
// [page.NoLayout]; other errors, as of a browser that does not start, end a run.
func (v Viewer) Layout(ctx context.Context, p *page.Page) (*page.Layout, error) {
	again := p.Rendered
	if again {
		sent, err := v.Pages.Fetch(ctx, p.URL)
		if err != nil {
			return nil, err
		}
		p = sent
	}
	l, err := v.Browser.Layout(ctx, p, v.Pages, time.Time{})
	switch {
	case err == nil:
		if again {
			l.Cost.Requests, l.Cost.Bytes = l.Cost.Requests+1, l.Cost.Bytes+len(p.Body)
		}
		return l, nil
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case errors.Is(err, errStart):
		return nil, err
	}
	return nil, &page.Error{URL: p.URL, Reason: page.NoLayout, Err: err}
}

// Layout gives where the browser shows the elements of a page of this fetcher, whatever the
// mode: see [Viewer]. Without a browser the error is [page.ErrNoBrowser].
func (f *Fetcher) Layout(ctx context.Context, p *page.Page) (*page.Layout, error) {
	if f.browser == nil {
		return nil, page.ErrNoBrowser
	}
	return Viewer{f.browser, f.Pages}.Layout(ctx, p)
}
