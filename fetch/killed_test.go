package fetch

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// Of the site that is crawled by a process that is killed.
const (
	killedEnv   = "FETCH_TEST_CRAWL" // URL to begin at and archive folder, for the process
	killedPages = 30
	killedTimes = 50
)

func TestMain(m *testing.M) {
	if start, dir, ok := strings.Cut(os.Getenv(killedEnv), " "); ok {
		if err := crawl(start, dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// crawl fetches a page and all that its links lead to.
func crawl(start, dir string) error {
	c, err := New(fast(Options{Archive: dir, IgnoreRobots: true}))
	if err != nil {
		return err
	}
	href := regexp.MustCompile(`href=(\d+)`)
	var fetch func(url string) error
	seen := map[string]bool{}
	fetch = func(url string) error {
		if seen[url] {
			return nil
		}
		seen[url] = true
		p, err := c.Fetch(context.Background(), url)
		if err != nil {
			return err
		}
		for _, m := range href.FindAllSubmatch(p.Body, -1) {
			if err := fetch(url[:strings.LastIndexByte(url, '/')+1] + string(m[1])); err != nil {
				return err
			}
		}
		return nil
	}
	if err := fetch(start); err != nil {
		return err
	}
	return c.Close()
}

// killedPage is page i of the site, which links to two others.
func killedPage(i int) string {
	return fmt.Sprintf("<p>page %d %s<a href=%d><a href=%d>", i, strings.Repeat("x", i*97%1500), (2*i+1)%killedPages, (2*i+2)%killedPages)
}

// TestKillNine kills a crawl at a random moment, with what no process can catch,
// and crawls again: the archive has every page as it was served, and the server
// has sent each once, but for the one that was under way.
func TestKillNine(t *testing.T) {
	t.Parallel()
	times := killedTimes
	if testing.Short() {
		times = 5
	}
	for round := range times {
		t.Run(strconv.Itoa(round), func(t *testing.T) {
			t.Parallel()
			killAndResume(t, uint64(round))
		})
	}
}

func killAndResume(t *testing.T, round uint64) {
	t.Helper()
	rng := rand.New(rand.NewPCG(round, 9))
	at := 1 + rng.IntN(killedPages) // request at which the process is killed
	before := rng.IntN(3) == 0      // it is answered
	pause := time.Duration(rng.IntN(1500)) * time.Microsecond
	var mu sync.Mutex
	sent, n := make(map[string]int), 0
	var victim *os.Process
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		sent[r.URL.Path]++
		n++
		now, process := n == at, victim
		mu.Unlock()
		if now && before {
			process.Kill()
		}
		i, err := strconv.Atoi(r.URL.Path[1:])
		if err != nil {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, killedPage(i))
		if now && !before {
			go func() {
				time.Sleep(pause) // in which the answer comes, or is archived
				process.Kill()
			}()
		}
	}))
	defer server.Close()
	dir := t.TempDir()
	for run := range 2 {
		process := exec.Command(os.Args[0])
		process.Env = append(os.Environ(), killedEnv+"="+server.URL+"/0 "+dir)
		process.Stderr = os.Stderr
		mu.Lock()
		err := process.Start()
		victim = process.Process
		mu.Unlock()
		if err != nil {
			t.Fatal(err)
		}
		if err := process.Wait(); err != nil && run == 1 {
			t.Errorf("the second run: %v", err)
		}
	}
	got, _ := contents(t, dir)
	want, twice := make(map[string]string), 0
	for i := range killedPages {
		want[fmt.Sprintf("%s/%d", server.URL, i)] = killedPage(i)
		if sent[fmt.Sprint("/", i)] == 2 {
			twice++
		}
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("archive (-want +got):\n%s", d)
	}
	if twice > 1 || n != killedPages+twice || len(sent) != killedPages {
		t.Errorf("%d requests, %d of %d pages twice: %v", n, twice, len(sent), sent)
	}
}
