package verde_test

import (
	"context"
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"verde"
	"verde/catalog"
	"verde/page"
	"verde/vertical"
)

// shaky wraps the small web: it counts what is asked for, and answers for some sites
// that it is overloaded.
type shaky struct {
	page.Fetcher
	down string // site

	mu    sync.Mutex
	asked map[string]int
}

func (s *shaky) Unwrap() page.Fetcher { return s.Fetcher }

func (s *shaky) Fetch(ctx context.Context, url string) (*page.Page, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.asked == nil {
		s.asked = map[string]int{}
	}
	if s.asked[page.Site(url)]++; page.Site(url) == s.down {
		return nil, &page.Error{URL: url, Reason: page.Status, Status: 503}
	}
	return s.Fetcher.Fetch(ctx, url)
}

// few makes rounds small, so that there are several.
var few = verde.Options{Rounds: 3, Asking: verde.Asking{Instances: 3, Probes: -1}}

// begin opens an explorer over the small web in a folder, as a process would.
func begin(t *testing.T, dir string) (*verde.Explorer, *shaky) {
	t.Helper()
	x := must(explorer(t.Context(), dir))(t)
	t.Cleanup(func() { x.Catalog.Close() })
	fetcher := &shaky{Fetcher: x.Pages}
	x.Pages, x.Options = fetcher, few
	return x, fetcher
}

// vertical is that of the small web, learned in a folder and read from JSON.
func savedVertical(t *testing.T, dir string) *vertical.Vertical {
	t.Helper()
	x, _ := begin(t, dir)
	text := must(json.Marshal(must(x.Learn(t.Context(), []string{"http://shelf.example/book/1"}))(t)))(t)
	if err := x.Catalog.Close(); err != nil {
		t.Fatal(err)
	}
	v := new(vertical.Vertical)
	if err := json.Unmarshal(text, v); err != nil {
		t.Fatal(err)
	}
	return v
}

// steps runs the steps of rounds one by one and stops before the one of a number,
// with what was done so far as the catalog has it. It tells whether it was stopped.
func steps(t *testing.T, x *verde.Explorer, v *vertical.Vertical, stop int) bool {
	t.Helper()
	ctx := t.Context()
	step := 0
	stopped := func() bool { step++; return step > stop }
	for n, more := 1, true; more; n++ {
		if stopped() {
			return true
		}
		if opened, err := x.OpenRound(ctx, v, n); err != nil {
			t.Fatal(err)
		} else if !opened {
			break
		}
		for _, c := range must(x.Catalog.Candidates(ctx, n))(t) {
			if stopped() {
				return true
			}
			settled := must(x.SettleSite(ctx, v, n, c.Site))(t)
			if stopped() {
				return true
			}
			if err := x.Catalog.PutSettled(ctx, n, settled); err != nil {
				t.Fatal(err)
			}
		}
		if stopped() {
			return true
		}
		more = must(x.CloseRound(ctx, v, n))(t)
	}
	return false
}

// A run that is stopped between any two steps and gone on with by another process
// ends with the catalog of a run that nobody stopped, and so does one whose steps are
// taken one by one. Nothing that is settled is settled again.
func TestStoppedBetweenSteps(t *testing.T) {
	if testing.Short() {
		t.Skip("a long run, of one goroutine after another")
	}
	t.Parallel()
	ctx := t.Context()
	learned, calm := t.TempDir(), t.TempDir()
	v := savedVertical(t, learned)
	again := func(dir string) {
		t.Helper()
		if err := os.CopyFS(dir, os.DirFS(learned)); err != nil {
			t.Fatal(err)
		}
	}
	again(calm)
	x, _ := begin(t, calm)
	whole := must(x.Explore(ctx, v))(t)
	want := must(x.Catalog.Fingerprint(ctx))(t)
	if len(whole.Rounds) < 2 || whole.Sources != 3 {
		t.Fatalf("%d sources in %d rounds, want three in several", whole.Sources, len(whole.Rounds))
	}
	stopped := true
	for at := 0; stopped; at++ {
		dir := t.TempDir()
		again(dir)
		first, _ := begin(t, dir)
		stopped = steps(t, first, v, at)
		if err := first.Catalog.Close(); err != nil {
			t.Fatal(err)
		}
		then, fetcher := begin(t, dir)
		report := must(then.Explore(ctx, v))(t)
		if got := must(then.Catalog.Fingerprint(ctx))(t); got != want {
			t.Errorf("stopped before step %d: another catalog", at+1)
		}
		report.Seconds = whole.Seconds
		if d := cmp.Diff(whole, report); d != "" {
			t.Errorf("stopped before step %d: reports differ (-whole +then):\n%s", at+1, d)
		}
		if !stopped && len(fetcher.asked) > 0 {
			t.Errorf("all steps were taken, and %v is asked for", fetcher.asked)
		}
		if err := then.Catalog.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// Opening a round again changes nothing, and what is settled stays settled.
func TestOpenRoundTwice(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long under the race detector")
	}
	t.Parallel()
	ctx := t.Context()
	dir := t.TempDir()
	v := savedVertical(t, dir)
	x, _ := begin(t, dir)
	open := func() map[string]bool {
		t.Helper()
		if opened := must(x.OpenRound(ctx, v, 1))(t); !opened {
			t.Fatal("nothing to ask")
		}
		settled := map[string]bool{}
		for _, c := range must(x.Catalog.Candidates(ctx, 1))(t) {
			settled[c.Site] = c.Settled
		}
		return settled
	}
	sites := slices.Sorted(maps.Keys(open()))
	if len(sites) < 2 {
		t.Fatalf("candidates %q, want several", sites)
	}
	if err := x.Catalog.PutSettled(ctx, 1, must(x.SettleSite(ctx, v, 1, sites[0]))(t)); err != nil {
		t.Fatal(err)
	}
	before := must(x.Catalog.Fingerprint(ctx))(t)
	for site, settled := range open() {
		if settled != (site == sites[0]) {
			t.Errorf("%s is settled: %v", site, settled)
		}
	}
	if must(x.Catalog.Fingerprint(ctx))(t) != before {
		t.Error("opening a round again changes the catalog")
	}
	x.Options.Evaluate = 5 // what it is judged by
	if open()[sites[0]] {
		t.Errorf("%s stays settled, though it would be judged otherwise", sites[0])
	}
	for name, err := range map[string]error{
		"is not settled":  second(x.CloseRound(ctx, v, 1)),
		"is not open":     second(x.CloseRound(ctx, v, 2)),
		"is no candidate": second(x.SettleSite(ctx, v, 1, "none.example")),
	} {
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("error %v, want one with %q", err, name)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// A site that was down when its turn came is settled again by the next run, and only
// that one.
func TestSettledAgain(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and long under the race detector")
	}
	t.Parallel()
	ctx := t.Context()
	dir := t.TempDir()
	v := savedVertical(t, dir)
	run := func(down string) (state string, asked map[string]int) {
		t.Helper()
		x, fetcher := begin(t, dir)
		x.Options.Rounds = 1
		fetcher.down = down
		must(x.Explore(ctx, v))(t)
		src, _, err := x.Catalog.Source(ctx, "nook.example")
		if err != nil {
			t.Fatal(err)
		}
		if err := x.Catalog.Close(); err != nil {
			t.Fatal(err)
		}
		return src.State, fetcher.asked
	}
	if state, asked := run("nook.example"); state == catalog.Expanded || asked["attic.example"] == 0 {
		t.Errorf("while it is down: %s; asked for %v", state, asked)
	}
	if state, asked := run("nook.example"); state == catalog.Expanded || asked["nook.example"] == 0 || len(asked) != 1 {
		t.Errorf("still down: %s; asked for %v", state, asked)
	}
	if state, asked := run(""); state != catalog.Expanded || len(asked) != 1 {
		t.Errorf("when it is up: %s; asked for %v", state, asked)
	}
	if state, asked := run(""); state != catalog.Expanded || len(asked) != 0 {
		t.Errorf("again: %s; asked for %v", state, asked)
	}
}
