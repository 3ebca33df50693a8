package verde_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"verde"
	"verde/catalog"
	"verde/fetch"
	"verde/internal/demoweb"
	"verde/pageeval"
	"verde/search"
	"verde/search/live"
	"verde/vertical"
)

const (
	victimEnv = "VERDE_TEST_VICTIM" // proxy and folder, for the process that is killed
	killsEnv  = "VERDE_TEST_KILLS"  // how many are
	kills     = 5
)

func TestMain(m *testing.M) {
	if proxy, dir, ok := strings.Cut(os.Getenv(victimEnv), " "); ok {
		if err := exploreOnce(context.Background(), proxy, dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// exploreOnce explores the small web behind a proxy in a folder, a site at a
// time.
func exploreOnce(ctx context.Context, proxy, dir string) error {
	at, err := url.Parse(proxy)
	if err != nil {
		return err
	}
	web := demoweb.New()
	transport := &http.Transport{Proxy: http.ProxyURL(at), DisableCompression: true}
	client, err := fetch.New(fetch.Options{Pace: fetch.Pace{Delay: -1}, Archive: filepath.Join(dir, "archive"), Transport: transport})
	if err != nil {
		return err
	}
	cat, err := catalog.Open(ctx, filepath.Join(dir, "catalog.sqlite"))
	if err != nil {
		return err
	}
	classifier, err := pageeval.Default()
	if err != nil {
		return err
	}
	engine, err := live.New("searxng", web.SearchEndpoint(), live.Options{Client: &http.Client{Transport: transport}})
	if err != nil {
		return err
	}
	x := &verde.Explorer{Domain: "book", Pages: client, Engines: []search.Engine{engine}, Catalog: cat, Classifier: classifier,
		Options: verde.Options{Rounds: 1, Sites: 1}}
	path := filepath.Join(dir, "vertical.json")
	v, err := vertical.Load(path)
	if err != nil {
		if v, err = x.Learn(ctx, []string{web.Sample()}); err != nil {
			return err
		}
		if err := v.Save(path); err != nil {
			return err
		}
	}
	if _, err := x.Explore(ctx, v); err != nil {
		return err
	}
	if err := cat.Close(); err != nil {
		return err
	}
	return client.Close()
}

// killedRun counts the page requests of runs in one folder; with at above 0 the
// first run is killed, as no process can catch, when that request comes.
type killedRun struct {
	pages map[string]int // requests but for those of the search engine
	total int
	print string // of the catalog
}

func runKilled(t *testing.T, at int) killedRun {
	t.Helper()
	out := killedRun{pages: map[string]int{}}
	var mu sync.Mutex
	var victim *os.Process
	web := demoweb.New()
	inner := web.Handler()
	searching := must(url.Parse(web.SearchEndpoint()))(t).Host
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		if r.Host != searching {
			out.total++
			out.pages[r.URL.String()]++
			if out.total == at && victim != nil {
				victim.Kill()
				victim = nil
			}
		}
		mu.Unlock()
		inner.ServeHTTP(w, r)
	}))
	defer server.Close()
	dir := t.TempDir()
	for run := range 2 {
		process := exec.CommandContext(t.Context(), os.Args[0])
		process.Env = append(os.Environ(), victimEnv+"="+server.URL+" "+dir)
		process.Stderr = os.Stderr
		mu.Lock()
		err := process.Start()
		if run == 0 && at > 0 {
			victim = process.Process
		}
		mu.Unlock()
		if err != nil {
			t.Fatal(err)
		}
		if err := process.Wait(); (err != nil) != (run == 0 && at > 0) {
			t.Fatalf("run %d, to be killed at request %d: %v", run, at, err)
		}
	}
	cat := must(catalog.Open(t.Context(), filepath.Join(dir, "catalog.sqlite")))(t)
	defer cat.Close()
	out.print = must(cat.Fingerprint(t.Context()))(t)
	return out
}

// An exploration that is killed with SIGKILL at any request and run again asks
// for every page once in both runs, but for the one that was under way, and
// ends with the catalog of one that was not.
func TestKilledExploration(t *testing.T) {
	if testing.Short() {
		t.Skip("what runs at the same time here does so in TestWholeLoop and TestInterrupted")
	}
	t.Parallel()
	times := kills
	if n, err := strconv.Atoi(os.Getenv(killsEnv)); err == nil {
		times = n
	}
	calm := runKilled(t, 0)
	rng := rand.New(rand.NewPCG(6, 9))
	for range times {
		at := 1 + rng.IntN(calm.total)
		got := runKilled(t, at)
		if got.print != calm.print {
			t.Errorf("killed at request %d of %d: another catalog", at, calm.total)
		}
		twice := 0
		for u, n := range got.pages {
			if twice += n - 1; calm.pages[u] == 0 {
				t.Errorf("killed at request %d: %s, which a calm run does not ask for", at, u)
			}
		}
		if twice > 1 || len(got.pages) != len(calm.pages) {
			t.Errorf("killed at request %d: %d pages of %d, %d requests too many", at, len(got.pages), len(calm.pages), twice)
		}
	}
}
