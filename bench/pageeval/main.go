// Command pageeval trains the page evaluator's classifier and measures it.
//
//	pageeval -corpora DIR train -o models/pageeval.txt
//	pageeval webbox -proxy http://127.0.0.1:8080
//
// train makes the training set, fits the classifier and writes its weights;
// sites holds out one site after the other and, with -v, names what is judged
// wrong; report writes what is to be known
// of the shipped weights, with the scores on sites held out; webbox judges the pages of a
// running webbox by the values of its entities. DIR holds swde/ (html and
// groundtruth) and articles/ (html and ground-truth.json); the environment
// variable VERDE_CORPORA is its default. Everything is a function of the data
// and of -seed.
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
		fmt.Fprintln(os.Stderr, "pageeval:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	flags := flag.NewFlagSet("pageeval", flag.ContinueOnError)
	corpora := flags.String("corpora", os.Getenv("VERDE_CORPORA"), "folder with swde/ and articles/")
	seed := flags.Uint64("seed", 1, "seed of the choice of examples")
	ridge := flags.Float64("ridge", shippedRidge, "ridge penalty")
	if err := flags.Parse(args); err != nil {
		return err
	}
	task := flags.Arg(0)
	sub := flag.NewFlagSet(task, flag.ContinueOnError)
	out := sub.String("o", "", "file for the weights or the report")
	proxy := sub.String("proxy", "", "address of a running webbox")
	entities := sub.Int("entities", 40, "entities asked for")
	optional := sub.Bool("optional", false, "give the other values as optional ones")
	cache := sub.String("cache", "", "folder that keeps webbox's pages between runs")
	verbose := sub.Bool("v", false, "name each error")
	if flags.NArg() > 0 {
		if err := sub.Parse(flags.Args()[1:]); err != nil {
			return err
		}
	}
	switch task {
	case "webbox":
		return webbox(os.Stdout, webboxOptions{*proxy, *entities, *optional, *verbose, *cache})
	case "train", "sites", "report":
	default:
		return fmt.Errorf("unknown task %q: want train, sites, report or webbox", task)
	}
	if *corpora == "" {
		return errors.New("no data: give -corpora or set VERDE_CORPORA")
	}
	set, trials, err := collect(*corpora, *seed)
	if err != nil {
		return err
	}
	opt := pageeval.FitOptions{Ridge: *ridge}
	if task == "report" {
		return write(*out, func(w io.Writer) error { return set.report(w, *seed, opt, trials) })
	}
	set.describe(os.Stdout)
	if task == "train" {
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
