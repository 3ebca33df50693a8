// Package urlcluster measures the clustering of generated URLs, beside scipy's
// pdist and linkage (method "single"), whose clusters of the same URLs, as rows
// of numbers, have to be equal.
package urlcluster

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"

	"verde/bench/table"
	"verde/internal/stopwatch"
	"verde/urlcluster"
)

// Tables are those of this package.
func Tables() []*table.Table {
	return []*table.Table{{
		Name: "urlcluster", About: "Clusters of URLs",
		Columns: []string{"URLs", "hosts", "cut", "clusters", "seconds", "of one processor", "peak MB", "scipy, seconds", "times"}, Key: []string{"URLs", "hosts", "cut"},
		Packages: []string{"urlcluster"}, Needs: []table.Need{table.Python}, Minutes: 5, Measure: measure,
	}, {
		Name: "urlcluster-real", About: "The clusters with most support of real results",
		Columns: []string{"list", "place", "support", "URLs", "pattern"}, Key: []string{"list", "place"},
		Packages: []string{"urlcluster", "search/dump"}, Needs: []table.Need{table.Corpora}, Minutes: 1, Measure: measureReal,
	}}
}

// sizes are what is measured: one host is the worst that there is, since a host
// is worked on by one processor.
var sizes = []struct {
	n, hosts    int
	long, scipy bool
}{{20_000, 1, false, true}, {1_000_000, 5001, false, false}, {10_000_000, 1, false, false}, {20_000, 1, true, false}}

// seed is that of the URLs.
const seed = 1

func measure(ctx context.Context, r *table.Run) error {
	for _, x := range sizes {
		name := table.Count(x.n)
		if x.long {
			name += ", 200 parts each"
		}
		f := table.Figures{"URLs": name, "hosts": table.Count(x.hosts)}
		var urls []string
		for cut := 1; cut <= urlcluster.MaxCut; cut++ {
			f["cut"] = table.Count(cut)
			if skip, err := r.Skip(f); err != nil || skip {
				if err != nil {
					return err
				}
				continue
			}
			r.Sayf("%s URLs of %d hosts, cut %d", name, x.hosts, cut)
			if urls == nil {
				urls = generate(x.n, x.hosts, x.long)
			}
			end := stopwatch.Start()
			components := urlcluster.Components(urls, cut)
			took := end()
			row := table.Figures{"URLs": name, "hosts": f["hosts"], "cut": f["cut"], "clusters": table.Count(len(components)), "seconds": table.Fixed(took.Wall, 3),
				"of one processor": table.Fixed(took.Processor, 3), "peak MB": table.Fixed(table.PeakMemory("self"), 0)}
			if x.scipy {
				theirs, err := scipy(ctx, table.Python.Path(), urls, cut, components)
				if err != nil {
					return err
				}
				row["scipy, seconds"], row["times"] = table.Fixed(theirs, 2), table.Fixed(theirs/took.Wall, 0)
			}
			if err := r.Put("go run ./bench/run urlcluster", row); err != nil {
				return err
			}
		}
	}
	return nil
}

func generate(n, hosts int, long bool) []string {
	r := rand.New(rand.NewPCG(seed, uint64(n)))
	urls := make([]string, n)
	for i := range urls {
		if long {
			urls[i] = longURL(r, hosts)
		} else {
			urls[i] = shopURL(r, hosts)
		}
	}
	return urls
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

//go:embed linkage.py
var program string

// scipy runs the same through scipy, and gives the seconds of pdist and linkage
// alone, or an error if the clusters differ.
func scipy(ctx context.Context, python string, urls []string, cut int, components [][]int) (float64, error) {
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
	cmd := exec.CommandContext(ctx, python, "-c", program, strconv.Itoa(cut))
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
