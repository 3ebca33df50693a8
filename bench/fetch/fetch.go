// Package fetch measures how fast pages are fetched, archived, parsed and reduced
// to link-paths, beside other crawlers on the same site. The first site is one of
// files, served by nginx on loopback; the second a site that another process
// makes up, for what memory a long crawl takes. Nothing is spared: no delay, no
// robots.txt.
package fetch

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"verde/bench/table"
)

// loopback is where the sites are.
var loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}

// What is measured.
const (
	pages     = 5000      // of the site that nginx serves
	rounds    = 3         // runs of each crawler, in turn; the median counts
	workers   = 8         // requests at a time
	generated = 1_000_000 // pages of the site that is made up
)

// Crawl, as another process, crawls from a URL into an archive, "" for none, and
// prints the number of pages.
func Crawl(ctx context.Context, start, archive string) error {
	n, err := run(ctx, start, archive, workers)
	if err == nil {
		fmt.Println(n)
	}
	return err
}

// Serve, as another process, serves a site that is made up, and prints its
// address.
func Serve(ctx context.Context) error { return serveGenerated(ctx, generated) }

// Tables are those of this package.
func Tables() []*table.Table {
	columns := []string{"crawler", "pages", "pages/s", "processor µs a page", "most memory, MB", "times our clock", "times our processor"}
	return []*table.Table{{
		Name: "fetch", About: "Fetching beside other crawlers", Columns: columns, Key: columns[:1],
		Packages: []string{"fetch", "page"}, Needs: []table.Need{table.Nginx}, Minutes: 3, Measure: compare,
	}, {
		Name: "fetch-long", About: "A crawl of a million pages", Columns: columns[:5], Key: columns[:1],
		Packages: []string{"fetch", "page"}, Minutes: 12, Measure: long,
	}}
}

// setting is what the runs of one table share.
type setting struct {
	self string
	dir  string // of the sites and archives
}

func begin() (s setting, err error) {
	if s.self, err = os.Executable(); err != nil {
		return s, err
	}
	s.dir, err = os.MkdirTemp("", "verde-bench-") // where nginx's worker, maybe of another user, can read
	return s, err
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

// crawlers are ours and the others that are at hand.
func (s setting) crawlers(ctx context.Context, r *table.Run) []*crawler {
	ours := func(archive func(scratch string) string) func(start, scratch string) []string {
		return func(start, scratch string) []string {
			return []string{s.self, "as", "crawler", start, archive(scratch)}
		}
	}
	list := []*crawler{
		{name: "verde, into an archive", command: ours(func(scratch string) string { return filepath.Join(scratch, "archive") })},
		{name: "verde, keeping nothing", command: ours(func(string) string { return "" })},
	}
	if wget, err := exec.LookPath("wget"); err == nil {
		list = append(list, &crawler{name: "wget -r, into files", files: true, command: func(start, scratch string) []string {
			return []string{wget, "-r", "-l", "inf", "-q", "-e", "robots=off", "-nH", "-P", scratch, start}
		}})
	}
	colly := filepath.Join(r.Work, "colly")
	if _, err := r.Go(ctx, "build", "-C", "bench/fetch/colly", "-o", colly); err == nil {
		list = append(list, &crawler{name: "colly 2.3.0, keeping nothing", command: func(start, _ string) []string {
			return []string{colly, "-connections", strconv.Itoa(workers), start}
		}})
	} else {
		r.Sayf("without colly: %v", err)
	}
	return list
}

// compare has all crawlers crawl the same site in turn.
func compare(ctx context.Context, r *table.Run) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s, err := begin()
	if err != nil {
		return err
	}
	defer os.RemoveAll(s.dir)
	site := filepath.Join(s.dir, "site")
	if err := cmp.Or(os.Mkdir(site, 0o755), os.Chmod(s.dir, 0o755), writeSite(site, pages)); err != nil {
		return err
	}
	base, done, err := serveNginx(ctx, table.Nginx.Path(), s.dir)
	if err != nil {
		return err
	}
	defer done()
	defer stop()
	list := s.crawlers(ctx, r)
	for round := range rounds {
		for i := range list { // who comes first changes with the round
			c := list[(i+round)%len(list)]
			r.Sayf("%s, run %d", c.name, round+1)
			x, err := s.measure(ctx, c, base+"/0.html")
			if err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			if x.pages < pages {
				return fmt.Errorf("%s got %d pages of %d", c.name, x.pages, pages)
			}
			if x.pages > pages {
				r.Sayf("%s asked for %d pages more than once", c.name, x.pages-pages)
			}
			x.pages = pages
			c.runs = append(c.runs, x)
		}
	}
	ours := list[0].median()
	for _, c := range list {
		m := c.median()
		f := m.figures(c.name)
		f["times our clock"], f["times our processor"] = table.Fixed(m.clock.Seconds()/ours.clock.Seconds(), 2), table.Fixed(m.processor.Seconds()/ours.processor.Seconds(), 2)
		if err := r.Put("go run ./bench/run fetch", f); err != nil {
			return err
		}
	}
	return nil
}

// figures are the cells of a run.
func (m spent) figures(name string) table.Figures {
	return table.Figures{"crawler": table.Value(name), "pages": table.Count(m.pages), "pages/s": table.Fixed(float64(m.pages)/m.clock.Seconds(), 0),
		"processor µs a page": table.Fixed(float64(m.processor.Microseconds())/float64(m.pages), 0), "most memory, MB": table.Fixed(float64(m.memory)/1e6, 0)}
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
func long(ctx context.Context, r *table.Run) error {
	s, err := begin()
	if err != nil {
		return err
	}
	defer os.RemoveAll(s.dir)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	server := exec.CommandContext(ctx, s.self, "as", "server")
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
	ours := s.crawlers(ctx, r)[0]
	x, err := s.measure(ctx, ours, strings.TrimSpace(base)+"/0.html")
	if err != nil {
		return err
	}
	return r.Put("go run ./bench/run fetch-long", x.figures(ours.name))
}
