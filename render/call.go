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

// call runs a command of the protocol whose result says nothing.
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

// hung makes the error of a command that was not answered in time one of a page whose
// scripts never end: the browser answers at once unless it is busy with them.
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

// pass has the page drawn, lets its time pass, and has what came of it drawn: lists grow
// when their end comes into view, for which it has to be seen out of view before.
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

// settle waits until virtual time is over. A page that computes for as long in real time, and
// what a busy browser needs beside, without waiting for anything is cut off there.
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

// hungError is a page after which the browser is not to be trusted.
type hungError struct{ why string }

func (e *hungError) Error() string { return e.why }

// ended tells whether the page is taken as it is, since a bound was met.
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
