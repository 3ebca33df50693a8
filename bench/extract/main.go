// Command extract measures package extract on real pages, and
// prints Markdown tables.
//
//	export VERDE_CORPORA=/path/to/corpora
//	go run ./bench/extract swde                  # exact F on SWDE, each improvement switched off in turn
//	go run ./bench/extract -only book-amazon -v swde
//	go run ./bench/extract -sites SITES -o golden golden    # pages of documentation sites with their full schemas, for verde eval extract
//
// VERDE_CORPORA (or -corpora) is the folder that holds swde/html and
// swde/groundtruth; nothing is measured when it is missing.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"verde/eval/golden"
	"verde/extract"
)

// setting is what all measurements share.
type setting struct {
	corpora string
	options extract.Options
	single  bool // measure the options alone, no ablation
	only    string
	verbose bool
	sites   string
	out     string
	draw    int
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
	flag.StringVar(&s.out, "o", "golden", "golden: folder for pages and truth")
	flag.StringVar(&s.sites, "sites", "", "golden: folder with the documentation sites")
	flag.IntVar(&s.draw, "seed", 1, "golden: which pages these are")
	flag.Parse()
	s.options.Off = extract.Improvement(*off)
	switch flag.Arg(0) {
	case "swde":
		if s.corpora == "" {
			fmt.Println("skipped: set VERDE_CORPORA to the folder that holds swde/")
			return nil
		}
		return s.swde(filepath.Join(s.corpora, "swde"))
	case "golden":
		return golden.Write(s.sites, s.out, s.draw)
	}
	return fmt.Errorf("what to measure? swde or golden, not %q", flag.Arg(0))
}
