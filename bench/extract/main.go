// Command extract measures package extract on real pages and on webbox, and
// prints Markdown tables.
//
//	export VERDE_CORPORA=/path/to/corpora
//	go run ./bench/extract swde                  # exact F on SWDE, each improvement switched off in turn
//	go run ./bench/extract -only book-amazon -v swde
//	go run ./bench/extract -sites SITES -o golden golden    # pages of documentation sites with their full schemas, for verde eval extract
//	HTTP_PROXY=http://127.0.0.1:8080 go run ./bench/extract -o records.jsonl webbox
//
// VERDE_CORPORA (or -corpora) is the folder that holds swde/html and
// swde/groundtruth; nothing is measured when it is missing. The records of a
// webbox are graded by its own score command.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"

	"verde/extract"
)

// setting is what all measurements share.
type setting struct {
	corpora string
	options extract.Options
	single  bool // measure the options alone, no ablation
	only    string
	verbose bool
	cache   string
	sites   string
	out     string
	learn   int
	seed    uint64
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "extract bench:", err)
		os.Exit(1)
	}
}

func run() error {
	var s setting
	flag.StringVar(&s.corpora, "corpora", os.Getenv("VERDE_CORPORA"), "folder that holds swde/")
	flag.StringVar(&s.options.Method, "method", "", "method to measure; default extract's")
	off := flag.Uint("off", 0, "improvements switched off, as the sum of their bits")
	flag.BoolVar(&s.single, "single", false, "measure these options alone, without the ablation")
	flag.StringVar(&s.only, "only", "", "measure only sites whose names contain this")
	flag.BoolVar(&s.verbose, "v", false, "list every attribute, and every page where it is wrong")
	flag.StringVar(&s.cache, "cache", "", "webbox: folder that keeps the pages between runs")
	flag.StringVar(&s.out, "o", "records.jsonl", "webbox: file for the records; golden: folder for pages and truth")
	flag.StringVar(&s.sites, "sites", "", "golden: folder with the documentation sites")
	flag.IntVar(&s.learn, "learn", 30, "webbox: pages of each site to learn on")
	flag.Uint64Var(&s.seed, "seed", 1, "webbox and golden: which pages these are")
	flag.Parse()
	s.options.Off = extract.Improvement(*off)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	switch flag.Arg(0) {
	case "swde":
		if s.corpora == "" {
			fmt.Println("skipped: set VERDE_CORPORA to the folder that holds swde/")
			return nil
		}
		return s.swde(filepath.Join(s.corpora, "swde"))
	case "golden":
		return golden(s.sites, s.out, s.seed)
	case "webbox":
		return s.webbox(ctx)
	}
	return fmt.Errorf("what to measure? swde, golden or webbox, not %q", flag.Arg(0))
}
