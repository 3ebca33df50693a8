// Command expand measures the methods of package siteexpand on real sites and
// on webbox, and prints Markdown tables.
//
//	export VERDE_CORPORA=/path/to/corpora
//	go run ./bench/expand -pages DIR sites                  # 16 entity types of 12 sites unpacked in DIR
//	HTTP_PROXY=http://127.0.0.1:8080 go run ./bench/expand webbox
//
// VERDE_CORPORA (or -corpora) is the folder that holds sites/sites.json and the
// lists of reachable entity pages. What is missing is not measured.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"

	"verde/siteexpand"
)

// setting is what all measurements share.
type setting struct {
	corpora, pages string
	method         siteexpand.Method
	options        siteexpand.Options
	samples, draws int
	only           string
	workers        int
	verbose        bool
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "expand bench:", err)
		os.Exit(1)
	}
}

func run() error {
	var s setting
	flag.StringVar(&s.corpora, "corpora", os.Getenv("VERDE_CORPORA"), "folder that holds sites/sites.json")
	flag.StringVar(&s.pages, "pages", "", "folder the sites are unpacked in")
	name := flag.String("method", "", "method to measure; default siteexpand's")
	flag.IntVar(&s.options.Height, "height", 0, "height of the entity-tree; default siteexpand's")
	flag.BoolVar(&s.options.Exact, "exact", false, "the method as printed")
	flag.IntVar(&s.samples, "samples", 1, "samples given at once; with 1, runs with several samples are averaged")
	flag.IntVar(&s.draws, "draws", 0, "random sample sets a type; 0 takes those of sites.json")
	flag.StringVar(&s.only, "only", "", "measure only entity types or hosts that contain this")
	flag.IntVar(&s.workers, "workers", 2, "runs at a time")
	flag.BoolVar(&s.verbose, "v", false, "print each run's report")
	flag.Parse()
	var err error
	if s.method, err = siteexpand.MethodByName(*name); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	switch flag.Arg(0) {
	case "sites":
		return s.sites(ctx)
	case "webbox":
		return s.webbox(ctx)
	}
	return fmt.Errorf("what to measure? sites or webbox, not %q", flag.Arg(0))
}
