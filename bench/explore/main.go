// Command explore measures "verde explore" on generated webs of webbox, and
// prints Markdown tables.
//
//	export VERDE_CORPORA=/path/to/corpora   # swde-truth/ and articles/html/
//	go build -o verde ./cmd/verde
//	go run ./bench/explore -verde ./verde -webbox /path/to/webbox
//
// Each web is ten sites of a vertical and some noise hosts. From each start site
// runs are made with few and with many instances; -sizes lists them, instances
// and rounds. A site counts as found if the run has read it.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"verde"
	"verde/catalog"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "explore bench:", err)
		os.Exit(1)
	}
}

// bench is what all runs share.
type bench struct {
	verde, webbox string // programs
	corpora       string
	dir           string // for the runs' folders
	sizes         []size
}

// size is how much a run asks for.
type size struct{ instances, rounds int }

// start is a site of a web to begin with.
type start struct{ vertical, site string }

// domains are the verticals' domain terms.
var domains = map[string]string{"nbaplayer": "player", "movie": "movie", "book": "book"}

func run(ctx context.Context) error {
	var b bench
	flag.StringVar(&b.verde, "verde", "verde", "the program")
	flag.StringVar(&b.webbox, "webbox", "webbox", "the program that generates webs")
	flag.StringVar(&b.corpora, "corpora", os.Getenv("VERDE_CORPORA"), "folder that holds swde-truth/ and articles/html/")
	flag.StringVar(&b.dir, "runs", "", "folder for the runs' folders; default one that is deleted")
	starts := flag.String("starts", "nbaplayer-espn,nbaplayer-wiki,movie-allmovie,movie-imdb,book-abebooks,book-christianbook", "start sites, each with its vertical")
	seeds := flag.String("seeds", "1,2,3", "of the webs")
	sizes := flag.String("sizes", "5x1,50x3", "instances a round x rounds")
	workers := flag.Int("workers", 2, "runs at a time")
	flag.Parse()
	if b.corpora == "" {
		fmt.Println("skipped: set VERDE_CORPORA to the folder that holds swde-truth/")
		return nil
	}
	for field := range strings.SplitSeq(*sizes, ",") {
		var s size
		if _, err := fmt.Sscanf(field, "%dx%d", &s.instances, &s.rounds); err != nil {
			return fmt.Errorf("-sizes %q: %w", field, err)
		}
		b.sizes = append(b.sizes, s)
	}
	if b.dir == "" {
		dir, err := os.MkdirTemp("", "explore")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		b.dir = dir
	}
	byVertical, order := map[string][]start{}, []string(nil)
	for name := range strings.SplitSeq(*starts, ",") {
		vertical, _, _ := strings.Cut(name, "-")
		if domains[vertical] == "" {
			return fmt.Errorf("-starts %q: verticals are nbaplayer, movie and book", name)
		}
		if byVertical[vertical] == nil {
			order = append(order, vertical)
		}
		byVertical[vertical] = append(byVertical[vertical], start{vertical, name})
	}
	var rows []row
	for seed := range strings.SplitSeq(*seeds, ",") {
		for _, vertical := range order {
			more, err := b.world(ctx, vertical, seed, byVertical[vertical], *workers)
			if err != nil {
				return err
			}
			rows = append(rows, more...)
		}
	}
	table(rows)
	return nil
}

// row is what one run came to.
type row struct {
	start
	size
	seed     string
	right    int   // sites found
	wrong    int   // hosts taken for sites
	there    int   // sites that there are beside the start
	byRound  []int // found after each round, right or wrong
	urls     int
	examined int // downloaded to judge sites
	unseen   float64
	seconds  float64
}

// world generates a web and makes the runs in it.
func (b *bench) world(ctx context.Context, vertical, seed string, starts []start, workers int) ([]row, error) {
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	server := exec.CommandContext(ctx, b.webbox, "serve", "--truth", filepath.Join(b.corpora, "swde-truth"), "--noise", filepath.Join(b.corpora, "articles", "html"),
		"--vertical", vertical, "--seed", seed, "--listen", address)
	if err := server.Start(); err != nil {
		return nil, err
	}
	defer func() {
		cancel()
		_ = server.Wait() // it was killed
	}()
	proxy := &url.URL{Scheme: "http", Host: address}
	sites, err := waitForSites(ctx, proxy)
	if err != nil {
		return nil, err
	}
	rows := make([]row, len(starts)*len(b.sizes))
	group, gctx := errgroup.WithContext(ctx)
	group.SetLimit(workers)
	for i, s := range starts {
		for j, n := range b.sizes {
			r := &rows[i*len(b.sizes)+j]
			r.start, r.size, r.seed = s, n, seed
			group.Go(func() error { return b.explore(gctx, r, proxy, sites) })
		}
	}
	return rows, group.Wait()
}

func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// waitForSites asks a web that is being generated for its sites, host to start
// page, until it answers.
func waitForSites(ctx context.Context, proxy *url.URL) (map[string]string, error) {
	client := &http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(proxy)}}
	for range 600 {
		sites, err := askSites(ctx, client)
		if err == nil || ctx.Err() != nil {
			return sites, err
		}
		time.Sleep(200 * time.Millisecond)
	}
	return nil, errors.New("webbox does not answer")
}

func askSites(ctx context.Context, client *http.Client) (map[string]string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://webbox.test/__truth/sites", nil)
	if err != nil {
		return nil, err
	}
	resp, err := client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	var all []struct{ Host, Role, Start string }
	if err := json.NewDecoder(resp.Body).Decode(&all); err != nil {
		return nil, err
	}
	sites := map[string]string{}
	for _, s := range all {
		if s.Role == "site" {
			sites[s.Host] = s.Start
		}
	}
	return sites, nil
}

// explore makes one run and counts.
func (b *bench) explore(ctx context.Context, r *row, proxy *url.URL, sites map[string]string) error {
	host := r.site + ".example"
	if sites[host] == "" {
		return fmt.Errorf("no site %s in the web", host)
	}
	dir := filepath.Join(b.dir, fmt.Sprintf("%s-%s-%dx%d", r.site, r.seed, r.instances, r.rounds))
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	began := time.Now()
	cmd := exec.CommandContext(ctx, b.verde, "explore", sites[host], "--domain", domains[r.vertical], "--run", dir, "--delay", "0",
		"--engine", "searxng", "--endpoint", "http://searx.test/search", "--quiet",
		"--instances", strconv.Itoa(r.instances), "--rounds", strconv.Itoa(r.rounds))
	cmd.Env = append(os.Environ(), "HTTP_PROXY="+proxy.String())
	out, err := cmd.CombinedOutput()
	r.seconds = time.Since(began).Seconds()
	const incomplete = 3 // some pages or answers could not be had, as is to be expected
	if exit := (*exec.ExitError)(nil); err != nil && !(errors.As(err, &exit) && exit.ExitCode() == incomplete) {
		return fmt.Errorf("%s: %w\n%s", dir, err, out)
	}
	return r.count(dir, host, sites)
}

// count reads what a run left.
func (r *row) count(dir, host string, sites map[string]string) error {
	data, err := os.ReadFile(filepath.Join(dir, "report.json"))
	if err != nil {
		return err
	}
	var report verde.Report
	if err := json.Unmarshal(data, &report); err != nil {
		return err
	}
	found := 0
	for _, round := range report.Rounds {
		found += round.Accepted
		r.byRound = append(r.byRound, found)
		r.urls, r.examined, r.unseen = round.Results, r.examined+round.Evaluated, 0
		if round.Unseen != nil {
			r.unseen = *round.Unseen
		}
	}
	r.there = len(sites) - 1
	data, err = os.ReadFile(filepath.Join(dir, "sources.jsonl"))
	if err != nil {
		return err
	}
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var s catalog.Source
		if err := json.Unmarshal(lines.Bytes(), &s); err != nil {
			return err
		}
		switch {
		case s.State != catalog.Expanded || s.Site == host:
		case sites[s.Site] != "":
			r.right++
		default:
			r.wrong++
		}
	}
	return lines.Err()
}

// table prints a line a run, and one for each vertical and size.
func table(rows []row) {
	slices.SortStableFunc(rows, func(a, b row) int { return a.instances*a.rounds - b.instances*b.rounds })
	fmt.Println("| vertical | start site | seed | instances | sources P / R | found by round | URLs | examined | not found: estimate | truly | seconds |")
	fmt.Println("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
	type key struct {
		vertical string
		size
	}
	sums, order := map[key][]row{}, []key(nil)
	for _, r := range rows {
		fmt.Printf("| %s | %s | %s | %d x %d | %s / %.2f | %s | %d | %.3f | %.1f | %d | %.0f |\n", r.vertical, strings.TrimPrefix(r.site, r.vertical+"-"), r.seed,
			r.rounds, r.instances, precision(r.right, r.wrong), float64(r.right)/float64(r.there), strings.Trim(strings.ReplaceAll(fmt.Sprint(r.byRound), " ", ", "), "[]"),
			r.urls, float64(r.examined)/float64(max(1, r.urls)), r.unseen, r.there-r.right, r.seconds)
		k := key{r.vertical, r.size}
		if sums[k] == nil {
			order = append(order, k)
		}
		sums[k] = append(sums[k], r)
	}
	fmt.Println("\n| vertical | instances | runs | examined | sources P | found | R, mean | R, least | not found: estimate, mean | truly |")
	fmt.Println("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
	for _, k := range order {
		var total row
		recall, least := 0., 1.
		for _, r := range sums[k] {
			total.right, total.wrong, total.there = total.right+r.right, total.wrong+r.wrong, total.there+r.there
			total.urls, total.examined, total.unseen = total.urls+r.urls, total.examined+r.examined, total.unseen+r.unseen
			recall, least = recall+float64(r.right)/float64(r.there), min(least, float64(r.right)/float64(r.there))
		}
		n := float64(len(sums[k]))
		fmt.Printf("| %s | %d x %d | %.0f | %.3f | %s | %d of %d | %.3f | %.2f | %.2f | %.2f |\n", k.vertical, k.rounds, k.instances, n,
			float64(total.examined)/float64(max(1, total.urls)), precision(total.right, total.wrong), total.right, total.there, recall/n, least, total.unseen/n, float64(total.there-total.right)/n)
	}
}

// precision is "-" if nothing was found.
func precision(right, wrong int) string {
	if right+wrong == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", float64(right)/float64(right+wrong))
}
