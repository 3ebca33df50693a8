package render

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"time"

	"github.com/chromedp/chromedp"

	"verde/page"
)

// errStart marks what failed because the browser could not be started.
var errStart = errors.New("starting the browser")

// names are what Chromium's programs are called, by the systems that bring them.
var names = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "chrome-headless-shell", "headless-shell"}

// Find gives the path of the browser on this machine: of the program with the given name,
// or, for "", of the first that is installed under one of Chromium's names. If none is, the
// error is [page.ErrNoBrowser].
func Find(name string) (string, error) {
	if name != "" {
		path, err := exec.LookPath(name)
		if err != nil {
			return "", fmt.Errorf("browser %s: %w", name, err)
		}
		return path, nil
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", page.ErrNoBrowser
}

// Options bound what a page may take. Zeros are the defaults.
type Options struct {
	Path     string        // of the browser, as Find gives it
	Time     time.Duration // of the scripts of a page, without waiting for servers; default 10 s
	Wait     time.Duration // of a page in all; default 2 min
	Requests int           // of a page; default 100
	Bytes    int           // of the answers to its requests; default 64 MiB
	MaxBytes int           // of the resulting document; default 8 MiB
	Steps    int           // how often a page is scrolled, or a button pressed, for more links; default 20; negative for none
	Memory   int           // of a page's scripts, in MiB; default 512; on Linux a process has 1.5 GiB beside
}

// Defaults of [Options]. Time is the longest that users wait for a page (other renderers
// have the same limit). Wait is a hundred requests at a second each, and a fifth more. A
// page of a shop requests 20 to 70 resources that are neither images nor fonts. The bound
// on the document is that of bodies in package fetch.
const (
	DefaultTime     = 10 * time.Second
	DefaultWait     = 2 * time.Minute
	DefaultRequests = 100
	DefaultBytes    = 64 << 20
	DefaultMaxBytes = 8 << 20
	DefaultSteps    = 20
	DefaultMemory   = 512
)

func (o Options) withDefaults() Options {
	for _, d := range []struct {
		v    *int
		init int
	}{{&o.Requests, DefaultRequests}, {&o.Bytes, DefaultBytes}, {&o.MaxBytes, DefaultMaxBytes}, {&o.Steps, DefaultSteps}, {&o.Memory, DefaultMemory}} {
		if *d.v == 0 {
			*d.v = d.init
		}
	}
	if o.Time <= 0 {
		o.Time = DefaultTime
	}
	if o.Wait <= 0 {
		o.Wait = DefaultWait
	}
	return o
}

// Browser is a process of Chromium that renders any number of pages, each in a context of
// its own without the cookies and storage of others. The process starts with the first
// page, and again after a page that crashed it. A Browser is safe for concurrent use; two
// pages are rendered at a time, and others wait.
type Browser struct {
	opt   Options
	turns chan struct{} // one token a page

	mu      sync.Mutex
	process *process // nil before the first page, and after a failure
	started bool     // once
	broken  error    // of the first start, which is not tried again
	closed  bool
}

// process is a running browser.
type process struct {
	ctx    context.Context
	cancel context.CancelFunc
	dir    string // its profile
}

// pagesAtOnce is how many pages are rendered at a time. Each has a process of its own that
// computes all the time, since virtual time stands still while it waits.
const pagesAtOnce = 2

// startTime is how long a browser may take to start on a machine that is busy.
const startTime = time.Minute

// New gives a browser, which is not started yet. Close it when done.
func New(opt Options) (*Browser, error) {
	opt = opt.withDefaults()
	if opt.Path == "" {
		path, err := Find("")
		if err != nil {
			return nil, err
		}
		opt.Path = path
	}
	return &Browser{opt: opt, turns: make(chan struct{}, pagesAtOnce)}, nil
}

// Close ends the browser. Renderings under way fail.
func (b *Browser) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	return b.stop()
}

// running gives the browser's process, which is started if need be.
func (b *Browser) running() (*process, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.closed:
		return nil, errors.New("the browser is closed")
	case b.process != nil && b.process.ctx.Err() == nil:
		return b.process, nil
	case b.broken != nil:
		return nil, b.broken
	}
	if err := b.stop(); err != nil { // of the one before
		return nil, err
	}
	p, err := start(b.opt)
	if err != nil {
		err = fmt.Errorf("%w %s: %w", errStart, b.opt.Path, err)
		if !b.started {
			b.broken = err
		}
		return nil, err
	}
	b.process, b.started = p, true
	return p, nil
}

// restart ends a process that misbehaves; the next page starts another.
func (b *Browser) restart(p *process) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.process != p {
		return nil // somebody else was faster
	}
	return b.stop()
}

func (b *Browser) stop() error {
	p := b.process
	b.process = nil
	if p == nil {
		return nil
	}
	p.cancel()
	return os.RemoveAll(p.dir)
}

// start starts a browser that has no network: every name resolves to nothing, and
// everything but the requests that are intercepted goes to a proxy that can't be found.
func start(opt Options) (*process, error) {
	dir, err := os.MkdirTemp("", "verde-render-")
	if err != nil {
		return nil, err
	}
	flags := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(opt.Path), chromedp.UserDataDir(dir), chromedp.DisableGPU,
		chromedp.ProxyServer("http://proxy.invalid:1"),
		chromedp.Flag("proxy-bypass-list", "<-loopback>"), // not even this machine is reached directly
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND"),
		chromedp.Flag("webrtc-ip-handling-policy", "disable_non_proxied_udp"),
		chromedp.Flag("force-webrtc-ip-handling-policy", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("mute-audio", true),
		chromedp.Flag("lang", "en-US"),
		chromedp.Flag("blink-settings", "imagesEnabled=false"),
		chromedp.Flag("js-flags", fmt.Sprintf("--max-old-space-size=%d", opt.Memory)))
	flags = append(flags, limits(opt.Memory)...)
	if os.Geteuid() == 0 {
		flags = append(flags, chromedp.NoSandbox) // Chromium's own does not work for root
	}
	ctx, cancelAllocator := chromedp.NewExecAllocator(context.Background(), flags...)
	ctx, cancelBrowser := chromedp.NewContext(ctx, chromedp.WithErrorf(func(string, ...any) {}), chromedp.WithLogf(func(string, ...any) {}))
	p := &process{ctx: ctx, dir: dir, cancel: func() { cancelBrowser(); cancelAllocator() }}
	timeout := time.AfterFunc(startTime, p.cancel)
	err = chromedp.Do(ctx)
	if !timeout.Stop() && err == nil {
		err = context.DeadlineExceeded
	}
	if err != nil {
		p.cancel()
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return p, nil
}
