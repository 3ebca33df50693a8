package render

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	cdpfetch "github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/inspector"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"verde/fetch"
	"verde/page"
)

// Source answers what a page asks for while it is rendered. [fetch.Client] does.
type Source interface {
	Resource(ctx context.Context, url string, by fetch.Asker) (*fetch.Resource, error)
}

// Document is a page after its scripts have run.
type Document struct {
	HTML     []byte
	Requests int           // requests of the page that were answered
	Failed   []Failure     // requests that were not, in their order
	Steps    int           // how often scrolling or a button gave more links
	Cut      string        // the bound that ended the rendering, "" for none
	Leads    string        // URL that its scripts tried to navigate to, "" for none
	Took     time.Duration // in all, with waiting for servers

	unanswered int // number of Failed that another run may get an answer to
}

// Failure is a request of a page that got no answer.
type Failure struct {
	URL string
	Why string
}

// lacks reports whether the document may be incomplete, since a request failed that could
// succeed another time: not one that the server answered with a status below 500 other than
// 429.
func (d *Document) lacks() bool { return d.unanswered > 0 }

// Bounds that a rendering can meet, for Document.Cut.
const (
	CutTime     = "time"
	CutRequests = "requests"
	CutSteps    = "steps"
	CutBytes    = "bytes"
)

// tab is a page that is being rendered.
type tab struct {
	opt   Options
	page  *page.Page
	pages Source
	since time.Time // what was archived of before is asked for again
	began time.Time
	ctx   context.Context // of the tab

	mu       sync.Mutex
	waiting  int       // requests that wait for an answer
	idle     time.Time // since when none does
	requests int
	served   int
	bytes    int
	lacking  int // requests that may be answered another time
	failed   []Failure
	shown    bool   // the document itself was given
	cut      string // which bound was met
	leads    string

	kept string // the document before a button without new links was pressed; see html

	work    sync.WaitGroup
	expired chan struct{}           // virtual time is over
	crash   context.CancelCauseFunc // of ctx
}

// Render runs the scripts of a page and gives the resulting document. pages answers the
// requests of the page, from the archive only with answers of since or later; those for
// images, media and fonts are refused. The browser has no other network. Its clock begins
// when the page was fetched and stands still while the page waits for an answer (virtual
// time), so that deterministic scripts with the same answers give the same document again.
//
// The error is for a page that can't be rendered, a browser that can't be started, or the
// end of ctx. What was cut off at a bound is no error: see Document.Cut.
//
// Cost: the browser's, some tenths of a second of processor time a page, and that of what
// it asks for.
func (b *Browser) Render(ctx context.Context, p *page.Page, pages Source, since time.Time) (*Document, error) {
	d, took, err := shown(ctx, b, p, pages, since, (*tab).render)
	if err != nil {
		return nil, err
	}
	d.Took = took
	return d, nil
}

// shown loads a page in a tab, calls read for the result, and gives the time that this took.
func shown[T any](ctx context.Context, b *Browser, p *page.Page, pages Source, since time.Time, read func(*tab) (T, error)) (nothing T, took time.Duration, err error) {
	select {
	case b.turns <- struct{}{}:
		defer func() { <-b.turns }()
	case <-ctx.Done():
		return nothing, 0, context.Cause(ctx)
	}
	began := time.Now()
	d, err := try(ctx, b, p, pages, since, read)
	if errors.Is(err, errEnded) && ctx.Err() == nil { // by another page, or by itself
		d, err = try(ctx, b, p, pages, since, read)
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return nothing, 0, context.Cause(ctx)
	case err != nil:
		return nothing, 0, fmt.Errorf("rendering %s: %w", p.URL, err)
	}
	return d, time.Since(began), nil
}

// try loads a page in a tab of its own. The browser is restarted after a page that hangs or
// crashes it.
func try[T any](ctx context.Context, b *Browser, p *page.Page, pages Source, since time.Time, read func(*tab) (T, error)) (nothing T, err error) {
	proc, err := b.running()
	if err != nil {
		return nothing, err
	}
	tabCtx, cancel := chromedp.NewContext(proc.ctx, chromedp.WithNewBrowserContext())
	defer cancel()
	within, crash := context.WithCancelCause(tabCtx)
	defer crash(nil)
	stop := context.AfterFunc(ctx, cancel)
	defer stop()
	t := &tab{opt: b.opt, page: p, pages: pages, since: since, began: time.Now(), ctx: within, idle: time.Now(), expired: make(chan struct{}, 1), crash: crash}
	d, err := read(t)
	var hung *hungError
	if errors.As(err, &hung) {
		err = errors.Join(err, b.restart(proc))
	} else if err != nil && proc.ctx.Err() != nil {
		err = errors.Join(errEnded, err)
	}
	cancel()
	t.work.Wait()
	return d, err
}

// errEnded marks what failed because the browser had ended.
var errEnded = errors.New("the browser ended")

// render loads the page and reads the document.
func (t *tab) render() (*Document, error) {
	steps, err := t.load()
	if err != nil {
		return nil, err
	}
	html, err := t.html()
	if err != nil {
		return nil, err
	}
	if len(html) > t.opt.MaxBytes {
		return nil, fmt.Errorf("its document is of %d bytes, and %d are allowed", len(html), t.opt.MaxBytes)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return &Document{HTML: []byte(html), Requests: t.served, Failed: t.failed, Steps: steps, Cut: t.cut, Leads: t.leads, unanswered: t.lacking}, nil
}

// load loads the page, lets its time pass, and scrolls or presses buttons for more links. steps
// is how often that gave some.
func (t *tab) load() (steps int, err error) {
	if err := inOrder(t.begin, t.pass); err != nil {
		return 0, err
	}
	for t.opt.Steps > 0 && !t.ended() {
		more, err := t.more()
		if err != nil {
			return 0, err
		}
		if !more {
			break
		}
		if steps++; steps >= t.opt.Steps {
			t.bound(CutSteps)
			break
		}
	}
	return steps, nil
}

// begin loads the page and lets its time pass.
func (t *tab) begin() error {
	navigate := func() error { return call(t, cdppage.Navigate, cdppage.NavigateParams{URL: t.page.URL}) }
	return inOrder(t.open, navigate, func() error { return t.run(t.opt.Time) }, t.settle)
}

// moreTime is the divisor of Options.Time for the time that passes in each pass.
const moreTime = 10

// serialize is the document as text.
const serialize = `(() => {
	const type = document.doctype ? new XMLSerializer().serializeToString(document.doctype) + "\n" : "";
	return type + document.documentElement.outerHTML;
})()`

// open makes the tab: intercepted, without dialogs and downloads, with its time
// standing still, in 1970 for a page of which nobody knows when it was fetched.
func (t *tab) open() error {
	if err := chromedp.Listen(t.ctx, t.event); err != nil {
		return err
	}
	return errors.Join(
		call(t, cdpfetch.Enable, cdpfetch.EnableParams{}),
		call(t, network.Enable, network.EnableParams{}),
		call(t, network.SetBypassServiceWorker, network.SetBypassServiceWorkerParams{Bypass: true}),
		call(t, cdppage.Enable, cdppage.EnableParams{}),
		call(t, inspector.Enable, cdp.Empty{}),
		call(t, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{Behavior: browser.SetDownloadBehaviorBehaviorDeny}),
		call(t, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: 1280, Height: 2000, DeviceScaleFactor: 1}),
		call(t, emulation.SetVirtualTimePolicy, emulation.SetVirtualTimePolicyParams{Policy: emulation.VirtualTimePolicyPause, InitialVirtualTime: cdp.TimeSinceEpoch(float64(max(1, t.page.FetchedAt.UnixMilli())) / 1000)}),
	)
}

// patience is added to the time of a page's scripts, for a browser that is busy with other
// pages.
const patience = 5 * time.Second

// errCrashed ends a tab whose process is gone.
var errCrashed = errors.New("the page's process ended")

// event handles an event of the browser; it must not block.
func (t *tab) event(ev any) {
	switch ev := ev.(type) {
	case *cdpfetch.EventRequestPaused:
		t.mu.Lock()
		t.waiting++
		t.mu.Unlock()
		t.work.Go(func() {
			t.answer(ev)
			t.mu.Lock()
			t.waiting--
			t.idle = time.Now()
			t.mu.Unlock()
		})
	case *emulation.EventVirtualTimeBudgetExpired:
		signal(t.expired)
	case *inspector.EventTargetCrashed:
		t.crash(errCrashed)
	case *cdppage.EventJavascriptDialogOpening:
		t.work.Go(func() {
			_ = call(t, cdppage.HandleJavaScriptDialog, cdppage.HandleJavaScriptDialogParams{Accept: false}) // a tab that is closed has none
		})
	}
}

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// answer answers a request of the page. Errors of the protocol are those of a tab that
// is closed meanwhile.
func (t *tab) answer(ev *cdpfetch.EventRequestPaused) {
	if ev.ResourceType == network.ResourceTypeDocument && ev.FrameID == t.mainFrame() {
		if t.first() {
			_ = t.fulfil(ev, http.StatusOK, "text/html; charset=utf-8", t.page.Body)
			return
		}
		t.mu.Lock()
		t.leads = ev.Request.URL
		t.mu.Unlock()
		_ = t.fulfil(ev, http.StatusNoContent, "", nil) // with which browsers stay where they are
		return
	}
	if !t.wanted(ev) {
		_ = call(t, cdpfetch.FailRequest, cdpfetch.FailRequestParams{RequestID: ev.RequestID, ErrorReason: network.ErrorReasonBlockedByClient})
		return
	}
	if ev.Request.Method == http.MethodOptions { // asks whether it may ask; see fulfil
		_ = t.fulfil(ev, http.StatusNoContent, "", nil)
		return
	}
	r, err := t.pages.Resource(t.ctx, ev.Request.URL, fetch.Asker{Page: t.page.URL, Since: t.since})
	if err != nil {
		t.lack()
		t.fail(ev.Request.URL, err.Error())
		_ = call(t, cdpfetch.FailRequest, cdpfetch.FailRequestParams{RequestID: ev.RequestID, ErrorReason: network.ErrorReasonFailed})
		return
	}
	t.take(ev.Request.URL, r)
	_ = t.fulfil(ev, r.Status, r.ContentType, r.Body)
}

// take counts an answer.
func (t *tab) take(url string, r *fetch.Resource) {
	if r.Status == http.StatusTooManyRequests || r.Status >= 500 {
		t.lack()
	}
	if r.Status > 299 {
		t.fail(url, fmt.Sprintf("status %d", r.Status))
		return
	}
	t.mu.Lock()
	t.served++
	t.bytes += len(r.Body)
	over := t.bytes > t.opt.Bytes
	t.mu.Unlock()
	if over {
		t.bound(CutBytes)
	}
}

// lack counts a request that may be answered another time.
func (t *tab) lack() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lacking++
}

// mainFrame gives the frame of the page itself, which has the target's number.
func (t *tab) mainFrame() cdp.FrameID {
	return cdp.FrameID(chromedp.FromContext(t.ctx).Target.TargetID)
}

// first returns true on its first call.
func (t *tab) first() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	was := t.shown
	t.shown = true
	return !was
}

// wanted reports whether a request is answered: a GET within the bound for a resource that
// can affect the document. Requests for others (images, fonts, frames, icons, counters)
// fail without being counted.
func (t *tab) wanted(ev *cdpfetch.EventRequestPaused) bool {
	switch ev.ResourceType {
	case network.ResourceTypeScript, network.ResourceTypeStylesheet, network.ResourceTypeXHR, network.ResourceTypeFetch, network.ResourceTypePreflight:
	default:
		return false
	}
	url := ev.Request.URL
	if !strings.HasPrefix(url, "http:") && !strings.HasPrefix(url, "https:") {
		return false
	}
	if m := ev.Request.Method; m != http.MethodGet && m != http.MethodOptions {
		t.lack()
		t.fail(url, m+" is not sent: only GET changes nothing")
		return false
	}
	t.mu.Lock()
	t.requests++
	over := t.requests > t.opt.Requests
	t.mu.Unlock()
	if over {
		t.bound(CutRequests)
		t.fail(url, fmt.Sprintf("more than %d requests", t.opt.Requests))
	}
	return !over
}

func (t *tab) fail(url, why string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.failed) <= t.opt.Requests {
		t.failed = append(t.failed, Failure{url, why})
	}
}

// fulfil gives the browser an answer, which any script of the page may read, whatever its
// origin: fetch.Client.Resource has withheld what only the user may see.
func (t *tab) fulfil(ev *cdpfetch.EventRequestPaused, status int, contentType string, body []byte) error {
	headers := []*cdpfetch.HeaderEntry{{Name: "Access-Control-Allow-Origin", Value: "*"}, {Name: "Access-Control-Allow-Headers", Value: "*"}}
	if origin, ok := ev.Request.Headers["Origin"].(string); ok {
		headers = []*cdpfetch.HeaderEntry{{Name: "Access-Control-Allow-Origin", Value: origin}, {Name: "Access-Control-Allow-Credentials", Value: "true"},
			{Name: "Access-Control-Allow-Headers", Value: header(ev, "Access-Control-Request-Headers")}}
	}
	if contentType != "" {
		headers = append(headers, &cdpfetch.HeaderEntry{Name: "Content-Type", Value: contentType})
	}
	return call(t, cdpfetch.FulfillRequest, cdpfetch.FulfillRequestParams{RequestID: ev.RequestID, ResponseCode: int64(status), ResponseHeaders: headers, Body: body})
}

func header(ev *cdpfetch.EventRequestPaused, name string) string {
	v, _ := ev.Request.Headers[name].(string)
	return v
}
