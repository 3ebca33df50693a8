// Command urlcluster measures package urlcluster, and prints a Markdown table.
//
//	go run ./bench/urlcluster                        # 20,000 and 1,000,000 generated URLs
//	go run ./bench/urlcluster -n 10000000 -hosts 1   # all of one host
//	go run ./bench/urlcluster -n 20000 -hosts 1 -scipy python3
//	go run ./bench/urlcluster -long                  # 200 path parts
//
// -scipy names a Python that has scipy. The same URLs, as rows of numbers,
// then go through its pdist and linkage (method "single") as well, and the
// clusters have to be equal. Memory is the process's largest, URLs included.
package main

import (
	"bufio"
	"bytes"
	_ "embed"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"

	"verde/internal/stopwatch"
	"verde/urlcluster"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "urlcluster bench:", err)
		os.Exit(1)
	}
}

func run() error {
	sizes := flag.String("n", "20000,1000000", "numbers of URLs")
	hosts := flag.Int("hosts", 0, "over how many hosts; default one for 200 URLs")
	long := flag.Bool("long", false, "paths of 200 parts with two values each, of which no two are near")
	seed := flag.Uint64("seed", 1, "of the URLs")
	python := flag.String("scipy", "", "a Python with scipy to compare with")
	flag.Parse()
	fmt.Println("| URLs | hosts | cut | clusters | seconds | of one processor | peak MB | scipy, seconds | times |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
	for field := range strings.SplitSeq(*sizes, ",") {
		n, err := strconv.Atoi(field)
		if err != nil {
			return err
		}
		over := *hosts
		if over == 0 {
			over = 1 + n/200
		}
		r := rand.New(rand.NewPCG(*seed, uint64(n)))
		urls := make([]string, n)
		for i := range urls {
			if *long {
				urls[i] = longURL(r, over)
			} else {
				urls[i] = shopURL(r, over)
			}
		}
		for cut := 1; cut <= urlcluster.MaxCut; cut++ {
			end := stopwatch.Start()
			components := urlcluster.Components(urls, cut)
			took := end()
			fmt.Printf("| %d | %d | %d | %d | %.3f | %.3f | %s |", n, over, cut, len(components), took.Wall, took.Processor, peak())
			if *python == "" {
				fmt.Println(" | |")
				continue
			}
			theirs, err := scipy(*python, urls, cut, components)
			if err != nil {
				return err
			}
			fmt.Printf(" %.2f | %.0f |\n", theirs, theirs/took.Wall)
		}
	}
	return nil
}

// shopURL makes URLs as a shop has them: most of one template, some of others.
func shopURL(r *rand.Rand, hosts int) string {
	host := fmt.Sprintf("http://www.shop%d.example", r.IntN(hosts))
	switch r.IntN(10) {
	case 0:
		return fmt.Sprintf("%s/help/%d", host, r.IntN(40))
	case 1:
		return fmt.Sprintf("%s/search?q=%d&page=%d", host, r.IntN(1000), r.IntN(20))
	case 2, 3:
		return fmt.Sprintf("%s/c%d/c%d/list.html", host, r.IntN(30), r.IntN(300))
	}
	return fmt.Sprintf("%s/c%d/product-%d/%d.html", host, r.IntN(30), r.IntN(1<<20), r.IntN(1<<30))
}

func longURL(r *rand.Rand, hosts int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "http://www.long%d.example", r.IntN(hosts))
	for range 200 {
		b.WriteString([]string{"/a", "/b"}[r.IntN(2)])
	}
	return b.String()
}

// peak reads the largest memory of this process in MB, where the system tells.
func peak() string {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return "?"
	}
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	fields := strings.Fields(after)
	if len(fields) == 0 {
		return "?"
	}
	kB, err := strconv.Atoi(fields[0])
	if err != nil {
		return "?"
	}
	return strconv.Itoa(kB / 1000)
}

//go:embed linkage.py
var program string

// scipy runs the same through scipy, and gives the seconds of pdist and linkage
// alone, or an error if the clusters differ.
func scipy(python string, urls []string, cut int, components [][]int) (float64, error) {
	cluster := make([]int, len(urls))
	for i, c := range components {
		for _, u := range c {
			cluster[u] = i
		}
	}
	rows, err := vectors(urls)
	if err != nil {
		return 0, err
	}
	var input bytes.Buffer
	w := bufio.NewWriter(&input)
	for i, row := range rows {
		fmt.Fprint(w, cluster[i])
		for _, x := range row {
			fmt.Fprint(w, " ", x)
		}
		fmt.Fprintln(w)
	}
	if err := w.Flush(); err != nil {
		return 0, err
	}
	cmd := exec.Command(python, "-c", program, strconv.Itoa(cut))
	cmd.Stdin, cmd.Stderr = &input, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return 0, fmt.Errorf("%s: %w", python, err)
	}
	return strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
}

// vectors writes URLs as rows of equal length, a number for each part and
// enough columns for the host to keep hosts farther apart than any cut.
func vectors(urls []string) ([][]int, error) {
	numbers := map[string]int{"": 0}
	number := func(s string) int {
		n, ok := numbers[s]
		if !ok {
			n = len(numbers)
			numbers[s] = n
		}
		return n
	}
	rows, longest := make([][]int, len(urls)), 0
	for i, raw := range urls {
		u, err := url.Parse(raw)
		if err != nil {
			return nil, err
		}
		host := number("host " + u.Host)
		row := slices.Repeat([]int{host}, urlcluster.MaxCut+1)
		row = append(row, number(u.Scheme), number(u.RawQuery), number(u.Fragment))
		for part := range strings.FieldsFuncSeq(u.Path, func(r rune) bool { return r == '/' }) {
			row = append(row, number(part))
		}
		rows[i], longest = row, max(longest, len(row))
	}
	for i, row := range rows {
		rows[i] = append(row, make([]int, longest-len(row))...)
	}
	return rows, nil
}
