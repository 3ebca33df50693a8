package render

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// call runs a command of the DevTools protocol without a result.
func call[P, R any](t *tab, command cdp.Command[P, R], params P) error {
	_, err := answered(t, command, params)
	return err
}

// answered runs a command of the protocol and gives its result.
func answered[P, R any](t *tab, command cdp.Command[P, R], params P) (R, error) {
	ctx, cancel := context.WithTimeout(t.ctx, t.opt.Time+patience)
	defer cancel()
	r, err := chromedp.Call(ctx, command, params)
	return r, t.hung(ctx, err)
}

// hung turns the timeout of a command into a hungError: the browser answers at once unless it
// is busy with scripts that do not end.
func (t *tab) hung(ctx context.Context, err error) error {
	if crashed := t.crashed(); err != nil && crashed != nil {
		return crashed
	}
	if err != nil && t.ctx.Err() == nil && ctx.Err() != nil {
		return &hungError{fmt.Sprintf("its scripts ran for more than %v", t.opt.Time+patience)}
	}
	return err
}

// crashed is the error of a page whose process is gone, nil for others.
func (t *tab) crashed() error {
	if context.Cause(t.ctx) == errCrashed {
		return &hungError{"it took more memory than allowed, or the browser failed"}
	}
	return nil
}

// run lets virtual time pass, but not while the page waits for an answer.
func (t *tab) run(virtual time.Duration) error {
	if t.ended() {
		return nil
	}
	budget := float64(virtual / time.Millisecond)
	return call(t, emulation.SetVirtualTimePolicy, emulation.SetVirtualTimePolicyParams{Policy: emulation.VirtualTimePolicyPauseIfNetworkFetchesPending,
		Budget: &budget, MaxVirtualTimeTaskStarvationCount: 10_000})
}

// pass draws the page and lets its time pass, twice. A list that loads more when its end
// comes into view needs to be drawn before and after.
func (t *tab) pass() error {
	again := func() error { return t.run(t.opt.Time / moreTime) }
	return inOrder(t.draw, again, t.settle, t.draw, again, t.settle)
}

// inOrder takes steps up to the first that fails.
func inOrder(steps ...func() error) error {
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// draw has the page drawn. A tiny picture makes the browser do that: in virtual time it
// does not by itself.
func (t *tab) draw() error {
	return call(t, cdppage.CaptureScreenshot, cdppage.CaptureScreenshotParams{Clip: &cdppage.Viewport{Width: 1, Height: 1, Scale: 1}})
}

// settle waits until the virtual time of run is over. It ends the rendering at CutTime if the
// page computes for Options.Time (and patience) without waiting for an answer, or if the page
// takes Options.Wait in all.
func (t *tab) settle() error {
	if t.ended() {
		return nil
	}
	tick := time.NewTicker(t.opt.Time / 20)
	defer tick.Stop()
	for {
		select {
		case <-t.expired:
			return nil
		case <-t.ctx.Done():
			return cmp.Or(t.crashed(), errEnded)
		case <-tick.C:
			t.mu.Lock()
			busy := t.waiting == 0 && time.Since(t.idle) > t.opt.Time+patience
			t.mu.Unlock()
			if busy || time.Since(t.began) > t.opt.Wait {
				t.bound(CutTime)
			}
			if t.ended() {
				return nil
			}
		}
	}
}

// within evaluates an expression, which a page whose scripts never end does not
// answer.
func within[T any](t *tab, expression string) (v T, err error) {
	ctx, cancel := context.WithTimeout(t.ctx, t.opt.Time+patience)
	defer cancel()
	v, err = chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	return v, t.hung(ctx, err)
}

// hungError is the error of a page after which the browser is restarted.
type hungError struct{ why string }

func (e *hungError) Error() string { return e.why }

// ended reports whether a bound has ended the rendering, so that the page is taken as it is.
func (t *tab) ended() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.cut != ""
}

// bound notes which bound was met first.
func (t *tab) bound(which string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.cut == "" {
		t.cut = which
	}
}
