package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"verde/labels"
	"verde/pageeval"
)

// trainFlags are the settings of train.
type trainFlags struct {
	out    outputFlags
	ridge  float64
	folds  int
	from   string
	labels []string
}

// shipped is the word for the classifier that the program has.
const shipped = "shipped"

const trainHelp = `Train fits the classifier that tells data from prose to fragments that "verde
label" asked about or listed. A line is {"features": [12 numbers], "data": true or
false, "site": "host"}; listed ones that have null yet are left out. What is
written is the text that models/ ships, for --model of explore, evaluate and
label. Accuracy is estimated on sites left out of the training, in --folds parts.

Labels of a few dozen fragments, chosen where the classifier is unsure, are too few to
train one from nothing: --from shipped begins with the shipped one, and changes it only
as far as the labels ask for.
`

func newTrain() *cobra.Command {
	var f trainFlags
	cmd := &cobra.Command{
		Use:   "train --labels FILE.jsonl",
		Short: "Train a classifier of one's own on labelled fragments",
		Long:  trainHelp + exitHelp,
		Example: `  verde train --labels labels.jsonl --from shipped -o my-model.txt
  verde explore --vertical book.json --dump results.jsonl --model my-model.txt`,
		RunE: f.run,
	}
	f.out.add(cmd, "-")
	cmd.Flags().StringArrayVar(&f.labels, "labels", nil, "`file` of labelled fragments, - for standard input; repeatable")
	cmd.Flags().StringVar(&f.from, "from", "", "`classifier` that is changed: shipped, or a file that train wrote (default: none, the labels alone count)")
	cmd.Flags().Float64Var(&f.ridge, "ridge", 1, "penalty on large weights")
	countVar(cmd.Flags(), &f.folds, "folds", 5, 2, "parts of the sites for the estimate of accuracy")
	return cmd
}

func (f *trainFlags) run(cmd *cobra.Command, args []string) error {
	if args = append(f.labels, args...); len(args) == 0 {
		return usagef("train needs a file of labelled fragments: --labels FILE, - for standard input; see %s --help", cmd.CommandPath())
	}
	var set labels.Set
	if err := jsonLines(cmd, args, set.Add); err != nil {
		return err
	}
	opt := pageeval.FitOptions{Ridge: f.ridge}
	if f.from != "" {
		path := f.from
		if path == shipped {
			path = ""
		}
		var err error
		if opt.Prior, err = openClassifier("--from", path); err != nil {
			return err
		}
	}
	c, figures, err := set.Train(f.folds, opt)
	if err != nil {
		return err
	}
	told := fmt.Sprintf("%d fragments of %d sites", figures.Labels, figures.Sites)
	if n := float64(figures.Tested); n > 0 {
		told += fmt.Sprintf("; accuracy on sites left out: %.3f of %d", float64(figures.After)/n, figures.Tested)
		if opt.Prior != nil {
			told += fmt.Sprintf(", %.3f before", float64(figures.Before)/n)
		}
	}
	if figures.Open > 0 {
		told += fmt.Sprintf("; %d have no label yet", figures.Open)
	}
	fmt.Fprintln(notes(cmd), told)
	return f.out.with(cmd, func(o *output) error {
		text, err := c.MarshalText()
		if err != nil {
			return err
		}
		_, err = o.w.Write(text)
		return err
	})
}
