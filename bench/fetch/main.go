// Command fetch measures how fast pages are fetched, archived, parsed and
// reduced to link-paths, beside other crawlers on the same site, and prints a
// Markdown table.
//
//	go build -C bench/fetch/colly -o colly
//	go run ./bench/fetch -colly bench/fetch/colly/colly
//	go run ./bench/fetch -generated 1000000
//
// The first is a site of files, served by nginx on loopback; wget and nginx are
// Debian's packages. The second is a site that a second process makes up, for
// what memory a long crawl takes. Nothing is spared: no delay, no robots.txt.
package main

import (
	"bufio"
	"bytes"
	"context"
	"flag"
	"fmt"
	"net/netip"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// loopback is where the sites are.
var loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}

// setting is what all measurements share.
type setting struct {
	pages   int
	rounds  int
	workers int
	nginx   string
	wget    string
	colly   string
	dir     string // of the sites and archives
}

func main() {
	if err := start(); err != nil {
		fmt.Fprintln(os.Stderr, "fetch bench:", err)
		os.Exit(1)
	}
}

func start() error {
	var s setting
	var crawled, archive string
	var generated, served int
	flag.IntVar(&s.pages, "pages", 5000, "pages of the site that nginx serves")
	flag.IntVar(&s.rounds, "rounds", 3, "runs of each crawler, in turn; the median counts")
	flag.IntVar(&s.workers, "workers", 8, "requests at a time")
	flag.StringVar(&s.nginx, "nginx", "nginx", "`program`")
	flag.StringVar(&s.wget, "wget", "wget", "`program`, \"\" to leave it out")
	flag.StringVar(&s.colly, "colly", "", "`program` that bench/fetch/colly builds, \"\" to leave it out")
	flag.IntVar(&generated, "generated", 0, "crawl a generated site of so many `pages` instead")
	flag.StringVar(&crawled, "crawl", "", "crawl from this `URL` and print the number of pages: one run of ours")
	flag.StringVar(&archive, "archive", "", "with -crawl, the archive's `folder`")
	flag.IntVar(&served, "serve", 0, "serve a generated site of so many `pages`, and print its address")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	switch {
	case flag.NArg() > 0:
		return fmt.Errorf("no arguments are taken, but got %q", flag.Args())
	case served > 0:
		return serveGenerated(ctx, served)
	case crawled != "":
		n, err := run(ctx, crawled, archive, s.workers)
		if err == nil {
			fmt.Println(n)
		}
		return err
	}
	var err error
	if s.dir, err = os.MkdirTemp("", "verde-bench-"); err != nil {
		return err
	}
	defer os.RemoveAll(s.dir)
	if generated > 0 {
		return s.long(ctx, generated)
	}
	return s.compare(ctx)
}

// crawler is one that is measured: a command that crawls from a URL and prints
// how many pages it got, or counts what it has left in a folder.
type crawler struct {
	name    string
	command func(start, scratch string) []string
	files   bool // the pages are the files that it leaves
	runs    []spent
}

// spent is what a run took.
type spent struct {
	pages            int
	clock, processor time.Duration
	memory           int64 // bytes, the most that were resident
}

func (s setting) crawlers(self string) []*crawler {
	ours := func(archive func(scratch string) string) func(start, scratch string) []string {
		return func(start, scratch string) []string {
			return []string{self, "-workers", strconv.Itoa(s.workers), "-crawl", start, "-archive", archive(scratch)}
		}
	}
	list := []*crawler{
		{name: "verde, into an archive", command: ours(func(scratch string) string { return filepath.Join(scratch, "archive") })},
		{name: "verde, keeping nothing", command: ours(func(string) string { return "" })},
	}
	if s.wget != "" {
		list = append(list, &crawler{name: "wget -r, into files", files: true, command: func(start, scratch string) []string {
			return []string{s.wget, "-r", "-l", "inf", "-q", "-e", "robots=off", "-nH", "-P", scratch, start}
		}})
	}
	if s.colly != "" {
		list = append(list, &crawler{name: "colly 2.3.0, keeping nothing", command: func(start, _ string) []string {
			return []string{s.colly, "-connections", strconv.Itoa(s.workers), start}
		}})
	}
	return list
}

// compare has all crawlers crawl the same site in turn.
func (s setting) compare(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	site := filepath.Join(s.dir, "site")
	if err := os.Mkdir(site, 0o755); err != nil {
		return err
	}
	if err := os.Chmod(s.dir, 0o755); err != nil { // nginx's worker may be of another user
		return err
	}
	if err := writeSite(site, s.pages); err != nil {
		return err
	}
	base, done, err := serveNginx(ctx, s.nginx, s.dir)
	if err != nil {
		return err
	}
	defer done()
	defer stop()
	self, err := os.Executable()
	if err != nil {
		return err
	}
	list := s.crawlers(self)
	for round := range s.rounds {
		for i := range list { // who comes first changes with the round
			c := list[(i+round)%len(list)]
			r, err := s.measure(ctx, c, base+"/0.html")
			if err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			if r.pages < s.pages {
				return fmt.Errorf("%s got %d pages of %d", c.name, r.pages, s.pages)
			}
			if r.pages > s.pages {
				fmt.Fprintf(os.Stderr, "%s asked for %d pages more than once\n", c.name, r.pages-s.pages)
			}
			r.pages = s.pages
			c.runs = append(c.runs, r)
		}
	}
	fmt.Printf("%d pages of %d links, %d processors, the median of %d runs\n\n", s.pages, fan, runtime.NumCPU(), s.rounds)
	fmt.Println("| crawler | pages/s | processor µs a page | most memory, MB | times our clock | times our processor |\n| --- | --- | --- | --- | --- | --- |")
	ours := list[0].median()
	for _, c := range list {
		m := c.median()
		fmt.Printf("| %s | %.0f | %.0f | %.0f | %.2f | %.2f |\n", c.name, float64(m.pages)/m.clock.Seconds(),
			float64(m.processor.Microseconds())/float64(m.pages), float64(m.memory)/1e6, m.clock.Seconds()/ours.clock.Seconds(), m.processor.Seconds()/ours.processor.Seconds())
	}
	return nil
}

// measure runs a crawler once.
func (s setting) measure(ctx context.Context, c *crawler, start string) (spent, error) {
	scratch, err := os.MkdirTemp(s.dir, "run-")
	if err != nil {
		return spent{}, err
	}
	defer os.RemoveAll(scratch)
	args := c.command(start, scratch)
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Stderr = os.Stderr
	var out bytes.Buffer
	cmd.Stdout = &out
	began := time.Now()
	if err := cmd.Run(); err != nil {
		return spent{}, err
	}
	r := spent{clock: time.Since(began), processor: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
	if u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		r.memory = u.Maxrss << 10 // Linux counts in KiB
	}
	if c.files {
		files, err := os.ReadDir(scratch)
		r.pages = len(files)
		return r, err
	}
	r.pages, err = strconv.Atoi(strings.TrimSpace(out.String()))
	return r, err
}

// median gives the middle of each figure.
func (c *crawler) median() spent {
	m := c.runs[0]
	middle := func(of func(spent) int64) int64 {
		var list []int64
		for _, r := range c.runs {
			list = append(list, of(r))
		}
		slices.Sort(list)
		return list[len(list)/2]
	}
	m.clock = time.Duration(middle(func(r spent) int64 { return int64(r.clock) }))
	m.processor = time.Duration(middle(func(r spent) int64 { return int64(r.processor) }))
	m.memory = middle(func(r spent) int64 { return r.memory })
	return m
}

// long crawls a site that a process of its own makes up.
func (s setting) long(ctx context.Context, pages int) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	server := exec.CommandContext(ctx, self, "-serve", strconv.Itoa(pages))
	server.Stderr = os.Stderr
	out, err := server.StdoutPipe()
	if err != nil {
		return err
	}
	if err := server.Start(); err != nil {
		return err
	}
	defer server.Wait()
	defer stop()
	base, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return fmt.Errorf("the server that makes up the pages: %w", err)
	}
	ours := s.crawlers(self)[0]
	r, err := s.measure(ctx, ours, strings.TrimSpace(base)+"/0.html")
	if err != nil {
		return err
	}
	fmt.Printf("%d pages of %d links, made up by another process on the same %d processors\n\n", r.pages, fan, runtime.NumCPU())
	fmt.Println("| crawler | pages/s | processor µs a page | most memory, MB | memory a page, bytes |\n| --- | --- | --- | --- | --- |")
	fmt.Printf("| %s | %.0f | %.0f | %.0f | %.0f |\n", ours.name, float64(r.pages)/r.clock.Seconds(),
		float64(r.processor.Microseconds())/float64(r.pages), float64(r.memory)/1e6, float64(r.memory)/float64(r.pages))
	return nil
}
