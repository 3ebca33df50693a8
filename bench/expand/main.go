// Command expand measures the methods of package siteexpand on webbox, and
// prints a Markdown table.
//
//	HTTP_PROXY=http://127.0.0.1:8080 go run ./bench/expand
//
// Sites on disk are measured by "verde eval expand".
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
	method  siteexpand.Method
	options siteexpand.Options
	samples int
	only    string
	workers int
	verbose bool
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "expand bench:", err)
		os.Exit(1)
	}
}

func run() error {
	var s setting
	name := flag.String("method", "", "method to measure; default siteexpand's")
	flag.IntVar(&s.options.Height, "height", 0, "height of the entity-tree; default siteexpand's")
	flag.BoolVar(&s.options.Exact, "exact", false, "the method as printed")
	flag.IntVar(&s.samples, "samples", 1, "samples given at once")
	flag.StringVar(&s.only, "only", "", "measure only hosts that contain this")
	flag.IntVar(&s.workers, "workers", 2, "runs at a time")
	flag.BoolVar(&s.verbose, "v", false, "print each run's report")
	flag.Parse()
	var err error
	if s.method, err = siteexpand.MethodByName(*name); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if flag.NArg() > 0 {
		return fmt.Errorf("no arguments are taken, but got %q", flag.Args())
	}
	return s.webbox(ctx)
}
