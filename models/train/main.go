// Command train makes the models that VerDE ships, and says how good they are:
// for now the classifier of package pageeval.
//
//	export VERDE_CORPORA=/path/to/corpora    # swde/ and articles/
//	go run ./models/train weights -o models/pageeval.txt
//	go run ./models/train report -o models/MODELS.md
//	go run ./models/train sites -v
//
// weights makes the training set, fits the classifier and writes its weights.
// report writes what is to be known of them, with the scores on sites held out.
// sites holds out one site after the other and, with -v, names what is judged
// wrong. The corpora are a folder that holds swde/ (html and groundtruth) and
// articles/ (html and ground-truth.json); of the articles only the half is read
// that webs for measurements are not filled with (package eval/articles).
// Everything is a function of the data and of -seed.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"verde/pageeval"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	flags := flag.NewFlagSet("train", flag.ContinueOnError)
	corpora := flags.String("corpora", os.Getenv("VERDE_CORPORA"), "folder with swde/ and articles/")
	seed := flags.Uint64("seed", 1, "seed of the choice of examples")
	ridge := flags.Float64("ridge", shippedRidge, "ridge penalty")
	if err := flags.Parse(args); err != nil {
		return err
	}
	task := flags.Arg(0)
	sub := flag.NewFlagSet(task, flag.ContinueOnError)
	out := sub.String("o", "", "file for the weights or the report")
	verbose := sub.Bool("v", false, "name each error")
	if flags.NArg() > 0 {
		if err := sub.Parse(flags.Args()[1:]); err != nil {
			return err
		}
	}
	switch task {
	case "weights", "sites", "report":
	default:
		return fmt.Errorf("unknown task %q: want weights, report or sites", task)
	}
	if *corpora == "" {
		return errors.New("no data: give -corpora or set VERDE_CORPORA")
	}
	set, trials, err := collect(*corpora, *seed, false)
	if err != nil {
		return err
	}
	opt := pageeval.FitOptions{Ridge: *ridge}
	if task == "report" {
		var new unseen
		if new.set, new.trials, err = collect(*corpora, *seed, true); err != nil {
			return err
		}
		return write(*out, func(w io.Writer) error { return set.report(w, *seed, opt, trials, new) })
	}
	set.describe(os.Stdout)
	if task == "weights" {
		return set.train(os.Stdout, opt, *out)
	}
	h, err := set.holdOut(opt, trials)
	if err != nil {
		return err
	}
	h.print(os.Stdout, *verbose)
	return nil
}

// write writes a file, or to standard output without a name.
func write(name string, to func(io.Writer) error) error {
	if name == "" {
		return to(os.Stdout)
	}
	var b bytes.Buffer
	if err := to(&b); err != nil {
		return err
	}
	return os.WriteFile(name, b.Bytes(), 0o644)
}
