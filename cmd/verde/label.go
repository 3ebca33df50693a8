package main

import (
	"bufio"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"verde/fetch"
	"verde/labels"
	"verde/pageeval"
	"verde/render"
)

func newLabel() *cobra.Command {
	var run, file, model string
	var list bool
	var n int
	cmd := &cobra.Command{
		Use:   "label",
		Short: "Say of uncertain fragments whether they are data, for a classifier of one's own",
		Long: `Label shows the fragments of a run's pages of which the classifier is least sure,
and asks of each: y (the data of one entity), n (prose, links, a form), s (skip),
u (undo), q (quit). Each answer is kept at once in the file of labels, which
"verde train" reads; the same command goes on where it was left. With --list the
fragments are written as JSON Lines instead, to be labelled in an editor: put
true or false for the null of "data". No page is downloaded.
` + exitHelp,
		Example: `  verde label --run books --labels labels.jsonl
  verde label --run books --list > labels.jsonl
  verde train --labels labels.jsonl -o my-model.txt`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			classifier, err := openClassifier("--model", model)
			if err != nil {
				return err
			}
			if file == "-" {
				return usagef("--labels names a file that is added to, not -; --list writes to standard output")
			}
			book, err := labels.Open(file)
			if err != nil {
				return err
			}
			todo, err := fragmentsOf(cmd, run, classifier)
			if err != nil {
				return err
			}
			if todo = book.Pick(todo, n); len(todo) == 0 {
				return errors.New("no fragment is left to label: the run has judged no pages that show what was asked for, or all have a label")
			}
			if list {
				o := outputFlags{path: "-"}
				return o.with(cmd, func(o *output) error { return writeLines(o, todo) })
			}
			err = ask(cmd, book, todo)
			fmt.Fprintf(notes(cmd), "%s in %s\n", counted(len(book.Done), "label"), file)
			return err
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&run, "run", "verde-run", "`folder` of the run whose pages are shown")
	flags.StringVar(&file, "labels", labels.File, "`file` of labels, which is added to")
	flags.StringVar(&model, "model", "", "`file` that train wrote: ask what this classifier is least sure of")
	flags.BoolVar(&list, "list", false, "write the fragments to standard output, and ask nothing")
	countVarP(flags, &n, "number", "n", 50, 1, "fragments to show")
	return cmd
}

// ask goes through the fragments with a person, a line for each answer, and
// saves after each. It ends with the fragments or the input.
func ask(cmd *cobra.Command, book *labels.Book, todo []labels.Line) error {
	w, in := cmd.ErrOrStderr(), bufio.NewScanner(cmd.InOrStdin())
	var labelled []bool // of each step so far: a label, or skipped
	for len(labelled) < len(todo) {
		f := todo[len(labelled)]
		fmt.Fprintf(w, "\n%d of %d  %s  (data with probability %.2f)\n  %s\n", len(labelled)+1, len(todo), printable(f.URL), f.Probability, printable(f.Text))
		fmt.Fprint(w, "data of one entity? y/n/s(kip)/u(ndo)/q(uit) ")
		if !in.Scan() {
			fmt.Fprintln(w)
			return in.Err()
		}
		switch answer := strings.ToLower(strings.TrimSpace(in.Text())); answer {
		case "y", "n":
			data := answer == "y"
			f.Data = &data
			labelled = append(labelled, true)
			if err := book.Add(f); err != nil {
				return err
			}
		case "s":
			labelled = append(labelled, false)
		case "u":
			if len(labelled) == 0 {
				fmt.Fprintln(w, "nothing to undo")
				continue
			}
			last := len(labelled) - 1
			if labelled[last] {
				if _, _, err := book.Undo(); err != nil {
					return err
				}
			}
			labelled = labelled[:last]
		case "q":
			return nil
		default:
			fmt.Fprintf(w, "%q is none of y, n, s, u, q\n", printable(answer))
		}
	}
	return nil
}

func writeLines(o *output, lines []labels.Line) error {
	for _, l := range lines {
		if err := o.line(l); err != nil {
			return err
		}
	}
	return nil
}

// fragmentsOf finds the fragments of the pages that a run has judged, from its
// archive. Cost: that of judging the pages again.
func fragmentsOf(cmd *cobra.Command, run string, classifier *pageeval.Classifier) (out []labels.Line, err error) {
	c, err := openCatalog(cmd, run)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	client, err := fetch.New(fetch.Options{Replay: []string{filepath.Join(run, "archive")}}) // so that nothing is asked for
	if err != nil {
		return nil, err
	}
	lossesOf(cmd).watch(client)
	defer func() { err = errors.Join(err, client.Close()) }()
	pages, err := labels.Pages(cmd.Context(), c)
	if err != nil {
		return nil, err
	}
	return labels.Fragments(cmd.Context(), pages, render.NewFetcher(client, nil, render.Auto, nil), classifier) // rendered as the run had them
}

// openClassifier reads a classifier that train wrote, or gives the shipped one.
func openClassifier(flag, path string) (*pageeval.Classifier, error) {
	if path == "" {
		return pageeval.Default()
	}
	c, err := labels.ReadModel(path)
	if err != nil {
		return nil, usagef("%s: %w", flag, err)
	}
	return c, nil
}
