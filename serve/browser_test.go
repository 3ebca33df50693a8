package serve

import (
	"context"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"verde/labels"
)

// browser starts a browser for the test, which is skipped where there is none.
func browser(t *testing.T) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser takes seconds to start")
	}
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skip("there is no browser on this machine: install chromium to have the pages tested in one")
	}
	options := []chromedp.ExecAllocatorOption{chromedp.ExecPath(path), chromedp.Headless, chromedp.DisableGPU, chromedp.NoFirstRun, chromedp.UserDataDir(t.TempDir()), chromedp.WSURLReadTimeout(time.Minute),
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true), chromedp.Flag("disable-quic", true)}
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox) // Chromium's own does not work for root
	}
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 4*time.Minute)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		t.Skipf("the browser %s does not start here: %v", path, err)
	}
	return ctx
}

// look gives what an expression is in the page, "" and an error on the test if it can't be had.
func look[T any](ctx context.Context, t *testing.T, expression string, opts ...chromedp.EvaluateOption) T {
	t.Helper()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, opts...))
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return v
}

func do(ctx context.Context, t *testing.T, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(ctx, steps...); err != nil {
		t.Fatal(err)
	}
}

// In a browser, pages fit at every width, say nothing on the console, run no script of
// the web, can be searched, change while the run goes on, and have no faults that a
// check for accessibility finds.
func TestBrowser(t *testing.T) {
	ctx := browser(t)
	s, tasks := steered(t)
	judged(t, s.all()[0])
	web := httptest.NewServer(s)
	defer web.Close()
	defer web.CloseClientConnections() // those of events
	complaints := make(chan string, 100)
	go func() {
		for m, err := range chromedp.Console(ctx) {
			if err != nil {
				return
			}
			select {
			case complaints <- m.String():
			default:
			}
		}
	}()
	axe := axeCore(t)
	shots := os.Getenv("VERDE_SCREENSHOTS") // a folder for pictures of the pages, for people
	for _, path := range []string{"", base, base + "entities", base + "entities?view=cards", base + "sources", base + "sources/b.example", base + "sources/l.example", base + "matching", base + "queries", base + "queries/q1", base + "lost?at=results", base + "lost?at=expansion",
		base + "page?url=http://a.example/0&label=By", base + "entities/http%3A%2F%2Fa.example%2F0", base + "label", "/new", "/machines", "/nix"} {
		for _, width := range []int64{360, 1280, 2560} {
			do(ctx, t, chromedp.EmulateViewport(width, 900), chromedp.Navigate(web.URL+path))
			if over := look[int](ctx, t, "document.documentElement.scrollWidth - document.documentElement.clientWidth"); over > 0 {
				t.Errorf("%s at %d: %d pixels too wide", path, width, over)
			}
			if shots != "" {
				for _, scheme := range []string{"light", "dark"} {
					do(ctx, t, colours(scheme))
					shoot(ctx, t, filepath.Join(shots, fmt.Sprintf("%d-%s%s.png", width, scheme, strings.NewReplacer("/", "_", "?", "_", "%", "", "&", "_", ":", "").Replace(path))))
				}
			}
		}
		for scheme, width := range map[string]int64{"light": 2560, "dark": 360} { // a telephone has tables laid out otherwise
			if axe != "" {
				do(ctx, t, chromedp.EmulateViewport(width, 900), colours(scheme))
				look[string](ctx, t, axe+";'done'")
				faults := look[string](ctx, t, axeFaults, chromedp.EvalAwaitPromise)
				if faults != "" {
					t.Errorf("%s, %s: %s", path, scheme, faults)
				}
			}
		}
	}
	t.Run("decide", func(t *testing.T) { // by the keyboard
		do(ctx, t, chromedp.Navigate(web.URL+base+"sources/b.example"), chromedp.SendKeys(chromedp.CSS("#why"), "a shop"), chromedp.Focus(chromedp.CSS("button[value=doubt]")), chromedp.KeyEvent("\r"))
		shows(ctx, t, `document.body.innerText.includes("Decided by hand: doubt, a shop")`)
		if decided, err := s.all()[0].decided(t.Context()); err != nil || decided.Sites["b.example"].Decide != "doubt" {
			t.Errorf("%v, %v", decided, err)
		}
	})
	t.Run("label", func(t *testing.T) { // one key an answer, without another click
		// A key that comes as soon as the next fragment stands there counts, so that what
		// htmx waits for otherwise after it put something there may take any time.
		do(ctx, t, chromedp.Navigate(web.URL+base+"label"))
		look[int](ctx, t, "htmx.config.defaultSettleDelay = 60000")
		file := filepath.Join(s.all()[0].Dir, labels.File)
		for i, step := range []struct {
			key  string
			want int // labels by then
		}{{"y", 1}, {"n", 2}, {"s", 2}, {"y", 3}, {"u", 2}, {"u", 2}} {
			shows(ctx, t, `document.activeElement.id == "answer" && document.activeElement.value == ""`)
			before := look[string](ctx, t, `document.querySelector("[name=fragment]").value`)
			do(ctx, t, chromedp.KeyEvent(step.key))
			shows(ctx, t, `document.querySelector("[name=fragment]").value != "`+before+`"`)
			book, err := labels.Open(file)
			if err != nil || len(book.Done) != step.want {
				t.Fatalf("key %d, %s: %d labels, want %d; %v", i, step.key, len(book.Done), step.want, err)
			}
		}
		if at := look[string](ctx, t, "location.pathname"); at != "/runs/books%20&%20more/label" {
			t.Errorf("it leads to %s", at)
		}
	})
	t.Run("start", func(t *testing.T) {
		do(ctx, t, chromedp.Navigate(web.URL+"/new"), chromedp.SendKeys(chromedp.CSS("#url"), "http://c.example/list"), chromedp.SendKeys(chromedp.CSS("#domain"), "film\r"))
		shows(ctx, t, `document.body.innerText.includes("may come to nothing")`)
		do(ctx, t, chromedp.Click(chromedp.CSS("button[name=anyway]")))
		shows(ctx, t, `location.pathname == "/runs/film/" && document.body.innerText.includes("under way")`)
		<-tasks
		if shots != "" {
			shoot(ctx, t, filepath.Join(shots, "under-way.png"))
		}
		do(ctx, t, chromedp.Click(chromedp.CSS(".control form[action$=pause] button")))
		shows(ctx, t, `document.body.innerText.includes("Go on")`) // by itself, once it has stopped
	})
	t.Run("search", func(t *testing.T) {
		do(ctx, t, chromedp.Navigate(web.URL+base+"entities"), chromedp.SendKeys(chromedp.CSS("#q"), "cedar hea"), chromedp.Click(chromedp.CSS(".search button")))
		if _, err := chromedp.Run(ctx, chromedp.Poll[bool](`document.querySelectorAll("tbody tr").length == 1 && document.querySelector("tbody").innerText.includes("cedar heaths") && location.search.includes("cedar")`)); err != nil {
			t.Error(err)
		}
	})
	t.Run("live", func(t *testing.T) {
		do(ctx, t, chromedp.Navigate(web.URL+base))
		if _, err := chromedp.Run(ctx, chromedp.Poll[bool](`performance.getEntriesByType("resource").length > 0`)); err != nil {
			t.Fatal(err)
		}
		look[string](ctx, t, `window.stays = "same page"`)
		if err := os.WriteFile(filepath.Join(s.all()[0].Dir, "report.json"), []byte(`{"advice":["something new"]}`), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := chromedp.Run(ctx, chromedp.Poll[bool](`document.body.innerText.includes("something new")`)); err != nil {
			t.Fatal(err)
		}
		if got := look[string](ctx, t, "window.stays || ''"); got != "same page" {
			t.Error("the page was loaded anew")
		}
	})
	for {
		select {
		case c := <-complaints:
			if !strings.Contains(c, "404") { // of the page that is not there
				t.Errorf("console: %s", c)
			}
			continue
		default:
		}
		break
	}
}

// axeFaults gives what axe-core finds wrong with a page.
const axeFaults = `axe.run(document, {iframes: false}).then(r => r.violations.map(v => v.id + ": " + v.nodes.slice(0, 3).map(n => n.html + " " + n.failureSummary).join("; ")).join("\n"))`

// shows waits until an expression is true, in this page or the one that it is about to
// lead to: what is asked of a page that goes away has no answer.
func shows(ctx context.Context, t *testing.T, expression string) {
	t.Helper()
	for {
		_, err := chromedp.Run(ctx, chromedp.Poll[bool](expression))
		if err == nil {
			return
		}
		gone := strings.Contains(err.Error(), "navigated") || strings.Contains(err.Error(), "Cannot find context")
		if !gone || ctx.Err() != nil {
			t.Fatalf("%s: %v", expression, err)
		}
	}
}

// colours has pages shown "light" or "dark".
func colours(scheme string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
		return err
	})
}

// shoot keeps a picture of the page.
func shoot(ctx context.Context, t *testing.T, file string) {
	t.Helper()
	picture, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(file, picture, 0o666)
	}
	if err != nil {
		t.Error(err)
	}
}

// axeCore is the script of axe-core that VERDE_AXE names, "" if it is not set.
func axeCore(t *testing.T) string {
	t.Helper()
	name := os.Getenv("VERDE_AXE")
	if name == "" {
		t.Log("accessibility is not checked: VERDE_AXE does not name axe.min.js of axe-core")
		return ""
	}
	script, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(script)
}
