// Command extract measures package extract on SWDE pages and on webbox, and
// prints Markdown tables.
//
//	VERDE_CORPORA=/path/to/corpora go run ./bench/extract swde
//
// VERDE_CORPORA (or -corpora) is the folder that holds swde/html and
// swde/groundtruth. Nothing is measured when it is missing.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"verde/extract"
)

func main() {
	corpora := flag.String("corpora", os.Getenv("VERDE_CORPORA"), "folder that holds swde/")
	only := flag.String("site", "", "measure this site alone and list its errors")
	method := flag.String("method", "", "method to list errors of")
	off := flag.Uint("off", 0, "improvements off, as bits")
	flag.Parse()
	if *corpora == "" {
		fmt.Println("skipped: set VERDE_CORPORA to the folder that holds swde/")
		return
	}
	sites, err := load(filepath.Join(*corpora, "swde"))
	if err != nil {
		fmt.Fprintln(os.Stderr, "extract bench:", err)
		os.Exit(1)
	}
	verticals := map[string][]float64{}
	total := 0.
	for _, s := range sites {
		if *only != "" && s.name != *only {
			continue
		}
		start := time.Now()
		t, err := extract.Align(s.pages[:10], extract.Options{Method: *method, Off: extract.Improvement(*off)})
		if err != nil {
			fmt.Println(err)
			continue
		}
		rec := t.Records()
		sc := s.grade(rec)
		m := mean(sc)
		n := 0
		for _, c := range t.Columns {
			if c.Kind.Data() {
				n++
			}
		}
		fmt.Printf("%-22s P %.3f R %.3f F %.3f  %d/%d data %v\n", s.name, m.p, m.r, m.f, n, len(t.Columns), time.Since(start).Round(time.Millisecond))
		verticals[s.vertical] = append(verticals[s.vertical], m.f)
		total += m.f
		attrs := make([]string, 0)
		for a := range sc {
			attrs = append(attrs, a)
		}
		slices.Sort(attrs)
		for _, a := range attrs {
			if *only != "" || sc[a].f < .95 {
				fmt.Printf("  %-18s %.3f [%s]\n", a, sc[a].f, sc[a].column)
			}
			if *only != "" {
				s.explain(a, sc[a], rec)
			}
		}
	}
	for _, v := range []string{"auto", "book", "camera", "job", "movie"} {
		sum := 0.
		for _, f := range verticals[v] {
			sum += f
		}
		fmt.Printf("%s %.3f  ", v, sum/float64(len(verticals[v])))
	}
	fmt.Printf("mean %.3f\n", total/float64(len(sites)))
}
